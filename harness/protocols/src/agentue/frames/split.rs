//! A block into frames.

use uiconform_json::{JsonString, Object, Value};

use super::{FrameSteps, TYPE, Way};
use crate::agentue::Rejection;

/// Splits a block into frames, in order of their indices, of which none takes more than `max_bytes` bytes as JSON text without
/// white space and in UTF-8.
///
/// The data is cut between characters of the block's JSON text, in which a lone surrogate is an escape. Takes time in
/// proportion to the text of the frames.
///
/// # Errors
///
/// If the block is a frame, a reference or not complete, or if so few bytes hold no frame of it.
pub fn split<S: FrameSteps + ?Sized>(
    steps: &mut S,
    block: &Value,
    max_bytes: usize,
) -> Result<Vec<Value>, Rejection> {
    steps.unresolved(Way::Split, block)?;
    steps.complete(Way::Split, block)?;
    steps.nested(Way::Split, block)?;
    let id = block.get("id").and_then(Value::as_string);
    let id = id.cloned().unwrap_or_default();
    let text = steps.serialize(block);
    let ends = cut(steps, &id, &text, max_bytes)?;
    let total = ends.len();
    let mut start = 0;
    let mut frames = Vec::with_capacity(total);
    for (index, end) in ends.into_iter().enumerate() {
        let data = steps.piece(&text, start, end);
        frames.push(frame(steps, &id, index, total, data));
        start = end;
    }
    steps.conclude(&mut frames);
    Ok(frames)
}

/// Where the pieces end.
fn cut<S: FrameSteps + ?Sized>(
    steps: &mut S,
    id: &JsonString,
    text: &str,
    max_bytes: usize,
) -> Result<Vec<usize>, Rejection> {
    // The total stands in every frame and is not known yet. It is taken to have one digit, then two and so on; an attempt
    // ends as soon as there are too many pieces for it, so that all of them together take little more time than the last.
    let mut most = 9;
    loop {
        match attempt(steps, id, text, max_bytes, most)? {
            Some(ends) => return Ok(ends),
            None => most = most.saturating_mul(10).saturating_add(9),
        }
    }
}

/// Where the pieces end if the total is at most that; `None` if there would be more.
fn attempt<S: FrameSteps + ?Sized>(
    steps: &mut S,
    id: &JsonString,
    text: &str,
    max_bytes: usize,
    most: usize,
) -> Result<Option<Vec<usize>>, Rejection> {
    let mut ends = Vec::new();
    let mut bare = bare_length(steps, id, 0, most);
    let mut length = bare;
    for (at, character) in text.char_indices() {
        let more = steps.encoded_length(character);
        // A piece is never empty; the first of a group begins where the text does.
        if overflows(length, more, max_bytes) && length > bare {
            ends.push(at);
            if ends.len() >= most {
                return Ok(None);
            }
            bare = bare_length(steps, id, ends.len(), most);
            length = bare;
        }
        if overflows(length, more, max_bytes) {
            steps.too_small(max_bytes, length + more)?;
        }
        length += more;
    }
    ends.push(text.len());
    Ok(Some(ends))
}

fn overflows(length: usize, more: usize, max_bytes: usize) -> bool {
    length + more > max_bytes
}

/// How many bytes a frame takes without its data.
fn bare_length<S: FrameSteps + ?Sized>(
    steps: &mut S,
    id: &JsonString,
    index: usize,
    total: usize,
) -> usize {
    let bare = frame(steps, id, index, total, JsonString::new());
    steps.bare_length(&bare)
}

fn frame<S: FrameSteps + ?Sized>(
    steps: &mut S,
    id: &JsonString,
    index: usize,
    total: usize,
    data: JsonString,
) -> Value {
    let members: [(&str, Value); 6] = [
        ("id", steps.frame_id(id, index).into()),
        ("type", TYPE.into()),
        ("block_id", id.into()),
        ("seq", steps.index(index, total)),
        ("total", steps.total(index, total)),
        ("data", data.into()),
    ];
    Object::from_iter(members).into()
}
