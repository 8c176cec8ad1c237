//! Cases, one after another, against a target.

use uiconform_catalogue::{Call, Level, Process};
use uiconform_json::{Array, Object, Value};

use crate::in_process::InProcess;
use crate::protocol::Protocol;
use crate::target::{Answer, Cause, Target};
use crate::{Bucket, Draw, Finding, bytes, shrink};

/// Tries cases of a protocol on targets.
#[derive(Debug)]
pub struct Fuzzer<P> {
    protocol: P,
    /// Answers like those of the reference need no judge.
    reference: Option<InProcess>,
}

/// A case with its calls, and with what the reference answers to them.
#[derive(Clone, Debug)]
pub struct Prepared<C> {
    /// The case.
    pub case: C,
    calls: Vec<Call>,
    /// Nothing, if every answer is to be judged.
    expected: Option<Vec<Answer>>,
}

impl<C> Prepared<C> {
    /// The calls of the case, in order.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }
}

/// What a smaller case still has to show: something in the same bucket that weighs no less.
#[derive(Clone, Debug)]
pub struct Sought {
    bucket: Bucket,
    least: Level,
}

/// How many cases may be tried to shrink one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Where many of them can share a process.
    pub together: usize,
    /// Where each needs a process of its own.
    pub alone: usize,
}

impl Effort {
    /// As many either way.
    pub fn of(tries: usize) -> Self {
        Self {
            together: tries,
            alone: tries,
        }
    }
}

/// A case, and cases that the same process has to have answered before.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain<C> {
    /// What a fresh process is asked first; nothing, if the case shows by itself what it shows.
    pub before: Vec<C>,
    /// The case.
    pub case: C,
}

/// A case that was made as small as it gets while it still shows the same.
#[derive(Clone, Debug)]
pub struct Shrunk<C> {
    /// The case, with what it needs before it.
    pub chain: Chain<C>,
    /// What is found by it.
    pub finding: Finding,
    /// Cases that were tried on the way.
    pub tried: usize,
    /// Whether it shows again in a fresh process; if not, it was left as it is.
    pub shows_again: bool,
}

impl<P: Protocol> Fuzzer<P> {
    /// A fuzzer that takes the reference at its word: whatever is answered as the reference answers it is right.
    ///
    /// That is so as long as a [`suspicious`](Self::suspicious) fuzzer finds nothing in the reference itself.
    pub fn new(protocol: P) -> Self {
        Self {
            protocol,
            reference: Some(InProcess::reference()),
        }
    }

    /// A fuzzer that judges every answer.
    pub fn suspicious(protocol: P) -> Self {
        Self {
            protocol,
            reference: None,
        }
    }

    /// The protocol.
    pub fn protocol(&self) -> &P {
        &self.protocol
    }

    /// The case of a seed and an index: always the same.
    pub fn case(&self, seed: u64, index: u64) -> P::Case {
        self.protocol.generate(&mut Draw::new(&bytes(seed, index)))
    }

    /// Makes a case ready to be tried, on any number of targets.
    pub fn prepare(&mut self, case: P::Case) -> Prepared<P::Case> {
        let calls = self.protocol.calls(&case);
        let expected = self
            .reference
            .as_mut()
            .map(|reference| reference.call(&calls));
        Prepared {
            case,
            calls,
            expected,
        }
    }

    /// What is wrong with the answers to the calls of a case.
    pub fn judge(&self, case: &Prepared<P::Case>, answers: &[Answer]) -> Vec<Finding> {
        let is_known = case
            .expected
            .as_ref()
            .is_some_and(|expected| self.is_known(&case.case, expected, answers));
        if is_known {
            Vec::new()
        } else {
            self.protocol.judge(&case.case, answers)
        }
    }

    /// Whether all answers are what the reference answers: to the letter for the most part, which is soon seen.
    fn is_known(&self, case: &P::Case, expected: &[Answer], got: &[Answer]) -> bool {
        expected.len() == got.len()
            && expected
                .iter()
                .zip(got)
                .enumerate()
                .all(|(at, pair)| match pair {
                    (Ok(expected), Ok(got)) => {
                        expected.text() == got.text()
                            || self.protocol.is_same(case, at, expected, got)
                    }
                    _ => false,
                })
    }

    /// Tries cases in their order; gives what was found by each.
    pub fn examine(&mut self, target: &mut dyn Target, cases: &[P::Case]) -> Vec<Vec<Finding>> {
        let prepared: Vec<_> = cases
            .iter()
            .map(|case| self.prepare(case.clone()))
            .collect();
        let prepared: Vec<_> = prepared.iter().collect();
        self.examine_prepared(target, &prepared)
    }

    /// Tries cases that are ready, in their order; gives what was found by each.
    pub fn examine_prepared(
        &self,
        target: &mut dyn Target,
        cases: &[&Prepared<P::Case>],
    ) -> Vec<Vec<Finding>> {
        let calls = cases.iter().map(|case| case.calls.clone()).collect();
        let answers = together(target, calls);
        cases
            .iter()
            .zip(answers)
            .map(|(case, answers)| self.judge(case, &answers))
            .collect()
    }

    /// Makes a case smaller as long as it shows something in the same bucket that weighs no less. `before` is what the process was asked until then; it is
    /// looked at only if the case does not show it by itself.
    pub fn shrink(
        &mut self,
        target: &mut dyn Target,
        chain: Chain<P::Case>,
        finding: &Finding,
        effort: Effort,
    ) -> Shrunk<P::Case> {
        let sought = self.sought(finding);
        let mut best = Shrunk {
            finding: finding.clone(),
            tried: 0,
            shows_again: true,
            chain,
        };
        let alone = Chain {
            before: Vec::new(),
            case: best.chain.case.clone(),
        };
        for (chain, together) in [
            (alone.clone(), true),
            (alone, false),
            (best.chain.clone(), false),
        ] {
            best.tried += 1;
            let Some(found) = self.shows(target, &chain, &sought) else {
                continue;
            };
            // Where it shows only in a process that has answered nothing, candidates cannot share one.
            let twice = [Some(chain.clone()), Some(chain.clone())];
            if together
                && self
                    .all_together(&mut Restarting::new(target, true), &twice, &sought)
                    .iter()
                    .any(Option::is_none)
            {
                continue;
            }
            let mut start = best.clone();
            (start.chain, start.finding) = (chain, found);
            let mut search_target = Restarting::new(target, together);
            let shrunk = self.search(&mut search_target, start, &sought, effort, together);
            // What was found in one process with others before it must be there without them.
            best.tried = shrunk.tried + 1;
            if let Some(found) = self.shows(target, &shrunk.chain, &sought) {
                return Shrunk {
                    finding: found,
                    tried: best.tried,
                    ..shrunk
                };
            }
        }
        best.shows_again = false;
        best
    }

    /// Searches for the smallest; several candidates share a process if they may.
    fn search(
        &mut self,
        target: &mut dyn Target,
        mut best: Shrunk<P::Case>,
        sought: &Sought,
        effort: Effort,
        together: bool,
    ) -> Shrunk<P::Case> {
        let budget = if together {
            effort.together
        } else {
            effort.alone
        };
        let lists = self.protocol.lists().to_vec();
        let start = self.chain_to_value(&best.chain);
        let mut search = shrink::Search::new(start, lists, best.tried + budget);
        while let Some(values) = search.candidates(|value| self.rewrites(value, &best.finding)) {
            let chains: Vec<Option<Chain<P::Case>>> = values
                .iter()
                .map(|value| self.chain_from_value(value))
                .collect();
            best.tried += chains.iter().flatten().count();
            let hit = if together {
                self.first_together(target, &chains, sought)
            } else {
                chains.iter().enumerate().find_map(|(at, chain)| {
                    Some((at, self.shows(target, chain.as_ref()?, sought)?))
                })
            };
            let at = hit.as_ref().map(|(at, _)| *at);
            if let Some((at, finding)) = hit
                && let Some(chain) = chains.into_iter().nth(at).flatten()
            {
                (best.chain, best.finding) = (chain, finding);
            }
            search.tell(at, values, best.tried);
        }
        best
    }

    /// What a smaller case still has to show where this was found.
    pub fn sought(&self, finding: &Finding) -> Sought {
        Sought {
            bucket: self.protocol.bucket(finding),
            least: finding.level,
        }
    }

    fn is_sought(&self, sought: &Sought, finding: &Finding) -> bool {
        finding.level >= sought.least && self.protocol.bucket(finding) == sought.bucket
    }

    /// What the last case of a chain shows of what is sought, in a fresh process.
    pub fn shows(
        &mut self,
        target: &mut dyn Target,
        chain: &Chain<P::Case>,
        sought: &Sought,
    ) -> Option<Finding> {
        let mut fresh = Restarting::new(target, true);
        for case in &chain.before {
            let _ = self.examine(&mut fresh, std::slice::from_ref(case));
        }
        let found = self.examine(&mut fresh, std::slice::from_ref(&chain.case));
        found
            .into_iter()
            .flatten()
            .find(|finding| self.is_sought(sought, finding))
    }

    /// The first of several cases to show what is sought, in one process for all of them.
    fn first_together(
        &mut self,
        target: &mut dyn Target,
        chains: &[Option<Chain<P::Case>>],
        sought: &Sought,
    ) -> Option<(usize, Finding)> {
        // What ends the process costs a start each time, so that none is tried for nothing.
        let count = if sought.bucket.ends_process() {
            1
        } else {
            chains.len()
        };
        chains
            .chunks(count.max(1))
            .enumerate()
            .find_map(|(chunk, chains)| {
                let found = self.all_together(target, chains, sought).into_iter();
                let (at, finding) = found
                    .enumerate()
                    .find_map(|(at, finding)| Some((at, finding?)))?;
                Some((chunk * count + at, finding))
            })
    }

    /// What each of several cases shows of what is sought, in one process for all of them.
    fn all_together(
        &mut self,
        target: &mut dyn Target,
        chains: &[Option<Chain<P::Case>>],
        sought: &Sought,
    ) -> Vec<Option<Finding>> {
        let cases: Vec<P::Case> = chains
            .iter()
            .flatten()
            .map(|chain| chain.case.clone())
            .collect();
        let mut found = self.examine(target, &cases).into_iter();
        chains
            .iter()
            .map(|chain| {
                chain.as_ref()?;
                let mut findings = found.next()?.into_iter();
                findings.find(|finding| self.is_sought(sought, finding))
            })
            .collect()
    }

    fn chain_to_value(&self, chain: &Chain<P::Case>) -> Value {
        let before: Array = chain
            .before
            .iter()
            .map(|case| self.protocol.to_value(case))
            .collect();
        Object::from_iter([
            (BEFORE, Value::from(before)),
            (CASE, self.protocol.to_value(&chain.case)),
        ])
        .into()
    }

    fn chain_from_value(&self, value: &Value) -> Option<Chain<P::Case>> {
        let before = value.get(BEFORE)?.as_array()?;
        Some(Chain {
            before: before
                .iter()
                .map(|case| self.protocol.case_of(case))
                .collect::<Option<_>>()?,
            case: self.protocol.case_of(value.get(CASE)?)?,
        })
    }

    fn rewrites(&self, chain: &Value, finding: &Finding) -> Vec<Value> {
        let Some(case) = chain.get(CASE) else {
            return Vec::new();
        };
        let with = |case: Value| {
            let mut chain = chain.as_object().cloned().unwrap_or_default();
            chain.insert(CASE, case);
            Value::from(chain)
        };
        let rewrites = self.protocol.rewrites(case, finding);
        rewrites.into_iter().map(with).collect()
    }
}

/// Members of a chain as JSON.
pub(crate) const BEFORE: &str = "before";
pub(crate) const CASE: &str = "case";

/// A target that begins with a fresh process.
pub(crate) struct Restarting<'t> {
    target: &'t mut dyn Target,
    is_due: bool,
}

impl<'t> Restarting<'t> {
    /// Begins with a fresh process if that is due.
    pub(crate) fn new(target: &'t mut dyn Target, is_due: bool) -> Self {
        Self { target, is_due }
    }
}

impl Target for Restarting<'_> {
    fn call(&mut self, calls: &[Call]) -> Vec<Answer> {
        if !self.is_due || calls.is_empty() {
            return self.target.call(calls);
        }
        self.is_due = false;
        let mut calls = calls.to_vec();
        calls[0].process = Process::Fresh;
        self.target.call(&calls)
    }
}

/// Makes calls for several at once.
fn together(target: &mut dyn Target, calls: Vec<Vec<Call>>) -> Vec<Vec<Answer>> {
    let counts: Vec<usize> = calls.iter().map(Vec::len).collect();
    let flat: Vec<Call> = calls.into_iter().flatten().collect();
    let mut answers: Vec<Answer> = Vec::new();
    while answers.len() < flat.len() {
        answers.extend(target.call(&flat[answers.len()..]));
        if let Some(Err(last)) = answers.last()
            && matches!(last.cause, Cause::NotStarted(_))
        {
            // So it is with all that follow.
            let last = last.clone();
            answers.resize_with(flat.len(), || Err(last.clone()));
        }
    }
    let mut answers = answers.into_iter();
    counts
        .into_iter()
        .map(|count| answers.by_ref().take(count).collect())
        .collect()
}
