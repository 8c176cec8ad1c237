//! Large values, described in case files rather than spelt out.
//!
//! `{"$text": {"of": "ab", "times": 1000}}`, `{"$list": {"of": VALUE, "times": N}}`,
//! `{"$nest": {"in": "list", "levels": 64, "of": VALUE}}`; within a repetition, `{"$count": START}` is START plus the index
//! and `{n}` in a string is the index.
//!
//! A case keeps its values as [`Described`]. That every description is well-formed is seen to when the file is loaded; the value
//! is made when it is sent or compared, so that loading a suite costs what its files cost.

use std::borrow::Cow;
use std::sync::Arc;

use uiconform_json::{Array, JsonString, Located, Node, Object, Value};

use crate::entries;

/// The largest number of copies or levels that a description may ask for.
const MOST: u64 = 4_000_000;

/// The largest value that may be described, in parts: characters, elements, members and levels. With [`MOST`] it keeps a slip of the
/// pen from filling the memory.
const LARGEST: u64 = 64_000_000;

/// The names of descriptions.
const KEYWORDS: [&str; 4] = ["$text", "$list", "$nest", "$count"];

/// A value as a case file gives it.
#[derive(Clone, Debug)]
pub struct Described {
    /// Shared, since many cases start from one model.
    value: Arc<Value>,
    /// Whether nothing in it is a description, so that it is the value already.
    plain: bool,
}

impl Described {
    /// Takes a value from a file and checks every description in it. `repeated` says whether it stands in a repetition.
    ///
    /// # Errors
    ///
    /// A located error for a malformed description.
    pub fn read(node: &Node<'_>, repeated: bool) -> Result<Self, Located> {
        Self::read_copies(node, repeated, 1)
    }

    /// The same for an expectation in which marks of the suite may stand, such as `{"$any": true}`: objects whose only member has one
    /// of these names are left as they are. `times` says how many copies are made of it, if it is repeated.
    ///
    /// # Errors
    ///
    /// See [`read`](Self::read).
    pub fn read_with_marks(
        node: &Node<'_>,
        times: Option<u64>,
        marks: &[&str],
    ) -> Result<Self, Located> {
        Self::checked(node, times.is_some(), times.unwrap_or(1), marks)
    }

    /// The same for a value of which so many copies are made.
    ///
    /// # Errors
    ///
    /// See [`read`](Self::read); also if all copies together are too large.
    pub fn read_copies(node: &Node<'_>, repeated: bool, times: u64) -> Result<Self, Located> {
        Self::checked(node, repeated, times, &[])
    }

    fn checked(
        node: &Node<'_>,
        repeated: bool,
        times: u64,
        marks: &[&str],
    ) -> Result<Self, Located> {
        let checked = check(node, repeated, marks)?;
        if checked.size.saturating_mul(times) > LARGEST {
            return Err(node.error(format!(
                "what is described here has more than {LARGEST} characters, elements, members and levels; no case needs that"
            )));
        }
        Ok(Self {
            plain: !checked.described,
            value: Arc::new(node.value().clone()),
        })
    }

    /// A value in which nothing is described.
    pub fn plain(value: impl Into<Value>) -> Self {
        Self {
            value: Arc::new(value.into()),
            plain: true,
        }
    }

    /// An object of such values.
    pub fn object(members: Vec<(JsonString, Self)>) -> Self {
        let plain = members.iter().all(|(_, member)| member.plain);
        let named_like_a_description = matches!(&members[..], [(name, _)] if is_keyword(name));
        let object = |member: fn(&Self) -> Value| {
            let members = members.iter();
            Object::from_iter(members.map(|(name, value)| (name.clone(), member(value))))
        };
        if plain || named_like_a_description {
            Self::plain(object(|member| member.get().into_owned()))
        } else {
            Self {
                value: Arc::new(object(|member| member.as_given().clone()).into()),
                plain,
            }
        }
    }

    /// As the file gives it.
    pub fn as_given(&self) -> &Value {
        &self.value
    }

    /// The value that is meant.
    pub fn get(&self) -> Cow<'_, Value> {
        if self.plain {
            Cow::Borrowed(&self.value)
        } else {
            Cow::Owned(expand(&self.value, None))
        }
    }

    /// The copy of that index, where the value is repeated.
    pub fn copy(&self, index: u64) -> Value {
        expand(&self.value, Some(index))
    }
}

/// What was found in a value.
struct Checked {
    /// Whether there is a description in it.
    described: bool,
    /// How large it is when everything is written out, in parts.
    size: u64,
}

/// Checks every description in a value.
fn check(node: &Node<'_>, repeated: bool, marks: &[&str]) -> Result<Checked, Located> {
    let mut found = Checked {
        described: false,
        size: 1,
    };
    let add = |found: &mut Checked, part: Checked| {
        found.described |= part.described;
        found.size = found.size.saturating_add(part.size);
    };
    match node.value() {
        Value::String(text) => found.size = text.len() as u64 + 1,
        Value::Array(_) => {
            for element in node.list()? {
                add(&mut found, check(&element, repeated, marks)?);
            }
        }
        Value::Object(object) => {
            if let Some(keyword) = keyword(object).filter(|keyword| !marks.contains(keyword)) {
                return Ok(Checked {
                    described: true,
                    size: check_description(node, keyword, repeated, marks)?,
                });
            }
            for (name, member) in entries(node)? {
                found.size = found.size.saturating_add(name.len() as u64);
                add(&mut found, check(&member, repeated, marks)?);
            }
        }
        _ => {}
    }
    Ok(found)
}

/// Checks a description; gives the size of what it describes.
fn check_description(
    node: &Node<'_>,
    keyword: &str,
    repeated: bool,
    marks: &[&str],
) -> Result<u64, Located> {
    let Some(keyword) = KEYWORDS.into_iter().find(|known| *known == keyword) else {
        return Err(node.error(format!(
            "unknown description `{keyword}`; use {}",
            KEYWORDS.join(", ")
        )));
    };
    let description = node.object()?.required(keyword)?;
    match keyword {
        "$count" if !repeated => Err(node.error(
            "`$count` stands in no repetition; use it within `$list` or a step with `times`",
        )),
        "$count" => {
            if description.unsigned()? > u64::MAX - MOST {
                return Err(description.error(format!(
                    "more than {} cannot be counted from",
                    u64::MAX - MOST
                )));
            }
            Ok(1)
        }
        "$text" => {
            let mut members = description.object()?;
            let of = members.required("of")?;
            let times = check_times(&members.required("times")?)?;
            members.finish()?;
            match of.value() {
                Value::String(text) => Ok((text.len() as u64 + 1).saturating_mul(times)),
                _ => Err(of.error("`$text` repeats a string")),
            }
        }
        "$list" => {
            let mut members = description.object()?;
            let element = check(&members.required("of")?, true, marks)?;
            let times = check_times(&members.required("times")?)?;
            members.finish()?;
            Ok(element.size.saturating_mul(times))
        }
        // `$nest`, the last of them.
        _ => {
            let mut members = description.object()?;
            let kind = members.required("in")?;
            if !matches!(kind.text()?, "list" | "object") {
                return Err(kind.error("nest in a `list` or in an `object`"));
            }
            let levels = check_times(&members.required("levels")?)?;
            let inner = check(&members.required("of")?, repeated, marks)?;
            members.finish()?;
            Ok(inner.size.saturating_add(levels))
        }
    }
}

/// Checks a number of copies or levels.
///
/// # Errors
///
/// A located error if it is none, or too large.
pub fn check_times(node: &Node<'_>) -> Result<u64, Located> {
    let fits = |times: &u64| (1..=MOST).contains(times);
    let given = node
        .value()
        .as_number()
        .and_then(uiconform_json::Number::to_u64);
    given.filter(fits).ok_or_else(|| {
        node.error(format!(
            "expected a number of copies or levels, from 1 to {MOST}"
        ))
    })
}

/// Makes the value that is described. `index` is that of the repetition in which the value stands, if it stands in one. What
/// [`check`] would refuse is left as it is.
fn expand(value: &Value, index: Option<u64>) -> Value {
    match value {
        Value::String(string) => Value::String(match index {
            Some(index) => numbered(string, index),
            None => string.clone(),
        }),
        Value::Array(list) => list
            .iter()
            .map(|element| expand(element, index))
            .collect::<Array>()
            .into(),
        Value::Object(object) => {
            match keyword(object).and_then(|keyword| describe(object, keyword, index)) {
                Some(described) => described,
                None => object
                    .iter()
                    .map(|(name, member)| {
                        let name = match index {
                            Some(index) => numbered(name, index),
                            None => name.clone(),
                        };
                        (name, expand(member, index))
                    })
                    .collect::<Object>()
                    .into(),
            }
        }
        other => other.clone(),
    }
}

fn describe(object: &Object, keyword: &str, index: Option<u64>) -> Option<Value> {
    let description = object.get(keyword)?;
    let number = |name: &str| description.get(name)?.as_number()?.to_u64();
    match keyword {
        "$count" => Some(Value::from(description.as_number()?.to_u64()? + index?)),
        "$text" => {
            let of = expand(description.get("of")?, index);
            let (of, times) = (of.as_string()?, number("times")?);
            if let Some(of) = of.as_str() {
                return Some(of.repeat(times.try_into().ok()?).into());
            }
            let mut text = JsonString::new();
            for _ in 0..times {
                text.push(of);
            }
            Some(text.into())
        }
        "$list" => {
            let of = description.get("of")?;
            let elements = (0..number("times")?).map(|index| expand(of, Some(index)));
            Some(elements.collect::<Array>().into())
        }
        "$nest" => {
            let in_lists = description.get("in")?.as_str()? == "list";
            let mut value = expand(description.get("of")?, index);
            for _ in 0..number("levels")? {
                value = if in_lists {
                    Array::from(vec![value]).into()
                } else {
                    Object::from_iter([("a", value)]).into()
                };
            }
            Some(value)
        }
        _ => None,
    }
}

/// A description is an object whose only member has a name that begins with `$`.
fn keyword(object: &Object) -> Option<&str> {
    let (name, _) = object.iter().next()?;
    (object.len() == 1 && is_keyword(name)).then(|| name.as_str())?
}

fn is_keyword(name: &JsonString) -> bool {
    name.as_str().is_some_and(|name| name.starts_with('$'))
}

fn numbered(string: &JsonString, index: u64) -> JsonString {
    match string.as_str() {
        // Most strings have no brace, which is faster to see than that they have no `{n}`.
        Some(text) if text.contains('{') && text.contains("{n}") => {
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
        Described::read(&document.root(), false)
            .map(|described| described.get().to_text())
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
        let too_many = expanded(r#"{"$list":{"of":1,"times":99999999999}}"#).unwrap_err();
        assert!(too_many.contains("from 1 to"), "{too_many}");
        let huge = r#"{"$list":{"of":{"$text":{"of":"aaaa","times":4000000}},"times":1000}}"#;
        assert!(expanded(huge).unwrap_err().contains("no case needs that"));
        let wrapping = r#"{"$list":{"of":{"$count":18446744073709551615},"times":2}}"#;
        assert!(
            expanded(wrapping)
                .unwrap_err()
                .contains("cannot be counted from")
        );
    }
}
