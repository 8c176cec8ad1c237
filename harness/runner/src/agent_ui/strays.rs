//! Outcomes and calls that belong to no step of their phase.

use uiconform_json::JsonString;

use super::answer::{Became, Outcome, PhaseAnswer};
use crate::wrong::Wrong;

/// What is known of identifiers in a phase.
pub(super) struct Known<'a> {
    /// Those of its steps.
    pub(super) here: &'a [Option<JsonString>],
    /// Those of envelopes that came before it, or with the message that it reloads.
    pub(super) earlier: &'a [JsonString],
}

impl Known<'_> {
    fn is_here(&self, id: Option<&JsonString>) -> bool {
        id.is_some_and(|id| self.here.iter().flatten().any(|known| known == id))
    }

    fn is_earlier(&self, id: Option<&JsonString>) -> bool {
        id.is_some_and(|id| self.earlier.contains(id))
    }

    /// The outcomes of events whose identifier could not be read, which may have any.
    pub(super) fn unreadable<'p, 'a>(
        &'p self,
        answer: &'p PhaseAnswer<'a>,
    ) -> impl Iterator<Item = &'p Outcome<'a>> {
        let outcomes = answer.outcomes.iter();
        outcomes.filter(|outcome| !self.is_here(outcome.id) && !self.is_earlier(outcome.id))
    }

    /// Checks what belongs to no step: outcomes of unreadable events are errors or rejections, if there are such events at all, and
    /// calls are about envelopes that have come.
    pub(super) fn check(&self, answer: &PhaseAnswer<'_>) -> Result<(), Wrong> {
        let some_are_unreadable = self.here.iter().any(Option::is_none);
        for outcome in self.unreadable(answer) {
            if !matches!(outcome.became, Became::Rejected | Became::Error) {
                return Err(Wrong::new(format!(
                    "the outcome of {} is `{}`; no envelope of that id has come",
                    shown(outcome.id),
                    outcome.became.text()
                )));
            }
            if !some_are_unreadable {
                return Err(Wrong::new(format!(
                    "there is an outcome of {}; no envelope of that id has come, and every event could be read",
                    shown(outcome.id)
                )));
            }
        }
        for call in &answer.calls {
            if !self.is_here(call.id) && !self.is_earlier(call.id) {
                return Err(Wrong::new(format!(
                    "the fixture {} was called for {}; no envelope of that id has come",
                    call.name.to_text(),
                    shown(call.id)
                )));
            }
        }
        Ok(())
    }
}

fn shown(id: Option<&JsonString>) -> String {
    match id {
        Some(id) => format!("{id:?}"),
        None => "an envelope without an id".to_owned(),
    }
}
