//! Executing a plan: jobs, the order of records, and when to stop.
//!
//! Workers run cases in whatever order they finish; the verdicts that depend on other cases (an unproven rejection, a driver
//! that is given up, a run that is stopped) are given here, in the order of the plan, so that the records are the same
//! whatever the number of jobs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Instant;

use uiconform_catalogue::Case;
use uiconform_catalogue::baseline::Gate;
use uiconform_catalogue::record::{Header, Record, Trailer};

use crate::case_run::{CaseRun, Terms};
use crate::connection::{Breakage, Connection};
use crate::fitted::Fitted;
use crate::plan::Plan;
use crate::process::StartError;
use crate::stop::Stop;
use crate::verdicts::{Skipped, Verdicts};
use crate::worker::{News, Worker};

/// How a plan is executed.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    /// Drivers at once.
    pub jobs: usize,
    /// On what terms each case is run.
    pub terms: Terms,
    /// Failures that cost conformance after which the run is stopped; those that the baseline knows do not count.
    pub max_fail: Option<usize>,
    /// The baseline that records are held against.
    pub gate: Option<&'a Gate<'a>>,
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
pub fn execute<'a>(
    plan: &Plan<'a>,
    header: Header,
    execution: &Execution<'a>,
    first: Box<dyn Connection>,
    start: &Starter<'_>,
    stop: &Stop,
    tell: &mut dyn FnMut(RunEvent<'_>) -> ControlFlow<()>,
) -> Trailer {
    let started = Instant::now();
    let runnable: Vec<bool> = plan
        .cases
        .iter()
        .map(|(_, case)| {
            let offer = &execution.terms.offer;
            header.driver.profiles.contains(&case.profile_id())
                && Fitted::new(&*case.exercise, offer).is_some()
        })
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
        verdicts: Verdicts::new(&header, execution.max_fail, execution.gate),
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
    thread::scope(|scope| {
        let mut connections = vec![Some(first)];
        connections.resize_with(execution.jobs.clamp(1, telling.total.max(1)), || None);
        for (running, connection) in connections.into_iter().enumerate() {
            let (news, work) = (sender.clone(), &work);
            let worker = thread::Builder::new();
            if let Err(error) = worker.spawn_scoped(scope, move || work.go(connection, news)) {
                // The system gives no more threads. The workers that there are do it all.
                if running == 0 {
                    telling.halt(format!("no thread could be started: {error}"));
                }
                break;
            }
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
    execution: &'w Execution<'p>,
    start: &'w Starter<'w>,
    stop: &'w Stop,
    /// Whether the driver offers what each case needs.
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
                    self.halt(why);
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

    fn halt(&mut self, why: String) {
        self.verdicts.halt(why);
        self.share();
    }

    fn finish(mut self, started: Instant) -> Trailer {
        // What no worker has taken was not run.
        for index in self.told..self.work.plan.cases.len() {
            self.waiting.entry(index).or_insert(None);
        }
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
