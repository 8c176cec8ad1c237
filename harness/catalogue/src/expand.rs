//! Large values, described in case files rather than spelt out.
//!
//! `{"$text": {"of": "ab", "times": 1000}}`, `{"$list": {"of": VALUE, "times": N}}`,
//! `{"$nest": {"in": "list", "levels": 64, "of": VALUE}}`; within a repetition, `{"$count": START}` is START plus the index
//! and `{n}` in a string is the index.

use crate::entries;
use uiconform_json::{Array, JsonString, Located, Node, Object, Value};

/// The largest number of copies or levels that a description may ask for: a slip of the pen must not fill the memory.
const MOST: u64 = 4_000_000;

/// Expands every description in a value. `index` is that of the repetition the value stands in, if it stands in one.
///
/// # Errors
///
/// A located error for a malformed description.
pub fn expand(node: &Node<'_>, index: Option<u64>) -> Result<Value, Located> {
    match node.value() {
        Value::String(string) => Ok(Value::String(match index {
            Some(index) => numbered(string, index),
            None => string.clone(),
        })),
        Value::Array(_) => {
            let elements = node.list()?;
            let expanded: Result<Vec<Value>, _> = elements
                .iter()
                .map(|element| expand(element, index))
                .collect();
            Ok(Value::Array(Array::from(expanded?)))
        }
        Value::Object(object) => {
            if let Some(description) = described(node, object)? {
                return description.expand(node, index);
            }
            let mut expanded = Object::new();
            for (name, member) in entries(node)? {
                let name = match index {
                    Some(index) => numbered(name, index),
                    None => name.clone(),
                };
                expanded.push(name, expand(&member, index)?);
            }
            Ok(Value::Object(expanded))
        }
        other => Ok(other.clone()),
    }
}

enum Description {
    Text,
    List,
    Nest,
    Count,
}

/// A description is an object whose only member has one of the four names.
fn described(node: &Node<'_>, object: &Object) -> Result<Option<Description>, Located> {
    let Some((name, _)) = object.iter().next() else {
        return Ok(None);
    };
    let Some(name) = name.as_str().filter(|name| name.starts_with('$')) else {
        return Ok(None);
    };
    if object.len() != 1 {
        return Ok(None);
    }
    match name {
        "$text" => Ok(Some(Description::Text)),
        "$list" => Ok(Some(Description::List)),
        "$nest" => Ok(Some(Description::Nest)),
        "$count" => Ok(Some(Description::Count)),
        _ => Err(node.error(format!(
            "unknown description `{name}`; use $text, $list, $nest or $count"
        ))),
    }
}

impl Description {
    fn expand(&self, node: &Node<'_>, index: Option<u64>) -> Result<Value, Located> {
        let mut outer = node.object()?;
        match self {
            Self::Count => {
                let start = outer.required("$count")?.unsigned()?;
                let Some(index) = index else {
                    return Err(node.error(
                        "`$count` stands in no repetition; use it within `$list` or a step with `times`",
                    ));
                };
                Ok(Value::from(start + index))
            }
            Self::Text => {
                let mut members = outer.required("$text")?.object()?;
                let of = expand(&members.required("of")?, index)?;
                let times = count(&members.required("times")?)?;
                members.finish()?;
                let Value::String(of) = of else {
                    return Err(node.error("`$text` repeats a string"));
                };
                let mut text = JsonString::new();
                for _ in 0..times {
                    text.push(&of);
                }
                Ok(Value::String(text))
            }
            Self::List => {
                let mut members = outer.required("$list")?.object()?;
                let of = members.required("of")?;
                let times = count(&members.required("times")?)?;
                members.finish()?;
                let elements: Result<Vec<Value>, _> =
                    (0..times).map(|index| expand(&of, Some(index))).collect();
                Ok(Value::Array(Array::from(elements?)))
            }
            Self::Nest => {
                let mut members = outer.required("$nest")?.object()?;
                let kind = members.required("in")?;
                let levels = count(&members.required("levels")?)?;
                let mut value = expand(&members.required("of")?, index)?;
                members.finish()?;
                let in_lists = match kind.text()? {
                    "list" => true,
                    "object" => false,
                    _ => return Err(kind.error("nest in a `list` or in an `object`")),
                };
                for _ in 0..levels {
                    value = if in_lists {
                        Value::Array(Array::from(vec![value]))
                    } else {
                        let mut object = Object::new();
                        object.push("a", value);
                        Value::Object(object)
                    };
                }
                Ok(value)
            }
        }
    }
}

fn count(node: &Node<'_>) -> Result<u64, Located> {
    let count = node.unsigned()?;
    if count > MOST {
        return Err(node.error(format!("more than {MOST}; no case needs that")));
    }
    Ok(count)
}

fn numbered(string: &JsonString, index: u64) -> JsonString {
    match string.as_str() {
        Some(text) if text.contains("{n}") => {
            JsonString::from(text.replace("{n}", &index.to_string()))
        }
        _ => string.clone(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use uiconform_json::Document;

    use super::*;

    fn expanded(text: &str) -> Result<String, String> {
        let document = Document::parse("case.json", text).unwrap();
        expand(&document.root(), None)
            .map(|value| value.to_text())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn descriptions_become_what_they_describe() {
        assert_eq!(
            expanded(r#"{"a":{"$text":{"of":"ab","times":2}}}"#).unwrap(),
            r#"{"a":"abab"}"#
        );
        assert_eq!(
            expanded(r#"{"$list":{"of":{"id":"b{n}","seq":{"$count":5}},"times":2}}"#).unwrap(),
            r#"[{"id":"b0","seq":5},{"id":"b1","seq":6}]"#
        );
        assert_eq!(
            expanded(r#"{"$nest":{"in":"object","levels":2,"of":1}}"#).unwrap(),
            r#"{"a":{"a":1}}"#
        );
    }

    #[test]
    fn plain_values_stay_as_they_are() {
        let text = r#"{"n":1.0e400,"s":"{n} \ud83d","$a":1,"b":{"$text":1,"c":2}}"#;
        assert_eq!(expanded(text).unwrap(), text);
    }

    #[test]
    fn slips_are_refused_with_their_place() {
        assert!(
            expanded(r#"{"$count":1}"#)
                .unwrap_err()
                .contains("repetition")
        );
        assert!(
            expanded(r#"{"$txt":1}"#)
                .unwrap_err()
                .contains("case.json:1:1")
        );
        assert!(
            expanded(r#"{"$list":{"of":1,"times":99999999999}}"#)
                .unwrap_err()
                .contains("more than")
        );
    }
}
