//! What a model and its parts must look like (sections 3.1 to 3.5): the defaults of the steps that check it.

use uiconform_json::{JsonString, Object, Value};

use super::{Op, Rejection, Root};

/// The versions of the model that readers accept (3.5).
const VERSIONS: [&str; 2] = ["1.0", "1.1"];
/// The only version that may hold references.
const WITH_REFERENCES: &str = "1.1";

pub(super) fn version(version: Option<&Value>) -> Result<(), Rejection> {
    let version = required_text("3.1", "version", version)?;
    if VERSIONS.iter().any(|known| version == known) {
        Ok(())
    } else {
        let message = format!("there is no version {version:?} of the model");
        Err(Rejection::new("3.5", message).at("version"))
    }
}

pub(super) fn biz(biz: Option<&Value>) -> Result<(), Rejection> {
    not_empty("3.1", "biz", required_text("3.1", "biz", biz)?)
}

pub(super) fn meta(meta: Option<&Value>) -> Result<(), Rejection> {
    match meta {
        Some(Value::Object(_)) => Ok(()),
        Some(other) => Err(wrong_kind("3.1", "an object", other).at("meta")),
        None => Err(missing("3.1", "meta")),
    }
}

pub(super) fn blocks(blocks: Option<&Value>) -> Result<(), Rejection> {
    match blocks {
        Some(Value::Array(_)) => Ok(()),
        Some(other) => Err(wrong_kind("3.1", "a list", other).at("blocks")),
        None => Err(missing("3.1", "blocks")),
    }
}

pub(super) fn block(block: &Value) -> Result<(), Rejection> {
    match block {
        Value::Object(_) => Ok(()),
        other => Err(wrong_kind("3.3", "an object", other)),
    }
}

pub(super) fn block_id(id: Option<&Value>) -> Result<(), Rejection> {
    not_empty("3.3", "id", required_text("3.3", "id", id)?)
}

pub(super) fn block_type(block_type: Option<&Value>) -> Result<(), Rejection> {
    not_empty("3.3", "type", required_text("3.3", "type", block_type)?)
}

pub(super) fn repeated_id(block: &Value) -> Rejection {
    let id = block.get("id").unwrap_or(&Value::Null);
    Rejection::new("3.4", format!("an earlier block has the id {id}")).at("id")
}

/// A reference block: exactly `id` and `ref`, neither of them empty (3.4).
pub(super) fn reference(block: &Object) -> Result<(), Rejection> {
    for member in ["id", "ref"] {
        not_empty(
            "3.4",
            member,
            required_text("3.4", member, block.get(member))?,
        )?;
    }
    match block.names().find(|name| **name != "id" && **name != "ref") {
        None => Ok(()),
        Some(name) => {
            Err(Rejection::new("3.4", "a reference has no members beside `id` and `ref`").at(name))
        }
    }
}

pub(super) fn reference_version(version: Option<&JsonString>) -> Result<(), Rejection> {
    if version.is_some_and(|version| *version == WITH_REFERENCES) {
        Ok(())
    } else {
        Err(Rejection::new(
            "3.5",
            "a reference needs a model of version 1.1",
        ))
    }
}

/// The types of the members that the text defines for metadata (3.2) and inline blocks (3.3), and of those within an error
/// object; `path` leads from the metadata or the block to the value.
pub(super) fn common_member(
    root: Root,
    path: &[JsonString],
    value: &Value,
) -> Result<(), Rejection> {
    let mut names = path.iter().map(JsonString::as_str);
    match (
        root,
        names.next().flatten(),
        names.next().flatten(),
        path.len(),
    ) {
        (Root::Meta, Some("error"), _, 1) if !value.is_null() => {
            error_object(value).map_err(|rejection| rejection.at("error"))
        }
        (Root::Meta, Some("error"), Some(member @ ("code" | "message")), 2) => {
            required_text("3.2", member, Some(value))
                .map(|_| ())
                .map_err(|rejection| rejection.at("error"))
        }
        (Root::Meta, Some(member @ ("task_id" | "trace_id")), _, 1) => {
            text_or_null("3.2", member, value)
        }
        (Root::Meta, Some("stats"), _, 1) => match value {
            Value::Object(_) | Value::Null => Ok(()),
            other => Err(wrong_kind("3.2", "an object or null", other).at("stats")),
        },
        (Root::Block, Some("type"), _, 1) => block_type(Some(value)),
        (Root::Block, Some(member @ ("parent_id" | "group_id")), _, 1) => {
            text_or_null("3.3", member, value)
        }
        _ => Ok(()),
    }
}

/// An error object: it has a code and a message (3.2).
pub(super) fn error_object(error: &Value) -> Result<(), Rejection> {
    let Value::Object(error) = error else {
        return Err(wrong_kind("3.2", "an object", error));
    };
    for member in ["code", "message"] {
        required_text("3.2", member, error.get(member))?;
    }
    Ok(())
}

/// A payload that a mask selects from must not carry a reference (5.3).
pub(super) fn stray_ref(op: Op, payload: &Object) -> Result<(), Rejection> {
    if payload.contains("ref") {
        Err(
            Rejection::new(op.section(), "a field patch does not carry a reference")
                .at("ref")
                .at("block"),
        )
    } else {
        Ok(())
    }
}

/// A block is changed in part only once its content is there (3.4).
pub(super) fn changeable(op: Op, block: &Object) -> Result<(), Rejection> {
    if block.contains("ref") {
        let message = format!(
            "the block is an unresolved reference, which `{}` cannot change in part",
            op.name()
        );
        Err(Rejection::new("3.4", message).at("id").at("block"))
    } else {
        Ok(())
    }
}

/// Only strings and lists can be appended (5.3).
pub(super) fn delta(delta: &Value) -> Result<(), Rejection> {
    match delta {
        Value::String(_) | Value::Array(_) => Ok(()),
        other => Err(Rejection::new(
            "5.3",
            format!("{} cannot be appended", other.kind()),
        )),
    }
}

/// Why a value cannot be appended to another.
pub(super) fn unlike(target: &Value, delta: &Value) -> Rejection {
    let message = format!("{} cannot be appended to {}", delta.kind(), target.kind());
    Rejection::new("5.3", message).at("mask")
}

/// The one mask that an error has (5.4).
pub(super) fn error_mask(mask: Option<&JsonString>) -> Result<(), Rejection> {
    match mask {
        Some(mask) if *mask == "meta.error" => Ok(()),
        _ => Err(Rejection::new("5.4", "the mask of an error is `meta.error`").at("mask")),
    }
}

/// The payload of an error has an object in its place (5.4).
pub(super) fn error_payload(error: Option<&Value>) -> Result<(), Rejection> {
    match error {
        Some(Value::Object(_)) => Ok(()),
        Some(other) => Err(wrong_kind("5.4", "an object", other).at("error")),
        None => Err(missing("5.4", "error")),
    }
}

fn required_text<'v>(
    section: &'static str,
    member: &str,
    value: Option<&'v Value>,
) -> Result<&'v JsonString, Rejection> {
    match value {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(wrong_kind(section, "a string", other).at(member)),
        None => Err(missing(section, member)),
    }
}

fn text_or_null(section: &'static str, member: &str, value: &Value) -> Result<(), Rejection> {
    match value {
        Value::String(_) | Value::Null => Ok(()),
        other => Err(wrong_kind(section, "a string or null", other).at(member)),
    }
}

fn not_empty(section: &'static str, member: &str, text: &JsonString) -> Result<(), Rejection> {
    if text.is_empty() {
        Err(Rejection::new(section, format!("`{member}` is empty")).at(member))
    } else {
        Ok(())
    }
}

fn missing(section: &'static str, member: &str) -> Rejection {
    Rejection::new(section, format!("`{member}` is missing"))
}

fn wrong_kind(section: &'static str, expected: &'static str, found: &Value) -> Rejection {
    Rejection::new(
        section,
        format!("expected {expected}, not {}", found.kind()),
    )
}
