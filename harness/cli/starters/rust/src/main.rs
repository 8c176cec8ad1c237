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

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{json, Value};

/// The implementation says no to an event, and the model is as it was before.
#[derive(Clone)]
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

/// Events come as JSON text, some of which is no JSON: a text that cannot be read is a rejected event.
fn parse(text: &str) -> Result<Value, Rejected> {
    // TODO: if your implementation reads texts itself, let it.
    serde_json::from_str(text).map_err(|error| Rejected(format!("cannot read it: {error}")))
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

#[derive(Deserialize)]
struct Params<'a> {
    model: Value,
    #[serde(borrow, default)]
    events: Vec<&'a RawValue>,
    /// Instead of events, texts.
    #[serde(default)]
    wire: Vec<String>,
    #[serde(default)]
    trace: bool,
    #[serde(default)]
    replay: bool,
}

/// Applies the events to the model, one after the other.
fn reduce(params: &Params) -> Value {
    let events = params.events.iter().map(|event| event.get());
    let texts = params.wire.iter().map(String::as_str);
    let events: Vec<Result<Value, Rejected>> = events.chain(texts).map(parse).collect();
    let mut result = run(&params.model, &events, params.trace);
    if params.replay {
        // The same parsed events once more, from the same start: an implementation that keeps or changes its inputs shows here.
        result["replayed"] = run(&params.model, &events, false);
    }
    result
}

fn run(model: &Value, events: &[Result<Value, Rejected>], with_trace: bool) -> Value {
    let mut reducer = Reducer {
        model: model.clone(),
    };
    let mut steps = Vec::new();
    let mut trace = Vec::new();
    for event in events {
        let taken = match event {
            Ok(event) => reducer.apply(event),
            Err(rejected) => Err(rejected.clone()),
        };
        steps.push(match taken {
            Ok(()) => json!({"ok": true}),
            Err(Rejected(reason)) => json!({"ok": false, "error": reason}),
        });
        if with_trace {
            trace.push(reducer.model.clone());
        }
    }
    let mut result = json!({"steps": steps, "model": reducer.model});
    if with_trace {
        result["trace"] = trace.into();
    }
    result
}

#[derive(Deserialize)]
struct Request<'a> {
    /// Absent from notifications.
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: String,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// The result of a method, or code and message of an error: the driver failed. What the implementation rejects is a result.
fn answer(request: &Request) -> Result<Value, (i64, String)> {
    match request.method.as_str() {
        "initialize" => Ok(initialize()),
        "agentue/reduce" => {
            let params = request.params.map_or("null", RawValue::get);
            match serde_json::from_str(params) {
                Ok(params) => Ok(reduce(&params)),
                Err(error) => Err((-32603, error.to_string())),
            }
        }
        method => Err((-32601, format!("method not found: {method}"))),
    }
}

/// JSON-RPC 2.0: one request a line, one answer a line.
fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let request: Request = serde_json::from_str(&line)?;
        let Some(id) = request.id else {
            break; // `shutdown` is a notification: no answer
        };
        let reply = match answer(&request) {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err((code, message)) => {
                let error = json!({"code": code, "message": message});
                json!({"jsonrpc": "2.0", "id": id, "error": error})
            }
        };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}
