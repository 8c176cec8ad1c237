//! Reading the members of case files that are the profile's own.

use uiconform_catalogue::{Described, FileForm, Level, Reading, check_times};
use uiconform_json::{Located, Members, Node, Value};

use super::answer::Word;
use super::task::{Expect, Expectation, Input, Kind, Outcome, Task};
use crate::agentue::given::{Given, read_given};
use crate::agentue::results::read_model;
use crate::agentue::single::{Phase, Single};
use crate::reading::{read_outcomes, read_words};

pub(in crate::agentue) fn open(file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Ok(Box::new(File::open(file)?))
}

/// The members that stand once in a file.
pub(super) struct File {
    /// Models by name.
    given: Given,
}

impl FileForm for File {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let task = self.read_task(level, case)?;
        let phases = read_words(
            case.optional("holds"),
            &[("repeat", Phase::Repeat), ("fresh", Phase::Fresh)],
        )?;
        Ok(Reading {
            exercise: Box::new(Single::new(task, phases)),
            derived: Vec::new(),
        })
    }
}

impl File {
    pub(super) fn open(file: &mut Members<'_>) -> Result<Self, Located> {
        Ok(Self {
            given: read_given(file)?,
        })
    }

    pub(super) fn read_task(&self, level: Level, case: &mut Members<'_>) -> Result<Task, Located> {
        let model = read_model(&case.required("model")?, &self.given, None)?;
        let open = level == Level::Informative;
        let node = case.required("inputs")?;
        let read = node.list()?;
        let inputs: Vec<Input> = read
            .iter()
            .map(|node| read_input(node, open))
            .collect::<Result<_, _>>()?;
        if inputs.is_empty() {
            return Err(node.error("a case has at least one input"));
        }
        let result = |node: &Node<'_>| read_model(node, &self.given, Some(&model));
        let expectation = if open {
            let outcomes = read_outcomes(&case.required("outcomes")?, |members| {
                let steps = members.required("steps")?;
                Ok(Outcome {
                    words: read_outcome_words(&steps, &inputs)?,
                    result: result(&members.required("result")?)?,
                })
            })?;
            Expectation::Open(outcomes)
        } else {
            read_fixed(&case.required("result")?, &inputs, result)?
        };
        Ok(Task {
            model,
            inputs,
            expectation,
        })
    }
}

/// Reads the result: two of them if a patch may be deferred or refused.
fn read_fixed(
    node: &Node<'_>,
    inputs: &[Input],
    result: impl Fn(&Node<'_>) -> Result<Described, Located>,
) -> Result<Expectation, Located> {
    let defers = inputs
        .iter()
        .any(|input| input.expect == Some(Expect::Defer));
    if !defers {
        let value = node.value();
        if value.get("deferred").is_some() && value.get("refused").is_some() {
            return Err(node.error("two results are for a case with a `defer` input"));
        }
        return Ok(Expectation::Fixed {
            deferred: result(node)?,
            refused: None,
        });
    }
    let mut members = node.object().map_err(|_| {
        node.error("with a `defer` input, `result` is {\"deferred\": …, \"refused\": …}")
    })?;
    let deferred = result(&members.required("deferred")?)?;
    let refused = result(&members.required("refused")?)?;
    members.finish()?;
    Ok(Expectation::Fixed {
        deferred,
        refused: Some(refused),
    })
}

fn read_input(node: &Node<'_>, open: bool) -> Result<Input, Located> {
    let mut members = node.object()?;
    let event = members.optional("event");
    let loaded = members.optional("loaded");
    let times = members.optional("times");
    let expect = match (members.optional("expect"), open) {
        (Some(word), false) => Some(read_expect(&word)?),
        (None, true) => None,
        (None, false) => {
            return Err(node
                .error("an input says what it expects: `accept`, `reject`, `defer` or `ignore`"));
        }
        (Some(word), true) => {
            return Err(
                word.error("an informative case expects nothing; the answers stand in `outcomes`")
            );
        }
    };
    members.finish()?;
    let (kind, value) = match (event, loaded) {
        (Some(event), None) => (Kind::Event, event),
        (None, Some(loaded)) => {
            check_loaded(&loaded)?;
            (Kind::Loaded, loaded)
        }
        _ => return Err(node.error("an input is either an `event` or something `loaded`")),
    };
    let times = times.map(|times| check_times(&times)).transpose()?;
    Ok(Input {
        kind,
        value: match times {
            Some(times) => Described::read_copies(&value, true, times)?,
            None => Described::read(&value, false)?,
        },
        times,
        expect,
    })
}

fn read_expect(node: &Node<'_>) -> Result<Expect, Located> {
    match node.text()? {
        "accept" => Ok(Expect::Accept),
        "reject" => Ok(Expect::Reject),
        "defer" => Ok(Expect::Defer),
        "ignore" => Ok(Expect::Ignore),
        other => Err(node.error(format!(
            "unknown expectation `{other}`; use `accept`, `reject`, `defer` or `ignore`"
        ))),
    }
}

/// Checks that a load has the form of the driver protocol, so that a slip of the pen is no case.
fn check_loaded(node: &Node<'_>) -> Result<(), Located> {
    let mut members = node.object()?;
    for name in ["block_id", "ref"] {
        let member = members.required(name)?;
        if !matches!(member.value(), Value::String(_) | Value::Object(_)) {
            return Err(member.error("expected a string"));
        }
    }
    match (members.optional("block"), members.optional("failure")) {
        (Some(_), None) => {}
        (None, Some(failure)) => drop(failure.text()?),
        _ => return Err(node.error("a load has either the `block` or the `failure`")),
    }
    members.finish()
}

/// Reads the answers of an outcome: a word for each input, null where any word will do.
fn read_outcome_words(node: &Node<'_>, inputs: &[Input]) -> Result<Vec<Option<Word>>, Located> {
    let list = node.list()?;
    if list.len() != inputs.len() {
        return Err(node.error(format!(
            "{} answers for {} inputs",
            list.len(),
            inputs.len()
        )));
    }
    let mut words = Vec::new();
    for (node, input) in list.iter().zip(inputs) {
        let word = match node.value() {
            Value::Null => None,
            _ => Some(Word::read(node)?),
        };
        words.extend(std::iter::repeat_n(word, input.len()));
    }
    Ok(words)
}
