//! Changes of what an engine has, by its structure: events in lines, and JSON documents.
//!
//! An engine that changes bytes alone rarely leaves JSON intact. These changes keep it valid; every so often, and where there is no JSON to
//! change, they leave the change to the engine.

use uiconform_json::{Array, JsonString, Object, Value, parse};

use crate::agentue::{Method, event_values, sequence, value};
use crate::{Draw, bytes};

/// In so many changes one is left to the engine, whatever there is.
const BLIND: usize = 4;

/// Names that a member may get.
const NAMES: [&str; 12] = [
    "id",
    "type",
    "ref",
    "mask",
    "seq",
    "model",
    "block",
    "meta",
    "content",
    "stream_id",
    "__proto__",
    "",
];

/// Changes one of the events that stand in lines, or their order; `None` where the engine is to change bytes.
///
/// The same data and seed always give the same. What is given has at most so many bytes.
pub fn lines(data: &[u8], seed: u32, most: usize) -> Option<Vec<u8>> {
    let entropy = bytes(seed.into(), 0);
    let mut draw = Draw::new(&entropy);
    if draw.below(BLIND) == 0 {
        return None;
    }
    let text = super::text(data)?;
    let mut events: Vec<Value> = text.lines().filter_map(|line| parse(line).ok()).collect();
    if events.is_empty() {
        return None;
    }
    let at = draw.below(events.len());
    match draw.below(8) {
        0 => {
            let place = draw.below(events.len() + 1);
            let new = fresh(&mut draw);
            events.insert(place, new);
        }
        1 if events.len() > 1 => {
            events.remove(at);
        }
        2 => {
            let again = events[at].clone();
            events.insert(at, again);
        }
        3 => {
            let other = draw.below(events.len());
            events.swap(at, other);
        }
        4 => renumber(&mut draw, &mut events),
        _ => tweak(&mut draw, &mut events[at]),
    }
    let texts: Vec<String> = events.iter().map(Value::to_text).collect();
    Some(texts.join("\n").into_bytes()).filter(|changed| changed.len() <= most)
}

/// Changes a value in a JSON document; `None` where the engine is to change bytes.
///
/// The same data and seed always give the same. What is given has at most so many bytes.
pub fn document(data: &[u8], seed: u32, most: usize) -> Option<Vec<u8>> {
    let entropy = bytes(seed.into(), 1);
    let mut draw = Draw::new(&entropy);
    if draw.below(BLIND) == 0 {
        return None;
    }
    let mut value = parse(super::text(data)?).ok()?;
    tweak(&mut draw, &mut value);
    Some(value.to_text().into_bytes()).filter(|changed| changed.len() <= most)
}

/// The first lines of one and the last lines of another.
pub fn splice(one: &[u8], other: &[u8], seed: u32, most: usize) -> Option<Vec<u8>> {
    let entropy = bytes(seed.into(), 2);
    let mut draw = Draw::new(&entropy);
    let (one, other) = (super::text(one)?, super::text(other)?);
    let head = draw.below(one.lines().count() + 1);
    let tail = draw.below(other.lines().count() + 1);
    let lines: Vec<&str> = one
        .lines()
        .take(head)
        .chain(other.lines().skip(tail))
        .collect();
    Some(lines.join("\n").into_bytes()).filter(|spliced| spliced.len() <= most)
}

/// An event as the generator makes them.
fn fresh(draw: &mut Draw<'_>) -> Value {
    let mut events = event_values(&sequence(draw, Method::Reduce));
    match events.len() {
        0 => Value::Null,
        count => events.swap_remove(draw.below(count)),
    }
}

/// Gives all events a `seq` that rises.
fn renumber(draw: &mut Draw<'_>, events: &mut [Value]) {
    let mut seq = draw.below(3) as u64;
    for event in events {
        if let Some(event) = event.as_object_mut() {
            event.insert("seq", seq);
            seq += draw.between(1, 2) as u64;
        }
    }
}

/// Changes one place in a value.
fn tweak(draw: &mut Draw<'_>, value: &mut Value) {
    let at = draw.below(count(value));
    let Some(place) = nth(value, at) else {
        return;
    };
    match place {
        Value::Object(object) if draw.chance(3, 4) => tweak_object(draw, object),
        Value::Array(list) if draw.chance(3, 4) => tweak_list(draw, list),
        place => *place = other(draw),
    }
}

fn tweak_object(draw: &mut Draw<'_>, object: &mut Object) {
    let names: Vec<JsonString> = object.names().cloned().collect();
    let old = (!names.is_empty()).then(|| draw.pick(&names).clone());
    match (draw.below(4), old) {
        (0, Some(old)) => *object = without(object, &old),
        (1, Some(old)) => {
            let renamed = object.iter().map(|(name, value)| match *name == old {
                true => (JsonString::from(draw.word(&NAMES)), value.clone()),
                false => (name.clone(), value.clone()),
            });
            *object = renamed.collect();
        }
        (2, Some(old)) => object.push(old, other(draw)),
        _ => object.push(draw.word(&NAMES), other(draw)),
    }
}

fn without(object: &Object, name: &JsonString) -> Object {
    let others = object.iter().filter(|(other, _)| *other != name);
    others
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn tweak_list(draw: &mut Draw<'_>, list: &mut Array) {
    let at = draw.below(list.len());
    match draw.below(3) {
        0 if !list.is_empty() => {
            list.remove(at);
        }
        1 if !list.is_empty() => {
            let again = list[at].clone();
            list.insert(at, again);
        }
        _ => list.push(other(draw)),
    }
}

/// Something else: a value of its own.
fn other(draw: &mut Draw<'_>) -> Value {
    value(draw)
}

/// How many values there are in one, itself included.
fn count(value: &Value) -> usize {
    let mut open = vec![value];
    let mut count = 0;
    while let Some(value) = open.pop() {
        count += 1;
        match value {
            Value::Array(list) => open.extend(list.iter()),
            Value::Object(object) => open.extend(object.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    count
}

/// The value that is counted as that one.
fn nth(value: &mut Value, at: usize) -> Option<&mut Value> {
    let mut open = vec![value];
    let mut left = at;
    while let Some(value) = open.pop() {
        if left == 0 {
            return Some(value);
        }
        left -= 1;
        match value {
            Value::Array(list) => open.extend(list.iter_mut()),
            Value::Object(object) => open.extend(object.iter_mut().map(|(_, value)| value)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    const LINES: &str = concat!(
        r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}}"#,
        "\n",
        r#"{"op":"set","seq":2,"block":{"id":"a","type":"text"}}"#
    );

    #[test]
    fn changed_lines_are_json_and_differ() {
        let mut kinds = std::collections::BTreeSet::new();
        for seed in 0..400 {
            let Some(changed) = lines(LINES.as_bytes(), seed, 4_096) else {
                continue;
            };
            assert_eq!(lines(LINES.as_bytes(), seed, 4_096).unwrap(), changed);
            let text = String::from_utf8(changed).unwrap();
            for line in text.lines() {
                parse(line).unwrap();
            }
            kinds.insert(text);
        }
        // Few of them come to the same.
        assert!(kinds.len() > 150, "{}", kinds.len());
    }

    #[test]
    fn what_is_no_json_or_would_be_too_large_is_left_to_the_engine() {
        for seed in 0..40 {
            assert_eq!(lines(b"hello", seed, 4_096), None);
            assert_eq!(document(b"\xff", seed, 4_096), None);
            assert_eq!(lines(LINES.as_bytes(), seed, 3), None);
        }
    }

    #[test]
    fn a_changed_document_is_json() {
        let changed = (0..200).filter_map(|seed| document(br#"{"a":[1,{"b":null}]}"#, seed, 4_096));
        let texts: std::collections::BTreeSet<Vec<u8>> = changed.collect();
        assert!(texts.len() > 60, "{}", texts.len());
        for text in texts {
            uiconform_json::parse_bytes(&text).unwrap();
        }
    }

    #[test]
    fn spliced_lines_are_of_both() {
        let spliced: std::collections::BTreeSet<Vec<u8>> = (0..50)
            .filter_map(|seed| splice(b"a\nb", b"c\nd", seed, 99))
            .collect();
        assert!(spliced.contains(&b"a\nd"[..]));
        assert!(spliced.contains(&b"a\nb\nc\nd"[..]));
    }
}
