//! Linux: the drivers that run now, and what was left by those that do not.
//!
//! Each driver leads a session of its own, and the harness is the parent of whatever loses its own below it. So a child of the
//! harness in another session is a driver, or was started by one. Of which it was may not be known; when no driver runs any
//! more, that does not matter.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions, getpid, waitid, waitpid};

use super::procfs::{Running, Snapshot};

/// How long the system has to let go of what was left and killed.
const DYING: Duration = Duration::from_secs(2);

/// How often in a row nothing that runs must be found until nothing does: what is always another process is seldom there when one
/// looks.
const QUIET: u32 = 20;

/// How long is waited where something was found.
const NAP: Duration = Duration::from_micros(100);

/// How often is looked at most for what has ended while drivers run.
const PAUSE: Duration = Duration::from_millis(250);

/// The drivers that were started and not reaped yet. It is held while one is started or reaped, so that none is taken for
/// something that a driver has left.
static LEADERS: Mutex<Leaders> = Mutex::new(Leaders {
    pids: BTreeSet::new(),
    reaped: None,
});

struct Leaders {
    pids: BTreeSet<i32>,
    /// When was last looked for what has ended.
    reaped: Option<Instant>,
}

/// Starts a driver.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    let mut leaders = lock();
    let child = command.spawn()?;
    leaders.pids.insert(Pid::from_child(&child).as_raw_pid());
    Ok(child)
}

/// Reaps a driver if it has ended.
pub(super) fn reap_leader(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let mut leaders = lock();
    let status = child.try_wait()?;
    if status.is_some() {
        leaders.pids.remove(&Pid::from_child(child).as_raw_pid());
    }
    Ok(status)
}

/// Kills and reaps whatever drivers have left, if none runs any more.
pub(super) fn sweep() {
    let leaders = lock();
    // Whoever is the first process of a system, or of a container, has the orphans of all others as well.
    if !leaders.pids.is_empty() || getpid().is_init() {
        return;
    }
    let until = Instant::now() + DYING;
    let mut quiet = 0;
    while has_children() && quiet < QUIET && Instant::now() < until {
        let snapshot = Snapshot::take();
        let left = leaders.left(&snapshot);
        reap_all(&left);
        let alive: Vec<&Running> = left.into_iter().filter(|one| one.is_alive()).collect();
        for one in &alive {
            one.kill();
        }
        if alive.is_empty() {
            quiet += 1;
        } else {
            quiet = 0;
            thread::sleep(NAP);
        }
    }
}

/// Reaps what drivers have left and what has ended since, as the first process of the system would do.
pub(super) fn reap() {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    if !matches!(waitid(WaitId::All, options), Ok(Some(_))) {
        return;
    }
    let mut leaders = match LEADERS.try_lock() {
        Ok(leaders) => leaders,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => return,
    };
    // What has ended can also be a driver, which is for others to reap.
    if leaders.reaped.is_some_and(|last| last.elapsed() < PAUSE) {
        return;
    }
    leaders.reaped = Some(Instant::now());
    reap_all(&leaders.left(&Snapshot::take()));
}

impl Leaders {
    /// What is below us and in another session, and is no driver.
    fn left<'s>(&self, snapshot: &'s Snapshot) -> Vec<&'s Running> {
        let own = getpid().as_raw_pid();
        // In a container this can be 0, a session that began outside, which a call for it would not give.
        let Some(session) = snapshot.get(own).map(|own| own.session) else {
            return Vec::new();
        };
        let is_left = |one: &&Running| {
            one.session != session
                && !self.pids.contains(&one.pid)
                && snapshot.line(one).skip(1).any(|parent| parent.pid == own)
        };
        snapshot.iter().filter(is_left).collect()
    }
}

/// Reaps those that have ended and are our children; of others the system knows that they are not.
fn reap_all(left: &[&Running]) {
    let own = getpid().as_raw_pid();
    for one in left {
        if one.parent == own
            && let Some(pid) = Pid::from_raw(one.pid)
        {
            // It may not have ended yet.
            let _ = waitpid(Some(pid), WaitOptions::NOHANG);
        }
    }
}

fn has_children() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::All, options), Err(Errno::CHILD))
}

fn lock() -> MutexGuard<'static, Leaders> {
    // The set is valid at any time.
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}
