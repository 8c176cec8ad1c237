//! What a model and its parts must look like (sections 3.1 to 3.5): the defaults of the steps that check it.

use uiconform_json::{JsonString, Object, Value};

use super::{Op, Rejection, Root, label};

/// The versions of the model that readers accept (3.5).
const VERSIONS: [&str; 2] = ["1.0", "1.1"];
/// The only version that may hold references.
const WITH_REFERENCES: &str = "1.1";

pub(super) fn version(version: Option<&Value>) -> Result<(), Rejection> {
    let version = required_text("AUE-3.1-01", "version", version)?;
    if VERSIONS.iter().any(|known| version == known) {
        Ok(())
    } else {
        let message = format!("there is no version {version:?} of the model");
        Err(Rejection::new("AUE-3.5-06", message).at("version"))
    }
}

pub(super) fn biz(biz: Option<&Value>) -> Result<(), Rejection> {
    not_empty(
        "AUE-3.1-07",
        "biz",
        required_text("AUE-3.1-02", "biz", biz)?,
    )
}

pub(super) fn meta(meta: Option<&Value>) -> Result<(), Rejection> {
    match meta {
        Some(Value::Object(_)) => Ok(()),
        Some(other) => Err(wrong_kind("AUE-3.1-03", "an object", other).at("meta")),
        None => Err(missing("AUE-3.1-03", "meta")),
    }
}

pub(super) fn blocks(blocks: Option<&Value>) -> Result<(), Rejection> {
    match blocks {
        Some(Value::Array(_)) => Ok(()),
        Some(other) => Err(wrong_kind("AUE-3.1-04", "a list", other).at("blocks")),
        None => Err(missing("AUE-3.1-04", "blocks")),
    }
}

pub(super) fn block(op: Op, block: &Value) -> Result<(), Rejection> {
    let rule = label::by_op(op, "AUE-3.3-01", "AUE-5.2-09", "AUE-5.3-23");
    match block {
        Value::Object(_) => Ok(()),
        other => Err(wrong_kind(rule, "an object", other)),
    }
}

pub(super) fn block_id(op: Op, id: Option<&Value>) -> Result<(), Rejection> {
    let rule = label::by_op(op, "AUE-3.3-01", "AUE-5.2-09", "AUE-5.3-24");
    not_empty("AUE-3.3-04", "id", required_text(rule, "id", id)?)
}

pub(super) fn block_type(op: Op, block_type: Option<&Value>) -> Result<(), Rejection> {
    let rule = label::by_op(op, "AUE-3.3-02", "AUE-5.2-10", "AUE-5.3-20");
    not_empty(
        "AUE-3.3-05",
        "type",
        required_text(rule, "type", block_type)?,
    )
}

/// The identifier of a block that is changed in part (5.2, 5.3).
pub(super) fn named_id(op: Op, id: Option<&Value>) -> Result<(), Rejection> {
    let rule = label::by_op(op, "AUE-3.3-01", "AUE-5.2-33", "AUE-5.3-24");
    // No block has an empty identifier, and none may be made with it.
    let empty = label::by_op(op, "AUE-3.3-04", "AUE-5.2-34", "AUE-3.3-04");
    not_empty(empty, "id", required_text(rule, "id", id)?)
}

pub(super) fn repeated_id(earlier: &Value, block: &Value) -> Rejection {
    let id = block.get("id").unwrap_or(&Value::Null);
    let rule = label::repeated_id(earlier, block);
    Rejection::new(
        rule,
        format!(
            "two blocks of this model have the id {id}; give each its own, by which patches find it"
        ),
    )
    .at("id")
}

/// A reference block: exactly `id` and `ref`, neither of them empty (3.4).
pub(super) fn reference(op: Op, block: &Object) -> Result<(), Rejection> {
    for member in ["id", "ref"] {
        let rule = |empty| label::reference(op, block, member, empty);
        if let ("ref", Some(other)) = (member, block.get(member))
            && other.as_string().is_none()
        {
            let message = format!(
                "a block with a `ref` is a reference, and its key is a string, not {}; an inline block has no `ref` at all",
                other.kind()
            );
            return Err(Rejection::new(rule(false), message).at(member));
        }
        let text = required_text(rule(false), member, block.get(member))?;
        not_empty(rule(true), member, text)?;
    }
    let mut others = block
        .names()
        .filter(|name| **name != "id" && **name != "ref");
    let Some(first) = others.next() else {
        return Ok(());
    };
    let rule = label::reference(op, block, "", false);
    let mut message =
        format!("a reference has no members beside `id` and `ref`, and this has {first:?}");
    for name in others.take(4) {
        message.push_str(&format!(", {name:?}"));
    }
    Err(Rejection::new(rule, message).at(first))
}

pub(super) fn reference_version(op: Op, version: Option<&JsonString>) -> Result<(), Rejection> {
    if version.is_some_and(|version| *version == WITH_REFERENCES) {
        Ok(())
    } else {
        let rule = label::by_op(op, "AUE-3.5-03", "AUE-3.5-04", "AUE-5.3-22");
        Err(Rejection::new(
            rule,
            "a reference needs a model of version 1.1",
        ))
    }
}

/// The types of the members that the text defines for metadata (3.2) and inline blocks (3.3), and of those within an error
/// object; `path` leads from the metadata or the block to the value.
pub(super) fn common_member(
    op: Op,
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
            error_object(op, value).map_err(|rejection| rejection.at("error"))
        }
        (Root::Meta, Some("error"), Some(member @ ("code" | "message")), 2) => {
            required_text("AUE-3.2-06", member, Some(value))
                .map(|_| ())
                .map_err(|rejection| rejection.at("error"))
        }
        (Root::Meta, Some(member @ ("task_id" | "trace_id")), _, 1) => {
            text_or_null("AUE-3.2-07", member, value)
        }
        (Root::Meta, Some("stats"), _, 1) => match value {
            Value::Object(_) | Value::Null => Ok(()),
            other => Err(wrong_kind("AUE-3.2-08", "an object or null", other).at("stats")),
        },
        (Root::Block, Some("type"), _, 1) => block_type(op, Some(value)),
        (Root::Block, Some(member @ ("parent_id" | "group_id")), _, 1) => {
            text_or_null("AUE-3.3-10", member, value)
        }
        _ => Ok(()),
    }
}

/// An error object: it has a code and a message (3.2).
pub(super) fn error_object(op: Op, error: &Value) -> Result<(), Rejection> {
    let Value::Object(error) = error else {
        return Err(wrong_kind(
            label::error_object(op, None),
            "an object",
            error,
        ));
    };
    for member in ["code", "message"] {
        let rule = label::error_object(op, Some(member));
        required_text(rule, member, error.get(member))?;
    }
    Ok(())
}

/// A payload that a mask selects from must not carry a reference (5.3).
pub(super) fn stray_ref(op: Op, payload: &Object) -> Result<(), Rejection> {
    if payload.contains("ref") {
        Err(Rejection::new(
            label::by_op(op, "AUE-5.2-43", "AUE-5.2-43", "AUE-5.3-21"),
            "a field patch does not carry a reference",
        )
        .at("ref")
        .at("block"))
    } else {
        Ok(())
    }
}

/// A block is changed in part only once its content is there (3.4).
pub(super) fn changeable(op: Op, block: &Object) -> Result<(), Rejection> {
    if block.contains("ref") {
        let id = block.get("id").unwrap_or(&Value::Null);
        let message = format!(
            "the block {id} is a reference, so `{}` cannot change a part of it; send the whole block with its content by a `set` without a mask first",
            op.name()
        );
        let rule = label::by_op(op, "AUE-3.4-12", "AUE-3.4-12", "AUE-3.4-13");
        Err(Rejection::new(rule, message).at("id").at("block"))
    } else {
        Ok(())
    }
}

/// Only strings and lists can be appended (5.3).
pub(super) fn delta(delta: &Value) -> Result<(), Rejection> {
    match delta {
        Value::String(_) | Value::Array(_) => Ok(()),
        other => Err(Rejection::new(
            label::no_delta(other),
            format!("{} cannot be appended", other.kind()),
        )),
    }
}

/// Why a value cannot be appended to another.
pub(super) fn unlike(target: &Value, delta: &Value) -> Rejection {
    let message = format!("{} cannot be appended to {}", delta.kind(), target.kind());
    let rule = label::unlike(target);
    Rejection::new(rule, message).at("mask")
}

/// Why a block that is not there cannot be changed in part: a payload that is a whole block does not make it one (5.2).
pub(super) fn absent_block(payload: &Object) -> Rejection {
    let rule = label::absent_block(payload);
    Rejection::new(rule, "there is no such block")
        .at("id")
        .at("block")
}

/// The one mask that an error has (5.4).
pub(super) fn error_mask(mask: Option<&JsonString>) -> Result<(), Rejection> {
    match mask {
        Some(mask) if *mask == "meta.error" => Ok(()),
        other => {
            let message = "the mask of an error is `meta.error`";
            let rejection = Rejection::new(label::error_mask(other), message);
            Err(if other.is_some() {
                rejection.at("mask")
            } else {
                rejection
            })
        }
    }
}

/// The payload of an error has an object in its place (5.4).
pub(super) fn error_payload(error: Option<&Value>) -> Result<(), Rejection> {
    match error {
        Some(Value::Object(_)) => Ok(()),
        Some(other) => Err(wrong_kind(label::error_payload(other), "an object", other).at("error")),
        None => Err(missing("AUE-5.4-07", "error")),
    }
}

fn required_text<'v>(
    rule: &'static str,
    member: &str,
    value: Option<&'v Value>,
) -> Result<&'v JsonString, Rejection> {
    match value {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(wrong_kind(rule, "a string", other).at(member)),
        None => Err(missing(rule, member)),
    }
}

fn text_or_null(rule: &'static str, member: &str, value: &Value) -> Result<(), Rejection> {
    match value {
        Value::String(_) | Value::Null => Ok(()),
        other => Err(wrong_kind(rule, "a string or null", other).at(member)),
    }
}

fn not_empty(rule: &'static str, member: &str, text: &JsonString) -> Result<(), Rejection> {
    if text.is_empty() {
        Err(Rejection::new(rule, format!("`{member}` is empty")).at(member))
    } else {
        Ok(())
    }
}

fn missing(rule: &'static str, member: &str) -> Rejection {
    Rejection::new(rule, format!("`{member}` is missing"))
}

fn wrong_kind(rule: &'static str, expected: &'static str, found: &Value) -> Rejection {
    Rejection::new(rule, format!("expected {expected}, not {}", found.kind()))
}
