//! Messages: their text, their calls, the results of these, and snapshots of all.

use uiconform_json::{JsonString, Object, Value};

use super::Run;
use crate::ag_ui::{
    Encrypted, EncryptedValue, Error, Id, Message, MessageChange, ReasoningChange, Result, Steps,
    Stream, ToolCallResult, Update, rules,
};

impl<S: Steps + ?Sized> Run<'_, S> {
    pub(super) fn add_text(
        &mut self,
        id: &Id,
        delta: &JsonString,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        let conversation = &mut self.session.conversation;
        let index = match conversation.place(id) {
            Some(index) => index,
            // A snapshot took it away while it was open: the rest of it would be shown as if it were the whole.
            None if self.order.open(Stream::Text, id).is_some() => return Ok(()),
            // Nobody has checked that it was started.
            None => self.steps.start_text(conversation, id, None, None, tag)?,
        };
        let message = conversation.at_mut(index);
        match message.and_then(Message::text_mut) {
            Some(text) => self.steps.join(Stream::Text, text, delta),
            None => return Err(Error::protocol(format!("message `{id}` holds no text"))),
        }
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::Content { delta });
        Ok(())
    }

    pub(super) fn end_text(&mut self, id: &Id, metadata: &Object) {
        if let Some(index) = self.session.conversation.place(id) {
            self.merge(index, metadata);
            self.tell_message(index, MessageChange::Ended);
        }
    }

    pub(super) fn start_call(
        &mut self,
        id: &Id,
        name: &JsonString,
        parent: Option<&Id>,
        owner: Option<&Id>,
        metadata: &Object,
    ) {
        let conversation = &mut self.session.conversation;
        let index = self.steps.start_call(conversation, id, name, parent, owner);
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::ToolCallStarted { call: id, name });
    }

    pub(super) fn add_arguments(&mut self, id: &Id, delta: &JsonString, metadata: &Object) {
        let Some((index, place)) = self.session.conversation.call(id) else {
            return;
        };
        let message = self.session.conversation.at_mut(index);
        if let Some(Value::String(text)) = message.and_then(|message| message.arguments_mut(place))
        {
            self.steps.join(Stream::Call, text, delta);
        }
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::ToolCallArgs { call: id, delta });
    }

    pub(super) fn end_call(&mut self, id: &Id, metadata: &Object) {
        if let Some((index, _)) = self.session.conversation.call(id) {
            self.merge(index, metadata);
            self.tell_message(index, MessageChange::ToolCallEnded { call: id });
        }
    }

    /// A result is of a call that is complete: it ends the one that chunks have opened.
    pub(super) fn result(
        &mut self,
        result: ToolCallResult,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        let ToolCallResult { id, call, content } = result;
        let conversation = &mut self.session.conversation;
        let index = self.steps.result(conversation, &id, &call, content, tag)?;
        let opened = self.order.open(Stream::Call, &call);
        if opened.is_some_and(|opened| opened.by_chunks) {
            self.close(Stream::Call, &call);
        }
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::ToolResult { call: &call });
        Ok(())
    }

    pub(super) fn messages_snapshot(&mut self, messages: Vec<Message>) {
        self.steps
            .messages_snapshot(&mut self.session.conversation, messages);
        self.steps.tell(
            Update::Messages(self.session.conversation.messages()),
            self.out,
        );
    }

    /// An encrypted value of something that is not there is nobody's business.
    pub(super) fn encrypted(&mut self, event: &EncryptedValue, tag: Option<&Id>) -> Result<()> {
        let EncryptedValue { of, id, value } = event;
        let stream = match of {
            Encrypted::Message => Stream::Text,
            Encrypted::ToolCall => Stream::Call,
        };
        self.check(|steps, order, session| {
            steps.owned(rules::owner(session, order, stream, id), tag)
        })?;
        let conversation = &mut self.session.conversation;
        if let Some(index) = self.steps.encrypt(conversation, *of, id, value) {
            self.tell_message(index, MessageChange::EncryptedValue);
        } else if *of == Encrypted::Message
            && let Some(place) = self.session.reasoning.place(id)
            && let Some(thought) = self.session.reasoning.at_mut(place)
        {
            thought.encrypted = Some(value.clone());
            self.tell_thought(place, ReasoningChange::EncryptedValue);
        }
        Ok(())
    }
}
