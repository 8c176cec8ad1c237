//! What binds producers more than consumers.

use super::*;

/// The findings on one event after a start.
fn found(text: &str) -> Vec<Objection> {
    let mut recorded = Recorded::new(Hygiene::default());
    recorded.event(START);
    let found = recorded.event(text);
    found.into_iter().map(|finding| finding.objection).collect()
}

/// There is exactly one finding on an event, and that is it.
#[track_caller]
fn finds_one(text: &str, rule: &str, level: Level, pointer: &str) -> Objection {
    let mut found = found(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    let found = found.remove(0);
    assert_eq!((found.rule, found.level), (rule, level), "{text}");
    assert_eq!(found.pointer.to_string(), pointer, "{text}");
    found
}

#[test]
fn the_types_of_the_envelope_bind_producers() {
    let set =
        |more: &str| format!(r#"{{"op":"set","seq":2,{more},"block":{{"id":"b","type":"t"}}}}"#);
    for (more, rule, level, pointer) in [
        (r#""ts":1.5"#, "AUE-4-19", Level::Required, "/ts"),
        (r#""ts":"2026-01-01""#, "AUE-4-19", Level::Required, "/ts"),
        // A time before 1970 is a whole number as well.
        (r#""ts":-1"#, "AUE-4-19", Level::Recommended, "/ts"),
        (
            r#""event_type":5"#,
            "AUE-4-20",
            Level::Required,
            "/event_type",
        ),
        (
            r#""stream_id":5"#,
            "AUE-4-21",
            Level::Required,
            "/stream_id",
        ),
        (
            r#""mask":["block.x"]"#,
            "AUE-4-22",
            Level::Required,
            "/mask",
        ),
        (r#""mask":null"#, "AUE-4-23", Level::Informative, "/mask"),
    ] {
        finds_one(&set(more), rule, level, pointer);
    }
    // Consumers may take it, so what follows is judged as after it.
    finds(
        Hygiene::default(),
        &[
            START,
            &set(r#""ts":1.5"#),
            r#"{"op":"append","seq":3,"mask":"block.c","block":{"id":"b","c":5}}"#,
            END,
        ],
        &["1 AUE-4-19 /ts", "2 AUE-5.3-15 /block/c"],
    );
}

#[test]
fn a_mask_of_another_type_is_one_fault() {
    finds_one(
        r#"{"op":"append","seq":2,"mask":5,"block":{"id":"a","content":"x"}}"#,
        "AUE-4-22",
        Level::Required,
        "/mask",
    );
    finds_one(
        r#"{"op":"append","seq":2,"mask":null,"block":{"id":"a","content":"x"}}"#,
        "AUE-5.3-25",
        Level::Required,
        "",
    );
    finds_one(
        r#"{"op":"set","seq":2,"mask":["block.content"],"block":{"id":"a","content":"x"}}"#,
        "AUE-4-22",
        Level::Required,
        "/mask",
    );
}

#[test]
fn a_value_under_the_last_name_alone_is_told_with_both_places() {
    let flat = r#"{"op":"set","seq":2,"mask":"block.tool.status","block":{"id":"a","status":"x"}}"#;
    let found = finds_one(flat, "AUE-5.2-46", Level::Recommended, "/block/status");
    assert!(
        found.expected.contains("/block/tool/status"),
        "{}",
        found.expected
    );
    assert!(found.got.contains("/block/status"), "{}", found.got);
    finds_one(
        r#"{"op":"set","seq":2,"mask":"meta.stats.n","meta":{"n":1}}"#,
        "AUE-5.2-46",
        Level::Recommended,
        "/meta/n",
    );
}

#[test]
fn an_error_names_what_it_lacks() {
    let error = |error: &str| {
        let text =
            format!(r#"{{"op":"error","seq":2,"mask":"meta.error","meta":{{"error":{error}}}}}"#);
        finds_one(&text, "AUE-5.4-15", Level::Required, "/meta/error").got
    };
    assert!(error(r#"{"code":"c","msg":"m"}"#).starts_with("no `message` in"));
    assert!(error("{}").starts_with("no `code` and no `message` in"));
    let text =
        r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":{"code":5,"message":"m"}}}"#;
    assert!(
        found(text)[0].got.starts_with("no string as `code` in"),
        "{:?}",
        found(text)
    );
}

#[test]
fn a_mask_of_an_identifier_is_told_once() {
    let set =
        |id: &str| format!(r#"{{"op":"set","seq":2,"mask":"block.id","block":{{"id":"{id}"}}}}"#);
    finds_one(&set("a"), "AUE-5.2-40", Level::Recommended, "/mask");
    let renamed = finds_one(&set("b"), "AUE-5.2-34", Level::Required, "/mask");
    assert!(
        renamed.got.contains("gives a block another id"),
        "{}",
        renamed.got
    );
    // An empty name, and that no block has it.
    let nameless = r#"{"op":"set","seq":2,"mask":"block.content","block":{"id":"","content":"x"}}"#;
    finds_one(nameless, "AUE-5.2-34", Level::Required, "/block/id");
}

#[test]
fn positions_in_an_odd_form_are_told() {
    let end = |seq: &str| format!(r#"{{"op":"end","seq":{seq}}}"#);
    finds_one(&end("2.0"), "AUE-4-15", Level::Informative, "/seq");
    finds_one(&end("2e0"), "AUE-4-15", Level::Informative, "/seq");
    finds_one(
        &end("9007199254740993"),
        "AUE-4-16",
        Level::Informative,
        "/seq",
    );
    finds_one(
        &end("99999999999999999999"),
        "AUE-4-16",
        Level::Informative,
        "/seq",
    );
    assert_eq!(found(&end("9007199254740992")), []);
}

#[test]
fn an_event_whose_stream_was_forgotten_is_told_so() {
    let mut recorded = Recorded::new(Hygiene::default());
    let end = r#"{"op":"end","seq":9}"#;
    assert!(
        !recorded.clone().event(end)[0]
            .objection
            .got
            .contains("unnamed")
    );
    recorded.event(&START.replace("\"op\"", "\"stream_id\":\"s\",\"op\""));
    let found = recorded.event(end);
    assert_eq!(found[0].objection.rule, "AUE-5-01");
    assert!(
        found[0].objection.got.contains("has no `stream_id`"),
        "{found:?}"
    );
}
