//! Driver processes: somebody else's program behind a [`Connection`].
//!
//! A program may do anything; whatever it does, a call ends in bounded time with a [`Breakage`] that says what was seen, and
//! the process is killed with its group. It is never re-synchronised: after a breakage, what comes next could belong to
//! anything. The layers, from the bottom: `platform` moves bytes and kills; [`session`] is one process, one line out and one
//! in; this module is JSON-RPC over it.

mod command;
mod error;
mod excerpt;
mod identity;
mod lines;
pub(crate) mod message;
mod opening;
mod session;
mod tail;

use std::time::Duration;

use uiconform_catalogue::{Call, Process};

pub use command::DriverCommand;
pub use error::{StartError, Transcript};
pub use identity::DriverIdentity;
pub(crate) use opening::read_opening;

use crate::{Breakage, Connection, Evidence, Exchange};
use message::{Read, Told, initialize_line, read_answer, request_line};
use opening::Refusal;
use session::{Session, Trouble};
use tail::Tail;

/// How long drivers may take. `None` is without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From a request to its answer.
    pub request: Option<Duration>,
    /// From the start of the process to its answer to `initialize`.
    pub startup: Option<Duration>,
}

/// Cases are small: an answer takes milliseconds, and a slow machine a hundred times that. Starting may compile something.
impl Default for Timeouts {
    fn default() -> Self {
        Self {
            request: Some(Duration::from_secs(5)),
            startup: Some(Duration::from_secs(30)),
        }
    }
}

/// What is asked of any driver process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long it may take.
    pub timeouts: Timeouts,
    /// Most bytes of an answer.
    pub answer_limit: u64,
}

/// The largest cases have answers of a few MiB; what is a hundred times that is not going to end.
impl Default for Settings {
    fn default() -> Self {
        Self {
            timeouts: Timeouts::default(),
            answer_limit: 256 * 1024 * 1024,
        }
    }
}

/// A driver in a process of its own, started anew when it breaks. Dropping it ends the process.
pub struct DriverProcess {
    command: DriverCommand,
    settings: Settings,
    suites: Vec<String>,
    /// `None` after a breakage.
    session: Option<Session>,
    /// Id of the last request to this process; `initialize` has 0.
    last_id: u64,
    /// A breakage between two calls that nobody has asked for yet.
    aftermath: Option<Breakage>,
    /// Standard error of processes that have ended.
    stderr: Tail,
    exit: Option<String>,
}

impl DriverProcess {
    /// Starts a driver and asks it who it is. `suites` are told to it.
    ///
    /// # Errors
    ///
    /// A [`StartError`] that says what to do.
    pub fn start(
        command: &DriverCommand,
        settings: &Settings,
        suites: &[String],
    ) -> Result<(Self, DriverIdentity), StartError> {
        let mut driver = Self {
            command: command.clone(),
            settings: *settings,
            suites: suites.to_vec(),
            session: None,
            last_id: 0,
            aftermath: None,
            stderr: Tail::default(),
            exit: None,
        };
        let (session, identity) = driver.open()?;
        driver.session = Some(session);
        Ok((driver, identity))
    }

    /// Starts a process and opens a session with it.
    fn open(&mut self) -> Result<(Session, DriverIdentity), StartError> {
        let command = self.command.to_command()?;
        let limit = self.settings.answer_limit;
        let mut session = Session::start(command, limit, std::mem::take(&mut self.stderr))
            .map_err(|source| self.command.cannot_start(source))?;
        let mut line = initialize_line(&self.suites);
        let outcome = session.ask(line.as_bytes(), self.settings.timeouts.startup);
        line.pop();
        let (received, opening) = match outcome.map(|line| read_answer(line, 0)) {
            Ok(Read { text, reply }) => (Some(text), read_opening(reply)),
            Err(trouble) => {
                let told = self.tell(trouble, &line, 0, self.settings.timeouts.startup);
                (told.received, Err(Refusal::Broke(told.breakage)))
            }
        };
        match opening {
            Ok(identity) => {
                self.last_id = 0;
                Ok((session, identity))
            }
            Err(refusal) => {
                let (_, mut stderr) = session.kill();
                let transcript = Transcript {
                    command: self.command.to_string(),
                    sent: line,
                    received,
                    stderr: stderr.take(),
                };
                Err(refusal.into_error(transcript, self.command.likely_flaw()))
            }
        }
    }

    /// Puts into words what went wrong with the request with that id.
    fn tell(&self, trouble: Trouble, line: &str, id: u64, limit: Option<Duration>) -> Told {
        message::tell(trouble, line, id, limit, self.settings.answer_limit)
    }

    /// A process for the next call, started anew if need be. It is to be put back unless it breaks.
    fn take_session(&mut self, process: Process) -> Result<Session, StartError> {
        let used = self.last_id > 0;
        if (process == Process::Same || !used)
            && let Some(session) = self.session.take()
        {
            return Ok(session);
        }
        self.leave();
        self.open().map(|(session, _)| session)
    }

    /// Ends a process that is not needed any more.
    fn leave(&mut self) {
        // What it has done since its last answer is not to get lost with it.
        self.look();
        if let Some(session) = self.session.take() {
            self.stderr = session.leave();
        }
    }

    /// Ends a process that broke in that way.
    fn discard(&mut self, session: Session, breakage: &Breakage) {
        let (exit, stderr) = session.kill();
        self.stderr = stderr;
        self.exit = Some(match breakage {
            Breakage::Crash { exit } => exit.clone(),
            _ => exit,
        });
    }

    /// Looks for what went wrong since the last answer.
    fn look(&mut self) {
        let Some(mut session) = self.session.take() else {
            return;
        };
        match session.look_closely() {
            Ok(()) => self.session = Some(session),
            Err(trouble) => {
                let told = self.tell(trouble, "", self.last_id, None);
                self.discard(session, &told.breakage);
                self.aftermath = Some(told.breakage);
            }
        }
    }
}

impl Connection for DriverProcess {
    fn call(&mut self, call: &Call) -> Exchange {
        let mut session = match self.take_session(call.process) {
            Ok(session) => session,
            Err(error) => return Exchange::not_started(error),
        };
        self.last_id += 1;
        let id = self.last_id;
        let limit = self.settings.timeouts.request;
        let mut sent = request_line(id, call.method, &call.params);
        let outcome = session.ask(sent.as_bytes(), limit);
        sent.pop();
        let told = match outcome.map(|line| read_answer(line, id)) {
            Ok(Read {
                text,
                reply: Ok(answer),
            }) => {
                self.session = Some(session);
                return Exchange {
                    sent,
                    received: Some(text),
                    reply: Ok(answer),
                    blames_earlier: false,
                };
            }
            Ok(Read {
                text,
                reply: Err(misread),
            }) => {
                let (breakage, earlier) = misread.into_breakage();
                // A driver that says that it failed is in step with us.
                if matches!(breakage, Breakage::DriverError { .. }) {
                    self.session = Some(session);
                } else {
                    self.discard(session, &breakage);
                }
                Told {
                    breakage,
                    received: Some(text),
                    earlier,
                }
            }
            Err(trouble) => {
                let told = self.tell(trouble, &sent, id, limit);
                self.discard(session, &told.breakage);
                told
            }
        };
        Exchange {
            sent,
            received: told.received,
            reply: Err(told.breakage),
            blames_earlier: told.earlier,
        }
    }

    fn restart(&mut self) -> Result<(), StartError> {
        self.leave();
        let (session, _) = self.open()?;
        self.session = Some(session);
        Ok(())
    }

    fn is_alive(&mut self) -> bool {
        self.look();
        self.session.is_some()
    }

    fn aftermath(&mut self) -> Option<Breakage> {
        self.look();
        self.aftermath.take()
    }

    fn evidence(&mut self) -> Evidence {
        let stderr = match &mut self.session {
            Some(session) => session.stderr().take(),
            None => self.stderr.take(),
        };
        Evidence {
            stderr,
            exit: self.exit.take(),
        }
    }
}

impl Drop for DriverProcess {
    fn drop(&mut self) {
        self.leave();
    }
}
