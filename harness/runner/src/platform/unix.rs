//! Unix: sessions, and non-blocking pipes that are polled.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, setsid, waitid,
};

#[cfg(target_os = "linux")]
use super::leaders::{reap, reap_leader, sweep};
#[cfg(target_os = "linux")]
use super::strays::Mark;
use super::{CHUNK, Sink, Turn};

/// Starts a command as the leader of a session and a process group of its own, with pipes for its standard streams.
///
/// In a session of its own it has no terminal that it could change, and cannot hide in the group of the harness.
pub(crate) fn spawn(mut command: Command) -> io::Result<(Group, Pipes)> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    lead_session(&mut command);
    let mark = Mark::on(&mut command);
    #[cfg(target_os = "linux")]
    let child = super::linux::spawn(command)?;
    #[cfg(not(target_os = "linux"))]
    let child = command.spawn()?;
    let mut group = Group {
        pid: Pid::from_child(&child),
        child,
        mark,
        status: None,
    };
    let pipes = Pipes::of(&mut group.child)?;
    Ok((group, pipes))
}

fn lead_session(command: &mut Command) {
    #[allow(
        unsafe_code,
        reason = "a session can be begun by the new process only, between fork and exec"
    )]
    // SAFETY: The closure makes one system call and neither allocates nor locks, so it may run in the child of a fork of a
    // process with threads.
    unsafe {
        command.pre_exec(|| {
            setsid()?;
            Ok(())
        });
    }
}

/// A process and all that it started; where the system does not tell who started what, without those that left its group.
pub(crate) struct Group {
    child: Child,
    pid: Pid,
    mark: Mark,
    /// Set once the leader is reaped; from then on its number may belong to somebody else.
    status: Option<ExitStatus>,
}

impl Group {
    /// Whether the leader has ended. It stays a zombie until [`end`](Self::end), so that its number, which is the group's,
    /// cannot be given to another process in the meantime.
    pub(crate) fn has_exited(&mut self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if self.status.is_some() || !matches!(waitid(WaitId::Pid(self.pid), options), Ok(None)) {
            return true;
        }
        reap();
        false
    }

    /// Notes what the process has started, since it is not to be known any more when it has ended.
    pub(crate) fn note_family(&mut self) {
        self.mark.note(self.pid);
    }

    /// Kills the group and reaps its leader, waiting for it at most `within`. `None` if the kernel has not let go of it by
    /// then.
    pub(crate) fn end(&mut self, within: Duration) -> Option<ExitStatus> {
        if self.status.is_some() {
            return self.status;
        }
        let was_running = !self.has_exited();
        // As long as the leader lives it is known who its children are, wherever they went.
        let had_strays = self.mark.kill_strays(self.pid);
        // There is nothing to be done about what is gone or not ours to kill.
        let _ = kill_process(self.pid, Signal::KILL);
        let _ = kill_process_group(self.pid, Signal::KILL);
        if was_running || had_strays {
            // What was started between the two.
            self.mark.kill_strays(self.pid);
        }
        let until = Instant::now() + within;
        let mut nap = Duration::from_micros(50);
        loop {
            match reap_leader(&mut self.child) {
                Ok(None) if Instant::now() < until => {}
                Ok(status) => {
                    self.status = status;
                    break;
                }
                Err(_) => break,
            }
            thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        }
        sweep();
        self.status
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end(Duration::from_secs(1));
    }
}

/// Elsewhere than on Linux orphans go to the first process of the system, which reaps them.
#[cfg(not(target_os = "linux"))]
fn reap() {}

#[cfg(not(target_os = "linux"))]
fn sweep() {}

#[cfg(not(target_os = "linux"))]
fn reap_leader(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    child.try_wait()
}

/// Elsewhere than on Linux, what left the group is not found.
#[cfg(not(target_os = "linux"))]
struct Mark;

#[cfg(not(target_os = "linux"))]
impl Mark {
    fn on(_command: &mut Command) -> Self {
        Self
    }

    fn note(&mut self, _leader: Pid) {}

    fn kill_strays(&mut self, _leader: Pid) -> bool {
        false
    }
}

/// The standard streams of a process. What it closes is closed here as well.
pub(crate) struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Bytes that were not read when the input was closed.
    left_unread: Option<u64>,
    buffer: Vec<u8>,
}

impl Pipes {
    fn of(child: &mut Child) -> io::Result<Self> {
        let pipes = Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            left_unread: None,
            buffer: Vec::with_capacity(CHUNK),
        };
        // The flag belongs to our ends; the process sees blocking pipes.
        let ends = [
            pipes.stdin.as_ref().map(AsFd::as_fd),
            pipes.stdout.as_ref().map(AsFd::as_fd),
            pipes.stderr.as_ref().map(AsFd::as_fd),
        ];
        for end in ends.into_iter().flatten() {
            ioctl_fionbio(end, true)?;
        }
        Ok(pipes)
    }

    /// Whether the process may still read.
    pub(crate) fn is_stdin_open(&self) -> bool {
        self.stdin.is_some()
    }

    /// Whether more of its standard output may come.
    pub(crate) fn is_stdout_open(&self) -> bool {
        self.stdout.is_some()
    }

    /// Closes its standard input.
    pub(crate) fn close_stdin(&mut self) {
        if self.stdin.is_some() {
            self.left_unread = self.unread();
            self.stdin = None;
        }
    }

    /// Bytes that were sent and that the process has not read, or had not when its input was closed, where the system tells.
    pub(crate) fn unread(&self) -> Option<u64> {
        match &self.stdin {
            // Only Linux counts them at the writing end.
            Some(stdin) if cfg!(target_os = "linux") => ioctl_fionread(stdin).ok(),
            Some(_) => None,
            None => self.left_unread,
        }
    }

    /// Moves what can be moved at once; if nothing comes in, waits for it at most `wait`.
    pub(crate) fn turn(
        &mut self,
        outgoing: &[u8],
        sink: &mut impl Sink,
        wait: Duration,
    ) -> io::Result<Turn> {
        let mut turn = Turn {
            sent: self.write(outgoing),
            received: 0,
        };
        let left = &outgoing[turn.sent..];
        let ready = self.poll(!left.is_empty(), wait)?;
        turn.sent += match ready.stdin {
            Stdin::Quiet => 0,
            Stdin::Writable => self.write(left),
            Stdin::Closed => {
                self.close_stdin();
                0
            }
        };
        if ready.stdout {
            let got = read(&mut self.stdout, &mut self.buffer)?;
            sink.output(got);
            turn.received += got.len();
        }
        if ready.stderr {
            let got = read(&mut self.stderr, &mut self.buffer)?;
            sink.diagnostics(got);
            turn.received += got.len();
        }
        Ok(turn)
    }

    /// Writes until the pipe is full.
    fn write(&mut self, bytes: &[u8]) -> usize {
        let mut sent = 0;
        while sent < bytes.len()
            && let Some(stdin) = &self.stdin
        {
            match rustix::io::write(stdin, &bytes[sent..]) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.close_stdin(),
            }
        }
        sent
    }

    fn poll(&self, writing: bool, wait: Duration) -> io::Result<Ready> {
        let outgoing = if writing {
            PollFlags::OUT
        } else {
            PollFlags::empty() // tells of the closed end alone
        };
        let streams: [Option<(BorrowedFd<'_>, PollFlags)>; 3] = [
            self.stdin.as_ref().map(|end| (end.as_fd(), outgoing)),
            self.stdout.as_ref().map(|end| (end.as_fd(), PollFlags::IN)),
            self.stderr.as_ref().map(|end| (end.as_fd(), PollFlags::IN)),
        ];
        let mut polled: Vec<PollFd<'_>> = streams
            .iter()
            .flatten()
            .map(|(end, flags)| PollFd::from_borrowed_fd(*end, *flags))
            .collect();
        let timeout = Timespec {
            tv_sec: wait.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: wait.subsec_nanos().into(),
        };
        match poll(&mut polled, Some(&timeout)) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(Ready::default()),
            Err(error) => return Err(error.into()),
        }
        let mut events = polled.iter().map(PollFd::revents);
        let [stdin, stdout, stderr] = streams.map(|stream| {
            stream
                .and_then(|_| events.next())
                .unwrap_or(PollFlags::empty())
        });
        Ok(Ready {
            stdin: if stdin.intersects(PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL) {
                Stdin::Closed
            } else if stdin.contains(PollFlags::OUT) {
                Stdin::Writable
            } else {
                Stdin::Quiet
            },
            stdout: !stdout.is_empty(),
            stderr: !stderr.is_empty(),
        })
    }
}

/// What a poll found.
#[derive(Default)]
struct Ready {
    stdin: Stdin,
    stdout: bool,
    stderr: bool,
}

#[derive(Default)]
enum Stdin {
    #[default]
    Quiet,
    Writable,
    Closed,
}

/// Reads once; a stream that has ended is closed.
fn read<'b, S: AsFd>(stream: &mut Option<S>, buffer: &'b mut Vec<u8>) -> io::Result<&'b [u8]> {
    buffer.clear();
    if let Some(end) = stream {
        match rustix::io::read(end, spare_capacity(buffer)) {
            Ok(0) => *stream = None,
            Ok(_) | Err(Errno::INTR | Errno::AGAIN) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(buffer)
}
