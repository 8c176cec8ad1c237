#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::Level;

use super::*;

mod producers;
mod refused;

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
            r#"{"op":"set","seq":5,"block":{"id":"d"}}"#,
        ],
        &[
            "1 AUE-4-26 /extra",
            "2 AUE-4-26 /extra",
            "2 AUE-5.2-10 /block",
            "3 AUE-3.3-01 /model/blocks/0",
            "4 AUE-5.2-10 /block",
            "3 AUE-5-03",
        ],
    );
    let last = recorded.finals().next().unwrap();
    let ids: Vec<&str> = last
        .model
        .blocks()
        .iter()
        .map(|block| block.get("id").and_then(Value::as_str).unwrap())
        .collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!((last.seq.to_u64(), last.complete), (Some(4), false));
    assert!(last.stale);
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
    finds(Hygiene::default(), &[START, &first, END], &["1 AUE-3.3-28"]);
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

/// The models that a recording adds up to, as text.
fn models(recorded: &Recorded) -> Vec<String> {
    let finals = recorded.finals();
    finals.map(|one| one.model.document().to_text()).collect()
}

#[test]
fn an_append_below_a_member_is_judged_by_what_is_there() {
    let start = START.replace(r#""content":"""#, r#""v":{"log":["x"],"s":"a"}"#);
    let recorded = finds(
        Hygiene::default(),
        &[
            &start,
            r#"{"op":"append","seq":2,"mask":"block.v.log","block":{"id":"a","v":{"log":["y"]}}}"#,
            r#"{"op":"append","seq":3,"mask":"block.v.s","block":{"id":"a","s":"b"}}"#,
            r#"{"op":"append","seq":4,"mask":"block.v.s","block":{"id":"a","v":{"s":["b"]}}}"#,
            END,
        ],
        &[
            "1 AUE-5.3-33 /mask",
            "2 AUE-5.3-33 /mask",
            "3 AUE-5.3-33 /mask",
            "3 AUE-5.3-13 /mask",
        ],
    );
    assert!(models(&recorded)[0].contains(r#""v":{"log":["x","y"],"s":"ab"}"#));
}

#[test]
fn what_is_left_open_counts_and_is_applied_as_most_readers_do() {
    let recorded = finds(
        Hygiene::default(),
        &[
            START,
            r#"{"op":"set","seq":2,"block":{"id":"b","type":"t"},"event_type":"x","event_type":"y"}"#,
            r#"{"op":"ping","seq":2,"ts":1}"#,
            r#"{"op":"append","seq":3,"mask":"block.more","block":{"id":"b","more":"m"}}"#,
            r#"{"op":"ping","seq":3,"ts":1}"#,
            r#"{"op":"set","seq":4,"mask":"","block":{"id":"c","type":"t"}}"#,
            r#"{"op":"ping","seq":4,"ts":1}"#,
            END,
        ],
        &["1 AUE-4-36", "3 AUE-5.3-34 /mask", "5 AUE-5.2-44 /mask"],
    );
    assert!(models(&recorded)[0].ends_with(r#"{"id":"b","type":"t","more":"m"}]}"#));
}

#[test]
fn why_says_what_became_of_the_event() {
    let mut recorded = Recorded::new(Hygiene::default());
    recorded.event(START);
    for (text, why) in [
        (
            r#"{"op":"ping","seq":1,"ts":1,"node":1}"#,
            "take it all the same",
        ),
        (
            r#"{"op":"set","seq":2,"node":1,"block":{}}"#,
            "This alone need not",
        ),
        (
            r#"{"op":"set","seq":3,"mask":"","block":{}}"#,
            "changes nothing",
        ),
        (
            r#"{"op":"append","seq":4,"mask":"block.n","block":{"id":"a","n":""}}"#,
            "here the event is applied",
        ),
        (r#"{"op":"set","seq":5,"block":5}"#, "its state lacks"),
    ] {
        let found = recorded.event(text);
        assert!(found[0].objection.why.contains(why), "{found:?}");
    }
}

#[test]
fn a_position_that_a_refused_event_has_is_taken() {
    finds(
        Hygiene::default(),
        &[
            START,
            r#"{"op":"set","seq":2,"mask":"block.id","block":{"id":"a","ref":"k"}}"#,
            r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"a","content":5}}"#,
            r#"{"op":"ping","seq":3,"ts":1}"#,
            r#"{"op":"set","seq":3,"block":{"id":"b","type":"text"}}"#,
            r#"{"op":"set","seq":"4","block":{"id":"c","type":"text"}}"#,
            r#"{"op":"ping","seq":4,"ts":1}"#,
            r#"{"op":"set","seq":5,"block":{"id":"d","type":"text"}}"#,
            END,
        ],
        &[
            "1 AUE-5.2-40 /mask",
            "1 AUE-5.2-43 /block/ref",
            "2 AUE-5.3-15 /block/content",
            "4 AUE-4.1-15 /seq",
            "5 AUE-4-12 /seq",
        ],
    );
}

#[test]
fn nothing_is_held_against_a_model_that_is_not_known() {
    let twice = START.replace("}]}}", r#"},{"id":"a","type":"text"}]}}"#);
    let recorded = finds(
        Hygiene::default(),
        &[
            &twice,
            r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"z","content":"x"}}"#,
            r#"{"op":"set","seq":2,"block":{"id":"b","type":"text"}}"#,
            r#"{"op":"end","seq":3}"#,
            r#"{"op":"set","stream_id":"s","seq":1,"block":{"id":"b","type":"text"}}"#,
            r#"{"op":"set","stream_id":"s","seq":2,"block":{"id":"b","type":"text"}}"#,
            &START.replace(r#""seq":1"#, r#""seq":0,"stream_id":"s""#),
            r#"{"op":"end","stream_id":"s","seq":1}"#,
        ],
        &[
            "0 AUE-3.3-03 /model/blocks/1/id",
            "2 AUE-4.1-03 /seq",
            "4 AUE-5-01 /op",
        ],
    );
    assert_eq!(recorded.streams(), 2);
    assert_eq!(recorded.statistics().complete, 2);
}

#[test]
fn an_event_that_was_not_read_may_be_the_start_that_is_missing() {
    let mut recorded = Recorded::new(Hygiene::default());
    recorded.event(START);
    recorded.event(END);
    assert_eq!(recorded.unread(10)[0].objection.rule, "AUE-8-05");
    for text in [
        r#"{"op":"append","seq":12,"mask":"block.content","block":{"id":"z","content":"x"}}"#,
        r#"{"op":"ping","seq":12,"ts":1}"#,
        r#"{"op":"end","seq":13}"#,
    ] {
        assert_eq!(recorded.event(text), [], "{text}");
    }
    assert_eq!(recorded.finish(), []);
}

#[test]
fn data_after_an_error_is_told_once() {
    let set = |seq: u64| format!(r#"{{"op":"set","seq":{seq},"block":{{"id":"b","type":"t"}}}}"#);
    let error =
        r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}}"#;
    finds(
        Hygiene::default(),
        &[START, error, &set(3), &set(4), END],
        &["2 AUE-5-06 /op"],
    );
}

#[test]
fn an_error_that_says_too_little_is_told_once() {
    let vague = r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":{"code":"c"}}}"#;
    let recorded = finds(
        Hygiene::default(),
        &[START, vague, END],
        &["1 AUE-5.4-15 /meta/error"],
    );
    assert!(models(&recorded)[0].contains(r#""error":{"code":"c"}"#));
}

#[test]
fn what_is_found_at_the_end_is_said_of_what_brought_it() {
    let mut recorded = Recorded::new(Hygiene::default());
    let orphan = r#"{"op":"set","seq":2,"block":{"id":"b","type":"text","parent_id":"none"}}"#;
    for (line, text) in [
        START,
        orphan,
        r#"{"op":"set","seq":3,"block":{"id":"c","type":"t"}}"#,
    ]
    .into_iter()
    .enumerate()
    {
        recorded.at(Mark {
            line: line as u64 + 1,
            ..Mark::default()
        });
        assert_eq!(recorded.event(text), []);
    }
    let found = recorded.event(END);
    assert_eq!(found[0].event, 1);
    assert_eq!(found[0].mark.map(|mark| mark.line), Some(2));
}

#[test]
fn the_latest_position_is_named() {
    let mut recorded = Recorded::new(Hygiene::default());
    for (line, text) in [
        START,
        r#"{"op":"set","seq":2000,"block":{"id":"b","type":"t"}}"#,
    ]
    .into_iter()
    .enumerate()
    {
        recorded.at(Mark {
            line: 10 + line as u64,
            ..Mark::default()
        });
        recorded.event(text);
    }
    let found = recorded.event(r#"{"op":"set","seq":3,"block":{"id":"c","type":"t"}}"#);
    let expected = &found[0].objection.expected;
    assert!(
        expected.contains("2000, the latest, which is that of event 2 on line 11"),
        "{expected}"
    );
}
