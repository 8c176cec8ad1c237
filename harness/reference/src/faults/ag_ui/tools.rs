//! Faults in tool calls and their results (seed, "Every variant").

use uiconform_json::{JsonString, Value};
use uiconform_protocols::ag_ui::{
    Conversation, Id, Message, MessageChange, Reference, Result, Stream, Update,
};

use super::updates::change_of;
use super::{ANY, COMMON, UPDATES, of_apply};

of_apply! {
    "trims-fragments" aims ["AGU-TOOL-03"] in COMMON
    "Takes white space off the ends of the fragments of a call." => {
        fn join(&mut self, stream: Stream, text: &mut JsonString, delta: &JsonString) {
            match (stream, delta.as_str()) {
                (Stream::Call, Some(delta)) => text.push(&delta.trim().into()),
                _ => text.push(delta),
            }
        }
    }

    "tells-no-start-of-a-call" aims ["AGU-TOOL-01"] in UPDATES
    "Gives no update for the start of a call." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !matches!(change_of(&update), Some(MessageChange::ToolCallStarted { .. })) {
                out(update);
            }
        }
    }

    "tells-no-fragments" aims ["AGU-TOOL-04"] in UPDATES
    "Gives no updates for the fragments of a call." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !matches!(change_of(&update), Some(MessageChange::ToolCallArgs { .. })) {
                out(update);
            }
        }
    }

    "tells-no-end-of-a-call" aims ["AGU-TOOL-05"] in UPDATES
    "Gives no update for the end of a call." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !matches!(change_of(&update), Some(MessageChange::ToolCallEnded { .. })) {
                out(update);
            }
        }
    }

    "loses-the-content-of-a-result" aims ["AGU-TOOL-06"] in ANY
    "Keeps of a result whose it is and not what it is." => {
        fn result(
            &mut self,
            conversation: &mut Conversation,
            id: &Id,
            call: &Id,
            _: Value,
            owner: Option<&Id>,
        ) -> Result<usize> {
            Reference.result(conversation, id, call, "".into(), owner)
        }
    }

    "makes-a-result-the-assistants" aims ["AGU-TOOL-07"] in COMMON
    "Makes a result a message of the assistant." => {
        fn result(
            &mut self,
            conversation: &mut Conversation,
            id: &Id,
            call: &Id,
            content: Value,
            owner: Option<&Id>,
        ) -> Result<usize> {
            let index = Reference.result(conversation, id, call, content, owner)?;
            if let Some(message) = conversation.at_mut(index) {
                message.set("role", "assistant");
            }
            Ok(index)
        }
    }

    "counts-a-replayed-call-twice" aims ["AGU-TOOL-10"] in COMMON
    "Adds a call to its message that is there from an earlier run." => {
        fn start_call(
            &mut self,
            conversation: &mut Conversation,
            call: &Id,
            name: &JsonString,
            parent: Option<&Id>,
            owner: Option<&Id>,
        ) -> usize {
            match conversation.call(call) {
                Some((index, _)) => {
                    conversation.push_call(index, call, name);
                    index
                }
                None => Reference.start_call(conversation, call, name, parent, owner),
            }
        }
    }

    "makes-a-message-for-each-call" aims ["AGU-TOOL-02"] in ANY
    "Puts each call into a message of its own, whatever parent it names." => {
        fn start_call(
            &mut self,
            conversation: &mut Conversation,
            call: &Id,
            name: &JsonString,
            _: Option<&Id>,
            owner: Option<&Id>,
        ) -> usize {
            Reference.start_call(conversation, call, name, None, owner)
        }
    }

    "drops-a-call-without-a-parent" aims ["AGU-TOOL-09"] in COMMON
    "Makes the message of a call that names no parent the user's." => {
        fn start_call(
            &mut self,
            conversation: &mut Conversation,
            call: &Id,
            name: &JsonString,
            parent: Option<&Id>,
            owner: Option<&Id>,
        ) -> usize {
            let index = Reference.start_call(conversation, call, name, parent, owner);
            if parent.is_none() && let Some(message) = conversation.at_mut(index) {
                let _: &mut Message = message;
                message.set("role", "user");
            }
            index
        }
    }
}
