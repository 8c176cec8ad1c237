//! Activities.

use uiconform_json::{Object, Value};

use super::Run;
use crate::ag_ui::patch::apply;
use crate::ag_ui::{
    ActivityDelta, ActivitySnapshot, Id, MessageChange, Result, Steps, Stream, rules,
};

impl<S: Steps + ?Sized> Run<'_, S> {
    /// A snapshot that replaces an activity is of whoever sends it; one that is not to replace it changes nothing that is there.
    pub(super) fn activity_snapshot(
        &mut self,
        snapshot: ActivitySnapshot,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        let ActivitySnapshot {
            id,
            kind,
            content,
            replace,
        } = snapshot;
        let conversation = &mut self.session.conversation;
        let index =
            self.steps
                .activity_snapshot(conversation, &id, &kind, content, replace, tag)?;
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::Activity);
        Ok(())
    }

    pub(super) fn activity_delta(
        &mut self,
        delta: &ActivityDelta,
        tag: Option<&Id>,
        metadata: &Object,
    ) -> Result<()> {
        let ActivityDelta { id, kind, patch } = delta;
        self.check(|steps, order, session| {
            steps.owned(rules::owner(session, order, Stream::Text, id), tag)
        })?;
        let conversation = &mut self.session.conversation;
        let index = self.steps.activity(conversation, id, kind)?;
        if let Some(message) = conversation.at_mut(index) {
            let content = message.document_mut().get_mut("content");
            // An activity of a snapshot may lack its content.
            let mut none = Value::Null;
            apply(self.steps, content.unwrap_or(&mut none), patch)
                .map_err(|reason| reason.within(format_args!("patch of activity `{id}` failed")))?;
        }
        self.merge(index, metadata);
        self.tell_message(index, MessageChange::Activity);
        Ok(())
    }
}
