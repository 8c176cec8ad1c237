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
    let mut wrong: Vec<(Level, Rejection)> = Vec::new();
    for excused in 0..MOST {
        let mut lenient = Lenient::trial(excused, stream);
        let Err(rejection) = trial(&mut lenient) else {
            break;
        };
        if lenient.is_over() {
            break;
        }
        let found = lenient.found();
        let level = level(&rejection, found);
        let is_same = |(_, other): &&mut (Level, Rejection)| {
            other.rule() == rejection.rule() && other.pointer() == rejection.pointer()
        };
        match wrong.iter_mut().find(is_same) {
            // An empty name, and that there is no block of it.
            Some((heaviest, _)) => *heaviest = level.max(*heaviest),
            None => wrong.push((level, rejection)),
        }
        // What the reducer says without asking a step is the end of it.
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
        // A mask of an identifier that no block has: what is refused of any other field.
        "AUE-5.2-34" if rejection.pointer().to_string() == "/mask" => Level::Required,
        // Null is left open where the operation does not read the slot, and nowhere else.
        "AUE-5.1-01" | "AUE-5.2-09" | "AUE-5.2-31" | "AUE-5.3-23" | "AUE-5.4-07" => Level::Required,
        _ => found.unwrap_or(Level::Required),
    }
}
