//! One event as it arrives: a JSON object, not yet judged.

use uiconform_json::{JsonString, Object, ParseError, Value};

use super::{Rejection, label};

/// A JSON object that claims to be an event.
///
/// Nothing but its being one JSON object is known of it: whether it is an event of section 4 is found out when it is applied,
/// since an envelope that is refused and an operation that is refused are the same to whoever sent it.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    members: Object,
}

impl Event {
    /// Parses the JSON text of one event.
    ///
    /// # Errors
    ///
    /// If the text is not exactly one JSON object, or an object anywhere in it has two members of one name.
    pub fn parse(text: &str) -> Result<Self, Rejection> {
        Self::read(text, uiconform_json::parse(text))
    }

    /// The same for whoever has parsed the text already, as can be done ahead and elsewhere.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Self::parse).
    pub fn read(text: &str, parsed: Result<Value, ParseError>) -> Result<Self, Rejection> {
        value_of(text, parsed).and_then(Self::try_from)
    }

    /// Its members.
    pub fn members(&self) -> &Object {
        &self.members
    }

    /// Its member of that name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members.get(name)
    }
}

impl TryFrom<Value> for Event {
    type Error = Rejection;

    /// # Errors
    ///
    /// If the value is not an object, or an object anywhere in it has two members of one name.
    fn try_from(value: Value) -> Result<Self, Rejection> {
        if let Some(name) = duplicate_name(&value) {
            return Err(Rejection::new(
                "AUE-4-36",
                format!("an object has two members {name:?}"),
            ));
        }
        match value {
            Value::Object(members) => Ok(Self { members }),
            other => Err(Rejection::new(
                "AUE-4-01",
                format!("an event is an object, not {}", other.kind()),
            )),
        }
    }
}

impl From<Object> for Event {
    /// Takes the members as they are, those that share a name too.
    fn from(members: Object) -> Self {
        Self { members }
    }
}

/// One JSON value from its text.
pub(super) fn read(text: &str) -> Result<Value, Rejection> {
    value_of(text, uiconform_json::parse(text))
}

fn value_of(text: &str, parsed: Result<Value, ParseError>) -> Result<Value, Rejection> {
    parsed.map_err(|error| Rejection::new(label::no_json(text, error.offset), error.to_string()))
}

/// The first name that an object, at any depth, has twice.
pub(super) fn duplicate_name(value: &Value) -> Option<&JsonString> {
    // Without recursion: no depth of nesting exhausts the stack.
    let mut open = Vec::new();
    let mut next = Some(value);
    while let Some(value) = next.take().or_else(|| open.pop()) {
        // Most have one container in them, if any, and that need not be put aside.
        let mut meet = |inner| {
            if is_container(inner)
                && let Some(another) = next.replace(inner)
            {
                open.push(another);
            }
        };
        match value {
            Value::Array(elements) => elements.iter().for_each(meet),
            Value::Object(members) => {
                if let Some(name) = members.duplicate_name() {
                    return Some(name);
                }
                members.iter().for_each(|(_, inner)| meet(inner));
            }
            _ => {}
        }
    }
    None
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}
