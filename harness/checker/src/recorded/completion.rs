//! What a model lacks when its delivery is over: frames that never complete, and references to nowhere.

use std::collections::HashMap;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::{Model, Reference, frames};

use crate::Objection;

/// Everything that is missing, or does not fit together.
pub(super) fn of(model: &Model) -> impl Iterator<Item = Objection> {
    let mut groups: Vec<(JsonString, Vec<&Value>)> = Vec::new();
    let mut positions: HashMap<JsonString, usize> = HashMap::new();
    let mut parents = Vec::new();
    for block in model.blocks() {
        if block.get("type").and_then(Value::as_str) == Some("frame") {
            // What names no block is a group of its own, and refused as such.
            let name = block.get("block_id").and_then(Value::as_string);
            let name = name.cloned().unwrap_or_default();
            let at = *positions.entry(name.clone()).or_insert(groups.len());
            match groups.get_mut(at) {
                Some((_, group)) => group.push(block),
                None => groups.push((name, vec![block])),
            }
        }
        if let Some(parent) = block.get("parent_id").and_then(Value::as_string)
            && model.position(parent).is_none()
        {
            parents.push(nowhere(block, parent));
        }
    }
    let unfit = groups.into_iter().filter_map(|(name, group)| {
        let rejection = frames::join(&mut Reference, group.iter().copied()).err()?;
        Some(Objection::new(
            rejection.rule(),
            Level::Required,
            format!("frames that restore the block {name:?}"),
            rejection.message().to_owned(),
            "A host restores a block from its frames before it shows it, and these do not add up to one.",
        ))
    });
    unfit.chain(parents)
}

fn nowhere(block: &Value, parent: &JsonString) -> Objection {
    let id = block.get("id").and_then(Value::as_string);
    Objection::new(
        "AUE-3.3-08",
        Level::Informative,
        format!(
            "a block {parent:?}, the parent of {:?}",
            id.cloned().unwrap_or_default()
        ),
        "none",
        "It is allowed, and a host that shows blocks under their parents has no place for this one.",
    )
}
