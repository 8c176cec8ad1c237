//! Faults and floors answer the methods that are about whole deliveries; whether the suite catches them is the selftest's to prove.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_driver::{Service, answer_line};
use uiconform_json::{Value, parse};
use uiconform_reference::{agentue_faults, floors, reference};

/// Requests that touch every rule of order, every action, streams and refusals.
const REQUESTS: &[&str] = &[
    r#"{"id":1,"method":"agentue/deliver","params":{"events":[{"op":"ping","seq":0},{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}},{"op":"ping","seq":9},{"op":"set","seq":1,"block":{"id":"a","type":"t"}},{"op":"set","seq":3,"block":{"id":"a","type":"t"}},{"op":"set","seq":2,"block":{"id":"a","type":"t"}},{"op":"error","seq":4,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}},{"op":"end","seq":4},{"op":"end","seq":5},{"op":"start","seq":1,"stream_id":"__proto__","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}},{"op":"end","seq":2,"stream_id":"\ud800"}]}}"#,
    r#"{"id":2,"method":"agentue/deliver","params":{"wire":["{","[]"]}}"#,
    r#"{"id":3,"method":"agentue/resume","params":{"log":[{"op":"start","seq":1,"stream_id":"s","model":{"version":"1.0","biz":"chat","meta":{"x":1},"blocks":[{"id":"a","type":"t","x":""}]}},{"op":"append","seq":2,"stream_id":"s","mask":"block.x","block":{"id":"a","x":"1"}},{"op":"error","seq":4,"stream_id":"s","mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}},{"op":"ping","seq":4,"stream_id":"s"},{"op":"end","seq":5,"stream_id":"s"}],"cursor":3}}"#,
    r#"{"id":4,"method":"agentue/resume","params":{"log":[],"cursor":0}}"#,
    r#"{"id":5,"method":"agentue/resume","params":{"log":[{"op":"start","seq":18446744073709551615,"model":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"r","ref":"k"}]}},{"op":"end","seq":18446744073709551616}],"cursor":18446744073709551615}}"#,
    r#"{"id":6,"method":"agentue/emit","params":{"stream_id":" \ud800","consumer":"inline-only","actions":[{"do":"ping"},{"do":"start","model":{"biz":"chat","meta":{},"blocks":[{"id":"a","type":"t","x":[],"o":{"__proto__":null}}]}},{"do":"set","block":{"id":"r","ref":"k"}},{"do":"set_field","block_id":"a","path":["o",""],"value":null},{"do":"set_meta","path":["a.b"],"value":1},{"do":"append","block":{"id":"a","x":[null,[1]]},"field":"x"},{"do":"append","block":5,"field":""},{"do":"fail","error":{"code":"c","message":"","x":1}},{"do":"ping"},{"do":"end"},{"do":"end"},{"do":"start","model":5}]}}"#,
];

fn ask(service: &mut dyn Service, request: &str) -> Value {
    parse(&answer_line(service, request).unwrap()).unwrap()
}

#[test]
fn each_answers_every_request_with_a_result() {
    for fault in agentue_faults() {
        let mut service = (fault.make)();
        // Twice, for what stays between requests.
        for request in REQUESTS.iter().chain(REQUESTS) {
            let answer = ask(&mut *service, request);
            assert!(answer.get("result").is_some(), "{}: {answer}", fault.name);
        }
    }
    for floor in floors() {
        let mut service = (floor.make)();
        for request in REQUESTS {
            let answer = ask(&mut *service, request);
            assert!(answer.get("result").is_some(), "{}: {answer}", floor.name);
        }
    }
}

#[test]
fn the_reference_answers_the_same_each_time() {
    // Those of emitters have the time in them.
    let timeless = &REQUESTS[..5];
    let mut service = reference();
    let first: Vec<Value> = timeless
        .iter()
        .map(|request| ask(&mut *service, request))
        .collect();
    for (request, earlier) in timeless.iter().zip(&first) {
        assert_eq!(&ask(&mut *service, request), earlier);
        assert_eq!(&ask(&mut *reference(), request), earlier);
    }
}
