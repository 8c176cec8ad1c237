//! Where the names of a large object stand.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::object::Member;
use crate::string::Parts;

/// The last position of each name; the names themselves stay in the members.
#[derive(Clone)]
pub(crate) struct Index {
    positions: HashTable<usize>,
    hasher: DefaultHashBuilder,
    first_repeated: Option<usize>,
}

impl Index {
    /// Up to this many members looking at each is as fast as hashing.
    pub(crate) const WORTHWHILE: usize = 16;

    pub(crate) fn of(members: &[Member]) -> Self {
        let mut index = Self {
            positions: HashTable::with_capacity(members.len()),
            hasher: DefaultHashBuilder::default(),
            first_repeated: None,
        };
        for count in 1..=members.len() {
            index.note_last(&members[..count]);
        }
        index
    }

    /// Notes the last of the members, all others being noted.
    pub(crate) fn note_last(&mut self, members: &[Member]) {
        let Some((last, (name, _))) = members.iter().enumerate().next_back() else {
            return;
        };
        let hasher = &self.hasher;
        // Names that differ in lone surrogates alone share a hash; they are compared in full.
        let hash_at = |position: usize| hasher.hash_one(members[position].0.parts().0);
        let entry = self.positions.entry(
            hash_at(last),
            |position| members[*position].0 == *name,
            |position| hash_at(*position),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(mut known) => {
                *known.get_mut() = last;
                self.first_repeated.get_or_insert(last);
            }
            hashbrown::hash_table::Entry::Vacant(free) => {
                free.insert(last);
            }
        }
    }

    /// Forgets the last of the members before it goes; says whether it could, which it cannot where names are repeated.
    pub(crate) fn forget_last(&mut self, members: &[Member]) -> bool {
        let Some((last, (name, _))) = members.iter().enumerate().next_back() else {
            return false;
        };
        if self.first_repeated.is_some() {
            return false;
        }
        let hash = self.hasher.hash_one(name.parts().0);
        let entry = self
            .positions
            .find_entry(hash, |position| *position == last);
        entry.map(|entry| entry.remove()).is_ok()
    }

    pub(crate) fn position(&self, members: &[Member], name: Parts<'_>) -> Option<usize> {
        let hash = self.hasher.hash_one(name.0);
        self.positions
            .find(hash, |position| members[*position].0.parts() == name)
            .copied()
    }

    /// The first position whose name stands earlier too.
    pub(crate) fn first_repeated(&self) -> Option<usize> {
        self.first_repeated
    }
}
