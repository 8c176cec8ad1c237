//! The search for the cases that make a process break, or answer badly or wrongly: it tries them again in processes of their own.
//!
//! The last case before the breakage is tried first, for mostly it was that one; then all the others at once, and if they show
//! something, by halves. Whatever shows is the doing of a case, also if it is something else than what was seen; so each finding
//! is taken out and the rest is tried again, until nothing shows any more.

use std::time::Duration;

use crate::case_run::CaseRun;
use crate::connection::Breakage;
use crate::worker::{QUIET, Worker};

/// Culprits that one search finds at most. More of them in the half second that cases are held back are as good as all.
const MOST: usize = 8;

/// Searches in a row without a result after which no more are made: what depends on a whole history, or on chance, is not found
/// like this.
const FRUITLESS: usize = 3;

/// What is asked for after some cases: what becomes of it shows what they have left behind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Follower {
    /// The last of the cases, once more.
    Itself,
    /// Another case.
    Case {
        index: usize,
        /// What goes wrong with it by itself.
        alone: Option<Kind>,
    },
}

/// What goes wrong, as far as two such things are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Crash,
    Timeout,
    /// Output that is no answer, an error of the driver, or an answer of another shape.
    BadAnswer,
    /// An answer that is not the right one.
    Wrong,
}

/// Something that a process did which had served certain cases and nothing else.
#[derive(Clone, Debug)]
struct Trouble {
    breakage: Breakage,
    kind: Kind,
    /// Whether the process answered another request badly, and went on.
    goes_on: bool,
    /// Whether it showed in what was asked for after the cases.
    by_follower: bool,
}

impl Trouble {
    /// `None` for what says nothing about any case.
    fn broke(breakage: Breakage) -> Option<Self> {
        Some(Self {
            kind: Kind::of(&breakage)?,
            breakage,
            goes_on: false,
            by_follower: false,
        })
    }

    /// How the process of a case broke, or how it was answered badly or wrongly.
    fn of(run: &CaseRun) -> Option<Self> {
        if let Some(broken) = &run.broken {
            return Self::broke(broken.breakage.clone());
        }
        let (breakage, kind) = match &run.misanswer {
            Some(misanswer) => (misanswer.clone(), Kind::of(misanswer)?),
            None => (run.wrong_answer()?, Kind::Wrong),
        };
        Some(Self {
            breakage,
            kind,
            goes_on: true,
            by_follower: false,
        })
    }
}

/// What a process did that served some cases and nothing else.
struct Trial {
    trouble: Trouble,
    /// What came of the last of the cases.
    run: Option<CaseRun>,
}

/// A case that was found to make a process break.
pub(super) struct Culprit {
    pub(super) index: usize,
    /// What came of it in a process of its own, with what that did laid on it.
    pub(super) run: CaseRun,
    pub(super) kind: Kind,
}

/// How a search goes about it.
pub(super) struct Sought {
    /// What is asked for after the cases.
    pub(super) follower: Option<Follower>,
    /// Whether something was seen that one of the cases is to answer for. Else they are looked at since the process did not live
    /// to show what they had done to it.
    pub(super) is_expected: bool,
}

impl Kind {
    pub(super) fn of(breakage: &Breakage) -> Option<Self> {
        match breakage {
            Breakage::Crash { .. } => Some(Self::Crash),
            Breakage::Timeout { .. } => Some(Self::Timeout),
            Breakage::BadAnswer { .. } | Breakage::DriverError { .. } => Some(Self::BadAnswer),
            Breakage::NotStarted { .. } => None,
        }
    }
}

/// The kind of what went wrong in a case.
pub(super) fn kind_of(run: &CaseRun) -> Option<Kind> {
    Trouble::of(run).map(|trouble| trouble.kind)
}

impl Worker<'_, '_> {
    /// The culprits among these cases, as many as show.
    pub(super) fn search(&mut self, suspects: &[usize], sought: &Sought) -> Vec<Culprit> {
        let mut found: Vec<Culprit> = Vec::new();
        if sought.is_expected && self.fruitless >= FRUITLESS {
            return found;
        }
        let mut left = suspects.to_vec();
        // What comes late is waited for once.
        let mut last_first = sought.is_expected;
        while found.len() < MOST
            && let Some(culprit) = self.narrow(&left, sought.follower, last_first)
        {
            left.retain(|one| *one != culprit.index);
            found.push(culprit);
            last_first = false;
        }
        if sought.is_expected {
            self.fruitless = if found.is_empty() {
                self.fruitless + 1
            } else {
                0
            };
        }
        found
    }

    fn narrow(
        &mut self,
        suspects: &[usize],
        follower: Option<Follower>,
        last_first: bool,
    ) -> Option<Culprit> {
        let (last, others) = suspects.split_last()?;
        let mut rest = suspects;
        let mut quiet = Duration::ZERO;
        if last_first {
            quiet = QUIET;
            if let Some(trial) = self.trial(&[*last], follower, quiet) {
                return self.culprit(*last, trial);
            }
            rest = others;
        }
        if rest.is_empty() {
            return None;
        }
        let mut trial = self.trial(rest, follower, quiet)?;
        while rest.len() > 1 {
            let (first, second) = rest.split_at(rest.len() / 2);
            if let Some(found) = self.trial(second, follower, quiet) {
                (rest, trial) = (second, found);
            } else {
                (rest, trial) = (first, self.trial(first, follower, quiet)?);
            }
        }
        self.culprit(*rest.first()?, trial)
    }

    /// The run of the only case of a trial, with what the process did laid on it in words that do not depend on what followed.
    fn culprit(&mut self, index: usize, trial: Trial) -> Option<Culprit> {
        let mut run = trial.run?;
        let kind = trial.trouble.kind;
        if run.broken.is_none() {
            let late = match &trial.trouble {
                Trouble {
                    goes_on: false,
                    by_follower: true,
                    kind: Kind::BadAnswer,
                    ..
                } => self.late_line(index),
                trouble if trouble.goes_on => None,
                trouble => Some(canonical(trouble.breakage.clone())),
            };
            match late {
                Some(breakage) => run.blame(breakage),
                None => run.blame_after(kind, self.answered_after(index, kind)),
            }
        }
        Some(Culprit { index, run, kind })
    }

    /// What a process says after its answer to a case, without being asked for anything. An answer to the next request that is none
    /// may be that, and has the ids of both requests in it.
    fn late_line(&mut self, index: usize) -> Option<Breakage> {
        let trial = self.trial(&[index], None, Duration::ZERO)?;
        (!trial.trouble.goes_on).then(|| canonical(trial.trouble.breakage))
    }

    /// How a case is answered that follows on itself, if it is in that way.
    fn answered_after(&mut self, index: usize, kind: Kind) -> Option<Breakage> {
        let trial = self.trial(&[index], Some(Follower::Itself), Duration::ZERO)?;
        let trouble = trial.trouble;
        (trouble.by_follower && trouble.kind == kind).then_some(trouble.breakage)
    }

    /// Lets a fresh process serve these cases, and sees whether something is wrong then, when it is asked for another one, or at
    /// its end. `quiet` is how long is waited for what comes late.
    fn trial(
        &mut self,
        cases: &[usize],
        follower: Option<Follower>,
        quiet: Duration,
    ) -> Option<Trial> {
        self.connection.finish();
        self.collect();
        self.connection.restart().ok()?;
        let trial = self.try_out(cases, follower, quiet);
        self.connection.finish();
        // What else such a process does has been seen, or is of no interest.
        self.collect();
        trial
    }

    fn try_out(
        &mut self,
        cases: &[usize],
        follower: Option<Follower>,
        quiet: Duration,
    ) -> Option<Trial> {
        let mut last = None;
        for index in cases {
            let run = self.attempt(*index);
            if run.not_run.is_some() {
                return None;
            }
            if let Some(broken) = &run.broken {
                let trouble = Trouble::broke(broken.breakage.clone())?;
                let run = Some(run);
                return Some(Trial { trouble, run });
            }
            last = Some((*index, run));
        }
        let mut trouble = self.noticed(quiet);
        let follower = match (follower, &last) {
            (Some(Follower::Case { index, alone }), _) => Some((index, alone)),
            (Some(Follower::Itself), Some((index, run))) => Some((*index, kind_of(run))),
            _ => None,
        };
        if trouble.is_none()
            && let Some((index, alone)) = follower
        {
            trouble =
                Trouble::of(&self.attempt(index)).filter(|trouble| Some(trouble.kind) != alone);
            if let Some(trouble) = &mut trouble {
                trouble.by_follower = true;
            }
        }
        if trouble.is_none() {
            self.connection.finish();
            trouble = self.noticed(Duration::ZERO);
        }
        Some(Trial {
            trouble: trouble?,
            run: last.map(|(_, run)| run),
        })
    }

    /// What a process did between requests or at its end, unless any process does it.
    fn noticed(&mut self, quiet: Duration) -> Option<Trouble> {
        loop {
            let aftermath = self.connection.aftermath(quiet)?;
            // A case can ask for a fresh process, which ends the one before.
            if !aftermath.at_end || !self.is_usual(&aftermath.breakage) {
                return Trouble::broke(aftermath.breakage);
            }
        }
    }

    /// Whether a process that has served no case does the same at its end.
    pub(super) fn is_usual(&mut self, breakage: &Breakage) -> bool {
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
        let ending = self.ending.iter().flatten().next();
        ending.is_some_and(|ending| Kind::of(ending) == Kind::of(breakage))
    }
}

/// The breakage in words that do not depend on which case came next.
pub(super) fn canonical(breakage: Breakage) -> Breakage {
    match breakage {
        Breakage::Timeout { after, .. } => Breakage::Timeout { after, hint: None },
        other => other,
    }
}
