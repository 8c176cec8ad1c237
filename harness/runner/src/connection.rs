//! Something that answers calls, as the executor sees it: a process or an implementation in this one.

use std::time::Duration;

use uiconform_catalogue::{Answer, Call};

use crate::StartError;

/// How one call went, with what was said.
#[derive(Debug)]
pub struct Exchange {
    /// The line that was sent, without its end; if the process was found broken before, the line that would have been.
    pub sent: String,
    /// What came back, without the end of the line, as far as anything did. What is not UTF-8 is replaced.
    pub received: Option<String>,
    /// The answer.
    pub reply: Result<Answer, Breakage>,
    /// Whose doing a breakage is, as far as is known.
    pub origin: Origin,
    /// The process that the call went to; see [`Connection::process`].
    pub process: u64,
}

impl Exchange {
    /// A call that could not be made, since there was nothing to make it to.
    pub(crate) fn not_started(error: &StartError, process: u64) -> Self {
        let transcript = error.transcript().cloned().unwrap_or_default();
        Self {
            sent: transcript.sent,
            received: transcript.received,
            reply: Err(Breakage::not_started(error)),
            origin: Origin::Unknown,
            process,
        }
    }
}

/// Whose doing a breakage is, as far as the lines tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// That of the request, or of an earlier one to the same process.
    #[default]
    Unknown,
    /// That of an earlier request, for it happened before the driver read this one: output that nobody had asked for, an end
    /// between two calls.
    Earlier,
    /// That of the request with this id, which went to the same process earlier: it was answered again.
    Request(u64),
}

/// Why there is no answer. After any of these but an error of the driver, the process is not used again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breakage {
    /// The process ended or closed one of its streams.
    Crash {
        /// How: `exit status 3`, `killed by signal 11 (SIGSEGV)`.
        exit: String,
    },
    /// No answer in time.
    Timeout {
        /// The limit.
        after: Duration,
        /// A likely cause, if one shows.
        hint: Option<String>,
    },
    /// What came is no answer to the request.
    BadAnswer {
        /// One sentence.
        why: String,
        /// A likely cause, if one shows.
        hint: Option<String>,
    },
    /// A JSON-RPC error: the driver says that it failed itself.
    DriverError {
        /// The JSON-RPC code, as JSON text.
        code: String,
        /// What the driver said.
        message: String,
    },
    /// There was no process to make the call to: it could not be started again. This says nothing about any case.
    NotStarted {
        /// What was tried and what came of it.
        why: String,
        /// Whether there is no use in trying again: another implementation answers, or the run is being stopped.
        for_good: bool,
    },
}

impl Breakage {
    /// A start that failed, as the outcome of the call that it was for.
    pub(crate) fn not_started(error: &StartError) -> Self {
        Self::NotStarted {
            why: error.summary(),
            for_good: error.is_for_good(),
        }
    }
}

/// Something that went wrong between two calls, or at the end of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// The process; see [`Connection::process`].
    pub process: u64,
    /// What happened.
    pub breakage: Breakage,
    /// Whether it happened when the process had been asked to end.
    pub at_end: bool,
}

/// What a failure leaves behind for a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The end of what was written to standard error since the evidence was last taken: at most 4 KiB, after `…` if more
    /// was. What is not UTF-8 is replaced; nothing is escaped.
    pub stderr: String,
    /// How the process ended, if it has since the evidence was last taken.
    pub exit: Option<String>,
}

/// Something that answers calls, one after another.
pub trait Connection: Send {
    /// Lets the ids of the next requests count on from this one, so that they do not depend on what was asked before.
    fn count_from(&mut self, id: u64);

    /// Makes a call. Whatever is at the other end, this comes back within the time limits, a moment for cleaning up added.
    ///
    /// A call for a fresh process restarts it first, unless it has answered nothing yet; so does one after a breakage.
    fn call(&mut self, call: &Call) -> Exchange;

    /// Ends what is running, with all that it started, and starts it anew.
    ///
    /// # Errors
    ///
    /// If it does not start; then the next call or restart tries again.
    fn restart(&mut self) -> Result<(), StartError>;

    /// Whether there is something that the next call can use, as far as is known. `false` after a breakage.
    fn is_alive(&self) -> bool;

    /// The number of the process that is running, or ran last: each start has the next one.
    fn process(&self) -> u64;

    /// What has gone wrong since the last answer: output that nobody asked for, or an end. It belongs to the calls before, so it
    /// is to be asked for before the next case is begun. Waits at most `quiet` for something to happen. A restart keeps what it
    /// finds until it is asked for here, the oldest first.
    fn aftermath(&mut self, quiet: Duration) -> Option<Aftermath>;

    /// Asks what is running to end, waits for that a bounded time, and ends it with all that it started. What it does on the way
    /// (output, a death by a signal) is kept for [`aftermath`](Self::aftermath).
    fn finish(&mut self);

    /// What there is to show of the last calls; taken, so that it is told once.
    fn evidence(&mut self) -> Evidence;
}
