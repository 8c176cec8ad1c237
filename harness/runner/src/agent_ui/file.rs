//! Reading the members of case files that are agent-ui@1's own.

use uiconform_catalogue::{Derived, FileForm, Level, Reading};
use uiconform_json::{JsonString, Located, Members, Node, Value};

use super::body::{AfterPhase, Body, Expectation, Input, Outcome, Phase, Reload};
use super::expect::{Word, Words};
use super::given::Given;
use super::records::RecordExpected;
use super::sent::ids_before;
use super::step::StepReader;
use crate::asked::{Again, Asked};
use crate::framings::Framing;
use crate::reading::{read_outcomes, read_words};

/// The members of a phase, which stand in the case itself if there is only one.
const OF_A_PHASE: [&str; 7] = [
    "registry",
    "session",
    "reload",
    "steps",
    "calls",
    "records",
    "record_order",
];

/// The members that stand once in a file.
pub(super) struct CaseFile {
    given: Given,
    streams: bool,
    records: bool,
}

impl CaseFile {
    pub(super) fn read(profile: &str, file: &mut Members<'_>) -> Result<Self, Located> {
        Ok(Self {
            given: Given::read(file)?,
            streams: profile == "sse",
            records: profile == "records",
        })
    }

    fn phases(
        &self,
        open: bool,
        case: &mut Members<'_>,
    ) -> Result<(Vec<Phase>, Vec<AfterPhase>), Located> {
        let reader = StepReader {
            given: &self.given,
            streams: self.streams,
            open,
        };
        let mut phases = Vec::new();
        let mut after = Vec::new();
        let Some(node) = case.optional("phases") else {
            let (phase, said) = self.phase(&reader, &phases, case)?;
            return Ok((vec![phase], vec![said]));
        };
        for name in OF_A_PHASE {
            if let Some(node) = case.optional(name) {
                return Err(node.error(format!("a case with `phases` has `{name}` in these")));
            }
        }
        let list = node.list()?;
        if list.is_empty() {
            return Err(node.error("a case has at least one phase"));
        }
        for node in list {
            let mut members = node.object()?;
            let (phase, said) = self.phase(&reader, &phases, &mut members)?;
            members.finish()?;
            phases.push(phase);
            after.push(said);
        }
        Ok((phases, after))
    }

    /// Reads a phase; `before` are those before it.
    fn phase(
        &self,
        reader: &StepReader<'_>,
        before: &[Phase],
        members: &mut Members<'_>,
    ) -> Result<(Phase, AfterPhase), Located> {
        let first = before.is_empty();
        let registry = match members.optional("registry") {
            None if first => Some(members.required("registry")?),
            node => node,
        };
        let session = members.optional("session");
        if let (false, Some(session)) = (first, &session) {
            return Err(session.error("the session that is shown stands in the first phase"));
        }
        let reload = match members.optional("reload") {
            None => None,
            Some(node) if node.value().as_bool() == Some(true) => Some(Reload::Persisted),
            Some(node) => Some(Reload::Message(self.given.message(&node)?)),
        };
        let mut phase = Phase {
            registry: registry
                .map(|node| self.given.registry(&node))
                .transpose()?,
            session: session
                .map(|node| node.text().map(JsonString::from))
                .transpose()?,
            reload,
            steps: Vec::new(),
        };
        let steps = members.required("steps")?.list()?;
        let place = before.iter().map(|phase| phase.steps.len()).sum::<usize>() + 1;
        let mut so_far = before.to_vec();
        so_far.push(phase.clone());
        let known = ids_before(&so_far);
        for (index, node) in steps.iter().enumerate() {
            phase.steps.push(reader.read(node, place + index, &known)?);
        }
        let said = self.after(members)?;
        if reader.open {
            let said_something = ["calls", "records", "record_order"];
            for name in said_something {
                if let Some(node) = members.optional(name) {
                    return Err(node.error(format!(
                        "an informative case expects nothing; move `{name}` into an outcome"
                    )));
                }
            }
        }
        Ok((phase, said))
    }

    /// Reads what is said of a phase besides its steps.
    fn after(&self, members: &mut Members<'_>) -> Result<AfterPhase, Located> {
        let records = members.optional("records");
        let order = members.optional("record_order");
        if let (false, Some(node)) = (self.records, records.as_ref().or(order.as_ref())) {
            return Err(node.error("records are for the profile `records`"));
        }
        let record_order = order.as_ref().map(ids).transpose()?.unwrap_or_default();
        if let (Some(node), 0 | 1) = (&order, record_order.len()) {
            return Err(node.error("an order has two ids or more"));
        }
        Ok(AfterPhase {
            calls: members
                .optional("calls")
                .map(|node| ids(&node))
                .transpose()?,
            records: match records {
                Some(node) => {
                    let list = node.list()?;
                    let records: Result<_, Located> =
                        list.iter().map(RecordExpected::read).collect();
                    records?
                }
                None => Vec::new(),
            },
            record_order,
        })
    }

    fn outcomes(&self, node: &Node<'_>, steps: usize) -> Result<Vec<(String, Outcome)>, Located> {
        read_outcomes(node, |members| {
            let list = members.required("steps")?;
            let words = list.list()?;
            if words.len() != steps {
                return Err(list.error(format!(
                    "{} words for {steps} steps; give one for each, null for whatever",
                    words.len()
                )));
            }
            let word = |node: &Node<'_>| match node.value() {
                Value::Null => Ok(Words::any()),
                _ => Words::read(node),
            };
            Ok(Outcome {
                steps: words.iter().map(word).collect::<Result<_, _>>()?,
                after: self.after(members)?,
            })
        })
    }
}

impl FileForm for CaseFile {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let open = level == Level::Informative;
        let (phases, after) = self.phases(open, case)?;
        let steps = phases.iter().map(|phase| phase.steps.len()).sum();
        let expectation = match open {
            true => Expectation::Open(self.outcomes(&case.required("outcomes")?, steps)?),
            false => Expectation::Fixed(after),
        };
        let holds = read_words(case.optional("holds"), &Again::WORDS)?;
        let framings = case.optional("framings");
        let body = Body {
            streams: self.streams,
            records: self.records,
            framing: None,
            phases,
            expectation,
        };
        let derived = match framings {
            Some(node) => framed(&node, level, &body, &holds)?,
            None => Vec::new(),
        };
        Ok(Reading {
            exercise: Box::new(Asked::new(body, &holds)),
            derived,
        })
    }
}

/// The cases in each framing of a group.
fn framed(
    node: &Node<'_>,
    level: Level,
    body: &Body,
    holds: &[Again],
) -> Result<Vec<Derived>, Located> {
    if !body.streams {
        return Err(node.error("framings are for the profile `sse`"));
    }
    let is_whole = |input: &Input| matches!(input, Input::Envelope(_) | Input::Event { .. });
    if body.phases.len() > 1 || !body.steps().all(|step| is_whole(&step.input)) {
        return Err(node.error(
            "only a case of one phase, none of whose steps is written out, can be framed in other ways",
        ));
    }
    // Every other answer would be one to bytes that the case does not have.
    if !body.steps().all(|step| {
        step.expect
            .as_ref()
            .is_some_and(|words| words.has(Word::Rendered))
    }) {
        return Err(node.error("only what is rendered can show that it was read"));
    }
    let group = Framing::group(node)?;
    let derived = group.into_iter().map(|framing| Derived {
        suffix: framing.name.clone(),
        level,
        about: format!("in another framing: {}", framing.about),
        exercise: Box::new(Asked::new(
            Body {
                framing: Some(framing),
                ..body.clone()
            },
            holds,
        )),
    });
    Ok(derived.collect())
}

fn ids(node: &Node<'_>) -> Result<Vec<JsonString>, Located> {
    let list = node.list()?;
    let id = |node: &Node<'_>| node.text().map(JsonString::from);
    list.iter().map(id).collect()
}
