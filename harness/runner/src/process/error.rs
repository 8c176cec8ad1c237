//! Why a driver could not be started. Messages say what was sent, what came back, and what would have been right.

use std::fmt;
use std::io;
use std::time::Duration;

use thiserror::Error;

use super::excerpt::excerpt;

/// Why there is no driver to talk to.
#[derive(Debug, Error)]
pub enum StartError {
    /// The command has no words.
    #[error("the driver command is empty; name a program, such as `python3 driver.py`")]
    NoCommand,
    /// The program, its interpreter or its working directory is not there.
    #[error("cannot start the driver `{command}`: {advice}")]
    NotFound {
        /// The command.
        command: String,
        /// What is missing and what to do.
        advice: String,
        /// What the system said.
        source: io::Error,
    },
    /// The program is there, and the system will not run it.
    #[error("cannot start the driver `{command}`: {advice}")]
    NotExecutable {
        /// The command.
        command: String,
        /// What to do.
        advice: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something else kept the program from starting.
    #[error("cannot start the driver `{command}`: {source}")]
    Io {
        /// The command.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// The process ended, or closed its output, before it answered `initialize`.
    #[error(
        "the driver `{}` did not answer `initialize`: {exit}{}{transcript}",
        transcript.command,
        advice(hint.as_deref())
    )]
    Ended {
        /// How it ended: `exit status 3`.
        exit: String,
        /// A likely cause, if one shows.
        hint: Option<String>,
        /// What was said.
        transcript: Box<Transcript>,
    },
    /// No answer to `initialize` within the start-up time.
    #[error(
        "the driver `{}` did not answer `initialize` within {after:?}{}{transcript}",
        transcript.command,
        advice(hint.as_deref())
    )]
    Timeout {
        /// The limit.
        after: Duration,
        /// A likely cause, if one shows.
        hint: Option<String>,
        /// What was said.
        transcript: Box<Transcript>,
    },
    /// What came is not a good answer to `initialize`.
    #[error(
        "the driver `{}` gave a bad answer to `initialize`: {why}{}{transcript}",
        transcript.command,
        advice(hint.as_deref())
    )]
    BadInitialize {
        /// One sentence that names the place.
        why: String,
        /// A likely cause, if one shows.
        hint: Option<String>,
        /// What was said.
        transcript: Box<Transcript>,
    },
    /// The driver answered `initialize` with a JSON-RPC error.
    #[error(
        "the driver `{}` refused `initialize` with error {code}: {}{transcript}",
        transcript.command,
        excerpt(message)
    )]
    Refused {
        /// The JSON-RPC code.
        code: String,
        /// What the driver said.
        message: String,
        /// What was said.
        transcript: Box<Transcript>,
    },
    /// The driver speaks another version of the driver protocol.
    #[error(
        "the driver `{}` speaks version {got} of the driver protocol, this harness version {}: \
         install a matching version of one of them{transcript}",
        transcript.command,
        uiconform_driver::PROTOCOL_VERSION
    )]
    Protocol {
        /// The version that the driver named.
        got: String,
        /// What was said.
        transcript: Box<Transcript>,
    },
    /// After a restart, or in a second process beside the first, the driver says something else of itself.
    #[error(
        "the driver `{command}` says something else of itself than when it was first started: {what} was {first} and is {now}; \
         one run is about one implementation"
    )]
    Changed {
        /// The command.
        command: String,
        /// What has changed: `its name`.
        what: &'static str,
        /// What it said first.
        first: String,
        /// What it says now.
        now: String,
    },
    /// Nothing is wrong: the run is being stopped.
    #[error("the run was stopped")]
    Stopped,
}

impl StartError {
    /// Whether there is no use in trying again.
    pub fn is_for_good(&self) -> bool {
        matches!(self, Self::Changed { .. } | Self::Stopped)
    }

    /// The error without the lines that were said, for a place where there is room for one line.
    pub fn summary(&self) -> String {
        let text = self.to_string();
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// What was said, if anything was.
    pub fn transcript(&self) -> Option<&Transcript> {
        match self {
            Self::NoCommand
            | Self::NotFound { .. }
            | Self::NotExecutable { .. }
            | Self::Io { .. }
            | Self::Changed { .. }
            | Self::Stopped => None,
            Self::Ended { transcript, .. }
            | Self::Timeout { transcript, .. }
            | Self::BadInitialize { transcript, .. }
            | Self::Refused { transcript, .. }
            | Self::Protocol { transcript, .. } => Some(transcript),
        }
    }
}

/// What was said before a driver failed to start. Displayed as indented lines, each inert and cut; the fields are whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The command, as a shell would take it.
    pub command: String,
    /// The line that was sent.
    pub sent: String,
    /// What came on standard output, if anything did; what is not UTF-8 is replaced.
    pub received: Option<String>,
    /// The first bytes of standard output, as they came; at most 4 KiB.
    pub bytes: Vec<u8>,
    /// The end of standard error.
    pub stderr: String,
}

/// An answer to `initialize` as it would have been right.
pub const EXPECTED: &str = r#"{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"…","version":"…"},"profiles":["agentue-1.1/reducer"]}}"#;

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n  sent:     {}", excerpt(&self.sent))?;
        match &self.received {
            Some(received) => write!(f, "\n  received: {}", excerpt(received))?,
            None => write!(f, "\n  received: nothing")?,
        }
        write!(f, "\n  expected: a line such as {EXPECTED}")?;
        for line in self.stderr.lines() {
            write!(f, "\n  stderr:   {}", excerpt(line))?;
        }
        Ok(())
    }
}

fn advice(hint: Option<&str>) -> String {
    hint.map(|hint| format!("\n  hint:     {hint}"))
        .unwrap_or_default()
}
