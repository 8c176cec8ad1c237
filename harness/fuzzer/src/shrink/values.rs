//! Simpler JSON values.

use uiconform_json::{Array, JsonString, Object, Pointer, Value};

/// The value at a pointer, to change.
pub(super) fn at_mut<'v>(value: &'v mut Value, pointer: &Pointer) -> Option<&'v mut Value> {
    pointer
        .tokens()
        .try_fold(value, |value, token| match value {
            Value::Array(list) => list.get_mut(token.as_str()?.parse::<usize>().ok()?),
            Value::Object(object) => object.get_name_mut(&token),
            _ => None,
        })
}

/// A value with one thing simpler, for each thing in it: outer things first, each with what takes away most first.
pub(super) fn simpler(value: &Value) -> Vec<Value> {
    let mut candidates = Vec::new();
    for (pointer, inner) in nodes(value) {
        for replacement in replacements(inner) {
            candidates.push(replaced(value, &pointer, |place| *place = replacement));
        }
        match inner {
            Value::Object(object) => {
                for name in object.names() {
                    candidates.push(replaced(value, &pointer, |place| without(place, name)));
                }
            }
            Value::Array(list) => {
                for at in (0..list.len()).rev() {
                    candidates.push(replaced(value, &pointer, |place| {
                        // Of members that share a name, the last one is found, and this may be another.
                        if let Value::Array(list) = place
                            && at < list.len()
                        {
                            list.remove(at);
                        }
                    }));
                }
            }
            _ => {}
        }
    }
    candidates
}

/// Every value with its place, outer ones first.
fn nodes(value: &Value) -> Vec<(Pointer, &Value)> {
    let mut nodes = vec![(Pointer::root(), value)];
    let mut at = 0;
    while let Some((pointer, value)) = nodes.get(at).cloned() {
        match value {
            Value::Array(list) => {
                nodes.extend(
                    list.iter()
                        .enumerate()
                        .map(|(index, inner)| (pointer.join(index), inner)),
                );
            }
            Value::Object(object) => {
                nodes.extend(
                    object
                        .iter()
                        .map(|(name, inner)| (pointer.join(name), inner)),
                );
            }
            _ => {}
        }
        at += 1;
    }
    nodes
}

fn replaced(value: &Value, pointer: &Pointer, change: impl FnOnce(&mut Value)) -> Value {
    let mut value = value.clone();
    if let Some(place) = at_mut(&mut value, pointer) {
        change(place);
    }
    value
}

fn without(place: &mut Value, name: &JsonString) {
    if let Value::Object(object) = place {
        *object = std::mem::take(object)
            .into_iter()
            .filter(|(other, _)| other != name)
            .collect();
    }
}

/// What may stand in the place of a value: nothing of its kind, then half of it, then what is in it.
fn replacements(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Bool(truth) => truth.then(|| Value::Bool(false)).into_iter().collect(),
        Value::Number(_) => ["0", "1", "2"]
            .iter()
            .filter_map(|number| uiconform_json::parse(number).ok())
            .filter(|simple| simple != value)
            .collect(),
        Value::String(text) => texts(text),
        Value::Array(list) => {
            let mut simpler: Vec<Value> = Vec::new();
            if !list.is_empty() {
                simpler.push(Array::new().into());
            }
            simpler.extend(list.iter().cloned());
            simpler
        }
        Value::Object(object) => {
            let mut simpler: Vec<Value> = Vec::new();
            if !object.is_empty() {
                simpler.push(Object::new().into());
            }
            simpler.extend(object.iter().map(|(_, inner)| inner.clone()));
            simpler
        }
    }
}

fn texts(text: &JsonString) -> Vec<Value> {
    let points: Vec<u32> = text.code_points().collect();
    let mut simpler: Vec<Value> = vec!["".into(), "a".into(), "x".into()];
    let count = points.len();
    let mut run = count.div_ceil(2);
    while run > 0 && count > 1 {
        for start in (0..count).step_by(run) {
            let rest = points[..start]
                .iter()
                .chain(&points[(start + run).min(count)..]);
            simpler.extend(JsonString::from_code_points(rest.copied()).map(Value::from));
        }
        if count > 32 && run < 8 {
            break;
        }
        run /= 2;
    }
    simpler.retain(|simple| simple.as_string() != Some(text));
    simpler
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn each_part_is_made_simpler_alone() {
        let value = uiconform_json::parse(r#"{"a":[1,"xy"]}"#).unwrap();
        let texts: Vec<String> = simpler(&value).iter().map(Value::to_text).collect();
        for expected in [
            "{}",
            r#"[1,"xy"]"#,
            r#"{"a":[]}"#,
            r#"{"a":1}"#,
            r#"{"a":[1]}"#,
            r#"{"a":[0,"xy"]}"#,
            r#"{"a":[1,"x"]}"#,
            r#"{"a":[1,"y"]}"#,
        ] {
            assert!(
                texts.iter().any(|text| text == expected),
                "{expected} in {texts:?}"
            );
        }
    }
}
