#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Level, Relation, Verdict};

use crate::agentue::testing::{case, fails, judged, passes, slip};

const ONE_OF: &str = r#"{
    "model": {"x": 0}, "steps": [{"event": {"op": "a"}}, {"event": {"op": "b"}}],
    "outcomes": {
        "takes-both": {"steps": ["accept", "accept"], "result": {"x": 2}},
        "ignores-both": {"steps": ["accept", "accept"], "result": "unchanged"},
        "refuses-both": {"steps": ["reject", "reject"], "result": "unchanged"}
    }
}"#;

fn answer(steps: [bool; 2], x: u8) -> String {
    let [first, second] = steps;
    format!(r#"{{"steps":[{{"ok":{first}}},{{"ok":{second}}}],"model":{{"x":{x}}}}}"#)
}

#[test]
fn one_of_several_answers_is_right() {
    let one_of = case("reducer", Level::Required, ONE_OF);
    assert_eq!(one_of.relation(), Relation::Rejects);
    for (steps, x) in [([true, true], 2), ([true, true], 0), ([false, false], 0)] {
        let answer = answer(steps, x);
        passes(&*one_of, &[&answer]);
        assert_eq!(
            judged(&*one_of, &[&answer]).rests_on_rejection,
            !steps[0],
            "{answer}"
        );
    }
}

#[test]
fn any_other_answer_is_wrong() {
    let one_of = case("reducer", Level::Required, ONE_OF);
    let words = "none of those that are right: takes-both, ignores-both, refuses-both";
    for (steps, x, compared) in [
        ([true, true], 1, true),
        ([false, false], 2, true),
        ([true, false], 0, false),
    ] {
        let judgement = fails(&*one_of, &[&answer(steps, x)], Verdict::Fail, words);
        assert_eq!(judgement.finding.unwrap().expected.is_some(), compared);
    }
}

#[test]
fn slips_in_outcomes_are_told() {
    let expecting = ONE_OF.replacen(r#"{"op": "a"}}"#, r#"{"op": "a"}, "expect": "accept"}"#, 1);
    let both = ONE_OF.replacen(r#""model""#, r#""result": null, "model""#, 1);
    let fewer = ONE_OF.replacen(r#"["reject", "reject"]"#, r#"["reject"]"#, 1);
    for (profile, text, words) in [
        ("reducer", expecting.as_str(), "stand in `outcomes`"),
        ("reducer", both.as_str(), "`result`"),
        ("reducer", fewer.as_str(), "1 verdicts for 2 steps"),
        (
            "router",
            r#"{"steps": [{"event": {}, "expect": "accept"}], "result": [], "outcomes": {}}"#,
            "`outcomes`",
        ),
    ] {
        let error = slip(profile, "{}", Level::Required, text);
        assert!(error.contains(words), "{error}");
    }
}
