#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Level, Relation, Verdict};
use uiconform_json::parse;

use crate::agentue::testing::{answers, case, fails, judged, passes, read, slip};

const P: &str = "framing";
const JOIN: &str = r#"{"frames":[{"id":"f","type":"frame","block_id":"a","seq":0,"total":1,"data":"{}"}],"expect":"accept","result":{"id":"a","type":"t"}}"#;
const REFUSE: &str = r#"{"frames":[],"expect":"reject"}"#;

fn split(holds: &str) -> String {
    format!(
        r#"{{"block":{{"id":"a","type":"t","content":"😀"}},"max_bytes":120,"expect":"accept","holds":[{holds}]}}"#
    )
}

/// An answer with frames of these pieces of data, each with some members changed.
fn frames(pieces: &[(&str, &str)]) -> String {
    let frame = |(index, (data, more)): (usize, &(&str, &str))| {
        format!(
            r#"{{"id":"f{index}","type":"frame","block_id":"a","seq":{index},"total":{},"data":"{data}"{more}}}"#,
            pieces.len()
        )
    };
    let frames: Vec<String> = pieces.iter().enumerate().map(frame).collect();
    format!(r#"{{"frames":[{}]}}"#, frames.join(","))
}

const FIRST: &str = r#"{\"id\":\"a\",\"type\":\"t\",\"con"#;
const LAST: &str = r#"tent\":\"😀\"}"#;

#[test]
fn a_joined_block_is_compared_as_a_value() {
    let join = case(P, Level::Required, JOIN);
    assert_eq!(join.relation(), Relation::Accepts);
    passes(&*join, &[r#"{"block":{"type":"t","id":"a"}}"#]);
    let wrong = fails(
        &*join,
        &[r#"{"block":{"type":"t","id":"a","x":1}}"#],
        Verdict::Fail,
        "another block",
    );
    let place = wrong.finding.unwrap().difference.unwrap().pointer;
    assert_eq!(place.to_string(), "/x");
    let refused = &[r#"{"error":"bad luck"}"#];
    fails(&*join, refused, Verdict::Fail, "refused (“bad luck”)");
    assert!(join.is_refusal(&answers(refused)));
    assert!(!join.is_refusal(&answers(&[r#"{"block":{}}"#])));
}

#[test]
fn a_refusal_is_an_error_and_rests_on_the_twin() {
    let refuse = case(P, Level::Required, REFUSE);
    assert_eq!(refuse.relation(), Relation::Rejects);
    assert!(judged(&*refuse, &[r#"{"error":""}"#]).rests_on_rejection);
    fails(
        &*refuse,
        &[r#"{"block":{"id":"a"}}"#],
        Verdict::Fail,
        "must be refused",
    );
}

#[test]
fn answers_of_another_shape_are_told_with_their_place() {
    let join = case(P, Level::Required, JOIN);
    let split = case(P, Level::Required, &split(""));
    for (exercise, answer, words) in [
        (&join, "{}", "neither `block` nor `error`"),
        (&join, r#"{"block":{},"error":null}"#, "also as null"),
        (
            &join,
            r#"{"block":null}"#,
            "expected an object, found null (at /result/block)",
        ),
        (
            &join,
            r#"{"block":{"id":"a","type":"t","x":{"y":1,"y":2}}}"#,
            "two members are named",
        ),
        (
            &split,
            r#"{"frames":{}}"#,
            "expected a list, found an object",
        ),
    ] {
        let judgement = judged(&**exercise, &[answer]);
        let message = judgement.finding.unwrap().message;
        assert_eq!(judgement.verdict, Verdict::BadAnswer, "{answer}: {message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn frames_are_a_whole_group_of_the_block() {
    let split = case(P, Level::Required, &split(""));
    passes(&*split, &[&frames(&[(FIRST, ""), (LAST, "")])]);
    for (answer, words) in [
        (frames(&[]), "no frames"),
        (
            frames(&[(FIRST, ""), (LAST, r#","ref":"x""#)]),
            "has no `ref` (at /1/ref",
        ),
        (frames(&[(FIRST, ""), ("}", "")]), "not JSON"),
        (
            frames(&[(r#"{\"id\":\"a\",\"type\":\"t\"}"#, "")]),
            "another block than the one that was split",
        ),
        (
            frames(&[(FIRST, ""), (LAST, "")]).replace(r#""seq":1"#, r#""seq":2"#),
            "no index 2 of 2 (at /1/seq of the frames)",
        ),
        (
            frames(&[(FIRST, ""), (LAST, "")]).replace("f1", "f0"),
            "(at /1/id of the frames)",
        ),
    ] {
        fails(&*split, &[&answer], Verdict::Fail, words);
    }
    fails(
        &*split,
        &[r#"{"error":"small"}"#],
        Verdict::Fail,
        "not split (“small”)",
    );
}

#[test]
fn relations_of_frames_are_wanted_by_name() {
    let long = frames(&[
        (FIRST, ""),
        (
            LAST,
            r#","note":"0123456789012345678901234567890123456789""#,
        ),
    ]);
    passes(&*case(P, Level::Required, &split("")), &[&long]);
    let budget = case(P, Level::Recommended, &split(r#""budget""#));
    let wrong = fails(&*budget, &[&long], Verdict::Fail, "the frame at /1 takes 1");
    assert!(wrong.finding.unwrap().got.is_some());
    passes(&*budget, &[&frames(&[(FIRST, ""), (LAST, "")])]);

    let halves = frames(&[
        (r#"{\"id\":\"a\",\"type\":\"t\",\"content\":\"\ud83d"#, ""),
        (r#"\ude00\"}"#, ""),
    ]);
    passes(&*case(P, Level::Required, &split("")), &[&halves]);
    let characters = case(P, Level::Recommended, &split(r#""characters""#));
    fails(
        &*characters,
        &[&halves],
        Verdict::Fail,
        "inside a character",
    );
}

#[test]
fn frames_are_given_back_to_be_joined() {
    let rejoin = case(P, Level::Required, &split(r#""rejoin""#));
    let given = frames(&[(FIRST, ""), (LAST, "")]);
    let call = rejoin.next_call(&answers(&[&given])).unwrap();
    assert_eq!(call.method, "agentue/unframe");
    assert_eq!(parse(&call.params).unwrap(), parse(&given).unwrap());
    passes(
        &*rejoin,
        &[&given, r#"{"block":{"id":"a","type":"t","content":"😀"}}"#],
    );
    fails(
        &*rejoin,
        &[&given, r#"{"error":"no"}"#],
        Verdict::Fail,
        "refused (“no”)",
    );
    // What is wrong already needs no further call.
    assert!(rejoin.next_call(&answers(&[r#"{"error":"no"}"#])).is_none());
}

#[test]
fn repetitions_may_name_frames_otherwise() {
    let repeat = case(P, Level::Required, &split(r#""repeat""#));
    let given = frames(&[(FIRST, ""), (LAST, "")]);
    passes(&*repeat, &[&given, &given.replace("\"f0", "\"g0")]);
    fails(
        &*repeat,
        &[&given, r#"{"error":"tired"}"#],
        Verdict::Nondeterministic,
        "then with an error (“tired”)",
    );
}

#[test]
fn open_points_are_recorded_by_the_outcome_that_matches_exactly() {
    let open = case(
        P,
        Level::Informative,
        r#"{"block":{"id":"a","type":"t"},"max_bytes":120,"outcomes":{
            "rounds-it":{"expect":"accept","result":{"id":"a","type":"t","n":9007199254740992}},
            "keeps-it":{"expect":"accept","result":{"id":"a","type":"t","n":9007199254740993}},
            "refuses-it":{"expect":"reject"}}}"#,
    );
    assert_eq!(open.relation(), Relation::Records);
    let outcome = |answer: &str| judged(&*open, &[answer]).outcome;
    let holding =
        |n: &str| frames(&[(&format!(r#"{{\"id\":\"a\",\"type\":\"t\",\"n\":{n}}}"#), "")]);
    assert_eq!(
        outcome(&holding("9007199254740993")).as_deref(),
        Some("keeps-it")
    );
    assert_eq!(
        outcome(&holding("9007199254740992")).as_deref(),
        Some("rounds-it")
    );
    assert_eq!(outcome(r#"{"error":"no"}"#).as_deref(), Some("refuses-it"));
    assert_eq!(outcome(&holding("1")).as_deref(), Some("other"));
}

#[test]
fn described_frames_are_written_out_when_they_are_sent() {
    let join = case(
        P,
        Level::Required,
        r#"{"frames":[[],{"$list":{"of":{"id":"f{n}","seq":{"$count":3}},"times":2}}],"expect":"reject"}"#,
    );
    let call = join.next_call(&[]).unwrap();
    assert_eq!(
        call.params,
        r#"{"frames":[[],{"id":"f0","seq":3},{"id":"f1","seq":4}]}"#
    );
    assert_eq!(join.input_at(2).unwrap(), r#"{"id":"f1","seq":4}"#);
    assert!(join.input_at(3).is_none());
}

#[test]
fn slips_of_the_pen_are_told() {
    let told = |level, text: &str| slip(P, "{}", level, text);
    for (text, words) in [
        (
            r#"{"expect":"accept"}"#,
            "either `frames` to join, or a `block`",
        ),
        (
            r#"{"frames":[],"block":{},"max_bytes":1,"expect":"accept"}"#,
            "either `frames` to join",
        ),
        (
            r#"{"frames":[],"expect":"accept"}"#,
            "say in `result` which block",
        ),
        (
            r#"{"frames":[],"expect":"reject","result":{}}"#,
            "has no `result`",
        ),
        (
            r#"{"frames":[],"expect":"maybe"}"#,
            "use `accept` or `reject`",
        ),
        (
            r#"{"block":{},"max_bytes":1,"expect":"accept","result":{}}"#,
            "there is no `result`",
        ),
        (
            r#"{"block":"some","max_bytes":1,"expect":"reject"}"#,
            "nothing of the name `some`",
        ),
        (
            r#"{"block":{},"max_bytes":1,"expect":"reject","holds":["budget"]}"#,
            "are about the frames",
        ),
        (
            r#"{"frames":[],"expect":"reject","holds":["budget"]}"#,
            "are about the frames",
        ),
        (
            r#"{"frames":[],"expect":"reject","holds":["trace"]}"#,
            "unknown relation `trace`",
        ),
        (
            r#"{"frames":[],"expect":"reject","holds":["repeat","repeat"]}"#,
            "stands twice",
        ),
    ] {
        let error = told(Level::Required, text);
        assert!(error.contains(words), "{error}");
    }
    let error = told(
        Level::Informative,
        r#"{"frames":[],"outcomes":{"a":{"expect":"reject"}}}"#,
    );
    assert!(error.contains("at least two outcomes"), "{error}");
    let error = slip(P, r#"{"given":{"unchanged":{}}}"#, Level::Required, "{}");
    assert!(error.contains("a meaning of its own"), "{error}");
    assert!(
        read(
            P,
            r#"{"given":{"some":{"id":"a"}}}"#,
            Level::Required,
            r#"{"block":"some","max_bytes":1,"expect":"reject"}"#
        )
        .is_ok()
    );
}
