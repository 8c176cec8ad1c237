//! Declared limits, and what they excuse.

use uiconform_catalogue::{Case, Level};
use uiconform_driver::Limits;

use crate::suites::least_limits;

/// What the limits that a driver declares say of one case.
///
/// Section 8 of AgentUE, and any protocol in its place, lets consumers refuse what is too large for them. A limit excuses no
/// required case, and is believed only down to what the suite says that everybody takes: declaring a limit of nothing would
/// otherwise excuse an implementation that refuses everything.
#[derive(Debug)]
pub(crate) enum Bounds {
    /// The input is to be taken.
    Within,
    /// The input is beyond a limit that is believed.
    Beyond,
    /// The input is beyond a limit that is not believed, which this says.
    NotBelieved(String),
}

impl Bounds {
    pub(crate) fn new(case: &Case, declared: Limits) -> Self {
        if declared == Limits::default() {
            return Self::Within;
        }
        let size = case.exercise.size();
        let is_over = |limits: Limits| {
            let over =
                |size: usize, limit: Option<u64>| limit.is_some_and(|limit| size as u64 > limit);
            over(size.depth, limits.depth) || over(size.bytes, limits.bytes)
        };
        if !is_over(declared) {
            return Self::Within;
        }
        let least = least_limits(case.id.suite());
        if case.level != Level::Required && is_over(believed(declared, least)) {
            return Self::Beyond;
        }
        let notes = not_believed(declared, least);
        match notes.first() {
            Some(note) => Self::NotBelieved(note.clone()),
            None => Self::NotBelieved(
                "the input is beyond a limit that the driver declares, and a required case is excused by none"
                    .to_owned(),
            ),
        }
    }

    /// Whether a refusal of the input is as good as taking it.
    pub(crate) fn may_be_refused(&self) -> bool {
        matches!(self, Self::Beyond)
    }

    /// Why a refusal is not excused though a limit is declared.
    pub(crate) fn not_believed(&self) -> Option<String> {
        match self {
            Self::NotBelieved(why) => Some(why.clone()),
            Self::Within | Self::Beyond => None,
        }
    }
}

/// The limits as far as they are believed.
fn believed(declared: Limits, least: Limits) -> Limits {
    Limits {
        depth: declared
            .depth
            .map(|limit| limit.max(least.depth.unwrap_or(0))),
        bytes: declared
            .bytes
            .map(|limit| limit.max(least.bytes.unwrap_or(0))),
    }
}

/// What is to be said of limits that are too low, a sentence for each.
pub(crate) fn not_believed(declared: Limits, least: Limits) -> Vec<String> {
    let of = |name: &str, unit: &str, declared: Option<u64>, least: Option<u64>| match (
        declared, least,
    ) {
        (Some(declared), Some(least)) if declared < least => Some(format!(
            "the driver declares a limit of {declared} for `{name}`; whoever conforms takes {least} {unit}, so the limit counts as {least}"
        )),
        _ => None,
    };
    [
        of("depth", "levels", declared.depth, least.depth),
        of("bytes", "bytes of an event", declared.bytes, least.bytes),
    ]
    .into_iter()
    .flatten()
    .collect()
}
