//! Members of an event, by the type that they have.

use uiconform_json::{Array, JsonString, Object, Value};

use crate::ag_ui::{Error, ReadSteps, Result};

/// Who may speak in a text message.
const ROLES: [&str; 4] = ["developer", "system", "assistant", "user"];

/// The members of an event, to be taken out one by one.
pub(in crate::ag_ui) struct Members<'s, S: ReadSteps + ?Sized> {
    steps: &'s mut S,
    object: Object,
    /// How many have not been taken out. Most events have no more than what they need, and nothing is looked for then.
    left: usize,
}

impl<'s, S: ReadSteps + ?Sized> Members<'s, S> {
    pub(super) fn new(steps: &'s mut S, object: Object) -> Self {
        // The type has been read.
        let left = object.len().saturating_sub(1);
        Self {
            steps,
            object,
            left,
        }
    }

    pub(super) fn peek(&self, name: &str) -> Option<&Value> {
        self.object.get(name)
    }

    /// Any value, `null` included, if there is one.
    pub(super) fn optional(&mut self, name: &'static str) -> Option<Value> {
        if self.left == 0 {
            return None;
        }
        let value = self.object.get_mut(name).map(std::mem::take);
        self.left -= usize::from(value.is_some());
        value
    }

    /// Any value, `null` included.
    pub(super) fn any(&mut self, name: &'static str) -> Result<Value> {
        match self.optional(name) {
            Some(value) => Ok(value),
            None => self.steps.missing(name),
        }
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<JsonString> {
        let value = self.any(name)?;
        self.steps.text(name, value)
    }

    pub(super) fn optional_text(&mut self, name: &'static str) -> Result<Option<JsonString>> {
        let value = self.optional(name);
        value.map(|value| self.steps.text(name, value)).transpose()
    }

    pub(super) fn optional_truth(&mut self, name: &'static str) -> Result<Option<bool>> {
        let value = self.optional(name);
        value
            .map(|value| {
                value
                    .as_bool()
                    .ok_or_else(|| unexpected(name, "true or false", &value))
            })
            .transpose()
    }

    /// One of some words.
    pub(super) fn optional_word(
        &mut self,
        name: &'static str,
        words: &[&str],
    ) -> Result<Option<JsonString>> {
        let text = self.optional_text(name)?;
        match &text {
            Some(text) if !words.iter().any(|word| text == word) => Err(Error::bytes(format!(
                "`{name}` is one of {}, not `{text}`",
                words.join(", ")
            ))),
            _ => Ok(text),
        }
    }

    pub(super) fn optional_role(&mut self) -> Result<Option<JsonString>> {
        self.optional_word("role", &ROLES)
    }

    pub(super) fn list(&mut self, name: &'static str) -> Result<Array> {
        let value = self.any(name)?;
        self.steps.list(name, value)
    }

    pub(super) fn object(&mut self, name: &'static str) -> Result<Object> {
        let value = self.any(name)?;
        super::object(name, value)
    }

    pub(super) fn optional_object(&mut self, name: &'static str) -> Result<Option<Object>> {
        let value = self.optional(name);
        value.map(|value| super::object(name, value)).transpose()
    }

    /// Checks what every event may have and nobody uses.
    pub(super) fn check_common(&mut self) -> Result<()> {
        match self.optional("timestamp") {
            Some(time) if time.as_number().is_none() => {
                Err(unexpected("timestamp", "a number", &time))
            }
            _ => Ok(()),
        }
    }
}

/// A text.
///
/// # Errors
///
/// The value is none.
pub(in crate::ag_ui) fn text(name: &str, value: Value) -> Result<JsonString> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(unexpected(name, "a string", &other)),
    }
}

/// A list.
///
/// # Errors
///
/// The value is none.
pub(in crate::ag_ui) fn list(name: &str, value: Value) -> Result<Array> {
    match value {
        Value::Array(array) => Ok(array),
        other => Err(unexpected(name, "a list", &other)),
    }
}

/// There is no such member, and there has to be.
pub(in crate::ag_ui) fn missing(name: &str) -> Error {
    Error::bytes(format!("missing member `{name}`"))
}

pub(in crate::ag_ui) fn unexpected(name: &str, expected: &str, found: &Value) -> Error {
    Error::bytes(format!("`{name}` is {expected}, not {}", found.kind()))
}
