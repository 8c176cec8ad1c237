//! Faults in deltas that repeat what is there, and in those that come often (section 5.3).
//!
//! They look at several words or elements, where those that look at any text are caught by a letter.

use uiconform_json::{Array, JsonString, Value};
use uiconform_protocols::agentue::{Model, Op, Reference, Verdict};

use super::{REDUCER, faults};

/// Bytes of a text from which a repetition no longer looks like chance.
const WORDS: usize = 8;
/// Bytes of a text in which a repetition is no longer looked for.
const LOOKED_INTO: usize = 1 << 16;

faults! {
    "longer-deltas-are-snapshots" aims ["AUE-5.3-03"] in REDUCER
    "Takes a string that begins with all words of the text for its next state." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let goes_on = target.len() >= WORDS
                && delta.len() > target.len()
                && starts_with(delta, target);
            if goes_on {
                *target = delta.clone();
            } else {
                Reference.join_text(target, delta);
            }
        }
    }

    "overlapping-words-are-cut" aims ["AUE-5.3-03"] in REDUCER
    "Cuts from a string the words that the text ends with already." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let (Some(there), Some(more)) = (target.as_str(), delta.as_str()) else {
                return Reference.join_text(target, delta);
            };
            let overlap = more
                .char_indices()
                .map(|(at, _)| at)
                .filter(|at| (5..LOOKED_INTO).contains(at))
                .rev()
                .find(|at| there.ends_with(&more[..*at]))
                .unwrap_or(0);
            let rest = JsonString::from(&more[overlap..]);
            Reference.join_text(target, &rest);
        }
    }

    "words-that-end-the-text-are-skipped" aims ["AUE-5.3-02"] in REDUCER
    "Skips a string of some letters that the text ends with already." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let there = target
                .to_string_lossy()
                .ends_with(&*delta.to_string_lossy());
            if target.len() <= WORDS || delta.len() <= 3 || !there {
                Reference.join_text(target, delta);
            }
        }
    }

    "words-of-the-text-are-skipped" aims ["AUE-5.3-03"] in REDUCER
    "Skips words that stand in the text already, wherever they do." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let looked_for = delta.len() > WORDS && target.len() < LOOKED_INTO;
            if !looked_for || !target.to_string_lossy().contains(&*delta.to_string_lossy()) {
                Reference.join_text(target, delta);
            }
        }
    }

    "lists-that-go-on-are-snapshots" aims ["AUE-5.3-06"] in REDUCER
    "Takes a list that begins with the whole list for its next state." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            if !target.is_empty() && delta.len() > target.len() && delta.starts_with(target) {
                *target = delta;
            } else {
                Reference.join_list(target, delta);
            }
        }
    }

    "overlapping-lists-are-cut" aims ["AUE-5.3-06"] in REDUCER
    "Cuts from a list the elements that the list ends with already." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            let overlap = (2..=delta.len())
                .rev()
                .find(|count| target.ends_with(&delta[..*count]))
                .unwrap_or(0);
            target.extend(delta.into_iter().skip(overlap));
        }
    }

    "deltas-are-counted-in-a-byte" aims ["AUE-5.3-01", "AUE-5.3-04"] in REDUCER { count: usize }
    "Loses the deltas that come after the first 255." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.count = 0;
        }

        fn named_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            if op == Op::Append {
                self.count += 1;
            }
            Reference.named_id(op, id)
        }

        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if self.count <= 255 {
                Reference.join_text(target, delta);
            }
        }

        fn join_list(&mut self, target: &mut Array, delta: Array) {
            if self.count <= 255 {
                Reference.join_list(target, delta);
            }
        }
    }
}

fn starts_with(text: &JsonString, beginning: &JsonString) -> bool {
    text.to_string_lossy()
        .starts_with(&*beginning.to_string_lossy())
}
