//! Cases, one after another, against a target.

use uiconform_catalogue::{Call, Process};

use crate::in_process::InProcess;
use crate::protocol::Protocol;
use crate::target::{Answer, Target};
use crate::{Bucket, Draw, Finding, bytes, shrink};

/// Tries cases of a protocol on targets.
#[derive(Debug)]
pub struct Fuzzer<P> {
    protocol: P,
    /// Answers like those of the reference need no judge.
    reference: Option<InProcess>,
}

/// A case that was made as small as it gets while it still shows the same.
#[derive(Clone, Debug)]
pub struct Shrunk<C> {
    /// The case.
    pub case: C,
    /// What is found by it.
    pub finding: Finding,
    /// Calls that were made on the way.
    pub calls: usize,
    /// Whether the case shows it in a process that has answered nothing else; if not, it was left as it is.
    pub alone: bool,
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
        self.protocol
            .generate(&mut Draw::new(&bytes(seed, index)))
    }

    /// Tries cases in their order; gives what was found by each.
    pub fn examine(&mut self, target: &mut dyn Target, cases: &[P::Case]) -> Vec<Vec<Finding>> {
        let (answers, probed) = self.ask(target, cases);
        let expected = self.expected(cases);
        cases
            .iter()
            .enumerate()
            .map(|(at, case)| {
                let known = expected.as_ref().is_some_and(|(first, second)| {
                    same(&first[at], &answers[at]) && same(&second[at], &probed[at])
                });
                if known {
                    Vec::new()
                } else {
                    self.protocol.judge(case, &answers[at], &probed[at])
                }
            })
            .collect()
    }

    /// What the reference answers.
    fn expected(&mut self, cases: &[P::Case]) -> Option<(Vec<Vec<Answer>>, Vec<Vec<Answer>>)> {
        let mut reference = self.reference.take()?;
        let expected = self.ask(&mut reference, cases);
        self.reference = Some(reference);
        Some(expected)
    }

    /// Makes the calls of all cases, then their probes.
    fn ask(
        &self,
        target: &mut dyn Target,
        cases: &[P::Case],
    ) -> (Vec<Vec<Answer>>, Vec<Vec<Answer>>) {
        let calls = cases.iter().map(|case| self.protocol.calls(case)).collect();
        let answers = together(target, calls);
        let probes = cases
            .iter()
            .zip(&answers)
            .map(|(case, answers)| self.protocol.probes(case, answers))
            .collect();
        let probed = together(target, probes);
        (answers, probed)
    }

    /// Makes a case smaller as long as it shows something in the same bucket, by at most so many calls.
    pub fn shrink(
        &mut self,
        target: &mut dyn Target,
        case: &P::Case,
        finding: &Finding,
        budget: usize,
    ) -> Shrunk<P::Case> {
        let bucket = self.protocol.bucket(finding);
        let mut best = Shrunk {
            case: case.clone(),
            finding: finding.clone(),
            calls: 1,
            alone: true,
        };
        match self.alone(target, std::slice::from_ref(case), &bucket).pop().flatten() {
            Some(finding) => best.finding = finding,
            None => {
                best.alone = false;
                return best;
            }
        }
        let start = self.protocol.to_value(case);
        let lists = self.protocol.lists().to_vec();
        let mut search = shrink::Search::new(start, lists, budget);
        while let Some(values) = search.candidates(|value| {
            self.protocol.rewrites(value, &best.finding)
        }) {
            let cases: Vec<Option<P::Case>> = values
                .iter()
                .map(|value| self.protocol.from_value(value))
                .collect();
            let sent: Vec<P::Case> = cases.iter().flatten().cloned().collect();
            best.calls += sent.len();
            let found = self.alone(target, &sent, &bucket);
            let mut found = sent.into_iter().zip(found);
            let mut hit = None;
            for (at, case) in cases.iter().enumerate() {
                if case.is_some()
                    && let Some((case, Some(finding))) = found.next()
                {
                    (best.case, best.finding) = (case, finding);
                    hit = Some(at);
                    break;
                }
            }
            search.tell(hit, values, best.calls);
        }
        best
    }

    /// What each case shows in a bucket, in processes that no other case has used before the first.
    fn alone(
        &mut self,
        target: &mut dyn Target,
        cases: &[P::Case],
        bucket: &Bucket,
    ) -> Vec<Option<Finding>> {
        let mut fresh = Restarting { target, next: Process::Fresh };
        self.examine(&mut fresh, cases)
            .into_iter()
            .map(|findings| {
                findings
                    .into_iter()
                    .find(|finding| self.protocol.bucket(finding) == *bucket)
            })
            .collect()
    }
}

/// Begins with a fresh process.
struct Restarting<'t> {
    target: &'t mut dyn Target,
    next: Process,
}

impl Target for Restarting<'_> {
    fn call(&mut self, calls: &[Call]) -> Vec<Answer> {
        let mut calls = calls.to_vec();
        if let Some(first) = calls.first_mut()
            && self.next == Process::Fresh
        {
            first.process = Process::Fresh;
            self.next = Process::Same;
        }
        self.target.call(&calls)
    }
}

/// Makes calls for several at once.
fn together(target: &mut dyn Target, calls: Vec<Vec<Call>>) -> Vec<Vec<Answer>> {
    let counts: Vec<usize> = calls.iter().map(Vec::len).collect();
    let flat: Vec<Call> = calls.into_iter().flatten().collect();
    let mut answers = if flat.is_empty() {
        Vec::new()
    } else {
        target.call(&flat)
    }
    .into_iter();
    counts
        .into_iter()
        .map(|count| answers.by_ref().take(count).collect())
        .collect()
}

fn same(expected: &[Answer], got: &[Answer]) -> bool {
    expected.len() == got.len()
        && expected.iter().zip(got).all(|pair| match pair {
            (Ok(expected), Ok(got)) => expected.text() == got.text(),
            _ => false,
        })
}
