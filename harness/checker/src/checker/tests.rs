#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_protocols::agentue::Reference;

use super::*;
use crate::deliveries::tests::event;

/// What a recorded stream gives: number of the event, rule, and the first letter of the level, of each finding.
fn check(events: &[Event]) -> Vec<String> {
    let mut checker = Checker::new(Tolerance::Recommended);
    let mut findings = Vec::new();
    for event in events {
        findings.extend(checker.event(&mut Reference, event));
    }
    findings.extend(checker.finish(&mut Reference));
    findings.iter().map(short).collect()
}

fn short(finding: &Finding) -> String {
    let Finding {
        event, objection, ..
    } = finding;
    let level = match objection.level {
        Level::Required => 'r',
        Level::Recommended => 's', // as in "should"
        Level::Informative => 'i',
    };
    format!("{event} {} {level}", objection.rule)
}

#[track_caller]
fn finds(shorts: &str, findings: &[&str]) {
    let events: Vec<Event> = shorts.split(", ").map(|short| event("", short)).collect();
    assert_eq!(check(&events), findings, "{shorts}");
}

/// One event after a start, in its place, and what is found of it.
#[track_caller]
fn content(text: &str, finding: Option<&str>) {
    let events = [
        event("", "start 1"),
        Event::parse(text).unwrap(),
        event("", "end 9"),
    ];
    let expected: Vec<String> = finding
        .iter()
        .map(|finding| format!("1 {finding}"))
        .collect();
    assert_eq!(check(&events), expected, "{text}");
}

#[test]
fn a_lawful_stream_has_no_findings() {
    finds("start 1, set 2, append 7, ping 7, error 8, end 9", &[]);
    finds("start 1, set 2, end 3, start 2, append 3, end 4", &[]);
}

#[test]
fn each_rule_of_order_is_found_at_its_level() {
    finds("set 1, start 2, end 3", &["0 AUE-5-01 r"]);
    finds("start 1, end 2, set 3", &["2 AUE-5-02 r"]);
    finds("start 1, set 1, end 2", &["1 AUE-4.1-12 r"]);
    finds("start 1, set 2, set 2, end 3", &["2 AUE-4.1-03 r"]);
    finds("start 1, set 3, set 2, end 4", &["2 AUE-4.1-04 r"]);
    finds("start 1, ping 2, end 3", &["1 AUE-4.1-08 s"]);
    finds("start 2, ping 1, end 3", &["1 AUE-4.1-08 s"]);
    finds("start 2, end 1", &["1 AUE-4.1-09 s"]);
    finds("start 2, end 2", &["1 AUE-4.1-10 i"]);
    finds("start 2, start 1, end 2", &["1 AUE-4.1-13 i"]);
    finds("start 1, error 2, set 3, end 4", &["2 AUE-5-06 i"]);
    finds("start 1, set 2", &["1 AUE-5-03 r"]);
}

#[test]
fn the_levels_of_pings_and_ends_are_recommended() {
    let mut checker = Checker::new(Tolerance::Recommended);
    checker.event(&mut Reference, &event("", "start 5"));
    for (short, pointer) in [("ping 6", "/seq"), ("end 4", "/seq")] {
        let findings = checker.event(&mut Reference, &event("", short));
        assert_eq!(findings[0].objection.level, Level::Recommended);
        assert_eq!(findings[0].objection.pointer.to_string(), pointer);
    }
    // It is taken for an end all the same, so that the stream does not lack one.
    assert!(checker.finish(&mut Reference).is_empty());
    assert_eq!(checker.complete(&mut Reference), [""]);
}

#[test]
fn an_event_may_have_several_findings() {
    finds(
        "start 5, end 6, set 5, ping 9",
        &[
            "2 AUE-5-02 r",
            "2 AUE-4.1-12 r",
            "3 AUE-5-02 r",
            "3 AUE-4.1-08 s",
        ],
    );
}

#[test]
fn checking_goes_on_after_each_finding() {
    finds(
        "start 1, set 1, broken 2, set 2, set 2",
        &[
            "1 AUE-4.1-12 r",
            "2 AUE-5.3-34 i",
            "3 AUE-4.1-03 r",
            "4 AUE-4.1-03 r",
            "2 AUE-5-03 r",
        ],
    );
}

#[test]
fn what_reducing_refuses_is_found_at_its_level() {
    content(
        r#"{"op":"set","seq":2,"block":{"id":"b"}}"#,
        Some("AUE-5.2-10 r"),
    );
    content(r#"{"op":"stop","seq":2}"#, Some("AUE-4-06 r"));
    content(
        r#"{"op":"set","block":{"id":"b","type":"text"}}"#,
        Some("AUE-4-09 r"),
    );
    let cases: [(&str, &[&str]); 23] = [
        (r#"{"op":"ping","seq":1,"more":1}"#, &["1 AUE-4-26 s"]),
        (r#"{"op":"ping","seq":1,"ts":1.5}"#, &["1 AUE-4-19 s"]),
        (r#"{"op":"ping","seq":1,"ts":null}"#, &["1 AUE-4-23 i"]),
        (r#"{"op":"ping","seq":1,"meta":{}}"#, &["1 AUE-4-34 s"]),
        (r#"{"op":"ping","seq":1,"mask":"x"}"#, &["1 AUE-4-35 i"]),
        (
            r#"{"op":"set","seq":2,"block":{"id":"b","type":""}}"#,
            &["1 AUE-3.3-05 s"],
        ),
        (
            r#"{"op":"set","seq":2,"block":{"id":"b","type":5}}"#,
            &["1 AUE-5.2-10 r"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.x","block":{"id":"q","type":"t","x":1}}"#,
            &["1 AUE-5.2-35 s"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.x","block":{"id":"q","x":1}}"#,
            &["1 AUE-5.2-34 r"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.id","block":{"id":"a"}}"#,
            &["1 AUE-5.2-40 s"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.ref","block":{"id":"a","ref":"k"}}"#,
            &["1 AUE-5.2-36 r"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.x","block":{"id":"a","x":1,"ref":"k"}}"#,
            &["1 AUE-5.2-43 s"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.content.x","block":{"id":"a","content":{"x":1}}}"#,
            &["1 AUE-5.2-49 i"],
        ),
        (
            r#"{"op":"set","seq":2,"mask":"block.content.","block":{"id":"a","content":"x"}}"#,
            &["1 AUE-5.2-45 i"],
        ),
        (
            r#"{"op":"append","seq":2,"mask":"","block":{"id":"a","content":"x"}}"#,
            &["1 AUE-5.3-27 r"],
        ),
        (
            r#"{"op":"append","seq":2,"mask":"block.content.x","block":{"id":"a","content":{"x":"y"}}}"#,
            &["1 AUE-5.3-33 s", "1 AUE-5.3-34 i"],
        ),
        (
            r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":[]}}"#,
            &["1 AUE-5.3-13 r"],
        ),
        (
            r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"","ref":"k"}}"#,
            &["1 AUE-5.3-21 r"],
        ),
        (
            r#"{"op":"append","seq":2,"mask":"block.x","block":{"id":"a","x":""}}"#,
            &["1 AUE-5.3-34 i"],
        ),
        (
            r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":{"code":"c"}}}"#,
            &["1 AUE-5.4-12 s"],
        ),
        (
            r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":null}}"#,
            &["1 AUE-5.4-08 r"],
        ),
        (
            r#"{"op":"start","seq":2,"model":{"version":"9","biz":"","meta":{},"blocks":[]}}"#,
            &["1 AUE-3.5-06 s", "1 AUE-3.1-07 s"],
        ),
        (
            r#"{"op":"start","seq":2,"model":{"version":"1.1","biz":"x","meta":{},"blocks":[]},"meta":{}}"#,
            &["1 AUE-5.1-02 r"],
        ),
    ];
    for (text, expected) in cases {
        let mut checker = Checker::new(Tolerance::Recommended);
        checker.event(&mut Reference, &event("", "start 1"));
        let before: Vec<_> = checker.models().map(|(_, model)| model.clone()).collect();
        let findings = checker.event(&mut Reference, &Event::parse(text).unwrap());
        let found: Vec<String> = findings.iter().map(short).collect();
        assert_eq!(found, expected, "{text}");
        // What has no effect by the text has none here; what is taken by most readers is taken.
        let taken = text.contains(r#""x":1,"ref""#)
            || text.contains(r#""mask":"block.x","block":{"id":"a","x":"""#);
        if text.contains(r#""mask":"block."#) && !taken {
            assert!(
                checker.models().map(|(_, model)| model.clone()).eq(before),
                "{text}"
            );
        }
    }
}

#[test]
fn a_finding_names_its_stream_and_says_it_all_on_a_line() {
    let mut checker = Checker::new(Tolerance::Recommended);
    checker.event(&mut Reference, &event("s", "start 5"));
    checker.event(&mut Reference, &event("", "start 5"));
    let findings = checker.event(&mut Reference, &event("s", "set 5"));
    assert_eq!(findings[0].stream, "s");
    let line = findings[0].to_string();
    assert!(
        line.starts_with(r#"event 2 of stream "s" at /seq: expected more than 5, the latest, got 5 (AUE-4.1-12, required)."#),
        "{line}"
    );
    let ends: Vec<_> = checker
        .finish(&mut Reference)
        .into_iter()
        .map(|finding| (finding.event, finding.stream))
        .collect();
    assert_eq!(ends, [(0, JsonString::from("s")), (1, JsonString::new())]);
}

#[test]
fn what_cannot_be_read_counts_as_an_event() {
    let mut checker = Checker::new(Tolerance::Recommended);
    let rejection = Event::parse("{").unwrap_err();
    let findings = checker.unreadable(&rejection);
    assert_eq!(
        findings.iter().map(short).collect::<Vec<_>>(),
        ["0 AUE-4-02 r"]
    );
    let findings = checker.event(&mut Reference, &event("", "set 1"));
    assert_eq!(
        findings.iter().map(short).collect::<Vec<_>>(),
        ["1 AUE-5-01 r"]
    );
    assert_eq!(checker.events(), 2);
}
