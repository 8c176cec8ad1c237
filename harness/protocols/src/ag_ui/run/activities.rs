//! Activities.

use uiconform_json::{Array, JsonString, Object, Value};

use super::Run;
use crate::ag_ui::{Id, MessageChange, Result, Steps, Stream, patch, rules};

impl<S: Steps + ?Sized> Run<'_, S> {
    /// A snapshot that replaces an activity is of whoever sends it; one that is not to replace it changes nothing that is there.
    pub(super) fn activity_snapshot(
        &mut self,
        id: &Id,
        kind: &JsonString,
        content: Object,
        replace: bool,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        let conversation = &mut self.session.conversation;
        let index = self
            .steps
            .activity_snapshot(conversation, id, kind, content, replace, tag)?;
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::Activity);
        Ok(())
    }

    pub(super) fn activity_delta(
        &mut self,
        id: &Id,
        kind: &JsonString,
        operations: &Array,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        self.check(|steps, order, session| {
            steps.owned(rules::owner(session, order, Stream::Text, id), tag)
        })?;
        let conversation = &mut self.session.conversation;
        let index = self.steps.activity(conversation, id, kind)?;
        if let Some(message) = conversation.at_mut(index) {
            let content = message.document_mut().get_mut("content");
            // An activity of a snapshot may lack its content.
            let mut none = Value::Null;
            patch::apply(self.steps, content.unwrap_or(&mut none), operations)
                .map_err(|reason| reason.within(format_args!("patch of activity `{id}` failed")))?;
        }
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::Activity);
        Ok(())
    }
}
