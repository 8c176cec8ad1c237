//! Texts: JSON, events, models.

use uiconform_json::{Value, compare, parse, parse_bytes};
use uiconform_protocols::agentue::{Event, Reducer, Reference};

/// Levels up to which `serde_json` reads; beyond, it refuses what the grammar allows.
const SERDE_LEVELS: usize = 120;

/// JSON text: what is read is written and read again as the same; what `serde_json` makes of the grammar is what we make of it.
///
/// # Panics
///
/// If that is not so.
pub fn json(data: &[u8]) {
    // Of what it passes over it does not look whether it is UTF-8.
    let theirs = super::text(data)
        .is_some_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok());
    let value = match parse_bytes(data) {
        Ok(value) => value,
        Err(error) => {
            assert!(!theirs, "a valid text is refused: {error}");
            assert!(
                error.offset <= data.len(),
                "the place of {error} is beyond the text"
            );
            return;
        }
    };
    let deep = data.iter().filter(|byte| matches!(byte, b'[' | b'{'));
    assert!(
        theirs || deep.count() > SERDE_LEVELS,
        "an invalid text is taken: {value:?}"
    );
    for text in [value.to_text(), value.to_pretty()] {
        let again = reread(&text);
        assert_eq!(again.to_text(), value.to_text(), "written and read again");
        assert_same(&value, &again);
    }
    assert_same(&value, &value.clone());
}

/// The text of an event: one that is taken is taken again as it is written.
///
/// # Panics
///
/// If that is not so.
pub fn event(data: &[u8]) {
    let Some(text) = super::text(data) else {
        return;
    };
    let Ok(event) = Event::parse(text) else {
        return;
    };
    let again = Event::parse(&event.members().to_text());
    assert_eq!(
        again.as_ref(),
        Ok(&event),
        "an event is not read again as it is written"
    );
}

/// A model: one that can be gone on from is one that a `start` may have, and the same one.
///
/// # Panics
///
/// If that is not so.
pub fn model(data: &[u8]) {
    let Ok(value) = parse_bytes(data) else {
        return;
    };
    let resumed = Reducer::resume(&mut Reference, &value, 0);
    let start = format!(r#"{{"op":"start","seq":1,"model":{}}}"#, value.to_text());
    let mut started = Reducer::new();
    let verdict = Event::parse(&start).and_then(|event| started.apply(&mut Reference, &event));
    match resumed {
        // What members of one name mean is a matter of events.
        Ok(resumed) => match verdict {
            Ok(()) => assert_eq!(resumed, started, "resumed and started models differ"),
            Err(why) => assert_eq!(why.rule(), "AUE-4-36", "{why}"),
        },
        Err(why) => assert!(verdict.is_err(), "only a `start` takes the model: {why}"),
    }
    if let Some(model) = started.model() {
        let document = Value::from(model.document().clone());
        assert_same(&document, &value);
        let again = Reducer::resume(&mut Reference, &document, 0);
        assert!(again.is_ok(), "a model that was taken is none: {document}");
    }
}

fn reread(text: &str) -> Value {
    match parse(text) {
        Ok(value) => value,
        Err(error) => panic!("what we write we do not read: {error}: {text}"),
    }
}

fn assert_same(one: &Value, other: &Value) {
    let difference = compare(one, other).difference;
    assert_eq!(difference, None, "values differ");
}
