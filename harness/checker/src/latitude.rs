//! What a conforming reducer may do with an event that the reference refuses.

use uiconform_catalogue::Level;
use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Event, Op, Reducer, Rejection};

use crate::lenient::Lenient;
use crate::offences::everything_wrong;

/// Everything that is wrong with an event for a reducer in its present state, each with the level of the requirement: none if the
/// reducer accepts it. One offence of the level `required`, and nobody may accept the event.
///
/// The reducer is left as it was.
pub fn offences(reducer: &mut Reducer, event: &Event) -> Vec<(Level, Rejection)> {
    let begins = event.get("op").and_then(|op| op.as_str()) == Some(Op::Start.name());
    let mut wrong = everything_wrong(&JsonString::new(), |trial| {
        if begins {
            // A start does not depend on what was there before it, and would take its place.
            Reducer::new().apply(trial, event)
        } else {
            reducer.apply(trial, event)
        }
    });
    for (level, rejection) in &mut wrong {
        // The reducer says this itself, without a step that could be tried.
        if rejection.rule() == "AUE-5-07" {
            *level = Level::Recommended;
        }
    }
    wrong
}

/// Applies an event as a reducer may which accepts whatever the text only advises to refuse: what it advises against has no effect
/// then.
///
/// # Errors
///
/// If no reducer may accept the event; the model is then as it was.
pub fn apply_leniently(reducer: &mut Reducer, event: &Event) -> Result<(), Rejection> {
    let mut lenient = Lenient::up_to(Level::Recommended, &JsonString::new());
    reducer.apply(&mut lenient, event)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use uiconform_protocols::agentue::Reference;

    use super::*;

    fn started() -> Reducer {
        let start = r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","type":"t","x":1}]}}"#;
        let mut reducer = Reducer::new();
        reducer
            .apply(&mut Reference, &Event::parse(start).unwrap())
            .unwrap();
        reducer
    }

    fn levels(reducer: &mut Reducer, event: &str) -> Vec<(Level, &'static str)> {
        offences(reducer, &Event::parse(event).unwrap())
            .iter()
            .map(|(level, rejection)| (*level, rejection.rule()))
            .collect()
    }

    #[test]
    fn each_offence_has_the_level_of_its_requirement() {
        let mut reducer = started();
        let before = reducer.clone();
        let surplus = r#"{"op":"set","seq":2,"extra":1,"mask":"block.x","block":{"id":"a"}}"#;
        assert_eq!(
            levels(&mut reducer, surplus),
            [
                (Level::Recommended, "AUE-4-26"),
                (Level::Required, "AUE-5.2-32")
            ]
        );
        let good = r#"{"op":"set","seq":2,"mask":"block.x","block":{"id":"a","x":2}}"#;
        assert!(levels(&mut reducer, good).is_empty());
        assert_eq!(reducer, before);
    }

    #[test]
    fn without_a_model_a_patch_is_only_advised_against() {
        let set = r#"{"op":"set","seq":2,"block":{"id":"a","type":"t"}}"#;
        assert_eq!(
            levels(&mut Reducer::new(), set),
            [(Level::Recommended, "AUE-5-07")]
        );
    }

    #[test]
    fn what_is_advised_against_has_no_effect() {
        let mut reducer = started();
        let before = reducer.clone();
        let id = r#"{"op":"set","seq":2,"mask":"block.id","block":{"id":"a"}}"#;
        apply_leniently(&mut reducer, &Event::parse(id).unwrap()).unwrap();
        assert_eq!(reducer, before);
        let none = r#"{"op":"set","seq":2,"mask":"block.y","block":{"id":"a"}}"#;
        assert!(apply_leniently(&mut reducer, &Event::parse(none).unwrap()).is_err());
        assert_eq!(reducer, before);
    }
}
