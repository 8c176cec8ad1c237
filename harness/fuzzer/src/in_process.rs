//! Implementations in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::value::RawValue;
use uiconform_catalogue::{Call, Process};
use uiconform_driver::{Failure, Service};

use crate::target::{Answer, Breakage, Reply, Target};

/// A service in this process: the reference, one of its faults, or anything else that is behind the driver crate's trait.
///
/// There are no time limits, and an overflow of the stack ends everything.
pub struct InProcess {
    make: fn() -> Box<dyn Service + Send>,
    /// `None` after a panic.
    service: Option<Box<dyn Service + Send>>,
}

impl InProcess {
    /// The service that this makes, and makes anew for a fresh process.
    pub fn new(make: fn() -> Box<dyn Service + Send>) -> Self {
        Self {
            make,
            service: None,
        }
    }

    /// The reference of every suite.
    pub fn reference() -> Self {
        Self::new(uiconform_reference::reference)
    }

    fn answer(&mut self, call: &Call) -> Answer {
        if call.process == Process::Fresh {
            self.service = None;
        }
        let make = self.make;
        let service = &mut self.service;
        let answered = catch_unwind(AssertUnwindSafe(|| {
            let service = service.get_or_insert_with(make);
            service.call(call.method, params(&call.params)?)
        }));
        match answered {
            Ok(Ok(text)) => Ok(Reply::new(text)),
            Ok(Err(failure)) => Err(broken(failure)),
            Err(_) => {
                self.service = None;
                Err(Breakage::Crash("panicked".to_owned()))
            }
        }
    }
}

impl Target for InProcess {
    fn call(&mut self, calls: &[Call]) -> Vec<Answer> {
        calls.iter().map(|call| self.answer(call)).collect()
    }
}

impl std::fmt::Debug for InProcess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InProcess").finish_non_exhaustive()
    }
}

/// Params as the driver crate hands them on.
fn params(text: &str) -> Result<&RawValue, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::InvalidParams(error.to_string()))
}

fn broken(failure: Failure) -> Breakage {
    match failure {
        Failure::UnknownMethod => Breakage::DriverError("-32601".into(), "no such method".into()),
        Failure::InvalidParams(why) => Breakage::DriverError("-32602".into(), why),
        Failure::Internal(why) => Breakage::DriverError("-32603".into(), why),
    }
}
