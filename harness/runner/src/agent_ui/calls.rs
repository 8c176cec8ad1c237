//! What a fixture must have been called with.

use uiconform_json::{Pointer, Value};

use super::answer::FixtureCall;
use crate::values::{matches, repeated_name};
use crate::wrong::Wrong;

/// Where an envelope of a kind has what its renderer is called with.
struct Kind {
    name: &'static str,
    /// The member that names the renderer.
    called: &'static str,
    /// The member that is handed to it.
    value: &'static str,
    /// Whether `data` goes with it.
    has_data: bool,
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "registered_component",
        called: "component",
        value: "props",
        has_data: true,
    },
    Kind {
        name: "chart",
        called: "grammar",
        value: "spec",
        has_data: true,
    },
    Kind {
        name: "map_action",
        called: "action",
        value: "params",
        has_data: false,
    },
];

/// Compares a call with the envelope that it is about. `in_part` allows it to lack members and elements. Gives places where numbers
/// agree only as binary64.
pub(super) fn check(
    call: &FixtureCall<'_>,
    envelope: &Value,
    in_part: bool,
) -> Result<Vec<Pointer>, Wrong> {
    let kind = envelope.get("kind").and_then(Value::as_str);
    let Some(kind) = KINDS.iter().find(|known| Some(known.name) == kind) else {
        return Err(Wrong::new(
            "a fixture was called for an envelope of an unknown kind",
        ));
    };
    let null = Value::Null;
    let mut lossy = Vec::new();
    let mut same = |what: &str, expected: Option<&Value>, got: Option<&Value>, in_part: bool| {
        // What is absent may be said as null, which is as near as some languages come to it.
        let expected = expected.unwrap_or(&null);
        let got = got.unwrap_or(&null);
        if let Some(places) = matches(expected, got) {
            lossy.extend(places);
            return Ok(());
        }
        if in_part && is_part(got, expected) {
            return Ok(());
        }
        Err(match repeated_name(got) {
            Some(why) => Wrong::bad_answer(why),
            None => Wrong::new(format!(
                "the fixture was called with another `{what}` than the envelope has"
            ))
            .between(expected, got),
        })
    };
    let member = |name: &str| envelope.get(name);
    same("name", member(kind.called), Some(call.name), false)?;
    same("value", member(kind.value), Some(call.value), in_part)?;
    if call.surface.is_some() {
        same("surface", member("surface"), call.surface, false)?;
    }
    let data = if kind.has_data { member("data") } else { None };
    same("data", data, call.data, in_part)?;
    Ok(lossy)
}

/// Whether a value is another one without some of its members and elements. Cases are not deep, so recursion is safe.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.duplicate_name().is_none()
                && part.iter().all(|(name, member)| {
                    whole
                        .get_name(name)
                        .is_some_and(|whole| is_part(member, whole))
                })
        }
        (Value::Array(part), Value::Array(whole)) => {
            let mut left = whole.iter();
            part.iter()
                .all(|element| left.any(|whole| is_part(element, whole)))
        }
        (part, whole) => matches(whole, part).is_some(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use uiconform_json::parse;

    use super::*;

    fn part(part: &str, whole: &str) -> bool {
        is_part(&parse(part).unwrap(), &parse(whole).unwrap())
    }

    #[test]
    fn a_part_lacks_members_and_elements_and_changes_nothing() {
        let whole = r#"{"a":[1,{"b":2,"c":3},4],"d":null}"#;
        for yes in [
            whole,
            "{}",
            r#"{"d":null}"#,
            r#"{"a":[]}"#,
            r#"{"a":[{"c":3},4]}"#,
            r#"{"a":[1,{}]}"#,
        ] {
            assert!(part(yes, whole), "{yes}");
        }
        for no in [
            "null",
            r#"{"e":1}"#,
            r#"{"d":0}"#,
            r#"{"a":[4,1]}"#,
            r#"{"a":[1,1]}"#,
            r#"{"a":[{"b":"2"}]}"#,
            r#"{"a":null}"#,
            r#"{"d":null,"d":null}"#,
        ] {
            assert!(!part(no, whole), "{no}");
        }
    }
}
