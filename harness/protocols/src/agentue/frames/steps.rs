//! The steps of which splitting and joining consist, each of them replaceable.

use uiconform_json::{JsonString, Number, Value};

use super::TYPE;
use crate::agentue::event::{self, duplicate_name};
use crate::agentue::reducer::check_block;
use crate::agentue::{Op, Reference, Rejection, label};

/// Which way a block goes: some rules hold for what is split and for what comes out of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Into frames.
    Split,
    /// Out of frames.
    Join,
}

/// What joining reads of one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Where the frame stands among those given.
    pub at: usize,
    /// The identifier of the frame itself.
    pub id: JsonString,
    /// The identifier of the block that it is a piece of.
    pub block_id: JsonString,
    /// The index of the piece, from zero.
    pub seq: Number,
    /// How many pieces there are.
    pub total: Number,
    /// The piece of JSON text.
    pub data: JsonString,
}

/// What [`split`](super::split()) and [`join`](super::join()) do, step by step; the defaults are the protocol.
///
/// As with [`Steps`](crate::agentue::Steps), a deliberately wrong variant replaces one of them, and the defaults are short and
/// call no other step.
pub trait FrameSteps {
    // The block, before it is split or after it is joined.

    /// Judges a block that is a frame itself: refused, frames do not nest.
    fn nested(&mut self, way: Way, block: &Value) -> Result<(), Rejection> {
        match block.get("type") {
            Some(name) if name.as_str() == Some(TYPE) => {
                Err(Rejection::new(label::framed_frame(way), "frames are not nested").at("type"))
            }
            _ => Ok(()),
        }
    }

    /// Judges a block with a reference: refused, a frame holds what is there.
    fn unresolved(&mut self, way: Way, block: &Value) -> Result<(), Rejection> {
        match block.get("ref") {
            Some(key) => {
                let rule = label::framed_key(way, key);
                Err(Rejection::new(rule, "frames do not hold references").at("ref"))
            }
            None => Ok(()),
        }
    }

    /// Checks that a block is a complete inline block, of which no two members share a name.
    fn complete(&mut self, way: Way, block: &Value) -> Result<(), Rejection> {
        if let Some(name) = duplicate_name(block) {
            let message = format!("an object of the block has two members {name:?}");
            return Err(Rejection::new(label::framed_twice(way), message));
        }
        check_block(&mut Reference, Op::Start, block, None)
            .map_err(|rejection| label::framed(way, rejection))
    }

    // Splitting.

    /// Writes the block as the text that is cut; numbers stay as they are written.
    fn serialize(&mut self, block: &Value) -> String {
        block.to_text()
    }

    /// Names a frame: after its block, and unlike the others of the group.
    fn frame_id(&mut self, block_id: &JsonString, index: usize) -> JsonString {
        let mut id = block_id.clone();
        id.push(&format!("#{index}").into());
        id
    }

    /// Numbers a frame: from zero.
    fn index(&mut self, index: usize, total: usize) -> Value {
        let _ = total;
        index.into()
    }

    /// States how many frames there are.
    fn total(&mut self, index: usize, total: usize) -> Value {
        let _ = index;
        total.into()
    }

    /// How many bytes a character of the data takes in the text of a frame, where it stands in a JSON string.
    fn encoded_length(&mut self, character: char) -> usize {
        match character {
            '"' | '\\' | '\u{8}' | '\u{c}' | '\n' | '\r' | '\t' => 2,
            '\0'..' ' => 6,
            _ => character.len_utf8(),
        }
    }

    /// How many bytes a frame without its data takes as JSON text.
    fn bare_length(&mut self, frame: &Value) -> usize {
        frame.to_text().len()
    }

    /// Takes the data of a frame from the whole text; both ends are between characters.
    fn piece(&mut self, text: &str, start: usize, end: usize) -> JsonString {
        text[start..end].into()
    }

    /// Judges a budget of bytes that leaves no room for the next character: refused.
    fn too_small(&mut self, budget: usize, needed: usize) -> Result<(), Rejection> {
        let message =
            format!("a frame of this block takes {needed} bytes, and {budget} are allowed");
        Err(Rejection::new("AUE-3.3-43", message))
    }

    /// Concludes splitting; nothing is left to do.
    fn conclude(&mut self, frames: &mut Vec<Value>) {
        let _ = frames;
    }

    // Joining.

    /// Decides whether something among the frames is joined with the others: anything is, or refused by what follows.
    fn admit(&mut self, frame: &Value) -> bool {
        let _ = frame;
        true
    }

    /// Checks that a frame is an object.
    fn frame_object(&mut self, frame: &Value) -> Result<(), Rejection> {
        match frame {
            Value::Object(_) => Ok(()),
            other => {
                let message = format!("a frame is an object, not {}", other.kind());
                Err(Rejection::new("AUE-3.3-22", message))
            }
        }
    }

    /// Judges a group without frames: refused.
    fn none(&mut self) -> Result<(), Rejection> {
        Err(Rejection::new("AUE-3.3-21", "there are no frames to join"))
    }

    /// Checks the `type` of a frame.
    fn frame_type(&mut self, value: Option<&Value>) -> Result<(), Rejection> {
        match value.and_then(Value::as_str) {
            Some(TYPE) => Ok(()),
            _ => Err(Rejection::new("AUE-3.3-22", "the `type` of a frame is `frame`").at("type")),
        }
    }

    /// Reads `id`, `block_id` or `data` of a frame: a string.
    fn frame_text(
        &mut self,
        member: &'static str,
        value: Option<&Value>,
    ) -> Result<JsonString, Rejection> {
        match value {
            Some(Value::String(text)) => Ok(text.clone()),
            found => Err(unfit("AUE-3.3-23", member, "a string", found)),
        }
    }

    /// Reads `seq` or `total` of a frame: an integer.
    fn frame_number(
        &mut self,
        member: &'static str,
        value: Option<&Value>,
    ) -> Result<Number, Rejection> {
        match value {
            Some(Value::Number(number)) if number.is_integer() => Ok(number.clone()),
            found => Err(unfit("AUE-3.3-24", member, "an integer", found)),
        }
    }

    /// Judges a frame with an empty identifier: refused, as any block (3.3).
    fn empty_frame_id(&mut self, part: &Part) -> Result<(), Rejection> {
        let _ = part;
        Err(Rejection::new("AUE-3.3-36", "`id` is empty").at("id"))
    }

    /// Judges a frame of another block than the first: refused.
    fn other_block(&mut self, first: &Part, part: &Part) -> Result<(), Rejection> {
        let message = format!(
            "a frame of {:?} among those of {:?}",
            part.block_id, first.block_id
        );
        Err(Rejection::new("AUE-3.3-25", message).at("block_id"))
    }

    /// Judges a frame with another total than the first: refused.
    fn other_total(&mut self, first: &Part, part: &Part) -> Result<(), Rejection> {
        let message = format!("a total of {} after one of {}", part.total, first.total);
        Err(Rejection::new("AUE-3.3-26", message).at("total"))
    }

    /// Judges a frame with the identifier of an earlier one: refused.
    fn repeated_frame_id(&mut self, part: &Part) -> Result<(), Rejection> {
        let message = format!("an earlier frame has the id {:?}", part.id);
        Err(Rejection::new("AUE-3.3-27", message).at("id"))
    }

    /// Checks the index of a frame: not below zero, and below the total.
    fn range(&mut self, part: &Part) -> Result<(), Rejection> {
        if part.seq.is_negative() || part.seq.cmp_value(&part.total).is_ge() {
            let message = format!("there is no index {} of {}", part.seq, part.total);
            Err(Rejection::new("AUE-3.3-30", message).at("seq"))
        } else {
            Ok(())
        }
    }

    /// Puts the frames into the order in which their data is joined: that of their indices.
    fn arrange(&mut self, parts: &mut [Part]) {
        parts.sort_by(|one, other| one.seq.cmp_value(&other.seq));
    }

    /// Judges a frame with the index of another: refused.
    fn repeated_index(&mut self, part: &Part) -> Result<(), Rejection> {
        let message = format!("two frames have the index {}", part.seq);
        Err(Rejection::new("AUE-3.3-29", message).at("seq"))
    }

    /// Checks that there are as many frames as they say.
    fn coverage(&mut self, count: usize, total: &Number) -> Result<(), Rejection> {
        if Number::from(count) == *total {
            Ok(())
        } else {
            let message = format!("{count} of {total} frames are there");
            Err(Rejection::new("AUE-3.3-28", message))
        }
    }

    /// Joins the data of the frames, with nothing between.
    fn concatenate(&mut self, parts: &[Part]) -> JsonString {
        let mut text = JsonString::new();
        for part in parts {
            text.push(&part.data);
        }
        text
    }

    /// Reads the joined text.
    fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
        let reject = |message: String| Rejection::new("AUE-3.3-31", message);
        let text = text
            .as_str()
            .ok_or_else(|| reject("the joined data is not JSON text".to_owned()))?;
        event::read(text)
            .map_err(|error| reject(format!("the joined data is not JSON: {}", error.message())))
    }

    /// Hands the restored block over: as it is.
    fn restore(&mut self, block: Value) -> Value {
        block
    }

    /// Checks that the restored block has the identifier that its frames say.
    fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Result<(), Rejection> {
        match block.get("id") {
            Some(Value::String(id)) if id == block_id => Ok(()),
            id => {
                let id = id.unwrap_or(&Value::Null);
                let message = format!("the frames of {block_id:?} hold a block with the id {id}");
                Err(Rejection::new("AUE-3.3-35", message))
            }
        }
    }
}

impl FrameSteps for Reference {}

/// Why a member of a frame is not of its type.
fn unfit(
    rule: &'static str,
    member: &'static str,
    expected: &str,
    found: Option<&Value>,
) -> Rejection {
    match found {
        Some(found) => {
            Rejection::new(rule, format!("`{member}` is not {expected} but {found}")).at(member)
        }
        None => Rejection::new(rule, format!("`{member}` is missing")),
    }
}
