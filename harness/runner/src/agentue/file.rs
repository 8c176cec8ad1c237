//! Reading the members of case files that are AgentUE's own.

use std::collections::BTreeMap;

use uiconform_catalogue::{Derived, Described, FileForm, Level, Reading, entries};
use uiconform_json::{Located, Members, Node, Value};

use super::Method;
use super::body::{Body, Expect, Expectation};
use super::exercise::AgentUeExercise;
use super::results::{Results, read_model};
use super::steps::{Steps, read_holds};

/// The members that stand once in a file.
pub(super) struct CaseFile {
    method: Method,
    given: BTreeMap<String, Described>,
    amid: BTreeMap<String, Amid>,
}

/// Valid events around a rejected one, for the models of one name.
struct Amid {
    before: Vec<Described>,
    after: Vec<Described>,
    result: Described,
}

impl CaseFile {
    /// The file of a profile that has neither models nor events which its cases share.
    pub(super) fn plain(method: Method) -> Self {
        Self {
            method,
            given: BTreeMap::new(),
            amid: BTreeMap::new(),
        }
    }

    pub(super) fn read(profile: &str, file: &mut Members<'_>) -> Result<Self, Located> {
        let method = if profile == "router" {
            Method::Route
        } else {
            Method::Reduce
        };
        let mut given = BTreeMap::new();
        if let Some(node) = file.optional("given") {
            for (name, model) in entries(&node)? {
                let text = name.to_string_lossy().into_owned();
                if text == "unchanged" {
                    return Err(
                        model.error("`unchanged` has a meaning of its own; choose another name")
                    );
                }
                if model.value().as_object().is_none() {
                    return Err(model.error("a given model is an object"));
                }
                given.insert(text, Described::read(&model, false)?);
            }
        }
        let mut amid = BTreeMap::new();
        if let Some(node) = file.optional("amid") {
            for (name, entry) in entries(&node)? {
                let name = name.to_string_lossy().into_owned();
                if !given.contains_key(&name) {
                    return Err(entry.error(format!("`given` has no model `{name}`")));
                }
                let mut members = entry.object()?;
                let events = |node: Node<'_>| -> Result<Vec<Described>, Located> {
                    node.list()?
                        .iter()
                        .map(|node| Described::read(node, false))
                        .collect()
                };
                let read = Amid {
                    before: events(members.required("before")?)?,
                    after: events(members.required("after")?)?,
                    result: read_model(&members.required("result")?, &given, None)?,
                };
                members.finish()?;
                amid.insert(name, read);
            }
        }
        Ok(Self {
            method,
            given,
            amid,
        })
    }

    /// The case that puts a rejected event amid valid ones, if the file has some for this model.
    fn amid(&self, body: &Body, model: Option<&str>) -> Option<Body> {
        let amid = self.amid.get(model?)?;
        let Expectation::Fixed { steps, .. } = &body.expectation else {
            return None;
        };
        if steps[..] != [Expect::Reject] {
            return None;
        }
        let mut steps = vec![Expect::Accept; amid.before.len()];
        steps.push(Expect::Reject);
        steps.resize(steps.len() + amid.after.len(), Expect::Accept);
        Some(Body {
            inputs: body.inputs.amid(&amid.before, &amid.after),
            expectation: Expectation::Fixed {
                steps,
                accepted: amid.result.clone(),
                rejected: amid.result.clone(),
            },
            holds: Vec::new(),
            ..body.clone()
        })
    }
}

impl FileForm for CaseFile {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let start = case.optional("model");
        if self.method != Method::Reduce {
            for name in ["model", "model_seq", "amid"] {
                if let Some(node) = case.optional(name) {
                    return Err(node.error(format!(
                        "what takes several streams starts without a model; remove `{name}`"
                    )));
                }
            }
        }
        let start_name = start.as_ref().and_then(|node| node.value().as_str());
        let model = match &start {
            Some(node) => read_model(node, &self.given, None)?,
            None => Described::plain(Value::Null),
        };
        let model_seq = match case.optional("model_seq") {
            Some(node) => Some(node.unsigned()?),
            None if model.as_given().is_null() => None,
            None => Some(1),
        };
        // What may be one of several things is for reducers: other profiles had no need of it.
        let one_of = match (level, self.method) {
            (Level::Required | Level::Recommended, Method::Reduce) => case.optional("outcomes"),
            _ => None,
        };
        let open = level == Level::Informative;
        let steps = Steps::read(&case.required("steps")?, open || one_of.is_some())?;
        let results = Results {
            method: self.method,
            given: &self.given,
            start: &model,
        };
        let expectation = match one_of {
            Some(outcomes) => Expectation::OneOf(steps.outcomes(&outcomes, &results)?),
            None if open => {
                Expectation::Open(steps.outcomes(&case.required("outcomes")?, &results)?)
            }
            None => steps.fixed(&case.required(self.method.result())?, &results)?,
        };
        let holds = match case.optional("holds") {
            Some(node) => read_holds(&node, self.method)?,
            None => Vec::new(),
        };
        let wants_amid = match case.optional("amid") {
            Some(node) => node.boolean()?,
            None => true,
        };
        let body = Body {
            method: self.method,
            inputs: steps.inputs(),
            model,
            model_seq,
            expectation,
            holds,
        };
        let amid = wants_amid.then(|| self.amid(&body, start_name)).flatten();
        Ok(Reading {
            exercise: Box::new(AgentUeExercise::new(body)),
            derived: amid
                .into_iter()
                .map(|body| Derived {
                    suffix: "amid".to_owned(),
                    level: Level::Recommended,
                    about: "with valid events around its own".to_owned(),
                    exercise: Box::new(AgentUeExercise::new(body)),
                })
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests;
