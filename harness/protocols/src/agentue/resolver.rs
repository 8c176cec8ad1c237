//! The resolver: loaded content in the place of references (section 3.4).
//!
//! Nothing is loaded here: a [`Resolution`] is what the application's loader gave, right or wrong, and the resolver decides
//! whether it may stand in the model.
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | a resolution for a block that is inline, or that is not there | not applied |
//! | a resolution that may not be applied, beside others that may | its reference stays, the others are applied |
//! | a second resolution of one block | not applied: the block is inline by then |
//! | two members of one name anywhere in the loaded block | not applied: readers differ in what it means |

use uiconform_json::{JsonString, Object, Value};

use super::event::duplicate_name;
use super::reducer::{check_block, check_model};
use super::{Model, Op, Reference, Rejection, label};

/// What a loader gave for one reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The identifier of the block that was a reference when the loading began.
    pub block_id: JsonString,
    /// The key that the block had then.
    pub key: JsonString,
    /// The content, or why there is none.
    pub content: Result<Value, String>,
}

/// What [`resolve`] and [`apply`] do, step by step; the defaults are the protocol.
///
/// As with [`Steps`](super::Steps), a deliberately wrong variant replaces one of them, and the defaults are short and call no
/// other step.
pub trait ResolveSteps {
    /// Finds the block that a resolution is for.
    fn locate(&mut self, model: &Model, resolution: &Resolution) -> Option<usize> {
        model.position(&resolution.block_id)
    }

    /// Judges a resolution for a block that is not there: not applied.
    fn nowhere(&mut self, model: &mut Model, resolution: &Resolution) -> Result<(), Rejection> {
        let _ = model;
        let message = format!("there is no block {:?}", resolution.block_id);
        Err(Rejection::new("AUE-3.4-27", message))
    }

    /// Checks that the block still waits for its content.
    fn waiting(&mut self, block: &Object) -> Result<(), Rejection> {
        if block.contains("ref") {
            Ok(())
        } else {
            Err(Rejection::new("AUE-3.4-26", "the block is inline"))
        }
    }

    /// Checks that the block still has the key that was loaded.
    fn same_key(&mut self, block: &Object, key: &JsonString) -> Result<(), Rejection> {
        match block.get("ref") {
            Some(Value::String(now)) if now == key => Ok(()),
            _ => Err(Rejection::new(
                "AUE-3.4-25",
                "the block has another key by now",
            )),
        }
    }

    /// Judges a failure to load: the reference stays.
    fn failed(&mut self, model: &mut Model, at: usize, why: &str) -> Result<(), Rejection> {
        let _ = (model, at);
        Err(Rejection::new(
            "AUE-3.4-23",
            format!("loading failed: {why}"),
        ))
    }

    /// Checks that the content is no reference again, nor carries one.
    fn final_content(&mut self, content: &Value) -> Result<(), Rejection> {
        match content.get("ref") {
            Some(key) => {
                let rule = label::loaded_key(key);
                Err(Rejection::new(rule, "a reference resolves to no other reference").at("ref"))
            }
            None => Ok(()),
        }
    }

    /// Checks that the content is a complete inline block, of which no two members share a name.
    fn complete_content(&mut self, content: &Value) -> Result<(), Rejection> {
        if let Some(name) = duplicate_name(content) {
            let message = format!("an object of the content has two members {name:?}");
            return Err(Rejection::new("AUE-3.4-22", message));
        }
        check_block(&mut Reference, Op::Start, content, None).map_err(label::loaded)
    }

    /// Checks that the content is of the block that was asked for.
    fn same_block(&mut self, block_id: &JsonString, content: &Value) -> Result<(), Rejection> {
        match content.get("id") {
            Some(Value::String(id)) if id == block_id => Ok(()),
            _ => Err(Rejection::new("AUE-3.4-20", "the content is of another block").at("id")),
        }
    }

    /// Puts the content in the place of the reference, whole and unmerged.
    fn materialize(&mut self, model: &mut Model, at: usize, content: Value) {
        model.replace(at, content);
    }

    /// Concludes a resolution that was not applied: its reference stays, and the others are not concerned.
    fn left(&mut self, model: &mut Model, resolution: &Resolution, refusal: &Rejection) {
        let _ = (model, resolution, refusal);
    }

    /// Concludes a request; nothing is left to do.
    fn conclude(&mut self, model: &mut Model) {
        let _ = model;
    }
}

impl ResolveSteps for Reference {}

/// Puts what was loaded in the place of the references of a model, where it may stand there.
///
/// # Errors
///
/// If the model is not one that a `start` may have. A resolution that may not be applied is no error: its reference is still in
/// the model that is returned; [`apply`] tells why.
pub fn resolve<S: ResolveSteps + ?Sized>(
    steps: &mut S,
    model: &Value,
    resolutions: &[Resolution],
) -> Result<Model, Rejection> {
    let mut model = started(model)?;
    for resolution in resolutions {
        if let Err(refusal) = apply(steps, &mut model, resolution) {
            steps.left(&mut model, resolution, &refusal);
        }
    }
    steps.conclude(&mut model);
    Ok(model)
}

/// Applies one resolution to a model.
///
/// # Errors
///
/// If it may not be applied; the model is then as it was.
pub fn apply<S: ResolveSteps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    resolution: &Resolution,
) -> Result<(), Rejection> {
    let Some(at) = steps.locate(model, resolution) else {
        return steps.nowhere(model, resolution);
    };
    if let Some(block) = model.block(at) {
        steps.waiting(block)?;
        steps.same_key(block, &resolution.key)?;
    }
    let content = match &resolution.content {
        Ok(content) => content,
        Err(why) => return steps.failed(model, at, why),
    };
    steps.final_content(content)?;
    steps.complete_content(content)?;
    steps.same_block(&resolution.block_id, content)?;
    steps.materialize(model, at, content.clone());
    Ok(())
}

/// A model that a `start` may have.
pub(super) fn started(model: &Value) -> Result<Model, Rejection> {
    check_model(&mut Reference, model)?;
    match model {
        Value::Object(document) => Ok(Model::new(document.clone())),
        other => Err(Rejection::new(
            "AUE-5.1-01",
            format!("a model is an object, not {}", other.kind()),
        )),
    }
}

#[cfg(test)]
mod tests;
