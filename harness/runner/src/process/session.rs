//! One running process: a line out, a line in, and its end. Here nothing is known of JSON.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use super::lines::Lines;
use super::tail::Tail;
use crate::Stop;
use crate::platform::{self, Group, Pipes, Sink, describe, died};

/// How long a turn waits at most before it is looked whether the process has ended, for that does not show in pipes that a
/// descendant holds open.
const SLICE: Duration = Duration::from_millis(100);

/// A wait that takes so much longer than it was to: the harness was stopped meanwhile (`SIGSTOP`, a frozen container), which is not
/// time that the driver has taken.
const STALL: Duration = Duration::from_millis(250);

/// How long a process has to end after it closed its output or its input: an interpreter that shuts down takes a while on a
/// loaded machine, and its exit status and last words are worth having.
const ENDING: Duration = Duration::from_secs(1);

/// How long a late answer is waited for after the input was closed, to tell a driver that does not flush from one that hangs.
const FLUSHING: Duration = Duration::from_secs(1);

/// How long a process has to read that it shall end, before its input is closed, where the system does not tell what it has read.
const READING: Duration = Duration::from_millis(50);

/// How long the system has to let go of a killed process.
const DYING: Duration = Duration::from_secs(5);

const KILLED: &str = "killed by the harness";

const SHUTDOWN: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":\"shutdown\"}\n";

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The process ended or closed a stream.
    Ended {
        exit: String,
        /// The beginning of a line, if that much came.
        partial: Vec<u8>,
        /// Whether it is known that it had not read the request.
        earlier: bool,
    },
    /// No answer in time.
    Late {
        /// The answer that came when the input was closed.
        flushed: Option<Vec<u8>>,
        /// The beginning of a line, if that much came in time.
        partial: Vec<u8>,
        /// Bytes of the request that were not read, if that is known.
        unread: Option<u64>,
    },
    /// There was output before the request was sent.
    Unasked(Vec<u8>),
    /// There was more output after the answer.
    Surplus { answer: Vec<u8>, more: Vec<u8> },
    /// The answer came before the request was read.
    Hasty(Vec<u8>),
    /// More than the limit came, without an end of line. This is its beginning.
    Endless(Vec<u8>),
    /// The run is being stopped.
    Stopped,
}

#[derive(Debug)]
struct Incoming {
    lines: Lines,
    stderr: Tail,
    /// The first bytes of standard output, as they came.
    first: Vec<u8>,
    /// Whether standard output is still of interest.
    listening: bool,
}

impl Sink for Incoming {
    fn output(&mut self, bytes: &[u8]) {
        let room = FIRST - self.first.len();
        self.first
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        if self.listening {
            self.lines.push(bytes);
        }
    }

    fn diagnostics(&mut self, bytes: &[u8]) {
        self.stderr.push(bytes);
    }
}

/// A running process. Dropping it kills it with all that it started.
pub(crate) struct Session {
    group: Group,
    pipes: Pipes,
    incoming: Incoming,
    stop: Stop,
}

/// Bytes of the beginning of standard output that are kept as they came, for an explanation.
const FIRST: usize = 4 * 1024;

/// How a process that was asked to end did so.
pub(crate) struct Farewell {
    /// What it did that it should not have done.
    pub(crate) trouble: Option<Trouble>,
    /// How it ended.
    pub(crate) exit: String,
    /// Whether it ended by itself.
    pub(crate) by_itself: bool,
    /// The end of its standard error.
    pub(crate) stderr: Tail,
}

impl Session {
    /// Starts a process whose lines may have `limit` bytes. What it writes to standard error goes to the end of `stderr`.
    pub(crate) fn start(
        command: Command,
        limit: u64,
        stderr: Tail,
        stop: Stop,
    ) -> io::Result<Self> {
        let (group, pipes) = platform::spawn(command)?;
        Ok(Self {
            group,
            pipes,
            incoming: Incoming {
                lines: Lines::new(limit),
                stderr,
                first: Vec::new(),
                listening: true,
            },
            stop,
        })
    }

    /// Sends a line, which has its end, and waits for one, which has not.
    ///
    /// # Errors
    ///
    /// See [`Trouble`]. After any, the process is of no more use: what it says next could belong to anything.
    pub(crate) fn ask(&mut self, line: &[u8], limit: Option<Duration>) -> Result<Vec<u8>, Trouble> {
        self.look()?;
        self.exchange(line, limit)
    }

    /// The same, without a look at what came before: whatever a process says first is its answer to the first request.
    ///
    /// # Errors
    ///
    /// See [`Trouble`].
    pub(crate) fn exchange(
        &mut self,
        line: &[u8],
        limit: Option<Duration>,
    ) -> Result<Vec<u8>, Trouble> {
        let start = Instant::now();
        // A limit beyond what the clock can count is none.
        let mut deadline = limit.and_then(|limit| start.checked_add(limit));
        let mut look_again = start + SLICE;
        let mut sent = 0;
        let mut closed = false;
        loop {
            if self.stop.is_set() {
                return Err(Trouble::Stopped);
            }
            let now = Instant::now();
            let until = deadline.map_or(look_again, |deadline| deadline.min(look_again));
            let wait = until.saturating_duration_since(now);
            match self.pipes.turn(&line[sent..], &mut self.incoming, wait) {
                Ok(turn) => sent += turn.sent,
                Err(error) => return Err(self.lost(&error)),
            }
            if let Some(answer) = self.incoming.lines.take() {
                return self.accept(answer, sent == line.len());
            }
            if self.incoming.lines.is_over() {
                return Err(Trouble::Endless(self.incoming.lines.partial().to_vec()));
            }
            if !self.pipes.is_stdout_open() {
                return Err(self.ended(line.len(), sent));
            }
            let before = now;
            let now = Instant::now();
            let lost = now.saturating_duration_since(before).saturating_sub(wait);
            if lost > STALL {
                deadline = deadline.and_then(|deadline| deadline.checked_add(lost));
            }
            if !self.pipes.is_stdin_open() && !closed {
                // It may still answer what it has read.
                closed = true;
                deadline = Some(deadline.map_or(now + ENDING, |limit| limit.min(now + ENDING)));
            }
            if deadline.is_some_and(|deadline| now >= deadline) {
                return Err(if closed {
                    self.ended(line.len(), sent)
                } else {
                    self.late(line.len(), sent)
                });
            }
            if now >= look_again {
                look_again = now + SLICE;
                if self.group.has_exited() {
                    self.drain();
                    return match self.incoming.lines.take() {
                        Some(answer) => self.accept(answer, sent == line.len()),
                        None => Err(self.ended(line.len(), sent)),
                    };
                }
            }
        }
    }

    /// Looks, without waiting, whether the process has said something unasked or has ended.
    pub(crate) fn look(&mut self) -> Result<(), Trouble> {
        if let Err(error) = self.pipes.turn(&[], &mut self.incoming, Duration::ZERO) {
            return Err(self.lost(&error));
        }
        if !self.incoming.lines.is_empty() {
            self.complete_line();
            return Err(Trouble::Unasked(self.incoming.lines.first().to_vec()));
        }
        if !self.pipes.is_stdout_open() || !self.pipes.is_stdin_open() {
            return Err(self.ended(0, 0));
        }
        Ok(())
    }

    /// The same, and also finds that the process has ended where a descendant holds its pipes open; a system call more.
    pub(crate) fn look_closely(&mut self) -> Result<(), Trouble> {
        self.look()?;
        if self.group.has_exited() {
            // What it said before it ended comes first.
            self.look()?;
            return Err(self.ended(0, 0));
        }
        Ok(())
    }

    /// The first bytes of standard output, as they came.
    pub(crate) fn first_output(&self) -> &[u8] {
        &self.incoming.first
    }

    /// Bytes of what was sent that the process has not read, if that is known.
    pub(crate) fn unread(&self) -> Option<u64> {
        self.pipes.unread()
    }

    /// What was written to standard error, as far as it can be had without waiting.
    pub(crate) fn stderr(&mut self) -> &mut Tail {
        self.drain();
        &mut self.incoming.stderr
    }

    /// Waits until something comes, at most that long.
    pub(crate) fn wait(&mut self, limit: Duration) {
        // What is wrong with the pipes shows when they are used.
        let _ = self.pipes.turn(&[], &mut self.incoming, limit.min(SLICE));
    }

    /// Asks the process to end, waits for that, and kills what is left of it. Nothing is wrong yet when this is called.
    pub(crate) fn finish(mut self, within: Duration) -> Farewell {
        self.group.note_family();
        let start = Instant::now();
        let sent = match self
            .pipes
            .turn(SHUTDOWN, &mut self.incoming, Duration::ZERO)
        {
            Ok(turn) => turn.sent,
            Err(_) => 0, // If the pipe is full it is not to be helped.
        };
        let mut nap = Duration::from_micros(100);
        let by_itself = loop {
            if self.group.has_exited() {
                break true;
            }
            let passed = start.elapsed();
            if passed >= within || self.stop.is_set() {
                break false;
            }
            // What does not read a line does not see the end of its input either, so nothing is gained by closing it early; and
            // only an open pipe tells what was read.
            let may_close = match self.pipes.unread() {
                Some(unread) => unread == 0,
                None => passed >= READING,
            };
            if may_close {
                self.pipes.close_stdin();
            }
            // As long as a stream is open its end wakes us, and afterwards the process has all but ended.
            let turn = self
                .pipes
                .turn(&[], &mut self.incoming, nap.min(within - passed));
            if turn.is_err() {
                break false;
            }
            nap = (nap * 2).min(Duration::from_millis(5));
        };
        // It had closed the pipe when it was asked, or has ended without reading that; we close it only when it has read.
        let unasked = self.pipes.unread() == Some(sent as u64);
        self.complete_line();
        let said = (!self.incoming.lines.is_empty()).then(|| self.incoming.lines.first().to_vec());
        let status = self.group.end(DYING);
        self.incoming.listening = false;
        self.drain();
        let exit = match status {
            Some(status) if by_itself => describe(status),
            _ => KILLED.to_owned(),
        };
        let dead = by_itself && (unasked || status.is_some_and(died));
        let trouble = match said {
            Some(said) => Some(Trouble::Unasked(said)),
            None if dead => Some(Trouble::Ended {
                exit: exit.clone(),
                partial: Vec::new(),
                earlier: true,
            }),
            None => None,
        };
        Farewell {
            trouble,
            exit,
            by_itself,
            stderr: self.incoming.stderr,
        }
    }

    /// Kills the process with all that it started. Tells how it had ended before, or that it had not, and what it wrote to
    /// standard error.
    pub(crate) fn kill(mut self) -> (String, Tail) {
        self.incoming.listening = false;
        let had_exited = self.group.has_exited();
        let status = self.group.end(DYING);
        self.drain();
        let exit = match status {
            Some(status) if had_exited => describe(status),
            Some(_) => KILLED.to_owned(),
            None => "killed by the harness, and not gone yet".to_owned(),
        };
        (exit, self.incoming.stderr)
    }

    fn accept(&mut self, answer: Vec<u8>, all_sent: bool) -> Result<Vec<u8>, Trouble> {
        if self.incoming.lines.is_too_long(&answer) {
            return Err(Trouble::Endless(answer));
        }
        if !all_sent {
            return Err(Trouble::Hasty(answer));
        }
        if !self.incoming.lines.is_empty() {
            self.complete_line();
            let more = self.incoming.lines.first().to_vec();
            return Err(Trouble::Surplus { answer, more });
        }
        Ok(answer)
    }

    /// The process has closed a stream or ended, with `sent` of the `length` bytes of a request sent.
    fn ended(&mut self, length: usize, sent: usize) -> Trouble {
        let unread = self.pipes.unread();
        let partial = self.incoming.lines.partial().to_vec();
        let (stdin, stdout) = (self.pipes.is_stdin_open(), self.pipes.is_stdout_open());
        self.wait_for_exit(ENDING);
        let exit = if self.group.has_exited() {
            // It is reaped right away, since only then it is known how it ended.
            let status = self.group.end(DYING);
            status.map_or_else(|| "in an unknown way".to_owned(), describe)
        } else {
            let what = match (stdin, stdout) {
                (_, false) => "its standard output",
                (false, true) => "its standard input",
                (true, true) => "a stream",
            };
            format!("closed {what} and went on; killed by the harness")
        };
        Trouble::Ended {
            exit,
            partial,
            earlier: length == 0 || sent == 0 || unread == Some(sent as u64),
        }
    }

    fn late(&mut self, length: usize, sent: usize) -> Trouble {
        let partial = self.incoming.lines.partial().to_vec();
        let unsent = (length - sent) as u64;
        let unread = self.pipes.unread().map(|unread| unread + unsent);
        self.pipes.close_stdin();
        let until = Instant::now() + FLUSHING;
        let flushed = loop {
            let wait = until.saturating_duration_since(Instant::now());
            let turn = self.pipes.turn(&[], &mut self.incoming, wait);
            if let Some(answer) = self.incoming.lines.take() {
                break Some(answer);
            }
            if turn.is_err() || wait.is_zero() || !self.pipes.is_stdout_open() {
                break None;
            }
        };
        Trouble::Late {
            flushed,
            partial,
            unread,
        }
    }

    /// The system refuses to move bytes, which no driver can bring about.
    fn lost(&mut self, error: &io::Error) -> Trouble {
        Trouble::Ended {
            exit: format!("cannot be talked to: {error}"),
            partial: Vec::new(),
            earlier: false,
        }
    }

    /// Waits until the process has ended, while it may get rid of what it has to say.
    fn wait_for_exit(&mut self, limit: Duration) {
        let until = Instant::now() + limit;
        let mut nap = Duration::from_micros(100);
        while !self.group.has_exited() {
            let left = until.saturating_duration_since(Instant::now());
            // As long as a stream is open its end wakes us, and afterwards the process has all but ended.
            let turn = self.pipes.turn(&[], &mut self.incoming, nap.min(left));
            if left.is_zero() || turn.is_err() {
                break;
            }
            nap = (nap * 2).min(Duration::from_millis(5));
        }
        self.drain();
    }

    /// Takes what is there.
    fn drain(&mut self) {
        self.drain_until(|_| false);
    }

    /// Takes what is there of the line that has begun.
    fn complete_line(&mut self) {
        self.drain_until(Lines::has_whole);
    }

    /// Takes what is there until it is enough. Whoever goes on writing does not hold us.
    fn drain_until(&mut self, enough: impl Fn(&Lines) -> bool) {
        let until = Instant::now() + SLICE;
        while !enough(&self.incoming.lines)
            && let Ok(turn) = self.pipes.turn(&[], &mut self.incoming, Duration::ZERO)
            && turn.received > 0
            && Instant::now() < until
        {}
    }
}
