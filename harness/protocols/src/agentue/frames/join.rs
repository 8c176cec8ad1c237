//! A block out of its frames.

use std::collections::HashSet;

use uiconform_json::{JsonString, Value};

use super::{FrameSteps, Part, Way};
use crate::agentue::Rejection;

/// Restores the block of which the frames, one group in any order, are the pieces.
///
/// # Errors
///
/// If the frames are not exactly the pieces of one complete inline block. The pointer leads from the list of the frames to
/// what is wrong, if that is in one of them.
pub fn join<'f, S: FrameSteps + ?Sized>(
    steps: &mut S,
    frames: impl IntoIterator<Item = &'f Value>,
) -> Result<Value, Rejection> {
    let mut parts = Vec::new();
    for (at, frame) in frames.into_iter().enumerate() {
        if steps.admit(frame) {
            parts.push(read(steps, at, frame).map_err(|rejection| rejection.at_index(at))?);
        }
    }
    let Some(first) = parts.first().cloned() else {
        steps.none()?;
        return Ok(Value::Null);
    };
    let mut ids = HashSet::new();
    for part in &parts {
        check(steps, &first, &mut ids, part).map_err(|rejection| rejection.at_index(part.at))?;
    }
    check_indices(steps, &parts)?;
    steps.coverage(parts.len(), &first.total)?;
    steps.arrange(&mut parts);
    let text = steps.concatenate(&parts);
    let block = steps.parse(&text)?;
    steps.unresolved(Way::Join, &block)?;
    steps.complete(Way::Join, &block)?;
    steps.nested(Way::Join, &block)?;
    steps.restored_id(&first.block_id, &block)?;
    Ok(steps.restore(block))
}

fn read<S: FrameSteps + ?Sized>(
    steps: &mut S,
    at: usize,
    frame: &Value,
) -> Result<Part, Rejection> {
    steps.frame_object(frame)?;
    steps.frame_type(frame.get("type"))?;
    Ok(Part {
        at,
        id: steps.frame_text("id", frame.get("id"))?,
        block_id: steps.frame_text("block_id", frame.get("block_id"))?,
        seq: steps.frame_number("seq", frame.get("seq"))?,
        total: steps.frame_number("total", frame.get("total"))?,
        data: steps.frame_text("data", frame.get("data"))?,
    })
}

/// What one frame must be beside the first, and beside those before it.
fn check<'p, S: FrameSteps + ?Sized>(
    steps: &mut S,
    first: &Part,
    ids: &mut HashSet<&'p JsonString>,
    part: &'p Part,
) -> Result<(), Rejection> {
    if part.id.is_empty() {
        steps.empty_frame_id(part)?;
    }
    if part.block_id != first.block_id {
        steps.other_block(first, part)?;
    }
    if part.total != first.total {
        steps.other_total(first, part)?;
    }
    if !ids.insert(&part.id) {
        steps.repeated_frame_id(part)?;
    }
    steps.range(part)
}

/// No index is there twice, however it is written.
fn check_indices<S: FrameSteps + ?Sized>(steps: &mut S, parts: &[Part]) -> Result<(), Rejection> {
    let mut sorted: Vec<&Part> = parts.iter().collect();
    // Stable, so that of two frames with one index the later one is blamed.
    sorted.sort_by(|one, other| one.seq.cmp_value(&other.seq));
    for pair in sorted.windows(2) {
        if let [one, other] = pair
            && one.seq == other.seq
        {
            steps
                .repeated_index(other)
                .map_err(|rejection| rejection.at_index(other.at))?;
        }
    }
    Ok(())
}
