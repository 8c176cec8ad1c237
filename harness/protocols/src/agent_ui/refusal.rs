//! Why something is not rendered.

use std::fmt;

/// Why an event is not read, or an envelope not rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Identifier of the requirement that is not met.
    pub rule: &'static str,
    /// One sentence.
    pub message: String,
}

impl Refusal {
    /// A refusal by that rule.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

impl std::error::Error for Refusal {}
