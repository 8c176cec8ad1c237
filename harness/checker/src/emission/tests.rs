#![allow(clippy::unwrap_used)] // A test says what it expects.

use super::*;
use crate::deliveries::tests::event;

fn rules(events: &[Event], expected: &Expected) -> Vec<String> {
    check_delivery(events, expected)
        .iter()
        .map(|finding| format!("{} {}", finding.event, finding.objection.rule))
        .collect()
}

#[track_caller]
fn finds(shorts: &str, findings: &[&str]) {
    let events: Vec<Event> = shorts.split(", ").map(|short| event("", short)).collect();
    assert_eq!(rules(&events, &Expected::default()), findings, "{shorts}");
}

#[test]
fn a_lawful_delivery_has_no_findings() {
    finds(
        "start 1, set 2, ping 2, append 7, error 8, ping 8, end 9",
        &[],
    );
    finds("start 1, end 2, start 3, set 4, end 5", &[]);
}

#[test]
fn start_is_first_and_end_is_last() {
    finds("set 1, start 2, end 3", &["0 AUE-5-11"]);
    finds("start 1, set 2", &["1 AUE-5-12"]);
    finds("start 1, end 2, set 3", &["2 AUE-5-12"]);
    finds("start 1, end 2, ping 2", &["2 AUE-5-12"]);
    finds("start 1, end 2, error 3", &["2 AUE-5-13"]);
    assert_eq!(rules(&[], &Expected::default()), ["0 AUE-5-11"]);
    let open = Expected {
        open: true,
        ..Expected::default()
    };
    assert!(rules(&[], &open).is_empty());
    assert!(rules(&[event("", "start 1")], &open).is_empty());
}

#[test]
fn every_event_but_ping_has_a_seq_of_its_own() {
    finds("start 1, set 1, end 2", &["1 AUE-4.1-15"]);
    finds("start 1, set 2, error 2, end 3", &["2 AUE-4.1-15"]);
    finds("start 1, start 1, end 3", &["1 AUE-4.1-15"]);
    finds("start 1, set 2, end 2", &["2 AUE-4.1-15"]);
    finds("start 1, set 2, ping 3, end 3", &["2 AUE-4.1-16"]);
    finds("start 1, set 2, ping 1, end 3", &["2 AUE-4.1-16"]);
    finds("start 1, set 2, ping 5, end 4", &["2 AUE-4.1-16"]);
    finds("start 1, ping 1, set 1, end 2", &["2 AUE-4.1-15"]);
}

#[test]
fn a_further_delivery_begins_anywhere_and_goes_on_from_there() {
    finds("start 1, set 2, end 3, start 2, set 3, end 4", &[]);
    finds("start 1, end 2, start 2, ping 2, end 3", &[]);
    finds("start 5, end 6, start 1, set 2, end 3", &[]);
    finds("start 1, end 2, start 2, set 2, end 3", &["3 AUE-4.1-15"]);
    finds("start 1, end 2, start 1, ping 2, end 2", &["3 AUE-4.1-16"]);
    finds("start 1, end 2, start 1, set 2, end 2", &["4 AUE-4.1-15"]);
}

#[test]
fn all_events_name_the_stream() {
    let named = Expected {
        stream_id: Some("s".into()),
        ..Expected::default()
    };
    let events = [
        event("s", "start 1"),
        event("", "set 2"),
        event("t", "end 3"),
    ];
    assert_eq!(rules(&events, &named), ["1 AUE-4.2-20", "2 AUE-4.2-20"]);
    assert_eq!(
        rules(
            &events[..1],
            &Expected {
                open: true,
                ..Expected::default()
            }
        ),
        ["0 AUE-4.2-20"]
    );
    let empty = Event::parse(r#"{"op":"end","seq":2,"stream_id":""}"#).unwrap();
    assert!(rules(&[event("", "start 1"), empty], &Expected::default()).is_empty());
    let findings = check_delivery(&events, &named);
    assert!(findings.iter().all(|finding| finding.stream == "s"));
}

#[test]
fn errors_are_complete() {
    for (rest, pointer) in [
        (
            r#""mask":"meta.error","meta":{"error":{"code":"c"}}"#,
            "/meta/error",
        ),
        (
            r#""mask":"meta.error","meta":{"error":{"code":1,"message":"m"}}"#,
            "/meta/error",
        ),
        (
            r#""mask":"meta.error","meta":{"error":null}"#,
            "/meta/error",
        ),
        (
            r#""mask":"meta.x","meta":{"error":{"code":"c","message":"m"}}"#,
            "/mask",
        ),
    ] {
        let error = Event::parse(&format!(r#"{{"op":"error","seq":2,{rest}}}"#)).unwrap();
        let findings = check_delivery(
            &[event("", "start 1"), error, event("", "end 3")],
            &Expected::default(),
        );
        let own: Vec<_> = findings
            .iter()
            .filter(|finding| finding.objection.rule == "AUE-5.4-15")
            .map(|finding| finding.objection.pointer.to_string())
            .collect();
        assert_eq!(own, [pointer], "{findings:?}");
        assert!(
            findings.iter().all(|finding| finding.event == 1),
            "{findings:?}"
        );
    }
}

#[test]
fn events_reduce_and_have_what_they_should() {
    finds("start 1, broken 2, end 3", &["1 AUE-5.3-34"]);
    let broken = Event::parse(r#"{"op":"ping"}"#).unwrap();
    let events = [event("", "start 1"), broken, event("", "end 3")];
    assert_eq!(
        rules(&events, &Expected::default()),
        ["1 AUE-4-09", "1 AUE-5.5-03"]
    );
    let ping = Event::parse(r#"{"op":"ping","seq":1}"#).unwrap();
    let mut surplus = event("", "start 2").members().clone();
    surplus.insert("meta", uiconform_json::Object::new());
    let events = [
        event("", "start 1"),
        ping,
        surplus.into(),
        event("", "end 3"),
    ];
    let findings = check_delivery(&events, &Expected::default());
    let found: Vec<_> = findings
        .iter()
        .map(|finding| {
            (
                finding.event,
                finding.objection.rule,
                finding.objection.level,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (1, "AUE-5.5-03", Level::Recommended),
            (2, "AUE-5.1-07", Level::Required)
        ]
    );
}

#[test]
fn consumers_of_inline_blocks_get_no_reference() {
    let start = Event::parse(
        r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"z","type":"t"},{"id":"a","ref":"k"}]}}"#,
    );
    let set = Event::parse(r#"{"op":"set","seq":2,"block":{"id":"a","ref":"k"}}"#);
    let events = [start.unwrap(), set.unwrap(), event("", "end 3")];
    assert!(check_delivery(&events, &Expected::default()).is_empty());
    let inline_only = Expected {
        inline_only: true,
        ..Expected::default()
    };
    let pointers: Vec<_> = check_delivery(&events, &inline_only)
        .iter()
        .map(|finding| format!("{} {}", finding.objection.rule, finding.objection.pointer))
        .collect();
    assert_eq!(
        pointers,
        ["AUE-3.5-08 /model/blocks/1", "AUE-3.5-08 /block"]
    );
}
