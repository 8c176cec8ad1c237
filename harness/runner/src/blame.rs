//! Whose doing it is what went wrong in a process that has served several cases.
//!
//! The case in which it was seen is run again in a process of its own. If nothing is wrong there, one of the cases before it is
//! to blame, and [searched for](crate::search). What shows nowhere stays where it was seen: a driver that breaks now and then
//! never passes.

use uiconform_catalogue::{Case, Level, Verdict};

use crate::Aftermath;
use crate::case_run::CaseRun;
use crate::connection::{Breakage, Origin};
use crate::search::{Culprit, Follower, Kind, Sought, canonical, kind_of};
use crate::worker::{News, QUIET, Worker};

/// Cases in a row that a fresh process answers as badly or as wrongly after which no more are tried again, as long as the process still
/// answers a case well that it answered well before: a driver that fails everywhere is not started anew for each case.
const RETRIES: usize = 3;

const NOT_AGAIN: &str = "in a fresh process this did not happen again, neither with this case nor with one before it, so it \
                         depends on more than one case, on chance or on time";

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
        let kind = Kind::of(&broken.breakage);
        let is_again = own
            .broken
            .as_ref()
            .is_some_and(|again| again.is_like(&broken));
        let named = match broken.origin {
            Origin::Request(id) if !is_again => {
                self.asked_by(id).filter(|one| suspects.contains(one))
            }
            _ => None,
        };
        // What happened before the driver read the first request of a case is not its doing, and what it does again in a
        // process of its own is.
        let is_before = broken.origin == Origin::Earlier && broken.is_first && !is_again;
        let by_others = named.is_some() || is_before;
        let alone = kind_of(&own);
        let is_expected = by_others || alone != kind;
        let sought = Sought {
            follower: Some(if alone == kind {
                Follower::Itself
            } else {
                Follower::Case { index, alone }
            }),
            is_expected,
        };
        let found = self.search(&last(suspects, named), &sought);
        let is_found = found.iter().any(|culprit| Some(culprit.kind) == kind);
        self.replace(found);
        if by_others && !is_found {
            if let Some(one) = named.as_ref().or(suspects.last()) {
                self.lay(*one, broken.breakage, named.is_none());
            }
        } else if !is_found && own.broken.is_none() {
            seen.hint = Some(NOT_AGAIN.to_owned());
            return self.hold(index, seen);
        }
        self.settle_in(index, own);
    }

    /// Finds whose doing it is that a process which goes on has answered a case badly or wrongly, and holds back what came of that.
    pub(super) fn retry(&mut self, index: usize, mut seen: CaseRun, suspects: &[usize]) {
        let kind = kind_of(&seen);
        if self.failed_alone >= RETRIES && self.still_serves() && self.is_so_again(index, kind) {
            return self.hold(index, seen);
        }
        let Some(own) = self.alone(index) else {
            return self.hold(index, seen);
        };
        let alone = kind_of(&own);
        let is_again = alone == kind;
        self.failed_alone = if is_again { self.failed_alone + 1 } else { 0 };
        let sought = Sought {
            follower: Some(if is_again {
                Follower::Itself
            } else {
                Follower::Case { index, alone }
            }),
            is_expected: !is_again,
        };
        let found = self.search(suspects, &sought);
        let is_found = !found.is_empty();
        self.replace(found);
        if !is_again && !is_found {
            seen.hint = Some(NOT_AGAIN.to_owned());
            return self.hold(index, seen);
        }
        self.settle_in(index, own);
    }

    /// Lays on the right case what was found between cases.
    pub(super) fn settle(&mut self, aftermath: Aftermath, suspects: &[usize]) {
        if aftermath.at_end {
            if self.is_usual(&aftermath.breakage) {
                return self.tell(News::Ending(aftermath.breakage));
            }
        } else if self.halts(&aftermath.breakage) {
            return;
        }
        match suspects {
            [] => {}
            [one] => self.lay(*one, aftermath.breakage, false),
            [.., last] => {
                let sought = Sought {
                    follower: None,
                    is_expected: true,
                };
                let found = self.search(suspects, &sought);
                let kind = Kind::of(&aftermath.breakage);
                let is_found = found.iter().any(|culprit| Some(culprit.kind) == kind);
                self.replace(found);
                if !is_found {
                    self.lay(*last, aftermath.breakage, true);
                }
            }
        }
    }

    /// Asks a process that is about to be ended for something more: each other case has shown what the one before it left behind,
    /// and the last one has no other after it.
    pub(super) fn ask_once_more(&mut self) {
        let process = self.connection.process();
        let suspects = self.served_by(process);
        let Some(last) = suspects.last().copied() else {
            return;
        };
        let alone = self.held(last).and_then(|run| kind_of(run));
        if !self.connection.is_alive() || alone == Some(Kind::Timeout) {
            return;
        }
        // What goes wrong with a case by itself would hide what it leaves behind.
        let next = match alone {
            None => Some(last),
            Some(_) => self.plain_beside(last),
        };
        let Some(next) = next else { return };
        let after = self.attempt(next);
        let kind = kind_of(&after);
        if kind.is_none() {
            return;
        }
        let follower = if next == last {
            Follower::Itself
        } else {
            let Some(own) = self.alone(next) else { return };
            let alone = kind_of(&own);
            if alone == kind {
                return;
            }
            Follower::Case { index: next, alone }
        };
        let sought = Sought {
            follower: Some(follower),
            is_expected: true,
        };
        let found = self.search(&suspects, &sought);
        let is_found = found.iter().any(|culprit| Some(culprit.kind) == kind);
        self.replace(found);
        if let Some(broken) = &after.broken
            && !is_found
        {
            let broken = broken.clone();
            self.lay(last, broken.breakage, true);
        } else if let (Some(kind), Some(run)) = (kind, self.held(last))
            && !is_found
        {
            let wrong = after.wrong_answer();
            run.blame_after(kind, after.misanswer.or(wrong));
            run.hint = Some(NOT_AGAIN.to_owned());
        }
    }

    /// Whether the process still answers a case well that was answered well before; so it is taken if none ever was.
    fn still_serves(&mut self) -> bool {
        match self.good {
            Some(good) if self.connection.is_alive() => {
                self.serves(self.connection.process(), good);
                let run = self.attempt(good);
                run.verdict == Verdict::Pass && kind_of(&run).is_none()
            }
            Some(_) => false,
            None => true,
        }
    }

    /// A case that asks for nothing special, of the same profile as another one.
    fn plain_beside(&self, other: usize) -> Option<usize> {
        let profile = self.plan.cases[other].1.profile_id();
        let is_plain = |(index, (_, case)): (usize, &(_, &Case))| {
            index != other
                && case.level == Level::Required
                && case.twin.is_none()
                && case.profile_id() == profile
        };
        self.plan.cases.iter().enumerate().position(is_plain)
    }

    /// Whether the process answers a case like that once more. What an earlier case left behind may be used up by now.
    fn is_so_again(&mut self, index: usize, kind: Option<Kind>) -> bool {
        self.serves(self.connection.process(), index);
        kind_of(&self.attempt(index)) == kind
    }

    /// Ends the run if a process that has served no case ends by itself just as well: then no case can be judged.
    pub(super) fn halts(&mut self, breakage: &Breakage) -> bool {
        let Breakage::Crash { exit } = breakage else {
            return false;
        };
        let ends = match self.ends_unasked {
            Some(known) => known,
            None => {
                self.connection.finish();
                self.collect();
                let aftermath = match self.connection.restart() {
                    Ok(()) => self.connection.aftermath(QUIET),
                    Err(_) => None,
                };
                aftermath.is_some_and(|it| Kind::of(&it.breakage) == Some(Kind::Crash))
            }
        };
        self.ends_unasked = Some(ends);
        if ends {
            self.tell(News::Halt(format!(
                "the process that was started ends by itself, whether it is asked for anything or not ({exit}); if it starts \
                 another one that answers, let it wait for that one, or become it (`exec`)"
            )));
        }
        ends
    }

    fn lay(&mut self, index: usize, breakage: Breakage, is_uncertain: bool) {
        if let Some(run) = self.held(index) {
            run.blame(canonical(breakage));
            if is_uncertain {
                run.hint = Some(NOT_AGAIN.to_owned());
            }
        }
    }

    fn replace(&mut self, found: Vec<Culprit>) {
        for Culprit { index, run, .. } in found {
            if let Some(held) = self.held(index) {
                *held = run;
            }
        }
    }

    /// Holds back what came of a case in a process of its own. If another one runs by now, a process serves the case once more,
    /// so that what it leaves behind shows in the next case, as always.
    fn settle_in(&mut self, index: usize, own: CaseRun) {
        if own.broken.is_none() && !self.connection.is_alive() {
            self.alone(index);
        }
        self.hold(index, own);
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
}

/// The cases with the named one at the end, where the search begins.
fn last(suspects: &[usize], named: Option<usize>) -> Vec<usize> {
    let others = suspects.iter().filter(|one| Some(**one) != named);
    others.copied().chain(named).collect()
}
