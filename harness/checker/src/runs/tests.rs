//! What golden recordings cannot show well: what is held against nobody, and what is told once.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use super::*;

const STARTED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#;
const FINISHED: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r1"}"#;

/// The rules of all findings, each with the number of its event, from 1.
fn found(lines: &[&str]) -> Vec<String> {
    let mut recorded = RecordedRuns::new(false);
    let mut findings: Vec<Finding> = Vec::new();
    for line in lines {
        findings.extend(recorded.event(line));
    }
    findings.extend(recorded.finish());
    let told = findings.iter();
    told.map(|one| format!("{} {}", one.event + 1, one.objection.rule))
        .collect()
}

#[test]
fn a_start_that_is_missed_is_missed_once() {
    let content = r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}"#;
    let end = r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#;
    assert_eq!(
        found(&[STARTED, content, content, content, end, FINISHED]),
        ["2 AGU-ORDER-08"]
    );
}

#[test]
fn what_a_lost_event_may_explain_is_held_against_nobody() {
    let args = r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{"}"#;
    let end = r#"{"type":"TOOL_CALL_END","toolCallId":"c1"}"#;
    let patch = r#"{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a"}]}"#;
    let snapshot = r#"{"type":"STATE_SNAPSHOT","snapshot":{}}"#;
    assert_eq!(
        found(&[STARTED, snapshot, "{", args, end, patch, FINISHED]),
        ["3 AGU-SSE-09", "6 AGU-STATE-11"]
    );
    // A snapshot makes the state known again.
    assert_eq!(
        found(&[STARTED, "{", snapshot, patch, FINISHED]),
        ["2 AGU-SSE-09", "4 AGU-STATE-03"]
    );
    // What is lost may be the start of a run, or its end.
    assert_eq!(found(&["{", snapshot, FINISHED]), ["1 AGU-SSE-09"]);
    let other = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r2"}"#;
    assert_eq!(
        found(&[STARTED, "{", other, FINISHED.replace("r1", "r2").as_str()]),
        ["2 AGU-SSE-09"]
    );
}

#[test]
fn an_event_that_cannot_be_read_counts_as_what_it_was_meant_for() {
    let start = r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"robot"}"#;
    let content = r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}"#;
    let end = r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#;
    assert_eq!(
        found(&[STARTED, start, content, end, FINISHED]),
        ["2 AGU-EVENT-10"]
    );
    let finish = r#"{"type":"RUN_FINISHED","threadId":"t"}"#;
    assert_eq!(
        found(&[STARTED, finish, content]),
        ["2 AGU-EVENT-06", "3 AGU-STREAM-12"]
    );
    let nameless = r#"{"type":"RUN_STARTED","threadId":"t"}"#;
    assert_eq!(found(&[nameless, FINISHED]), ["1 AGU-EVENT-06"]);
}

#[test]
fn a_run_that_starts_late_is_told_of_once() {
    let message = r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}"#;
    let end = r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#;
    assert_eq!(
        found(&[message, STARTED, end, FINISHED]),
        ["1 AGU-ORDER-04"]
    );
}

#[test]
fn many_open_things_are_told_up_to_a_number() {
    let starts: Vec<String> = (0..50)
        .map(|id| format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"m{id}"}}"#))
        .collect();
    let mut lines = vec![STARTED];
    lines.extend(starts.iter().map(String::as_str));
    lines.push(FINISHED);
    assert_eq!(found(&lines).len(), 20);
}

#[test]
fn a_run_adds_up_to_its_thread() {
    let mut recorded = RecordedRuns::new(false);
    let chunk = r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"x"}"#;
    let orphan = r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m2","delta":"x"}"#;
    for line in [STARTED, chunk, orphan, FINISHED] {
        recorded.event(line);
    }
    let thread = &recorded.threads()[0];
    assert_eq!(thread.session.messages().len(), 1);
    assert_eq!(thread.state(), None);
    assert_eq!(thread.runs[0].end, RunEnd::Success { result: None });
    assert_eq!(thread.runs[0].refused, 1);
    assert_eq!(recorded.statistics().messages, 1);
}
