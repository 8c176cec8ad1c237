//! Faults in who thinks, and in where that is kept (seed, "Subagents", "Every variant").

use uiconform_protocols::ag_ui::{End, Id, Message, Reasoning, Reference, Session};

use super::{SUBAGENTS, THOUGHTS, of_apply};

of_apply! {
    "loses-who-thinks" aims ["AGU-REAS-09"] in SUBAGENTS
    "Keeps reasoning without the subagent that sent it." => {
        fn start_reasoning(&mut self, reasoning: &mut Reasoning, id: &Id, _: Option<&Id>) -> usize {
            Reference.start_reasoning(reasoning, id, None)
        }
    }

    "says-what-it-thought" aims ["AGU-REAS-02"] in THOUGHTS
    "Adds what was thought to the conversation when a run ends." => {
        fn end(&mut self, session: &mut Session, end: End) -> End {
            for thought in session.reasoning.thoughts() {
                if session.conversation.place(&thought.id).is_none() {
                    let mut message = Message::new(&thought.id, "assistant");
                    message.set("content", &thought.text);
                    session.conversation.push(message);
                }
            }
            end
        }
    }
}
