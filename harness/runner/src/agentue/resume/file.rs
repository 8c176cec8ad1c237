//! Reading the case files.

use std::collections::BTreeMap;

use uiconform_catalogue::{
    Described, FileForm, Level, Reading, check_name, check_times, did_you_mean, entries,
};
use uiconform_json::{Located, Members, Node, Value};

use super::exercise::ResumeExercise;
use super::{Body, Bounds, Expectation, Expected, Later};
use crate::agentue::Method;
use crate::agentue::body::{Hold, Input, Inputs};
use crate::agentue::results::read_model;
use crate::agentue::steps::read_holds;
use crate::values::OTHER;

/// The logs and models that a file names.
pub(super) struct ResumeFile {
    logs: BTreeMap<String, Inputs>,
    models: BTreeMap<String, Described>,
}

impl ResumeFile {
    pub(super) fn read(file: &mut Members<'_>) -> Result<Self, Located> {
        let mut read = Self {
            logs: BTreeMap::new(),
            models: BTreeMap::new(),
        };
        if let Some(given) = file.optional("given") {
            for (name, node) in entries(&given)? {
                let name = name.to_string_lossy().into_owned();
                match node.value() {
                    Value::Array(_) => {
                        read.logs.insert(name, read_log(&node)?);
                    }
                    Value::Object(_) => {
                        read.models.insert(name, Described::read(&node, false)?);
                    }
                    _ => {
                        return Err(node.error(
                            "what is given is a log (a list of events) or a model (an object)",
                        ));
                    }
                }
            }
        }
        Ok(read)
    }

    fn log(&self, node: &Node<'_>) -> Result<Inputs, Located> {
        if let Value::Array(_) = node.value() {
            return read_log(node);
        }
        let name = node.text()?;
        self.logs.get(name).cloned().ok_or_else(|| {
            let known = self.logs.keys().map(String::as_str);
            node.error(format!(
                "`given` has no log `{name}`{}",
                did_you_mean(name, known)
            ))
        })
    }

    /// Reads what is said of a delivery; `many` if it is said of those at several cursors.
    fn expected(&self, node: &Node<'_>, log: &Inputs, many: bool) -> Result<Expected, Located> {
        let mut members = node.object()?;
        let mut expected = Expected::default();
        if let Some(start) = members.optional("start") {
            let mut start = start.object()?;
            if let Some(model) = start.optional("model") {
                expected.model = Some(read_model(&model, &self.models, None)?);
            }
            if let Some(seq) = start.optional("seq") {
                expected.seq = Some(read_bounds(&seq)?);
            }
            if expected.model.is_none() && expected.seq.is_none() {
                return Err(start
                    .node()
                    .error("say the `model` of the start, its `seq`, or both"));
            }
            start.finish()?;
        }
        if let Some(then) = members.optional("then") {
            let later = then.list()?;
            let later = later.iter().map(|node| read_later(node, log));
            expected.then = Some(later.collect::<Result<_, _>>()?);
        }
        if many && (expected.model.is_some() || expected.seq.is_some() || expected.then.is_some()) {
            return Err(node.error(
                "with several cursors, `start` and `then` would differ; say `final`, `ends` or `stream_id`",
            ));
        }
        if let Some(ends) = members.optional("ends") {
            expected.ends = Some(ends.boolean()?);
        }
        if let Some(id) = members.optional("stream_id") {
            let name = Described::read(&id, false)?.get().into_owned();
            let Value::String(name) = name else {
                return Err(id.error("a stream identifier is a string"));
            };
            expected.stream_id = Some(name);
        }
        if let Some(model) = members.optional("final") {
            expected.last = Some(read_model(&model, &self.models, None)?);
        }
        members.finish()?;
        Ok(expected)
    }

    fn outcomes(&self, node: &Node<'_>, log: &Inputs) -> Result<Vec<(String, Expected)>, Located> {
        let outcomes: Vec<(String, Expected)> = entries(node)?
            .into_iter()
            .map(|(name, node)| {
                let name = name.to_string_lossy().into_owned();
                check_name(&node, &name)?;
                if name == OTHER {
                    return Err(
                        node.error("`other` is what matches no outcome; choose another name")
                    );
                }
                let expected = match node.value().as_str() {
                    Some("refused") => Expected {
                        refused: true,
                        ..Expected::default()
                    },
                    _ => said(&node, self.expected(&node, log, false)?)?,
                };
                Ok((name, expected))
            })
            .collect::<Result<_, Located>>()?;
        if outcomes.len() < 2 {
            return Err(node.error("name at least two outcomes: with one there is nothing open"));
        }
        Ok(outcomes)
    }
}

impl FileForm for ResumeFile {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let log = self.log(&case.required("log")?)?;
        let cursors = match (case.optional("cursor"), case.optional("cursors")) {
            (Some(cursor), None) => vec![cursor.unsigned()?],
            (None, Some(cursors)) => numbers(&cursors)?,
            _ => {
                return Err(case.node().error(
                    "a case has either a `cursor`, or `cursors` at each of which it holds",
                ));
            }
        };
        let many = cursors.len() > 1;
        let again = match case.optional("again") {
            Some(node) if many => {
                return Err(node.error("only the delivery at one `cursor` can be resumed again"));
            }
            Some(node) => numbers(&node)?,
            None => Vec::new(),
        };
        let expectation = if level == Level::Informative {
            Expectation::Open(self.outcomes(&case.required("outcomes")?, &log)?)
        } else {
            let node = case.required("expect")?;
            Expectation::Fixed(said(&node, self.expected(&node, &log, many)?)?)
        };
        match (&expectation, again.is_empty()) {
            (_, true) => {}
            (Expectation::Fixed(expected), false) if expected.last.is_some() => {}
            _ => {
                return Err(case.node().error(
                    "a delivery that is resumed `again` leads to the same end: say in `expect` which `final` model that is",
                ));
            }
        }
        let holds = match case.optional("holds") {
            Some(node) => read_holds(&node, Method::Deliver)?,
            None => Vec::new(),
        };
        let body = Body {
            log,
            cursors,
            again,
            expectation,
            repeat: holds.contains(&Hold::Repeat),
            fresh: holds.contains(&Hold::Fresh),
        };
        Ok(Reading {
            exercise: Box::new(ResumeExercise::new(body)),
            derived: Vec::new(),
        })
    }
}

/// Refuses an expectation that expects nothing.
fn said(node: &Node<'_>, expected: Expected) -> Result<Expected, Located> {
    let nothing = expected.model.is_none()
        && expected.seq.is_none()
        && expected.then.is_none()
        && expected.ends.is_none()
        && expected.stream_id.is_none()
        && expected.last.is_none();
    if nothing {
        return Err(node.error(
            "say something of the delivery: `start`, `then`, `ends`, `stream_id` or `final`",
        ));
    }
    Ok(expected)
}

fn numbers(node: &Node<'_>) -> Result<Vec<u64>, Located> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.error("list at least one cursor"));
    }
    list.iter().map(Node::unsigned).collect()
}

/// Reads a log: events, and copies of one as `{"times": N, "event": …}`.
fn read_log(node: &Node<'_>) -> Result<Inputs, Located> {
    let entry = |node: &Node<'_>| {
        if let Some(entry) = node.value().as_object()
            && entry.contains("times")
        {
            let mut members = node.object()?;
            let times = check_times(&members.required("times")?)?;
            let event = Described::read_copies(&members.required("event")?, true, times)?;
            members.finish()?;
            return Ok(Input::Copies(event, times));
        }
        if node.value().as_object().is_none() {
            return Err(node.error("a log is a list of events, which are objects"));
        }
        Ok(Input::Event(Described::read(node, false)?))
    };
    let entries = node.list()?;
    if entries.is_empty() {
        return Err(node.error("a log has at least one event"));
    }
    Ok(Inputs::new(
        entries.iter().map(entry).collect::<Result<_, _>>()?,
    ))
}

/// Reads a `seq`, or where it lies.
fn read_bounds(node: &Node<'_>) -> Result<Bounds, Located> {
    if let Value::Number(_) = node.value() {
        let seq = node.unsigned()?;
        return Ok(Bounds {
            least: seq,
            below: seq.checked_add(1),
        });
    }
    let mut members = node.object()?;
    let bound = |node: Option<Node<'_>>| node.map(|node| node.unsigned()).transpose();
    let least = bound(members.optional("at_least"))?.unwrap_or(0);
    let below = bound(members.optional("below"))?;
    members.finish()?;
    if below.is_some_and(|below| least >= below) {
        return Err(node.error("no number is at least the one and below the other"));
    }
    Ok(Bounds { least, below })
}

/// Reads an event that is to follow: the `seq` of one of the log, or the whole event.
fn read_later(node: &Node<'_>, log: &Inputs) -> Result<Later, Located> {
    if let Value::Object(_) = node.value() {
        return Ok(Later::Same(
            Described::read(node, false)?.get().into_owned(),
        ));
    }
    let seq = node.unsigned()?;
    let of_that_seq = |event: &Value| {
        let number = event.get("seq").and_then(Value::as_number);
        number.and_then(|number| number.to_u64()) == Some(seq)
            && event.get("op").and_then(Value::as_str) != Some("ping")
    };
    let mut found = log
        .sent(0..log.len())
        .map(std::borrow::Cow::into_owned)
        .filter(of_that_seq);
    match (found.next(), found.next()) {
        (Some(event), None) => Ok(Later::Alike(event)),
        (None, _) => Err(node.error(format!("the log has no event with the seq {seq}"))),
        (Some(_), Some(_)) => Err(node.error(format!(
            "the log has two events with the seq {seq}; write out the one that is meant"
        ))),
    }
}
