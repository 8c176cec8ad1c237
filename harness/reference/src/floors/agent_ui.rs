//! What drivers without an implementation say to `agent-ui/receive`.

use uiconform_json::{Array, JsonString, Object, Value, parse};

use super::Answers;

/// The profiles that they offer.
pub(super) const PROFILES: [&str; 3] = [
    "agent-ui-1/frontend",
    "agent-ui-1/records",
    "agent-ui-1/sse",
];

/// Says of every event that its envelope is rendered, or of every one that it is rejected. Whether it shows anything for that, and
/// persists it, depends on what it answers.
pub(super) fn receive(params: &Value, answers: Answers, accepts: bool) -> Object {
    let phases = params.get("phases").and_then(Value::as_array);
    let mut persisted = Array::new();
    let phases: Array = phases
        .into_iter()
        .flat_map(|phases| phases.iter())
        .map(|phase| {
            let came = came(phase);
            let outcomes: Array = match answers {
                Answers::Empty => Array::new(),
                Answers::Given | Answers::Latest => came
                    .iter()
                    .map(|(id, _)| {
                        let word = if accepts { "rendered" } else { "rejected" };
                        Object::from_iter([("id", Value::from(id)), ("outcome", word.into())])
                    })
                    .collect(),
            };
            // One that echoes hands on what it got, as it got it.
            let calls: Array = match answers {
                Answers::Latest => came
                    .iter()
                    .map(|(id, data)| {
                        Object::from_iter([
                            ("id", Value::from(id)),
                            ("name", "ui_envelope".into()),
                            ("value", data.clone()),
                        ])
                    })
                    .collect(),
                Answers::Given | Answers::Empty => Array::new(),
            };
            if let Answers::Latest = answers {
                persisted.extend(came.into_iter().map(|(_, data)| data));
            }
            Object::from_iter([
                ("outcomes", Value::from(outcomes)),
                ("calls", calls.into()),
                ("errors", Array::new().into()),
                ("records", persisted.clone().into()),
            ])
        })
        .collect();
    Object::from_iter([("phases", phases)])
}

/// The data of the events of a phase that have an identifier.
fn came(phase: &Value) -> Vec<(JsonString, Value)> {
    let list = |name| {
        let list = phase.get(name).and_then(Value::as_array);
        list.into_iter().flat_map(|list| list.iter())
    };
    let events = list("events").filter_map(|event| event.get("data").cloned());
    let lines: Vec<String> = list("sse")
        .filter_map(Value::as_str)
        .collect::<String>()
        .split(['\r', '\n'])
        .filter_map(|line| Some(line.strip_prefix("data:")?.to_owned()))
        .collect();
    let data = events.chain(lines.iter().filter_map(|line| parse(line).ok()));
    data.filter_map(|data| Some((data.get("envelope_id")?.as_string()?.clone(), data)))
        .collect()
}
