//! Faults in how events are read (seed, "An event this build does not know", "Errors").

use uiconform_json::{JsonString, Value};
use uiconform_protocols::ag_ui::{Error, ErrorKind, Policy, Reference, Result};

use super::{ANY, COMMON, SEED, SSE, of_read};

/// What stands for an event that is passed over.
fn nothing() -> Value {
    let members = [("type", Value::from("RAW")), ("event", Value::Null)];
    members
        .into_iter()
        .collect::<uiconform_json::Object>()
        .into()
}

of_read! {
    "passes-over-unknown-types" aims ["AGU-EVENT-01", "AGU-EVENT-03"] in SEED
    "Passes over an event of a type that it does not know." => {
        fn unknown(&mut self, _: Policy, _: &JsonString) -> Result<()> {
            Ok(())
        }
    }

    "names-no-unknown-type" aims ["AGU-EVENT-02"] in SEED
    "Fails at an unknown type without naming it." => {
        fn unknown(&mut self, policy: Policy, kind: &JsonString) -> Result<()> {
            let general = |_| Error::new(ErrorKind::Bytes, "an event could not be read");
            Reference.unknown(policy, kind).map_err(general)
        }
    }

    "reads-numbers-as-texts" aims ["AGU-EVENT-05"] in ANY
    "Takes numbers and null for texts." => {
        fn text(&mut self, member: &'static str, value: Value) -> Result<JsonString> {
            match value {
                Value::Number(number) => Ok(number.lexeme().into()),
                // A tag of null is about another rule.
                Value::Null if member != "subagentRunId" => Ok("".into()),
                other => Reference.text(member, other),
            }
        }
    }

    "takes-a-tag-of-null-for-none" aims ["AGU-EVENT-08"] in COMMON
    "Takes a tag of null for the name of nobody." => {
        fn text(&mut self, member: &'static str, value: Value) -> Result<JsonString> {
            match value {
                Value::Null if member == "subagentRunId" => Ok("".into()),
                other => Reference.text(member, other),
            }
        }
    }

    "makes-up-what-is-missing" aims ["AGU-EVENT-06"] in COMMON
    "Takes an empty text for a member that an event lacks." => {
        fn missing(&mut self, _: &'static str) -> Result<Value> {
            Ok("".into())
        }
    }

    "passes-over-events-without-a-type" aims ["AGU-EVENT-07"] in SEED
    "Passes over an event that has no type." => {
        fn kind<'v>(&mut self, kind: Option<&'v Value>) -> Result<Option<&'v JsonString>> {
            match kind {
                None => Ok(None),
                _ => Reference.kind(kind),
            }
        }
    }

    "refuses-strange-members-of-operations" aims ["AGU-PATCH-25"] in COMMON
    "Refuses a patch with an operation that has a member that it does not define." => {
        fn read(&mut self, text: &str) -> Result<Value> {
            let event = Reference.read(text)?;
            let operations = event.get("delta").and_then(Value::as_array);
            let mut operations = operations.into_iter().flat_map(|operations| operations.iter());
            let is_strange = operations.any(|operation| {
                let mut names = operation.as_object().into_iter().flat_map(|operation| operation.names());
                names.any(|name| !["op", "path", "from", "value"].iter().any(|known| name == known))
            });
            if is_strange {
                return Err(Error::new(ErrorKind::Bytes, "a strange member"));
            }
            Ok(event)
        }
    }

    "passes-over-broken-json" aims ["AGU-SSE-09"] in SSE
    "Passes over a frame that is no JSON." => {
        fn read(&mut self, text: &str) -> Result<Value> {
            Ok(Reference.read(text).unwrap_or_else(|_| nothing()))
        }
    }

    "limits-texts" aims ["AGU-TEXT-11"] in COMMON
    "Takes no text of more than a mebibyte." => {
        fn text(&mut self, member: &'static str, value: Value) -> Result<JsonString> {
            let text = Reference.text(member, value)?;
            if text.len() > 1 << 20 {
                return Err(Error::new(ErrorKind::Bytes, "a text that is too long"));
            }
            Ok(text)
        }
    }

    "reads-null-as-an-empty-text" aims ["AGU-EVENT-05"] in COMMON
    "Takes null for an empty text." => {
        fn text(&mut self, member: &'static str, value: Value) -> Result<JsonString> {
            match value {
                // A tag of null is about another rule.
                Value::Null if member != "subagentRunId" => Ok("".into()),
                other => Reference.text(member, other),
            }
        }
    }
}
