//! A driver for uiconform: it stands between the harness and your implementation of AgentUE 1.1.
//!
//! Run it:
//!
//! ```console
//! $ cargo build --release
//! $ uiconform run --driver target/release/my-reducer-driver
//! ```
//!
//! It starts, answers, and conforms to nothing yet, since it rejects every event. Next steps:
//!
//! 1. Put your implementation into [`Reducer`]. Nothing else here knows about it.
//! 2. Look at one area at a time: add `--filter '*/set/*'`, and `--full` for every failure.
//! 3. Say who you are, and which limits you have, in [`initialize`].
//! 4. Offer more profiles when you have them: add `agentue-1.1/router` to the list and `agentue/route` to [`answer`].
//!    `docs/driver-protocol.md` of uiconform has all of them.
//!
//! A driver observes and never repairs: what the implementation gets wrong is what the suite wants to see. Standard output is
//! for answers alone; write to standard error whatever you like.

use std::io::{self, BufRead, Write};

use serde_json::{json, Value};

/// The implementation says no to an event, and the model is as it was before.
struct Rejected(String);

struct Reducer {
    /// A model, or null before the first start.
    model: Value,
}

impl Reducer {
    /// Changes the model, or rejects the event and leaves it as it was.
    fn apply(&mut self, _event: &Value) -> Result<(), Rejected> {
        // TODO: call your implementation.
        Err(Rejected("not implemented yet".to_owned()))
    }
}

/// Some cases send texts, of which some are no JSON: a text that cannot be read is a rejected event.
fn parse(text: &str) -> Result<Value, String> {
    // TODO: if your implementation reads texts itself, let it.
    serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))
}

fn initialize() -> Value {
    json!({
        "protocol": 1,
        // TODO: yours.
        "implementation": {"name": "my-reducer", "version": "0.1.0", "language": "Rust"},
        "profiles": ["agentue-1.1/reducer"],
        // "limits": {"depth": 64, "bytes": 1000000},  inputs beyond them may be refused
    })
}

/// Applies the events to the model, one after the other.
fn reduce(params: &Value) -> Value {
    let events: Vec<Result<Value, String>> = match params["wire"].as_array() {
        Some(texts) => texts
            .iter()
            .map(|text| parse(text.as_str().unwrap_or_default()))
            .collect(),
        None => {
            let events = params["events"].as_array().cloned().unwrap_or_default();
            events.into_iter().map(Ok).collect()
        }
    };
    let mut trace = Vec::new();
    let mut result = run(&params["model"], &events, &mut trace);
    if params["trace"] == true {
        result["trace"] = trace.into();
    }
    if params["replay"] == true {
        // The same parsed events once more, from the same start: an implementation that keeps or changes its inputs shows here.
        result["replayed"] = run(&params["model"], &events, &mut Vec::new());
    }
    result
}

fn run(model: &Value, events: &[Result<Value, String>], trace: &mut Vec<Value>) -> Value {
    let mut reducer = Reducer {
        model: model.clone(),
    };
    let mut steps = Vec::new();
    for event in events {
        let taken = match event {
            Ok(event) => reducer.apply(event),
            Err(reason) => Err(Rejected(reason.clone())),
        };
        steps.push(match taken {
            Ok(()) => json!({"ok": true}),
            Err(Rejected(reason)) => json!({"ok": false, "error": reason}),
        });
        trace.push(reducer.model.clone());
    }
    json!({"steps": steps, "model": reducer.model})
}

/// The result of a method, or `None` if there is no such method.
fn answer(method: &str, params: &Value) -> Option<Value> {
    match method {
        "initialize" => Some(initialize()),
        "agentue/reduce" => Some(reduce(params)),
        _ => None,
    }
}

/// JSON-RPC 2.0: one request a line, one answer a line.
fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        if request.get("id").is_none() {
            break; // `shutdown` is a notification: no answer
        }
        let method = request["method"].as_str().unwrap_or_default();
        let mut reply = json!({"jsonrpc": "2.0", "id": request["id"]});
        match answer(method, &request["params"]) {
            Some(result) => reply["result"] = result,
            None => {
                let message = format!("method not found: {method}");
                reply["error"] = json!({"code": -32601, "message": message});
            }
        }
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}
