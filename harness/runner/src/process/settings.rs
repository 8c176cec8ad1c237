//! What is asked of any driver process.

use std::time::Duration;

/// How long drivers may take. `None` is without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From a request to its answer.
    pub request: Option<Duration>,
    /// From the start of the process to its answer to `initialize`.
    pub startup: Option<Duration>,
}

/// Cases are small: an answer takes milliseconds, and a slow machine a hundred times that. Starting may compile something.
impl Default for Timeouts {
    fn default() -> Self {
        Self {
            request: Some(Duration::from_secs(5)),
            startup: Some(Duration::from_secs(30)),
        }
    }
}

/// What is asked of any driver process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long it may take.
    pub timeouts: Timeouts,
    /// Most bytes of an answer.
    pub answer_limit: u64,
}

/// The largest cases have answers of a few MiB; what is a hundred times that is not going to end.
impl Default for Settings {
    fn default() -> Self {
        Self {
            timeouts: Timeouts::default(),
            answer_limit: 256 * 1024 * 1024,
        }
    }
}
