//! Reasoning, the retired kind included.

use uiconform_json::{JsonString, Object};

use super::Run;
use crate::ag_ui::event::Thinking;
use crate::ag_ui::{
    Error, Id, Opening, ReasoningChange, ReasoningUpdate, Result, Start, Steps, Stream, Update,
};

impl<S: Steps + ?Sized> Run<'_, S> {
    pub(super) fn start_reasoning(&mut self, id: &Id, owner: Option<&Id>) {
        let place = self
            .steps
            .start_reasoning(&mut self.session.reasoning, id, owner);
        self.tell_thought(place, ReasoningChange::Started);
    }

    pub(super) fn add_reasoning(&mut self, id: &Id, delta: &JsonString, tag: Option<&Id>) {
        let place = self.session.reasoning.open(id, tag);
        if let Some(thought) = self.session.reasoning.at_mut(place) {
            self.steps.join(Stream::Reasoning, &mut thought.text, delta);
        }
        self.tell_thought(place, ReasoningChange::Content { delta });
    }

    pub(super) fn end_reasoning(&mut self, id: &Id) {
        if let Some(place) = self.session.reasoning.place(id) {
            self.tell_thought(place, ReasoningChange::Ended);
        }
    }

    pub(super) fn tell_thought(&mut self, place: usize, change: ReasoningChange<'_>) {
        if let Some(thought) = self.session.reasoning.thoughts().get(place) {
            let update = ReasoningUpdate { change, thought };
            self.steps.tell(Update::Reasoning(update), self.out);
        }
    }

    /// The retired events are reasoning under an id of our own.
    pub(super) fn thinking(&mut self, part: Thinking) -> Result<()> {
        let nothing = Object::new();
        match part {
            Thinking::Start => {
                let start = Start {
                    id: self.order.start_thinking(),
                    opening: Opening::Reasoning,
                };
                self.start(&start, None, &nothing, false)
            }
            Thinking::Content(delta) => {
                let id = self.order.thinking().cloned().ok_or_else(no_thought)?;
                self.content(Stream::Reasoning, &id, &delta, None, &nothing)
            }
            Thinking::End => {
                let id = self.order.end_thinking().ok_or_else(no_thought)?;
                self.end(Stream::Reasoning, &id, None, &nothing)
            }
        }
    }
}

fn no_thought() -> Error {
    Error::protocol("no thinking is open")
}
