//! What may become of what arrives, in the words of case files.

use uiconform_json::Value;
use uiconform_protocols::agent_ui::Kind;

use super::script::Renderer;
use super::verdict::{Else, Verdict};

/// How far an input is from what the text specifies fully.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// Fully specified.
    Common,
    /// Some of it is only advised, or left open.
    Edge,
    /// Nothing is said of it but that the implementation survives, and renders nothing that it must not.
    Wild,
}

/// Words of which any will do, and the requirement that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) words: &'static [&'static str],
    pub(super) rule: &'static str,
}

/// What is said of one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// What is binding.
    pub(super) required: Option<Words>,
    /// What is advised; narrower than what is binding.
    pub(super) recommended: Option<Words>,
    /// What has become of the envelope by then.
    pub(super) state: State,
}

/// What has become of an envelope, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It is rendered.
    Rendered,
    /// Its renderer threw.
    Failed,
    /// It is not rendered, and should be replaced by its text.
    FellBack,
    /// It is not rendered.
    Refused,
    /// Its renderer has not reported.
    Held,
    /// It is open.
    Open,
}

const ANY: &[&str] = &["any"];
const NOT: &[&str] = &["not-rendered"];
const NOT_YET: &[&str] = &["not-rendered", "pending"];

fn words(words: &'static [&'static str], rule: &'static str) -> Option<Words> {
    Some(Words { words, rule })
}

impl Expectation {
    /// Nothing is said.
    pub(super) const NONE: Self = Self {
        required: None,
        recommended: None,
        state: State::Open,
    };

    /// Of an event that brings no envelope for its name.
    pub(super) fn ignored(name: &str) -> Self {
        let ignored: &[&str] = &["ignored"];
        let advised = ["tool_call", "artifacts"].contains(&name);
        Self {
            required: if advised {
                None
            } else {
                words(ignored, "AUI-2-02")
            },
            recommended: words(ignored, if advised { "AUI-5-16" } else { "AUI-2-02" }),
            state: State::Open,
        }
    }

    /// Of an event of which nothing is rendered, and which is to be reported.
    pub(super) fn unread(rule: &'static str) -> Self {
        Self {
            required: words(&["unread"], rule),
            recommended: words(&["reported"], "AUI-2-08"),
            state: State::Open,
        }
    }

    /// Of an event that is to be reported, while nothing is binding.
    pub(super) fn reported(rule: &'static str) -> Self {
        Self {
            required: None,
            recommended: words(&["reported"], rule),
            state: State::Open,
        }
    }

    /// Of an envelope that must not be rendered, in an event of which more is open.
    pub(super) fn never(rule: &'static str) -> Self {
        Self {
            required: words(&["unread"], rule),
            recommended: None,
            state: State::Open,
        }
    }

    /// Of an envelope that arrives.
    pub(super) fn of(verdict: &Verdict, envelope: &Value, renderer: Option<Renderer>) -> Self {
        if !verdict.is_loaded && renderer == Some(Renderer::Hold) {
            // What waits for the registry cannot be told from what waits for its renderer.
            return Self::NONE;
        }
        if let Some(rule) = verdict.must_not.first() {
            return refused(verdict, rule, envelope);
        }
        if let Some(rule) = verdict.should_not.first() {
            let not = if verdict.is_loaded { NOT } else { NOT_YET };
            return Self {
                required: None,
                recommended: words(not, rule),
                state: State::Open,
            };
        }
        let allowed = allowed(verdict);
        match renderer {
            None | Some(Renderer::Done) => allowed,
            Some(Renderer::Threw) => threw(verdict, &allowed),
            Some(Renderer::Hold) => held(&allowed),
        }
    }

    /// The same where a renderer before it has not reported: who renders one after the other keeps an order.
    pub(super) fn behind_another(self) -> Self {
        Self {
            required: None,
            recommended: self.recommended.or(self.required),
            state: State::Open,
        }
    }

    /// The words of a level; those that are binding hold beside what is advised.
    pub(super) fn words(&self, advised: bool) -> &'static [&'static str] {
        let words = match advised {
            true => self.recommended.or(self.required),
            false => self.required,
        };
        words.map_or(ANY, |words| words.words)
    }

    /// The requirement that a level rests on.
    pub(super) fn rule(&self, advised: bool) -> Option<&'static str> {
        let words = match advised {
            true => self.recommended.or(self.required),
            false => self.required,
        };
        words.map(|words| words.rule)
    }

    pub(super) fn zone(&self) -> Zone {
        match (self.required, self.recommended) {
            (None, None) => Zone::Wild,
            (Some(required), _) if !required.words.iter().any(|word| word.ends_with("or-not")) => {
                Zone::Common
            }
            _ => Zone::Edge,
        }
    }
}

/// Of an envelope that must not be rendered by that requirement, and perhaps others.
fn refused(verdict: &Verdict, rule: &'static str, envelope: &Value) -> Expectation {
    let not = if verdict.is_loaded { NOT } else { NOT_YET };
    let only = |rules: &[&str]| {
        verdict.is_loaded
            && verdict.should_not.is_empty()
            && verdict.must_not.iter().all(|rule| rules.contains(rule))
    };
    let text = envelope.get("fallbackText");
    let has_text = text
        .and_then(Value::as_str)
        .is_some_and(|text| !text.is_empty());
    let recommended = match verdict.kind {
        // That a frontend without a registry waits for it is no reason to call it anything else.
        None if only(&["AUI-3-01"]) && text.is_none() => words(&["rejected"], "AUI-3-02"),
        Some(Kind::Component) if only(&["AUI-4-02"]) && text.is_none() => {
            words(&["rejected"], "AUI-4-03")
        }
        Some(Kind::MapAction) if only(&["AUI-4-10", "AUI-4-11"]) && has_text => {
            words(&["fallback"], "AUI-4-12")
        }
        Some(Kind::MapAction) if only(&["AUI-4-04"]) => {
            words(&["rejected", "fallback"], "AUI-4-05")
        }
        _ => None,
    };
    Expectation {
        required: words(not, rule),
        recommended,
        state: match recommended {
            Some(words) if words.rule == "AUI-4-12" => State::FellBack,
            _ => State::Refused,
        },
    }
}

/// Of an envelope that may be rendered, if its renderer is done.
fn allowed(verdict: &Verdict) -> Expectation {
    const RENDERED: &[&str] = &["rendered"];
    let (required, recommended) = match verdict.else_ {
        Else::Rendered(rule) => (words(RENDERED, rule), None),
        Else::VerbatimOrNot(rule, advised) => (
            words(&["rendered-or-not"], rule),
            advised.and_then(|rule| words(RENDERED, rule)),
        ),
        Else::InPartOrNot(rule, advised) => (
            match verdict.is_loaded {
                true => words(&["rendered-in-part-or-not"], rule),
                false => words(&["rendered-in-part-or-not", "pending"], rule),
            },
            advised.and_then(|rule| words(RENDERED, rule)),
        ),
        Else::Anything => (None, None),
    };
    Expectation {
        required,
        recommended,
        state: match verdict.else_ {
            Else::Rendered(_) => State::Rendered,
            _ => State::Open,
        },
    }
}

/// The same, if its renderer throws.
fn threw(verdict: &Verdict, allowed: &Expectation) -> Expectation {
    let not = if verdict.is_loaded { NOT } else { NOT_YET };
    if matches!(verdict.else_, Else::InPartOrNot(..) | Else::Anything) {
        // The words for what is not rendered want a renderer that threw to have been given all of it.
        return Expectation::NONE;
    }
    let surely = allowed.state == State::Rendered;
    Expectation {
        required: words(not, "AUI-5-08"),
        recommended: if surely {
            words(&["error", "fallback"], "AUI-5-09")
        } else {
            None
        },
        state: if surely { State::Failed } else { State::Open },
    }
}

/// The same, if it does not report.
fn held(allowed: &Expectation) -> Expectation {
    match (allowed.state, allowed.required) {
        (State::Rendered, Some(required)) => Expectation {
            required: words(&["pending", "rendered"], required.rule),
            recommended: None,
            state: State::Held,
        },
        _ => Expectation::NONE,
    }
}
