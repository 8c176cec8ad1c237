//! Linux: processes that a driver started and that left its group (`setsid`, a daemon), found by `/proc`.
//!
//! A process is the driver's if its line of parents leads to the driver, or if it carries the mark that the driver was started
//! with in its environment. One that lost its parents before the driver was asked to end, and has another environment, is not
//! found.

use std::collections::HashMap;
use std::fs;
use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// The variable that marks what belongs to a driver.
const VARIABLE: &str = "UICONFORM_DRIVER_PROCESS";

/// How often what is left is looked for, since a process can start others while it is looked for.
const ROUNDS: usize = 20;

/// What belongs to one driver process.
pub(super) struct Mark {
    /// The variable with its value, as it stands in an environment.
    variable: String,
    /// What the driver had started, and had not lost, when that was noted.
    noted: Vec<Running>,
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
            noted: Vec::new(),
        }
    }

    /// Notes what the leader has started outside of its group, before it ends and they lose it.
    pub(super) fn note(&mut self, leader: Pid) {
        self.noted = self.strays(leader);
    }

    /// Kills what the leader of a group has started outside of it. Gives whether there was anything.
    pub(super) fn kill_strays(&mut self, leader: Pid) -> bool {
        let mut any = !self.noted.is_empty();
        for stray in self.noted.drain(..) {
            stray.kill();
        }
        for _ in 0..ROUNDS {
            let strays = self.strays(leader);
            if strays.is_empty() {
                break;
            }
            any = true;
            for stray in strays {
                stray.kill();
            }
        }
        any
    }

    fn strays(&self, leader: Pid) -> Vec<Running> {
        let running = running();
        let parents: HashMap<i32, i32> = running.iter().map(|one| (one.pid, one.parent)).collect();
        let leader = leader.as_raw_pid();
        running
            .into_iter()
            .filter(|one| one.pid != leader && one.group != leader && !one.is_zombie)
            .filter(|one| descends(one.pid, leader, &parents) || self.is_on(one.pid))
            .collect()
    }

    fn is_on(&self, pid: i32) -> bool {
        // Those of other users cannot be read, and cannot be killed either.
        fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environment| {
            environment
                .split(|byte| *byte == 0)
                .any(|variable| variable == self.variable.as_bytes())
        })
    }
}

/// A process, as `/proc` tells.
struct Running {
    pid: i32,
    parent: i32,
    group: i32,
    is_zombie: bool,
    /// When it started; with its number, this is one process for ever.
    started: String,
}

impl Running {
    fn read(pid: i32) -> Option<Self> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The name stands in parentheses and may hold anything; after it come state, parent and group as fields 3 to 5.
        let (_, fields) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        Some(Self {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            is_zombie: matches!(*fields.first()?, "Z" | "X"),
            started: (*fields.get(19)?).to_owned(),
        })
    }

    /// Kills it, and not another one that has got its number since.
    fn kill(&self) {
        if let Some(pid) = Pid::from_raw(self.pid)
            && let Ok(handle) = pidfd_open(pid, PidfdFlags::empty())
            && Self::read(self.pid).is_some_and(|now| now.started == self.started)
        {
            // It may have ended by itself in the meantime.
            let _ = pidfd_send_signal(&handle, Signal::KILL);
        }
    }
}

fn running() -> Vec<Running> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| Running::read(entry.file_name().to_str()?.parse().ok()?))
        .collect()
}

fn descends(pid: i32, from: i32, parents: &HashMap<i32, i32>) -> bool {
    let mut pid = pid;
    // Read one after another, the parents could make a ring.
    for _ in 0..parents.len() {
        match parents.get(&pid) {
            Some(parent) if *parent == from => return true,
            Some(parent) => pid = *parent,
            None => return false,
        }
    }
    false
}
