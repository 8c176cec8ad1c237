#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Level, Relation, Verdict};
use uiconform_json::Document;

use super::answer::Word;
use super::file::File;
use super::task::{Expect, Expectation};
use crate::agentue::testing::{answers, case, fails, judged, passes, slip};

const P: &str = "host";

/// A reference, patches of it that may wait, and the load: what the block holds at the end if they were deferred or refused.
fn waiting(patches: &[&str], deferred: &str) -> String {
    let patches: String = patches
        .iter()
        .map(|delta| {
            format!(
                r#"{{"event":{{"op":"append","seq":2,"mask":"block.content","block":{{"id":"r","content":"{delta}"}}}},"expect":"defer"}},"#
            )
        })
        .collect();
    format!(
        r#"{{"model":{0},"inputs":[{patches}{{"loaded":{{"block_id":"r","ref":"k","block":{{"id":"r","type":"t","content":"A"}}}},"expect":"accept"}}],
            "result":{{"deferred":{1},"refused":{2}}}}}"#,
        model(r#"{"id":"r","ref":"k"}"#),
        holding(deferred),
        holding("A")
    )
}

fn model(block: &str) -> String {
    format!(r#"{{"version":"1.1","biz":"chat","meta":{{}},"blocks":[{block}]}}"#)
}

fn holding(content: &str) -> String {
    model(&format!(r#"{{"id":"r","type":"t","content":"{content}"}}"#))
}

fn answer(steps: &[&str], model: &str) -> String {
    format!(r#"{{"steps":{steps:?},"model":{model}}}"#)
}

#[test]
fn a_patch_that_waits_is_in_the_model_or_refused() {
    let two = case(P, Level::Required, &waiting(&["B", "C"], "ABC"));
    assert_eq!(two.relation(), Relation::Accepts);
    let good = |steps: &[&str], content: &str| passes(&*two, &[&answer(steps, &holding(content))]);
    good(&["deferred", "deferred", "applied"], "ABC");
    good(&["refused", "refused", "applied"], "A");
    good(&["refused", "deferred", "applied"], "AC");
    good(&["deferred", "refused", "applied"], "AB");
    let bad = |steps: &[&str], content: &str, words: &str| {
        fails(
            &*two,
            &[&answer(steps, &holding(content))],
            Verdict::Fail,
            words,
        )
    };
    bad(
        &["deferred", "deferred", "applied"],
        "ACB",
        "once and in order",
    );
    bad(
        &["refused", "refused", "applied"],
        "ABC",
        "without the refused patches",
    );
    bad(
        &["refused", "deferred", "applied"],
        "ABC",
        "that were not refused make",
    );
    let wrong = bad(
        &["deferred", "applied", "applied"],
        "ABC",
        "is `applied`; the content",
    );
    assert_eq!(wrong.finding.unwrap().step, Some(1));
    let wrong = bad(
        &["deferred", "deferred", "refused"],
        "A",
        "it must be `applied`",
    );
    assert_eq!(wrong.finding.unwrap().step, Some(2));
}

#[test]
fn what_has_no_effect_rests_on_the_twin() {
    let ignored = case(
        P,
        Level::Required,
        r#"{"model":{},"inputs":[{"loaded":{"block_id":"r","ref":"k","failure":""},"expect":"ignore"},{"event":5,"expect":"reject"}],"result":"unchanged"}"#,
    );
    assert_eq!(ignored.relation(), Relation::Rejects);
    for word in ["applied", "deferred", "refused"] {
        let judgement = judged(&*ignored, &[&answer(&[word, "refused"], "{}")]);
        assert_eq!(judgement.verdict, Verdict::Pass);
        assert!(judgement.rests_on_rejection);
    }
    fails(
        &*ignored,
        &[&answer(&["applied", "applied"], "{}")],
        Verdict::Fail,
        "it must be `refused`",
    );
    fails(
        &*ignored,
        &[&answer(&["applied", "refused"], r#"{"x":1}"#)],
        Verdict::Fail,
        "not the expected one",
    );
}

#[test]
fn a_refusal_is_told_from_a_wrong_answer() {
    let one = case(P, Level::Required, &waiting(&["B"], "AB"));
    let refusal = |steps: &[&str]| one.is_refusal(&answers(&[&answer(steps, "{}")]));
    assert!(refusal(&["refused", "refused"]));
    assert!(!refusal(&["applied", "refused"]));
    assert!(!refusal(&["refused", "applied"]));
}

#[test]
fn answers_of_another_shape_are_told_with_their_place() {
    let one = case(P, Level::Required, &waiting(&["B"], "AB"));
    for (answer, words) in [
        (answer(&["deferred"], "{}"), "1 answers to 2 inputs"),
        (
            answer(&["deferred", "accepted"], "{}"),
            "found \"accepted\" (at /result/steps/1)",
        ),
        (
            answer(&["deferred", "applied"], "null"),
            "expected a model, found a null",
        ),
        (
            r#"{"steps":[true,true],"model":{}}"#.to_owned(),
            "expected `applied`, `deferred` or `refused`",
        ),
        (r#"{"steps":[]}"#.to_owned(), "0 answers"),
    ] {
        let judgement = judged(&*one, &[&answer]);
        let message = judgement.finding.unwrap().message;
        assert_eq!(judgement.verdict, Verdict::BadAnswer, "{message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn repetitions_are_answered_alike() {
    let repeat = waiting(&["B"], "AB").replace(r#""result""#, r#""holds":["repeat"],"result""#);
    let repeat = case(P, Level::Required, &repeat);
    let deferred = answer(&["deferred", "applied"], &holding("AB"));
    passes(&*repeat, &[&deferred, &deferred]);
    let refused = answer(&["refused", "applied"], &holding("A"));
    let wrong = fails(
        &*repeat,
        &[&deferred, &refused],
        Verdict::Nondeterministic,
        "another answer",
    );
    assert_eq!(wrong.finding.unwrap().step, Some(0));
}

#[test]
fn copies_are_inputs_of_their_own() {
    let copies = case(
        P,
        Level::Required,
        r#"{"model":{},"inputs":[{"event":{"seq":{"$count":2}},"times":3,"expect":"accept"}],"result":{}}"#,
    );
    let call = copies.next_call(&[]).unwrap();
    assert_eq!(
        call.params,
        r#"{"model":{},"inputs":[{"event":{"seq":2}},{"event":{"seq":3}},{"event":{"seq":4}}]}"#
    );
    assert_eq!(copies.input_at(2).unwrap(), r#"{"event":{"seq":4}}"#);
    passes(&*copies, &[&answer(&["applied"; 3], "{}")]);
}

#[test]
fn open_points_are_recorded() {
    let open = case(
        P,
        Level::Informative,
        r#"{"model":{},"inputs":[{"event":1},{"event":2}],"outcomes":{"a":{"steps":[null,"applied"],"result":{}},"b":{"steps":["deferred","refused"],"result":{"x":1}}}}"#,
    );
    let outcome =
        |steps: &[&str], model: &str| judged(&*open, &[&answer(steps, model)]).outcome.unwrap();
    assert_eq!(outcome(&["refused", "applied"], "{}"), "a");
    assert_eq!(outcome(&["deferred", "refused"], r#"{"x":1}"#), "b");
    assert_eq!(outcome(&["refused", "refused"], r#"{"x":1}"#), "other");
    assert_eq!(outcome(&["deferred", "refused"], "{}"), "other");
}

#[test]
fn slips_of_the_pen_are_told() {
    let inputs = |inputs: &str| format!(r#"{{"model":{{}},"inputs":[{inputs}],"result":{{}}}}"#);
    for (text, words) in [
        (inputs(""), "at least one input"),
        (inputs(r#"{"expect":"accept"}"#), "either an `event` or something `loaded`"),
        (inputs(r#"{"event":1,"loaded":{},"expect":"accept"}"#), "either an `event`"),
        (inputs(r#"{"event":1}"#), "says what it expects"),
        (inputs(r#"{"event":1,"expect":"applied"}"#), "use `accept`, `reject`, `defer` or `ignore`"),
        (inputs(r#"{"event":1,"expect":"defer"}"#), "missing member `deferred`"),
        (inputs(r#"{"loaded":{"block_id":"r","ref":"k"},"expect":"accept"}"#), "either the `block` or the `failure`"),
        (inputs(r#"{"loaded":{"block_id":"r","block":{}},"expect":"accept"}"#), "missing member `ref`"),
        (
            r#"{"model":{},"inputs":[{"event":1,"expect":"accept"}],"result":{"deferred":{},"refused":{}}}"#.to_owned(),
            "two results are for a case with a `defer` input",
        ),
    ] {
        let error = slip(P, "{}", Level::Required, &text);
        assert!(error.contains(words), "{error}");
    }
    let open = r#"{"model":{},"inputs":[{"event":1}],"outcomes":{"a":{"steps":[],"result":{}},"b":{"steps":[null],"result":{}}}}"#;
    let error = slip(P, "{}", Level::Informative, open);
    assert!(error.contains("0 answers for 1 inputs"), "{error}");
}

/// What the cases say of a model without the refused patches is what the rule gives, by which the answers in between are judged.
#[test]
fn both_results_of_every_case_follow_from_the_rule() {
    let suites = uiconform_spec_cases::SUITES.iter();
    let suites = suites.filter(|suite| suite.name == crate::suites::MAIN);
    let mut seen = 0;
    for file in suites.flat_map(|suite| suite.files) {
        if !file.path.starts_with("cases/host/") {
            continue;
        }
        let document = Document::parse(file.path, file.text).unwrap();
        let mut members = document.root().object().unwrap();
        let form = File::open(&mut members).unwrap();
        for node in members.required("cases").unwrap().list().unwrap() {
            let mut case = node.object().unwrap();
            let level = Level::read(&case.required("level").unwrap()).unwrap();
            let task = form.read_task(level, &mut case).unwrap();
            let Expectation::Fixed {
                deferred,
                refused: Some(refused),
            } = &task.expectation
            else {
                continue;
            };
            for (word, expected) in [(Word::Deferred, deferred), (Word::Refused, refused)] {
                let words: Vec<Word> = task
                    .expects()
                    .map(|expect| {
                        if expect == Expect::Defer {
                            word
                        } else {
                            Word::Applied
                        }
                    })
                    .collect();
                let got = task.without_refused(&words).unwrap();
                assert_eq!(
                    got,
                    *expected.get(),
                    "{} {word:?}",
                    node.value().get("name").unwrap()
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} cases with patches that may wait");
}
