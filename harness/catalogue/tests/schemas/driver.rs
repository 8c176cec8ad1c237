//! The schema of the driver protocol.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use uiconform_catalogue::schemas::DRIVER;
use uiconform_driver::agentue::{AgentUe, Driver};
use uiconform_driver::{
    Implementation, InitializeParams, InitializeResult, Limits, PROTOCOL_VERSION, answer_line,
};

use super::{assert_fits, assert_refused, edited, validator};

/// Takes any event that is an object, and keeps it as the model.
struct Keeper;

impl AgentUe for Keeper {
    type Event = String;
    type Model = Option<String>;
    type Streams = Vec<String>;

    fn implementation(&self) -> Implementation {
        Implementation::new("keeper", "1").in_language("Rust")
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        Ok(text.to_owned())
    }

    fn load(&mut self, model: Option<&RawValue>, _seq: u64) -> Result<Self::Model, String> {
        Ok(model.map(|model| model.get().to_owned()))
    }

    fn apply(&mut self, model: &mut Self::Model, event: &String) -> Result<(), String> {
        if !event.starts_with('{') {
            return Err("an event is an object".to_owned());
        }
        *model = Some(event.clone());
        Ok(())
    }

    fn snapshot(&mut self, model: &Self::Model) -> String {
        model.clone().unwrap_or_else(|| "null".to_owned())
    }

    fn routes(&self) -> bool {
        true
    }

    fn streams(&mut self) -> Result<Self::Streams, String> {
        Ok(Vec::new())
    }

    fn route(&mut self, streams: &mut Self::Streams, event: &String) -> Result<(), String> {
        streams.push(event.clone());
        Ok(())
    }

    fn models(&mut self, streams: &Self::Streams) -> Vec<(String, String)> {
        let model = |model: &String| ("\"s\"".to_owned(), model.clone());
        streams.iter().map(model).collect()
    }
}

/// A request, and the definition that its result fits; none if it is answered with an error.
fn requests() -> Vec<(Value, Option<&'static str>)> {
    let request = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
    let initialize = InitializeParams {
        protocol: PROTOCOL_VERSION,
        suites: vec!["agentue-1.1".to_owned()],
    };
    vec![
        (
            request("initialize", serde_json::to_value(initialize).unwrap()),
            Some("initializeResult"),
        ),
        (
            request(
                "agentue/reduce",
                json!({"model": null, "events": [5, {}, "x"]}),
            ),
            Some("reduceResult"),
        ),
        (
            request(
                "agentue/reduce",
                json!({"model": {"version": "1.1"}, "model_seq": 1, "wire": ["oops", "{}"], "replay": true, "trace": true}),
            ),
            Some("reduceResult"),
        ),
        (
            request("agentue/route", json!({"events": [{"op": "start"}]})),
            Some("routeResult"),
        ),
        (
            request("agentue/route", json!({"wire": ["{}"]})),
            Some("routeResult"),
        ),
        (request("agentue/emit", json!({"actions": []})), None),
    ]
}

#[test]
fn requests_and_the_answers_of_the_rust_driver_fit() {
    let line = validator(DRIVER, "");
    let mut driver = Driver::new(Keeper);
    for (request, result) in requests() {
        assert_fits(&line, &request, "a request");
        let answer = answer_line(&mut driver, &request.to_string()).unwrap();
        let answer = serde_json::from_str(&answer).unwrap();
        assert_fits(&line, &answer, "an answer");
        match result {
            Some(name) => {
                let result = &answer["result"];
                assert_fits(&validator(DRIVER, &format!("/$defs/{name}")), result, name);
            }
            None => assert_fits(
                &validator(DRIVER, "/$defs/errorAnswer"),
                &answer,
                "an error",
            ),
        }
    }
    let unreadable = answer_line(&mut driver, "{").unwrap();
    assert_fits(
        &line,
        &serde_json::from_str(&unreadable).unwrap(),
        "an error without an id",
    );
    assert_fits(
        &line,
        &json!({"jsonrpc": "2.0", "method": "shutdown"}),
        "the shutdown",
    );
}

#[test]
fn what_a_driver_says_of_itself_may_be_short_long_or_newer() {
    let result = validator(DRIVER, "/$defs/initializeResult");
    let full = InitializeResult {
        protocol: PROTOCOL_VERSION,
        implementation: Implementation {
            url: Some("https://example.org".to_owned()),
            ..Implementation::new("full", "").in_language("Rust")
        },
        profiles: vec!["agentue-1.1/reducer".to_owned()],
        features: vec!["batch".to_owned()],
        limits: Some(Limits {
            depth: Some(100),
            bytes: Some(u64::MAX),
        }),
        choices: [("empty mask".to_owned(), RawValue::NULL.to_owned())].into(),
    };
    let full = serde_json::to_value(full).unwrap();
    assert_fits(&result, &full, "every member");
    for (pointer, new) in [
        ("/later", json!(true)),
        ("/implementation/license", json!("MIT")),
        ("/implementation/url", Value::Null),
        ("/features", Value::Null),
        ("/limits", json!({"depth": null, "blocks": 9})),
        ("/choices", Value::Null),
    ] {
        assert_fits(&result, &edited(&full, pointer, Some(new)), pointer);
    }
}

#[test]
fn broken_requests_are_refused() {
    let line = validator(DRIVER, "");
    let requests = requests();
    let (initialize, reduce) = (&requests[0].0, &requests[2].0);
    for (base, pointer, new) in [
        (reduce, "/jsonrpc", None),
        (reduce, "/jsonrpc", Some(json!("1.0"))),
        (reduce, "/id", None),
        (reduce, "/id", Some(json!(-1))),
        (reduce, "/method", None),
        (reduce, "/method", Some(json!("shutdown"))),
        (reduce, "/params", None),
        (reduce, "/params", Some(json!([]))),
        (reduce, "/params/model", None),
        (reduce, "/params/model", Some(json!("hello"))),
        (reduce, "/params/model_seq", Some(json!("1"))),
        (reduce, "/params/wire", None),
        (reduce, "/params/wire", Some(json!([{}]))),
        (reduce, "/params/events", Some(json!([]))),
        (reduce, "/params/replay", Some(json!(1))),
        (reduce, "/params/trace", Some(Value::Null)),
        (initialize, "/params/protocol", Some(json!(2))),
        (initialize, "/params/suites", None),
    ] {
        let what = format!("{new:?} at {pointer}");
        assert_refused(&line, &edited(base, pointer, new), &what);
    }
    assert_refused(&line, &json!([reduce]), "a list");
    assert_refused(
        &line,
        &json!({"jsonrpc": "2.0", "method": "initialize"}),
        "no id",
    );
}

#[test]
fn broken_answers_are_refused() {
    let line = validator(DRIVER, "");
    let answer = |result: Value| json!({"jsonrpc": "2.0", "id": 1, "result": result});
    let reduced = answer(json!({
        "steps": [{"ok": false, "error": {"code": "bad-mask"}}], "model": null, "trace": [null],
        "replayed": {"steps": [{"ok": true}], "model": {}}, "millis": 1
    }));
    let routed = answer(json!({"steps": [], "models": [{"stream_id": "", "model": {}}]}));
    let started = answer(json!({
        "protocol": 1, "implementation": {"name": "a", "version": ""}, "profiles": ["agentue-1.1/reducer"]
    }));
    let failed =
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "", "data": []}});
    for base in [&reduced, &routed, &started, &failed] {
        assert_fits(&line, base, "an answer");
    }
    for (base, pointer, new) in [
        (&reduced, "/jsonrpc", None),
        (&reduced, "/id", None),
        (&reduced, "/id", Some(Value::Null)),
        (&reduced, "/result", None),
        (&reduced, "/result", Some(json!({"ok": true}))),
        (
            &reduced,
            "/error",
            Some(json!({"code": -32603, "message": "both"})),
        ),
        (&reduced, "/result/steps", None),
        (&reduced, "/result/steps/0", Some(json!(true))),
        (&reduced, "/result/steps/0/ok", None),
        (&reduced, "/result/steps/0/ok", Some(json!("accepted"))),
        (&reduced, "/result/model", None),
        (&reduced, "/result/model", Some(json!("{}"))),
        (&reduced, "/result/trace/0", Some(json!([]))),
        (&reduced, "/result/replayed/model", None),
        (&reduced, "/result/replayed/steps/0/ok", None),
        (&routed, "/result/models", None),
        (&routed, "/result/models", Some(json!({"": {}}))),
        (&routed, "/result/models/0/stream_id", Some(Value::Null)),
        (&routed, "/result/models/0/model", None),
        (&started, "/result/protocol", None),
        (&started, "/result/protocol", Some(json!("1"))),
        (&started, "/result/implementation/name", Some(json!(""))),
        (&started, "/result/implementation/version", None),
        (
            &started,
            "/result/implementation/language",
            Some(json!(["Go"])),
        ),
        (&started, "/result/profiles", None),
        (&started, "/result/profiles/0", Some(json!("reducer"))),
        (&started, "/result/features", Some(json!("batch"))),
        (&started, "/result/limits", Some(json!({"depth": -1}))),
        (&started, "/result/choices", Some(json!([]))),
        (&failed, "/error/code", Some(json!("-32700"))),
        (&failed, "/error/message", None),
        (&failed, "/error", Some(json!("broken"))),
        (&failed, "/error", Some(Value::Null)),
    ] {
        let what = format!("{new:?} at {pointer}");
        assert_refused(&line, &edited(base, pointer, new), &what);
    }
}
