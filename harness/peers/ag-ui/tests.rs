//! The driver tells what the crate says, for each way in and each way out.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_driver::serde_json::{self, Value, json};
use uiconform_driver::{ag_ui::Driver, answer_line};

use crate::client::{POLICY, VERSION};
use crate::driver::Peer;

fn ask(method: &str, params: Value) -> Value {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let answer = answer_line(&mut Driver::new(Peer), &request.to_string()).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

/// What one run gives.
fn run(run: Value) -> Value {
    ask("ag-ui/run", json!({"thread": "t", "runs": [run]}))["runs"][0].clone()
}

/// The updates of a run, each by its kind, with its change or its end.
fn kinds(run: &Value) -> Vec<String> {
    let kind = |update: &Value| {
        let more = ["change", "kind", "end"].map(|member| update[member].as_str());
        let more = more.into_iter().flatten().next().unwrap_or_default();
        format!("{} {more}", update["update"].as_str().unwrap())
            .trim()
            .to_owned()
    };
    run["updates"]
        .as_array()
        .unwrap()
        .iter()
        .map(kind)
        .collect()
}

fn started() -> Value {
    json!({"type": "RUN_STARTED", "threadId": "t", "runId": "r1"})
}

fn finished() -> Value {
    json!({"type": "RUN_FINISHED", "threadId": "t", "runId": "r1"})
}

fn chunk() -> Value {
    json!({"type": "TEXT_MESSAGE_CHUNK", "messageId": "m1", "delta": "Hi"})
}

#[test]
fn it_says_which_version_is_under_test() {
    let locked = format!("name = \"ag-ui\"\nversion = \"{VERSION}\"\n");
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    assert!(lock.unwrap().replace('\r', "").contains(&locked));
    let introduced = ask("initialize", json!({"protocol": 1, "suites": ["ag-ui"]}));
    assert_eq!(introduced["implementation"]["version"], VERSION);
    let profiles = introduced["profiles"].as_array().unwrap();
    assert!(profiles.contains(&json!(format!("ag-ui/{POLICY}"))));
}

#[test]
fn updates_and_what_stands_are_told() {
    let events = json!([started(), chunk(), {"type": "STATE_SNAPSHOT", "snapshot": {"count": 1}}, finished()]);
    let answer = run(json!({"run": "r1", "send": {"id": "u1", "text": "go"}, "events": events}));
    let told = kinds(&answer);
    for kind in [
        "message started",
        "message content",
        "message ended",
        "state",
    ] {
        assert!(
            told.iter().any(|told| told == kind),
            "no {kind} in {told:?}"
        );
    }
    assert_eq!(told.last().unwrap(), "done success");
    assert_eq!(answer["updates"][1]["delta"], "Hi");
    assert_eq!(answer["updates"][1]["message"]["content"], "Hi");
    assert_eq!(answer["messages"][0]["content"], "go");
    assert_eq!(
        answer["messages"][1],
        json!({"id": "m1", "role": "assistant", "content": "Hi"})
    );
    assert_eq!(answer["state"], json!({"count": 1}));
    assert_eq!(answer["reasoning"], json!([]));
    assert_eq!(answer["interrupts"], json!([]));
}

#[test]
fn a_body_goes_through_the_decoder_of_the_crate() {
    let body: String = [started(), chunk(), finished()]
        .iter()
        .map(|event| format!("data: {event}\n\n"))
        .collect();
    let (head, tail) = body.split_at(40);
    let answer = run(json!({"run": "r1", "sse": [head, tail]}));
    assert_eq!(kinds(&answer).last().unwrap(), "done success");
    assert_eq!(answer["messages"][0]["content"], "Hi");
    let broken = run(json!({"run": "r1", "sse": [head, {"b64": "/w=="}]}));
    assert_eq!(kinds(&broken), ["error bytes", "done failed"]);
}

#[test]
fn streams_that_stop_are_told_as_the_crate_tells_them() {
    let cut = |end: &str| {
        kinds(&run(
            json!({"run": "r1", "events": [started()], "end": end}),
        ))
    };
    assert_eq!(cut("eof"), ["error protocol", "done failed"]);
    assert_eq!(cut("reset"), ["error transport", "done failed"]);
    assert_eq!(cut("refused"), ["error transport", "done failed"]);
}

#[test]
fn a_state_may_be_of_a_type() {
    let snapshot = |count: Value| json!({"type": "STATE_SNAPSHOT", "snapshot": {"count": count}});
    let answer = ask(
        "ag-ui/run",
        json!({"thread": "t", "typed": true, "state": {"count": 0}, "runs": [{
            "run": "r1", "events": [started(), snapshot(json!(1)), snapshot(json!("no")), finished()]}]}),
    )["runs"][0]
        .clone();
    assert_eq!(kinds(&answer), ["state", "error state", "done success"]);
    assert_eq!(answer["state"], json!({"count": "no"}));
}

#[test]
fn interrupts_are_answered_in_the_same_session() {
    let interrupt = json!({"id": "i1", "reason": "approval"});
    let waits = json!({"type": "interrupt", "interrupts": [interrupt]});
    let mut paused = finished();
    paused["outcome"] = waits;
    let second = |mut event: Value| {
        event["runId"] = json!("r2");
        event
    };
    let answer = ask(
        "ag-ui/run",
        json!({"thread": "t", "runs": [
            {"run": "r1", "events": [started(), paused]},
            {"run": "r2", "resume": [{"interruptId": "i1", "status": "resolved", "payload": true}],
             "events": [second(started()), second(finished())]}]}),
    );
    assert_eq!(kinds(&answer["runs"][0]), ["interrupt", "done interrupted"]);
    assert_eq!(answer["runs"][0]["interrupts"], json!([interrupt]));
    assert_eq!(kinds(&answer["runs"][1]), ["done success"]);
    assert_eq!(answer["runs"][1]["interrupts"], json!([]));
}

#[test]
fn subagents_are_told_with_their_entries() {
    let answer = run(json!({"run": "r1", "events": [
        started(),
        {"type": "SUBAGENT_STARTED", "subagentRunId": "s1", "name": "research"},
        {"type": "SUBAGENT_FINISHED", "subagentRunId": "s1", "result": {"found": 3}},
        finished()]}));
    assert_eq!(
        kinds(&answer)[..2],
        ["subagent started", "subagent finished"]
    );
    assert_eq!(answer["subagents"][0]["id"], "s1");
    assert_eq!(answer["subagents"][0]["status"], "finished");
    assert_eq!(answer["subagents"][0]["result"], json!({"found": 3}));
}

#[test]
fn large_runs_may_leave_the_messages_out() {
    let answer = ask(
        "ag-ui/run",
        json!({"thread": "t", "detail": "light", "runs": [{
            "run": "r1", "events": [started(), chunk(), finished()]}]}),
    );
    let first = &answer["runs"][0]["updates"][0];
    assert_eq!(first["id"], "m1");
    assert!(first.get("message").is_none());
}
