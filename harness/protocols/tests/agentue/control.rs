//! Sections 5.1 and 5.4 to 5.6, and what comes before the first `start`.

use uiconform_json::{Value, parse};
use uiconform_protocols::agentue::Reducer;

use crate::{accepts, apply, json, model, refuses};

fn meta(members: &str) -> String {
    format!(r#"{{"version":"1.1","biz":"c","meta":{members},"blocks":[{{"id":"a","type":"t"}}]}}"#)
}

fn error(rest: &str) -> String {
    format!(r#"{{"op":"error","seq":2,{rest}}}"#)
}

#[test]
fn start_leaves_nothing_of_the_earlier_model() {
    let after = r#"{"version":"1.0","biz":"docs","meta":{},"blocks":[]}"#;
    accepts(
        &meta(r#"{"error":{"code":"c","message":"m"},"x":1}"#),
        &format!(r#"{{"op":"start","seq":2,"model":{after}}}"#),
        after,
    );
}

#[test]
fn start_has_a_model_and_nothing_else() {
    let empty = model("");
    refuses(&meta("{}"), r#"{"op":"start","seq":2}"#, "5.1-01");
    refuses(
        &meta("{}"),
        r#"{"op":"start","seq":2,"model":[]}"#,
        "5.1-01",
    );
    for (more, rule) in [
        (r#""meta":{}"#, "5.1-02"),
        (r#""block":{"id":"b","type":"t"}"#, "5.1-02"),
        (r#""mask":"meta.x""#, "4-35"),
    ] {
        refuses(
            &meta("{}"),
            &format!(r#"{{"op":"start","seq":2,"model":{empty},{more}}}"#),
            rule,
        );
    }
}

#[test]
fn error_replaces_the_error_and_nothing_else() {
    let new = r#"{"code":"c","message":"m","more":[1]}"#;
    accepts(
        &meta(r#"{"error":{"code":"a","message":"b","detail":"d"},"x":1}"#),
        &error(&format!(
            r#""mask":"meta.error","meta":{{"error":{new},"x":2}}"#
        )),
        &meta(&format!(r#"{{"error":{new},"x":1}}"#)),
    );
}

#[test]
fn error_has_its_mask_and_an_error() {
    let good = r#"{"code":"c","message":"m"}"#;
    for (rest, section) in [
        (format!(r#""meta":{{"error":{good}}}"#), "5.4"),
        (
            format!(r#""mask":"meta.x","meta":{{"error":{good}}}"#),
            "5.4",
        ),
        (r#""mask":"meta.error""#.to_owned(), "5.4"),
        (r#""mask":"meta.error","meta":{}"#.to_owned(), "5.4"),
        (
            r#""mask":"meta.error","meta":{"error":null}"#.to_owned(),
            "5.4",
        ),
        (
            r#""mask":"meta.error","meta":{"error":"late"}"#.to_owned(),
            "5.4",
        ),
        (
            r#""mask":"meta.error","meta":{"error":{"message":"m"}}"#.to_owned(),
            "5.4-11",
        ),
        (
            r#""mask":"meta.error","meta":{"error":{"code":"c"}}"#.to_owned(),
            "5.4-12",
        ),
    ] {
        refuses(&meta("{}"), &error(&rest), section);
    }
}

#[test]
fn ping_and_end_change_nothing() {
    for event in [
        r#"{"op":"ping","seq":9}"#,
        r#"{"op":"ping","seq":0,"ts":1}"#,
        r#"{"op":"end","seq":9}"#,
    ] {
        accepts(&meta(r#"{"x":1}"#), event, &meta(r#"{"x":1}"#));
    }
}

#[test]
fn a_delivery_may_go_on_after_its_end() {
    let mut reducer = Reducer::new();
    let start = format!(r#"{{"op":"start","seq":1,"model":{}}}"#, model(""));
    for event in [
        &start,
        r#"{"op":"end","seq":2}"#,
        &start,
        r#"{"op":"set","seq":3,"block":{"id":"a","type":"t"}}"#,
    ] {
        apply(&mut reducer, event).unwrap();
    }
    assert_eq!(
        json(&reducer),
        parse(&model(r#"{"id":"a","type":"t"}"#)).unwrap()
    );
}

#[test]
fn before_a_start_there_is_no_model() {
    let mut reducer = Reducer::new();
    for event in [
        r#"{"op":"set","seq":1,"block":{"id":"a","type":"t"}}"#,
        r#"{"op":"append","seq":1,"mask":"block.x","block":{"id":"a","type":"t","x":""}}"#,
        r#"{"op":"error","seq":1,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}}"#,
    ] {
        assert_eq!(apply(&mut reducer, event).unwrap_err().section(), "5");
        assert_eq!(json(&reducer), Value::Null);
    }
    for event in [r#"{"op":"ping","seq":1}"#, r#"{"op":"end","seq":1}"#] {
        apply(&mut reducer, event).unwrap();
        assert_eq!(json(&reducer), Value::Null);
    }
}
