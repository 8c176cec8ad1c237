//! The collector: hears what the workers tell, in the order of the cases, and makes a report of it.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;

use super::worker::{News, SegmentEnd, Told};
use super::{End, Event, Found, GIVE_UP_AFTER, Purpose, Report, SEGMENT, Shared};
use crate::coverage::Coverage;
use crate::fuzzer::{Chain, Effort, Fuzzer, Shrunk};
use crate::protocol::Protocol;
use crate::target::Target;
use crate::{Bucket, Finding};

/// Cases that may be tried to shrink one that is not answered in time. Those that are answered cost little, and each of the others makes
/// the case smaller, so that few of them are waited for.
const TIMEOUTS: usize = 400;

/// What ends a report.
type Heard = ControlFlow<End>;

pub(super) struct Collector<'c, P: Protocol> {
    fuzzer: Fuzzer<P>,
    shared: &'c Shared<'c>,
    tell: &'c mut dyn FnMut(Event<'_, P::Case>) -> ControlFlow<()>,
    report: Report<P::Case>,
    /// A target to shrink on, once there is something to shrink.
    target: Option<Box<dyn Target + Send>>,
    /// The last case that ended the process, and how many in a row have.
    ended: (u64, usize),
}

impl<'c, P: Protocol> Collector<'c, P> {
    pub(super) fn new(
        protocol: P,
        shared: &'c Shared<'c>,
        tell: &'c mut dyn FnMut(Event<'_, P::Case>) -> ControlFlow<()>,
    ) -> Self {
        Self {
            fuzzer: Fuzzer::new(protocol),
            shared,
            tell,
            report: Report {
                execs: 0,
                found: BTreeMap::new(),
                coverage: Coverage::default(),
                end: End::Done,
            },
            target: None,
            ended: (0, 0),
        }
    }

    /// Hears everything, or as much as is wanted.
    pub(super) fn collect(mut self, heard: &Receiver<News>) -> Report<P::Case> {
        self.report.end = match self.hear_all(heard) {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) if self.shared.stop.load(Ordering::Relaxed) => End::Stopped,
            ControlFlow::Continue(()) if self.report.execs < self.shared.options.execs => End::Time,
            ControlFlow::Continue(()) => End::Done,
        };
        self.report
    }

    fn hear_all(&mut self, heard: &Receiver<News>) -> Heard {
        let mut early: BTreeMap<u64, VecDeque<News>> = BTreeMap::new();
        let mut segment = self.shared.options.first / SEGMENT;
        // The index of the next case that is heard of.
        let mut next = self.shared.options.first;
        while let Ok(news) = heard.recv() {
            early.entry(news.segment).or_default().push_back(news);
            while let Some(news) = early.get_mut(&segment).and_then(VecDeque::pop_front) {
                next += news.cases;
                let is_end = news.end.is_some();
                self.hear(news, next)?;
                if is_end {
                    early.remove(&segment);
                    segment += 1;
                    next = segment.saturating_mul(SEGMENT);
                    self.shared.heard.store(segment, Ordering::Relaxed);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Hears of some cases, behind the last of which `next` comes.
    fn hear(&mut self, news: News, next: u64) -> Heard {
        let first = next - news.cases;
        let execs = self.report.execs;
        for told in news.told {
            self.report.execs = execs + (told.index + 1 - first);
            self.take(told)?;
        }
        self.report.execs = execs + news.cases;
        if let Some(SegmentEnd::NotStarted(why)) = news.end
            && !self.shared.stop.load(Ordering::Relaxed)
        {
            return ControlFlow::Break(End::NotStarted(why));
        }
        if (self.tell)(Event::Progress(&self.report)).is_break() {
            return ControlFlow::Break(End::Stopped);
        }
        ControlFlow::Continue(())
    }

    fn take(&mut self, told: Told) -> Heard {
        self.report.coverage.add(told.exercised);
        for (bucket, finding) in told.findings {
            let known = self.report.found.get_mut(&bucket);
            let (level, hits) = known.map_or((None, 1), |found| {
                found.hits += 1;
                (Some(found.finding().level), found.hits)
            });
            // One that costs conformance is not to be hidden by one that does not.
            if let Some(finding) = finding.filter(|finding| level < Some(finding.level)) {
                self.found(told.index, hits, bucket, *finding)?;
            }
        }
        if told.ends {
            let (last, row) = self.ended;
            let row = if row > 0 && last + 1 == told.index {
                row + 1
            } else {
                1
            };
            self.ended = (told.index, row);
            if row == GIVE_UP_AFTER {
                return ControlFlow::Break(End::GivenUp(row));
            }
        }
        ControlFlow::Continue(())
    }

    fn found(&mut self, index: u64, hits: u64, bucket: Bucket, finding: Finding) -> Heard {
        let shrunk = self.shrunk(index, &bucket, finding);
        let found = Found {
            index,
            hits,
            shrunk,
        };
        let told = (self.tell)(Event::Found(&bucket, &found));
        self.report.found.insert(bucket, found);
        if told.is_break() {
            return ControlFlow::Break(End::Stopped);
        }
        let most = self.shared.options.max_findings;
        if most.is_some_and(|most| self.report.found.len() >= most) {
            return ControlFlow::Break(End::Enough);
        }
        ControlFlow::Continue(())
    }

    /// The case with that index, made as small as it gets.
    fn shrunk(&mut self, index: u64, bucket: &Bucket, finding: Finding) -> Shrunk<P::Case> {
        let options = &self.shared.options;
        let as_found = Shrunk {
            chain: Chain {
                before: Vec::new(),
                case: self.fuzzer.case(options.seed, index),
            },
            finding,
            tried: 0,
            shows_again: true,
        };
        let Some(effort) = options.effort else {
            return self.tried_alone(as_found);
        };
        let shrunk = if bucket.is_timeout() {
            self.shrink_timeout(&as_found, effort)
        } else {
            self.shrink(index, &as_found, effort)
        };
        match shrunk {
            Some(shrunk) if !self.shared.stop.load(Ordering::Relaxed) => shrunk,
            _ => as_found,
        }
    }

    /// The case as it was found, with whether it shows the same by itself.
    fn tried_alone(&mut self, as_found: Shrunk<P::Case>) -> Shrunk<P::Case> {
        let Some(mut target) = self.target() else {
            return as_found;
        };
        let sought = self.fuzzer.sought(&as_found.finding);
        let shown = self.fuzzer.shows(&mut target, &as_found.chain, &sought);
        self.target = Some(target);
        Shrunk {
            shows_again: shown.is_some() || self.shared.stop.load(Ordering::Relaxed),
            ..as_found
        }
    }

    /// The target to shrink on; it is to be put back.
    fn target(&mut self) -> Option<Box<dyn Target + Send>> {
        self.target
            .take()
            .or_else(|| (self.shared.start)(Purpose::Shrinking).ok())
    }

    fn shrink(
        &mut self,
        index: u64,
        as_found: &Shrunk<P::Case>,
        effort: Effort,
    ) -> Option<Shrunk<P::Case>> {
        let options = &self.shared.options;
        let from = options
            .segment_start(index)
            .max(index.saturating_sub(options.history));
        let chain = Chain {
            before: (from..index)
                .map(|index| self.fuzzer.case(options.seed, index))
                .collect(),
            case: as_found.chain.case.clone(),
        };
        if self.target.is_none() {
            self.target = (self.shared.start)(Purpose::Shrinking).ok();
        }
        let target = self.target.as_mut()?;
        let shrunk = self.fuzzer.shrink(target, chain, &as_found.finding, effort);
        Some(if shrunk.shows_again {
            shrunk
        } else {
            Shrunk {
                shows_again: false,
                tried: shrunk.tried,
                ..as_found.clone()
            }
        })
    }

    /// Shrinks by time-outs that come soon, and takes what it comes to if it is not answered in the usual time either.
    fn shrink_timeout(
        &mut self,
        as_found: &Shrunk<P::Case>,
        effort: Effort,
    ) -> Option<Shrunk<P::Case>> {
        let effort = Effort::of(effort.together.min(TIMEOUTS));
        let chain = as_found.chain.clone();
        let mut hasty = (self.shared.start)(Purpose::ShrinkingTimeouts).ok()?;
        let shrunk = self
            .fuzzer
            .shrink(&mut hasty, chain, &as_found.finding, effort);
        drop(hasty);
        let mut patient = (self.shared.start)(Purpose::Shrinking).ok()?;
        let sought = self.fuzzer.sought(&as_found.finding);
        for candidate in [&shrunk, as_found] {
            if let Some(finding) = self.fuzzer.shows(&mut patient, &candidate.chain, &sought) {
                return Some(Shrunk {
                    finding,
                    tried: shrunk.tried,
                    shows_again: true,
                    chain: candidate.chain.clone(),
                });
            }
        }
        Some(Shrunk {
            tried: shrunk.tried,
            shows_again: false,
            ..as_found.clone()
        })
    }
}
