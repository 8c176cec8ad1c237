//! A worker: makes cases, lets a target answer them, and judges the answers, all three at the same time.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use uiconform_catalogue::{Call, Level};

use super::asking::{Asked, Asking, ends};
use super::{Purpose, SEGMENT, Shared};
use crate::coverage::Kind;
use crate::fuzzer::{Fuzzer, Prepared};
use crate::protocol::Protocol;
use crate::target::{Answer, Target};
use crate::{Bucket, Finding};

/// Cases that are handed over at once.
const CASES: u64 = 32;

/// Of those: what the target is asked for, and what waits for that, so that it never waits itself.
const PREPARED: usize = 2;

/// News that may wait to be heard.
pub(super) const WAITING: usize = 256;

/// Segments that a worker may be ahead of the one that is heard.
const AHEAD: u64 = 16;

/// Coverage is counted for one of so many cases: reading every answer would cost more than it tells.
const COUNTED: u64 = 16;

/// What a worker tells of some cases of a segment, in order.
pub(super) struct News {
    pub(super) segment: u64,
    /// How many cases it is about.
    pub(super) cases: u64,
    /// Those of which there is something to tell.
    pub(super) told: Vec<Told>,
    /// Whether the segment ends with them.
    pub(super) end: Option<SegmentEnd>,
}

/// How a segment ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SegmentEnd {
    /// With its last case.
    Done,
    /// Before that, for a reason that the collector knows or can see.
    Broken,
    /// Before that, since no target could be started.
    NotStarted(String),
}

/// What there is to tell of a case.
pub(super) struct Told {
    pub(super) index: u64,
    /// What was found, in its bucket; only that where something of the bucket that weighs no less came before in the segment.
    pub(super) findings: Vec<(Bucket, Option<Box<Finding>>)>,
    pub(super) exercised: Vec<Kind>,
    /// Whether it ended the process.
    pub(super) ends: bool,
}

pub(super) struct Worker<'w, P: Protocol> {
    fuzzer: Fuzzer<P>,
    shared: &'w Shared<'w>,
    news: SyncSender<News>,
}

/// How much the weightiest finding of each bucket of a segment weighs.
type Seen = HashMap<Bucket, Level>;

/// Nobody listens any more.
struct Unheard;

impl<'w, P: Protocol + Send> Worker<'w, P> {
    pub(super) fn new(protocol: P, shared: &'w Shared<'w>, news: SyncSender<News>) -> Self {
        Self {
            fuzzer: Fuzzer::new(protocol),
            shared,
            news,
        }
    }

    /// Takes segments as long as there are any.
    pub(super) fn run(mut self) {
        while !self.shared.is_over() {
            let segment = self.shared.next.fetch_add(1, Ordering::Relaxed);
            let options = &self.shared.options;
            let first = segment.saturating_mul(SEGMENT).max(options.first);
            let end = segment.saturating_add(1).saturating_mul(SEGMENT);
            let end = end.min(options.end());
            if first >= end {
                return;
            }
            self.wait_for_turn(segment);
            let told = match (self.shared.start)(Purpose::Trying) {
                Ok(target) => self.segment(segment, first, end, target),
                Err(why) => self.tell(News {
                    segment,
                    cases: 0,
                    told: Vec::new(),
                    end: Some(SegmentEnd::NotStarted(why)),
                }),
            };
            if told.is_err() {
                return;
            }
        }
    }

    /// What is far ahead of what is heard would only take memory.
    fn wait_for_turn(&self, segment: u64) {
        while segment > self.shared.heard.load(Ordering::Relaxed) + AHEAD && !self.shared.is_over()
        {
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn tell(&self, news: News) -> Result<(), Unheard> {
        self.news.send(news).map_err(|_| Unheard)
    }

    fn segment(
        &mut self,
        segment: u64,
        first: u64,
        end: u64,
        target: Box<dyn Target + Send>,
    ) -> Result<(), Unheard> {
        let shared = self.shared;
        thread::scope(|scope| {
            let (ask, asked_for) = mpsc::channel();
            let (answer, answers) = mpsc::channel();
            scope.spawn(move || answer_all(shared, target, &asked_for, &answer));
            self.hear(segment, first, end, &ask, &answers)
        })
    }

    /// Makes the cases of a segment, and judges what is answered.
    fn hear(
        &mut self,
        segment: u64,
        first: u64,
        end: u64,
        ask: &Sender<Vec<Vec<Call>>>,
        answers: &Receiver<Asked>,
    ) -> Result<(), Unheard> {
        let mut waiting: VecDeque<Vec<Prepared<P::Case>>> = VecDeque::new();
        let mut seen = Seen::new();
        let (mut next, mut judged) = (first, first);
        loop {
            while next < end && waiting.len() < PREPARED {
                let to = end.min(next + CASES);
                let prepared: Vec<_> = (next..to)
                    .map(|index| {
                        let case = self.fuzzer.case(self.shared.options.seed, index);
                        self.fuzzer.prepare(case)
                    })
                    .collect();
                let calls = prepared.iter().map(|case| case.calls().to_vec()).collect();
                if ask.send(calls).is_err() {
                    break;
                }
                waiting.push_back(prepared);
                next = to;
            }
            let asked = waiting.pop_front().zip(answers.recv().ok());
            let Some((prepared, asked)) = asked else {
                return self.tell(ending(segment, SegmentEnd::Broken));
            };
            let cases = asked.answers.len();
            let mut news = News {
                segment,
                cases: cases as u64,
                told: Vec::new(),
                end: None,
            };
            for (prepared, answers) in prepared.iter().zip(&asked.answers) {
                news.told
                    .extend(self.judge(judged, prepared, answers, &mut seen));
                judged += 1;
            }
            if let Some(why) = asked.not_started {
                news.end = Some(SegmentEnd::NotStarted(why));
            } else if cases < prepared.len() {
                news.end = Some(SegmentEnd::Broken);
            } else if judged == end {
                news.end = Some(SegmentEnd::Done);
            }
            let is_over = news.end.is_some();
            self.tell(news)?;
            if is_over {
                return Ok(());
            }
        }
    }

    /// What there is to tell of a case.
    fn judge(
        &self,
        index: u64,
        case: &Prepared<P::Case>,
        answers: &[Answer],
        seen: &mut Seen,
    ) -> Option<Told> {
        let findings = self.fuzzer.judge(case, answers).into_iter();
        let findings: Vec<_> = findings
            .map(|finding| {
                let bucket = self.fuzzer.protocol().bucket(&finding);
                let is_news = seen.get(&bucket) < Some(&finding.level);
                if is_news {
                    seen.insert(bucket.clone(), finding.level);
                }
                (bucket, is_news.then(|| Box::new(finding)))
            })
            .collect();
        let is_counted = index.is_multiple_of(COUNTED);
        let ends = ends(answers);
        (is_counted || ends || !findings.is_empty()).then(|| Told {
            index,
            findings,
            exercised: if is_counted {
                self.fuzzer.protocol().exercised(&case.case, answers)
            } else {
                Vec::new()
            },
            ends,
        })
    }
}

fn ending(segment: u64, end: SegmentEnd) -> News {
    News {
        segment,
        cases: 0,
        told: Vec::new(),
        end: Some(end),
    }
}

/// Lets a target answer whatever it is asked for, until something keeps it from answering all of it.
fn answer_all(
    shared: &Shared<'_>,
    target: Box<dyn Target + Send>,
    asked_for: &Receiver<Vec<Vec<Call>>>,
    answer: &Sender<Asked>,
) {
    let mut asking = Asking::new(shared, target);
    while let Ok(cases) = asked_for.recv() {
        let asked = asking.ask(&cases);
        let is_whole = asked.answers.len() == cases.len();
        if answer.send(asked).is_err() || !is_whole {
            return;
        }
    }
}
