//! Where in a run things were begun and ended.

use std::fmt;

use hashbrown::HashMap;
use uiconform_json::JsonString;

use super::shape::Thing;

/// An event, as it is told of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    /// Its number, from zero.
    pub(super) event: usize,
    /// The line on which it begins, if lines are known.
    pub(super) line: Option<u64>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}", self.event + 1)?;
        match self.line {
            Some(line) => write!(f, " on line {line}"),
            None => Ok(()),
        }
    }
}

/// When something was begun last, and ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) begun: Origin,
    pub(super) ended: Option<Origin>,
}

/// When each thing of a run was begun last, and ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    seen: HashMap<Thing, HashMap<JsonString, Seen>>,
}

impl Origins {
    /// What is known of a thing.
    pub(super) fn of(&self, thing: Thing, id: &JsonString) -> Option<Seen> {
        self.seen.get(&thing)?.get(id).copied()
    }

    /// Notes that it was begun.
    pub(super) fn begin(&mut self, thing: Thing, id: &JsonString, here: Origin) {
        let seen = Seen {
            begun: here,
            ended: None,
        };
        self.seen.entry(thing).or_default().insert(id.clone(), seen);
    }

    /// Notes that it was ended; whether it had been begun.
    pub(super) fn end(&mut self, thing: Thing, id: &JsonString, here: Origin) -> bool {
        let seen = self.seen.get_mut(&thing).and_then(|seen| seen.get_mut(id));
        match seen {
            Some(seen @ Seen { ended: None, .. }) => {
                seen.ended = Some(here);
                true
            }
            _ => false,
        }
    }

    /// Everything of that kind that was begun and not ended, in no order.
    pub(super) fn open(&self, thing: Thing) -> impl Iterator<Item = (&JsonString, Origin)> {
        let seen = self.seen.get(&thing).into_iter().flatten();
        seen.filter(|(_, seen)| seen.ended.is_none())
            .map(|(id, seen)| (id, seen.begun))
    }
}
