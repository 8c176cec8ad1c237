//! A run of many cases against targets of one kind.
//!
//! The cases of a seed are cut into segments. A worker takes a segment at a time, starts a target for it, and tells what its cases come
//! to; the collector hears that in the order of the cases, puts it into buckets, and shrinks the first of each on a target of its
//! own. So what is found depends neither on how many workers there are nor on how many cases are sent at once: a case is always tried
//! by a process that has been asked for those before it in its segment, and for nothing else.

mod asking;
mod collect;
mod worker;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use uiconform_json::Object;
use uiconform_runner::GIVE_UP_AFTER;

use crate::coverage::Coverage;
use crate::fuzzer::{Effort, Shrunk};
use crate::protocol::Protocol;
use crate::target::Target;
use crate::{Bucket, Finding};

use self::collect::Collector;
use self::worker::Worker;

/// Cases of a segment. A target is started for each, which for an interpreter takes as long as some hundred cases.
pub const SEGMENT: u64 = 8192;

/// What is tried, and how long anything may take.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The seed of all cases.
    pub seed: u64,
    /// The index of the first case.
    pub first: u64,
    /// How many cases are tried.
    pub execs: u64,
    /// When no more cases are begun.
    pub until: Option<Instant>,
    /// How many targets are asked at once.
    pub jobs: usize,
    /// Buckets after which no more are looked for.
    pub max_findings: Option<usize>,
    /// How many cases may be tried to shrink one; nothing if none is shrunk.
    pub effort: Option<Effort>,
    /// How many cases may have to go before one for it to show what it shows.
    pub history: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            first: 0,
            execs: 20_000,
            until: None,
            jobs: 1,
            max_findings: None,
            effort: Some(Effort {
                together: 2_000,
                alone: 250,
            }),
            history: 64,
        }
    }
}

impl Options {
    /// The index behind the last case.
    fn end(&self) -> u64 {
        self.first.saturating_add(self.execs)
    }

    /// The first case of the segment of a case: what its process is asked first.
    pub fn segment_start(&self, index: u64) -> u64 {
        (index - index % SEGMENT).max(self.first)
    }
}

/// Findings of one cause.
#[derive(Clone, Debug)]
pub struct Found<C> {
    /// The index of the first case that showed it.
    pub index: u64,
    /// How many cases showed it.
    pub hits: u64,
    /// The smallest case that shows it.
    pub shrunk: Shrunk<C>,
}

/// Why a campaign came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every case was tried.
    Done,
    /// Its time was over.
    Time,
    /// As much was found as was asked for.
    Enough,
    /// It was stopped from outside.
    Stopped,
    /// So many cases in a row ended the process, or were not answered in time.
    GivenUp(usize),
    /// No target could be started: why.
    NotStarted(String),
}

impl End {
    /// Whether less was tried than was asked for.
    pub fn is_short(&self) -> bool {
        matches!(self, Self::Stopped | Self::GivenUp(_) | Self::NotStarted(_))
    }
}

/// What a campaign has come to.
#[derive(Clone, Debug)]
pub struct Report<C> {
    /// How many cases were tried, shrinking left aside.
    pub execs: u64,
    /// What was found.
    pub found: BTreeMap<Bucket, Found<C>>,
    /// What was exercised, by every sixteenth case.
    pub coverage: Coverage,
    /// Why it ended; while it goes on, that everything was tried.
    pub end: End,
}

/// What a campaign tells while it goes on.
pub enum Event<'r, C> {
    /// Something new was found.
    Found(&'r Bucket, &'r Found<C>),
    /// So far it has come to this.
    Progress(&'r Report<C>),
}

/// What a target is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For cases as they come.
    Trying,
    /// To shrink what is found.
    Shrinking,
    /// To shrink what is not answered in time: a time-out may come sooner, since each costs its time.
    ShrinkingTimeouts,
}

/// Starts a target that nobody has asked for anything.
///
/// # Errors
///
/// If there is none to be had: why.
pub type Start<'a> = dyn Fn(Purpose) -> Result<Box<dyn Target + Send>, String> + Sync + 'a;

/// What all threads of a campaign look at.
struct Shared<'a> {
    options: Options,
    start: &'a Start<'a>,
    stop: &'a AtomicBool,
    /// Whether nobody wants to hear more.
    over: AtomicBool,
    /// The next segment that nobody has taken.
    next: AtomicU64,
    /// The segment that the collector is hearing.
    heard: AtomicU64,
}

impl Shared<'_> {
    fn is_out_of_time(&self) -> bool {
        self.options
            .until
            .is_some_and(|until| Instant::now() >= until)
    }

    /// Whether no more cases are begun.
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.over.load(Ordering::Relaxed)
            || self.is_out_of_time()
    }
}

/// Tries cases until there are no more, until time is up, until enough is found, or until `tell` breaks off or `stop` is set.
pub fn run<P: Protocol + Clone + Send + Sync>(
    protocol: &P,
    options: &Options,
    start: &Start<'_>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Event<'_, P::Case>) -> ControlFlow<()>,
) -> Report<P::Case> {
    let shared = Shared {
        options: *options,
        start,
        stop,
        over: AtomicBool::new(false),
        next: AtomicU64::new(options.first / SEGMENT),
        heard: AtomicU64::new(options.first / SEGMENT),
    };
    std::thread::scope(|scope| {
        // What is heard waits while something is shrunk, and so do the workers then.
        let (news, heard) = mpsc::sync_channel(worker::WAITING);
        for _ in 0..options.jobs.max(1) {
            let worker = Worker::new(protocol.clone(), &shared, news.clone());
            scope.spawn(move || worker.run());
        }
        drop(news);
        let report = Collector::new(protocol.clone(), &shared, tell).collect(&heard);
        shared.over.store(true, Ordering::Relaxed);
        // Whoever has something to tell yet is not to wait for somebody to hear it.
        drop(heard);
        report
    })
}

impl<C> Found<C> {
    /// What is found.
    pub fn finding(&self) -> &Finding {
        &self.shrunk.finding
    }

    /// Where it comes from, for a saved case; `driver` names the implementation and its version.
    pub fn provenance(&self, bucket: &Bucket, seed: u64, driver: &str) -> Object {
        Object::from_iter([
            ("by", "uiconform fuzz".to_owned()),
            ("bucket", bucket.to_string()),
            ("seed", seed.to_string()),
            ("index", self.index.to_string()),
            ("driver", driver.to_owned()),
            ("harness", env!("CARGO_PKG_VERSION").to_owned()),
        ])
    }
}
