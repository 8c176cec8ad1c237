//! Many requests in one line, for those who ask a great deal and need not know which of them broke the driver.

use serde::Deserialize;
use serde_json::value::RawValue;
use uiconform_catalogue::Process;
use uiconform_json::Number;

use super::DriverProcess;
use super::message::request_line;
use crate::Breakage;

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

impl DriverProcess {
    /// Whether the driver says that it takes batches.
    pub fn takes_batches(&self) -> bool {
        let features = self.identity.as_ref().map(|identity| &identity.features);
        features.is_some_and(|features| features.iter().any(|feature| feature == FEATURE))
    }

    /// Makes all calls in one line, to the process that is there or to a new one, and gives what came of each in their order: its
    /// result as JSON text, or the error by which the driver says that it failed. The limit of time for a request is that of the
    /// batch.
    ///
    /// # Errors
    ///
    /// What the driver did instead of answering each call. It is not used again then, and whose doing that is, single calls tell.
    pub fn call_batch(
        &mut self,
        calls: &[BatchCall<'_>],
    ) -> Result<Vec<Result<String, Breakage>>, Breakage> {
        if calls.is_empty() {
            return Ok(Vec::new());
        }
        let mut session = self
            .take_session(Process::Same)
            .map_err(|error| Breakage::not_started(&error))?;
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
        let breakage = match session.ask(line.as_bytes(), limit) {
            Ok(answer) => match read(&answer, first, calls.len()) {
                Ok(results) => {
                    self.session = Some(session);
                    return Ok(results);
                }
                Err(why) => Breakage::BadAnswer { why, hint: None },
            },
            Err(trouble) => self.tell(trouble, &line, first, limit).breakage,
        };
        self.discard(session, &breakage);
        Err(breakage)
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

/// What came of each request, whose ids count on from the first.
fn read(line: &[u8], first: u64, count: usize) -> Result<Vec<Result<String, Breakage>>, String> {
    let elements: Vec<Element<'_>> = serde_json::from_slice(line)
        .map_err(|error| format!("the answer to a batch is no list of answers: {error}"))?;
    let mut results: Vec<Option<Result<String, Breakage>>> = vec![None; count];
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
        *place = Some(match (result, error) {
            (Some(result), None) => Ok(result.get().to_owned()),
            (None, Some(error)) => Err(driver_error(error.get())?),
            _ => {
                return Err(format!(
                    "the answer to a batch has one with the id {id} that has not either a result or an error"
                ));
            }
        });
    }
    results
        .into_iter()
        .collect::<Option<_>>()
        .ok_or_else(|| "the answer to a batch lacks the answer to a request in it".to_owned())
}

/// An error as the driver tells it.
fn driver_error(text: &str) -> Result<Breakage, String> {
    let error = uiconform_json::parse(text).ok();
    let code = error.as_ref().and_then(|error| error.get("code"));
    let message = error
        .as_ref()
        .and_then(|error| error.get("message")?.as_string());
    match (code, message) {
        (Some(code), Some(message)) => Ok(Breakage::DriverError {
            code: code.to_text(),
            message: message.to_string_lossy().into_owned(),
        }),
        _ => Err("an error in the answer to a batch has no code and message".to_owned()),
    }
}
