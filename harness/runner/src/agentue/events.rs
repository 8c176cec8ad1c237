//! Events that a driver answered: reading them, and what a client makes of them.

use uiconform_catalogue::{Finding, Judgement, Verdict};
use uiconform_json::{Located, Node, Object, Value};
use uiconform_protocols::agentue::{Event, Reducer, Reference};

/// Reads a list of events, which are objects; whether they are good ones is judged later.
pub(super) fn read<'a>(node: &Node<'a>) -> Result<Vec<&'a Object>, Located> {
    let event = |node: &Node<'a>| {
        node.value().as_object().ok_or_else(|| {
            node.error(format!(
                "expected an event, which is an object, found a {}",
                node.kind()
            ))
        })
    };
    node.list()?.iter().map(event).collect()
}

/// The reason in an answer, if there is one: free text, or any other value that is not null.
pub(super) fn reason(node: Option<Node<'_>>) -> Option<String> {
    let node = node.filter(|node| !node.value().is_null())?;
    Some(match node.value().as_string() {
        Some(text) => text.to_string_lossy().into_owned(),
        None => node.value().to_text(),
    })
}

/// What is wrong with an answer. Boxed, since most are right.
pub(super) type Wrong = Box<Judgement>;

/// The judgement of a failure.
pub(super) fn wrong(finding: Finding) -> Wrong {
    Box::new(Judgement::wrong(Verdict::Fail, finding))
}

/// The model that a plain reducer ends in; null if there is none.
///
/// # Errors
///
/// A failure of the case if an event is none that a reducer takes.
pub(super) fn reduce(events: &[&Object]) -> Result<Value, Wrong> {
    let mut reducer = Reducer::new();
    for (at, members) in events.iter().enumerate() {
        let event = Value::Object((*members).clone());
        Event::try_from(event)
            .and_then(|event| reducer.apply(&mut Reference, &event))
            .map_err(|rejection| {
                let mut finding = Finding::new(format!(
                    "event {} of the answer is refused by reducers: {rejection}",
                    at + 1
                ));
                finding.got = Some(Value::Object((*members).clone()));
                wrong(finding)
            })?;
    }
    let model = reducer.model();
    Ok(model.map_or(Value::Null, |model| model.document().clone().into()))
}

/// The operation of an event, empty if it says none.
pub(super) fn op(event: &Object) -> &str {
    event.get("op").and_then(Value::as_str).unwrap_or_default()
}

/// Events as one value, to be shown.
pub(super) fn shown<'a>(events: impl IntoIterator<Item = &'a Object>) -> Value {
    let events: Vec<Value> = events.into_iter().cloned().map(Value::Object).collect();
    events.into()
}
