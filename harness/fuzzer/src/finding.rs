//! What an oracle found.

use std::fmt;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Pointer, Value};

use crate::target::TIMEOUT;

/// Something that an implementation does and must not, or should not.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The property that is broken, such as `differential` or `chunking`.
    pub oracle: &'static str,
    /// The requirement that is broken, as far as one is known.
    pub requirement: Option<&'static str>,
    /// `Required`, or `Recommended` for what costs no conformance. Findings are never informative.
    pub level: Level,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The input that it shows at, counted from 0.
    pub event: Option<usize>,
    /// What kind of input that is, such as `append block.*`.
    pub input: String,
    /// What the reference does with the input: `accept`, `reject`, or nothing where that is not the point.
    pub reference: &'static str,
    /// What the implementation does with it.
    pub target: &'static str,
    /// What was expected, if it is a value.
    pub expected: Option<Value>,
    /// What came instead.
    pub got: Option<Value>,
    /// Where the two first differ.
    pub place: Option<Pointer>,
    /// The end of what the implementation wrote to standard error, where it gave no answer.
    pub stderr: String,
}

impl Finding {
    /// A finding of an oracle of which only the sentence is known.
    pub fn new(oracle: &'static str, message: impl Into<String>) -> Self {
        Self {
            oracle,
            requirement: None,
            level: Level::Required,
            message: message.into(),
            event: None,
            input: String::new(),
            reference: "",
            target: "",
            expected: None,
            got: None,
            place: None,
            stderr: String::new(),
        }
    }

    /// The same, of an input and its kind.
    #[must_use]
    pub fn at(mut self, event: usize, input: impl Into<String>) -> Self {
        self.event = Some(event);
        self.input = input.into();
        self
    }

    /// The same, as an offence against a requirement.
    #[must_use]
    pub fn under(mut self, requirement: Option<&'static str>, level: Level) -> Self {
        self.requirement = requirement;
        self.level = level;
        self
    }

    /// The same, with both verdicts.
    #[must_use]
    pub fn verdicts(mut self, reference: bool, target: bool) -> Self {
        let word = |accepted| if accepted { "accept" } else { "reject" };
        self.reference = word(reference);
        self.target = word(target);
        self
    }

    /// The same, with both values and the first place at which they differ.
    #[must_use]
    pub fn between(mut self, expected: &Value, got: &Value) -> Self {
        let difference = uiconform_json::compare(expected, got).difference;
        self.place = difference.map(|difference| difference.pointer);
        self.expected = Some(expected.clone());
        self.got = Some(got.clone());
        self
    }
}

/// What findings of one cause have in common: the property, the kind of input, both verdicts, and the place without names that an
/// input may have by chance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bucket {
    /// The property.
    pub oracle: &'static str,
    /// The requirement; nothing if none is known.
    pub requirement: &'static str,
    /// The kind of input.
    pub input: String,
    /// What the reference does.
    pub reference: &'static str,
    /// What the implementation does.
    pub target: &'static str,
    /// Where the values first differ.
    pub place: String,
}

impl Bucket {
    /// The bucket of a finding; `is_known` says which names of members the protocol itself gives, others are left out.
    pub fn of(finding: &Finding, is_known: impl Fn(&JsonString) -> bool) -> Self {
        Self {
            oracle: finding.oracle,
            requirement: finding.requirement.unwrap_or_default(),
            input: finding.input.clone(),
            reference: finding.reference,
            target: finding.target,
            place: finding
                .place
                .as_ref()
                .map(|place| abstracted(place, is_known))
                .unwrap_or_default(),
        }
    }

    /// Whether what it holds ends the process each time.
    pub(crate) fn ends_process(&self) -> bool {
        self.oracle == ALIVE
    }

    /// Whether what it holds costs the time of a time-out each time.
    pub fn is_timeout(&self) -> bool {
        self.ends_process() && self.target == TIMEOUT
    }
}

/// The property that an implementation answers at all.
pub(crate) const ALIVE: &str = "alive";

/// A pointer without indexes and without names that are not known, cut where the first of those would follow the second.
fn abstracted(place: &Pointer, is_known: impl Fn(&JsonString) -> bool) -> String {
    let mut text = String::new();
    for token in place.tokens() {
        text.push('/');
        if is_known(&token) {
            text.push_str(&token.to_string_lossy());
        } else if token.as_str().is_some_and(is_index) {
            text.push('#');
        } else {
            // What is deeper in a value of the application says nothing about the cause.
            text.push('*');
            break;
        }
    }
    text
}

fn is_index(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.oracle)?;
        if !self.requirement.is_empty() {
            write!(f, " {}", self.requirement)?;
        }
        if !self.input.is_empty() {
            write!(f, ", {}", self.input)?;
        }
        match (self.target, self.reference) {
            ("", _) => {}
            (target, "") => write!(f, ": {target}")?,
            (target, reference) => write!(f, ": {target} for {reference}")?,
        }
        if !self.place.is_empty() {
            write!(f, " at {}", self.place)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn a_place_loses_what_is_by_chance() {
        let known = |name: &JsonString| *name == "blocks" || *name == "type";
        for (place, text) in [
            ("", ""),
            ("/blocks/3/type", "/blocks/#/type"),
            ("/blocks/0/some~1name/7/x", "/blocks/#/*"),
        ] {
            assert_eq!(abstracted(&Pointer::parse(place).unwrap(), known), text);
        }
    }
}
