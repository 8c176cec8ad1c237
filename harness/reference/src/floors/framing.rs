//! Blocks and frames by drivers without an implementation.

use uiconform_json::{Array, Object, Value};

use super::{Answers, Blind, refusal};

impl Blind {
    /// Refuses, or answers one frame with all of the block, or none.
    pub(super) fn frame(&self, params: &Value) -> Object {
        let block = params.get("block").cloned().unwrap_or_default();
        let frames = match self.answers {
            Answers::Empty => Array::new(),
            Answers::Given => Array::from_iter([block]),
            Answers::Latest => Array::from_iter([Object::from_iter([
                ("id", "f".into()),
                ("type", "frame".into()),
                ("block_id", block.get("id").cloned().unwrap_or_default()),
                ("seq", 0_u64.into()),
                ("total", 1_u64.into()),
                ("data", Value::from(block.to_text())),
            ])]),
        };
        self.or_refused("frames", frames)
    }

    /// Refuses, or answers the first frame, the data of the first frame, or an empty block.
    pub(super) fn unframe(&self, params: &Value) -> Object {
        let frames = params.get("frames").and_then(Value::as_array);
        let first = frames.and_then(|frames| frames.iter().next());
        let block = match self.answers {
            Answers::Empty => Object::from_iter([("id", "a"), ("type", "text")]).into(),
            Answers::Given => first.cloned().unwrap_or_default(),
            Answers::Latest => first
                .and_then(|frame| uiconform_json::parse(frame.get("data")?.as_str()?).ok())
                .unwrap_or_default(),
        };
        self.or_refused("block", block)
    }

    pub(super) fn or_refused(&self, name: &str, value: impl Into<Value>) -> Object {
        if self.accepts {
            Object::from_iter([(name, value.into())])
        } else {
            refusal()
        }
    }
}
