//! What came of one case.

use serde::{Deserialize, Serialize};

/// The verdict on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As expected; a rejection counts since its twin was accepted.
    Pass,
    /// The implementation answered, and not as expected.
    Fail,
    /// The driver ended before it answered.
    Crash,
    /// No answer within the time limit.
    Timeout,
    /// The answer is not one: outside the grammar of JSON, of the wrong shape, or an error of the driver itself.
    BadAnswer,
    /// The same request was answered differently.
    Nondeterministic,
    /// Rejected as expected, but so was the accepted twin, so the rejection proves nothing.
    Unproven,
    /// The driver does not offer the profile.
    Unsupported,
    /// Selected, and not run: the run was stopped or the driver was given up.
    NotRun,
    /// An informative case: the behaviour was recorded.
    Recorded,
}

impl Verdict {
    /// All verdicts, in the order in which counts are shown.
    pub const ALL: [Self; 10] = [
        Self::Pass,
        Self::Fail,
        Self::Crash,
        Self::Timeout,
        Self::BadAnswer,
        Self::Nondeterministic,
        Self::Unproven,
        Self::Unsupported,
        Self::NotRun,
        Self::Recorded,
    ];

    /// The word used in files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::BadAnswer => "bad-answer",
            Self::Nondeterministic => "nondeterministic",
            Self::Unproven => "unproven",
            Self::Unsupported => "unsupported",
            Self::NotRun => "not-run",
            Self::Recorded => "recorded",
        }
    }

    /// Whether the implementation was run and found wanting.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Fail
                | Self::Crash
                | Self::Timeout
                | Self::BadAnswer
                | Self::Nondeterministic
                | Self::Unproven
        )
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}
