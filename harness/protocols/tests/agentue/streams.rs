//! Section 4.2.

use uiconform_protocols::agentue::{Event, Reference, Router, Verdict};

use crate::model;

fn route(router: &mut Router, event: &str) -> Verdict {
    router.apply(&mut Reference, &Event::parse(event).unwrap())
}

fn start(stream: &str, blocks: &str) -> String {
    format!(
        r#"{{"op":"start","seq":1,{stream}"model":{}}}"#,
        model(blocks)
    )
}

/// The streams and the identifiers of their blocks.
fn streams(router: &Router) -> Vec<(String, String)> {
    router
        .models()
        .map(|(stream, model)| {
            let ids: Vec<String> = model
                .blocks()
                .iter()
                .filter_map(|block| Some(block.get("id")?.to_text()))
                .collect();
            (format!("{stream:?}"), ids.join(","))
        })
        .collect()
}

fn pair(stream: &str, ids: &str) -> (String, String) {
    (stream.to_owned(), ids.to_owned())
}

#[test]
fn each_stream_has_its_own_model() {
    let mut router = Router::new();
    for event in [
        start(r#""stream_id":"x","#, r#"{"id":"a","type":"t"}"#),
        start(r#""stream_id":"y","#, ""),
        r#"{"op":"set","seq":2,"stream_id":"y","block":{"id":"a","type":"t"}}"#.to_owned(),
        r#"{"op":"set","seq":1,"stream_id":"x","block":{"id":"b","type":"t"}}"#.to_owned(),
        r#"{"op":"end","seq":2,"stream_id":"x"}"#.to_owned(),
        r#"{"op":"set","seq":1,"stream_id":"y","block":{"id":"c","type":"t"}}"#.to_owned(),
    ] {
        route(&mut router, &event).unwrap();
    }
    assert_eq!(
        streams(&router),
        [pair(r#""x""#, r#""a","b""#), pair(r#""y""#, r#""a","c""#)]
    );
}

#[test]
fn missing_and_empty_are_the_unnamed_stream_and_no_wildcard() {
    let mut router = Router::new();
    route(&mut router, &start(r#""stream_id":"x","#, "")).unwrap();
    let set =
        |stream: &str| format!(r#"{{"op":"set","seq":2,{stream}"block":{{"id":"a","type":"t"}}}}"#);
    assert!(route(&mut router, &set("")).is_err());
    assert!(route(&mut router, &set(r#""stream_id":"","#)).is_err());
    assert_eq!(streams(&router), [pair(r#""x""#, "")]);
    route(&mut router, &start("", "")).unwrap();
    route(&mut router, &set(r#""stream_id":"","#)).unwrap();
    assert_eq!(
        streams(&router),
        [pair(r#""x""#, ""), pair(r#""""#, r#""a""#)]
    );
}

#[test]
fn identifiers_are_opaque() {
    let mut router = Router::new();
    let names = [
        "a",
        "A",
        "a ",
        "é",
        "e\u{301}",
        "1",
        "01",
        "__proto__",
        "constructor",
        r"\ud800",
        r"\ud801",
    ];
    for name in names {
        route(
            &mut router,
            &start(&format!(r#""stream_id":"{name}","#), ""),
        )
        .unwrap();
    }
    assert_eq!(streams(&router).len(), names.len());
}

#[test]
fn a_stream_without_an_accepted_start_is_not_there() {
    let mut router = Router::new();
    route(&mut router, r#"{"op":"ping","seq":1,"stream_id":"x"}"#).unwrap();
    assert!(
        route(
            &mut router,
            r#"{"op":"start","seq":1,"stream_id":"x","model":{}}"#
        )
        .is_err()
    );
    assert!(route(&mut router, &start(r#""stream_id":7,"#, "")).is_err());
    assert_eq!(streams(&router), []);
}
