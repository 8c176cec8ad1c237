//! Values of a case file: registries, envelopes and messages, in place or by the name that the file gives them.

use std::collections::BTreeMap;

use uiconform_catalogue::{Described, did_you_mean, entries};
use uiconform_json::{Located, Members, Node, Value};

/// The statuses that a record may have.
pub(super) const STATUSES: [&str; 4] = ["pending", "rendered", "fallback", "error"];

/// Values by name.
#[derive(Default)]
pub(super) struct Given(BTreeMap<String, Described>);

impl Given {
    pub(super) fn read(file: &mut Members<'_>) -> Result<Self, Located> {
        let mut given = BTreeMap::new();
        if let Some(node) = file.optional("given") {
            for (name, value) in entries(&node)? {
                if value.value().as_object().is_none() {
                    return Err(value.error("what is given is an object"));
                }
                let name = name.to_string_lossy().into_owned();
                given.insert(name, Described::read(&value, false)?);
            }
        }
        Ok(Self(given))
    }

    /// Reads an object, or the name of a given one.
    pub(super) fn object(&self, node: &Node<'_>) -> Result<Described, Located> {
        match node.value() {
            Value::Object(_) => Described::read(node, false),
            Value::String(_) => {
                let name = node.text()?;
                self.0.get(name).cloned().ok_or_else(|| {
                    node.error(format!(
                        "`given` has nothing of the name `{name}`{}",
                        did_you_mean(name, self.0.keys().map(String::as_str))
                    ))
                })
            }
            _ => Err(node.error("expected an object, or the name of one in `given`")),
        }
    }

    /// Reads a registry, or null for none.
    pub(super) fn registry(&self, node: &Node<'_>) -> Result<Described, Located> {
        if node.value().is_null() {
            return Ok(Described::plain(Value::Null));
        }
        let registry = self.object(node)?;
        let lists = ["components", "actions", "grammars"];
        let names = |list: &Value| {
            let mut names = list.as_array().map(|list| list.iter());
            names
                .as_mut()
                .is_some_and(|names| names.all(|name| name.as_string().is_some()))
        };
        let is_one = registry.as_given().as_object().is_some_and(|registry| {
            registry.len() == lists.len()
                && lists
                    .iter()
                    .all(|list| registry.get(list).is_some_and(names))
        });
        match is_one {
            true => Ok(registry),
            false => Err(node.error(
                "a registry has `components`, `actions` and `grammars`, each a list of names",
            )),
        }
    }

    /// Reads a message, which may have `uiEnvelopes`.
    pub(super) fn message(&self, node: &Node<'_>) -> Result<Described, Located> {
        let message = self.object(node)?;
        let Some(list) = message.as_given().get("uiEnvelopes") else {
            return Ok(message);
        };
        let is_record = |record: &Value| {
            let has = |name: &str| record.get(name);
            has("envelopeId").and_then(Value::as_string).is_some()
                && has("createdAt").and_then(Value::as_number).is_some()
                && has("envelope").is_some()
                && has("renderStatus")
                    .and_then(Value::as_str)
                    .is_some_and(|status| STATUSES.contains(&status))
                && has("error").is_none_or(|error| error.as_string().is_some())
        };
        match list.as_array() {
            Some(list) if list.iter().all(is_record) => Ok(message),
            _ => Err(node.error(
                "`uiEnvelopes` is a list of records with `envelopeId`, `createdAt`, `envelope` and `renderStatus`, and perhaps an `error`",
            )),
        }
    }
}
