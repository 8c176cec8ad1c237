//! Everything that is wrong with one event, not just the first thing.

use uiconform_catalogue::Level;
use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Rejection, Verdict};

use crate::lenient::Lenient;

/// Offences that one event is told of. Each takes another look at the event.
const MOST: usize = 20;

/// Everything that is wrong with an event as such, each with its level, found by trying it again and again.
pub(crate) fn everything_wrong(
    stream: &JsonString,
    mut trial: impl FnMut(&mut Lenient) -> Verdict,
) -> Vec<(Level, Rejection)> {
    let mut wrong = Vec::new();
    while wrong.len() < MOST {
        let mut lenient = Lenient::trial(wrong.len(), stream);
        let Err(rejection) = trial(&mut lenient) else {
            break;
        };
        if lenient.is_over() {
            break;
        }
        // What the reducer says without asking a step is the end of it.
        let found = lenient.found();
        wrong.push((level(&rejection, found), rejection));
        if found.is_none() {
            break;
        }
    }
    wrong
}

/// The level of an offence; some are known only when the whole of the event is seen.
fn level(rejection: &Rejection, found: Option<Level>) -> Level {
    match rejection.rule() {
        "AUE-4-24" | "AUE-5.2-46" | "AUE-5.2-47" | "AUE-5.2-48" => Level::Informative,
        // Null is left open where the operation does not read the slot, and nowhere else.
        "AUE-5.1-01" | "AUE-5.2-09" | "AUE-5.2-31" | "AUE-5.3-23" | "AUE-5.4-07" => Level::Required,
        _ => found.unwrap_or(Level::Required),
    }
}
