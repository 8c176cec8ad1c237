//! Linux: what a driver has started, wherever it went (`setsid`, a daemon).
//!
//! A process is the driver's if its line of parents leads to the driver, or to something else that is the driver's: a process
//! in its session or group, or one that carries the mark that the driver was started with in its environment. An orphan with
//! a session and an environment of its own cannot be told from those of other drivers; see [`leaders`](super::leaders).

use std::collections::{HashMap, HashSet};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, getpid};
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

use super::procfs::{Running, Snapshot};

/// The variable that marks what belongs to a driver.
const VARIABLE: &str = "UICONFORM_DRIVER_PROCESS";

/// How often in a row nothing must be found until nothing is there, since processes come while others are listed.
const EMPTY: usize = 3;

/// The same, where something was found, now or when that was noted: it may have started another one just then, which is seldom there
/// when one looks.
const EMPTY_AFTER: usize = 20;

/// How long is waited between two looks where something was found.
const NAP: Duration = Duration::from_micros(100);

/// How long is looked at most, if new ones come again and again.
const LOOKING: Duration = Duration::from_secs(5);

/// What belongs to one driver process.
pub(super) struct Mark {
    /// The variable with its value, as it stands in an environment.
    variable: String,
    /// What the driver had started, and had not lost, when that was noted.
    noted: HashSet<(i32, u64)>,
}

impl Mark {
    /// Marks what a command starts.
    pub(super) fn on(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Numbers of processes come again, and containers share a file system but not their numbers.
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos());
        let value = format!("{}.{number}.{time}", process::id());
        command.env(VARIABLE, &value);
        Self {
            variable: format!("{VARIABLE}={value}"),
            noted: HashSet::new(),
        }
    }

    /// Notes what the leader has started, before it ends and they lose it.
    pub(super) fn note(&mut self, leader: Pid) {
        let snapshot = Snapshot::take();
        let strays = self.strays(leader, &snapshot);
        self.noted = strays.iter().map(|one| (one.pid, one.started)).collect();
    }

    /// Kills what the leader has started. Gives whether there was anything. The leader must not be reaped yet, or its number
    /// could be that of another.
    pub(super) fn kill_strays(&mut self, leader: Pid) -> bool {
        let mut killed = HashSet::new();
        let mut empty = 0;
        let mut corner = None;
        let until = Instant::now() + LOOKING;
        while empty
            < if killed.is_empty() && self.noted.is_empty() {
                EMPTY
            } else {
                EMPTY_AFTER
            }
            && Instant::now() < until
        {
            empty += 1;
            if !killed.is_empty() {
                thread::sleep(NAP);
            }
            let snapshot = Snapshot::take();
            for stray in self.strays(leader, &snapshot) {
                // One that is killed starts no others, however long it takes to go.
                if killed.insert((stray.pid, stray.started)) {
                    corner.get_or_insert_with(Corner::new).drive(stray.pid);
                    stray.kill();
                    empty = 0;
                }
            }
        }
        !killed.is_empty()
    }

    fn strays<'s>(&self, leader: Pid, snapshot: &'s Snapshot) -> Vec<&'s Running> {
        let (leader, own) = (leader.as_raw_pid(), getpid().as_raw_pid());
        let began = snapshot.get(leader).map_or(0, |leader| leader.started);
        // Reading an environment takes longer than all else, and lines meet.
        let mut marked: HashMap<i32, bool> = HashMap::new();
        let mut is_its = |one: &Running| {
            one.session == leader
                || one.group == leader
                || self.noted.contains(&(one.pid, one.started))
                || *marked
                    .entry(one.pid)
                    .or_insert_with(|| one.has_variable(&self.variable))
        };
        snapshot
            .iter()
            .filter(|one| one.pid != leader && one.pid != own && one.started >= began)
            .filter(|one| {
                snapshot
                    .line(one)
                    .take_while(|one| one.pid != own && one.started >= began)
                    .any(|one| one.pid == leader || is_its(one))
            })
            .filter(|one| one.is_alive())
            .collect()
    }
}

/// One processor, on which this thread and what it pursues take turns.
///
/// A process that has started its successor when it is found, and ended when it is killed, would run ahead of us on a processor of
/// its own for as long as it likes. Successors inherit the processor, and one that does not run while we look starts no other.
/// Where the system does not let us, the pursuit goes on without.
struct Corner {
    /// Where this thread ran before.
    before: Option<CpuSet>,
    here: CpuSet,
}

impl Corner {
    fn new() -> Self {
        let mut here = CpuSet::new();
        here.set(sched_getcpu());
        let before = sched_getaffinity(None).ok();
        let moved = before.and_then(|_| sched_setaffinity(None, &here).ok());
        Self {
            before: before.filter(|_| moved.is_some()),
            here,
        }
    }

    fn drive(&self, pid: i32) {
        if self.before.is_some() {
            // It may have ended by now, which is what is wanted.
            let _ = Pid::from_raw(pid).map(|pid| sched_setaffinity(Some(pid), &self.here));
        }
    }
}

impl Drop for Corner {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // It could be set before.
            let _ = sched_setaffinity(None, before);
        }
    }
}
