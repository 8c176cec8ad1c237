//! Events as a case file writes them.

use uiconform_catalogue::{Described, check_times};
use uiconform_json::{Located, Node, Object, Value};

/// The thread of every request.
pub(super) const THREAD: &str = "t";

/// The id of a run, by its place.
pub(super) fn run_id(run: usize) -> String {
    format!("r{}", run + 1)
}

/// An event, or several alike.
#[derive(Clone)]
pub(super) struct Element {
    what: What,
    /// Whether it may not have any effect.
    pub(super) refused: bool,
}

#[derive(Clone)]
enum What {
    /// An event of that type with the ids of thread and run.
    OfRun(&'static str),
    Event(Described),
    Copies(Described, u64),
}

/// The events that are written by their type alone.
const OF_RUN: [&str; 2] = ["RUN_STARTED", "RUN_FINISHED"];

impl Element {
    /// Reads an event; one that is `refused` is read by whoever knows what else may be refused.
    pub(super) fn read(node: &Node<'_>, refused: bool) -> Result<Self, Located> {
        let what = match node.value() {
            Value::String(_) => {
                let name = node.text()?;
                let known = OF_RUN.into_iter().find(|known| *known == name);
                What::OfRun(known.ok_or_else(|| {
                    node.error(format!(
                        "only {} are written by their type alone; write the event",
                        OF_RUN.join(" and ")
                    ))
                })?)
            }
            Value::Object(object) if object.contains("type") => {
                What::Event(Described::read(node, false)?)
            }
            _ => {
                let mut members = node.object()?;
                let event = members.required("event")?;
                let times = members.optional("times");
                members.finish()?;
                match times {
                    None => What::Event(Described::read(&event, false)?),
                    Some(times) => {
                        let times = check_times(&times)?;
                        What::Copies(Described::read_copies(&event, true, times)?, times)
                    }
                }
            }
        };
        Ok(Self { what, refused })
    }

    /// As the case describes it.
    pub(super) fn described(&self, run: usize) -> Value {
        match &self.what {
            What::OfRun(kind) => of_run(kind, run),
            What::Event(event) => event.as_given().clone(),
            What::Copies(event, times) => Object::from_iter([
                ("event", event.as_given().clone()),
                ("times", (*times).into()),
            ])
            .into(),
        }
    }

    /// The events that are sent.
    pub(super) fn events(&self, run: usize) -> Vec<Value> {
        match &self.what {
            What::OfRun(kind) => vec![of_run(kind, run)],
            What::Event(event) => vec![event.get().into_owned()],
            What::Copies(event, times) => (0..*times).map(|index| event.copy(index)).collect(),
        }
    }
}

fn of_run(kind: &str, run: usize) -> Value {
    let run = run_id(run);
    Object::from_iter([("type", kind), ("threadId", THREAD), ("runId", &run)]).into()
}
