//! Reading the case files.

use std::collections::BTreeMap;

use uiconform_catalogue::{Described, FileForm, Level, Reading, check_name, check_times, entries};
use uiconform_json::{JsonString, Located, Members, Node, Value};

use super::exercise::EmitterExercise;
use super::{Body, Expectation, Outcome, RULES};
use crate::agentue::Method;
use crate::agentue::body::{Expect, Hold, Input, Inputs};
use crate::agentue::results::read_model;
use crate::agentue::steps::{read_expect, read_holds};
use crate::values::OTHER;

/// What stands for a result that is not looked at.
const ANY: &str = "any";

/// The models that a file names.
pub(super) struct EmitterFile {
    given: BTreeMap<String, Described>,
}

impl EmitterFile {
    pub(super) fn read(file: &mut Members<'_>) -> Result<Self, Located> {
        let mut given = BTreeMap::new();
        if let Some(node) = file.optional("given") {
            for (name, model) in entries(&node)? {
                if model.value().as_object().is_none() || name == ANY {
                    return Err(
                        model.error("a given model is an object, of another name than `any`")
                    );
                }
                let name = name.to_string_lossy().into_owned();
                given.insert(name, Described::read(&model, false)?);
            }
        }
        Ok(Self { given })
    }

    /// Reads what the events reduce to.
    fn result(&self, node: &Node<'_>) -> Result<Option<Described>, Located> {
        if node.value().as_str() == Some(ANY) {
            return Ok(None);
        }
        read_model(node, &self.given, None).map(Some)
    }

    fn fixed(&self, steps: &[Step], case: &mut Members<'_>) -> Result<Expectation, Located> {
        let expects: Vec<Expect> = steps.iter().filter_map(|step| step.expect).collect();
        let node = case.required("result")?;
        let (accepted, refused) = if expects.contains(&Expect::Either) {
            let mut members = node.object().map_err(|_| {
                node.error("with an `either` step, `result` is {\"accepted\": …, \"rejected\": …}")
            })?;
            let accepted = self.result(&members.required("accepted")?)?;
            let refused = self.result(&members.required("rejected")?)?;
            members.finish()?;
            (accepted, refused)
        } else {
            let only = self.result(&node)?;
            (only.clone(), only)
        };
        let largest = case.optional("largest");
        // A canary cites nothing.
        let cited = case.optional("requirements");
        let rules = cited.map_or_else(|| Ok(Vec::new()), |node| rules(&node))?;
        if accepted.is_none() && rules.is_empty() {
            return Err(node.error(format!(
                "with `any` result the case is judged by the rules that it cites, and it cites none of {}",
                RULES.join(", ")
            )));
        }
        Ok(Expectation::Fixed {
            steps: spread(steps, &expects),
            rules,
            largest: largest.map(|node| node.unsigned()).transpose()?,
            accepted,
            refused,
        })
    }

    fn outcomes(&self, steps: &[Step], node: &Node<'_>) -> Result<Expectation, Located> {
        let outcomes: Vec<Outcome> = entries(node)?
            .into_iter()
            .map(|(name, node)| {
                let name = name.to_string_lossy().into_owned();
                check_name(&node, &name)?;
                if name == OTHER {
                    return Err(
                        node.error("`other` is what matches no outcome; choose another name")
                    );
                }
                let mut members = node.object()?;
                let words = members.required("steps")?;
                let verdicts = words.list()?;
                let verdicts: Vec<bool> = verdicts
                    .iter()
                    .map(|word| match read_expect(word)? {
                        Expect::Accept => Ok(true),
                        Expect::Reject => Ok(false),
                        Expect::Either => Err(word.error("a verdict is `accept` or `reject`")),
                    })
                    .collect::<Result<_, _>>()?;
                if verdicts.len() != steps.len() {
                    return Err(words.error(format!(
                        "{} verdicts for {} steps",
                        verdicts.len(),
                        steps.len()
                    )));
                }
                let result = read_model(&members.required("result")?, &self.given, None)?;
                members.finish()?;
                Ok(Outcome {
                    name,
                    steps: spread(steps, &verdicts),
                    result,
                })
            })
            .collect::<Result<_, _>>()?;
        if outcomes.len() < 2 {
            return Err(node.error("name at least two outcomes: with one there is nothing open"));
        }
        Ok(Expectation::Open(outcomes))
    }
}

impl FileForm for EmitterFile {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let open = level == Level::Informative;
        let node = case.required("steps")?;
        let steps = node.list()?;
        let steps: Vec<Step> = steps
            .iter()
            .map(|node| Step::read(node, open))
            .collect::<Result<_, _>>()?;
        let either = |step: &&Step| step.expect == Some(Expect::Either);
        if steps.is_empty() || steps.iter().filter(either).count() > 1 {
            return Err(
                node.error("a case has at least one step, and at most one that is `either`")
            );
        }
        let stream_id = case.optional("stream_id").map(read_string).transpose()?;
        let inline_only = match case.optional("consumer") {
            None => false,
            Some(node) if node.text()? == "inline-only" => true,
            Some(node) => {
                return Err(
                    node.error("unknown consumer; the only one that can be named is `inline-only`")
                );
            }
        };
        let holds = match case.optional("holds") {
            Some(node) => read_holds(&node, Method::Deliver)?,
            None => Vec::new(),
        };
        let expectation = if open {
            self.outcomes(&steps, &case.required("outcomes")?)?
        } else {
            self.fixed(&steps, case)?
        };
        let body = Body {
            actions: Inputs::new(steps.into_iter().map(|step| step.input).collect()),
            stream_id,
            inline_only,
            expectation,
            repeat: holds.contains(&Hold::Repeat),
            fresh: holds.contains(&Hold::Fresh),
        };
        Ok(Reading {
            exercise: Box::new(EmitterExercise::new(body)),
            derived: Vec::new(),
        })
    }
}

/// Something that the application does, and whether the emitter is to do it.
struct Step {
    input: Input,
    /// Absent in an informative case.
    expect: Option<Expect>,
}

impl Step {
    fn read(node: &Node<'_>, open: bool) -> Result<Self, Located> {
        let mut members = node.object()?;
        let action = members.required("action")?;
        let times = members.optional("times");
        let expect = match (members.optional("expect"), open) {
            (Some(word), false) => Some(read_expect(&word)?),
            (None, true) => None,
            (None, false) => {
                return Err(
                    node.error("a step says what it expects: `accept`, `reject` or `either`")
                );
            }
            (Some(word), true) => {
                return Err(word.error(
                    "an informative case expects nothing; the verdicts stand in `outcomes`",
                ));
            }
        };
        members.finish()?;
        check_action(&action)?;
        let input = match times {
            None => Input::Event(Described::read(&action, false)?),
            Some(times) => {
                let times = check_times(&times)?;
                Input::Copies(Described::read_copies(&action, true, times)?, times)
            }
        };
        if expect == Some(Expect::Either) && input.len() != 1 {
            return Err(node.error("a step that is `either` stands for one action"));
        }
        Ok(Self { input, expect })
    }
}

/// Checks that an action is one of the driver protocol, which is not what a case is about.
fn check_action(node: &Node<'_>) -> Result<(), Located> {
    let mut members = node.object()?;
    let name = members.required("do")?;
    let needed: &[&str] = match name.text()? {
        "start" => &["model"],
        "set" => &["block"],
        "set_field" => &["block_id", "path", "value"],
        "set_meta" => &["path", "value"],
        "append" => &["block", "field"],
        "fail" => &["error"],
        "ping" | "end" => &[],
        other => {
            return Err(name.error(format!(
                "unknown action `{other}`; use start, set, set_field, set_meta, append, fail, ping or end"
            )));
        }
    };
    for member in needed {
        members.required(member)?;
    }
    members.finish()
}

/// The rules of emission among the requirements of a case.
fn rules(node: &Node<'_>) -> Result<Vec<&'static str>, Located> {
    let cited = node.list()?;
    let is_cited = |rule: &&str| {
        cited
            .iter()
            .any(|node| node.value().as_str() == Some(*rule))
    };
    Ok(RULES.into_iter().filter(is_cited).collect())
}

fn read_string(node: Node<'_>) -> Result<JsonString, Located> {
    match Described::read(&node, false)?.get().into_owned() {
        Value::String(text) => Ok(text),
        _ => Err(node.error("a stream identifier is a string")),
    }
}

/// One entry for each action, from one for each step.
fn spread<T: Copy>(steps: &[Step], each: &[T]) -> Vec<T> {
    let pairs = steps.iter().zip(each);
    pairs
        .flat_map(|(step, entry)| std::iter::repeat_n(*entry, step.input.len()))
        .collect()
}
