//! Linux: a driver dies with the harness, even if that is killed with SIGKILL, and what it leaves behind becomes a child of the
//! harness.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rustix::process::{
    Signal, getpid, getppid, set_child_subreaper, set_parent_process_death_signal,
};

use super::leaders;

struct Order {
    command: Command,
    reply: SyncSender<io::Result<Child>>,
}

/// The thread that starts all drivers. The kernel sends the death signal when the *thread* that started a process ends, so
/// a driver started on a worker thread would die with that worker.
static STARTER: Mutex<Option<Sender<Order>>> = Mutex::new(None);

/// Starts a process that gets SIGKILL when this one ends. The promise covers the process itself: what it starts in turn sees
/// the end of its input, as on other systems.
pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    let harness = getpid();
    let tie = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The harness may have died before the signal was asked for.
        if getppid() == Some(harness) {
            Ok(())
        } else {
            Err(rustix::io::Errno::SRCH.into())
        }
    };
    #[allow(
        unsafe_code,
        reason = "the death signal can be set by the new process only, between fork and exec"
    )]
    // SAFETY: The closure makes two system calls and neither allocates nor locks, so it may run in the child of a fork of a
    // process with threads.
    unsafe {
        command.pre_exec(tie);
    }
    let (reply, started) = mpsc::sync_channel(1);
    starter()?
        .send(Order { command, reply })
        .map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}

fn starter() -> io::Result<Sender<Order>> {
    let mut starter = STARTER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(orders) = starter.as_ref() {
        return Ok(orders.clone());
    }
    // From now on who loses its parents is found among our children; where that is not to be had, by its environment alone.
    let _ = set_child_subreaper(Some(getpid()));
    let (orders, incoming) = mpsc::channel::<Order>();
    thread::Builder::new()
        .name("driver starter".to_owned())
        .spawn(move || {
            for mut order in incoming {
                // Who ordered it waits for the reply.
                let _ = order.reply.send(leaders::start(&mut order.command));
            }
        })?;
    *starter = Some(orders.clone());
    Ok(orders)
}

fn gone() -> io::Error {
    io::Error::other("the thread that starts drivers has ended")
}
