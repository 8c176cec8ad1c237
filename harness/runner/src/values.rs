//! Comparing what came with what was expected, whatever the protocol.

use uiconform_json::{JsonString, Pointer, Value};

/// The outcome of an informative case that matches none of those it names.
pub(crate) const OTHER: &str = "other";

/// Places where two results agree only as binary64, none for an exact match; `None` if they differ.
pub(crate) fn matches(expected: &Value, got: &Value) -> Option<Vec<Pointer>> {
    let comparison = uiconform_json::compare(expected, got);
    match comparison.difference {
        Some(_) => None,
        None => Some(comparison.lossy),
    }
}

/// Where in a result an object has two members of one name, in words. No expectation matches such a result, and shown by
/// their members the two would look alike, so this is looked for in what differs.
pub(crate) fn repeated_name(result: &Value) -> Option<String> {
    // Each value with the place of the one around it, so that no path is written out but the one that is told.
    let mut seen: Vec<(&Value, usize, Token<'_>)> = vec![(result, 0, Token::Index(0))];
    let mut at = 0;
    while let Some((value, ..)) = seen.get(at) {
        match value {
            Value::Array(list) => {
                let elements = list.iter().enumerate();
                seen.extend(elements.map(|(index, value)| (value, at, Token::Index(index))));
            }
            Value::Object(object) => {
                if let Some(name) = object.duplicate_name() {
                    let place = pointer(&seen, at);
                    return Some(format!(
                        "two members are named {name:?} in the object at {}; readers differ in what that means",
                        if place == Pointer::root() {
                            "the root".to_owned()
                        } else {
                            place.to_string()
                        }
                    ));
                }
                seen.extend(
                    object
                        .iter()
                        .map(|(name, value)| (value, at, Token::Name(name))),
                );
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Index(usize),
    Name(&'a JsonString),
}

fn pointer(seen: &[(&Value, usize, Token<'_>)], mut at: usize) -> Pointer {
    let mut tokens = Vec::new();
    while at > 0 {
        let (_, around, token) = seen[at];
        tokens.push(token);
        at = around;
    }
    tokens
        .iter()
        .rev()
        .fold(Pointer::root(), |pointer, token| match token {
            Token::Index(index) => pointer.join(*index),
            Token::Name(name) => pointer.join(*name),
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn the_place_of_a_repeated_name_is_told() {
        let told = |text| repeated_name(&uiconform_json::parse(text).unwrap());
        assert_eq!(told(r#"{"a":[{"b":1},{"c":{"d":1}}]}"#), None);
        let why = told(r#"{"a":[{"b":1},{"c/d":{"e":1,"f":2,"e":1}}]}"#).unwrap();
        assert!(
            why.contains(r#"named "e" in the object at /a/1/c~1d"#),
            "{why}"
        );
        let why = told(r#"{"a":1,"a":1}"#).unwrap();
        assert!(why.contains("at the root"), "{why}");
    }
}
