//! What drivers without an implementation say to `ag-ui/run`.

use uiconform_json::{Array, Object, Value, parse};

use super::Answers;

/// The profiles that they offer. Of the two policies a client has one; whoever does nothing has both.
pub(super) const PROFILES: [&str; 12] = [
    "ag-ui/common",
    "ag-ui/updates",
    "ag-ui/seed",
    "ag-ui/v1",
    "ag-ui/typed-state",
    "ag-ui/verify-off",
    "ag-ui/subagents",
    "ag-ui/interrupts",
    "ag-ui/activity",
    "ag-ui/reasoning",
    "ag-ui/sse",
    "ag-ui/error-kinds",
];

/// Says of every run that it is a success, or of every one that it failed, whatever came.
pub(super) fn run(params: &Value, answers: Answers, accepts: bool) -> Object {
    let given = |name: &str, default: Value| params.get(name).cloned().unwrap_or(default);
    let mut messages = given("messages", Array::new().into());
    let mut state = given("state", Object::new().into());
    if let Answers::Empty = answers {
        messages = Array::new().into();
        state = Object::new().into();
    }
    let runs = params.get("runs").and_then(Value::as_array);
    let runs = runs.into_iter().flat_map(|runs| runs.iter()).map(|run| {
        let events = events(run);
        // One that echoes hands on what it got, as it got it.
        if let Answers::Latest = answers {
            let latest = |name| events.iter().rev().find_map(|event| event.get(name));
            if let Some(snapshot) = latest("snapshot") {
                state = snapshot.clone();
            }
            if let Some(snapshot) = latest("messages") {
                messages = snapshot.clone();
            }
        }
        let mut updates = Array::new();
        let end = if accepts { "success" } else { "failed" };
        if !accepts {
            updates.push(update("error", "kind", "other"));
        }
        updates.push(update("done", "end", end));
        Object::from_iter([
            ("updates", Value::from(updates)),
            ("messages", messages.clone()),
            ("state", state.clone()),
        ])
    });
    let runs: Array = runs.collect();
    Object::from_iter([("runs", runs)])
}

fn update(kind: &str, name: &str, word: &str) -> Value {
    Object::from_iter([("update", kind), (name, word)]).into()
}

/// The events of a run, those in a body among them as far as they stand on one line.
fn events(run: &Value) -> Vec<Value> {
    let list = |name| {
        let list = run.get(name).and_then(Value::as_array);
        list.into_iter().flat_map(|list| list.iter())
    };
    let body: String = list("sse").filter_map(Value::as_str).collect();
    let lines = body.split(['\r', '\n']);
    let data = lines.filter_map(|line| parse(line.strip_prefix("data:")?).ok());
    list("events").cloned().chain(data).collect()
}
