//! Which members of two objects to compare with each other.

use std::collections::HashMap;

use crate::classes::{Classes, Precision};
use crate::{JsonString, Object, Value};

/// What stands at one place in what was expected and in what was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'v> {
    pub(crate) expected: Option<&'v Value>,
    pub(crate) got: Option<&'v Value>,
    pub(crate) verdict: Verdict,
}

/// What is known about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is still to be compared.
    Open,
    /// It differs as a whole.
    Different,
    /// It differs only in numbers that are the same finite binary64.
    Lossy,
}

impl<'v> Pair<'v> {
    pub(crate) fn open(expected: Option<&'v Value>, got: Option<&'v Value>) -> Self {
        Self {
            expected,
            got,
            verdict: Verdict::Open,
        }
    }
}

/// The members of two objects, paired by name: in the order of the first, then what only the second has.
pub(crate) fn pairs<'v>(a: &'v Object, b: &'v Object) -> Vec<(&'v JsonString, Pair<'v>)> {
    if a.duplicate_name().is_some() || b.duplicate_name().is_some() {
        return pairs_with_duplicates(a, b);
    }
    let both = a
        .iter()
        .enumerate()
        .map(|(hint, (name, value))| (name, Pair::open(Some(value), b.find(name, hint))));
    let mut pairs: Vec<_> = both.collect();
    let shared = pairs.iter().filter(|(_, pair)| pair.got.is_some()).count();
    if shared < b.len() {
        let missing = b
            .iter()
            .enumerate()
            .filter(|(hint, (name, _))| a.find(name, *hint).is_none());
        pairs.extend(missing.map(|(_, (name, value))| (name, Pair::open(None, Some(value)))));
    }
    pairs
}

/// The values of one name.
#[derive(Default)]
struct Group<'v> {
    expected: Vec<&'v Value>,
    got: Vec<&'v Value>,
}

fn pairs_with_duplicates<'v>(a: &'v Object, b: &'v Object) -> Vec<(&'v JsonString, Pair<'v>)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(&JsonString, Group<'_>)> = Vec::new();
    let members = a
        .iter()
        .map(|member| (true, member))
        .chain(b.iter().map(|member| (false, member)));
    for (expected, (name, value)) in members {
        let place = *places.entry(name).or_insert(groups.len());
        if place == groups.len() {
            groups.push((name, Group::default()));
        }
        let group = &mut groups[place].1;
        if expected {
            &mut group.expected
        } else {
            &mut group.got
        }
        .push(value);
    }

    let mut exact = Classes::new(Precision::Exact);
    let mut binary64 = Classes::new(Precision::Binary64);
    let mut pairs = Vec::new();
    for (name, mut group) in groups {
        if group.expected.len() <= 1 && group.got.len() <= 1 {
            pairs.push((name, Pair::open(group.expected.pop(), group.got.pop())));
            continue;
        }
        group.cancel(&mut exact);
        for (expected, got) in group.cancel(&mut binary64) {
            pairs.push((
                name,
                Pair {
                    expected: Some(expected),
                    got: Some(got),
                    verdict: Verdict::Lossy,
                },
            ));
        }
        for index in 0..group.expected.len().max(group.got.len()) {
            let (expected, got) = (
                group.expected.get(index).copied(),
                group.got.get(index).copied(),
            );
            pairs.push((
                name,
                Pair {
                    expected,
                    got,
                    verdict: Verdict::Different,
                },
            ));
        }
    }
    pairs
}

impl<'v> Group<'v> {
    /// Takes out, as a multiset, what both sides have.
    fn cancel(&mut self, classes: &mut Classes<'v>) -> Vec<(&'v Value, &'v Value)> {
        // Values of each class among `got`, the last first, so that they are taken in order.
        let mut available: HashMap<usize, Vec<usize>> = HashMap::new();
        for (position, value) in self.got.iter().enumerate().rev() {
            available
                .entry(classes.class(value))
                .or_default()
                .push(position);
        }
        let mut taken = vec![false; self.got.len()];
        let mut cancelled = Vec::new();
        let got = &self.got;
        self.expected.retain(|value| {
            match available.get_mut(&classes.class(value)).and_then(Vec::pop) {
                Some(position) => {
                    taken[position] = true;
                    cancelled.push((*value, got[position]));
                    false
                }
                None => true,
            }
        });
        let mut taken = taken.into_iter();
        self.got.retain(|_| !taken.next().unwrap_or_default());
        cancelled
    }
}
