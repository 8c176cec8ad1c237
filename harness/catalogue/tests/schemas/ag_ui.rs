//! The schema of the case files of AG-UI, and the messages of its method.

use serde_json::{Value, json};
use uiconform_catalogue::schemas::{AG_UI_CASE, DRIVER};

use super::case::assert_suite_fits;
use super::{assert_fits, assert_refused, edited, validator};

#[test]
fn committed_case_files_fit() {
    assert_suite_fits("ag-ui", AG_UI_CASE);
}

/// A file with a rejected case (0), one of two runs (1), an open one (2) and one with updates (3).
fn file() -> Value {
    json!({
        "suite": "ag-ui", "profile": "updates", "topic": "t",
        "cases": [
            {"name": "a", "requirements": ["AGU-END-08"], "level": "required", "why": "w", "twin": "b",
             "differs_at": ["/runs/0/events/1"],
             "events": ["RUN_STARTED", {"refused": {"type": "X"}}, {"times": 3, "event": {"type": "Y"}}], "end": "eof",
             "after": {"done": "failed", "errors": "some"}},
            {"name": "b", "requirements": ["AGU-END-08"], "level": "required", "why": "w", "state": 1,
             "runs": [{"send": {"id": "u", "text": "Hi"}, "events": [], "after": {"done": {"end": "success", "result": null}}},
                      {"resume": [{"interruptId": "i", "status": "resolved"}], "events": [], "after": {"messages": []}}]},
            {"name": "c", "requirements": ["AGU-END-08"], "level": "informative", "why": "w", "asks": "q", "events": [],
             "outcomes": {"d": {"runs": [null]}, "e": {"after": {"done": {"$any": true}}}}},
            {"name": "f", "requirements": ["AGU-END-08"], "level": "required", "why": "w", "events": [], "also": {"g": []},
             "updates": [{"message": "m", "change": "started"}, {"optional": {"state": 1}}, {"any_order": [{"error": "some"}]},
                         {"times": 2, "update": {"message": {"$any": true}, "change": "content", "delta": "{n}"}}, {"done": "success"}]}
        ]
    })
}

#[test]
fn slips_of_the_pen_are_refused() {
    let validator = validator(AG_UI_CASE, "");
    assert_fits(&validator, &file(), "a file");
    for (pointer, new) in [
        ("/profile", Some(json!("frontend"))),
        ("/profile", Some(json!("common"))),
        ("/given", Some(json!({}))),
        ("/cases/0/end", Some(json!("stop"))),
        ("/cases/0/events/0", Some(json!("RUN_BEGUN"))),
        ("/cases/0/events/1", Some(json!({"refuse": {}}))),
        ("/cases/0/events", None),
        ("/cases/0/sse", Some(json!([]))),
        ("/cases/0/after/done", Some(json!("ok"))),
        ("/cases/0/after/errors", Some(json!(1))),
        ("/cases/0/after/message", Some(json!([]))),
        ("/cases/0/asks", Some(json!("q"))),
        ("/cases/1/events", Some(json!([]))),
        ("/cases/1/runs", Some(json!([]))),
        ("/cases/1/runs/0/send/text", None),
        ("/cases/1/runs/1/resume/0/status", Some(json!("done"))),
        ("/cases/2/asks", None),
        ("/cases/2/twin", Some(json!("a"))),
        ("/cases/2/outcomes/d", None),
        ("/cases/3/updates/0/change", Some(json!("begun"))),
        ("/cases/3/updates/0/text", Some(json!("x"))),
        ("/cases/3/updates/2/any_order/0/error", Some(json!("many"))),
        ("/cases/3/updates/3/times", Some(json!(0))),
    ] {
        assert_refused(&validator, &edited(&file(), pointer, new), pointer);
    }
}

#[test]
fn broken_messages_are_refused() {
    let line = validator(DRIVER, "");
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "ag-ui/run", "params": {"thread": "t", "runs": [
        {"run": "r1", "send": {"id": "u", "text": "Hi"}, "events": [null, {"type": "X"}], "end": "reset"},
        {"run": "r2", "sse": ["a", {"b64": "/w=="}]}
    ]}});
    assert_fits(&line, &request, "a request");
    for (pointer, new) in [
        ("/params/thread", None),
        ("/params/runs/0/run", None),
        ("/params/runs/0/events", None),
        ("/params/runs/0/end", Some(json!("stop"))),
        ("/params/runs/1/events", Some(json!([]))),
        ("/params/runs/1/sse/1", Some(json!(7))),
        ("/params/detail", Some(json!("some"))),
    ] {
        assert_refused(&line, &edited(&request, pointer, new), pointer);
    }
    let result = validator(DRIVER, "/$defs/runResult");
    let good = json!({"runs": [{"updates": [{"update": "done", "end": "success"}], "messages": [{}], "state": null, "subagents": null}]});
    assert_fits(&result, &good, "a result");
    for (pointer, new) in [
        ("/runs/0/updates/0/update", None),
        ("/runs/0/messages", None),
        ("/runs/0/messages/0", Some(json!("m"))),
        ("/runs/0/state", None),
        ("/runs/0/subagents", Some(json!({}))),
    ] {
        assert_refused(&result, &edited(&good, pointer, new), pointer);
    }
}
