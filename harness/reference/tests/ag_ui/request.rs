//! From a case to the request that it is.

use data_encoding::BASE64;
use uiconform_json::{Array, Object, Value};

use crate::cases::{Case, list};

/// Deltas beyond this are told of without the assembled message.
const LARGE: usize = 1 << 20;

/// The request of a case; for streams of bytes, `cut` says what becomes of a body.
pub(crate) fn request(case: &Case, cut: &dyn Fn(Vec<u8>) -> Vec<Vec<u8>>) -> Value {
    let mut params = Object::new();
    params.push("thread", "t");
    for member in ["messages", "state"] {
        if let Some(value) = case.body.get(member) {
            params.push(member, value.clone());
        }
    }
    match case.profile.as_str() {
        "typed-state" => params.push("typed", true),
        "verify-off" => params.push("verify", false),
        _ => {}
    }
    let runs: Array = case
        .runs
        .iter()
        .enumerate()
        .map(|(index, source)| run(index, source, cut))
        .collect();
    if is_large(&runs) {
        params.push("detail", "light");
    }
    params.push("runs", runs);
    params.into()
}

fn run(index: usize, source: &Object, cut: &dyn Fn(Vec<u8>) -> Vec<Vec<u8>>) -> Value {
    let id = format!("r{}", index + 1);
    let mut run = Object::new();
    run.push("run", id.as_str());
    for member in ["send", "resume", "end"] {
        if let Some(value) = source.get(member) {
            run.push(member, value.clone());
        }
    }
    if source.contains("sse") {
        let body = list(source.get("sse"))
            .iter()
            .flat_map(|piece| bytes(piece, &id))
            .collect();
        run.push(
            "sse",
            cut(body).iter().map(|piece| wire(piece)).collect::<Array>(),
        );
    } else {
        let events = list(source.get("events"));
        let events = events.iter().map(|event| self::event(event, &id));
        run.push("events", events.collect::<Array>());
    }
    run.into()
}

/// An event without the marks and the short forms.
fn event(element: &Value, run: &str) -> Value {
    if let Some(refused) = element.get("refused") {
        return event(refused, run);
    }
    match element.as_str() {
        Some(kind) => [("type", kind), ("threadId", "t"), ("runId", run)]
            .into_iter()
            .collect::<Object>()
            .into(),
        None => element.clone(),
    }
}

fn bytes(element: &Value, run: &str) -> Vec<u8> {
    if let Some(refused) = element.get("refused") {
        return bytes(refused, run);
    }
    let member = |name| element.get(name).and_then(Value::as_str);
    if let Some(text) = member("text") {
        return text.as_bytes().to_vec();
    }
    if let Some(base64) = member("b64") {
        return BASE64.decode(base64.as_bytes()).unwrap();
    }
    format!("data: {}\n\n", event(element, run).to_text()).into_bytes()
}

/// A piece of a body as it travels.
fn wire(piece: &[u8]) -> Value {
    match std::str::from_utf8(piece) {
        Ok(text) => text.into(),
        Err(_) => {
            let base64 = BASE64.encode(piece);
            [("b64", base64)].into_iter().collect::<Object>().into()
        }
    }
}

fn is_large(runs: &Array) -> bool {
    runs.iter().any(|run| {
        list(run.get("events")).iter().any(|event| {
            let delta = event.get("delta").and_then(Value::as_string);
            delta.is_some_and(|delta| delta.len() > LARGE)
        })
    })
}
