//! Sizes that an agent should not send, and may.

use uiconform_json::Value;
use uiconform_protocols::ag_ui::{Policy, Stop};

use crate::{FINISHED, STARTED, run, session};

#[test]
fn a_delta_of_ten_megabytes_is_a_delta() {
    let text = "0123456789".repeat(1_000_000);
    let chunk = format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"{text}"}}"#);
    let mut session = session(Policy::Seed);
    let told = run(&mut session, &[STARTED, &chunk, FINISHED], Stop::Ended);
    assert_eq!(told, ["started", "content", "ended", "done success"]);
    let content = session.messages()[0].document().get("content");
    assert_eq!(content.and_then(Value::as_str), Some(&*text));
}

#[test]
fn a_state_may_nest_as_deep_as_it_is_long() {
    let depth = 200_000;
    let nested = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let snapshot = format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{{"a":{nested}}}}}"#);
    let copy = r#"{"type":"STATE_DELTA","delta":[{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b","value":0}]}"#;
    let test = format!(
        r#"{{"type":"STATE_DELTA","delta":[{{"op":"test","path":"/a","value":{nested}}}]}}"#
    );
    let raw = format!(r#"{{"type":"RAW","event":{nested}}}"#);
    let mut session = session(Policy::Seed);
    let events = [STARTED, &snapshot, copy, &test, &raw, FINISHED];
    let told = run(&mut session, &events, Stop::Ended);
    assert_eq!(told, ["state", "error patch", "state", "done success"]);
    assert_eq!(session.state.to_text(), format!(r#"{{"a":{nested}}}"#));
}

#[test]
fn ten_thousand_subagents_may_speak_in_chunks_at_once() {
    let count = 10_000;
    let first = (0..count).map(|id| {
        format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m{id}","delta":"a","subagentRunId":"s{id}"}}"#)
    });
    let second = (0..count).map(|id| {
        format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","delta":"b","subagentRunId":"s{id}"}}"#)
    });
    let events: Vec<String> = first.chain(second).collect();
    let mut texts = vec![STARTED];
    texts.extend(events.iter().map(String::as_str));
    texts.push(FINISHED);
    let mut session = session(Policy::Seed);
    let told = run(&mut session, &texts, Stop::Ended);
    assert_eq!(told.len(), 4 * count + 1);
    let all_have_both = session
        .messages()
        .iter()
        .all(|message| message.document().get("content").and_then(Value::as_str) == Some("ab"));
    assert!(all_have_both && session.messages().len() == count);
}

#[test]
fn a_patch_of_many_operations_that_fails_at_the_last_is_undone() {
    let operations: Vec<String> = (0..20_000)
        .map(|index| match index % 3 {
            0 => format!(r#"{{"op":"add","path":"/l/0","value":{index}}}"#),
            1 => format!(r#"{{"op":"add","path":"/o/k{index}","value":null}}"#),
            _ => r#"{"op":"replace","path":"/x","value":[]}"#.to_owned(),
        })
        .collect();
    let patch = format!(
        r#"{{"type":"STATE_DELTA","delta":[{},{{"op":"remove","path":"/gone"}}]}}"#,
        operations.join(",")
    );
    let snapshot = r#"{"type":"STATE_SNAPSHOT","snapshot":{"l":[],"o":{},"x":1}}"#;
    let mut session = session(Policy::Seed);
    let told = run(
        &mut session,
        &[STARTED, snapshot, &patch, FINISHED],
        Stop::Ended,
    );
    assert_eq!(told, ["state", "error patch", "done success"]);
    assert_eq!(session.state.to_text(), r#"{"l":[],"o":{},"x":1}"#);
}
