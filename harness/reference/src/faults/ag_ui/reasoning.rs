//! Faults in who thinks (seed, "Subagents").

use uiconform_protocols::ag_ui::{Id, Reasoning, Reference};

use super::{SUBAGENTS, of_apply};

of_apply! {
    "loses-who-thinks" aims ["AGU-REAS-09"] in SUBAGENTS
    "Keeps reasoning without the subagent that sent it." => {
        fn start_reasoning(&mut self, reasoning: &mut Reasoning, id: &Id, _: Option<&Id>) -> usize {
            Reference.start_reasoning(reasoning, id, None)
        }
    }
}
