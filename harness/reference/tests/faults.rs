//! The catalogue of faults as such; that the suite catches each is the selftest's to prove.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::collections::HashSet;

use uiconform_driver::{Service, answer_line};
use uiconform_json::{Value, parse};
use uiconform_reference::{agentue_faults, all_faults, faults_of, find, floors, reference};

/// Requests that touch every operation, streams, refusals, and what a driver is asked besides.
const REQUESTS: &[&str] = &[
    r#"{"id":1,"method":"agentue/reduce","params":{"model":null,"events":[{"op":"ping","seq":1},{"op":"set","seq":2}]}}"#,
    r#"{"id":2,"method":"agentue/reduce","params":{"replay":true,"trace":true,"model":{"version":"1.1","biz":"chat","meta":{"error":{"code":"c","message":"m"}},"blocks":[{"id":"a","type":"text","content":"go","items":[1],"tool":{"x":null}},{"id":"r","ref":"key"}]},"events":[{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"ing"}},{"op":"append","seq":3,"mask":"block.items","block":{"id":"a","items":[2]}},{"op":"append","seq":4,"mask":"block.content","block":{"id":"n","type":"t","content":""}},{"op":"set","seq":5,"mask":"block.tool.x","block":{"id":"a","tool":{"x":1}}},{"op":"set","seq":6,"mask":"meta.__proto__.x","meta":{"__proto__":{"x":1}}},{"op":"set","seq":7,"block":{"id":"a","ref":"other"}},{"op":"set","seq":8,"mask":"block.x","block":{"id":"r"}},{"op":"error","seq":9,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}},{"op":"end","seq":10}]}}"#,
    r#"{"id":3,"method":"agentue/reduce","params":{"wire":["{","NaN","{\"op\":\"start\",\"seq\":1,\"model\":{\"version\":\"1.0\",\"biz\":\"b\",\"meta\":{},\"blocks\":[{\"id\":\"f\",\"type\":\"frame\"}]}} {}","[[[[","{\"op\":\"start\",\"seq\":1.0,\"model\":{\"version\":\"1.1\",\"biz\":\"\",\"meta\":{\"\\ud800\":1e999},\"blocks\":[7,null]}}"]}}"#,
    r#"{"id":4,"method":"agentue/route","params":{"events":[{"op":"start","seq":1,"stream_id":"s","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}},{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}},{"op":"set","seq":2,"stream_id":"s","block":{"id":"a","type":"t"}},{"op":"append","seq":1,"stream_id":"\ud800","mask":"block.x","block":{"id":"a"}},{"op":"end","seq":3,"stream_id":"s"}]}}"#,
];

/// Every profile that a fault may affect.
const PROFILES: [&str; 22] = [
    "reducer",
    "router",
    "delivery",
    "framing",
    "resolver",
    "host",
    "resume",
    "emitter",
    "frontend",
    "records",
    "sse",
    "common",
    "updates",
    "seed",
    "v1",
    "typed-state",
    "verify-off",
    "subagents",
    "interrupts",
    "activity",
    "reasoning",
    "error-kinds",
];

/// Requests of the optional profiles, good and bad.
const OPTIONAL: &[&str] = &[
    r#"{"id":11,"method":"agentue/frame","params":{"block":{"id":"a","type":"text","content":"\u0000\"é😀","x":null},"max_bytes":120}}"#,
    r#"{"id":12,"method":"agentue/frame","params":{"block":{"id":"a","ref":"k"},"max_bytes":0}}"#,
    r#"{"id":13,"method":"agentue/unframe","params":{"frames":[]}}"#,
    r#"{"id":14,"method":"agentue/unframe","params":{"frames":[null,{"id":"f","type":"frame","block_id":"a","seq":0,"total":1,"data":"{\"id\":\"a\",\"type\":\"t\"}"}]}}"#,
    r#"{"id":15,"method":"agentue/unframe","params":{"frames":[{"id":"f","type":"frame","block_id":"a","seq":0,"total":1,"data":"{\"id\":\"a\",\"type\":\"t\",\"x\":[null,0]}"}]}}"#,
    r#"{"id":16,"method":"agentue/resolve","params":{"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","ref":"k"},{"id":"b","ref":"k"}]},"resolutions":[{"block_id":"a","ref":"k","block":{"id":"a","type":"t","x":null}},{"block_id":"b","ref":"k","failure":"gone"},{"block_id":"c","ref":"k","block":null}]}}"#,
    r#"{"id":17,"method":"agentue/host","params":{"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","ref":"k"}]},"inputs":[{"event":{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"!"}}},{"event":5},{"loaded":{"block_id":"a","ref":"k","failure":"gone"}},{"loaded":{"block_id":"a","ref":"k","block":{"id":"a","type":"t","content":[]}}},{"event":{"op":"set","seq":3,"block":{"id":"a","ref":"l"}}},{"event":{"op":"end","seq":4}}]}}"#,
];

fn ask(service: &mut dyn Service, request: &str) -> Value {
    parse(&answer_line(service, request).unwrap()).unwrap()
}

fn is_name(name: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.split('-').all(word)
}

fn is_requirement(id: &str) -> bool {
    let parts: Vec<&str> = id.split('-').collect();
    let is_number = |part: &str| part.len() == 2 && part.parse::<u8>().is_ok();
    let is_section = |section: &str| section.split('.').all(|part| part.parse::<u8>().is_ok());
    match parts.as_slice() {
        ["AUE" | "AUI", section, number] => is_section(section) && is_number(number),
        ["AGU", area, number] => area.chars().all(|c| c.is_ascii_uppercase()) && is_number(number),
        _ => false,
    }
}

#[test]
fn names_are_unique_and_well_formed() {
    let mut names = HashSet::new();
    for fault in all_faults() {
        assert!(is_name(fault.name), "{}", fault.name);
        assert!(names.insert(fault.name), "{} is there twice", fault.name);
        assert_eq!(find(fault.name).map(|found| found.name), Some(fault.name));
    }
    assert!(find("no-such-fault").is_none());
}

#[test]
fn each_says_what_it_does_and_what_it_breaks() {
    let mut sentences = HashSet::new();
    for fault in all_faults() {
        assert!(
            fault.about.ends_with('.') && fault.about.starts_with(char::is_uppercase),
            "{}",
            fault.about
        );
        assert!(sentences.insert(fault.about), "said twice: {}", fault.about);
        assert!(
            !fault.aims.is_empty() && fault.aims.iter().all(|id| is_requirement(id)),
            "{}: {:?}",
            fault.name,
            fault.aims
        );
        assert!(
            !fault.profiles.is_empty()
                && fault
                    .profiles
                    .iter()
                    .all(|profile| PROFILES.contains(profile))
        );
    }
}

#[test]
fn each_answers_every_request_with_a_result() {
    for fault in agentue_faults() {
        let mut service = (fault.make)();
        let name = ask(
            &mut *service,
            r#"{"id":0,"method":"initialize","params":{"protocol":1}}"#,
        );
        let name = name
            .pointer(&uiconform_json::Pointer::parse("/result/implementation/name").unwrap())
            .cloned();
        assert_eq!(
            name,
            Some(format!("uiconform-reference with fault {}", fault.name).into())
        );
        // Twice, for what stays between requests.
        for request in [REQUESTS, OPTIONAL, REQUESTS, OPTIONAL]
            .into_iter()
            .flatten()
        {
            let answer = ask(&mut *service, request);
            assert!(answer.get("result").is_some(), "{}: {answer}", fault.name);
        }
    }
}

/// Requests to a frontend that touch every kind, refusals, records, reloads and streams.
const RECEIVED: &[&str] = &[
    r#"{"id":21,"method":"agent-ui/receive","params":{"phases":[{"registry":null,"session":"s","events":[]},{"registry":{"components":["fixture_panel"],"actions":["fixture_zoom"],"grammars":["echarts-safe-subset"]},"render":{"e1":"hold","e2":"threw"},"events":[{"event":"ui_envelope","data":{"session_id":"s","envelope_id":"e1","created_at":1,"envelope":{"kind":"registered_component","schemaVersion":"agent-ui@1","component":"fixture_panel","surface":"canvas","props":{"__proto__":{"x":"<b>${1}"}},"data":[null],"more":1}}},{"event":"ui_envelope","data":{"session_id":"s","envelope_id":"e2","created_at":0.5,"envelope":{"kind":"chart","schemaVersion":"agent-ui@1","grammar":"echarts-safe-subset","surface":"canvas","spec":{},"data":null}}},{"event":"ui_envelope","data":{"session_id":"\ud800","envelope_id":"\ud800","created_at":-1,"envelope":{"kind":"map_action","schemaVersion":"agent-ui@1","action":"fixture_zoom","surface":"map_overlay","params":{"level":1e999},"fallbackText":"\ud800"}}},{"event":"","data":null},{"event":"ui_envelope","data":[[]]}]},{"render":{"e1":"done"},"reload":true,"events":[]},{"reload":{},"events":[]}]}}"#,
    r#"{"id":22,"method":"agent-ui/receive","params":{"phases":[{"registry":{"components":[],"actions":[],"grammars":[]},"sse":["\ufeff","event: ui_envelope\r\ndata: {",{"b64":"/w=="},"\n\n:",""]}]}}"#,
    r#"{"id":23,"method":"agent-ui/receive","params":{"phases":[]}}"#,
];

#[test]
fn each_frontend_answers_every_request_with_a_result() {
    for fault in faults_of("agent-ui-1") {
        let mut service = (fault.make)();
        for request in RECEIVED.iter().chain(RECEIVED) {
            let answer = ask(&mut *service, request);
            assert!(answer.get("result").is_some(), "{}: {answer}", fault.name);
        }
    }
    for floor in floors() {
        let mut service = (floor.make)();
        for request in RECEIVED {
            let answer = ask(&mut *service, request);
            assert!(answer.get("result").is_some(), "{}: {answer}", floor.name);
        }
    }
}

#[test]
fn the_reference_of_a_frontend_answers_the_same_each_time() {
    let mut service = reference();
    let ask_all = |service: &mut dyn Service| -> Vec<Value> {
        RECEIVED
            .iter()
            .map(|request| ask(service, request))
            .collect()
    };
    let first = ask_all(&mut *service);
    assert_eq!(ask_all(&mut *service), first);
    assert_eq!(ask_all(&mut *reference()), first);
}

#[test]
fn the_reference_answers_the_same_each_time() {
    let mut service = reference();
    let first: Vec<Value> = REQUESTS
        .iter()
        .map(|request| ask(&mut *service, request))
        .collect();
    for (request, earlier) in REQUESTS.iter().zip(&first) {
        assert_eq!(&ask(&mut *service, request), earlier);
        assert_eq!(&ask(&mut *reference(), request), earlier);
    }
    let steps = |answer: &Value| -> Vec<bool> {
        let steps = answer
            .get("result")
            .unwrap()
            .get("steps")
            .unwrap()
            .as_array()
            .unwrap();
        steps
            .iter()
            .map(|step| step.get("ok").unwrap().as_bool().unwrap())
            .collect()
    };
    assert_eq!(steps(&first[0]), [true, false]);
    assert_eq!(
        steps(&first[1]),
        [true, true, true, true, true, true, false, true, true]
    );
    assert_eq!(steps(&first[2]), [false; 5]);
    assert_eq!(steps(&first[3]), [true, true, true, false, true]);
}

#[test]
fn floors_answer_in_the_form_of_an_implementation() {
    for floor in floors() {
        let mut service = (floor.make)();
        for request in OPTIONAL {
            let answer = ask(&mut *service, request);
            assert!(answer.get("result").is_some(), "{}: {answer}", floor.name);
        }
        for request in REQUESTS {
            let answer = ask(&mut *service, request);
            let asked = parse(request).unwrap();
            let params = asked.get("params").unwrap();
            let events = params
                .get("events")
                .or(params.get("wire"))
                .unwrap()
                .as_array()
                .unwrap()
                .len();
            let steps = answer
                .get("result")
                .unwrap()
                .get("steps")
                .unwrap()
                .as_array()
                .unwrap()
                .len();
            assert_eq!(steps, events, "{}", floor.name);
        }
    }
}
