//! Asking a target for the calls of several cases, whatever ends it on the way.

use std::thread;
use std::time::Duration;

use uiconform_catalogue::Call;

use super::{GIVE_UP_AFTER, Shared};
use crate::target::{Answer, Breakage, Cause, Target};

/// Starts in a row that fail before there is no use in another one: a file that is being replaced may be there again in a moment.
const STARTS: usize = 3;

/// How long is waited before another start.
const PAUSE: Duration = Duration::from_millis(200);

/// Asks one target.
pub(super) struct Asking<'a> {
    shared: &'a Shared<'a>,
    target: Box<dyn Target + Send>,
    /// Cases at once. After one that ends the process the next are asked for with care, since each may cost the time of a time-out.
    ahead: usize,
    /// Cases in a row that have ended the process.
    streak: usize,
    failed_starts: usize,
}

/// The answers to several cases.
pub(super) struct Asked {
    /// Those to the first cases; all of them, unless there was a reason to stop.
    pub(super) answers: Vec<Vec<Answer>>,
    /// Why there is no process any more, if there is none.
    pub(super) not_started: Option<String>,
}

impl<'a> Asking<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, target: Box<dyn Target + Send>) -> Self {
        Self {
            shared,
            target,
            ahead: usize::MAX,
            streak: 0,
            failed_starts: 0,
        }
    }

    /// Asks for the calls of each case, in order.
    pub(super) fn ask(&mut self, cases: &[Vec<Call>]) -> Asked {
        let mut asked = Asked {
            answers: Vec::with_capacity(cases.len()),
            not_started: None,
        };
        // The answers to the next case, as far as there are any.
        let mut part: Vec<Answer> = Vec::new();
        while asked.answers.len() < cases.len() && !self.is_over() {
            let rest = &cases[asked.answers.len()..];
            let calls: Vec<Call> = rest
                .iter()
                .take(self.ahead)
                .flatten()
                .skip(part.len())
                .cloned()
                .collect();
            let mut answers = self.target.call(&calls);
            let not_started = answers.pop_if(|last| not_started(last).is_some());
            for answer in answers {
                part.push(answer);
                if part.len() == cases[asked.answers.len()].len() {
                    self.note(&part);
                    asked.answers.push(std::mem::take(&mut part));
                }
            }
            if let Some(why) = not_started.as_ref().and_then(not_started_owned) {
                self.failed_starts += 1;
                if self.failed_starts == STARTS {
                    asked.not_started = Some(why);
                    return asked;
                }
                thread::sleep(PAUSE);
            } else {
                self.failed_starts = 0;
            }
        }
        asked
    }

    /// Takes notice of a case that is answered.
    fn note(&mut self, answers: &[Answer]) {
        if ends(answers) {
            self.streak += 1;
            self.ahead = 1;
        } else {
            self.streak = 0;
            self.ahead = self.ahead.saturating_mul(2);
        }
    }

    fn is_over(&self) -> bool {
        self.streak >= GIVE_UP_AFTER || self.shared.is_over()
    }
}

/// Whether one of the calls of a case has ended the process.
pub(super) fn ends(answers: &[Answer]) -> bool {
    answers
        .iter()
        .any(|answer| answer.as_ref().is_err_and(Breakage::is_end))
}

fn not_started(answer: &Answer) -> Option<&str> {
    match answer {
        Err(Breakage {
            cause: Cause::NotStarted(why),
            ..
        }) => Some(why),
        _ => None,
    }
}

fn not_started_owned(answer: &Answer) -> Option<String> {
    not_started(answer).map(str::to_owned)
}
