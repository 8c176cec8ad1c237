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
    /// Whether the breakage is known to have happened before the driver read this request, so that an earlier call caused
    /// it: output that nobody had asked for, a second answer, an end between two calls. Where this is not known it is `false`.
    pub blames_earlier: bool,
}

impl Exchange {
    /// A call that could not be made, since there was nothing to make it to.
    pub(crate) fn not_started(error: StartError) -> Self {
        let transcript = error.transcript().cloned().unwrap_or_default();
        Self {
            sent: transcript.sent,
            received: transcript.received,
            reply: Err(error.into_breakage()),
            blames_earlier: false,
        }
    }
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

    /// Whether the next call can use what is running. `false` after a breakage, and if it was found to have ended or to have
    /// said something that nobody asked for.
    fn is_alive(&mut self) -> bool;

    /// What has gone wrong since the last answer: output that nobody asked for, or an end. It belongs to the call before, so it
    /// is to be asked for before the next case is begun; nothing is waited for. Afterwards the process is not alive. A restart keeps
    /// it until it is asked for.
    fn aftermath(&mut self) -> Option<Breakage>;

    /// What there is to show of the last calls; taken, so that it is told once.
    fn evidence(&mut self) -> Evidence;
}
