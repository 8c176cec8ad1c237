#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Level, Relation, Verdict};

use crate::agentue::testing::{answers, case, fails, judged, passes, slip};

const P: &str = "resolver";
const APPLIES: &str = r#"{"model":{"blocks":[{"id":"r","ref":"k"}]},"resolutions":[{"block_id":"r","ref":"k","block":{"id":"r","type":"t"}}],"expect":"accept","result":{"blocks":[{"id":"r","type":"t"}]},"holds":["repeat"]}"#;
const LEAVES: &str = r#"{"model":{"blocks":[{"id":"r","ref":"k"}]},"resolutions":[{"block_id":"r","ref":"k","failure":"gone"}],"expect":"reject","result":"unchanged"}"#;
const DONE: &str = r#"{"model":{"blocks":[{"id":"r","type":"t"}]}}"#;
const AS_IT_WAS: &str = r#"{"model":{"blocks":[{"id":"r","ref":"k"}]}}"#;

#[test]
fn good_content_is_in_the_model() {
    let applies = case(P, Level::Required, APPLIES);
    assert_eq!(applies.relation(), Relation::Accepts);
    passes(&*applies, &[DONE, DONE]);
    let wrong = fails(
        &*applies,
        &[AS_IT_WAS],
        Verdict::Fail,
        "not the expected one",
    );
    let place = wrong.finding.unwrap().difference.unwrap().pointer;
    assert!(place.to_string().starts_with("/blocks/0"), "{place}");
    let refused = &[r#"{"error":"no"}"#];
    fails(&*applies, refused, Verdict::Fail, "an error (“no”)");
    assert!(applies.is_refusal(&answers(refused)));
    fails(
        &*applies,
        &[DONE, AS_IT_WAS],
        Verdict::Nondeterministic,
        "asked again",
    );
}

#[test]
fn bad_content_is_an_error_or_leaves_the_reference() {
    let leaves = case(P, Level::Required, LEAVES);
    assert_eq!(leaves.relation(), Relation::Rejects);
    assert!(judged(&*leaves, &[AS_IT_WAS]).rests_on_rejection);
    assert!(judged(&*leaves, &[r#"{"error":"gone"}"#]).rests_on_rejection);
    fails(
        &*leaves,
        &[DONE],
        Verdict::Fail,
        "an error would do as well",
    );
}

#[test]
fn one_of_several_models_will_do() {
    let text = r#"{"model":{"blocks":[{"id":"r","ref":"k"},{"id":"s","ref":"k"}]},"resolutions":[],"expect":"reject","result":["unchanged",{"blocks":[{"id":"r","ref":"k"},{"id":"s","type":"t"}]}]}"#;
    let either = case(P, Level::Required, text);
    assert_eq!(either.relation(), Relation::Rejects);
    passes(
        &*either,
        &[r#"{"model":{"blocks":[{"id":"r","ref":"k"},{"id":"s","ref":"k"}]}}"#],
    );
    passes(
        &*either,
        &[r#"{"model":{"blocks":[{"id":"r","ref":"k"},{"id":"s","type":"t"}]}}"#],
    );
    passes(&*either, &[r#"{"error":"gone"}"#]);
    let wrong = r#"{"model":{"blocks":[{"id":"r"},{"id":"s","type":"t"}]}}"#;
    let wrong = fails(
        &*either,
        &[wrong],
        Verdict::Fail,
        "not one that leaves that reference",
    );
    let place = wrong.finding.unwrap().difference.unwrap().pointer;
    assert!(place.to_string().starts_with("/blocks/0"), "{place}");
}

#[test]
fn answers_of_another_shape_are_told_with_their_place() {
    let leaves = case(P, Level::Required, LEAVES);
    for (answer, words) in [
        ("[]", "expected an object, found a list"),
        (r#"{"model":null}"#, "at /result/model"),
        (r#"{"model":{},"error":"no"}"#, "an `error` beside `model`"),
        (r#"{}"#, "neither `model` nor `error`"),
    ] {
        fails(&*leaves, &[answer], Verdict::BadAnswer, words);
    }
}

#[test]
fn open_points_are_recorded() {
    let open = case(
        P,
        Level::Informative,
        r#"{"model":{"x":1},"resolutions":[],"outcomes":{"stays":{"expect":"accept","result":"unchanged"},"refuses":{"expect":"reject"}}}"#,
    );
    assert_eq!(open.relation(), Relation::Records);
    let outcome = |answer: &str| judged(&*open, &[answer]).outcome;
    assert_eq!(outcome(r#"{"model":{"x":1}}"#).as_deref(), Some("stays"));
    assert_eq!(outcome(r#"{"error":1}"#).as_deref(), Some("refuses"));
    assert_eq!(outcome(r#"{"model":{}}"#).as_deref(), Some("other"));
}

#[test]
fn slips_of_the_pen_are_told() {
    for (text, words) in [
        (r#"{"resolutions":[]}"#, "missing member `model`"),
        (r#"{"model":{},"resolutions":{}}"#, "expected a list"),
        (
            r#"{"model":{},"resolutions":[],"expect":"reject"}"#,
            "missing member `result`",
        ),
        (r#"{"model":"unchanged","resolutions":[]}"#, "`unchanged`"),
        (
            r#"{"model":{},"resolutions":[],"expect":"reject","result":[{}]}"#,
            "two models or more",
        ),
        (
            r#"{"model":{},"resolutions":[],"expect":"accept","result":[{},{}]}"#,
            "a model is an object",
        ),
        (
            r#"{"model":{},"resolutions":[],"expect":"reject","result":{},"holds":["rejoin"]}"#,
            "use one of repeat, fresh",
        ),
    ] {
        let error = slip(P, "{}", Level::Required, text);
        assert!(error.contains(words), "{error}");
    }
}
