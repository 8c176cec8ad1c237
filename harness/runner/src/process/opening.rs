//! The opening of a session: the answer to `initialize`, or why there is no session. And its end, as an explanation tells it.

use uiconform_catalogue::Answer;

use super::identity::{DriverIdentity, Unfit};
use super::message::Misread;
use super::{DriverProcess, LEAVING, StartError, Transcript};
use crate::Breakage;

/// Why there is no session with a driver that runs.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// There is no good answer to `initialize`.
    Broke(Breakage),
    /// The driver speaks that version of the protocol.
    Protocol(String),
}

/// Reads the answer to `initialize`.
///
/// # Errors
///
/// If it is no good one.
pub(crate) fn read_opening(reply: Result<Answer, Misread>) -> Result<DriverIdentity, Refusal> {
    let answer = reply.map_err(|misread| Refusal::Broke(misread.into_breakage().0))?;
    DriverIdentity::read(&answer).map_err(|unfit| match unfit {
        Unfit::Protocol(got) => Refusal::Protocol(got),
        Unfit::Malformed(why) => Refusal::Broke(Breakage::BadAnswer { why, hint: None }),
    })
}

impl DriverProcess {
    /// Asks the process to end. Tells how it did, such as `exit status 0`, and what it did on the way that no driver may do.
    pub fn part(mut self) -> (String, Option<Breakage>) {
        // What it has done since its last answer comes first.
        self.look();
        if let Some(session) = self.session.take() {
            let farewell = session.finish(LEAVING);
            let wrong = farewell.trouble.map(|it| self.remember(it, true));
            return (farewell.exit, wrong);
        }
        let aftermath = self.aftermaths.pop_back();
        let exit = self.exit.take().unwrap_or_default();
        (exit, aftermath.map(|aftermath| aftermath.breakage))
    }
}

impl Refusal {
    /// The same as an error, with what was said and what may be the cause if the driver ended.
    pub(crate) fn into_error(self, transcript: Transcript, cause: Option<String>) -> StartError {
        let transcript = Box::new(transcript);
        match self {
            Self::Protocol(got) => StartError::Protocol { got, transcript },
            Self::Broke(Breakage::Crash { exit }) => StartError::Ended {
                exit,
                hint: cause,
                transcript,
            },
            Self::Broke(Breakage::Timeout { after, hint }) => StartError::Timeout {
                after,
                hint,
                transcript,
            },
            Self::Broke(Breakage::BadAnswer { why, hint }) => StartError::BadInitialize {
                why,
                hint,
                transcript,
            },
            Self::Broke(Breakage::DriverError { code, message }) => StartError::Refused {
                code,
                message,
                transcript,
            },
            // Asking does not start anything.
            Self::Broke(Breakage::NotStarted { .. }) => StartError::Stopped,
        }
    }
}
