//! The reducer (section 5).

use std::collections::HashMap;

use uiconform_json::{JsonString, Object, Value};

use super::envelope::{self, Envelope};
use super::mask;
use super::{Event, Mask, Model, Op, Reference, Rejection, Root, Steps, label};

/// One model, absent until its first `start`, and the way in which events change it.
///
/// An event that is rejected changes nothing: every operation checks all that can fail, then changes the model. Nothing is
/// copied for that. `start` costs one copy of its model, `set` a copy of its payload, `append` amortized time of its
/// delta (and of the number of members in the block).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reducer {
    model: Option<Model>,
}

impl Reducer {
    /// A reducer without a model.
    pub fn new() -> Self {
        Self::default()
    }

    /// A reducer that goes on from a model that covers everything up to `seq`, as after a `start` with them (6).
    ///
    /// # Errors
    ///
    /// If the model is not one that a `start` may have.
    pub fn resume<S: Steps + ?Sized>(
        steps: &mut S,
        model: &Value,
        seq: u64,
    ) -> Result<Self, Rejection> {
        // The model comes from whoever asks, not over the wire, so it is judged by the protocol and not by a variant of it.
        check_model(&mut Reference, model)?;
        let document = model
            .as_object()
            .ok_or_else(|| Rejection::new("AUE-5.1-01", "a model is an object"))?;
        let model = Model::new(document.clone());
        steps.begin(Some(&model), seq);
        Ok(Self { model: Some(model) })
    }

    /// The model, if there is one.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// The model, to change at will.
    pub fn model_mut(&mut self) -> &mut Option<Model> {
        &mut self.model
    }

    /// Applies one event.
    ///
    /// # Errors
    ///
    /// If the event is rejected; the model is then exactly as it was.
    pub fn apply<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        event: &Event,
    ) -> Result<(), Rejection> {
        let verdict = self.reduce(steps, event);
        steps.settle(&mut self.model, event, verdict)
    }

    fn reduce<S: Steps + ?Sized>(&mut self, steps: &mut S, event: &Event) -> Result<(), Rejection> {
        let envelope = envelope::decode(steps, event)?;
        match (envelope.op, &mut self.model) {
            (Op::Start, model) => start(steps, model, &envelope),
            (Op::Ping | Op::End, model) => steps.control(model, &envelope),
            (op, None) => Err(Rejection::new(
                "AUE-5-07",
                format!("`{}` before any `start`", op.name()),
            )),
            (Op::Set, Some(model)) => set(steps, model, &envelope),
            (Op::Append, Some(model)) => append(steps, model, &envelope),
            (Op::Error, Some(model)) => error(steps, model, &envelope),
        }
    }
}

/// 5.1: the model of the event replaces the one that is there.
fn start<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Option<Model>,
    envelope: &Envelope<'_>,
) -> Result<(), Rejection> {
    let payload = present(envelope, "model", envelope.model)?;
    check_model(steps, payload).map_err(|rejection| rejection.at("model"))?;
    if let Value::Object(document) = steps.copy(Op::Start, payload) {
        *model = Some(steps.establish(model.as_ref(), document));
    }
    Ok(())
}

/// 5.2: a block as a whole, or the field that the mask names.
fn set<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    envelope: &Envelope<'_>,
) -> Result<(), Rejection> {
    let Some(mask) = envelope.mask else {
        return set_block(steps, model, present(envelope, "block", envelope.block)?);
    };
    let Mask { root, path } = steps.mask(Op::Set, mask)?;
    match root {
        Root::Meta => set_meta_field(steps, model, envelope, &path),
        Root::Block => set_block_field(steps, model, envelope, &path),
    }
}

fn set_block<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    block: &Value,
) -> Result<(), Rejection> {
    check_block(steps, Op::Set, block, model.version())
        .map_err(|rejection| label::no_whole_block(rejection).at("block"))?;
    let position = match block.get("id").and_then(Value::as_string) {
        Some(id) => steps.find(model, id),
        None => None,
    };
    let block = steps.copy(Op::Set, block);
    match position {
        Some(at) => steps.replace(model, at, block),
        None => steps.insert(model, block),
    }
    Ok(())
}

fn set_meta_field<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    envelope: &Envelope<'_>,
    path: &[JsonString],
) -> Result<(), Rejection> {
    let payload = object(envelope, "meta", envelope.meta)?;
    let value = steps.select(Op::Set, payload, path)?;
    let target = model
        .meta_mut()
        .ok_or_else(|| Rejection::new("AUE-3.1-03", "the model has no metadata"))?;
    set_field(steps, Root::Meta, target, path, value)
}

fn set_block_field<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    envelope: &Envelope<'_>,
    path: &[JsonString],
) -> Result<(), Rejection> {
    steps
        .field(Op::Set, path)
        .map_err(|rejection| label::of_block(rejection, model, envelope.block))?;
    let payload = object(envelope, "block", envelope.block)?;
    let id = named_block(steps, Op::Set, payload)?;
    steps.stray_ref(Op::Set, payload)?;
    let value = steps.select(Op::Set, payload, path)?;
    let Some(target) = steps.find(model, id).and_then(|at| model.block_mut(at)) else {
        return steps.absent_block(model, payload);
    };
    steps.changeable(Op::Set, target)?;
    set_field(steps, Root::Block, target, path, value)
}

fn set_field<S: Steps + ?Sized>(
    steps: &mut S,
    root: Root,
    target: &mut Object,
    path: &[JsonString],
    value: &Value,
) -> Result<(), Rejection> {
    let value = steps.copy(Op::Set, value);
    let reached = steps.reach(target, path)?;
    let (there, created) = path.split_at((reached + 1).min(path.len()));
    if created.is_empty() {
        steps.common_member(Op::Set, root, there, &value)
    } else {
        steps.common_member(Op::Set, root, there, &mask::nest(created, value.clone()))
    }
    .map_err(|rejection| {
        let rule = label::masked_member(root, path);
        rejection.under(rule).at(root.to_string())
    })?;
    steps.assign(root, target, path, value);
    Ok(())
}

/// 5.3: a string or a list joined to what the field holds, or a new block.
fn append<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    envelope: &Envelope<'_>,
) -> Result<(), Rejection> {
    let mask = envelope.mask.ok_or_else(|| {
        Rejection::new(
            "AUE-5.3-25",
            "`append` needs a `mask` that names the member to add to, such as `block.content`",
        )
    })?;
    let Mask { root, path } = steps.mask(Op::Append, mask)?;
    if root != Root::Block {
        return Err(Rejection::new("AUE-5.3-27", "`append` changes blocks only").at("mask"));
    }
    steps.field(Op::Append, &path)?;
    let Some(field) = path.first() else {
        return Err(Rejection::new("AUE-5.3-26", "a mask names a field").at("mask"));
    };
    let slot = present(envelope, "block", envelope.block)?;
    let payload = object(envelope, "block", envelope.block)?;
    let id = named_block(steps, Op::Append, payload)?;
    let of_append = |rejection| label::of_append(rejection, model, id);
    steps.stray_ref(Op::Append, payload).map_err(of_append)?;
    let delta = steps
        .select(Op::Append, payload, &path)
        .map_err(of_append)?;
    steps
        .delta(delta)
        .map_err(|rejection| label::of_delta(of_append(rejection), delta, &path))?;
    let Some(block) = steps.find(model, id).and_then(|at| model.block_mut(at)) else {
        check_block(steps, Op::Append, slot, model.version())
            .map_err(|rejection| label::no_block(rejection, id).at("block"))?;
        let block = steps.copy(Op::Append, slot);
        steps.insert_appended(model, block);
        return Ok(());
    };
    steps.changeable(Op::Append, block)?;
    let delta = steps.copy(Op::Append, delta);
    match (mask::target(block, &path), delta) {
        (Some(Value::String(target)), Value::String(delta)) => steps.join_text(target, &delta),
        (Some(Value::Array(target)), Value::Array(delta)) => steps.join_list(target, delta),
        (Some(target), delta) => {
            let kind = target.kind();
            return steps
                .join_other(target, &delta)
                .map_err(|rejection| label::of_join(rejection, &delta, kind, mask, id));
        }
        (None, delta) => return steps.join_absent(block, field, &delta),
    }
    Ok(())
}

/// 5.4: `meta.error` becomes the object given.
fn error<S: Steps + ?Sized>(
    steps: &mut S,
    model: &mut Model,
    envelope: &Envelope<'_>,
) -> Result<(), Rejection> {
    steps.error_mask(envelope.mask)?;
    let payload = object(envelope, "meta", envelope.meta)?;
    let error = payload.get("error");
    steps
        .error_payload(error)
        .map_err(|rejection| rejection.at("meta"))?;
    let error = error.unwrap_or(&Value::Null);
    steps
        .error_object(error)
        .map_err(|rejection| rejection.at("error").at("meta"))?;
    let error = steps.copy(Op::Error, error);
    let meta = model
        .meta_mut()
        .ok_or_else(|| Rejection::new("AUE-3.1-03", "the model has no metadata"))?;
    steps.set_error(meta, error);
    Ok(())
}

/// 3: everything that makes a model one.
pub(super) fn check_model<S: Steps + ?Sized>(
    steps: &mut S,
    model: &Value,
) -> Result<(), Rejection> {
    steps.version(model.get("version"))?;
    steps.biz(model.get("biz"))?;
    steps.meta(model.get("meta"))?;
    let meta = model.get("meta").and_then(Value::as_object);
    check_common_members(steps, Op::Start, Root::Meta, meta)
        .map_err(|rejection| rejection.at("meta"))?;
    steps.blocks(model.get("blocks"))?;
    let version = model.get("version").and_then(Value::as_string);
    let mut ids: HashMap<&JsonString, &Value> = HashMap::new();
    for (at, block) in model
        .get("blocks")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        let mut check = || {
            check_block(steps, Op::Start, block, version)?;
            let id = block.get("id").and_then(Value::as_string);
            match id.and_then(|id| ids.insert(id, block)) {
                Some(earlier) => steps.repeated_id(earlier, block),
                None => Ok(()),
            }
        };
        check().map_err(|rejection: Rejection| rejection.at_index(at).at("blocks"))?;
    }
    Ok(())
}

/// 3.3 and 3.4: a complete inline block, or a reference in a model that may have one.
pub(super) fn check_block<S: Steps + ?Sized>(
    steps: &mut S,
    op: Op,
    block: &Value,
    version: Option<&JsonString>,
) -> Result<(), Rejection> {
    steps.block(op, block)?;
    let Some(block) = block.as_object() else {
        return Ok(());
    };
    if steps.is_reference(op, block) {
        steps.reference(op, block)?;
        return steps.reference_version(op, version);
    }
    steps.block_id(op, block.get("id"))?;
    steps.block_type(op, block.get("type"))?;
    check_common_members(steps, op, Root::Block, Some(block))
}

fn check_common_members<S: Steps + ?Sized>(
    steps: &mut S,
    op: Op,
    root: Root,
    owner: Option<&Object>,
) -> Result<(), Rejection> {
    for (name, value) in owner.into_iter().flatten() {
        // The type has a check of its own, since a block cannot do without.
        if (root, name.as_str()) != (Root::Block, Some("type")) {
            steps.common_member(op, root, std::slice::from_ref(name), value)?;
        }
    }
    Ok(())
}

/// The identifier of the block that a masked payload is for.
fn named_block<'e, S: Steps + ?Sized>(
    steps: &mut S,
    op: Op,
    payload: &'e Object,
) -> Result<&'e JsonString, Rejection> {
    let id = payload.get("id");
    steps
        .named_id(op, id)
        .map_err(|rejection| rejection.at("block"))?;
    id.and_then(Value::as_string)
        .ok_or_else(|| Rejection::new("AUE-5.2-33", "the payload names no block").at("block"))
}

fn present<'e>(
    envelope: &Envelope<'_>,
    name: &'static str,
    slot: Option<&'e Value>,
) -> Result<&'e Value, Rejection> {
    slot.ok_or_else(|| {
        Rejection::new(
            label::payload(envelope.op, envelope.mask.is_some()),
            format!("`{}` needs `{name}`", envelope.op.name()),
        )
    })
}

fn object<'e>(
    envelope: &Envelope<'_>,
    name: &'static str,
    slot: Option<&'e Value>,
) -> Result<&'e Object, Rejection> {
    present(envelope, name, slot)?.as_object().ok_or_else(|| {
        Rejection::new(
            label::payload(envelope.op, envelope.mask.is_some()),
            format!("`{name}` is not an object"),
        )
        .at(name)
    })
}
