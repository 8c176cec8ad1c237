//! Answers that say the same at the first look, without reading every value of them.

use serde::Deserialize;
use serde_json::value::RawValue;

/// The members of any answer to a sequence, those that hold values as texts.
#[derive(Deserialize)]
struct Parts<'a> {
    steps: Vec<Step>,
    #[serde(borrow)]
    model: Option<&'a RawValue>,
    #[serde(borrow)]
    models: Option<&'a RawValue>,
    #[serde(borrow)]
    trace: Option<&'a RawValue>,
    #[serde(borrow)]
    replayed: Option<Box<Self>>,
}

#[derive(Deserialize, PartialEq)]
struct Step {
    ok: bool,
}

/// Whether two answers have the same verdicts, and values that are written alike but for white space. If not, they may say the same all
/// the same.
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    let read = |text| serde_json::from_str::<Parts<'_>>(text).ok();
    match (read(one), read(other)) {
        (Some(one), Some(other)) => one.is_like(&other),
        _ => false,
    }
}

impl Parts<'_> {
    fn is_like(&self, other: &Self) -> bool {
        let alike = |one: Option<&RawValue>, other: Option<&RawValue>| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => tokens(one.get()).eq(tokens(other.get())),
            _ => false,
        };
        let replays = match (&self.replayed, &other.replayed) {
            (None, None) => true,
            (Some(one), Some(other)) => one.is_like(other),
            _ => false,
        };
        self.steps == other.steps
            && replays
            && alike(self.model, other.model)
            && alike(self.models, other.models)
            && alike(self.trace, other.trace)
    }
}

/// The bytes of a JSON text without white space between tokens. Two numbers never stand side by side.
fn tokens(text: &str) -> impl Iterator<Item = u8> + '_ {
    let (mut is_inside, mut is_escaped) = (false, false);
    text.bytes().filter(move |byte| {
        let is_blank = matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        if !is_inside {
            is_inside = *byte == b'"';
            return !is_blank;
        }
        if is_escaped {
            is_escaped = false;
        } else {
            is_escaped = *byte == b'\\';
            is_inside = *byte != b'"';
        }
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_reasons_do_not_matter() {
        let one = r#"{"steps":[{"ok":false,"error":"a"}],"model":{"a":[1,"x \" y"]},"replayed":{"steps":[],"model":null}}"#;
        let spaced = "{\"model\": {\"a\" :\n[1, \"x \\\" y\"]}, \"steps\": [{\"error\": \"b\", \"ok\": false}], \"replayed\": {\"model\": null, \"steps\": []}, \"more\": 1}";
        assert!(are_alike(one, spaced));
    }

    #[test]
    fn whatever_differs_is_left_to_whoever_reads_it() {
        let one = r#"{"steps":[{"ok":true}],"model":{"a":"x y"}}"#;
        for other in [
            r#"{"steps":[{"ok":false}],"model":{"a":"x y"}}"#,
            r#"{"steps":[{"ok":true}],"model":{"a":"xy"}}"#,
            r#"{"steps":[{"ok":true}],"model":{"a":"x\u0020y"}}"#,
            r#"{"steps":[{"ok":true}],"model":{"a":"x y"},"trace":[]}"#,
            r#"{"steps":[{"ok":true}],"model":{"a":"x y"},"model":{"a":"x y"}}"#,
            r#"{"steps":[{"ok":1}],"model":{"a":"x y"}}"#,
            "[]",
        ] {
            assert!(!are_alike(one, other), "{other}");
        }
    }
}
