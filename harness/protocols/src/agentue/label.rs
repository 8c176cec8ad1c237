//! Which requirement a rejection offends, where one rule of the code stands for several of them.
//!
//! Nothing that an event does depends on this: it is for those who read why.

use uiconform_json::{JsonString, Kind, Object, Pointer, Value};

use super::frames::Way;
use super::mask::root_of;
use super::{Event, Model, Op, Rejection, Root};

/// By the operation that brings a block or names it.
pub(super) fn by_op(
    op: Op,
    start: &'static str,
    set: &'static str,
    append: &'static str,
) -> &'static str {
    match op {
        Op::Set => set,
        Op::Append => append,
        Op::Start | Op::Error | Op::Ping | Op::End => start,
    }
}

/// Of a text that is not JSON from an offset on.
pub(super) fn no_json(text: &str, offset: usize) -> &'static str {
    let (before, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
    let rest = rest.trim_start_matches('-');
    if rest.starts_with("NaN") || rest.starts_with("Infinity") {
        "AUE-4-03"
    } else if uiconform_json::parse(before).is_ok() {
        "AUE-4-04"
    } else {
        "AUE-4-02"
    }
}

/// Of an `op` that names no operation.
pub(super) fn no_op(name: &JsonString) -> &'static str {
    let text = name.to_string_lossy();
    if Op::ALL.iter().any(|op| is_alike(op.name(), &text)) {
        "AUE-4-07"
    } else {
        "AUE-4-06"
    }
}

/// Of a `seq` that is none.
pub(super) fn no_seq(value: &Value) -> &'static str {
    match value {
        Value::Number(seq) if seq.is_negative() => "AUE-4-10",
        Value::Number(_) => "AUE-4-11",
        Value::String(_) => "AUE-4-12",
        Value::Bool(_) => "AUE-4-13",
        Value::Null => "AUE-4-14",
        Value::Array(_) | Value::Object(_) => "AUE-4-37",
    }
}

/// Of an optional member of the envelope that is of another type.
pub(super) fn optional(member: &str, value: &Value) -> &'static str {
    match member {
        _ if value.is_null() => "AUE-4-23",
        "ts" => "AUE-4-19",
        "event_type" => "AUE-4-20",
        "stream_id" => "AUE-4-21",
        _ => "AUE-4-22",
    }
}

/// Of a member that section 4 does not name.
pub(super) fn unknown(member: &JsonString) -> &'static str {
    const NAMES: [&str; 9] = [
        "op",
        "seq",
        "ts",
        "event_type",
        "stream_id",
        "mask",
        "model",
        "meta",
        "block",
    ];
    let text = member.to_string_lossy();
    if NAMES.iter().any(|name| is_alike(name, &text)) {
        "AUE-4-28"
    } else {
        "AUE-4-26"
    }
}

/// Of a slot or mask that an operation does not use.
pub(super) fn surplus(op: Op, member: &str) -> &'static str {
    match (op, member) {
        (_, "mask") => "AUE-4-35",
        (Op::Start, _) => "AUE-5.1-02",
        _ => "AUE-4-34",
    }
}

/// Of a slot that is no object: that of the operation which reads it, if one does.
pub(super) fn slot(event: &Event, member: &str) -> &'static str {
    let op = event.get("op").and_then(Value::as_str);
    let mask = event.get("mask").and_then(Value::as_string);
    let of_meta = mask.and_then(root_of) == Some(Root::Meta);
    match (op, member) {
        (Some("start"), "model") => "AUE-5.1-01",
        (Some("set"), "meta") if of_meta => "AUE-5.2-31",
        (Some("set"), "block") if mask.is_none() => "AUE-5.2-09",
        (Some("set"), "block") if !of_meta => "AUE-5.2-31",
        (Some("append"), "block") => "AUE-5.3-23",
        (Some("error"), "meta") => "AUE-5.4-07",
        _ if event.get(member).is_some_and(Value::is_null) => "AUE-4-24",
        _ => "AUE-4-34",
    }
}

/// Of an operation without its payload.
pub(super) fn payload(op: Op, masked: bool) -> &'static str {
    match op {
        Op::Set if masked => "AUE-5.2-31",
        Op::Set => "AUE-5.2-08",
        Op::Append => "AUE-5.3-23",
        Op::Error => "AUE-5.4-07",
        Op::Start | Op::Ping | Op::End => "AUE-5.1-01",
    }
}

/// Of a block whose identifier an earlier one has.
pub(super) fn repeated_id(earlier: &Value, block: &Value) -> &'static str {
    match (earlier.get("ref"), block.get("ref")) {
        (None, None) => "AUE-3.3-03",
        (Some(_), Some(_)) => "AUE-3.4-09",
        _ => "AUE-3.4-08",
    }
}

/// Of a reference that is none, by the member that is wrong in it.
pub(super) fn reference(op: Op, block: &Object, member: &str, empty: bool) -> &'static str {
    let start = match (member, empty) {
        ("id", false) => "AUE-3.3-01",
        ("id", true) => "AUE-3.4-05",
        // With a type it is an inline block that has a key as well.
        _ if is_inline(block) => "AUE-3.4-06",
        ("ref", false) => "AUE-3.4-03",
        ("ref", true) => "AUE-3.4-04",
        _ => "AUE-3.4-07",
    };
    let set = match (member, empty) {
        ("id", false) => "AUE-5.2-09",
        _ => "AUE-5.2-11",
    };
    let append = match (member, empty) {
        ("id", false) => "AUE-5.3-24",
        ("id", true) => "AUE-3.3-04",
        _ => "AUE-5.3-22",
    };
    by_op(op, start, set, append)
}

/// Of a mask that names no part of the model.
pub(super) fn no_root(op: Op, mask: &JsonString) -> &'static str {
    match (op, mask.is_empty()) {
        (Op::Append, _) => "AUE-5.3-27",
        (_, true) => "AUE-5.2-44",
        (_, false) => "AUE-5.2-30",
    }
}

/// Of a mask that names no field.
pub(super) fn no_field(op: Op, root: Root) -> &'static str {
    match (op, root) {
        (Op::Append, Root::Meta) => "AUE-5.3-27",
        (Op::Append, Root::Block) => "AUE-5.3-26",
        _ => "AUE-5.2-29",
    }
}

/// Of a mask of `id` or `ref`, or of what is below them.
pub(super) fn fixed_field(op: Op, name: &str, segments: usize) -> &'static str {
    match (op, name, segments) {
        (Op::Append, "id", 1) => "AUE-5.3-30",
        (Op::Append, _, 1) => "AUE-5.3-31",
        (Op::Append, _, _) => "AUE-5.3-33",
        (_, "id", _) => "AUE-5.2-40",
        (_, _, 1) => "AUE-5.2-36",
        _ => "AUE-5.2-37",
    }
}

/// Of the same, where it is known what the block is of which the payload has the identifier.
pub(super) fn of_block(rejection: Rejection, model: &Model, payload: Option<&Value>) -> Rejection {
    let id = payload.and_then(|payload| payload.get("id")?.as_string());
    let Some(id) = id else {
        return rejection;
    };
    let block = model.position(id).and_then(|at| model.block(at));
    match (rejection.rule(), block) {
        ("AUE-5.2-36", Some(block)) if block.contains("ref") => rejection.under("AUE-5.2-38"),
        // Whoever would rename a block names one that is not there.
        ("AUE-5.2-40", None) => rejection.under("AUE-5.2-34").saying(
            "there is no such block, and no mask gives a block another id; send the block anew by a `set` without a mask",
        ),
        _ => rejection,
    }
}

/// Of a payload without a value at the mask. An older form has the value under the last name alone.
pub(super) fn no_value(op: Op, payload: &Object, path: &[JsonString]) -> &'static str {
    let last = path.last().filter(|_| path.len() > 1);
    let older = last.is_some_and(|name| payload.get_name(name).is_some());
    match (op, older) {
        (Op::Append, _) => "AUE-5.3-28",
        (_, true) => "AUE-5.2-46",
        (_, false) => "AUE-5.2-32",
    }
}

/// Of a path that leads through something that is no object; the first name of the rest is its own.
pub(super) fn no_way(through: &Value, rest: &[JsonString]) -> &'static str {
    let next = rest.get(1).and_then(JsonString::as_str);
    let numbered = next.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    match through {
        Value::Array(_) if numbered => "AUE-5.2-50",
        _ => "AUE-5.2-49",
    }
}

/// Of the value of a common member, named by a mask: what a whole block may not have is left open there.
pub(super) fn masked_member(root: Root, path: &[JsonString]) -> &'static str {
    match path.first() {
        Some(name) if root == Root::Block && *name == "type" => "AUE-5.2-47",
        _ => "AUE-5.2-48",
    }
}

/// Of a masked `set` of a block that is not there.
pub(super) fn absent_block(payload: &Object) -> &'static str {
    if is_inline(payload) {
        "AUE-5.2-35"
    } else {
        "AUE-5.2-34"
    }
}

/// Of a value that cannot be appended.
pub(super) fn no_delta(delta: &Value) -> &'static str {
    if delta.is_null() {
        "AUE-5.3-16"
    } else {
        "AUE-5.3-15"
    }
}

/// Of a value that cannot be appended, and of the place of it.
pub(super) fn of_delta(rejection: Rejection, delta: &Value, path: &[JsonString]) -> Rejection {
    let place: Vec<_> = path.iter().map(JsonString::to_string_lossy).collect();
    let place = place.join(".");
    let kind = one(delta.kind());
    let rejection = rejection.saying(format!(
        "an `append` adds a string or a list, and the payload has {kind} at \"{place}\"; assign that by a `set`"
    ));
    path.iter()
        .rev()
        .fold(rejection, |rejection, name| rejection.at(name.clone()))
        .at("block")
}

/// Of an append, by whether its block is there: the requirements say it twice.
pub(super) fn of_append(rejection: Rejection, model: &Model, id: &JsonString) -> Rejection {
    match (model.position(id), rejection.rule()) {
        (None, "AUE-5.3-21") => rejection.under("AUE-5.3-22"),
        (None, "AUE-5.3-28") => rejection.under("AUE-5.3-29"),
        (None, "AUE-5.3-15" | "AUE-5.3-16") => rejection.under("AUE-5.3-17"),
        _ => rejection,
    }
}

/// Of an append to a block that is not there, which its payload would have to be.
pub(super) fn no_block(rejection: Rejection, id: &JsonString) -> Rejection {
    if rejection.pointer() != Pointer::root() {
        return rejection;
    }
    let message = match rejection.rule() {
        "AUE-5.3-20" => format!(
            "there is no block {id:?}, and an `append` makes one only of a payload with a `type`"
        ),
        _ => return rejection,
    };
    rejection.saying(message)
}

/// Of a `set` that names no field, so that its payload would have to be a block.
pub(super) fn no_whole_block(rejection: Rejection) -> Rejection {
    if rejection.pointer() != Pointer::root() {
        return rejection;
    }
    match rejection.rule() {
        "AUE-5.2-10" => rejection
            .saying("a `set` without a mask takes a whole block, and the payload has no `type`"),
        _ => rejection,
    }
}

/// Of an append to a field that holds something of another kind.
pub(super) fn of_join(
    rejection: Rejection,
    delta: &Value,
    target: Kind,
    mask: &JsonString,
    id: &JsonString,
) -> Rejection {
    let (delta, target) = (one(delta.kind()), one(target));
    rejection.saying(format!(
        "{delta} cannot be appended to {target}, which is what the block {id:?} has at {mask:?}"
    ))
}

/// Of an append to something of another kind.
pub(super) fn unlike(target: &Value) -> &'static str {
    match target {
        Value::Array(_) => "AUE-5.3-12",
        Value::String(_) => "AUE-5.3-13",
        Value::Null => "AUE-5.3-35",
        _ => "AUE-5.3-14",
    }
}

/// Of an error without its mask.
pub(super) fn error_mask(mask: Option<&JsonString>) -> &'static str {
    match mask {
        Some(_) => "AUE-5.4-06",
        None => "AUE-5.4-05",
    }
}

/// Of an error without its object.
pub(super) fn error_payload(error: &Value) -> &'static str {
    match error {
        Value::Null => "AUE-5.4-08",
        _ => "AUE-5.4-09",
    }
}

/// Of an error object: of itself if no member of it is named, or of that.
pub(super) fn error_object(op: Op, member: Option<&str>) -> &'static str {
    match (op, member) {
        (Op::Error, None) => "AUE-5.4-09",
        (Op::Error, Some("code")) => "AUE-5.4-11",
        (Op::Error, Some(_)) => "AUE-5.4-12",
        (_, None) => "AUE-3.2-05",
        (_, Some(_)) => "AUE-3.2-06",
    }
}

/// Of a block with a key on its way into frames or out of them.
pub(super) fn framed_key(way: Way, key: &Value) -> &'static str {
    match (way, is_key(key)) {
        (Way::Split, true) => "AUE-3.3-46",
        (Way::Join, true) => "AUE-3.3-34",
        (Way::Split, false) => "AUE-3.3-50",
        (Way::Join, false) => "AUE-3.3-61",
    }
}

/// Of a frame on its way into frames or out of them.
pub(super) fn framed_frame(way: Way) -> &'static str {
    match way {
        Way::Split => "AUE-3.3-45",
        Way::Join => "AUE-3.3-33",
    }
}

/// Of a block with two members of one name on its way into frames or out of them.
pub(super) fn framed_twice(way: Way) -> &'static str {
    match way {
        Way::Split => "AUE-3.3-50",
        Way::Join => "AUE-3.3-51",
    }
}

/// Of a block that is not complete on its way into frames or out of them.
pub(super) fn framed(way: Way, rejection: Rejection) -> Rejection {
    let rule = match (way, rejection.rule()) {
        (Way::Split, _) => "AUE-3.3-50",
        (Way::Join, "AUE-3.3-04" | "AUE-3.3-05") => "AUE-3.3-49",
        (Way::Join, "AUE-3.3-10") => "AUE-3.3-62",
        (Way::Join, _) => "AUE-3.3-32",
    };
    rejection.under(rule)
}

/// Of loaded content with a key.
pub(super) fn loaded_key(key: &Value) -> &'static str {
    if is_key(key) {
        "AUE-3.4-21"
    } else {
        "AUE-3.4-60"
    }
}

/// Of loaded content that is no complete block.
pub(super) fn loaded(rejection: Rejection) -> Rejection {
    let rule = match rejection.rule() {
        "AUE-3.3-05" => "AUE-3.4-42",
        "AUE-3.3-10" => "AUE-3.4-45",
        _ => "AUE-3.4-22",
    };
    rejection.under(rule)
}

fn is_key(key: &Value) -> bool {
    key.as_string().is_some_and(|key| !key.is_empty())
}

fn is_inline(block: &Object) -> bool {
    block
        .get("type")
        .is_some_and(|name| name.as_string().is_some())
}

/// A value of that kind, in words.
pub(super) fn one(kind: Kind) -> String {
    match kind {
        Kind::Null => kind.to_string(),
        Kind::Array | Kind::Bool | Kind::Number | Kind::String => format!("a {kind}"),
        Kind::Object => format!("an {kind}"),
    }
}

/// Whether a name is another one but for case, for white space around it, or for letters that are not ASCII.
fn is_alike(name: &str, other: &str) -> bool {
    let other = other.trim();
    other.eq_ignore_ascii_case(name)
        || (!other.is_ascii() && other.chars().count() == name.chars().count())
}
