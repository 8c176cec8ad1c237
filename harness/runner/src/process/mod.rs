//! Driver processes: somebody else's program behind a [`Connection`].
//!
//! A program may do anything; whatever it does, a call ends in bounded time with a [`Breakage`] that says what was seen, and
//! the process is killed with its group. It is never re-synchronised: after a breakage, what comes next could belong to
//! anything. The layers, from the bottom: `platform` moves bytes and kills; [`session`] is one process, one line out and one
//! in; this module is JSON-RPC over it.

mod batch;
mod bounds;
mod choices;
mod command;
mod error;
mod excerpt;
mod identity;
mod lines;
pub(crate) mod message;
mod opening;
mod session;
mod settings;
mod tail;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use uiconform_catalogue::{Call, Process};

pub use batch::BatchCall;
pub use command::DriverCommand;
pub use error::{EXPECTED, StartError, Transcript};
pub use identity::DriverIdentity;
pub(crate) use opening::read_opening;
pub use settings::{Settings, Timeouts};

use crate::{Aftermath, Breakage, Connection, Evidence, Exchange, Origin, Stop};
use message::{
    Asked, Misread, Read, Told, initialize_line, is_addressed, read_answer, request_line,
};
use opening::Refusal;
use session::{Session, Trouble};
use tail::Tail;

/// How long a process has to end by itself when it is no longer needed: an interpreter that shuts down takes a while on a loaded
/// machine, and what it does on the way is worth seeing.
const LEAVING: Duration = Duration::from_secs(1);

/// The same, for a driver of which the last processes all had to be killed.
const LEAVING_AGAIN: Duration = Duration::from_millis(100);

/// So many of them.
const STAYED: u32 = 3;

/// A driver in a process of its own, started anew when it breaks. Dropping it ends the process.
pub struct DriverProcess {
    command: DriverCommand,
    settings: Settings,
    suites: Vec<String>,
    stop: Stop,
    /// Who answered the first `initialize`; whoever answers after a restart must be the same.
    identity: Option<DriverIdentity>,
    /// `None` after a breakage.
    session: Option<Session>,
    /// Processes started so far.
    processes: u64,
    /// The id of the next request; `initialize` has 0.
    next_id: u64,
    /// The requests to this process.
    asked: Asked,
    /// Breakages between two calls that nobody has asked for yet.
    aftermaths: VecDeque<Aftermath>,
    /// Processes in a row that had to be killed when they had been asked to end.
    stayed: u32,
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
        Self::start_until(command, settings, suites, &Stop::default())
    }

    /// The same, and ends what it is doing when that is stopped.
    ///
    /// # Errors
    ///
    /// A [`StartError`] that says what to do.
    pub fn start_until(
        command: &DriverCommand,
        settings: &Settings,
        suites: &[String],
        stop: &Stop,
    ) -> Result<(Self, DriverIdentity), StartError> {
        let mut driver = Self {
            command: command.clone(),
            settings: *settings,
            suites: suites.to_vec(),
            stop: stop.clone(),
            identity: None,
            session: None,
            processes: 0,
            next_id: 1,
            asked: Asked::default(),
            aftermaths: VecDeque::new(),
            stayed: 0,
            stderr: Tail::default(),
            exit: None,
        };
        let identity = driver.open()?;
        driver.identity = Some(identity.clone());
        Ok((driver, identity))
    }

    /// Starts one more of the same driver, which must say the same of itself.
    ///
    /// # Errors
    ///
    /// As for the first, and [`StartError::Changed`].
    pub fn start_another(
        command: &DriverCommand,
        settings: &Settings,
        suites: &[String],
        stop: &Stop,
        identity: &DriverIdentity,
    ) -> Result<Self, StartError> {
        let (driver, other) = Self::start_until(command, settings, suites, stop)?;
        identity.check_same(command, &other)?;
        Ok(driver)
    }

    /// The line that opened the session, and the first bytes that came back, as they came; at most 4 KiB.
    pub fn opening(&self) -> (String, Vec<u8>) {
        let first = self.session.as_ref().map(Session::first_output);
        let line = initialize_line(&self.suites);
        (
            line.trim_end().to_owned(),
            first.unwrap_or_default().to_vec(),
        )
    }

    /// Asks the process to end, and tells how it did: `exit status 0`.
    pub fn end(mut self) -> String {
        self.look();
        match self.session.take() {
            Some(session) => session.finish(LEAVING).exit,
            None => self.exit.take().unwrap_or_default(),
        }
    }

    /// Starts a process and opens a session with it.
    fn open(&mut self) -> Result<DriverIdentity, StartError> {
        if self.stop.is_set() {
            return Err(StartError::Stopped);
        }
        let command = self.command.to_command()?;
        let limit = self.settings.answer_limit;
        let stderr = std::mem::take(&mut self.stderr);
        let mut session = Session::start(command, limit, stderr, self.stop.clone())
            .map_err(|source| self.command.cannot_start(source))?;
        self.processes += 1;
        self.asked = Asked::default();
        let mut line = initialize_line(&self.suites);
        let outcome = session.exchange(line.as_bytes(), self.settings.timeouts.startup);
        line.pop();
        let (received, opening) = match outcome.map(|line| read_answer(line, 0, &self.asked)) {
            Ok(Read { text, reply }) => (Some(text), read_opening(reply).and_then(choices::check)),
            Err(Trouble::Stopped) => return Err(StartError::Stopped),
            Err(trouble) => {
                let told = self.tell(trouble, &line, 0, self.settings.timeouts.startup);
                (told.received, Err(Refusal::Broke(told.breakage)))
            }
        };
        match opening {
            Ok(identity) => {
                if let Some(first) = &self.identity {
                    first.check_same(&self.command, &identity)?;
                }
                self.session = Some(session);
                Ok(identity)
            }
            Err(refusal) => {
                let bytes = session.first_output().to_vec();
                let (_, mut stderr) = session.kill();
                let transcript = Transcript {
                    command: self.command.to_string(),
                    sent: line,
                    received,
                    bytes,
                    stderr: stderr.take(),
                };
                Err(refusal.into_error(transcript, self.command.likely_flaw()))
            }
        }
    }

    /// Puts into words what went wrong with the request with that id.
    fn tell(&self, trouble: Trouble, line: &str, id: u64, limit: Option<Duration>) -> Told {
        let answer_limit = self.settings.answer_limit;
        message::tell(trouble, line, id, &self.asked, limit, answer_limit)
    }

    /// A process for the next call, started anew if need be. It is to be put back unless it breaks.
    fn take_session(&mut self, process: Process) -> Result<Session, StartError> {
        if process == Process::Fresh && !self.asked.is_empty() {
            self.leave();
        }
        if self.session.is_none() {
            self.open()?;
        }
        // There is one after `open`; the error is never told.
        self.session.take().ok_or(StartError::Stopped)
    }

    /// Ends a process that is not needed any more.
    fn leave(&mut self) {
        // What it has done since its last answer is not to get lost with it.
        self.look();
        let Some(session) = self.session.take() else {
            return;
        };
        let farewell = session.finish(if self.stayed < STAYED {
            LEAVING
        } else {
            LEAVING_AGAIN
        });
        self.stayed = if farewell.by_itself {
            0
        } else {
            self.stayed.saturating_add(1)
        };
        self.stderr = farewell.stderr;
        if let Some(trouble) = farewell.trouble {
            self.exit = Some(farewell.exit);
            self.remember(trouble, true);
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
                let breakage = self.remember(trouble, false);
                self.discard(session, &breakage);
            }
        }
    }

    /// Keeps what went wrong until it is asked for.
    fn remember(&mut self, trouble: Trouble, at_end: bool) -> Breakage {
        let breakage = self.tell(trouble, "", 0, None).breakage;
        self.aftermaths.push_back(Aftermath {
            process: self.processes,
            breakage: breakage.clone(),
            at_end,
        });
        breakage
    }

    /// Ends a process that gave a line that is no answer, unless it says that it failed and is in step with us.
    fn misread(
        &mut self,
        session: Session,
        text: String,
        misread: Misread,
        id: u64,
        length: usize,
    ) -> Told {
        let (breakage, mut origin) = misread.into_breakage();
        if matches!(breakage, Breakage::DriverError { .. }) && is_addressed(&text, id) {
            self.session = Some(session);
        } else {
            // What a driver says before it reads a request is not about it.
            if origin == Origin::Unknown && session.unread() == Some(length as u64) {
                origin = Origin::Earlier;
            }
            self.discard(session, &breakage);
        }
        Told {
            breakage,
            received: Some(text),
            origin,
        }
    }
}

impl Connection for DriverProcess {
    fn count_from(&mut self, id: u64) {
        self.next_id = id;
    }

    fn call(&mut self, call: &Call) -> Exchange {
        let mut session = match self.take_session(call.process) {
            Ok(session) => session,
            Err(error) => return Exchange::not_started(&error, self.processes),
        };
        let id = self.next_id;
        self.next_id += 1;
        self.asked.add(id);
        let process = self.processes;
        let limit = self.settings.timeouts.request;
        let mut sent = request_line(id, call.method, &call.params);
        let length = sent.len();
        let outcome = session.ask(sent.as_bytes(), limit);
        let start = Instant::now();
        sent.pop();
        let outcome = outcome.map(|line| read_answer(line, id, &self.asked));
        let late = limit.filter(|limit| start.elapsed() > *limit);
        let told = match outcome {
            Ok(Read { text, reply: Ok(_) }) if late.is_some() => {
                let breakage = message::read_late(late.unwrap_or_default());
                self.discard(session, &breakage);
                Told {
                    breakage,
                    received: Some(text),
                    origin: Origin::Unknown,
                }
            }
            Ok(Read {
                text,
                reply: Ok(answer),
            }) => {
                self.session = Some(session);
                return Exchange {
                    sent,
                    received: Some(text),
                    reply: Ok(answer),
                    origin: Origin::Unknown,
                    process,
                };
            }
            Ok(Read {
                text,
                reply: Err(misread),
            }) => self.misread(session, text, misread, id, length),
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
            origin: told.origin,
            process,
        }
    }

    fn restart(&mut self) -> Result<(), StartError> {
        self.leave();
        self.open().map(drop)
    }

    fn is_alive(&self) -> bool {
        self.session.is_some()
    }

    fn process(&self) -> u64 {
        self.processes
    }

    fn aftermath(&mut self, quiet: Duration) -> Option<Aftermath> {
        let until = Instant::now() + quiet;
        loop {
            self.look();
            if let Some(aftermath) = self.aftermaths.pop_front() {
                return Some(aftermath);
            }
            let left = until.saturating_duration_since(Instant::now());
            match &mut self.session {
                Some(session) if !left.is_zero() && !self.stop.is_set() => session.wait(left),
                _ => return None,
            }
        }
    }

    fn finish(&mut self) {
        self.leave();
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
