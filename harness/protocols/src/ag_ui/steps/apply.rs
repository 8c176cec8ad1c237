//! What is made of events that may come.

use uiconform_json::{JsonString, Object, Value};

use crate::ag_ui::apply;
use crate::ag_ui::{
    Announcement, Conversation, Encrypted, End, Error, Id, Message, Options, Outcome, Reasoning,
    Result, Session, StateType, Status, Stop, Stream, SubagentChange, Subagents, Update,
};

/// How the session changes, and what is told of it.
pub trait ApplySteps {
    /// Begins a session; nothing that a variant remembers may outlive this.
    fn open(&mut self, session: &mut Session) {
        let _ = session;
    }

    /// Begins a run: what waited since the last one is over.
    fn begin(&mut self, session: &mut Session) {
        session.interrupts.clear();
    }

    /// Adds the user's own turn.
    fn say(&mut self, session: &mut Session, id: &Id, text: &JsonString) {
        session.say(id, text);
    }

    /// Hands out an update.
    fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
        out(update);
    }

    // Messages.

    /// Finds or makes the message of a text that starts, and says where it stands.
    fn start_text(
        &mut self,
        conversation: &mut Conversation,
        id: &Id,
        role: Option<&JsonString>,
        name: Option<&JsonString>,
        owner: Option<&Id>,
    ) -> Result<usize> {
        apply::start_text(conversation, id, role, name, owner)
    }

    /// Adds to a text, to arguments, or to reasoning.
    fn join(&mut self, stream: Stream, text: &mut JsonString, delta: &JsonString) {
        let _ = stream;
        text.push(delta);
    }

    /// Takes the metadata of an event into the message that it builds.
    fn merge(&mut self, message: &mut Message, metadata: &Object) {
        message.merge(metadata);
    }

    /// Finds or makes the message that holds a call, puts the call there, and says where the message stands.
    fn start_call(
        &mut self,
        conversation: &mut Conversation,
        call: &Id,
        name: &JsonString,
        parent: Option<&Id>,
        owner: Option<&Id>,
    ) -> usize {
        apply::start_call(conversation, call, name, parent, owner)
    }

    /// Makes the message of a result, and says where it stands.
    fn result(
        &mut self,
        conversation: &mut Conversation,
        id: &Id,
        call: &Id,
        content: Value,
        owner: Option<&Id>,
    ) -> Result<usize> {
        apply::result(conversation, id, call, content, owner)
    }

    /// Replaces the conversation.
    fn messages_snapshot(&mut self, conversation: &mut Conversation, messages: Vec<Message>) {
        *conversation = Conversation::new(messages);
    }

    // The state.

    /// Replaces the state.
    fn state_snapshot(&mut self, state: &mut Value, snapshot: Value) {
        *state = snapshot;
    }

    /// Whether a state fits the type that the application chose.
    fn fits(&mut self, state_type: Option<StateType>, state: &mut Value) -> Result<()> {
        apply::fits(state_type, state)
    }

    // Reasoning.

    /// Finds or makes reasoning that starts, and says where it stands.
    fn start_reasoning(&mut self, reasoning: &mut Reasoning, id: &Id, owner: Option<&Id>) -> usize {
        reasoning.open(id, owner)
    }

    // Activities and encrypted values.

    /// Finds, makes or replaces an activity, and says where it stands.
    fn activity_snapshot(
        &mut self,
        conversation: &mut Conversation,
        id: &Id,
        kind: &JsonString,
        content: Object,
        replace: bool,
        owner: Option<&Id>,
    ) -> Result<usize> {
        apply::activity_snapshot(conversation, id, kind, content, replace, owner)
    }

    /// Says where the activity stands that is to be patched.
    fn activity(
        &mut self,
        conversation: &mut Conversation,
        id: &Id,
        kind: &JsonString,
    ) -> Result<usize> {
        let _ = kind;
        apply::activity(conversation, id)
    }

    /// Puts an encrypted value where it belongs in a message; says where that stands.
    fn encrypt(
        &mut self,
        conversation: &mut Conversation,
        of: Encrypted,
        id: &Id,
        value: &JsonString,
    ) -> Option<usize> {
        apply::encrypt(conversation, of, id, value)
    }

    // Subagents.

    /// Enters a subagent that was announced, and says where it stands.
    fn announce(
        &mut self,
        subagents: &mut Subagents,
        announcement: &Announcement,
    ) -> (usize, SubagentChange) {
        apply::announce(subagents, announcement)
    }

    /// Notes what has become of a subagent, and says where it stands.
    fn conclude(&mut self, subagents: &mut Subagents, id: &Id, status: Status) -> usize {
        apply::conclude(subagents, id, status)
    }

    // The end.

    /// How a run ends that the agent finishes.
    fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
        apply::finish(result, outcome)
    }

    /// Keeps the interrupts of a run that waits.
    fn wait(&mut self, session: &mut Session, interrupts: &[Object]) {
        session.interrupts = interrupts.to_vec();
    }

    /// What is wrong with a stream that stops without an end of the run; none takes it for a success.
    fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
        let _ = options;
        Some(apply::stop(stop))
    }

    /// How a run ends that failed for that reason; `code` is what the agent said.
    fn fail(&mut self, error: &Error, message: JsonString, code: Option<JsonString>) -> End {
        let _ = error;
        End::Failed { message, code }
    }

    /// Ends a run.
    fn end(&mut self, session: &mut Session, end: End) -> End {
        let _ = session;
        end
    }
}
