//! What differs between operating systems: starting a process so that it can be killed with all that it started, and
//! moving bytes through its pipes within a time limit.
//!
//! Both systems offer the same two types. A `Group` is a process and its descendants; `Pipes` are its standard streams:
//!
//! - on Unix one thread polls non-blocking pipes, so nothing outlives a call and nothing that keeps a pipe open can hold it;
//! - on Windows, where pipes cannot be polled, a thread for each stream does the blocking.

use std::process::ExitStatus;

#[cfg(target_os = "linux")]
mod leaders;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod procfs;
#[cfg(target_os = "linux")]
mod strays;
#[cfg(any(windows, test))]
mod threads;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(windows)]
pub(crate) use threads::Pipes;
#[cfg(unix)]
pub(crate) use unix::{Group, Pipes, spawn};
#[cfg(windows)]
pub(crate) use windows::{Group, spawn};

/// Most bytes that are read at once: what a pipe holds on Linux.
const CHUNK: usize = 64 * 1024;

/// Where the bytes go that a process writes.
pub(crate) trait Sink {
    /// Bytes of standard output.
    fn output(&mut self, bytes: &[u8]);
    /// Bytes of standard error.
    fn diagnostics(&mut self, bytes: &[u8]);
}

/// What one turn of [`Pipes`] moved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// Bytes that went out.
    pub(crate) sent: usize,
    /// Bytes that came in, on both streams.
    pub(crate) received: usize,
}

/// Whether a process was ended by the system or by somebody else, and did not end by itself.
pub(crate) fn died(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        status.signal().is_some()
    }
    #[cfg(not(unix))]
    {
        // Windows ends a process that it will not have any longer with the number of an exception.
        status
            .code()
            .is_some_and(|code| code.cast_unsigned() >= 0xC000_0000)
    }
}

/// How a process ended: `exit status 3`, `killed by signal 11 (SIGSEGV)`.
pub(crate) fn describe(status: ExitStatus) -> String {
    let text = status.to_string().replacen(": ", " ", 1);
    if text.starts_with("signal") {
        format!("killed by {text}")
    } else {
        text
    }
}
