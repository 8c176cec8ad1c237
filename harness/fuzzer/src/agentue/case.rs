//! One thing to try: a request, and a property that relates it to others.

use uiconform_json::Value;

use super::generate;
use super::open;
use super::probe::Probe;
use super::sequence::{Input, Method, Sequence};
use super::world::World;
use crate::Draw;

/// What is tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The request.
    pub sequence: Sequence,
    /// What is asked besides.
    pub probe: Probe,
}

/// Whether an object, at any depth, has two members of one name.
fn has_duplicates(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(has_duplicates),
        Value::Object(object) => {
            object.duplicate_name().is_some()
                || object.iter().any(|(_, inner)| has_duplicates(inner))
        }
        _ => false,
    }
}

impl Case {
    /// Draws one, for one of these methods: for the last of them one in five.
    pub(super) fn draw(draw: &mut Draw<'_>, methods: &[Method]) -> Self {
        let wanted = if draw.chance(1, 5) {
            methods.last()
        } else {
            methods.first()
        };
        let method = wanted.copied().unwrap_or(Method::Reduce);
        let probe = Probe::draw(draw, method);
        Self {
            sequence: generate::sequence(draw, method),
            probe,
        }
    }

    pub(super) fn to_value(&self) -> Value {
        let mut value = self.sequence.to_value();
        value.insert("probe", self.probe.name());
        value.insert("salt", self.probe.salt);
        value.into()
    }

    pub(super) fn from_value(value: &Value) -> Option<Self> {
        let sequence = Sequence::from_value(value)?;
        // Drivers are sent valid models only, of which all of them understand the same.
        World::new(&sequence.model, sequence.model_seq)?;
        if open::is_read_differently(&sequence.model) {
            return None;
        }
        let events = sequence.inputs.iter().filter_map(|input| match input {
            Input::Event(event) => Some(event),
            Input::Wire(_) => None,
        });
        // Only a text may name a member twice.
        if events.chain([&sequence.model]).any(has_duplicates) {
            return None;
        }
        let name = value.get("probe")?.as_str()?;
        let salt = value.get("salt")?.as_number()?.to_u64()?;
        let probe = Probe::named(name, salt)?;
        Some(Self { sequence, probe })
    }
}
