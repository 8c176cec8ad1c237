//! One message, as it is on the wire.

use uiconform_json::{Array, JsonString, Object, Value};

use super::decode::object;
use super::{Error, Id, Result};

/// A message of the conversation.
///
/// It is its JSON object, so that members that nobody here knows survive a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    id: Id,
    /// Whether it is one that somebody speaks; asked for each delta.
    is_spoken: bool,
    document: Object,
}

impl Message {
    /// A message that nothing is in yet.
    pub fn new(id: &Id, role: &str) -> Self {
        let mut document = Object::new();
        document.push("id", id);
        document.push("role", role);
        Self {
            id: id.clone(),
            is_spoken: is_spoken(role),
            document,
        }
    }

    /// A turn of the user.
    pub fn of_user(id: &Id, text: &JsonString) -> Self {
        let mut message = Self::new(id, "user");
        message.set("content", text);
        message
    }

    /// Reads a message of a snapshot.
    ///
    /// # Errors
    ///
    /// It is no object, or lacks what the rest relies on: its `id` and `role`, and the ids, names and arguments of its calls.
    pub fn read(value: Value) -> Result<Self> {
        let document = object("messages", value)?;
        let id = text(&document, "a message", "id")?.clone();
        let role = text(&document, "a message", "role")?;
        let is_spoken = role.as_str().is_some_and(is_spoken);
        if document.contains("subagentRunId") {
            text(&document, "a message", "subagentRunId")?;
        }
        match document.get("toolCalls") {
            None | Some(Value::Null) => {}
            Some(Value::Array(calls)) => calls.iter().try_for_each(check_call)?,
            Some(_) => return Err(Error::bytes("`toolCalls` is a list")),
        }
        Ok(Self {
            id,
            is_spoken,
            document,
        })
    }

    /// Its identifier.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// Who speaks.
    pub fn role(&self) -> &str {
        self.document
            .get("role")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// The subagent that opened it; none if it is the agent's own.
    pub fn owner(&self) -> Option<&Id> {
        self.document
            .get("subagentRunId")
            .and_then(Value::as_string)
    }

    /// The JSON object that it is.
    pub fn document(&self) -> &Object {
        &self.document
    }

    /// The JSON object, to change at will; its id and its role stay.
    pub fn document_mut(&mut self) -> &mut Object {
        &mut self.document
    }

    /// Gives a member a value.
    pub fn set(&mut self, member: &str, value: impl Into<Value>) {
        self.document.insert(member, value);
    }

    /// Says who opened it.
    pub fn set_owner(&mut self, owner: Option<&Id>) {
        match owner {
            Some(owner) => self.set("subagentRunId", owner),
            None => {
                self.document.remove("subagentRunId");
            }
        }
    }

    /// Whether text can be added to it: it is one that somebody speaks, and what is in it is text, or nothing yet.
    pub fn takes_text(&self) -> bool {
        let content = self.document.get("content");
        self.is_spoken && matches!(content, None | Some(Value::Null | Value::String(_)))
    }

    /// Whether it can hold tool calls.
    pub fn takes_calls(&self) -> bool {
        self.role() == "assistant"
    }

    /// The text, to be added to, if it takes some; it is there from then on.
    pub fn text_mut(&mut self) -> Option<&mut JsonString> {
        if !self.is_spoken {
            return None;
        }
        match slot(&mut self.document, "content", || Value::from("")) {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Takes the metadata of an event in: key by key, the last one wins, each value whole.
    pub fn merge(&mut self, metadata: &Object) {
        if metadata.is_empty() {
            return;
        }
        if let Value::Object(merged) = slot(&mut self.document, "metadata", || Object::new().into())
        {
            for (name, value) in metadata {
                merged.insert(name, value.clone());
            }
        }
    }

    /// The ids of its calls.
    pub fn calls(&self) -> impl Iterator<Item = &Id> {
        let calls = self.document.get("toolCalls").and_then(Value::as_array);
        let calls = calls.into_iter().flat_map(|calls| calls.iter());
        calls.filter_map(|call| call.get("id").and_then(Value::as_string))
    }

    /// Adds a call without arguments and says where it stands among its calls.
    pub fn push_call(&mut self, id: &Id, name: &JsonString) -> usize {
        let function: Object = [("name", Value::from(name)), ("arguments", Value::from(""))]
            .into_iter()
            .collect();
        let call: Object = [
            ("id", Value::from(id)),
            ("type", Value::from("function")),
            ("function", Value::from(function)),
        ]
        .into_iter()
        .collect();
        let calls = self.calls_mut();
        calls.push(call.into());
        calls.len() - 1
    }

    /// The call at that place.
    pub fn call_mut(&mut self, place: usize) -> Option<&mut Object> {
        self.calls_mut()
            .get_mut(place)
            .and_then(Value::as_object_mut)
    }

    /// The arguments of the call at that place, to be added to.
    pub fn arguments_mut(&mut self, place: usize) -> Option<&mut Value> {
        self.call_mut(place)?
            .get_mut("function")?
            .as_object_mut()
            .map(|function| slot(function, "arguments", || Value::from("")))
    }

    fn calls_mut(&mut self) -> &mut Array {
        let calls = slot(&mut self.document, "toolCalls", || Array::new().into());
        // Messages are made and read with a list or nothing.
        match calls {
            Value::Array(calls) => calls,
            other => {
                *other = Array::new().into();
                match other {
                    Value::Array(calls) => calls,
                    _ => unreachable!("it has just become a list"),
                }
            }
        }
    }
}

fn is_spoken(role: &str) -> bool {
    matches!(role, "developer" | "system" | "assistant" | "user")
}

/// The value of a member, made if there is none, or `null`.
fn slot<'o>(
    object: &'o mut Object,
    name: &'static str,
    make: impl FnOnce() -> Value,
) -> &'o mut Value {
    if object.get(name).is_none_or(Value::is_null) {
        object.insert(name, make());
    }
    match object.get_mut(name) {
        Some(value) => value,
        None => unreachable!("it has just been made"),
    }
}

fn text<'o>(object: &'o Object, whose: &str, member: &str) -> Result<&'o JsonString> {
    let text = object.get(member).and_then(Value::as_string);
    text.ok_or_else(|| Error::bytes(format!("{whose} has a `{member}`, which is a string")))
}

fn check_call(call: &Value) -> Result<()> {
    let call = call
        .as_object()
        .ok_or_else(|| Error::bytes("a tool call is an object"))?;
    text(call, "a tool call", "id")?;
    let function = call.get("function").and_then(Value::as_object);
    let function =
        function.ok_or_else(|| Error::bytes("a tool call has a `function`, which is an object"))?;
    text(function, "a function", "name")?;
    text(function, "a function", "arguments")?;
    Ok(())
}
