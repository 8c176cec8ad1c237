//! The body of a case: what goes in and what is expected.

use uiconform_json::{Pointer, Value};

use super::Method;

/// What a step expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    Accept,
    Reject,
    Either,
}

impl Expect {
    pub(super) fn allows(self, accepted: bool) -> bool {
        match self {
            Self::Accept => accepted,
            Self::Reject => !accepted,
            Self::Either => true,
        }
    }
}

/// The events of a case.
#[derive(Clone, Debug)]
pub(super) enum Inputs {
    /// JSON values.
    Events(Vec<Value>),
    /// Texts, of which some may be no JSON.
    Wire(Vec<String>),
}

impl Inputs {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Events(events) => events.len(),
            Self::Wire(texts) => texts.len(),
        }
    }

    /// The member of the params that carries them.
    pub(super) fn member(&self) -> &'static str {
        match self {
            Self::Events(_) => "events",
            Self::Wire(_) => "wire",
        }
    }
}

/// A relation between answers that is checked besides the expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// The same parsed events applied again give the same.
    Replay,
    /// The model after each event is what a request with only that many events gives.
    Trace,
    /// The same request again is answered equally.
    Repeat,
    /// So it is in a fresh process.
    Fresh,
    /// From the model after each event, the remaining ones lead to the same end.
    Resume,
}

impl Hold {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("replay", Self::Replay),
        ("trace", Self::Trace),
        ("repeat", Self::Repeat),
        ("fresh", Self::Fresh),
        ("resume", Self::Resume),
    ];
}

/// What a case expects. For a router, a result is an object from stream identifier to model.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// One verdict a step; the result depends on it only if one of them is open.
    Fixed {
        /// One for each input.
        steps: Vec<Expect>,
        /// The result if what may be either is accepted, or if nothing is open.
        accepted: Value,
        /// The result if it is rejected.
        rejected: Value,
    },
    /// Nothing is expected: what matches is recorded.
    Open(Vec<Outcome>),
}

/// A behaviour that an informative case knows by name.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) name: String,
    /// Whether each input is accepted.
    pub(super) steps: Vec<bool>,
    pub(super) result: Value,
}

/// A case of AgentUE.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) method: Method,
    /// The model to start from; null for none, and for a router.
    pub(super) model: Value,
    /// The `seq` that it covers.
    pub(super) model_seq: Option<u64>,
    pub(super) inputs: Inputs,
    pub(super) expectation: Expectation,
    pub(super) holds: Vec<Hold>,
}

impl Body {
    pub(super) fn holds(&self, hold: Hold) -> bool {
        self.holds.contains(&hold)
    }
}

/// The outcome of a comparison with numbers told apart from their binary64.
pub(super) struct Match {
    /// Places where only the binary64 agrees; empty for an exact match.
    pub(super) lossy: Vec<Pointer>,
}

/// Compares a result with what came; `None` if they differ.
pub(super) fn matches(expected: &Value, got: &Value) -> Option<Match> {
    let comparison = uiconform_json::compare(expected, got);
    match comparison.difference {
        Some(_) => None,
        None => Some(Match {
            lossy: comparison.lossy,
        }),
    }
}
