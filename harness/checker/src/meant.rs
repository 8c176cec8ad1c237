//! What a producer means where a consumer has no model: after a `start` that is refused, or without one.

use std::collections::HashSet;

use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reducer, Rejection};

use crate::lenient::Lenient;

/// The model by which the events of a stream are judged as long as a consumer has none.
///
/// It is that of the refused `start`, mended where something in it is wrong. What cannot be mended is kept in mind as not known:
/// a patch of it is judged for itself and not by what it meets there, so that no event is blamed for what the `start` lacks.
#[derive(Clone, Debug)]
pub(crate) struct Meant {
    reducer: Reducer,
    /// Blocks of which no more is known than that they are there.
    vague: HashSet<JsonString>,
    /// Whether there may be blocks of which not even the identifiers are known.
    open: bool,
    /// Whether nothing of the model is known.
    missing: bool,
}

impl Meant {
    /// A model of which nothing is known.
    pub(crate) fn nothing() -> Self {
        let mut document = Object::new();
        document.push("version", CURRENT);
        document.push("meta", Object::new());
        document.push("blocks", Value::Array(Array::new()));
        Self {
            reducer: having(document),
            vague: HashSet::new(),
            open: true,
            missing: true,
        }
    }

    /// The model of a `start` that is refused.
    pub(crate) fn of(start: &Event) -> Self {
        let Some(Value::Object(model)) = start.get("model") else {
            return Self::nothing();
        };
        let mut document = model.clone();
        let mut meant = Self {
            reducer: Reducer::new(),
            vague: HashSet::new(),
            open: false,
            missing: false,
        };
        let blocks = match document.remove("blocks") {
            Some(Value::Array(blocks)) => blocks,
            _ => {
                meant.open = true;
                Array::new()
            }
        };
        let blocks = meant.mended(&blocks);
        let has_references = blocks.iter().any(|block| block.get("ref").is_some());
        let holds_all = match document.get("version").and_then(Value::as_str) {
            Some("1.0") => !has_references,
            version => version.is_some(),
        };
        if !holds_all {
            document.insert("version", CURRENT);
        }
        if document.get("meta").and_then(Value::as_object).is_none() {
            document.insert("meta", Object::new());
        }
        document.insert("blocks", Value::Array(blocks));
        meant.reducer = having(document);
        meant
    }

    /// Whether nothing of the model is known.
    pub(crate) fn is_missing(&self) -> bool {
        self.missing
    }

    /// Whether all of the model is known.
    pub(crate) fn is_whole(&self) -> bool {
        !self.open && self.vague.is_empty()
    }

    /// The model, if all of it is known.
    pub(crate) fn whole(&self) -> Option<&Model> {
        self.reducer.model().filter(|_| self.is_whole())
    }

    /// Takes in that an event was refused that may have been to make a block.
    pub(crate) fn lose(&mut self, id: &JsonString) {
        if let Some(model) = self.reducer.model_mut()
            && model.position(id).is_none()
        {
            let mut block = Object::new();
            block.push("id", id.clone());
            model.push(block.into());
            self.vague.insert(id.clone());
        }
    }

    /// Takes in that an event was refused that may have been to make any block.
    pub(crate) fn lose_any(&mut self) {
        self.open = true;
    }

    /// Whether an event changes a part of a block that is not known. From then on the block is there.
    pub(crate) fn is_vague(&mut self, op: Op, event: &Event) -> bool {
        let Some(id) = patched(op, event) else {
            return false;
        };
        if self.open {
            self.lose(id);
        }
        self.vague.contains(id)
    }

    /// Applies an event, or tries it. A block that is set as a whole is known from then on.
    ///
    /// # Errors
    ///
    /// If the steps refuse it.
    pub(crate) fn apply(&mut self, steps: &mut Lenient, event: &Event) -> Result<(), Rejection> {
        self.reducer.apply(steps, event)?;
        let is_set = event.get("op").and_then(Value::as_str) == Some(Op::Set.name());
        if is_set
            && steps.is_effective()
            && event.get("mask").is_none()
            && let Some(id) = block_id(event)
        {
            self.vague.remove(id);
        }
        Ok(())
    }

    /// The blocks that were meant, one of each identifier.
    fn mended(&mut self, blocks: &Array) -> Array {
        let mut ids: HashSet<&JsonString> = HashSet::new();
        let mut mended = Array::new();
        for block in blocks.iter() {
            let id = block.get("id").and_then(Value::as_string);
            let (Some(id), Some(block)) = (id, block.as_object()) else {
                self.open = true;
                continue;
            };
            // Two blocks were meant, perhaps with another id: which of them a patch is for nobody can tell.
            if !ids.insert(id) {
                self.open = true;
                self.vague.insert(id.clone());
                continue;
            }
            let block = match form(block) {
                Form::Inline => without(block, "ref"),
                Form::Reference => reference(block),
                Form::Either => {
                    self.vague.insert(id.clone());
                    without(block, "ref")
                }
            };
            mended.push(block.into());
        }
        mended
    }
}

fn having(document: Object) -> Reducer {
    let mut reducer = Reducer::new();
    *reducer.model_mut() = Some(Model::new(document));
    reducer
}

/// The version that may hold all that a model can (3.5).
const CURRENT: &str = "1.1";

/// What a block was meant for.
enum Form {
    Inline,
    Reference,
    Either,
}

/// What a block was meant for; a member that is null was written by something that writes all members.
fn form(block: &Object) -> Form {
    let has = |name: &str| block.get(name).is_some_and(|value| !value.is_null());
    let is_body = |name: &JsonString| {
        let name = name.as_str();
        !matches!(name, Some("id" | "ref" | "parent_id" | "group_id"))
    };
    let mut members = block.iter();
    let has_body = members.any(|(name, value)| is_body(name) && !value.is_null());
    match (has("ref"), has_body) {
        (true, true) => Form::Either,
        (true, false) => Form::Reference,
        (false, _) => Form::Inline,
    }
}

fn without(block: &Object, name: &str) -> Object {
    let mut block = block.clone();
    block.remove(name);
    block
}

fn reference(block: &Object) -> Object {
    let members = block.iter();
    members
        .filter(|(name, _)| matches!(name.as_str(), Some("id" | "ref")))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Whether an event is a `start`, or meant for one: no other operation has a model.
pub(crate) fn begins(op: Option<Op>, event: &Event) -> bool {
    match op {
        Some(op) => op == Op::Start,
        None => event.get("model").and_then(Value::as_object).is_some(),
    }
}

/// The block of which an event changes a part.
pub(crate) fn patched(op: Op, event: &Event) -> Option<&JsonString> {
    let mask = event.get("mask").and_then(Value::as_string);
    let is_of_block = |mask: &JsonString| mask.to_string_lossy().starts_with("block.");
    match op {
        Op::Append => block_id(event),
        Op::Set if mask.is_some_and(is_of_block) => block_id(event),
        _ => None,
    }
}

/// The block that an event names.
pub(crate) fn block_id(event: &Event) -> Option<&JsonString> {
    event.get("block")?.get("id")?.as_string()
}
