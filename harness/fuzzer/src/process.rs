//! Implementations behind a driver process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use uiconform_catalogue::{Call, Process};
use uiconform_runner::{BatchCall, Connection as _, DriverProcess};

use crate::target::{Answer, Breakage, Cause, Reply, Target};

/// Requests in a line, where the driver takes several: more gains nothing, and a longer line waits for its answers longer.
pub const BATCH: usize = 32;

/// Lines that break, and none of the requests in them by itself, after which batches are not used any more.
const FRUITLESS: usize = 3;

/// A driver process, which is asked in batches if it takes them.
///
/// That a batch has no answers does not say which request is to blame, so its requests are made again one by one: by a new process
/// that has been asked before what the old one had been, since the breakage may be the doing of all of them. What is answered is
/// then what single requests would have led to.
pub struct DriverTarget {
    driver: DriverProcess,
    /// Requests in a line; 1 for no batches.
    batch: usize,
    /// What the running process has answered, in order.
    answered: Vec<Call>,
    /// Lines in a row that broke without any request that did.
    fruitless: usize,
    /// Where it is noted that batches are of no use.
    note: Arc<AtomicBool>,
}

impl DriverTarget {
    /// Asks that driver, at most so many requests in a line. If it says that it takes batches and breaks on them, though on none of the
    /// requests in them, this is noted, and batches are not used any more.
    pub fn new(driver: DriverProcess, batch: usize, no_batches: &Arc<AtomicBool>) -> Self {
        let takes_batches = driver.takes_batches() && !no_batches.load(Ordering::Relaxed);
        Self {
            driver,
            batch: if takes_batches { batch.max(1) } else { 1 },
            answered: Vec::new(),
            fruitless: 0,
            note: Arc::clone(no_batches),
        }
    }

    /// One request by itself.
    fn single(&mut self, call: &Call) -> Answer {
        if call.process == Process::Fresh || !self.driver.is_alive() {
            self.answered.clear();
        }
        let reply = match self.driver.call(call).reply {
            Ok(answer) => Ok(Reply::new(answer.result().value().to_text())),
            Err(breakage) => Err(self.broken(breakage)),
        };
        if reply.as_ref().is_err_and(Breakage::is_end) {
            self.answered.clear();
        } else {
            self.answered.push(call.clone());
        }
        reply
    }

    /// Requests in one line; nothing if there are not answers to all of them.
    fn together(&mut self, calls: &[Call]) -> Option<Vec<Answer>> {
        if !self.driver.is_alive() {
            self.answered.clear();
        }
        let results = self.driver.call_batch(&in_a_line(calls)).ok()?;
        self.answered.extend_from_slice(calls);
        let answers = results.into_iter().map(|result| match result {
            Ok(text) => Ok(Reply::new(text)),
            Err(breakage) => Err(self.broken(breakage)),
        });
        Some(answers.collect())
    }

    /// Requests of a line that broke one by one, up to the first that breaks by itself.
    fn one_by_one(&mut self, calls: &[Call]) -> Vec<Answer> {
        self.catch_up();
        let mut answers = Vec::new();
        for call in calls {
            let answer = self.single(call);
            let is_end = answer.as_ref().is_err_and(Breakage::is_end);
            answers.push(answer);
            if is_end {
                self.fruitless = 0;
                return answers;
            }
        }
        self.fruitless += 1;
        if self.fruitless == FRUITLESS {
            self.batch = 1;
            self.note.store(true, Ordering::Relaxed);
        }
        answers
    }

    /// Lets a new process answer what the last one had answered.
    fn catch_up(&mut self) {
        let before = std::mem::take(&mut self.answered);
        for calls in before.chunks(self.batch) {
            // The process has gone the same way before; if it does not again, that does not depend on what it is asked.
            if self.driver.call_batch(&in_a_line(calls)).is_err() {
                return;
            }
        }
        self.answered = before;
    }

    fn broken(&mut self, breakage: uiconform_runner::Breakage) -> Breakage {
        use uiconform_runner::Breakage as Broke;
        let hinted = |why: String, hint: Option<String>| match hint {
            Some(hint) => format!("{why}; {hint}"),
            None => why,
        };
        let cause = match breakage {
            Broke::Crash { exit } => Cause::Crash(exit),
            Broke::Timeout { hint, .. } => Cause::Timeout(hint),
            Broke::BadAnswer { why, hint } => Cause::BadAnswer(hinted(why, hint)),
            Broke::DriverError { code, message } => Cause::DriverError(code, message),
            Broke::NotStarted { why, .. } => Cause::NotStarted(why),
        };
        Breakage {
            cause,
            stderr: self.driver.evidence().stderr,
        }
    }
}

impl Target for DriverTarget {
    fn call(&mut self, calls: &[Call]) -> Vec<Answer> {
        let mut answers = Vec::new();
        while answers.len() < calls.len() {
            let rest = &calls[answers.len()..];
            // A fresh process is for a single request; what follows it goes to the same.
            let fresh = rest.iter().position(|call| call.process == Process::Fresh);
            let count = fresh.unwrap_or(rest.len()).min(self.batch);
            let next = if count < 2 {
                vec![self.single(&rest[0])]
            } else {
                match self.together(&rest[..count]) {
                    Some(answers) => answers,
                    None => self.one_by_one(&rest[..count]),
                }
            };
            answers.extend(next);
            if answers
                .last()
                .is_some_and(|last| last.as_ref().is_err_and(Breakage::is_end))
            {
                break;
            }
        }
        answers
    }
}

impl std::fmt::Debug for DriverTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DriverTarget").finish_non_exhaustive()
    }
}

fn in_a_line(calls: &[Call]) -> Vec<BatchCall<'_>> {
    calls
        .iter()
        .map(|call| BatchCall {
            method: call.method,
            params: &call.params,
        })
        .collect()
}
