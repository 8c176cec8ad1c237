//! Many requests in one line, for those who ask a great deal and need not know which of them broke the driver.

use serde::Deserialize;
use serde_json::value::RawValue;
use uiconform_catalogue::Process;
use uiconform_json::Number;

use super::DriverProcess;
use super::message::request_line;
use crate::{Breakage, StartError};

/// The feature of a driver that takes batches.
const FEATURE: &str = "batch";

/// One request of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchCall<'a> {
    /// The method.
    pub method: &'a str,
    /// The params, as JSON text.
    pub params: &'a str,
}

/// Why a batch has no answers. Whose doing that is, single calls tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchFailure {
    /// What the driver did instead. It is not used again.
    Broken(Breakage),
    /// The answers are in step and not all of them are results: the driver goes on.
    NotAllResults,
}

impl DriverProcess {
    /// Whether the driver says that it takes batches.
    pub fn takes_batches(&self) -> bool {
        let features = self.identity.as_ref().map(|identity| &identity.features);
        features.is_some_and(|features| features.iter().any(|feature| feature == FEATURE))
    }

    /// Makes all calls in one line, to the process that is there or to a new one, and gives their results, as JSON texts, in the
    /// order of the calls. The limit of time for a request is that of the batch.
    ///
    /// # Errors
    ///
    /// If any call has no result.
    pub fn call_batch(&mut self, calls: &[BatchCall<'_>]) -> Result<Vec<String>, BatchFailure> {
        if calls.is_empty() {
            return Ok(Vec::new());
        }
        let broken = |error: &StartError| BatchFailure::Broken(Breakage::not_started(error));
        let mut session = self
            .take_session(Process::Same)
            .map_err(|error| broken(&error))?;
        let first = self.next_id;
        let mut line = String::new();
        for (id, call) in (first..).zip(calls) {
            line.push(if line.is_empty() { '[' } else { ',' });
            line.push_str(request_line(id, call.method, call.params).trim_end_matches('\n'));
            self.asked.add(id);
        }
        line.push_str("]\n");
        self.next_id += calls.len() as u64;
        let limit = self.settings.timeouts.request;
        match session.ask(line.as_bytes(), limit) {
            Ok(answer) => match read(&answer, first, calls.len()) {
                Ok(results) => {
                    self.session = Some(session);
                    results.ok_or(BatchFailure::NotAllResults)
                }
                Err(why) => {
                    let breakage = Breakage::BadAnswer { why, hint: None };
                    self.discard(session, &breakage);
                    Err(BatchFailure::Broken(breakage))
                }
            },
            Err(trouble) => {
                let breakage = self.tell(trouble, &line, first, limit).breakage;
                self.discard(session, &breakage);
                Err(BatchFailure::Broken(breakage))
            }
        }
    }
}

/// An answer of which the result is not looked at.
#[derive(Deserialize)]
struct Element<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// The results in the order of the requests, whose ids count on from the first; `None` if some of them are errors.
fn read(line: &[u8], first: u64, count: usize) -> Result<Option<Vec<String>>, String> {
    let elements: Vec<Element<'_>> = serde_json::from_slice(line)
        .map_err(|error| format!("the answer to a batch is no list of answers: {error}"))?;
    let mut results: Vec<Option<String>> = vec![None; count];
    let mut whole = true;
    for Element { id, result, error } in elements {
        let number = Number::parse(id.get()).and_then(|id| id.to_u64()?.checked_sub(first));
        let place = number.and_then(|at| results.get_mut(usize::try_from(at).ok()?));
        let place = place.ok_or_else(|| {
            format!("the answer to a batch has an answer with the id {id}, which is that of no request in it")
        })?;
        if place.is_some() {
            return Err(format!(
                "the answer to a batch has two answers with the id {id}"
            ));
        }
        whole &= error.is_none() && result.is_some();
        *place = Some(result.map_or_else(String::new, |result| result.get().to_owned()));
    }
    let results: Option<Vec<String>> = results.into_iter().collect();
    match results {
        Some(results) => Ok(whole.then_some(results)),
        None => Err("the answer to a batch lacks the answer to a request in it".to_owned()),
    }
}
