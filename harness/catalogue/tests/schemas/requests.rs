//! The schemas of the profiles of which a case is one request: `framing`, `resolver` and `host`.

use serde_json::{Value, json};
use uiconform_catalogue::schemas::{CASE, DRIVER};

use super::{assert_fits, assert_refused, edited, validator};

fn file(profile: &str, cases: Value) -> Value {
    json!({"suite": "agentue-1.1", "profile": profile, "topic": "A topic", "given": {"some": {"id": "a"}}, "cases": cases})
}

fn case(level: &str, members: Value) -> Value {
    let mut case = json!({"name": "does-it", "requirements": ["AUE-3.3-19"], "level": level, "why": "It must."});
    for (name, value) in members.as_object().unwrap() {
        case[name] = value.clone();
    }
    case
}

/// Frames that are joined (0) and refused (1), blocks that are split (2) and refused (3), and open points (4, 5).
fn framing() -> Value {
    let frame =
        json!({"id": "f", "type": "frame", "block_id": "a", "seq": 0, "total": 1, "data": "{}"});
    let outcomes = json!({"takes-it": {"expect": "accept", "result": "some"}, "refuses-it": {"expect": "reject"}});
    file(
        "framing",
        json!([
            case(
                "required",
                json!({"frames": [frame, null, {"$list": {"of": {"seq": {"$count": 0}}, "times": 3}}], "expect": "accept", "result": {"id": "a"}, "holds": ["repeat"]})
            ),
            case(
                "required",
                json!({"frames": [], "expect": "reject", "twin": "does-it", "differs_at": ["/frames/0"]})
            ),
            case(
                "required",
                json!({"block": "some", "max_bytes": 400, "expect": "accept", "holds": ["budget", "characters", "rejoin", "fresh"]})
            ),
            case(
                "recommended",
                json!({"block": {"id": "a"}, "max_bytes": 0, "expect": "reject", "twin": "agentue-1.1/frames/splits/does-it"})
            ),
            case(
                "informative",
                json!({"asks": "what", "frames": [frame], "outcomes": outcomes})
            ),
            case(
                "informative",
                json!({"asks": "what", "block": "some", "max_bytes": 9, "outcomes": outcomes})
            ),
        ]),
    )
}

/// Loads that are applied (0) and not (1), an open point (2), and one load of two that is not applied (3).
fn resolver() -> Value {
    let load = json!([{"block_id": "r", "ref": "k", "block": null}]);
    file(
        "resolver",
        json!([
            case(
                "required",
                json!({"model": "some", "resolutions": load, "expect": "accept", "result": {}, "holds": ["repeat", "fresh"]})
            ),
            case(
                "required",
                json!({"model": {}, "resolutions": load, "expect": "reject", "result": "unchanged", "twin": "does-it", "differs_at": ["/resolutions/0/block"]})
            ),
            case(
                "informative",
                json!({"asks": "what", "model": {}, "resolutions": [], "outcomes": {"a": {"expect": "accept", "result": "unchanged"}, "b": {"expect": "reject"}}})
            ),
            case(
                "required",
                json!({"model": {}, "resolutions": load, "expect": "reject", "result": ["unchanged", {}], "twin": "does-it"})
            ),
        ]),
    )
}

/// Inputs that are applied (0), one that waits (1), some that are not applied (2), and an open point (3).
fn host() -> Value {
    let event =
        json!({"event": {"op": "ping", "seq": {"$count": 1}}, "times": 3, "expect": "accept"});
    let load = json!({"loaded": {"block_id": "r", "ref": "k", "block": null}, "expect": "accept"});
    let patch = json!({"event": 5, "expect": "defer"});
    file(
        "host",
        json!([
            case(
                "required",
                json!({"model": "some", "inputs": [event, load], "result": {}, "holds": ["fresh"]})
            ),
            case(
                "required",
                json!({"model": {}, "inputs": [patch, load], "result": {"deferred": {}, "refused": "unchanged"}})
            ),
            case(
                "required",
                json!({"model": {}, "inputs": [
                {"loaded": {"block_id": "r", "ref": "k", "failure": ""}, "expect": "ignore"}, {"event": null, "expect": "reject"}
            ], "result": "unchanged", "twin": "does-it", "differs_at": ["/inputs/0/loaded"]})
            ),
            case(
                "informative",
                json!({"asks": "what", "model": {}, "inputs": [{"event": {}}], "outcomes": {
                    "a": {"steps": [null], "result": {}}, "b": {"steps": ["deferred"], "result": "unchanged"}
                }})
            ),
        ]),
    )
}

#[test]
fn what_the_forms_allow_fits() {
    let validator = validator(CASE, "");
    for file in [framing(), resolver(), host()] {
        assert_fits(&validator, &file, "the file");
    }
}

#[test]
fn slips_in_case_files_are_refused() {
    let validator = validator(CASE, "");
    let refused = |base: &Value, pointer: &str, new: Option<Value>| {
        let file = edited(base, pointer, new.clone());
        assert_refused(&validator, &file, &format!("{new:?} at {pointer}"));
    };
    let (framing, resolver, host) = (framing(), resolver(), host());
    for (pointer, new) in [
        ("/amid", Some(json!({}))),
        ("/cases/0/frames", None),
        ("/cases/0/result", None),
        ("/cases/0/expect", None),
        ("/cases/0/expect", Some(json!("either"))),
        ("/cases/0/block", Some(json!({}))),
        ("/cases/0/max_bytes", Some(json!(5))),
        ("/cases/0/holds/0", Some(json!("budget"))),
        ("/cases/0/twin", Some(json!("does-it"))),
        ("/cases/0/steps", Some(json!([]))),
        ("/cases/1/result", Some(json!({}))),
        ("/cases/1/twin", None),
        ("/cases/1/differs_at/0", Some(json!("frames"))),
        ("/cases/2/result", Some(json!({}))),
        ("/cases/2/max_bytes", None),
        ("/cases/2/max_bytes", Some(json!(-1))),
        ("/cases/2/block", Some(json!([]))),
        ("/cases/4/expect", Some(json!("accept"))),
        ("/cases/4/outcomes/other", Some(json!({"expect": "reject"}))),
        ("/cases/4/outcomes/takes-it/result", None),
        ("/cases/4/outcomes/refuses-it/result", Some(json!({}))),
    ] {
        refused(&framing, pointer, new);
    }
    for (pointer, new) in [
        ("/cases/0/model", None),
        ("/cases/0/model", Some(Value::Null)),
        ("/cases/0/resolutions", None),
        ("/cases/0/result", None),
        ("/cases/0/expect", None),
        ("/cases/0/holds/0", Some(json!("rejoin"))),
        ("/cases/0/frames", Some(json!([]))),
        ("/cases/1/twin", None),
        ("/cases/2/result", Some(json!({}))),
        ("/cases/2/asks", None),
        ("/cases/3/result", Some(json!([{}]))),
        ("/cases/3/result/0", Some(json!(5))),
        ("/cases/0/result", Some(json!([{}, {}]))),
    ] {
        refused(&resolver, pointer, new);
    }
    for (pointer, new) in [
        ("/cases/0/inputs", Some(json!([]))),
        ("/cases/0/inputs/0/expect", None),
        ("/cases/0/inputs/0/expect", Some(json!("applied"))),
        (
            "/cases/0/inputs/0/loaded",
            Some(json!({"block_id": "r", "ref": "k", "block": 1})),
        ),
        ("/cases/0/inputs/1/loaded/ref", None),
        ("/cases/0/inputs/1/loaded/failure", Some(json!("gone"))),
        ("/cases/0/inputs/1/loaded/block", None),
        (
            "/cases/0/result",
            Some(json!({"deferred": {}, "refused": 5})),
        ),
        ("/cases/0/expect", Some(json!("accept"))),
        ("/cases/0/twin", Some(json!("does-it"))),
        ("/cases/1/result", Some(json!({}))),
        ("/cases/1/result/refused", None),
        ("/cases/2/twin", None),
        ("/cases/3/inputs/0/expect", Some(json!("accept"))),
        ("/cases/3/outcomes/a/steps/0", Some(json!("accept"))),
        ("/cases/3/outcomes/b/result", None),
    ] {
        refused(&host, pointer, new);
    }
}

fn answer(result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "result": result})
}

#[test]
fn broken_params_are_refused() {
    let line = validator(DRIVER, "");
    let request = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let load = json!({"block_id": "r", "ref": "k", "block": null});
    for (method, params, slips) in [
        (
            "agentue/frame",
            json!({"block": null, "max_bytes": 0}),
            vec![
                ("/params/block", None),
                ("/params/max_bytes", Some(json!("9"))),
            ],
        ),
        (
            "agentue/unframe",
            json!({"frames": [null]}),
            vec![("/params/frames", Some(json!({})))],
        ),
        (
            "agentue/resolve",
            json!({"model": {}, "resolutions": [load]}),
            vec![
                ("/params/model", Some(Value::Null)),
                ("/params/resolutions/0/ref", None),
                ("/params/resolutions/0/failure", Some(json!("gone"))),
            ],
        ),
        (
            "agentue/host",
            json!({"model": {}, "inputs": [{"event": null}, {"loaded": load}]}),
            vec![
                ("/params/inputs/0/loaded", Some(load.clone())),
                ("/params/inputs/1/loaded", None),
                ("/params/inputs/1/loaded/block", None),
            ],
        ),
    ] {
        let good = request(method, params);
        assert_fits(&line, &good, method);
        for (pointer, new) in slips {
            assert_refused(&line, &edited(&good, pointer, new), pointer);
        }
    }
}

#[test]
fn broken_results_are_refused() {
    let line = validator(DRIVER, "");
    for good in [
        json!({"frames": [{}]}),
        json!({"block": {}}),
        json!({"model": {}}),
        json!({"error": "no"}),
        json!({"steps": ["applied", "deferred", "refused"], "model": {}}),
    ] {
        assert_fits(&line, &answer(good), "a result");
    }
    for (name, bad) in [
        ("frameResult", json!({"frames": {}})),
        ("frameResult", json!({"frames": [], "error": "no"})),
        ("unframeResult", json!({"block": null})),
        ("unframeResult", json!({})),
        ("resolveResult", json!({"model": null})),
        ("hostResult", json!({"steps": [true], "model": {}})),
        ("hostResult", json!({"steps": []})),
    ] {
        let result = validator(DRIVER, &format!("/$defs/{name}"));
        assert_refused(&result, &bad, name);
    }
}
