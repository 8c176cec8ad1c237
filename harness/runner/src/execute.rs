//! Executing a plan: jobs, the order of records, and when to stop.
//!
//! Workers run cases in whatever order they finish; the verdicts that depend on other cases (an unproven rejection, a driver
//! that is given up, a run that is stopped) are given here, in the order of the plan, so that the records are the same
//! whatever the number of jobs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

use uiconform_catalogue::record::{CaseRecord, Header, Record, Trailer};
use uiconform_catalogue::summary::{Conformance, Summary};
use uiconform_catalogue::{Case, Judgement, Level, Verdict};

use crate::case_run::{CaseRun, Terms, run_case, unproven};
use crate::connection::Connection;
use crate::plan::Plan;
use crate::process::StartError;

/// After so many time-outs in a row, or crashes in the cases of so many files in a row, the rest of a profile is not run.
///
/// Time-outs are dear, and each counts. A crash costs a start; the cases of one file are about one thing, so a crash in all of
/// them may be one fault, and the rest is worth running. Informative cases count for nothing: they ask for what an
/// implementation need not withstand.
pub const GIVE_UP_AFTER: usize = 5;

/// How a plan is executed.
#[derive(Clone, Debug)]
pub struct Execution {
    /// Drivers at once.
    pub jobs: usize,
    /// On what terms each case is run.
    pub terms: Terms,
    /// Failures after which the run is stopped.
    pub max_fail: Option<usize>,
}

/// What a run tells while it goes on.
pub enum RunEvent<'a> {
    /// A record, in the order of the plan.
    Record(&'a Record, Option<&'a Case>),
    /// So many of so many cases have been run, whether or not their records are out yet.
    Progress(usize, usize),
}

/// Starts one more driver.
pub type Starter<'a> = dyn Fn() -> Result<Box<dyn Connection>, StartError> + Sync + 'a;

/// Executes a plan. `offered` are the profiles that the driver lists; `first` is a driver that runs already.
///
/// Returns the trailer, which has also been told as the last record.
pub fn execute(
    plan: &Plan<'_>,
    header: Header,
    execution: &Execution,
    first: Box<dyn Connection>,
    start: &Starter<'_>,
    tell: &mut dyn FnMut(RunEvent<'_>),
) -> Trailer {
    let started = Instant::now();
    let mut verdicts = Verdicts::new(&header, execution.max_fail);
    let offered = &header.driver.profiles;
    let runnable: Vec<bool> = plan
        .cases
        .iter()
        .map(|(_, case)| offered.contains(&case.profile_id()))
        .collect();
    let total = runnable.iter().filter(|runs| **runs).count();
    tell(RunEvent::Record(
        &Record::Header(Box::new(header.clone())),
        None,
    ));

    let next = AtomicUsize::new(0);
    // Profiles that were given up, and whether the run was stopped: workers need not run what will not be told.
    let skipped = Mutex::new(Skipped::default());
    let (sender, receiver) = mpsc::channel::<(usize, Option<CaseRun>)>();
    std::thread::scope(|scope| {
        let mut connections = vec![Some(first)];
        connections.resize_with(execution.jobs.clamp(1, total.max(1)), || None);
        for connection in connections {
            let sender = sender.clone();
            let (next, skipped, runnable) = (&next, &skipped, &runnable);
            scope.spawn(move || {
                let mut connection = match connection.map_or_else(start, Ok) {
                    Ok(connection) => connection,
                    Err(_) => return, // The other workers take its share.
                };
                // Held back by one: what a driver does after its answer is the fault of the case before.
                let mut last: Option<(usize, CaseRun)> = None;
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((catalogue, case)) = plan.cases.get(index) else {
                        break;
                    };
                    if !runnable[index] || lock(skipped).covers(case) {
                        if sender.send((index, None)).is_err() {
                            return;
                        }
                        continue;
                    }
                    let canary = catalogue.canary(&case.profile);
                    let mut run = run_case(case, canary, &mut *connection, &execution.terms);
                    if let Some((index, mut last)) = last.take() {
                        if let Some(breakage) = run.earlier.take() {
                            last.blame(breakage);
                        }
                        if sender.send((index, Some(last))).is_err() {
                            return;
                        }
                    }
                    last = Some((index, run));
                }
                if let Some((index, mut last)) = last {
                    if let Some(breakage) = connection.aftermath() {
                        last.blame(breakage);
                    }
                    // Nobody listens any more only if the run has ended.
                    let _ = sender.send((index, Some(last)));
                }
            });
        }
        drop(sender);

        let mut waiting: BTreeMap<usize, Option<CaseRun>> = BTreeMap::new();
        let mut told = 0;
        let mut done = 0;
        for (index, run) in receiver {
            done += usize::from(run.is_some());
            waiting.insert(index, run);
            tell(RunEvent::Progress(done, total));
            while let Some(run) = waiting.remove(&told) {
                let case = plan.cases[told].1;
                let record = verdicts.give(case, runnable[told], run);
                tell(RunEvent::Record(
                    &Record::Case(Box::new(record)),
                    Some(case),
                ));
                if verdicts.changed {
                    verdicts.changed = false;
                    *lock(&skipped) = verdicts.skipped.clone();
                }
                told += 1;
            }
        }
    });

    let trailer = verdicts.finish(started);
    tell(RunEvent::Record(
        &Record::Trailer(Box::new(trailer.clone())),
        None,
    ));
    trailer
}

fn lock(skipped: &Mutex<Skipped>) -> std::sync::MutexGuard<'_, Skipped> {
    // Nothing panics while it holds the lock, and the value is valid at any time.
    skipped
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What is not run any more.
#[derive(Clone, Debug, Default)]
struct Skipped {
    profiles: Vec<String>,
    everything: bool,
}

impl Skipped {
    fn covers(&self, case: &Case) -> bool {
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
    given: HashMap<&'a str, Verdict>,
    /// By profile.
    streaks: HashMap<String, Streak<'a>>,
    failures: usize,
    max_fail: Option<usize>,
    skipped: Skipped,
    changed: bool,
    stopped: Vec<String>,
}

impl<'a> Verdicts<'a> {
    pub(crate) fn new(header: &Header, max_fail: Option<usize>) -> Self {
        Self {
            summary: Summary::new(header),
            given: HashMap::new(),
            streaks: HashMap::new(),
            failures: 0,
            max_fail,
            skipped: Skipped::default(),
            changed: false,
            stopped: Vec::new(),
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
        let record = match run {
            Some(mut run) => {
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
                micros: 0,
            },
        };
        self.given.insert(case.id.as_str(), record.verdict);
        self.summary.add(&record);
        if record.verdict.is_failure() {
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
        let twin = case
            .twin
            .as_ref()
            .and_then(|twin| self.given.get(twin.as_str()).copied());
        if twin != Some(Verdict::Pass) {
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

    fn finish(self, started: Instant) -> Trailer {
        let not_run = self
            .given
            .values()
            .any(|verdict| *verdict == Verdict::NotRun);
        let profiles = self.summary.finish();
        let offered = profiles.iter().any(|profile| {
            !matches!(
                profile.conformance,
                Conformance::Unsupported | Conformance::NotSelected
            )
        });
        let failed = profiles
            .iter()
            .any(|profile| profile.conformance == Conformance::NotConformant);
        let exit = if !offered {
            3
        } else if not_run {
            5
        } else {
            i32::from(failed)
        };
        Trailer {
            profiles,
            stopped: (!self.stopped.is_empty()).then(|| self.stopped.join("; ")),
            exit,
            millis: started.elapsed().as_millis().try_into().unwrap_or(u64::MAX),
        }
    }
}
