//! What the generator has exercised, coarsely.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// One kind of thing that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    /// What is to be done, such as `append`.
    pub operation: &'static str,
    /// What it meets, such as `field that is not there`.
    pub target: &'static str,
    /// The kind of value that it brings, such as `list`.
    pub value: &'static str,
    /// What came of it: `accept`, `reject`, or `no answer`.
    pub verdict: &'static str,
}

/// How often each kind of thing was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: BTreeMap<Kind, u64>,
}

impl Coverage {
    /// Counts some more.
    pub fn add(&mut self, kinds: impl IntoIterator<Item = Kind>) {
        for kind in kinds {
            *self.counts.entry(kind).or_default() += 1;
        }
    }

    /// Every kind with its count, in the order of their words.
    pub fn iter(&self) -> impl Iterator<Item = (&Kind, u64)> {
        self.counts.iter().map(|(kind, count)| (kind, *count))
    }

    /// How many kinds there were.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many words there were in one place of the kinds.
    pub fn distinct(&self, word: impl Fn(&Kind) -> &'static str) -> usize {
        self.counts.keys().map(word).collect::<BTreeSet<_>>().len()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            operation,
            target,
            value,
            verdict,
        } = self;
        write!(f, "{operation}, {target}, {value}: {verdict}")
    }
}
