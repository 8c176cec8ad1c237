//! Making a case smaller without leaving what it shows.

mod values;

use uiconform_json::{Pointer, Value};

use crate::fuzzer::{BEFORE, CASE};

/// Candidates that are tried at once: a driver answers a batch much faster than single requests.
const BATCH: usize = 32;

/// Up to this length every run of elements is tried.
const SHORT: usize = 8;

/// A search for the smallest case, which asks about candidates and is told which of them still show the same. It is deterministic,
/// and each step makes the case smaller: fewer elements in the lists that matter, then a shorter text, then an earlier one.
#[derive(Debug)]
pub(crate) struct Search {
    best: Value,
    /// The lists of a case that matter.
    of_case: Vec<Pointer>,
    budget: usize,
    spent: usize,
    pass: Pass,
    /// Whether anything got smaller since the first pass.
    progress: bool,
}

/// What is tried now, and from which of its candidates on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// What the protocol knows.
    Rewrites(usize),
    /// Leaving out runs of elements of that length.
    Lists { run: usize, from: usize },
    /// Simpler values, one at a time.
    Values(usize),
}

impl Search {
    pub(crate) fn new(start: Value, lists: Vec<Pointer>, budget: usize) -> Self {
        Self {
            best: start,
            of_case: lists,
            budget,
            spent: 0,
            pass: Pass::Rewrites(0),
            progress: false,
        }
    }

    /// What to try next; `None` at the end of the search.
    pub(crate) fn candidates(
        &mut self,
        rewrites: impl Fn(&Value) -> Vec<Value>,
    ) -> Option<Vec<Value>> {
        while self.spent < self.budget {
            let all = match self.pass {
                Pass::Rewrites(_) => rewrites(&self.best),
                Pass::Lists { run, .. } => self.without_runs(run),
                Pass::Values(_) => values::simpler(&self.best),
            };
            let from = match self.pass {
                Pass::Rewrites(from) | Pass::Values(from) | Pass::Lists { from, .. } => from,
            };
            let measure = self.measure(&self.best);
            let smaller: Vec<Value> = all.into_iter().skip(from).take(BATCH).collect();
            if smaller.is_empty() {
                if !self.advance() {
                    return None;
                }
                continue;
            }
            // What is not smaller keeps its place, so that the count goes on, but is not tried.
            return Some(
                smaller
                    .into_iter()
                    .map(|value| {
                        if self.measure(&value) < measure {
                            value
                        } else {
                            Value::Null
                        }
                    })
                    .collect(),
            );
        }
        None
    }

    /// Takes the first candidate that still shows the same, if any does.
    pub(crate) fn tell(&mut self, hit: Option<usize>, mut candidates: Vec<Value>, spent: usize) {
        self.spent = spent;
        let tried = candidates.len();
        if let Some(hit) = hit {
            self.best = candidates.swap_remove(hit);
            self.progress = true;
        }
        self.pass = match (self.pass, hit) {
            (Pass::Rewrites(_), Some(_)) => Pass::Rewrites(0),
            (Pass::Rewrites(from), None) => Pass::Rewrites(from + tried),
            // What was left out made room for the next at its place.
            (Pass::Lists { run, from }, Some(hit)) => Pass::Lists {
                run,
                from: from + hit,
            },
            (Pass::Lists { run, from }, None) => Pass::Lists {
                run,
                from: from + tried,
            },
            (Pass::Values(from), Some(hit)) => Pass::Values(from + hit),
            (Pass::Values(from), None) => Pass::Values(from + tried),
        };
    }

    /// Goes on to the next pass; `false` if all of them have nothing more to say.
    fn advance(&mut self) -> bool {
        self.pass = match self.pass {
            Pass::Rewrites(_) => Pass::Lists {
                run: self.longest().div_ceil(2).max(1),
                from: 0,
            },
            Pass::Lists { run: 1, .. } => Pass::Values(0),
            Pass::Lists { run, .. } => Pass::Lists {
                run: run / 2,
                from: 0,
            },
            Pass::Values(_) if self.progress => {
                self.progress = false;
                Pass::Rewrites(0)
            }
            Pass::Values(_) => return false,
        };
        true
    }

    fn longest(&self) -> usize {
        let lists = self.lists(&self.best);
        lists
            .iter()
            .map(|list| length(&self.best, list))
            .max()
            .unwrap_or(0)
    }

    /// The lists that matter: of the cases before, of each of those, and of the case itself.
    fn lists(&self, chain: &Value) -> Vec<Pointer> {
        let before = Pointer::root().join(BEFORE);
        let count = length(chain, &before);
        let cases = (0..count)
            .map(|at| before.join(at))
            .chain([Pointer::root().join(CASE)]);
        let inner: Vec<Pointer> = cases
            .flat_map(|case| {
                self.of_case
                    .iter()
                    .map(move |list| list.tokens().fold(case.clone(), |at, token| at.join(token)))
            })
            .collect();
        std::iter::once(before).chain(inner).collect()
    }

    /// The case without runs of elements: what stands last is the likeliest to be the cause, so it is tried last.
    fn without_runs(&self, run: usize) -> Vec<Value> {
        let mut candidates = Vec::new();
        for list in &self.lists(&self.best) {
            let count = length(&self.best, list);
            // In short lists a run may begin anywhere: what goes together need not stand at a multiple of its length.
            let step = if count <= SHORT { 1 } else { run };
            let mut start = 0;
            while start < count {
                let mut value = self.best.clone();
                if let Some(elements) =
                    values::at_mut(&mut value, list).and_then(Value::as_array_mut)
                {
                    elements.drain(start..(start + run).min(count));
                }
                candidates.push(value);
                start += step;
            }
        }
        candidates
    }

    fn measure(&self, value: &Value) -> (usize, usize, String) {
        let elements = self
            .lists(value)
            .iter()
            .map(|list| length(value, list))
            .sum();
        let text = value.to_text();
        (elements, text.len(), text)
    }
}

fn length(value: &Value, list: &Pointer) -> usize {
    value
        .pointer(list)
        .and_then(Value::as_array)
        .map_or(0, |list| list.len())
}
