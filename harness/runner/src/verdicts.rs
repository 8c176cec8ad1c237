//! The verdicts that depend on other cases: a rejection whose twin fails, a driver that is given up, a run that is stopped.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use uiconform_catalogue::baseline::Gate;
use uiconform_catalogue::record::{
    BaselineCounts, BaselineStanding, Baselined, CaseRecord, Header, Trailer,
};
use uiconform_catalogue::summary::{self, Summary};
use uiconform_catalogue::{Case, Judgement, Level, Verdict};

use crate::case_record::unproven;
use crate::case_run::{CaseRun, NotRun};

/// After so many time-outs in a row, or crashes in the cases of so many files in a row, the rest of a profile is not run.
///
/// Time-outs are dear, and each counts. A crash costs a start; the cases of one file are about one thing, so a crash in all of
/// them may be one fault, and the rest is worth running. Informative cases count for nothing: they ask for what an
/// implementation need not withstand.
pub const GIVE_UP_AFTER: usize = 5;

/// Cases for which no driver could be started that the reasons name.
const NOT_STARTED_TOLD: usize = 2;

/// What is not run any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skipped {
    profiles: Vec<String>,
    everything: bool,
}

impl Skipped {
    pub(crate) fn covers(&self, case: &Case) -> bool {
        self.everything || self.profiles.contains(&case.profile_id())
    }
}

/// Crashes and time-outs in a row.
#[derive(Default)]
struct Streak<'a> {
    timeouts: usize,
    /// The files whose cases they are.
    files: HashSet<&'a str>,
}

/// The verdicts that depend on the cases before, given in the order of the plan.
pub(crate) struct Verdicts<'a> {
    summary: Summary,
    /// Whether recommended cases count like required ones.
    strict: bool,
    given: HashMap<&'a str, Verdict>,
    /// Those that pass since they were refused beyond a declared limit.
    refused: HashSet<&'a str>,
    /// By profile.
    streaks: HashMap<String, Streak<'a>>,
    failures: usize,
    max_fail: Option<usize>,
    gate: Option<&'a Gate<'a>>,
    counts: BaselineCounts,
    pub(crate) skipped: Skipped,
    /// Whether that has changed since it was last looked at.
    pub(crate) changed: bool,
    /// Cases for which no driver could be started.
    not_started: usize,
    stopped: Vec<String>,
}

impl<'a> Verdicts<'a> {
    pub(crate) fn new(
        header: &Header,
        max_fail: Option<usize>,
        gate: Option<&'a Gate<'a>>,
    ) -> Self {
        Self {
            summary: Summary::new(header),
            strict: header.selection.strict,
            given: HashMap::new(),
            refused: HashSet::new(),
            streaks: HashMap::new(),
            failures: 0,
            max_fail,
            gate,
            counts: BaselineCounts::default(),
            skipped: Skipped::default(),
            changed: false,
            not_started: 0,
            stopped: Vec::new(),
        }
    }

    /// Ends the run for that reason.
    pub(crate) fn halt(&mut self, why: String) {
        self.skipped.everything = true;
        self.changed = true;
        if !self.stopped.contains(&why) {
            self.stopped.push(why);
        }
    }

    fn note_not_run(&mut self, case: &Case, not_run: NotRun) {
        self.not_started += 1;
        if !not_run.for_good && self.not_started <= NOT_STARTED_TOLD {
            self.stopped
                .push(format!("{} was not run: {}", case.id, not_run.why));
        }
    }

    /// The record of the next case of the plan; `run` is absent if it was not run.
    pub(crate) fn give(
        &mut self,
        case: &'a Case,
        runnable: bool,
        run: Option<CaseRun>,
    ) -> CaseRecord {
        let run = match run {
            Some(run) if !self.skipped.covers(case) => Some(run),
            _ => None,
        };
        let mut record = match run {
            Some(mut run) => {
                if let Some(not_run) = run.not_run.take() {
                    self.note_not_run(case, not_run);
                }
                self.check_twin(case, &mut run);
                self.check_streak(case, run.verdict);
                run.into_record(case)
            }
            None => CaseRecord {
                id: case.id.as_str().to_owned(),
                profile: case.profile_id(),
                level: case.level,
                requirements: case.requirements.clone(),
                verdict: if runnable {
                    Verdict::NotRun
                } else {
                    Verdict::Unsupported
                },
                recorded: None,
                number_lossy: Vec::new(),
                beyond_limit: false,
                failure: None,
                baseline: None,
                micros: 0,
            },
        };
        self.given.insert(case.id.as_str(), record.verdict);
        if record.beyond_limit {
            self.refused.insert(case.id.as_str());
        }
        self.summary.add(&record);
        record.baseline = self.gate.and_then(|gate| gate.against(&record));
        self.counts.add(&record);
        let known = |baselined: &Baselined| baselined.standing == BaselineStanding::Known;
        if record.costs_conformance(self.strict) && !record.baseline.as_ref().is_some_and(known) {
            self.failures += 1;
            if self.max_fail == Some(self.failures) {
                self.skipped.everything = true;
                self.changed = true;
                self.stopped.push(format!(
                    "stopped after failure {}, as --max-fail says",
                    self.failures
                ));
            }
        }
        record
    }

    fn check_twin(&self, case: &Case, run: &mut CaseRun) {
        if run.verdict != Verdict::Pass || !run.judgement.rests_on_rejection {
            return;
        }
        if case.review && case.twin.is_none() {
            // A finding is shown again or it is not; it proves nothing that it would need a twin for.
            return;
        }
        let twin = case
            .twin
            .as_ref()
            .and_then(|twin| self.given.get(twin.as_str()).copied());
        let twin_is_refused = case
            .twin
            .as_ref()
            .is_some_and(|twin| self.refused.contains(twin.as_str()));
        if twin_is_refused && run.may_be_refused {
            // It is as large as its twin, so the limit is why it is rejected too.
            run.beyond_limit = true;
        } else if twin_is_refused || twin != Some(Verdict::Pass) {
            run.verdict = Verdict::Unproven;
            run.judgement = Judgement::wrong(Verdict::Unproven, unproven(case, twin));
        }
    }

    fn check_streak(&mut self, case: &'a Case, verdict: Verdict) {
        if case.level == Level::Informative {
            return;
        }
        let profile = case.profile_id();
        let streak = self.streaks.entry(profile.clone()).or_default();
        match verdict {
            Verdict::Timeout => streak.timeouts += 1,
            Verdict::Crash => {}
            _ => {
                *streak = Streak::default();
                return;
            }
        }
        streak.files.insert(&case.place.file);
        let (timeouts, files) = (streak.timeouts, streak.files.len());
        if timeouts >= GIVE_UP_AFTER || files >= GIVE_UP_AFTER {
            self.stopped.push(format!(
                "{profile} was given up: {}",
                if timeouts >= GIVE_UP_AFTER {
                    format!("{timeouts} time-outs with no other answer between them")
                } else {
                    format!(
                        "nothing but crashes or time-outs in the cases of {files} files in a row"
                    )
                }
            ));
            self.skipped.profiles.push(profile);
            self.changed = true;
        }
    }

    pub(crate) fn finish(mut self, started: Instant, stopped: bool) -> Trailer {
        let not_run = self
            .given
            .values()
            .any(|verdict| *verdict == Verdict::NotRun);
        if stopped && not_run {
            self.stopped.push("stopped by a signal".to_owned());
        }
        let profiles = self.summary.finish();
        let baseline = self.gate.map(|_| self.counts);
        Trailer {
            exit: summary::exit(&profiles, not_run, baseline.as_ref()),
            profiles,
            stopped: (!self.stopped.is_empty()).then(|| self.stopped.join("; ")),
            baseline,
            millis: started.elapsed().as_millis().try_into().unwrap_or(u64::MAX),
        }
    }
}
