//! What cannot be held against an agent, since an event that might explain it could not be read or was refused.

use hashbrown::{HashMap, HashSet};
use uiconform_json::{JsonString, Object, Value};

use super::shape::{Act, Thing, Type};

/// Of what nobody knows whether it is open.
///
/// An event that is refused, or cannot be read, is told of once. What follows from that is not told again.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubt {
    /// Something was lost of which nothing is known.
    all: bool,
    /// Something was lost that may be any of its kind.
    kinds: HashSet<Thing>,
    ids: HashMap<Thing, HashSet<JsonString>>,
}

impl Doubt {
    /// Whether nobody knows whether this is open.
    pub(super) fn covers(&self, thing: Thing, id: &JsonString) -> bool {
        let is_named = |ids: &HashSet<JsonString>| ids.contains(id);
        self.covers_any(thing) || self.ids.get(&thing).is_some_and(is_named)
    }

    /// Whether nobody knows what is open of that kind.
    pub(super) fn covers_any(&self, thing: Thing) -> bool {
        self.all || self.kinds.contains(&thing)
    }

    /// Whether something was lost of which nothing is known.
    pub(super) fn covers_all(&self) -> bool {
        self.all
    }

    /// Something was lost of which nothing is known.
    pub(super) fn cast_on_all(&mut self) {
        self.all = true;
    }

    /// Nobody knows whether this is open.
    pub(super) fn cast(&mut self, thing: Thing, id: &JsonString) {
        self.ids.entry(thing).or_default().insert(id.clone());
    }

    /// An event of that type was lost, which may have begun or ended what it names.
    pub(super) fn cast_by(&mut self, kind: &Type, event: &Object) {
        let thing = match kind.act {
            Act::Begin(thing) | Act::End(thing) | Act::Chunk(thing) => thing,
            _ => return,
        };
        match event.get(thing.member()).and_then(Value::as_string) {
            Some(id) => self.cast(thing, id),
            None => {
                self.kinds.insert(thing);
            }
        }
    }

    /// It is known again whether this is open.
    pub(super) fn dispel(&mut self, thing: Thing, id: &JsonString) {
        if let Some(ids) = self.ids.get_mut(&thing) {
            ids.remove(id);
        }
    }
}
