#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Level, Relation, Verdict};

use crate::agentue::testing::{case, fails, judged, passes, slip};

const TWO: &str = r#"{
    "steps": [{"event": {"op": "ping"}, "expect": "reject"}, {"event": {"op": "end"}, "expect": "accept"}],
    "complete": ["", "s"]
}"#;

#[test]
fn verdicts_and_the_set_of_complete_streams_are_judged() {
    let two = case("delivery", Level::Required, TWO);
    assert_eq!(two.relation(), Relation::Rejects);
    let call = two.next_call(&[]).unwrap();
    assert_eq!(call.method, "agentue/deliver");
    assert_eq!(call.params, r#"{"events":[{"op":"ping"},{"op":"end"}]}"#);
    for complete in [r#"["","s"]"#, r#"["s",""]"#] {
        let answer = format!(r#"{{"steps":[{{"ok":false}},{{"ok":true}}],"complete":{complete}}}"#);
        passes(&*two, &[&answer]);
        assert!(judged(&*two, &[&answer]).rests_on_rejection);
    }
    for (steps, complete, words, step) in [
        ("[true,true]", r#"["","s"]"#, "must be rejected", Some(0)),
        ("[false,false]", r#"["","s"]"#, "must be accepted", Some(1)),
        ("[false,true]", r#"[""]"#, "count as complete are not", None),
        (
            "[false,true]",
            r#"["","s","t"]"#,
            "count as complete are not",
            None,
        ),
    ] {
        let steps = steps
            .replace("true", r#"{"ok":true}"#)
            .replace("false", r#"{"ok":false}"#);
        let answer = format!(r#"{{"steps":{steps},"complete":{complete}}}"#);
        let judgement = fails(&*two, &[&answer], Verdict::Fail, words);
        let finding = judgement.finding.unwrap();
        assert_eq!(finding.step, step);
        assert!(finding.expected.is_some() && finding.got.is_some());
    }
}

#[test]
fn an_answer_of_another_form_is_a_bad_one() {
    let two = case("delivery", Level::Required, TWO);
    let steps = r#""steps":[{"ok":false},{"ok":true}]"#;
    for (rest, words) in [
        ("", "missing member `complete`"),
        (r#","complete":{}"#, "expected a list"),
        (
            r#","complete":["",5]"#,
            "expected a string, found a number (at /result/complete/1)",
        ),
        (r#","complete":["s","s"]"#, "listed twice"),
    ] {
        let answer = format!("{{{steps}{rest}}}");
        fails(&*two, &[&answer], Verdict::BadAnswer, words);
    }
    let answer = r#"{"steps":[{"ok":false}],"complete":[]}"#;
    fails(
        &*two,
        &[answer],
        Verdict::BadAnswer,
        "1 verdicts for 2 events",
    );
}

#[test]
fn what_is_open_has_its_own_result() {
    let text = r#"{
        "steps": [{"event": {"op": "ping"}, "expect": "either"}],
        "complete": {"accepted": ["s"], "rejected": []}
    }"#;
    let either = case("delivery", Level::Required, text);
    passes(&*either, &[r#"{"steps":[{"ok":true}],"complete":["s"]}"#]);
    passes(&*either, &[r#"{"steps":[{"ok":false}],"complete":[]}"#]);
    let mixed = r#"{"steps":[{"ok":false}],"complete":["s"]}"#;
    fails(
        &*either,
        &[mixed],
        Verdict::Fail,
        "count as complete are not",
    );
    let text = r#"{
        "steps": [{"event": {"op": "end"}}],
        "outcomes": {"takes-it": {"steps": ["accept"], "complete": [""]}, "refuses-it": {"steps": ["reject"], "complete": []}}
    }"#;
    let open = case("delivery", Level::Informative, text);
    let outcome = |answer: &str| judged(&*open, &[answer]).outcome.unwrap();
    assert_eq!(
        outcome(r#"{"steps":[{"ok":true}],"complete":[""]}"#),
        "takes-it"
    );
    assert_eq!(outcome(r#"{"steps":[{"ok":true}],"complete":[]}"#), "other");
}

#[test]
fn slips_are_told_with_their_place() {
    let steps = r#""steps": [{"event": {"op": "ping"}, "expect": "accept"}]"#;
    for (rest, words) in [
        ("", "missing member `complete`"),
        (
            r#", "complete": {"accepted": [], "rejected": []}"#,
            "expected a list",
        ),
        (r#", "complete": [5]"#, "a stream identifier is a string"),
        (r#", "complete": ["s", "s"]"#, "stands twice"),
        (
            r#", "complete": [], "result": {}"#,
            "unknown member `result`",
        ),
        (r#", "complete": [], "model": null"#, "remove `model`"),
        (
            r#", "complete": [], "holds": ["replay"]"#,
            "for reducers only",
        ),
    ] {
        let text = format!("{{{steps}{rest}}}");
        let error = slip("delivery", "{}", Level::Required, &text);
        assert!(error.contains(words), "{error}");
    }
    let error = slip("delivery", r#"{"given": {}}"#, Level::Required, "{}");
    assert!(error.contains("unknown member `given`"), "{error}");
}
