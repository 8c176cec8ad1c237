//! The schemas of the profiles that are about whole deliveries: `delivery`, `resume` and `emitter`.

use serde_json::{Value, json};
use uiconform_catalogue::schemas::{CASE, DRIVER};

use super::{assert_fits, assert_refused, edited, validator};

fn file(profile: &str, cases: Value) -> Value {
    json!({"suite": "agentue-1.1", "profile": profile, "topic": "A topic", "cases": cases})
}

/// An accepted case (0), one that may be refused (1), and an open one (2).
fn delivery_file() -> Value {
    let end = json!({"op": "end", "seq": 2});
    file(
        "delivery",
        json!([
            {
                "name": "takes-an-end", "requirements": ["AUE-5-04"], "level": "required", "why": "It is in its place.",
                "steps": [{"event": end, "expect": "accept"}], "complete": ["", "s"], "holds": ["repeat", "fresh"]
            },
            {
                "name": "takes-it-or-not", "requirements": ["AUE-4.1-07"], "level": "recommended", "why": "Both are lawful.",
                "twin": "takes-an-end", "differs_at": ["/events/0/seq"],
                "steps": [{"event": end, "expect": "either"}], "complete": {"accepted": [""], "rejected": []}
            },
            {
                "name": "left-open", "requirements": ["AUE-4.1-10"], "level": "informative", "why": "The text is silent.",
                "asks": "an end", "steps": [{"event": end}],
                "outcomes": {"takes-it": {"steps": ["accept"], "complete": [""]}, "refuses-it": {"steps": ["reject"], "complete": []}}
            }
        ]),
    )
}

/// One cursor (0), several (1), one that is resumed again (2), and an open case (3).
fn resume_file() -> Value {
    let end = json!({"op": "end", "seq": 2});
    let mut file = file(
        "resume",
        json!([
            {
                "name": "goes-on", "requirements": ["AUE-6-10"], "level": "required", "why": "It follows.",
                "log": "chat", "cursor": 1, "holds": ["repeat"],
                "expect": {"start": {"model": "done", "seq": 1}, "then": [2, end], "ends": true, "stream_id": "", "final": {"version": "1.1"}}
            },
            {
                "name": "goes-on-everywhere", "requirements": ["AUE-6-13"], "level": "required", "why": "It follows.",
                "log": [end, {"times": 9, "event": {"op": "ping", "seq": {"$count": 5}}}], "cursors": [1, 2], "expect": {"final": "done"}
            },
            {
                "name": "goes-on-again", "requirements": ["AUE-6-14"], "level": "required", "why": "It follows.",
                "log": "chat", "cursor": 1, "again": [1], "expect": {"start": {"seq": {"below": 2}}, "final": "done"}
            },
            {
                "name": "left-open", "requirements": ["AUE-6-20"], "level": "informative", "why": "The text is silent.",
                "asks": "a cursor", "log": "chat", "cursor": 9, "outcomes": {"refuses-it": "refused", "ends": {"ends": true}}
            }
        ]),
    );
    file["given"] = json!({"chat": [end], "done": {"version": "1.1"}});
    file
}

/// Accepted actions (0), one that may be refused (1), and an open case (2).
fn emitter_file() -> Value {
    let start = json!({"do": "start", "model": {"version": "1.1"}});
    let mut file = file(
        "emitter",
        json!([
            {
                "name": "starts", "requirements": ["AUE-5-11"], "level": "required", "why": "It is lawful.",
                "stream_id": "s", "consumer": "inline-only", "largest": 1000, "holds": ["fresh"],
                "steps": [{"action": start, "expect": "accept"}, {"action": {"do": "ping"}, "times": 3, "expect": "accept"}],
                "result": "given"
            },
            {
                "name": "starts-or-not", "requirements": ["AUE-3.5-08"], "level": "required", "why": "Both are lawful.",
                "twin": "starts", "differs_at": ["/actions/0/model"],
                "steps": [{"action": start, "expect": "either"}], "result": {"accepted": "any", "rejected": null}
            },
            {
                "name": "left-open", "requirements": ["AUE-5-16"], "level": "informative", "why": "The text is silent.",
                "asks": "a start", "steps": [{"action": start}],
                "outcomes": {"sends-it": {"steps": ["accept"], "result": "given"}, "refuses-it": {"steps": ["reject"], "result": null}}
            }
        ]),
    );
    file["given"] = json!({"given": {"version": "1.1"}});
    file
}

#[test]
fn what_the_forms_allow_fits() {
    let validator = validator(CASE, "");
    for file in [delivery_file(), resume_file(), emitter_file()] {
        assert_fits(&validator, &file, "a file");
    }
    let long = json!({"$text": {"of": "s", "times": 256}});
    let delivery = edited(&delivery_file(), "/cases/0/complete", Some(json!([long])));
    assert_fits(&validator, &delivery, "a long stream identifier");
    let between = json!({"at_least": 20, "below": 30});
    let resume = edited(&resume_file(), "/cases/0/expect/start/seq", Some(between));
    assert_fits(&validator, &resume, "a position between two");
}

#[test]
fn slips_in_a_delivery_file_are_refused() {
    let base = delivery_file();
    for pointer in [
        "/cases/0/complete",
        "/cases/0/steps",
        "/cases/0/steps/0/expect",
        "/cases/1/twin",
        "/cases/1/complete/rejected",
        "/cases/2/asks",
        "/cases/2/outcomes/takes-it/complete",
    ] {
        assert_refused(&validator(CASE, ""), &edited(&base, pointer, None), pointer);
    }
    refuses(
        &base,
        &[
            ("/given", json!({})),
            ("/amid", json!({})),
            ("/cases/0/complete", json!("")),
            ("/cases/0/complete", json!(["s", "s"])),
            ("/cases/0/complete", json!([5])),
            ("/cases/0/result", json!({})),
            ("/cases/0/model", Value::Null),
            ("/cases/0/holds", json!(["replay"])),
            ("/cases/0/twin", json!("takes-it-or-not")),
            ("/cases/1/complete", json!([])),
            ("/cases/2/complete", json!([])),
            ("/cases/2/steps/0/expect", json!("accept")),
            ("/cases/2/outcomes/takes-it/result", json!({})),
        ],
    );
}

#[test]
fn slips_in_a_resume_file_are_refused() {
    let base = resume_file();
    for pointer in [
        "/cases/0/log",
        "/cases/0/cursor",
        "/cases/0/expect",
        "/cases/1/log/1/event",
        "/cases/2/expect/final",
        "/cases/3/asks",
        "/cases/3/outcomes",
    ] {
        assert_refused(&validator(CASE, ""), &edited(&base, pointer, None), pointer);
    }
    refuses(
        &base,
        &[
            ("/given/chat", json!("chat")),
            ("/amid", json!({})),
            ("/cases/0/log", json!([])),
            ("/cases/0/log", json!([5])),
            ("/cases/0/cursor", json!(-1)),
            ("/cases/0/cursors", json!([1])),
            ("/cases/0/expect", json!({})),
            ("/cases/0/expect", json!("refused")),
            ("/cases/0/expect/start", json!({})),
            ("/cases/0/expect/start/seq", json!("1")),
            ("/cases/0/expect/start/seq", json!({"above": 1})),
            ("/cases/0/expect/then", json!(["2"])),
            ("/cases/0/expect/ends", json!(1)),
            ("/cases/0/twin", json!("goes-on-again")),
            ("/cases/0/holds", json!(["trace"])),
            ("/cases/1/expect/then", json!([])),
            ("/cases/2/again", json!([])),
            ("/cases/3/expect", json!({"ends": true})),
            ("/cases/3/outcomes/refuses-it", json!("rejected")),
        ],
    );
}

#[test]
fn slips_in_an_emitter_file_are_refused() {
    let base = emitter_file();
    for pointer in [
        "/cases/0/steps",
        "/cases/0/result",
        "/cases/0/steps/0/expect",
        "/cases/0/steps/0/action",
        "/cases/0/steps/0/action/do",
        "/cases/1/twin",
        "/cases/2/outcomes",
    ] {
        assert_refused(&validator(CASE, ""), &edited(&base, pointer, None), pointer);
    }
    refuses(
        &base,
        &[
            ("/given/any", json!({})),
            ("/given/log", json!([])),
            ("/amid", json!({})),
            ("/cases/0/consumer", json!("all")),
            ("/cases/0/stream_id", Value::Null),
            ("/cases/0/largest", json!("1 MiB")),
            ("/cases/0/steps/0/action/do", json!("stop")),
            ("/cases/0/steps/0/event", json!({})),
            ("/cases/0/steps/1/times", json!(0)),
            ("/cases/0/result", json!([])),
            ("/cases/0/holds", json!(["resume"])),
            ("/cases/1/result", Value::Null),
            ("/cases/1/differs_at/0", json!("/events/0")),
            ("/cases/2/result", Value::Null),
            ("/cases/2/steps/0/expect", json!("accept")),
        ],
    );
}

#[track_caller]
fn refuses(base: &Value, slips: &[(&str, Value)]) {
    let validator = validator(CASE, "");
    for (pointer, new) in slips {
        let file = edited(base, pointer, Some(new.clone()));
        assert_refused(&validator, &file, &format!("{new} at {pointer}"));
    }
}

#[test]
fn params_of_another_form_are_refused() {
    let line = validator(DRIVER, "");
    let request = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let log = json!([{"op": "end", "seq": 1}]);
    let set = json!({"do": "set_field", "block_id": "a", "path": ["x"], "value": null});
    for (method, good, bad) in [
        (
            "agentue/deliver",
            json!({"events": []}),
            vec![json!({}), json!({"events": [], "wire": []})],
        ),
        (
            "agentue/resume",
            json!({"log": log, "cursor": 1}),
            vec![
                json!({"log": log}),
                json!({"log": [5], "cursor": 1}),
                json!({"log": log, "cursor": "1"}),
            ],
        ),
        (
            "agentue/emit",
            json!({"actions": [set, {"do": "ping"}], "stream_id": "s", "consumer": "inline-only"}),
            vec![
                json!({"stream_id": "s"}),
                json!({"actions": [{"do": "set_field", "block_id": "a", "path": ["x"]}]}),
                json!({"actions": [{"do": "set_meta", "path": [], "value": 1}]}),
                json!({"actions": [{"do": "stop"}]}),
                json!({"actions": [], "consumer": "all"}),
            ],
        ),
    ] {
        assert_fits(&line, &request(method, good), method);
        for params in bad {
            assert_refused(&line, &request(method, params), method);
        }
    }
}

#[test]
fn results_of_another_form_are_refused() {
    let step = json!([{"ok": true}]);
    let events = json!([{"op": "end", "seq": 1}]);
    for (name, good, bad) in [
        (
            "deliverResult",
            vec![json!({"steps": step, "complete": ["", "s"], "later": 1})],
            vec![
                json!({"steps": step}),
                json!({"steps": step, "complete": ["s", "s"]}),
                json!({"steps": step, "complete": [null]}),
            ],
        ),
        (
            "resumeResult",
            vec![json!({"events": events}), json!({"error": "no"})],
            vec![
                json!({}),
                json!({"events": events, "error": "no"}),
                json!({"events": ["end"]}),
            ],
        ),
        (
            "emitResult",
            vec![json!({"steps": step, "events": events})],
            vec![
                json!({"steps": step}),
                json!({"steps": step, "events": [5]}),
            ],
        ),
    ] {
        let validator = validator(DRIVER, &format!("/$defs/{name}"));
        for result in good {
            assert_fits(&validator, &result, name);
        }
        for result in bad {
            assert_refused(&validator, &result, name);
        }
    }
}
