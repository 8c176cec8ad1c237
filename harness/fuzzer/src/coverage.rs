//! What the generator has exercised, coarsely.

use std::collections::BTreeMap;
use std::fmt;

/// How often each kind of thing was tried: what the event is, what it meets, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
}

impl Coverage {
    /// Counts some more.
    pub fn add(&mut self, kinds: impl IntoIterator<Item = String>) {
        for kind in kinds {
            *self.counts.entry(kind).or_default() += 1;
        }
    }

    /// Every kind with its count, in the order of their words.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts
            .iter()
            .map(|(kind, count)| (kind.as_str(), *count))
    }

    /// How many kinds there were.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

impl fmt::Display for Coverage {
    /// A line for each kind, the count first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, count) in self.iter() {
            writeln!(f, "{count:>8}  {kind}")?;
        }
        Ok(())
    }
}
