//! What several faults need.

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Steps, Verdict};

/// Members that a JavaScript object has before anybody gave it any.
pub(super) const INHERITED: [&str; 6] = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
];

/// The refusal of a variant that refuses too much.
pub(super) fn refusal() -> Rejection {
    Rejection::new("AUE-0", "refused by a fault")
}

/// Refuses if so.
pub(super) fn refuse_if(so: bool) -> Verdict {
    if so { Err(refusal()) } else { Ok(()) }
}

/// Accepts if so, and else keeps the verdict.
pub(super) fn accept_if(so: bool, verdict: Verdict) -> Verdict {
    if so { Ok(()) } else { verdict }
}

/// Whether the event says to be of that operation.
pub(super) fn is(event: &Event, op: Op) -> bool {
    text(event, "op") == Some(op.name())
}

/// A member of the event that is a string.
pub(super) fn text<'e>(event: &'e Event, name: &str) -> Option<&'e str> {
    event.get(name)?.as_str()
}

/// A member of the event that is an object.
pub(super) fn object<'e>(event: &'e Event, name: &str) -> Option<&'e Object> {
    event.get(name)?.as_object()
}

/// The `id` of the block that an event carries.
pub(super) fn block_id(event: &Event) -> Option<&JsonString> {
    object(event, "block")?.get("id")?.as_string()
}

/// The position of the block that an event names, if the model has it.
pub(super) fn named(model: &Model, event: &Event) -> Option<usize> {
    model.position(block_id(event)?)
}

/// The names that lead from the root of the event's mask to its field.
pub(super) fn path(event: &Event) -> Vec<JsonString> {
    text(event, "mask")
        .into_iter()
        .flat_map(|mask| mask.split('.').skip(1))
        .map(JsonString::from)
        .collect()
}

/// Whether a block, or what claims to be one, is a reference.
pub(super) fn is_reference(block: &Value) -> bool {
    block.get("ref").is_some()
}

/// Gives an object every member of another.
pub(super) fn merge(target: &mut Object, members: &Object) {
    for (name, value) in members {
        target.insert(name, value.clone());
    }
}

/// Merges objects at every level; lists and scalars are replaced.
pub(super) fn merge_deeply(target: &mut Value, from: &Value) {
    let mut open = vec![(target, from)];
    while let Some((target, from)) = open.pop() {
        match (target, from) {
            (Value::Object(target), Value::Object(from)) => {
                for (name, value) in from {
                    if target.get_name(name).is_none() {
                        target.insert(name, value.clone());
                    }
                }
                open.extend(
                    target
                        .iter_mut()
                        .filter_map(|(name, target)| Some((target, from.get_name(name)?))),
                );
            }
            (target, from) => *target = from.clone(),
        }
    }
}

/// Keeps the members that pass.
pub(super) fn retain(object: &mut Object, keep: impl Fn(&JsonString, &Value) -> bool) {
    *object = std::mem::take(object)
        .into_iter()
        .filter(|(name, value)| keep(name, value))
        .collect();
}

/// Gives members other names; one that comes to a name which is there replaces that member.
pub(super) fn rename(object: &mut Object, name: impl Fn(&JsonString) -> JsonString) {
    for (old, value) in std::mem::take(object) {
        let new = name(&old);
        if new == old {
            object.push(old, value);
        } else {
            object.insert(new, value);
        }
    }
}

/// Puts a block into the model as a whole-block set does.
pub(super) fn put(model: &mut Model, block: &Object) {
    match block
        .get("id")
        .and_then(Value::as_string)
        .and_then(|id| model.position(id))
    {
        Some(at) => model.replace(at, block.clone().into()),
        None => model.push(block.clone().into()),
    }
}

/// Changes the list of blocks in any way.
pub(super) fn edit_blocks(model: &mut Model, change: impl FnOnce(&mut Vec<Value>)) {
    model.edit(|document| {
        if let Some(blocks) = document.get_mut("blocks").and_then(Value::as_array_mut) {
            change(blocks);
        }
    });
}

/// Changes the metadata of a model, if there is one.
pub(super) fn edit_meta(model: &mut Option<Model>, change: impl FnOnce(&mut Object)) {
    if let Some(meta) = model.as_mut().and_then(Model::meta_mut) {
        change(meta);
    }
}

/// Does something to a value and to everything in it, outermost first, without recursion.
pub(super) fn throughout(mut value: Value, change: impl Fn(&mut Value)) -> Value {
    let mut open = vec![&mut value];
    while let Some(value) = open.pop() {
        change(value);
        match value {
            Value::Array(elements) => open.extend(elements.iter_mut()),
            Value::Object(members) => open.extend(members.iter_mut().map(|(_, value)| value)),
            _ => {}
        }
    }
    value
}

/// Changes every string of a value but those that identify something; those with lone surrogates stay.
pub(super) fn map_values(value: &Value, change: impl Fn(&str) -> String) -> Value {
    let identifies = |name: &JsonString| {
        ["id", "ref", "type", "biz", "version"]
            .iter()
            .any(|known| name == known)
    };
    let change = |value: &mut Value| {
        if let Value::String(text) = value {
            *text = mapped(text, &change);
        }
    };
    let mut copy = value.clone();
    change(&mut copy);
    throughout(copy, |value| match value {
        Value::Array(elements) => elements.iter_mut().for_each(change),
        Value::Object(members) => {
            members
                .iter_mut()
                .filter(|(name, _)| !identifies(name))
                .for_each(|(_, value)| change(value));
        }
        _ => {}
    })
}

/// A string changed; one with lone surrogates stays.
pub(super) fn mapped(string: &JsonString, change: impl Fn(&str) -> String) -> JsonString {
    string
        .as_str()
        .map_or_else(|| string.clone(), |text| change(text).into())
}

/// Faults that look at every block for every event look no further, so that cases of size stay affordable.
pub(super) const LOOKED_AT: usize = 500;

/// Finds a block by its identifier, or else one whose identifier looks the same.
pub(super) fn find_alike(
    model: &Model,
    id: &JsonString,
    look: impl Fn(&str) -> String,
) -> Option<usize> {
    model.position(id).or_else(|| {
        let wanted = look(id.as_str()?);
        let alike = |block: &Value| {
            block
                .get("id")
                .and_then(Value::as_str)
                .is_some_and(|id| look(id) == wanted)
        };
        model.blocks().iter().take(LOOKED_AT).position(alike)
    })
}

/// Whether every character is a digit, and there is one.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits without the zeros that lead; other text as it is.
pub(super) fn without_leading_zeros(text: &str) -> String {
    if is_digits(text) {
        let digits = text.trim_start_matches('0');
        if digits.is_empty() {
            "0".to_owned()
        } else {
            digits.to_owned()
        }
    } else {
        text.to_owned()
    }
}

/// Text in normal form C.
pub(super) fn composed(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.nfc().collect()
}

/// A copy of a payload with every whole block in it changed: those of a started model, or the one of a `set` or `append`.
pub(super) fn each_block(op: Op, payload: &Value, change: impl Fn(&mut Object)) -> Value {
    let mut copy = payload.clone();
    let members = copy.as_object_mut();
    match op {
        Op::Start => members
            .and_then(|model| model.get_mut("blocks"))
            .and_then(Value::as_array_mut)
            .into_iter()
            .flat_map(|blocks| blocks.iter_mut())
            .filter_map(Value::as_object_mut)
            .for_each(change),
        // What a mask selects is no whole block.
        _ => members
            .filter(|block| block.contains("id"))
            .into_iter()
            .for_each(change),
    }
    copy
}

/// Does something to every object within an object, itself among them.
pub(super) fn each_object(object: &mut Object, change: impl Fn(&mut Object)) {
    let whole = throughout(std::mem::take(object).into(), |value| {
        if let Value::Object(members) = value {
            change(members);
        }
    });
    if let Value::Object(changed) = whole {
        *object = changed;
    }
}

/// A model without blocks.
pub(super) fn empty_model() -> Model {
    Model::new(Object::from_iter([
        ("version", Value::from("1.1")),
        ("biz", "chat".into()),
        ("meta", Object::new().into()),
        ("blocks", Vec::new().into()),
    ]))
}

/// An event whose members have the names that they are taken for.
pub(super) fn with_names(mut event: Value, name: impl Fn(&JsonString) -> JsonString) -> Value {
    if let Some(members) = event.as_object_mut() {
        rename(members, name);
    }
    event
}

/// The known name that a name is once it is changed so, or the name itself.
pub(super) fn known_as(
    name: &JsonString,
    known: &[&str],
    change: impl Fn(&str) -> String,
) -> JsonString {
    let changed = name.as_str().map(change);
    match changed {
        Some(changed) if known.contains(&changed.as_str()) => changed.into(),
        _ => name.clone(),
    }
}

/// The payload of a set whose mask begins so.
pub(super) fn masked<'e>(event: &'e Event, root: &str) -> Option<&'e Object> {
    let mask = text(event, "mask").filter(|mask| mask.starts_with(root))?;
    is(event, Op::Set)
        .then(|| object(event, mask.split('.').next()?))
        .flatten()
}

pub(super) fn there<'m>(target: &'m Object, path: &[JsonString]) -> Option<&'m Value> {
    Reference.select(Op::Set, target, path).ok()
}

pub(super) fn remove(target: &mut Object, path: &[JsonString]) {
    let Some((last, parents)) = path.split_last() else {
        return;
    };
    let mut object = target;
    for name in parents {
        let Some(Value::Object(inner)) = object.get_name_mut(name) else {
            return;
        };
        object = inner;
    }
    retain(object, |name, _| name != last);
}

/// Whether the language takes a value for none, though it is not null: false, zero, and what is empty.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Bool(so) => !so,
        Value::Number(number) => number.to_u64() == Some(0),
        Value::String(text) => text.as_str() == Some(""),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Null => false,
    }
}

/// An event of that operation whose mask, if it is a list of strings, is them joined with dots.
pub(super) fn with_joined_mask(mut event: Value, op: Op) -> Value {
    if event.get("op").and_then(Value::as_str) == Some(op.name())
        && let Some(mask) = event
            .as_object_mut()
            .and_then(|members| members.get_mut("mask"))
        && let Some(segments) = mask.as_array()
    {
        let segments: Option<Vec<&str>> = segments.iter().map(Value::as_str).collect();
        if let Some(joined) = segments.map(|segments| segments.join(".")) {
            *mask = joined.into();
        }
    }
    event
}
