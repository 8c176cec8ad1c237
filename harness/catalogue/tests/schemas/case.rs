//! The schema of case files.

use serde_json::{Map, Number, Value, json};
use uiconform_catalogue::schemas::CASE;

use super::{assert_fits, assert_refused, complaints, edited, validator};

/// The value as the validator takes it. What serde_json cannot hold is put as near to it as can be, which no schema sees:
/// the largest number for one beyond binary64, and replacement characters for lone surrogates.
fn plain(value: &uiconform_json::Value) -> Value {
    use uiconform_json::Value as Lossless;
    match value {
        Lossless::Null => Value::Null,
        Lossless::Bool(value) => Value::Bool(*value),
        Lossless::Number(number) => match (number.to_u64(), number.to_i64()) {
            (Some(number), _) => Value::from(number),
            (None, Some(number)) => Value::from(number),
            (None, None) => {
                let near = number.to_f64().clamp(f64::MIN, f64::MAX);
                Value::Number(Number::from_f64(near).unwrap())
            }
        },
        Lossless::String(text) => Value::from(text.to_string_lossy()),
        Lossless::Array(elements) => elements.iter().map(plain).collect(),
        Lossless::Object(members) => {
            let members = members.iter();
            Value::Object(
                members
                    .map(|(name, value)| (name.to_string_lossy().into_owned(), plain(value)))
                    .collect::<Map<_, _>>(),
            )
        }
    }
}

#[test]
fn committed_case_files_fit() {
    assert_suite_fits("agentue-1.1", CASE);
}

/// Checks every case file of a suite.
#[track_caller]
pub(super) fn assert_suite_fits(name: &str, schema: &str) {
    let validator = validator(schema, "");
    let mut suites = uiconform_spec_cases::SUITES.iter();
    let suite = suites.find(|suite| suite.name == name);
    let mut files = 0;
    let mut wrong = String::new();
    for file in suite.unwrap().files {
        if !file.path.starts_with("cases/") {
            continue;
        }
        files += 1;
        let value = plain(&uiconform_json::parse(file.text).unwrap());
        let complaints = complaints(&validator, &value);
        if !complaints.is_empty() {
            wrong.push_str(&format!("{}:\n{complaints}", file.path));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(files > 0, "there are no case files");
}

/// A file with an accepted case (0), a rejected one (1), an undecided one (2), and an open one (3).
fn reducer_file() -> Value {
    let event = json!({"op": "set", "seq": 5, "block": {"id": "b", "type": "note"}});
    let untyped = json!({"op": "set", "seq": 5, "block": {"id": "b"}});
    json!({
        "suite": "agentue-1.1",
        "profile": "reducer",
        "topic": "Setting a block",
        "given": {"empty": {"version": "1.1", "biz": "chat", "meta": {}, "blocks": []}},
        "amid": {"empty": {"before": [event], "after": [], "result": "empty"}},
        "cases": [
            {
                "name": "takes-a-note", "requirements": ["AUE-4.2-01"], "level": "required", "why": "It is valid.",
                "model": "empty", "steps": [{"event": event, "expect": "accept"}], "result": null
            },
            {
                "name": "refuses-no-type", "requirements": ["AUE-4-21"], "level": "required", "why": "A new block has a type.",
                "model": "empty", "steps": [{"event": untyped, "expect": "reject"}], "result": "unchanged",
                "twin": "takes-a-note", "differs_at": ["/events/0/block/type"], "amid": false
            },
            {
                "name": "takes-either", "requirements": ["AUE-5-07"], "level": "recommended", "why": "Both are lawful.",
                "model": {"version": "1.1"}, "model_seq": 4, "steps": [{"wire": "{}", "expect": "either"}],
                "result": {"accepted": {"version": "1.1"}, "rejected": "unchanged"},
                "twin": "takes-a-note", "differs_at": ["/model", "/model_seq", "/events", "/wire"], "holds": ["replay", "resume"]
            },
            {
                "name": "left-open", "requirements": ["AUE-5-09"], "level": "informative", "why": "The text is silent.",
                "asks": "two at once", "steps": [{"event": event}, {"event": event}],
                "outcomes": {
                    "takes-both": {"steps": ["accept", "accept"], "result": "empty"},
                    "refuses": {"steps": ["reject", "reject"], "result": "unchanged"}
                }
            }
        ]
    })
}

/// The open case of a file as a required one.
fn one_of_case(file: &Value) -> Value {
    let mut case = file["cases"][3].clone();
    let members = case.as_object_mut().unwrap();
    members.remove("asks");
    members.insert("level".to_owned(), json!("required"));
    members.insert("twin".to_owned(), json!("takes-a-note"));
    case
}

/// The same for a router.
fn router_file() -> Value {
    let streams = json!([{"stream_id": "", "model": "empty"}, {"stream_id": "s", "model": {"version": "1.1"}}]);
    let mut file = reducer_file();
    let members = file.as_object_mut().unwrap();
    members["profile"] = json!("router");
    members.remove("amid");
    for case in members["cases"].as_array_mut().unwrap() {
        let case = case.as_object_mut().unwrap();
        if case.contains_key("model_seq") {
            case.insert("differs_at".to_owned(), json!(["/events", "/wire"]));
        }
        for name in ["model", "model_seq", "amid", "holds"] {
            case.remove(name);
        }
        if let Some(result) = case.get_mut("result") {
            *result = match result.get("accepted") {
                Some(_) => json!({"accepted": streams, "rejected": []}),
                None => streams.clone(),
            };
        }
        for outcome in case
            .get_mut("outcomes")
            .and_then(Value::as_object_mut)
            .into_iter()
            .flatten()
        {
            outcome.1["result"] = streams.clone();
        }
    }
    file
}

#[test]
fn what_the_form_allows_fits() {
    let validator = validator(CASE, "");
    let (reducer, router) = (reducer_file(), router_file());
    assert_fits(&validator, &reducer, "the file for a reducer");
    assert_fits(&validator, &router, "the file for a router");
    let step = |step: Value| ("/cases/0/steps/0", step);
    let repeated = json!({"$text": {"of": {"$text": {"of": "ab", "times": 2}}, "times": 1000}});
    let numbered = json!({"id": "b{n}", "seq": {"$count": 5}});
    for (pointer, new) in [
        ("/cases/0/model", Value::Null),
        ("/cases/1/twin", json!("agentue-1.1/set/notes/takes-a-note")),
        (
            "/cases/0/result",
            json!({"$a": 1, "b": {"$text": 1, "c": 2}}),
        ),
        ("/cases/0/holds", json!(["trace", "repeat", "fresh"])),
        (
            "/given",
            json!({"deep": {"$nest": {"in": "object", "levels": 64, "of": [repeated]}}, "empty": {}}),
        ),
        step(json!({"event": null, "expect": "accept"})),
        step(json!({"event": {"$list": {"of": numbered, "times": 3}}, "expect": "accept"})),
        step(
            json!({"event": {"$nest": {"in": "list", "levels": 2, "of": numbered}}, "times": 9, "expect": "accept"}),
        ),
        step(json!({"wire": repeated, "expect": "accept"})),
        step(json!({"wire": ["{\"a\":", repeated, "}"], "expect": "accept"})),
        step(json!({"wire": {"$list": {"of": "[{n}", "times": 3}}, "expect": "accept"})),
    ] {
        assert_fits(&validator, &edited(&reducer, pointer, Some(new)), pointer);
    }
    let mut one_of = reducer_file();
    one_of["cases"][3] = one_of_case(&one_of);
    assert_fits(&validator, &one_of, "a case with several right answers");
    let stream = json!([{"stream_id": repeated, "model": null}]);
    assert_fits(
        &validator,
        &edited(&router, "/cases/0/result", Some(stream)),
        "a long stream identifier",
    );
}

#[test]
fn slips_in_a_case_with_several_right_answers_are_refused() {
    let validator = validator(CASE, "");
    let with = |mut file: Value, pointer: &str, new: Option<Value>| {
        file["cases"][3] = one_of_case(&file);
        edited(&file, pointer, new)
    };
    for (pointer, new) in [
        ("/cases/3/twin", None),
        ("/cases/3/outcomes", None),
        ("/cases/3/result", Some(Value::Null)),
        ("/cases/3/asks", Some(json!("two at once"))),
        ("/cases/3/steps/0/expect", Some(json!("accept"))),
    ] {
        assert_refused(&validator, &with(reducer_file(), pointer, new), pointer);
    }
    let router = with(router_file(), "/topic", Some(json!("Streams")));
    assert_refused(&validator, &router, "a case of a router");
}

#[test]
fn slips_in_a_file_for_a_reducer_are_refused() {
    let validator = validator(CASE, "");
    let base = reducer_file();
    for pointer in [
        "/suite",
        "/profile",
        "/topic",
        "/given",
        "/cases",
        "/amid/empty/before",
        "/amid/empty/after",
        "/amid/empty/result",
        "/cases/0/name",
        "/cases/0/requirements",
        "/cases/0/level",
        "/cases/0/why",
        "/cases/0/steps",
        "/cases/0/result",
        "/cases/0/steps/0/event",
        "/cases/0/steps/0/expect",
        "/cases/1/twin",
        "/cases/2/twin",
        "/cases/2/result/accepted",
        "/cases/2/result/rejected",
        "/cases/3/asks",
        "/cases/3/outcomes",
        "/cases/3/outcomes/refuses",
        "/cases/3/outcomes/refuses/steps",
        "/cases/3/outcomes/refuses/result",
    ] {
        assert_refused(&validator, &edited(&base, pointer, None), pointer);
    }
    let event = |event: Value| ("/cases/0/steps/0/event", event);
    let step = |step: Value| ("/cases/0/steps/0", step);
    for (pointer, new) in [
        ("/$schema", json!("case.schema.json")),
        ("/suite", json!("agentue-1.0")),
        ("/profile", json!("renderer")),
        ("/cases", json!([])),
        ("/given/unchanged", json!({})),
        ("/given/empty", json!("none")),
        ("/amid/empty/result", json!("unchanged")),
        ("/amid/empty/between", json!([])),
        ("/cases/0/nmae", json!("takes-a-note")),
        ("/cases/0/name", json!("Takes_A_Note")),
        ("/cases/0/name", json!("-takes")),
        ("/cases/0/requirements", json!([])),
        ("/cases/0/requirements/0", json!("5.2-01")),
        ("/cases/0/level", json!("must")),
        ("/cases/0/level", json!("informative")),
        ("/cases/0/why", json!(" ")),
        ("/cases/0/model", json!("unchanged")),
        ("/cases/0/model", json!([])),
        ("/cases/0/model_seq", json!(-1)),
        ("/cases/0/model_seq", json!(1.5)),
        ("/cases/0/steps", json!([])),
        ("/cases/0/result", json!([{"stream_id": "", "model": null}])),
        (
            "/cases/0/result",
            json!({"accepted": null, "rejected": null}),
        ),
        ("/cases/0/twin", json!("refuses-no-type")),
        ("/cases/0/differs_at", json!(["/events/0"])),
        ("/cases/0/asks", json!("what else")),
        ("/cases/0/outcomes", json!({})),
        ("/cases/0/holds", json!(["replayed"])),
        ("/cases/0/holds", json!(["trace", "trace"])),
        ("/cases/0/amid", json!("no")),
        ("/cases/1/twin", json!("set/notes/takes-a-note")),
        ("/cases/1/differs_at", json!([])),
        ("/cases/1/differs_at/0", json!("events/0/block")),
        ("/cases/1/differs_at/0", json!("/steps/0/event")),
        ("/cases/2/result", json!("unchanged")),
        ("/cases/2/result/otherwise", Value::Null),
        ("/cases/2/steps/1", json!({"event": {}, "expect": "either"})),
        (
            "/cases/2/steps/0",
            json!({"event": {}, "times": 2, "expect": "either"}),
        ),
        ("/cases/3/level", json!("required")),
        ("/cases/3/result", json!("unchanged")),
        ("/cases/3/twin", json!("takes-a-note")),
        ("/cases/3/steps/0/expect", json!("accept")),
        (
            "/cases/3/outcomes/other",
            json!({"steps": ["accept"], "result": null}),
        ),
        (
            "/cases/3/outcomes/Refuses It",
            json!({"steps": ["accept"], "result": null}),
        ),
        ("/cases/3/outcomes/refuses/steps/0", json!("either")),
        ("/cases/3/outcomes/refuses/result", json!(true)),
        ("/cases/3/outcomes/refuses/why", json!("It may.")),
        step(json!({"expect": "accept"})),
        step(json!({"event": {}, "wire": "{}", "expect": "accept"})),
        step(json!({"wire": "{}", "times": 2, "expect": "accept"})),
        step(json!({"event": {}, "expect": "accepts"})),
        step(json!({"event": {}, "times": 0, "expect": "accept"})),
        step(json!({"event": {}, "times": "2", "expect": "accept"})),
        step(json!({"event": {}, "expect": "accept", "note": "!"})),
        step(json!({"wire": {"op": "ping"}, "expect": "accept"})),
        step(json!({"wire": ["{", 5], "expect": "accept"})),
        step(json!({"wire": {"$list": {"of": {"$count": 1}, "times": 3}}, "expect": "accept"})),
        event(json!({"seq": {"$count": 5}})),
        event(json!([{"$txt": {"of": "a", "times": 2}}])),
        event(json!({"$text": {"of": 5, "times": 2}})),
        event(json!({"$text": {"of": "a"}})),
        event(json!({"$text": {"of": "a", "times": 4_000_001}})),
        event(json!({"$list": {"of": 1, "times": -1}})),
        event(json!({"$list": {"of": {"$count": -1}, "times": 1}})),
        event(json!({"$nest": {"in": "map", "levels": 2, "of": 1}})),
        event(json!({"$nest": {"in": "list", "levels": 2, "of": {"$count": 1}}})),
        event(json!({"$nest": {"in": "list", "levels": 2, "of": 1, "by": 1}})),
    ] {
        let file = edited(&base, pointer, Some(new.clone()));
        assert_refused(&validator, &file, &format!("{new} at {pointer}"));
    }
}

#[test]
fn slips_in_a_file_for_a_router_are_refused() {
    let validator = validator(CASE, "");
    let base = router_file();
    for (pointer, new) in [
        (
            "/amid",
            json!({"empty": {"before": [], "after": [], "result": null}}),
        ),
        ("/cases/0/model", Value::Null),
        ("/cases/0/model_seq", json!(1)),
        ("/cases/0/holds", json!(["replay"])),
        ("/cases/0/result", json!("empty")),
        ("/cases/0/result/0/model", json!("unchanged")),
        ("/cases/0/result/0/stream_id", Value::Null),
        ("/cases/0/result/0/seq", json!(1)),
        ("/cases/2/result", json!([])),
        ("/cases/2/result/accepted", json!("empty")),
        ("/cases/3/outcomes/refuses/result", json!("unchanged")),
    ] {
        let file = edited(&base, pointer, Some(new.clone()));
        assert_refused(&validator, &file, &format!("{new} at {pointer}"));
    }
}
