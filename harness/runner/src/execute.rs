//! Executing a plan: jobs, the order of records, and when to stop.
//!
//! Workers run cases in whatever order they finish; the verdicts that depend on other cases (an unproven rejection, a driver
//! that is given up, a run that is stopped) are given here, in the order of the plan, so that the records are the same
//! whatever the number of jobs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

use uiconform_catalogue::record::{CaseRecord, Header, Record, Trailer};
use uiconform_catalogue::summary::{Conformance, Summary};
use uiconform_catalogue::{Case, Judgement, Level, Verdict};

use crate::case_record::unproven;
use crate::case_run::{CaseRun, NotRun, Terms};
use crate::connection::{Breakage, Connection};
use crate::plan::Plan;
use crate::process::StartError;
use crate::stop::Stop;
use crate::worker::{News, Worker};

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

/// Executes a plan. `first` is a driver that runs already.
///
/// `tell` breaks off if nobody listens any more; then, and when `stop` is set, drivers are ended and what has not been run is not
/// run any more. Returns the trailer, which has also been told as the last record.
pub fn execute(
    plan: &Plan<'_>,
    header: Header,
    execution: &Execution,
    first: Box<dyn Connection>,
    start: &Starter<'_>,
    stop: &Stop,
    tell: &mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
) -> Trailer {
    let started = Instant::now();
    let runnable: Vec<bool> = plan
        .cases
        .iter()
        .map(|(_, case)| header.driver.profiles.contains(&case.profile_id()))
        .collect();
    let work = Work {
        plan,
        execution,
        start,
        stop,
        runnable: &runnable,
        next: AtomicUsize::new(0),
        skipped: Mutex::default(),
    };
    let mut telling = Telling {
        verdicts: Verdicts::new(&header, execution.max_fail),
        work: &work,
        tell,
        waiting: BTreeMap::new(),
        told: 0,
        done: 0,
        total: runnable.iter().filter(|runs| **runs).count(),
        last: runnable.iter().rposition(|runs| *runs),
        ending: None,
    };
    telling.record(&Record::Header(Box::new(header.clone())), None);
    let (sender, receiver) = mpsc::channel::<News>();
    std::thread::scope(|scope| {
        let mut connections = vec![Some(first)];
        connections.resize_with(execution.jobs.clamp(1, telling.total.max(1)), || None);
        for connection in connections {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work.go(connection, sender));
        }
        drop(sender);
        for news in receiver {
            telling.take(news);
        }
    });
    telling.finish(started)
}

/// What the workers share.
struct Work<'w, 'p> {
    plan: &'w Plan<'p>,
    execution: &'w Execution,
    start: &'w Starter<'w>,
    stop: &'w Stop,
    /// Whether the driver offers the profile of each case.
    runnable: &'w [bool],
    /// The next case that nobody has taken yet.
    next: AtomicUsize,
    /// What need not be run, since it will not be told.
    skipped: Mutex<Skipped>,
}

impl Work<'_, '_> {
    /// Runs cases until there are no more.
    fn go(&self, connection: Option<Box<dyn Connection>>, news: mpsc::Sender<News>) {
        let connection = match connection.map_or_else(self.start, Ok) {
            Ok(connection) => connection,
            Err(error) => {
                // The other workers take its share, unless that makes no sense.
                if error.is_for_good() {
                    let _ = news.send(News::Halt(error.summary()));
                }
                return;
            }
        };
        let mut worker = Worker::new(self.plan, &self.execution.terms, connection, news);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((_, case)) = self.plan.cases.get(index) else {
                break;
            };
            if !self.runnable[index] || self.stop.is_set() || lock(&self.skipped).covers(case) {
                worker.tell(News::Case(index, None));
            } else {
                worker.run(index);
            }
        }
        worker.finish();
    }
}

/// What tells the records in the order of the plan.
struct Telling<'t, 'w, 'p> {
    verdicts: Verdicts<'p>,
    work: &'t Work<'w, 'p>,
    tell: &'t mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
    /// What came of cases before which others are still to be told.
    waiting: BTreeMap<usize, Option<CaseRun>>,
    /// Cases that have been told.
    told: usize,
    /// Cases that have been run.
    done: usize,
    /// Cases to run.
    total: usize,
    /// The last case of the plan that the driver offers: it answers for what the driver does at the end of any process, and is
    /// told when all processes have ended.
    last: Option<usize>,
    ending: Option<Breakage>,
}

impl Telling<'_, '_, '_> {
    fn take(&mut self, news: News) {
        match news {
            News::Case(index, run) => {
                self.done += usize::from(run.is_some());
                self.waiting.insert(index, run.map(|run| *run));
                self.event(RunEvent::Progress(self.done, self.total));
                self.tell_up_to(self.last);
            }
            News::Halt(why) => {
                // That the run is being stopped needs no other reason.
                if !self.work.stop.is_set() {
                    self.verdicts.halt(why);
                    self.share();
                }
            }
            News::Ending(breakage) => self.ending = Some(breakage),
        }
    }

    /// Tells what can be told, up to a case that has to wait.
    fn tell_up_to(&mut self, until: Option<usize>) {
        while Some(self.told) != until
            && let Some(mut run) = self.waiting.remove(&self.told)
        {
            let case = self.work.plan.cases[self.told].1;
            if Some(self.told) == self.last
                && let (Some(run), Some(breakage)) = (&mut run, self.ending.take())
            {
                run.blame(breakage);
            }
            let record = self.verdicts.give(case, self.work.runnable[self.told], run);
            self.record(&Record::Case(Box::new(record)), Some(case));
            self.share();
            self.told += 1;
        }
    }

    /// Lets the workers know what they need not run.
    fn share(&mut self) {
        if std::mem::take(&mut self.verdicts.changed) {
            *lock(&self.work.skipped) = self.verdicts.skipped.clone();
        }
    }

    fn record(&mut self, record: &Record, case: Option<&Case>) {
        self.event(RunEvent::Record(record, case));
    }

    fn event(&mut self, event: RunEvent<'_>) {
        if (self.tell)(event).is_break() {
            self.work.stop.set();
        }
    }

    fn finish(mut self, started: Instant) -> Trailer {
        self.tell_up_to(None);
        let stopped = self.work.stop.is_set();
        let trailer = self.verdicts.finish(started, stopped);
        let record = Record::Trailer(Box::new(trailer.clone()));
        // Who does not listen any more has said so before.
        let _ = (self.tell)(RunEvent::Record(&record, None));
        trailer
    }
}

fn lock(skipped: &Mutex<Skipped>) -> std::sync::MutexGuard<'_, Skipped> {
    // Nothing panics while it holds the lock, and the value is valid at any time.
    skipped
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Cases for which no driver could be started that the reasons name.
const NOT_STARTED_TOLD: usize = 2;

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
    /// Cases for which no driver could be started.
    not_started: usize,
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
            not_started: 0,
            stopped: Vec::new(),
        }
    }

    /// Ends the run for that reason.
    fn halt(&mut self, why: String) {
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
        let record = match run {
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

    fn finish(mut self, started: Instant, stopped: bool) -> Trailer {
        let not_run = self
            .given
            .values()
            .any(|verdict| *verdict == Verdict::NotRun);
        if stopped && not_run {
            self.stopped.push("stopped by a signal".to_owned());
        }
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
