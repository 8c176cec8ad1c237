#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::Level;

use super::*;

const START: &str = r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","type":"text","content":""}]}}"#;
const END: &str = r#"{"op":"end","seq":9}"#;

/// What is found in a recording: event, rule and pointer.
#[track_caller]
fn finds(hygiene: Hygiene, texts: &[&str], expected: &[&str]) -> Recorded {
    let mut recorded = Recorded::new(hygiene);
    let mut found: Vec<Finding> = Vec::new();
    for text in texts {
        found.extend(recorded.event(text));
    }
    found.extend(recorded.finish());
    let found: Vec<String> = found
        .iter()
        .map(|finding| {
            let Objection { rule, pointer, .. } = &finding.objection;
            format!("{} {rule} {pointer}", finding.event)
                .trim_end()
                .to_owned()
        })
        .collect();
    assert_eq!(found, expected);
    recorded
}

#[test]
fn an_event_is_told_of_all_that_is_wrong_with_it() {
    finds(
        Hygiene::default(),
        &[
            START,
            r#"{"op":"set","seq":2,"ts":"now","extra":1,"block":{"id":"","type":5,"group_id":[]}}"#,
            END,
        ],
        &[
            "1 AUE-4-19 /ts",
            "1 AUE-4-26 /extra",
            "1 AUE-3.3-04 /block/id",
            "1 AUE-5.2-10 /block/type",
            "1 AUE-3.3-10 /block/group_id",
        ],
    );
}

#[test]
fn what_offends_a_recommendation_is_applied_and_what_is_refused_leaves_no_trace() {
    let recorded = finds(
        Hygiene::default(),
        &[
            START,
            r#"{"op":"set","seq":2,"extra":1,"block":{"id":"b","type":"text"}}"#,
            r#"{"op":"set","seq":3,"extra":1,"block":{"id":"c"}}"#,
            r#"{"op":"start","seq":4,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[5]}}"#,
            r#"{"op":"set","seq":5,"block":{"id":"d","type":"text"}}"#,
        ],
        &[
            "1 AUE-4-26 /extra",
            "2 AUE-4-26 /extra",
            "2 AUE-5.2-10 /block",
            "3 AUE-3.3-01 /model/blocks/0",
            "4 AUE-5-03",
        ],
    );
    let last = recorded.finals().next().unwrap();
    let ids: Vec<&str> = last
        .model
        .blocks()
        .iter()
        .map(|block| block.get("id").and_then(Value::as_str).unwrap())
        .collect();
    assert_eq!(ids, ["a", "b", "d"]);
    assert_eq!((last.seq.to_u64(), last.complete), (Some(5), false));
}

#[test]
fn producers_take_a_position_for_each_event_and_none_for_a_ping() {
    finds(
        Hygiene::default(),
        &[
            START,
            r#"{"op":"ping","seq":5,"ts":1}"#,
            r#"{"op":"ping","seq":1}"#,
            r#"{"op":"set","seq":2,"block":{"id":"b","type":"text"}}"#,
            r#"{"op":"end","seq":2}"#,
        ],
        &["1 AUE-4.1-16 /seq", "2 AUE-5.5-03", "4 AUE-4.1-15 /seq"],
    );
}

#[test]
fn a_resumed_start_may_cover_the_end_that_follows_it() {
    let mut recorded = Recorded::new(Hygiene::default());
    recorded.event(START);
    let found = recorded.event(r#"{"op":"end","seq":1}"#);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].objection.rule, "AUE-4.1-10");
    assert_eq!(found[0].objection.level, Level::Informative);
}

#[test]
fn frames_complete_by_the_end_of_their_delivery() {
    let frame = |seq: u64, index: u64, data: &str| {
        format!(
            r#"{{"op":"set","seq":{seq},"block":{{"id":"f{index}","type":"frame","block_id":"b","seq":{index},"total":2,"data":"{data}"}}}}"#
        )
    };
    let first = frame(2, 0, r#"{\"id\":\"b\","#);
    let second = frame(3, 1, r#"\"type\":\"text\"}"#);
    finds(Hygiene::default(), &[START, &first, &second, END], &[]);
    finds(Hygiene::default(), &[START, &first, END], &["2 AUE-3.3-28"]);
    finds(
        Hygiene::default(),
        &[START, &first],
        &["1 AUE-5-03", "1 AUE-3.3-28"],
    );
}

#[test]
fn a_parent_that_is_not_there_is_no_offence_and_is_told() {
    let orphan = r#"{"op":"set","seq":2,"block":{"id":"b","type":"text","parent_id":"none"}}"#;
    let mut recorded = Recorded::new(Hygiene::default());
    recorded.event(START);
    recorded.event(orphan);
    let found = recorded.event(END);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].objection.rule, "AUE-3.3-08");
    assert_eq!(found[0].objection.level, Level::Informative);
}

#[test]
fn hygiene_is_looked_for_only_if_asked() {
    let empty = r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":""}}"#;
    let large = r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"a","content":"0123456789012345678901234567890123456789"}}"#;
    finds(Hygiene::default(), &[START, empty, large, END], &[]);
    let hygiene = Hygiene {
        empty_deltas: true,
        large: Some(100),
    };
    finds(
        hygiene,
        &[START, empty, large, END],
        &["0 AUE-8-04", "1 AUE-5.3-07 /block/content", "2 AUE-8-04"],
    );
}

#[test]
fn a_recording_is_counted() {
    let recorded = finds(
        Hygiene::default(),
        &[
            START,
            "{",
            r#"{"op":"set","seq":1,"block":{"id":"b","type":"text"}}"#,
            r#"{"op":"put","seq":2}"#,
            END,
        ],
        &["1 AUE-4-02", "2 AUE-4.1-12 /seq", "3 AUE-4-06 /op"],
    );
    let statistics = recorded.statistics();
    assert_eq!(statistics.events, 5);
    assert_eq!(statistics.refused, 3);
    assert_eq!(statistics.others, 2);
    assert_eq!(statistics.by_op, [1, 1, 0, 0, 0, 1]);
    assert_eq!(
        (statistics.streams, statistics.complete, statistics.blocks),
        (1, 1, 1)
    );
    assert_eq!(statistics.largest, START.len());
}

#[test]
fn two_members_of_one_name_are_left_open() {
    let mut recorded = Recorded::new(Hygiene::default());
    let found = recorded.event(r#"{"op":"ping","seq":1,"seq":2}"#);
    assert_eq!(found[0].objection.rule, "AUE-4-36");
    assert_eq!(found[0].objection.level, Level::Informative);
}
