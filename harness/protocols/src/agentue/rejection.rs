//! Why an event was refused.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use uiconform_json::{JsonString, Pointer};

/// What became of an event: accepted, or rejected with the model as it was.
pub type Verdict = Result<(), Rejection>;

/// The reason for which an event is rejected: the requirement that it offends, and where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    rule: &'static str,
    message: Cow<'static, str>,
    /// Tokens of the pointer, the last first, for it is built from the inside out.
    reversed: Vec<JsonString>,
}

impl Rejection {
    /// A rejection by a requirement of the suite, such as `AUE-5.3-28`.
    pub fn new(rule: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            rule,
            message: message.into(),
            reversed: Vec::new(),
        }
    }

    /// The same, said of a member of what it was said of so far.
    pub fn at(mut self, member: impl Into<JsonString>) -> Self {
        self.reversed.push(member.into());
        self
    }

    /// The same, said of an element of a list.
    pub fn at_index(self, index: usize) -> Self {
        self.at(index.to_string())
    }

    /// The same, said of another requirement: where more is known than by whoever refused.
    pub fn under(mut self, rule: &'static str) -> Self {
        self.rule = rule;
        self
    }

    /// The same in other words: where more is known than by whoever refused.
    pub fn saying(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.message = message.into();
        self
    }

    /// The requirement that the event offends.
    pub fn rule(&self) -> &'static str {
        self.rule
    }

    /// The section of the text that the requirement is of, such as `5.3`.
    pub fn section(&self) -> &'static str {
        let section = self.rule.strip_prefix("AUE-").unwrap_or(self.rule);
        section.split('-').next().unwrap_or(section)
    }

    /// What is wrong, in a few words.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where in the event it is wrong; the root if it is the event as a whole.
    pub fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::root();
        for token in self.reversed.iter().rev() {
            pointer.push(token);
        }
        pointer
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)?;
        if !self.reversed.is_empty() {
            write!(f, " (at {})", self.pointer())?;
        }
        Ok(())
    }
}

impl Error for Rejection {}
