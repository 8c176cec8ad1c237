//! An implementation in this process behind a [`Connection`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use uiconform_catalogue::{Call, Process};
use uiconform_driver::{Service, answer_line};

use crate::process::message::{initialize_line, read_answer, request_line};
use crate::process::{DriverIdentity, StartError, Transcript, read_opening};
use crate::{Breakage, Connection, Evidence, Exchange};

/// A service in this process, made anew for a restart. The same lines go through it as through a process, so what is judged is
/// the same; there are no time limits, and it cannot survive an overflow of the stack.
pub struct InProcess<M> {
    make: M,
    /// `None` after a panic.
    service: Option<Box<dyn Service + Send>>,
    last_id: u64,
    exit: Option<String>,
    suites: Vec<String>,
}

impl<M: FnMut() -> Box<dyn Service + Send> + Send> InProcess<M> {
    /// Makes a service and asks it who it is.
    ///
    /// # Errors
    ///
    /// As for a process, if the answer to `initialize` is not good.
    pub fn start(make: M, suites: &[String]) -> Result<(Self, DriverIdentity), StartError> {
        let mut connection = Self {
            make,
            service: None,
            last_id: 0,
            exit: None,
            suites: suites.to_vec(),
        };
        let identity = connection.launch()?;
        Ok((connection, identity))
    }

    fn launch(&mut self) -> Result<DriverIdentity, StartError> {
        self.last_id = 0;
        let mut sent = initialize_line(&self.suites);
        sent.pop();
        let make = &mut self.make;
        let mut service = match caught(make) {
            Ok(service) => service,
            Err(exit) => return Err(ended(exit, sent)),
        };
        let line = match answer(&mut *service, &sent) {
            Ok(line) => line,
            Err(exit) => return Err(ended(exit, sent)),
        };
        let read = read_answer(line.into_bytes(), 0);
        let identity = read_opening(read.reply).map_err(|refusal| {
            let transcript = Transcript {
                received: Some(read.text),
                ..transcript(sent)
            };
            refusal.into_error(transcript, None)
        })?;
        self.service = Some(service);
        Ok(identity)
    }
}

fn transcript(sent: String) -> Transcript {
    Transcript {
        command: "(in process)".to_owned(),
        sent,
        ..Transcript::default()
    }
}

fn ended(exit: String, sent: String) -> StartError {
    StartError::Ended {
        exit,
        hint: None,
        transcript: Box::new(transcript(sent)),
    }
}

/// The answer to a line, or the message of a panic.
fn answer(service: &mut dyn Service, line: &str) -> Result<String, String> {
    // A request with an id is always answered; what is no answer is judged as such.
    caught(|| answer_line(service, line).unwrap_or_default())
}

/// Runs something of which nothing is used again after a panic.
fn caught<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|panic| panicked(&*panic))
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match text {
        Some(text) => format!("panicked: {text}"),
        None => "panicked".to_owned(),
    }
}

impl<M: FnMut() -> Box<dyn Service + Send> + Send> Connection for InProcess<M> {
    fn call(&mut self, call: &Call) -> Exchange {
        let used = self.last_id > 0;
        if (self.service.is_none() || (call.process == Process::Fresh && used))
            && let Err(error) = self.restart()
        {
            return Exchange::not_started(error);
        }
        self.last_id += 1;
        let mut sent = request_line(self.last_id, call.method, &call.params);
        sent.pop();
        let outcome = match &mut self.service {
            Some(service) => answer(&mut **service, &sent),
            None => Err("not started".to_owned()),
        };
        match outcome {
            Ok(line) => {
                let read = read_answer(line.into_bytes(), self.last_id);
                Exchange {
                    sent,
                    received: Some(read.text),
                    reply: read.reply.map_err(|misread| misread.into_breakage().0),
                    blames_earlier: false,
                }
            }
            Err(exit) => {
                self.service = None;
                self.exit = Some(exit.clone());
                Exchange {
                    sent,
                    received: None,
                    reply: Err(Breakage::Crash { exit }),
                    blames_earlier: false,
                }
            }
        }
    }

    fn restart(&mut self) -> Result<(), StartError> {
        self.service = None;
        self.launch().map(drop)
    }

    fn is_alive(&mut self) -> bool {
        self.service.is_some()
    }

    /// Nothing happens between two calls.
    fn aftermath(&mut self) -> Option<Breakage> {
        None
    }

    fn evidence(&mut self) -> Evidence {
        Evidence {
            stderr: String::new(),
            exit: self.exit.take(),
        }
    }
}
