//! Rejections, open points, repetitions, and answers of another shape.

use super::*;

#[test]
fn rejections_are_what_is_refused_cut_short_or_open_to_several() {
    let of = |text: &str| read_well("common", Level::Required, text).exercise;
    let refused = of(r#"{"events":[{"refused":{"type":"X","a":1}}],"after":{"done":"success"}}"#);
    assert_eq!(refused.relation(), Relation::Rejects);
    assert_eq!(
        refused.input().to_text(),
        r#"{"runs":[{"events":[{"type":"X","a":1}],"end":"eof"}]}"#
    );
    // An error may be reported where something is refused.
    let error = r#"{"update":"error","kind":"protocol"}"#;
    passes(&*refused, &run(&[error], NOTHING));
    let cut = of(r#"{"events":[],"end":"reset","after":{"done":"failed"}}"#);
    assert_eq!(cut.relation(), Relation::Rejects);
    let several =
        of(r#"{"events":[],"outcomes":{"a":{"after":{"state":1}},"b":{"after":{"state":2}}}}"#);
    assert_eq!(several.relation(), Relation::Rejects);
    passes(&*several, &run(&[], r#""messages":[],"state":2"#));
    fails(
        &*several,
        &run(&[], r#""messages":[],"state":3"#),
        "it is none of a, b; for the first: the state is another",
    );
    let open = r#"{"events":[],"outcomes":{"a":{"after":{"state":1}},"b":{"after":{"state":2}}}}"#;
    let open = read_well("common", Level::Informative, open).exercise;
    assert_eq!(open.relation(), Relation::Records);
    let outcome = |state| {
        judged(
            &*open,
            &run(&[], &format!(r#""messages":[],"state":{state}"#)),
        )
    };
    assert_eq!(outcome(2).outcome.as_deref(), Some("b"));
    assert_eq!(outcome(3).outcome.as_deref(), Some("other"));
}

#[test]
fn repetitions_may_differ_in_what_a_client_makes_up() {
    let text =
        r#"{"events":[{"type":"X","messageId":"m"}],"after":{"errors":"some"},"holds":["repeat"]}"#;
    let case = read_well("common", Level::Required, text).exercise;
    let answered = |text: &str, id: &str, why: &str| {
        let error = format!(r#"{{"update":"error","kind":"other","text":"{text}"}}"#);
        let done = format!(r#"{{"update":"done","end":"failed","message":"{why}"}}"#);
        let rest = format!(r#""messages":[{{"id":"{id}","toolCallId":"{id}"}}],"state":{{}}"#);
        answer(&[&whole_run(&[&error, &done], &rest)])
    };
    let verdict = |first, again| case.judge(&[first, again]).verdict;
    assert_eq!(
        verdict(answered("a", "x", "w"), answered("b", "y", "v")),
        Verdict::Pass
    );
    // An id of the request is no other than it is.
    assert_eq!(
        verdict(answered("a", "m", "w"), answered("a", "y", "w")),
        Verdict::Nondeterministic
    );
}

#[test]
fn a_refusal_is_told_from_a_wrong_answer() {
    let case = expecting("common", r#""after":{"done":"success","state":{}}"#);
    let failed = [
        r#"{"update":"error","kind":"bytes"}"#,
        r#"{"update":"done","end":"failed"}"#,
    ];
    let is_refusal = |run: &str| case.is_refusal(&[answer(&[run])]);
    assert!(is_refusal(&whole_run(&failed, NOTHING)));
    assert!(!is_refusal(&whole_run(&failed[1..], NOTHING)));
    assert!(!is_refusal(&run(&[], r#""messages":[],"state":1"#)));
}

#[test]
fn answers_of_another_shape_are_told() {
    let case = expecting("common", r#""after":{"state":{}}"#);
    let fails = |run: &str, words| fails_as(&*case, run, Verdict::BadAnswer, words);
    fails(r#"{"messages":[],"state":{}}"#, "missing member `updates`");
    fails(
        r#"{"updates":[{}],"messages":[],"state":{}}"#,
        "missing member `update`",
    );
    fails(
        r#"{"updates":[],"messages":[1],"state":{}}"#,
        "expected an object",
    );
    fails(r#"{"updates":[],"messages":[]}"#, "missing member `state`");
    fails(
        &whole_run(&[r#"{"update":"done"}"#], NOTHING),
        "does not say how the run ended",
    );
    let two = case.judge(&[answer(&["{}", "{}"])]);
    assert!(two.finding.unwrap().message.contains("2 answers to 1 runs"));
}
