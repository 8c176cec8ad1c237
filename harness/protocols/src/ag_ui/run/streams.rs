//! Streams: what is started, continued and ended.

use uiconform_json::{JsonString, Object};

use super::Run;
use crate::ag_ui::order::Opened;
use crate::ag_ui::{Id, MessageChange, Opening, Result, Start, Steps, Stream, rules};

impl<S: Steps + ?Sized> Run<'_, S> {
    /// Starts a stream, and ends the one that chunks of the same owner have opened.
    pub(super) fn start(
        &mut self,
        start: &Start,
        tag: Option<Id>,
        metadata: &Object,
        by_chunks: bool,
    ) -> Result<()> {
        let (stream, id) = (start.stream(), &start.id);
        self.check(|steps, order, session| {
            steps.opening(order, stream, id)?;
            steps.owned(rules::owner(session, order, stream, id), tag.as_ref())?;
            match &start.opening {
                Opening::Call {
                    parent: Some(parent),
                    ..
                } => {
                    let opener = rules::owner(session, order, Stream::Text, parent);
                    steps.owned(opener, tag.as_ref())
                }
                _ => Ok(()),
            }
        })?;
        let owner = tag.or_else(|| self.owner(stream, start));
        match &start.opening {
            Opening::Text { role, name } => {
                let index = self.steps.start_text(
                    &mut self.session.conversation,
                    id,
                    role.as_ref(),
                    name.as_ref(),
                    owner.as_ref(),
                )?;
                self.close_lane(&owner);
                self.merge(index, metadata);
                self.tell_message(index, MessageChange::Started);
            }
            Opening::Call { name, parent } => {
                self.close_lane(&owner);
                self.start_call(id, name, parent.as_ref(), owner.as_ref(), metadata);
            }
            Opening::Reasoning => {
                self.close_lane(&owner);
                self.start_reasoning(id, owner.as_ref());
            }
        }
        self.order.start(stream, id, Opened { owner, by_chunks });
        Ok(())
    }

    /// Continues a stream.
    pub(super) fn content(
        &mut self,
        stream: Stream,
        id: &Id,
        delta: &JsonString,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        self.check_open(stream, id, tag)?;
        match stream {
            Stream::Text => self.add_text(id, delta, tag, metadata),
            Stream::Call => {
                self.add_arguments(id, delta, metadata);
                Ok(())
            }
            Stream::Reasoning => {
                self.add_reasoning(id, delta, tag);
                Ok(())
            }
        }
    }

    /// Ends a stream.
    pub(super) fn end(
        &mut self,
        stream: Stream,
        id: &Id,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        self.check_open(stream, id, tag)?;
        self.order.end(stream, id);
        match stream {
            Stream::Text => self.end_text(id, metadata),
            Stream::Call => self.end_call(id, metadata),
            Stream::Reasoning => self.end_reasoning(id),
        }
        Ok(())
    }

    /// Ends a stream that chunks have opened.
    pub(super) fn close(&mut self, stream: Stream, id: &Id) {
        self.order.end(stream, id);
        match stream {
            Stream::Text => self.end_text(id, &Object::new()),
            Stream::Call => self.end_call(id, &Object::new()),
            Stream::Reasoning => self.end_reasoning(id),
        }
    }

    /// Ends the stream that chunks of the owner have opened.
    fn close_lane(&mut self, owner: &Option<Id>) {
        if let Some((stream, id)) = self.steps.closed_by(&self.order, owner) {
            self.close(stream, &id);
        }
    }

    /// Ends all streams that chunks have opened.
    pub(super) fn close_all(&mut self) {
        for (stream, id) in self.steps.closed_by_end(&self.order) {
            self.close(stream, &id);
        }
    }

    /// Checks that a stream is open, and that who goes on with it is who opened it.
    fn check_open(&mut self, stream: Stream, id: &Id, tag: Option<&Id>) -> Result<()> {
        self.check(|steps, order, session| {
            steps.continuing(order, stream, id)?;
            // Only what is tagged can be of somebody else, and most is not.
            match tag {
                None => Ok(()),
                Some(_) => steps.owned(rules::owner(session, order, stream, id), tag),
            }
        })
    }

    /// Who a stream belongs to that is started without a tag: who opened it before, or the message that is to hold it.
    fn owner(&self, stream: Stream, start: &Start) -> Option<Id> {
        let known = rules::owner(self.session, &self.order, stream, &start.id);
        let known = known.or_else(|| match &start.opening {
            Opening::Call {
                parent: Some(parent),
                ..
            } => rules::owner(self.session, &self.order, Stream::Text, parent),
            _ => None,
        });
        known.flatten().cloned()
    }
}
