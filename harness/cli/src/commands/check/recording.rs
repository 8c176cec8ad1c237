//! What a check asks of the rules of a suite.

mod ag_ui;
mod agent_ui;
mod agentue;

use uiconform_checker::{Finding, Hygiene};
use uiconform_json::Value;
use uiconform_runner::suites;
use uiconform_stream::{Fault, Place};

/// A recording of some suite, as it is read.
pub(super) trait Recording {
    /// Says where what comes next begins.
    fn at(&mut self, place: Place);

    /// Everything that is wrong with the next event: its name, if its format has names, and its text.
    fn event(&mut self, name: Option<&str>, text: &str) -> Vec<Finding>;

    /// Everything that is wrong where there is no text of an event.
    fn fault(&mut self, fault: &Fault) -> Vec<Finding>;

    /// What is wrong with the latest event having bytes that are not UTF-8, in the place of which readers put U+FFFD.
    fn malformed(&mut self) -> Vec<Finding>;

    /// What is wrong with a line of JSON in an event stream that has no `data:` in front, so that readers pass over it.
    fn unprefixed(&mut self) -> Vec<Finding> {
        Vec::new() // Nothing is said of it unless the suite has a rule for it.
    }

    /// Everything that is missing at the end of the input.
    fn finish(&mut self) -> Vec<Finding>;

    /// Events so far.
    fn events(&self) -> usize;

    /// Streams so far.
    fn streams(&self) -> usize;

    /// Events that were judged without a model, or without the block that they change.
    fn judged_in_part(&self) -> usize;

    /// The recording in numbers, each with its name.
    fn statistics(&self) -> Vec<(String, u64)>;

    /// What the events add up to, as JSON; `None` if they add up to nothing.
    fn finals(&self) -> Option<Vec<Value>>;

    /// What there is to know about findings and events of this suite.
    fn traits(&self) -> &'static Traits;
}

/// What is particular to the recordings of a suite.
pub(super) struct Traits {
    /// Members by one of which an object is known to be meant for an event.
    pub(super) members: &'static [&'static str],
    /// The rule under which a check tells of its own limit.
    pub(super) own_limit: &'static str,
    /// The rule that something has to come after the event that a finding is told of.
    pub(super) no_end: Option<&'static str>,
    /// Rules of a text that is not JSON.
    pub(super) no_json: &'static [&'static str],
    /// What is wrong with the line with which streams of other protocols end.
    pub(super) done: &'static str,
}

impl Traits {
    /// Whether a value is meant for an event.
    pub(super) fn is_event(&self, value: &Value) -> bool {
        self.members
            .iter()
            .any(|member| value.get(member).is_some())
    }

    /// Whether a text may be meant for an event, though it be cut off.
    pub(super) fn looks_like_event(&self, text: &str) -> bool {
        let text = text.trim_start();
        text.starts_with('{')
            && match uiconform_json::parse(text) {
                Ok(value) => self.is_event(&value),
                Err(_) => self
                    .members
                    .iter()
                    .any(|member| text.contains(&format!("\"{member}\""))),
            }
    }
}

/// A recording of that suite; nothing if its recordings cannot be checked.
pub(super) fn of(suite: &str, hygiene: bool, large: usize) -> Option<Box<dyn Recording>> {
    let looks_for = match hygiene {
        true => Hygiene {
            empty_deltas: true,
            large: Some(large),
        },
        false => Hygiene::default(),
    };
    match suite {
        suites::MAIN => Some(Box::new(agentue::AgentUe::new(looks_for))),
        ag_ui::SUITE => Some(Box::new(ag_ui::AgUi::new(hygiene))),
        agent_ui::SUITE => Some(Box::new(agent_ui::AgentUi::default())),
        _ => None,
    }
}
