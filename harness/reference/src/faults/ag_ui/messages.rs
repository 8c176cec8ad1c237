//! Faults in messages and snapshots of them (seed, "Every variant").

use uiconform_json::JsonString;
use uiconform_protocols::ag_ui::{
    Conversation, Error, ErrorKind, Id, Message, Reference, Result, Session, Stream,
};

use super::{ANY, COMMON, of_apply};

of_apply! {
    "drops-equal-deltas" aims ["AGU-TEXT-03"] in ANY
    "Takes a delta that the text ends with for one that was sent again." => {
        fn join(&mut self, stream: Stream, text: &mut JsonString, delta: &JsonString) {
            let is_repeated = match (text.as_str(), delta.as_str()) {
                (Some(text), Some(delta)) => !delta.is_empty() && text.ends_with(delta),
                _ => false,
            };
            if stream != Stream::Text || !is_repeated {
                Reference.join(stream, text, delta);
            }
        }
    }

    "keeps-what-a-snapshot-lacks" aims ["AGU-SNAP-02"] in ANY
    "Adds the messages of a snapshot to those that are there." => {
        fn messages_snapshot(&mut self, conversation: &mut Conversation, messages: Vec<Message>) {
            let mut all = conversation.take();
            all.retain(|message| messages.iter().all(|other| other.id() != message.id()));
            all.extend(messages);
            *conversation = Conversation::new(all);
        }
    }

    "keeps-its-own-text" aims ["AGU-SNAP-03"] in ANY
    "Leaves a message as it is that a snapshot has in another form." => {
        fn messages_snapshot(&mut self, conversation: &mut Conversation, messages: Vec<Message>) {
            let messages = messages.into_iter().map(|message| {
                conversation.message(message.id()).cloned().unwrap_or(message)
            });
            *conversation = Conversation::new(messages.collect());
        }
    }

    "forgets-messages-between-runs" aims ["AGU-END-25"] in COMMON
    "Sends a turn of the user in an empty conversation." => {
        fn say(&mut self, session: &mut Session, id: &Id, text: &JsonString) {
            session.conversation = Conversation::default();
            session.say(id, text);
        }
    }

    "takes-every-role-for-the-assistants" aims ["AGU-TEXT-05"] in COMMON
    "Makes every text a message of the assistant." => {
        fn start_text(
            &mut self,
            conversation: &mut Conversation,
            id: &Id,
            _: Option<&JsonString>,
            name: Option<&JsonString>,
            owner: Option<&Id>,
        ) -> Result<usize> {
            Reference.start_text(conversation, id, None, name, owner)
        }
    }

    "limits-messages" aims ["AGU-TEXT-12"] in COMMON
    "Has room for a thousand messages." => {
        fn start_text(
            &mut self,
            conversation: &mut Conversation,
            id: &Id,
            role: Option<&JsonString>,
            name: Option<&JsonString>,
            owner: Option<&Id>,
        ) -> Result<usize> {
            if conversation.messages().len() >= 1000 {
                return Err(Error::new(ErrorKind::Protocol, "there is no room for another message"));
            }
            Reference.start_text(conversation, id, role, name, owner)
        }
    }

    "takes-an-empty-snapshot-for-none" aims ["AGU-SNAP-02"] in COMMON
    "Keeps the conversation where a snapshot has no messages." => {
        fn messages_snapshot(&mut self, conversation: &mut Conversation, messages: Vec<Message>) {
            if !messages.is_empty() {
                *conversation = Conversation::new(messages);
            }
        }
    }
}
