//! Reading what a driver answered. What is of the wrong shape is an error that names the place.

use std::collections::{HashMap, HashSet};

use uiconform_catalogue::Answer;
use uiconform_json::{Array, JsonString, Located, Members, Node, Object, Value};

use super::update::{Kind, text};

/// What a client made of one run.
#[derive(Debug)]
pub(super) struct RunAnswer<'a> {
    /// Each an object that says what it is.
    pub(super) updates: Vec<&'a Value>,
    /// The list of messages.
    pub(super) messages: &'a Value,
    pub(super) state: &'a Value,
    /// What is not answered counts as empty.
    pub(super) reasoning: Vec<&'a Value>,
    pub(super) subagents: Vec<&'a Value>,
    pub(super) interrupts: Vec<&'a Value>,
}

impl RunAnswer<'_> {
    /// Whether an error is among the updates.
    pub(super) fn has_error(&self) -> bool {
        let mut updates = self.updates.iter();
        updates.any(|update| Kind::of(update) == Some(Kind::Error))
    }
}

/// Reads the answer to `ag-ui/run`.
pub(super) fn read(answer: &Answer, runs: usize) -> Result<Vec<RunAnswer<'_>>, Located> {
    let list = answer.result().object()?.required("runs")?;
    let answers = list.list()?;
    if answers.len() != runs {
        return Err(list.error(format!(
            "{} answers to {runs} runs; there is one for each",
            answers.len()
        )));
    }
    answers.iter().map(read_run).collect()
}

fn read_run<'a>(node: &Node<'a>) -> Result<RunAnswer<'a>, Located> {
    let mut members = node.object()?;
    let updates = members.required("updates")?.list()?;
    let update = |node: &Node<'a>| -> Result<&'a Value, Located> {
        node.object()?.required("update")?.text()?;
        Ok(node.value())
    };
    let messages = members.required("messages")?;
    objects(&messages)?;
    Ok(RunAnswer {
        updates: updates.iter().map(update).collect::<Result<_, _>>()?,
        messages: messages.value(),
        state: members.required("state")?.value(),
        reasoning: optional(&mut members, "reasoning")?,
        subagents: optional(&mut members, "subagents")?,
        interrupts: optional(&mut members, "interrupts")?,
    })
}

fn optional<'a>(members: &mut Members<'a>, name: &'static str) -> Result<Vec<&'a Value>, Located> {
    match members.optional(name) {
        Some(node) if !node.value().is_null() => objects(&node),
        _ => Ok(Vec::new()),
    }
}

fn objects<'a>(node: &Node<'a>) -> Result<Vec<&'a Value>, Located> {
    let list = node.list()?;
    let object = |node: &Node<'a>| node.object().map(|_| node.value());
    list.iter().map(object).collect()
}

/// What two answers to one request have to have in common. Texts of errors may vary, and so may what is said of a failure that no
/// agent spoke of, and ids that are not those of the request: a client makes them up.
pub(super) fn comparable(runs: &[RunAnswer<'_>], known: &HashSet<JsonString>) -> Value {
    let mut names = Names {
        known,
        made_up: HashMap::new(),
    };
    let runs: Array = runs.iter().map(|run| names.run(run)).collect();
    Object::from_iter([("runs", runs)]).into()
}

/// Names for ids that are made up, by the order in which they come.
struct Names<'k> {
    known: &'k HashSet<JsonString>,
    made_up: HashMap<JsonString, usize>,
}

/// Members that are ids.
const IDS: [&str; 4] = ["id", "tool", "toolCallId", "parentMessageId"];

impl Names<'_> {
    fn run(&mut self, run: &RunAnswer<'_>) -> Value {
        let agent_said = run.updates.iter().any(|update| {
            Kind::of(update) == Some(Kind::Error) && text(update, "kind") == Some("run")
        });
        let updates = run.updates.iter().map(|update| {
            let mut update = self.named(update);
            if let Some(members) = update.as_object_mut() {
                members.remove("text");
                if !agent_said && members.contains("end") {
                    members.remove("message");
                }
            }
            update
        });
        let updates: Array = updates.collect();
        let mut list = |values: &[&Value]| -> Value {
            let values = values.iter().map(|value| self.named(value));
            values.collect::<Array>().into()
        };
        let reasoning = list(&run.reasoning);
        let subagents = list(&run.subagents);
        let interrupts = list(&run.interrupts);
        Object::from_iter([
            ("updates", updates.into()),
            ("messages", self.named(run.messages)),
            ("state", run.state.clone()),
            ("reasoning", reasoning),
            ("subagents", subagents),
            ("interrupts", interrupts),
        ])
        .into()
    }

    fn named(&mut self, value: &Value) -> Value {
        match value {
            Value::Array(list) => list
                .iter()
                .map(|value| self.named(value))
                .collect::<Array>()
                .into(),
            Value::Object(object) => {
                let members = object.iter().map(|(name, value)| {
                    let is_id = IDS.iter().any(|id| *name == *id);
                    let value = match value {
                        Value::String(id) if is_id => self.name(id),
                        // A state is the agent's own; its members are no ids.
                        value if *name == "state" => value.clone(),
                        value => self.named(value),
                    };
                    (name.clone(), value)
                });
                members.collect::<Object>().into()
            }
            other => other.clone(),
        }
    }

    fn name(&mut self, id: &JsonString) -> Value {
        if self.known.contains(id) {
            return id.into();
        }
        let next = self.made_up.len() + 1;
        let number = *self.made_up.entry(id.clone()).or_insert(next);
        format!("made up {number}").into()
    }
}
