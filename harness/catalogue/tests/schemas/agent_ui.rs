//! The schema of the case files of agent-ui@1, and the messages of its method.

use serde_json::{Value, json};
use uiconform_catalogue::schemas::{AGENT_UI_CASE, DRIVER};

use super::case::assert_suite_fits;
use super::{assert_fits, assert_refused, edited, validator};

#[test]
fn committed_case_files_fit() {
    assert_suite_fits("agent-ui-1", AGENT_UI_CASE);
}

/// A file with a rejected case (0), one of two phases (1) and an open one (2).
fn file() -> Value {
    json!({
        "suite": "agent-ui-1", "profile": "records", "topic": "t", "given": {"full": {}},
        "cases": [
            {"name": "a", "requirements": ["AUI-3-01"], "level": "required", "why": "w", "twin": "b",
             "registry": "full", "steps": [{"envelope": {}, "expect": "not-rendered"}]},
            {"name": "b", "requirements": ["AUI-3-01"], "level": "required", "why": "w",
             "phases": [{"registry": null, "steps": []},
                        {"reload": true, "steps": [{"earlier": "e1", "renderer": "done", "expect": ["rendered", "pending"]}],
                         "records": [{"envelopeId": "e1", "renderStatus": "rendered"}]}]},
            {"name": "c", "requirements": ["AUI-3-01"], "level": "informative", "why": "w", "asks": "q",
             "registry": "full", "steps": [{"event": "x", "data": null}],
             "outcomes": {"d": {"steps": [null]}, "e": {"steps": ["ignored"]}}}
        ]
    })
}

#[test]
fn slips_of_the_pen_are_refused() {
    let validator = validator(AGENT_UI_CASE, "");
    assert_fits(&validator, &file(), "a file");
    for (pointer, new) in [
        ("/profile", Some(json!("reducer"))),
        ("/cases/0/steps/0/expect", Some(json!("shown"))),
        ("/cases/0/steps/0/expect", Some(json!(["rendered"]))),
        ("/cases/0/steps/0/event", Some(json!("x"))),
        ("/cases/0/registry", None),
        ("/cases/0/phases", Some(json!([]))),
        ("/cases/1/phases/0/registry", None),
        ("/cases/1/phases/1/reload", Some(json!(false))),
        (
            "/cases/1/phases/1/records/0/renderStatus",
            Some(json!("done")),
        ),
        ("/cases/2/asks", None),
        ("/cases/2/twin", Some(json!("a"))),
    ] {
        assert_refused(&validator, &edited(&file(), pointer, new), pointer);
    }
}

#[test]
fn broken_messages_are_refused() {
    let line = validator(DRIVER, "");
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "agent-ui/receive", "params": {"phases": [
        {"registry": null, "events": [{"event": "x", "data": null}], "render": {"e1": "hold"}},
        {"reload": {}, "sse": ["a", {"b64": "/w=="}]}
    ]}});
    assert_fits(&line, &request, "a request");
    for (pointer, new) in [
        ("/params/phases", None),
        ("/params/phases/0/registry", Some(json!({"components": []}))),
        ("/params/phases/0/events/0/data", None),
        ("/params/phases/0/render/e1", Some(json!("perhaps"))),
        ("/params/phases/1/reload", Some(json!(false))),
        ("/params/phases/1/sse/1", Some(json!(7))),
    ] {
        assert_refused(&line, &edited(&request, pointer, new), pointer);
    }
    let result = validator(DRIVER, "/$defs/receiveResult");
    let good = json!({"phases": [{"outcomes": [{"id": "e1", "outcome": "rendered"}],
                                  "calls": [{"id": "e1", "name": "n", "value": null}], "errors": [], "records": []}]});
    assert_fits(&result, &good, "a result");
    for (pointer, new) in [
        ("/phases/0/errors", None),
        ("/phases/0/outcomes/0/outcome", Some(json!("shown"))),
        ("/phases/0/calls/0/value", None),
        ("/phases/0/records", Some(json!({}))),
    ] {
        assert_refused(&result, &edited(&good, pointer, new), pointer);
    }
}
