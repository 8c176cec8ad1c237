//! A worker: a connection, the cases that its processes have served, and who is to blame when one of them breaks.
//!
//! Cases share a process, since starting one is dear. What goes wrong in it is then seen in the case that is being run, or
//! between two cases, and may be the doing of any before: a line that comes late, a thread that dies. So no case is blamed for
//! what was seen in a shared process before it was seen in one of its own. Everything that a record says of a breakage comes
//! from such a process, which makes the records the same however many drivers run at once.

use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use uiconform_catalogue::Verdict;

use crate::case_run::{CaseRun, NotRun, Terms, run_case};
use crate::connection::{Breakage, Connection};
use crate::plan::Plan;
use crate::search::kind_of;

/// How long a case is held back after its last answer, so that what its driver does late can still be laid on it, and how long
/// is waited for such a thing when it is looked for.
pub(crate) const QUIET: Duration = Duration::from_millis(500);

/// Cases that are held back at most.
const HELD: usize = 512;

/// Starts in a row that fail before the run ends: a file that is being replaced or an address that is in use may be there again
/// in a moment.
const STARTS: usize = 3;

/// The first id of a case is its place in the plan times this; see [`stride`].
const STRIDE: u64 = 1000;

/// Requests that one run of a case makes at most, with room to spare: one for each place at which a stream can be cut in two.
const REQUESTS: u64 = 1000;

/// How far apart the ids of two cases are if each is run so many times.
pub(crate) fn stride(times: u32) -> u64 {
    let needed = REQUESTS * u64::from(times);
    let mut stride = STRIDE;
    while stride < needed {
        stride *= 10;
    }
    stride
}

/// What a worker tells the executor.
pub(crate) enum News {
    /// What came of a case of the plan; nothing if it was not run.
    Case(usize, Option<Box<CaseRun>>),
    /// There is no use in going on, and why.
    Halt(String),
    /// At the end of any process the driver does this, whatever cases it has served.
    Ending(Breakage),
}

/// A case that is held back.
struct Held {
    index: usize,
    run: CaseRun,
    /// The last process that served it.
    process: u64,
    since: Instant,
}

/// A process and the cases that it has served, in order.
struct Served {
    process: u64,
    cases: Vec<usize>,
}

pub(crate) struct Worker<'w, 'p> {
    pub(super) plan: &'w Plan<'p>,
    terms: &'w Terms,
    pub(super) connection: Box<dyn Connection>,
    news: Sender<News>,
    held: VecDeque<Held>,
    /// The processes of cases that are held back.
    served: Vec<Served>,
    /// What was found of processes that have served cases while something else was looked for.
    pub(super) pending: VecDeque<crate::Aftermath>,
    /// Searches for a culprit in a row that found none.
    pub(super) fruitless: usize,
    /// Cases in a row that were answered badly, and by a fresh process as well.
    pub(super) failed_alone: usize,
    /// A case that was answered well: one that shows whether a process still serves.
    pub(super) good: Option<usize>,
    /// What a process does at its end that has served no case, once that is known.
    pub(super) ending: Option<Option<Breakage>>,
    /// Whether a process that has served no case ends by itself, once that is known.
    pub(super) ends_unasked: Option<bool>,
    failed_starts: usize,
}

impl<'w, 'p> Worker<'w, 'p> {
    pub(crate) fn new(
        plan: &'w Plan<'p>,
        terms: &'w Terms,
        connection: Box<dyn Connection>,
        news: Sender<News>,
    ) -> Self {
        Self {
            plan,
            terms,
            connection,
            news,
            held: VecDeque::new(),
            served: Vec::new(),
            pending: VecDeque::new(),
            fruitless: 0,
            failed_alone: 0,
            good: None,
            ending: None,
            ends_unasked: None,
            failed_starts: 0,
        }
    }

    /// Runs a case of the plan. What came of it is told then or later.
    pub(crate) fn run(&mut self, index: usize) {
        self.look_back();
        let before = self
            .connection
            .is_alive()
            .then(|| self.connection.process());
        let has_served = before.is_some_and(|process| self.has_served(process));
        let run = self.attempt(index);
        let suspects = match (before, &run.broken) {
            (Some(before), Some(broken)) if broken.process == before => self.served_by(before),
            (Some(before), None) if kind_of(&run).is_some() => self.served_by(before),
            _ => Vec::new(),
        };
        if let Some(process) = before {
            self.serves(process, index);
        }
        self.serves(self.connection.process(), index);
        if let Some(not_run) = run.not_run.clone() {
            self.count_start(not_run);
        } else {
            self.failed_starts = 0;
        }
        if run.broken.is_none() && kind_of(&run).is_some() && has_served {
            self.retry(index, run, &suspects);
        } else if suspects.is_empty() || run.broken.is_none() {
            if let Some(broken) = &run.broken {
                // It may have ended without being asked for anything, which shows only at the next look.
                self.halts(&broken.breakage);
            }
            self.note_good(index, &run, before);
            self.hold(index, run);
        } else {
            self.investigate(index, run, &suspects);
        }
        if before != Some(self.connection.process()) {
            self.look_back();
        }
        self.release();
    }

    /// Ends the last process and tells everything.
    pub(crate) fn finish(mut self) {
        self.look_back();
        self.ask_once_more();
        self.connection.finish();
        self.look_back();
        while let Some(held) = self.held.pop_front() {
            self.tell(News::Case(held.index, Some(Box::new(held.run))));
        }
    }

    /// Remembers the first case that shows whether a process serves: one that passes, in one process, and leaves it as it was.
    fn note_good(&mut self, index: usize, run: &CaseRun, before: Option<u64>) {
        let is_plain = run.verdict == Verdict::Pass
            && run.broken.is_none()
            && run.misanswer.is_none()
            && !run.beyond_limit
            && before.is_none_or(|before| before == self.connection.process())
            && self.connection.is_alive();
        if self.good.is_none() && is_plain {
            self.good = Some(index);
        }
    }

    pub(super) fn tell(&self, news: News) {
        // Nobody listens any more only if the run has ended.
        let _ = self.news.send(news);
    }

    /// Runs a case, and notes nothing about it.
    pub(super) fn attempt(&mut self, index: usize) -> CaseRun {
        let (catalogue, case) = self.plan.cases[index];
        self.connection
            .count_from((index as u64 + 1) * stride(self.terms.times));
        let canary = catalogue.canary(&case.profile);
        run_case(case, canary, &mut *self.connection, self.terms)
    }

    /// The place in the plan of the case that made the request with that id.
    pub(super) fn asked_by(&self, id: u64) -> Option<usize> {
        let place = usize::try_from(id / stride(self.terms.times)).ok()?;
        place
            .checked_sub(1)
            .filter(|index| *index < self.plan.cases.len())
    }

    fn count_start(&mut self, not_run: NotRun) {
        self.failed_starts += 1;
        if not_run.for_good || self.failed_starts == STARTS {
            self.tell(News::Halt(not_run.why));
        }
    }

    /// Notes that a process serves a case.
    pub(super) fn serves(&mut self, process: u64, index: usize) {
        match self.served.iter_mut().find(|one| one.process == process) {
            Some(one) if one.cases.last() == Some(&index) => {}
            Some(one) => one.cases.push(index),
            None => self.served.push(Served {
                process,
                cases: vec![index],
            }),
        }
    }

    fn has_served(&self, process: u64) -> bool {
        self.served.iter().any(|one| one.process == process)
    }

    /// The cases that a process has served and that are held back.
    pub(super) fn served_by(&self, process: u64) -> Vec<usize> {
        let served = self.served.iter().find(|one| one.process == process);
        let cases = served.map_or(&[][..], |one| &one.cases);
        let is_held = |index: &&usize| self.held.iter().any(|held| held.index == **index);
        cases.iter().filter(is_held).copied().collect()
    }

    pub(super) fn hold(&mut self, index: usize, mut run: CaseRun) {
        if let Some(broken) = run.broken.take()
            && run.not_run.is_none()
            && !run.verdict.is_failure()
        {
            run.blame_before(broken.breakage);
        }
        self.held.push_back(Held {
            index,
            run,
            process: self.connection.process(),
            since: Instant::now(),
        });
    }

    /// The run of a case that is held back.
    pub(super) fn held(&mut self, index: usize) -> Option<&mut CaseRun> {
        let held = self.held.iter_mut().find(|held| held.index == index);
        held.map(|held| &mut held.run)
    }

    /// Tells the cases on which nothing can be laid any more.
    fn release(&mut self) {
        let alive = self.connection.is_alive();
        let process = self.connection.process();
        while let Some(first) = self.held.front() {
            let is_last = self.held.len() == 1;
            let is_over = !alive || first.process != process;
            let is_old = !is_last && (first.since.elapsed() > QUIET || self.held.len() > HELD);
            if !is_over && !is_old {
                break;
            }
            if let Some(held) = self.held.pop_front() {
                self.tell(News::Case(held.index, Some(Box::new(held.run))));
            }
        }
        let held = &self.held;
        self.served.retain_mut(|one| {
            one.process == process
                || one
                    .cases
                    .iter()
                    .any(|case| held.iter().any(|held| held.index == *case))
        });
    }

    /// Finds whose doing it is what went wrong between cases.
    fn look_back(&mut self) {
        loop {
            self.collect();
            let Some(aftermath) = self.pending.pop_front() else {
                return;
            };
            let suspects = self.served_by(aftermath.process);
            self.settle(aftermath, &suspects);
        }
    }

    /// Takes what the connection has found. What processes did that were started for a search is known, and left out.
    pub(super) fn collect(&mut self) {
        while let Some(aftermath) = self.connection.aftermath(Duration::ZERO) {
            if self
                .served
                .iter()
                .any(|one| one.process == aftermath.process)
            {
                self.pending.push_back(aftermath);
            }
        }
    }
}
