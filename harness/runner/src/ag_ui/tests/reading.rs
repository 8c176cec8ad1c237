//! What a case file says, and what is sent of it.

use uiconform_catalogue::{Fit, Offer};
use uiconform_json::Value;

use super::*;

/// The params of the call of a case.
fn params(case: &dyn Exercise) -> Value {
    uiconform_json::parse(&case.next_call(&[]).unwrap().params).unwrap()
}

#[test]
fn a_case_is_sent_as_it_says() {
    let text = r#"{"state":{"count":0},"runs":[{"send":{"id":"u","text":"Hi"},"events":["RUN_STARTED"],"after":{"state":1}},
        {"resume":[],"events":[{"times":2,"event":{"type":"X","n":"{n}"}}],"end":"refused","after":{"state":1}}]}"#;
    let case = read_well("typed-state", Level::Required, text).exercise;
    assert_eq!(
        params(&*case).to_text(),
        r#"{"thread":"t","state":{"count":0},"typed":true,"runs":[{"run":"r1","send":{"id":"u","text":"Hi"},"events":[{"type":"RUN_STARTED","threadId":"t","runId":"r1"}]},{"run":"r2","resume":[],"events":[{"type":"X","n":"0"},{"type":"X","n":"1"}],"end":"refused"}]}"#
    );
    assert_eq!(
        case.input_at(1).unwrap(),
        r#"{"event":{"type":"X","n":"{n}"},"times":2}"#
    );
    assert!(case.input_at(2).is_none());
    let large = r#"{"events":[{"type":"X","delta":{"$text":{"of":"a","times":1048577}}}],"after":{"state":1}}"#;
    let case = read_well("verify-off", Level::Required, large).exercise;
    let params = params(&*case);
    assert_eq!(params.get("detail").and_then(Value::as_str), Some("light"));
    assert_eq!(params.get("verify").and_then(Value::as_bool), Some(false));
    assert!(case.size().bytes > 1 << 20);
}

#[test]
fn bytes_are_framed_cut_and_split() {
    let text = r#"{"sse":["RUN_STARTED",{"type":"X","t":"é"}],"after":{"state":1},"framings":"line-ends"}"#;
    let reading = read_well("sse", Level::Required, text);
    let body = |case: &dyn Exercise| {
        let params = params(case);
        let run = &params.get("runs").unwrap().as_array().unwrap()[0];
        let pieces = run.get("sse").unwrap().as_array().unwrap();
        pieces
            .iter()
            .map(|piece| piece.as_str().unwrap_or("?").to_owned())
            .collect::<Vec<_>>()
    };
    let started = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#;
    let x = r#"{"type":"X","t":"é"}"#;
    assert_eq!(
        body(&*reading.exercise),
        [format!("data: {started}\n\ndata: {x}\n\n")]
    );
    let cr = reading
        .derived
        .iter()
        .find(|derived| derived.suffix == "cr");
    assert_eq!(
        body(&*cr.unwrap().exercise),
        [format!("data: {started}\r\r"), format!("data: {x}\r\r")]
    );
    // Cut within a character, it needs a driver that takes bytes.
    let bytes = |features: &[&str]| Offer {
        profiles: vec!["ag-ui/updates".to_owned()],
        features: features.iter().map(|&feature| feature.to_owned()).collect(),
    };
    let cut = reading
        .derived
        .iter()
        .find(|derived| derived.suffix == "crlf-cut-in-two");
    let cut = &cut.unwrap().exercise;
    assert!(matches!(cut.fit(&bytes(&["bytes"])), Fit::AsItIs));
    assert!(matches!(cut.fit(&bytes(&[])), Fit::Unsupported));
    assert!(matches!(reading.exercise.fit(&bytes(&[])), Fit::AsItIs));
    assert!(matches!(
        reading.exercise.fit(&bytes(&["bytes", "own-ids"])),
        Fit::Unsupported
    ));

    let split = r#"{"sse":[{"text":"abcdefgh"}],"holds":["split"],"after":{"state":1}}"#;
    let split = read_well("sse", Level::Required, split).exercise;
    let state = |state: u8| answer(&[&run(&[], &format!(r#""messages":[],"state":{state}"#))]);
    let mut answers = Vec::new();
    let mut pieces = Vec::new();
    while let Some(call) = split.next_call(&answers) {
        let params = uiconform_json::parse(&call.params).unwrap();
        let run = &params.get("runs").unwrap().as_array().unwrap()[0];
        pieces.push(run.get("sse").unwrap().as_array().unwrap().len());
        answers.push(state(1));
    }
    assert_eq!(pieces, [1, 8, 4, 3, 2]);
    assert_eq!(split.judge(&answers).verdict, Verdict::Pass);
    answers[4] = state(2);
    assert_eq!(split.judge(&answers).verdict, Verdict::Fail);
}

#[test]
fn slips_of_the_pen_are_told_with_their_place() {
    let required = |profile: &str, text: &str, words: &str| {
        slip(profile, Level::Required, text, words);
    };
    let ends = r#""after":{"done":"success"}"#;
    required("common", r#"{"events":[]}"#, "say what is expected");
    required(
        "common",
        &format!("{{{ends}}}"),
        "say what the agent streams",
    );
    required(
        "common",
        &format!(r#"{{"sse":[],{ends}}}"#),
        "for the profile `sse`",
    );
    required(
        "sse",
        &format!(r#"{{"sse":[],"events":[],{ends}}}"#),
        "not both",
    );
    required(
        "common",
        &format!(r#"{{"events":["RUN_BEGUN"],{ends}}}"#),
        "by their type alone",
    );
    required(
        "common",
        &format!(r#"{{"events":[{{"typ":"X"}}],{ends}}}"#),
        "missing member `event`",
    );
    required(
        "common",
        &format!(r#"{{"events":[],"end":"stop",{ends}}}"#),
        "a stream ends by",
    );
    required(
        "common",
        r#"{"events":[],"after":{"done":"ok"}}"#,
        "a run ends as",
    );
    required(
        "common",
        r#"{"events":[],"after":{"errors":"few"}}"#,
        "errors are",
    );
    required(
        "common",
        r#"{"events":[],"after":{"messages":{}}}"#,
        "a list of objects",
    );
    required(
        "common",
        r#"{"events":[],"after":{"state":{"$any":1}}}"#,
        "write {\"$any\": true}",
    );
    required(
        "common",
        r#"{"events":[],"after":{"state":{"$some":true}}}"#,
        "unknown description",
    );
    required(
        "common",
        r#"{"events":[],"updates":[]}"#,
        "no updates are listed",
    );
    required(
        "common",
        &format!(r#"{{"events":[],{ends},"holds":["split"]}}"#),
        "only bytes can be split",
    );
    required(
        "common",
        &format!(r#"{{"runs":[],{ends}}}"#),
        "has `after` in these",
    );
    required("common", r#"{"runs":[]}"#, "at least one run");
    required(
        "common",
        &format!(r#"{{"events":[],{ends},"outcomes":{{"a":{{}},"b":{{}}}}}}"#),
        "not both",
    );
    required(
        "sse",
        &format!(r#"{{"sse":[{{"text":"a"}}],{ends},"framings":"cuts"}}"#),
        "all of whose pieces are events",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"note":1}]}"#,
        "an update is about one of",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"message":"m","change":"begun"}]}"#,
        "no change of a message",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"message":7}]}"#,
        "followed by an id",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"error":"many"}]}"#,
        "an error is",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"any_order":[{"any_order":[]}]}]}"#,
        "not ordered itself",
    );
    slip(
        "common",
        Level::Informative,
        r#"{"events":[]}"#,
        "missing member `outcomes`",
    );
    slip(
        "common",
        Level::Informative,
        r#"{"runs":[{"events":[]},{"events":[]}],"outcomes":{"a":{"runs":[null]},"b":{"after":{"state":1}}}}"#,
        "1 runs of 2",
    );
}
