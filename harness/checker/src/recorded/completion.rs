//! What a model lacks when its delivery is over: frames that never complete, and references to nowhere.

use hashbrown::HashMap;
use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::{Model, Reference, frames};

use crate::Objection;

/// Something that is missing or does not fit, and the block that it is said of.
pub(super) struct Lack {
    pub(super) block: Option<JsonString>,
    pub(super) objection: Objection,
}

/// Everything that is missing, or does not fit together.
pub(super) fn of(model: &Model) -> impl Iterator<Item = Lack> {
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
    let unfit = groups
        .into_iter()
        .filter_map(|(name, group)| unfit(&name, &group));
    unfit.chain(parents)
}

/// What keeps the frames of a group from being the pieces of a block.
fn unfit(name: &JsonString, group: &[&Value]) -> Option<Lack> {
    let rejection = frames::join(&mut Reference, group.iter().copied()).err()?;
    let at = rejection.pointer().tokens().next();
    let at = at.and_then(|at| at.as_str()?.parse::<usize>().ok());
    // What is said of the group is seen when its last frame has come.
    let frame = at.map_or(group.last(), |at| group.get(at)).copied();
    let block = frame.and_then(id);
    let message = rejection.message();
    let got = match (at, &block) {
        (Some(_), Some(id)) => format!("{message}, in the frame {id:?}"),
        _ => {
            let ids: Vec<String> = group.iter().take(NAMED).map(|frame| named(frame)).collect();
            let more = if group.len() > NAMED {
                " and others"
            } else {
                ""
            };
            format!("{message}, of {}{more}", ids.join(", "))
        }
    };
    let objection = Objection::new(
        rejection.rule(),
        Level::Required,
        format!("frames that restore the block {name:?}"),
        got,
        "A host restores a block from its frames before it shows it, and these do not add up to one.",
    );
    Some(Lack { block, objection })
}

/// Frames of a group that are named.
const NAMED: usize = 5;

/// A frame by its identifier and its index.
fn named(frame: &Value) -> String {
    let member = |name| frame.get(name).map(Value::to_text).unwrap_or_default();
    format!("{} (seq {})", member("id"), member("seq"))
}

fn id(block: &Value) -> Option<JsonString> {
    block.get("id").and_then(Value::as_string).cloned()
}

fn nowhere(block: &Value, parent: &JsonString) -> Lack {
    let block = id(block);
    let objection = Objection::new(
        "AUE-3.3-08",
        Level::Informative,
        format!(
            "a block {parent:?}, the parent of {:?}",
            block.clone().unwrap_or_default()
        ),
        "none",
        "It is allowed, and a host that shows blocks under their parents has no place for this one.",
    );
    Lack { block, objection }
}
