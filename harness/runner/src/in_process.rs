//! An implementation in this process behind a [`Connection`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use uiconform_catalogue::{Call, Process};
use uiconform_driver::{Service, answer_line};

use crate::process::message::{Asked, initialize_line, read_answer, request_line};
use crate::process::{DriverIdentity, StartError, Transcript, read_opening};
use crate::{Aftermath, Breakage, Connection, Evidence, Exchange, Origin};

/// A service in this process, made anew for a restart. The same lines go through it as through a process, so what is judged is
/// the same; there are no time limits, and it cannot survive an overflow of the stack.
pub struct InProcess<M> {
    make: M,
    /// `None` after a panic.
    service: Option<Box<dyn Service + Send>>,
    next_id: u64,
    asked: Asked,
    processes: u64,
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
            next_id: 1,
            asked: Asked::default(),
            processes: 0,
            exit: None,
            suites: suites.to_vec(),
        };
        let identity = connection.launch()?;
        Ok((connection, identity))
    }

    fn launch(&mut self) -> Result<DriverIdentity, StartError> {
        self.asked = Asked::default();
        self.processes += 1;
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
        let read = read_answer(line.into_bytes(), 0, &self.asked);
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
    fn count_from(&mut self, id: u64) {
        self.next_id = id;
    }

    fn call(&mut self, call: &Call) -> Exchange {
        let used = !self.asked.is_empty();
        if (self.service.is_none() || (call.process == Process::Fresh && used))
            && let Err(error) = self.restart()
        {
            return Exchange::not_started(&error, self.processes);
        }
        let id = self.next_id;
        self.next_id += 1;
        self.asked.add(id);
        let process = self.processes;
        let mut sent = request_line(id, call.method, &call.params);
        sent.pop();
        let outcome = match &mut self.service {
            Some(service) => answer(&mut **service, &sent),
            None => Err("not started".to_owned()),
        };
        match outcome {
            Ok(line) => {
                let read = read_answer(line.into_bytes(), id, &self.asked);
                Exchange {
                    sent,
                    received: Some(read.text),
                    reply: read.reply.map_err(|misread| misread.into_breakage().0),
                    origin: Origin::Unknown,
                    process,
                }
            }
            Err(exit) => {
                self.service = None;
                self.exit = Some(exit.clone());
                Exchange {
                    sent,
                    received: None,
                    reply: Err(Breakage::Crash { exit }),
                    origin: Origin::Unknown,
                    process,
                }
            }
        }
    }

    fn restart(&mut self) -> Result<(), StartError> {
        self.service = None;
        self.launch().map(drop)
    }

    fn is_alive(&self) -> bool {
        self.service.is_some()
    }

    fn process(&self) -> u64 {
        self.processes
    }

    /// Nothing happens between two calls.
    fn aftermath(&mut self, _quiet: Duration) -> Option<Aftermath> {
        None
    }

    fn finish(&mut self) {
        self.service = None;
    }

    fn evidence(&mut self) -> Evidence {
        Evidence {
            stderr: String::new(),
            exit: self.exit.take(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use uiconform_driver::serde_json::value::RawValue;
    use uiconform_driver::{Failure, Implementation, InitializeResult, PROTOCOL_VERSION};

    use super::*;

    /// Counts its calls.
    struct Counter {
        name: &'static str,
        calls: u32,
    }

    impl Service for Counter {
        fn initialize(&mut self) -> InitializeResult {
            InitializeResult {
                protocol: PROTOCOL_VERSION,
                implementation: Implementation::new(self.name, "1"),
                profiles: vec!["agentue-1.1/reducer".to_owned()],
                features: Vec::new(),
                limits: None,
                choices: Default::default(),
            }
        }

        fn call(&mut self, method: &str, _params: &RawValue) -> Result<String, Failure> {
            self.calls += 1;
            match method {
                "count" => Ok(self.calls.to_string()),
                "panic" => panic!("call {}", self.calls),
                _ => Err(Failure::UnknownMethod),
            }
        }
    }

    fn counter(name: &'static str) -> Box<dyn Service + Send> {
        Box::new(Counter { name, calls: 0 })
    }

    fn call(method: &'static str, process: Process) -> Call {
        Call {
            method,
            params: "{}".to_owned(),
            process,
            purpose: "test",
        }
    }

    fn count(connection: &mut dyn Connection, process: Process) -> String {
        let answer = connection.call(&call("count", process)).reply.unwrap();
        answer.result().value().to_text()
    }

    #[test]
    fn a_fresh_service_has_answered_nothing() {
        let (mut connection, identity) = InProcess::start(|| counter("counter"), &[]).unwrap();
        assert_eq!(identity.implementation.name, "counter");
        assert_eq!(identity.profiles, ["agentue-1.1/reducer"]);
        let counts = [Process::Fresh, Process::Same, Process::Fresh, Process::Same]
            .map(|process| count(&mut connection, process));
        assert_eq!(counts, ["1", "2", "1", "2"]);
    }

    #[test]
    fn a_panic_is_a_crash() {
        let (mut connection, _) = InProcess::start(|| counter("counter"), &[]).unwrap();
        let exchange = connection.call(&call("panic", Process::Same));
        let exit = "panicked: call 1".to_owned();
        assert_eq!(
            exchange.reply.unwrap_err(),
            Breakage::Crash { exit: exit.clone() }
        );
        assert!(!connection.is_alive());
        assert_eq!(connection.evidence().exit, Some(exit));
        connection.restart().unwrap();
        assert!(connection.is_alive());
        assert_eq!(count(&mut connection, Process::Same), "1");
    }

    #[test]
    fn a_failure_of_the_service_is_told_and_it_stays() {
        let (mut connection, _) = InProcess::start(|| counter("counter"), &[]).unwrap();
        let exchange = connection.call(&call("other", Process::Same));
        assert_eq!(
            exchange.reply.unwrap_err(),
            Breakage::DriverError {
                code: "-32601".to_owned(),
                message: "method not found: other".to_owned()
            }
        );
        assert_eq!(count(&mut connection, Process::Same), "2");
    }

    #[test]
    fn what_a_service_says_of_itself_is_checked_as_for_a_process() {
        let Err(error) = InProcess::start(|| counter(""), &[]) else {
            panic!("it started");
        };
        let error = error.to_string();
        assert!(
            error.contains("at /result/implementation/name: expected a name"),
            "{error}"
        );
    }
}
