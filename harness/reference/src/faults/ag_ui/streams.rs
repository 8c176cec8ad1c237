//! Faults in which event is of what: the wrong message, call, reasoning.

use uiconform_protocols::ag_ui::{Body, Event, Id, Opening, Stream};

use super::{ANY, COMMON, LIFECYCLE, REASONING, THOUGHTS, of_read};

of_read! {
    "has-one-current-message" aims ["AGU-TEXT-06"] in ANY { current: Option<Id> }
    "Adds each delta of the agent's own to the message that was started last." => {
        fn event(&mut self, mut event: Event) -> Option<Event> {
            let tag = event.owner.clone();
            match &mut event.body {
                Body::RunStarted { .. } => self.current = None,
                Body::Start(start) if start.stream() == Stream::Text => {
                    self.current = Some(start.id.clone());
                }
                Body::Content { stream: Stream::Text, id, .. } if tag.is_none() => {
                    *id = self.current.clone().unwrap_or_else(|| id.clone());
                }
                _ => {}
            }
            Some(event)
        }
    }

    "loses-calls-of-new-parents" aims ["AGU-TOOL-01"] in ANY { seen: Vec<Id>, lost: Vec<Id> }
    "Drops a call whose parent is not there yet." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            match &event.body {
                Body::RunStarted { .. } => *self = Self::default(),
                Body::Start(start) => match &start.opening {
                    Opening::Text { .. } => self.seen.push(start.id.clone()),
                    Opening::Call { parent: Some(parent), .. } if !self.seen.contains(parent) => {
                        self.lost.push(start.id.clone());
                        return None;
                    }
                    _ => {}
                },
                Body::Content { id, .. } | Body::End { id, .. } if self.lost.contains(id) => return None,
                _ => {}
            }
            Some(event)
        }
    }

    "keeps-the-last-piece-of-a-thought" aims ["AGU-REAS-01"] in REASONING { piece: Option<Id> }
    "Takes each content of reasoning but the first for one that was sent again." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            match &event.body {
                Body::Start(_) => self.piece = None,
                Body::Content { stream: Stream::Reasoning, id, .. }
                    if self.piece.replace(id.clone()).is_some() => return None,
                _ => {}
            }
            Some(event)
        }
    }

    "loses-thoughts" aims ["AGU-REAS-01"] in THOUGHTS
    "Passes over what is thought." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            let is_thought = matches!(&event.body, Body::Content { stream: Stream::Reasoning, .. });
            (!is_thought).then_some(event)
        }
    }

    "thinks-aloud" aims ["AGU-REAS-02"] in THOUGHTS
    "Makes reasoning a message of the assistant." => {
        fn event(&mut self, mut event: Event) -> Option<Event> {
            match &mut event.body {
                Body::Start(start) if start.stream() == Stream::Reasoning => {
                    start.opening = Opening::Text { role: None, name: None };
                }
                Body::Content { stream, .. } | Body::End { stream, .. }
                    if *stream == Stream::Reasoning => *stream = Stream::Text,
                _ => {}
            }
            Some(event)
        }
    }

    "joins-what-subagents-say-at-once" aims ["AGU-SUB-18"] in COMMON { current: Option<Id> }
    "Adds what subagents say to the message that one of them started last." => {
        fn event(&mut self, mut event: Event) -> Option<Event> {
            let is_tagged = event.owner.is_some();
            match &mut event.body {
                Body::RunStarted { .. } => self.current = None,
                Body::Start(start) if is_tagged && start.stream() == Stream::Text => {
                    self.current = Some(start.id.clone());
                }
                Body::Content { stream: Stream::Text, id, .. } if is_tagged => {
                    if let Some(current) = &self.current
                        && current != id
                    {
                        *id = current.clone();
                        event.owner = None;
                    }
                }
                _ => {}
            }
            Some(event)
        }
    }

    "ends-the-run-with-a-subagent" aims ["AGU-SUB-08"] in LIFECYCLE
    "Takes the error of a subagent for one of the run." => {
        fn event(&mut self, mut event: Event) -> Option<Event> {
            if let Body::SubagentFinished { status, .. } = &event.body
                && let uiconform_protocols::ag_ui::Status::Failed { message, code } = &**status
            {
                event.body = Body::RunError { message: message.clone(), code: code.clone() };
            }
            Some(event)
        }
    }

    "has-no-current-message-behind-an-end" aims ["AGU-TEXT-06"] in ANY { is_over: bool }
    "Passes over the content of a text once another that was started behind it has ended." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            match &event.body {
                Body::RunStarted { .. } => self.is_over = false,
                Body::Start(start) if start.stream() == Stream::Text => self.is_over = false,
                Body::End { stream: Stream::Text, .. } => self.is_over = true,
                Body::Content { stream: Stream::Text, .. } if self.is_over => return None,
                _ => {}
            }
            Some(event)
        }
    }
}
