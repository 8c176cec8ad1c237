//! Whose doing a breakage is that was seen in a process which has served several cases.
//!
//! The case in which it was seen is run again in a process of its own. If nothing breaks there, the cases before it are tried
//! likewise: the last one first, which it mostly is, then all the others at once, and if that shows it, by halves. What shows
//! nowhere stays where it was seen: a driver that breaks now and then never passes.

use std::time::Duration;

use crate::Aftermath;
use crate::case_run::CaseRun;
use crate::connection::{Breakage, Origin};
use crate::worker::{News, QUIET, Worker};

/// Searches in a row without a result after which no more are made: what depends on a whole history, or on chance, is not found like this.
const FRUITLESS: usize = 3;

const NOT_AGAIN: &str = "in a fresh process this did not happen again, neither with this case nor with one before it, so it \
                         depends on more than one case, on chance or on time";

/// What a process did that served some cases and nothing else.
struct Trial {
    breakage: Breakage,
    /// What came of the last of the cases.
    run: Option<CaseRun>,
}

impl Worker<'_, '_> {
    /// Finds whose doing a breakage is that was seen in a case, and holds back what came of that.
    pub(super) fn investigate(&mut self, index: usize, mut seen: CaseRun, suspects: &[usize]) {
        let Some(broken) = seen.broken.clone() else {
            return self.hold(index, seen);
        };
        let Some(own) = self.alone(index) else {
            // It cannot be started, so nothing more is to be known.
            return self.hold(index, seen);
        };
        let is_again = own
            .broken
            .as_ref()
            .is_some_and(|again| again.is_like(&broken));
        if is_again && broken.origin == Origin::Unknown {
            return self.hold(index, own);
        }
        let breaks_itself = own.broken.is_some();
        // What is told by a line shows by itself; whether a driver still answers shows when it is asked.
        let victim = matches!(
            broken.breakage,
            Breakage::Crash { .. } | Breakage::Timeout { .. }
        )
        .then_some(index)
        .filter(|_| !breaks_itself);
        let by_id = match broken.origin {
            Origin::Request(id) => self.asked_by(id).filter(|one| suspects.contains(one)),
            _ => None,
        };
        let suspects = by_id.as_ref().map_or(suspects, std::slice::from_ref);
        match self.search(suspects, victim) {
            Some((culprit, run)) => {
                self.replace(culprit, run);
                self.hold(index, own);
            }
            None if by_id.is_some() || broken.origin == Origin::Earlier => {
                if let Some(last) = suspects.last() {
                    self.lay(*last, broken.breakage, by_id.is_none());
                }
                self.hold(index, own);
            }
            None if breaks_itself => self.hold(index, own),
            None => {
                seen.hint = Some(NOT_AGAIN.to_owned());
                self.hold(index, seen);
            }
        }
    }

    /// Lays on the right case what was found between cases.
    pub(super) fn settle(&mut self, aftermath: Aftermath, suspects: &[usize]) {
        if aftermath.at_end && self.is_usual(&aftermath.breakage) {
            return self.tell(News::Ending(aftermath.breakage));
        }
        match suspects {
            [] => {}
            [one] => self.lay(*one, aftermath.breakage, false),
            [.., last] => match self.search(suspects, None) {
                Some((culprit, run)) => self.replace(culprit, run),
                None => self.lay(*last, aftermath.breakage, true),
            },
        }
    }

    fn lay(&mut self, index: usize, breakage: Breakage, is_uncertain: bool) {
        if let Some(run) = self.held(index) {
            run.blame(canonical(breakage));
            if is_uncertain {
                run.hint = Some(NOT_AGAIN.to_owned());
            }
        }
    }

    fn replace(&mut self, index: usize, run: CaseRun) {
        if let Some(held) = self.held(index) {
            *held = run;
        }
    }

    /// Runs a case in a process of its own. What that does between this case and the next is asked for later, as always.
    fn alone(&mut self, index: usize) -> Option<CaseRun> {
        self.connection.finish();
        self.collect();
        self.connection.restart().ok()?;
        self.serves(self.connection.process(), index);
        let run = self.attempt(index);
        self.serves(self.connection.process(), index);
        run.not_run.is_none().then_some(run)
    }

    /// The culprit, and what came of it in a process of its own.
    fn search(&mut self, suspects: &[usize], victim: Option<usize>) -> Option<(usize, CaseRun)> {
        if self.fruitless >= FRUITLESS {
            return None;
        }
        let found = self.narrow(suspects, victim);
        self.fruitless = match found {
            Some(_) => 0,
            None => self.fruitless + 1,
        };
        found
    }

    fn narrow(&mut self, suspects: &[usize], victim: Option<usize>) -> Option<(usize, CaseRun)> {
        let (last, mut rest) = suspects.split_last()?;
        if let Some(trial) = self.trial(&[*last], victim) {
            return trial.into_run().map(|run| (*last, run));
        }
        if rest.is_empty() {
            return None;
        }
        let mut trial = self.trial(rest, victim)?;
        while rest.len() > 1 {
            let (first, second) = rest.split_at(rest.len() / 2);
            if let Some(found) = self.trial(second, victim) {
                (rest, trial) = (second, found);
            } else {
                (rest, trial) = (first, self.trial(first, victim)?);
            }
        }
        let culprit = *rest.first()?;
        trial.into_run().map(|run| (culprit, run))
    }

    /// Lets a fresh process serve these cases, and sees whether it breaks then, when it is asked for the victim, or at its end.
    fn trial(&mut self, cases: &[usize], victim: Option<usize>) -> Option<Trial> {
        self.connection.finish();
        self.collect();
        self.connection.restart().ok()?;
        let trial = self.try_out(cases, victim);
        self.connection.finish();
        // What else such a process does has been seen, or is of no interest.
        self.collect();
        trial
    }

    fn try_out(&mut self, cases: &[usize], victim: Option<usize>) -> Option<Trial> {
        let mut last = None;
        for index in cases {
            let run = self.attempt(*index);
            if run.not_run.is_some() {
                return None;
            }
            if let Some(broken) = &run.broken {
                let breakage = broken.breakage.clone();
                let run = Some(run);
                return Some(Trial { breakage, run });
            }
            last = Some(run);
        }
        let mut trouble = loop {
            match self.connection.aftermath(QUIET) {
                // A case can ask for a fresh process, which ends the one before.
                Some(aftermath) if aftermath.at_end && self.is_usual(&aftermath.breakage) => {}
                other => break other.map(|aftermath| aftermath.breakage),
            }
        };
        if trouble.is_none() {
            if let Some(victim) = victim {
                trouble = self.attempt(victim).broken.map(|broken| broken.breakage);
            } else {
                self.connection.finish();
                trouble = self
                    .connection
                    .aftermath(Duration::ZERO)
                    .map(|aftermath| aftermath.breakage)
                    .filter(|breakage| !self.is_usual(breakage));
            }
        }
        let breakage = trouble?;
        Some(Trial {
            breakage,
            run: last,
        })
    }

    /// Whether a process that has served no case does the same at its end.
    fn is_usual(&mut self, breakage: &Breakage) -> bool {
        if self.ending.is_none() {
            self.connection.finish();
            self.collect();
            let ending = match self.connection.restart() {
                Ok(()) => {
                    self.connection.finish();
                    self.connection.aftermath(Duration::ZERO)
                }
                Err(_) => None,
            };
            self.ending = Some(ending.map(|aftermath| aftermath.breakage));
        }
        let kind = std::mem::discriminant(breakage);
        let ending = self.ending.iter().flatten().next();
        ending.is_some_and(|ending| std::mem::discriminant(ending) == kind)
    }
}

impl Trial {
    /// The run of the only case, with what the process did laid on it.
    fn into_run(self) -> Option<CaseRun> {
        let mut run = self.run?;
        if run.broken.is_none() {
            run.blame(canonical(self.breakage));
        }
        Some(run)
    }
}

/// The breakage in words that do not depend on which case came next.
fn canonical(breakage: Breakage) -> Breakage {
    match breakage {
        Breakage::Timeout { after, .. } => Breakage::Timeout { after, hint: None },
        other => other,
    }
}
