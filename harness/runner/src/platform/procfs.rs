//! Linux: the processes that there are, as `/proc` tells.

use std::collections::HashMap;
use std::fs;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

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

/// All processes at about one moment.
pub(super) struct Snapshot(HashMap<i32, Running>);

impl Snapshot {
    pub(super) fn take() -> Self {
        Self(
            numbers("/proc")
                .filter_map(Running::read)
                .map(|one| (one.pid, one))
                .collect(),
        )
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

/// The entries of a directory whose names are numbers.
fn numbers(directory: &str) -> impl Iterator<Item = i32> + use<> {
    fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}
