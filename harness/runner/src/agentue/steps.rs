//! Reading the steps of a case, and what is expected of them.

use uiconform_catalogue::{Described, check_name, check_times, entries};
use uiconform_json::{Located, Node, Value};

use super::Method;
use super::body::{Expect, Expectation, Hold, Input, Inputs, Outcome};
use super::results::Results;
use crate::values::OTHER;

/// The steps as the file has them.
pub(super) struct Steps(Vec<Step>);

struct Step {
    input: Input,
    /// Absent in a case with outcomes.
    expect: Option<Expect>,
}

impl Steps {
    /// Reads `steps`; in an `open` case, of which the verdicts stand in `outcomes`, they expect nothing.
    pub(super) fn read(node: &Node<'_>, open: bool) -> Result<Self, Located> {
        let nodes = node.list()?;
        if nodes.is_empty() {
            return Err(node.error("a case has at least one step"));
        }
        let steps: Vec<Step> = nodes
            .iter()
            .map(|node| read_step(node, open))
            .collect::<Result<_, _>>()?;
        let either = |step: &&Step| step.expect == Some(Expect::Either);
        if steps.iter().filter(either).count() > 1 {
            return Err(node.error("at most one step of a case may be `either`"));
        }
        Ok(Self(steps))
    }

    /// What goes to the driver.
    pub(super) fn inputs(&self) -> Inputs {
        Inputs::new(self.0.iter().map(|step| step.input.clone()).collect())
    }

    /// The expectation of a case that is not informative.
    pub(super) fn fixed(
        &self,
        result: &Node<'_>,
        results: &Results<'_>,
    ) -> Result<Expectation, Located> {
        let expects: Vec<Expect> = self.0.iter().filter_map(|step| step.expect).collect();
        let (accepted, rejected) = if expects.contains(&Expect::Either) {
            let mut members = result.object().map_err(|_| {
                result.error(format!(
                    "with an `either` step, `{}` is {{\"accepted\": …, \"rejected\": …}}",
                    results.method.result()
                ))
            })?;
            let accepted = results.read(&members.required("accepted")?)?;
            let rejected = results.read(&members.required("rejected")?)?;
            members.finish()?;
            (accepted, rejected)
        } else {
            let only = results.read(result)?;
            if only.as_given().get("accepted").is_some()
                && only.as_given().get("rejected").is_some()
            {
                return Err(result.error("two results are for a case with an `either` step"));
            }
            (only.clone(), only)
        };
        Ok(Expectation::Fixed {
            steps: self.spread(&expects),
            accepted,
            rejected,
        })
    }

    /// The outcomes that a case knows by name.
    pub(super) fn outcomes(
        &self,
        node: &Node<'_>,
        results: &Results<'_>,
    ) -> Result<Vec<Outcome>, Located> {
        let outcomes: Vec<Outcome> = entries(node)?
            .into_iter()
            .map(|(name, node)| {
                let text = name.to_string_lossy();
                check_name(&node, &text)?;
                if text == OTHER {
                    return Err(
                        node.error("`other` is what matches no outcome; choose another name")
                    );
                }
                let mut members = node.object()?;
                let steps = members.required("steps")?;
                let verdicts: Vec<bool> = steps
                    .list()?
                    .iter()
                    .map(|word| match word.text()? {
                        "accept" => Ok(true),
                        "reject" => Ok(false),
                        _ => Err(word.error("a verdict is `accept` or `reject`")),
                    })
                    .collect::<Result<_, _>>()?;
                if verdicts.len() != self.0.len() {
                    return Err(steps.error(format!(
                        "{} verdicts for {} steps",
                        verdicts.len(),
                        self.0.len()
                    )));
                }
                let outcome = Outcome {
                    name: text.into_owned(),
                    steps: self.spread(&verdicts),
                    result: results.read(&members.required(results.method.result())?)?,
                };
                members.finish()?;
                Ok(outcome)
            })
            .collect::<Result<_, _>>()?;
        if outcomes.len() < 2 {
            return Err(node.error("name at least two outcomes: with one there is nothing open"));
        }
        Ok(outcomes)
    }

    /// One entry for each input, from one for each step.
    fn spread<T: Copy>(&self, each: &[T]) -> Vec<T> {
        self.0
            .iter()
            .zip(each)
            .flat_map(|(step, entry)| std::iter::repeat_n(*entry, step.input.len()))
            .collect()
    }
}

fn read_step(node: &Node<'_>, open: bool) -> Result<Step, Located> {
    let mut members = node.object()?;
    let event = members.optional("event");
    let wire = members.optional("wire");
    let times = members.optional("times");
    let expect = match (members.optional("expect"), open) {
        (Some(word), false) => Some(read_expect(&word)?),
        (None, true) => None,
        (None, false) => {
            return Err(node.error("a step says what it expects: `accept`, `reject` or `either`"));
        }
        (Some(word), true) => {
            return Err(word
                .error("the verdicts of this case stand in `outcomes`; its steps expect nothing"));
        }
    };
    members.finish()?;
    let input = match (event, wire, times) {
        (Some(event), None, None) => Input::Event(Described::read(&event, false)?),
        (Some(event), None, Some(times)) => {
            let times = check_times(&times)?;
            Input::Copies(Described::read_copies(&event, true, times)?, times)
        }
        (None, Some(wire), None) => {
            check_text(&wire)?;
            Input::Wire(Described::read(&wire, false)?)
        }
        _ => {
            return Err(node.error(
                "a step has either an `event`, of which `times` makes copies, or a `wire` text",
            ));
        }
    };
    if expect == Some(Expect::Either) && input.len() != 1 {
        return Err(node.error("a step that is `either` stands for one event"));
    }
    Ok(Step { input, expect })
}

pub(super) fn read_expect(node: &Node<'_>) -> Result<Expect, Located> {
    match node.text()? {
        "accept" => Ok(Expect::Accept),
        "reject" => Ok(Expect::Reject),
        "either" => Ok(Expect::Either),
        other => Err(node.error(format!(
            "unknown expectation `{other}`; use `accept`, `reject` or `either`"
        ))),
    }
}

/// Checks a wire text: a string, or a list of strings to be joined, each of which may be described.
fn check_text(node: &Node<'_>) -> Result<(), Located> {
    let piece = |node: &Node<'_>| {
        match node.value() {
        Value::String(_) => node.text().map(|_| ()),
        Value::Object(object) if object.len() == 1 && object.contains("$text") => Ok(()),
        _ => Err(node.error(
            "a wire text is a string, or a list of strings to be joined; a long one is described with `$text`",
        )),
    }
    };
    match node.value() {
        Value::Array(_) => node.list()?.iter().try_for_each(piece),
        _ => piece(node),
    }
}

/// Reads `holds`.
pub(super) fn read_holds(node: &Node<'_>, method: Method) -> Result<Vec<Hold>, Located> {
    let list = node.list()?;
    list.iter()
        .enumerate()
        .map(|(index, node)| {
            let word = node.text()?;
            if list[..index]
                .iter()
                .any(|earlier| earlier.value() == node.value())
            {
                return Err(node.error(format!("`{word}` stands twice")));
            }
            let Some((_, hold)) = Hold::ALL.into_iter().find(|(name, _)| *name == word) else {
                let words = Hold::ALL.map(|(name, _)| name);
                return Err(node.error(format!(
                    "unknown relation `{word}`; use one of {}",
                    words.join(", ")
                )));
            };
            let for_reducers = matches!(hold, Hold::Replay | Hold::Trace | Hold::Resume);
            if for_reducers && method != Method::Reduce {
                return Err(node.error(format!("`{word}` is for reducers only")));
            }
            Ok(hold)
        })
        .collect()
}
