//! Linux: the processes that there are, as `/proc` tells.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsStr;
use std::fs;

use rustix::process::{
    Pid, PidfdFlags, Signal, child_subreaper, getpid, pidfd_open, pidfd_send_signal,
};

/// A process as it was when it was looked at.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) pid: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
    pub(super) session: i32,
    /// Whether its main thread has ended. Others may go on.
    ended: bool,
    /// When it started, in ticks; with its number, this is one process for ever.
    pub(super) started: u64,
}

impl Running {
    pub(super) fn read(pid: i32) -> Option<Self> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The name stands in parentheses and may hold anything; after it come state, parent, group and session as fields 3 to 6.
        let (_, fields) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        Some(Self {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            ended: matches!(*fields.first()?, "Z" | "X"),
            started: fields.get(19)?.parse().ok()?,
        })
    }

    /// Whether something of it still runs.
    pub(super) fn is_alive(&self) -> bool {
        !self.ended || self.other_threads().next().is_some()
    }

    /// Whether its environment has that variable, as `NAME=value`. Nobody can read that of another user.
    pub(super) fn has_variable(&self, variable: &str) -> bool {
        let is_there = |path: String| {
            fs::read(path).is_ok_and(|environment| {
                environment
                    .split(|byte| *byte == 0)
                    .any(|entry| entry == variable.as_bytes())
            })
        };
        if self.ended {
            // A thread that has ended has no memory, so none of this.
            self.other_threads()
                .any(|thread| is_there(format!("/proc/{}/task/{thread}/environ", self.pid)))
        } else {
            is_there(format!("/proc/{}/environ", self.pid))
        }
    }

    fn other_threads(&self) -> impl Iterator<Item = i32> + use<> {
        let pid = self.pid;
        numbers(&format!("/proc/{pid}/task")).filter(move |thread| *thread != pid)
    }

    /// Kills it, and not another one that has got its number since.
    pub(super) fn kill(&self) {
        if let Some(pid) = Pid::from_raw(self.pid)
            && let Ok(handle) = pidfd_open(pid, PidfdFlags::empty())
            && Self::read(self.pid).is_some_and(|now| now.started == self.started)
        {
            // It may have ended by itself in the meantime.
            let _ = pidfd_send_signal(&handle, Signal::KILL);
        }
    }
}

/// How often at most the children of the root are looked at for one snapshot.
const PASSES: usize = 8;

/// Processes at about one moment: all that are below us, or all that there are.
pub(super) struct Snapshot(HashMap<i32, Running>);

impl Snapshot {
    /// Takes one. If orphans come to us, what drivers have started is below us, and only that is looked at: listing all processes
    /// takes many times as long. None are seen where `/proc` is that of another namespace, whose numbers are not ours.
    pub(super) fn take() -> Self {
        let own = getpid().as_raw_pid();
        let sees_us = fs::read_link("/proc/self")
            .is_ok_and(|path| path.as_os_str() == OsStr::new(&own.to_string()));
        if !sees_us {
            return Self(HashMap::new());
        }
        // Few systems do not list children.
        if matches!(child_subreaper(), Ok(Some(_))) && children(own).is_some() {
            Self::below(own)
        } else {
            let all = numbers("/proc").filter_map(Running::read);
            Self(all.map(|one| (one.pid, one)).collect())
        }
    }

    fn below(root: i32) -> Self {
        let mut below = HashMap::new();
        let mut next = vec![root];
        for _ in 0..PASSES {
            let before = below.len();
            while let Some(pid) = next.pop() {
                // Numbers come again while we look, so the children could make a ring.
                if let Entry::Vacant(entry) = below.entry(pid)
                    && let Some(one) = Running::read(pid)
                {
                    entry.insert(one);
                    next.extend(children(pid).into_iter().flatten());
                }
            }
            if below.len() == before {
                break;
            }
            // What lost its parent before we came to it is now among the children of the root, where we had looked already.
            next.extend(children(root).into_iter().flatten());
        }
        Self(below)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Running> {
        self.0.values()
    }

    pub(super) fn get(&self, pid: i32) -> Option<&Running> {
        self.0.get(&pid)
    }

    /// A process, its parent, and so on.
    pub(super) fn line<'s>(&'s self, from: &'s Running) -> impl Iterator<Item = &'s Running> {
        let parents = std::iter::successors(Some(from), |one| self.0.get(&one.parent));
        // Read one after another, the parents could make a ring.
        parents.take(self.0.len())
    }
}

/// The children of a process, those that have ended and were not reaped among them. `None` if it is gone or the system does not
/// list them.
fn children(pid: i32) -> Option<Vec<i32>> {
    let mut children = Vec::new();
    let mut listed = false;
    for thread in numbers(&format!("/proc/{pid}/task")) {
        // Threads end at any time.
        if let Ok(text) = fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")) {
            listed = true;
            children.extend(
                text.split_whitespace()
                    .filter_map(|pid| pid.parse::<i32>().ok()),
            );
        }
    }
    listed.then_some(children)
}

/// The entries of a directory whose names are numbers.
fn numbers(directory: &str) -> impl Iterator<Item = i32> + use<> {
    fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}
