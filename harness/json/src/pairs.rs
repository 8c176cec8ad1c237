//! Which members of two objects to compare with each other.

use std::collections::HashMap;

use crate::classes::{Classes, Precision};
use crate::{JsonString, Object, Value};

/// What stands at one place in what was expected and in what was found, and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pair<'v> {
    /// Still to be compared.
    Open(Option<&'v Value>, Option<&'v Value>),
    /// Different as a whole.
    Different(Option<&'v Value>, Option<&'v Value>),
    /// Different only in numbers that are the same finite binary64.
    Lossy,
}

/// The members of two objects, paired by name: in the order of the first, then what only the second has.
pub(crate) fn pairs<'v>(a: &'v Object, b: &'v Object) -> Vec<(&'v JsonString, Pair<'v>)> {
    if a.duplicate_name().is_some() || b.duplicate_name().is_some() {
        return pairs_with_duplicates(a, b);
    }
    let mut pairs = Vec::with_capacity(a.len());
    let mut shared = 0;
    for (hint, (name, value)) in a.iter().enumerate() {
        let other = b.find(name, hint);
        shared += usize::from(other.is_some());
        pairs.push((name, Pair::Open(Some(value), other)));
    }
    if shared < b.len() {
        let only_there = b.iter().filter(|(name, _)| a.get_name(name).is_none());
        pairs.extend(only_there.map(|(name, value)| (name, Pair::Open(None, Some(value)))));
    }
    pairs
}

/// The values of one name.
#[derive(Default)]
struct Group<'v> {
    expected: Vec<&'v Value>,
    got: Vec<&'v Value>,
}

/// Takes away, as multisets, what is equal and then what is so in binary64; what is left differs as a whole, in order.
///
/// It is not followed into its parts: who is to say which of several is the counterpart?
fn pairs_with_duplicates<'v>(a: &'v Object, b: &'v Object) -> Vec<(&'v JsonString, Pair<'v>)> {
    let mut exact = Classes::new(Precision::Exact);
    let mut binary64 = Classes::new(Precision::Binary64);
    let mut pairs = Vec::new();
    for (name, mut group) in groups(a, b) {
        if group.expected.len() <= 1 && group.got.len() <= 1 {
            pairs.push((name, Pair::Open(group.expected.pop(), group.got.pop())));
            continue;
        }
        group.cancel(&mut exact);
        let lossy = group.cancel(&mut binary64);
        pairs.extend(std::iter::repeat_n((name, Pair::Lossy), lossy));
        for index in 0..group.expected.len().max(group.got.len()) {
            let (expected, got) = (group.expected.get(index), group.got.get(index));
            pairs.push((name, Pair::Different(expected.copied(), got.copied())));
        }
    }
    pairs
}

/// The members of both by name, in the order in which the names first stand.
fn groups<'v>(a: &'v Object, b: &'v Object) -> Vec<(&'v JsonString, Group<'v>)> {
    let mut places = HashMap::new();
    let mut groups: Vec<(&JsonString, Group<'_>)> = Vec::new();
    let expected = a.iter().map(|member| (true, member));
    let got = b.iter().map(|member| (false, member));
    for (is_expected, (name, value)) in expected.chain(got) {
        let place = *places.entry(name).or_insert(groups.len());
        if place == groups.len() {
            groups.push((name, Group::default()));
        }
        let Group { expected, got } = &mut groups[place].1;
        if is_expected { expected } else { got }.push(value);
    }
    groups
}

impl<'v> Group<'v> {
    /// Takes out, as a multiset, what both sides have, and counts it.
    fn cancel(&mut self, classes: &mut Classes<'v>) -> usize {
        let mut available: HashMap<usize, usize> = HashMap::new();
        for value in &self.got {
            *available.entry(classes.class(value)).or_default() += 1;
        }
        let mut cancelled: HashMap<usize, usize> = HashMap::new();
        let before = self.expected.len();
        self.expected.retain(|value| {
            let class = classes.class(value);
            let is_there = take_one(&mut available, class);
            if is_there {
                *cancelled.entry(class).or_default() += 1;
            }
            !is_there
        });
        self.got
            .retain(|value| !take_one(&mut cancelled, classes.class(value)));
        before - self.expected.len()
    }
}

/// Takes one of a class, if any is left.
fn take_one(counts: &mut HashMap<usize, usize>, class: usize) -> bool {
    match counts.get_mut(&class) {
        Some(count @ 1..) => {
            *count -= 1;
            true
        }
        _ => false,
    }
}
