//! Recordings of agent-ui@1.

use uiconform_checker::{Finding, Level, RecordedEnvelopes};
use uiconform_json::Value;
use uiconform_stream::{Fault, Place};

use super::{Recording, Traits};

/// The suite by whose rules they are checked.
pub(super) const SUITE: &str = "agent-ui-1";

#[derive(Default)]
pub(super) struct AgentUi {
    recorded: RecordedEnvelopes,
}

impl Recording for AgentUi {
    fn at(&mut self, _place: Place) {
        // Each event is judged by itself, so no finding is about an earlier one.
    }

    fn event(&mut self, name: Option<&str>, text: &str) -> Vec<Finding> {
        self.recorded.event(name, text)
    }

    fn fault(&mut self, fault: &Fault) -> Vec<Finding> {
        let why = fault.to_string();
        match fault {
            Fault::TooLong { .. } => self.recorded.stray(OWN_LIMIT, Level::Required, why),
            Fault::Unfinished { .. } => self.recorded.stray("AUI-2-17", Level::Recommended, why),
            Fault::Stray { .. } => self.recorded.stray("AUI-2-03", Level::Required, why),
            Fault::Unprefixed => Vec::new(), // Readers of event streams pass over it.
            Fault::NotUtf8 { .. } => self.recorded.unreadable(why),
        }
    }

    fn malformed(&mut self) -> Vec<Finding> {
        let why = "bytes that are not UTF-8, for which readers of event streams put U+FFFD";
        self.recorded
            .stray("AUI-2-18", Level::Recommended, why.to_owned())
    }

    fn finish(&mut self) -> Vec<Finding> {
        Vec::new() // Nothing connects two envelopes, so nothing can be missing.
    }

    fn events(&self) -> usize {
        self.recorded.events()
    }

    fn streams(&self) -> usize {
        self.recorded.statistics().sessions
    }

    fn judged_in_part(&self) -> usize {
        0
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let statistics = self.recorded.statistics();
        let [components, charts, actions] = statistics.by_kind;
        let counts = [
            ("envelopes", statistics.envelopes),
            ("registered components", components),
            ("charts", charts),
            ("map actions", actions),
            ("events of other names", statistics.others),
            ("sessions", statistics.sessions),
        ];
        let bytes = ("bytes of data".to_owned(), statistics.bytes);
        let counts = counts.map(|(name, count)| (name.to_owned(), count as u64));
        counts.into_iter().chain([bytes]).collect()
    }

    fn finals(&self) -> Option<Vec<Value>> {
        None
    }

    fn traits(&self) -> &'static Traits {
        &Traits {
            members: &["envelope", "envelope_id", "session_id", "created_at"],
            own_limit: OWN_LIMIT,
            no_end: None,
            no_json: &["AUI-2-03"],
            done: "`[DONE]` is no JSON: the APIs of many models send it last, and here a stream just ends; leave it out, or give it another name than `ui_envelope`",
        }
    }
}

/// The rule of an event that was too long to be read.
const OWN_LIMIT: &str = "AUI-2-01";
