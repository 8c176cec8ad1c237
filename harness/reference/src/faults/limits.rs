//! Limits that are too low, and input beyond limits that is not refused cleanly (section 8).

use std::collections::HashSet;

use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Streams, Verdict};

use super::tools::refuse_if;
use super::{REDUCER, ROUTER, faults};

faults! {
    "depth-is-limited-to-32" aims ["AUE-8-06"] in REDUCER
    "Refuses an event that nests 32 levels deep." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let event = Reference.read(text)?;
            refuse_if((32..500).contains(&depth(&event))).map(|()| event)
        }
    }

    "events-are-limited-to-64-kib" aims ["AUE-8-07"] in REDUCER
    "Refuses an append with a delta of more than 64 KiB." => {
        fn delta(&mut self, delta: &Value) -> Verdict {
            let bytes = match delta {
                Value::String(text) => text.len(),
                Value::Array(list) => list.len().saturating_mul(8),
                _ => 0,
            };
            refuse_if((1 << 16..1 << 21).contains(&bytes))?;
            Reference.delta(delta)
        }
    }

    "blocks-are-limited-to-1000" aims ["AUE-8-08"] in REDUCER { blocks: usize }
    "Refuses blocks beyond the thousandth." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.blocks = model.map_or(0, |model| model.blocks().len());
        }

        fn blocks(&mut self, blocks: Option<&Value>) -> Verdict {
            let count = blocks
                .and_then(Value::as_array)
                .map_or(0, |blocks| blocks.len());
            refuse_if((1_001..11_000).contains(&count))?;
            Reference.blocks(blocks)
        }

        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            refuse_if(op != Op::Start && self.blocks > 1_000)?;
            Reference.block(op, block)
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.blocks = model.as_ref().map_or(0, |model| model.blocks().len());
            verdict
        }
    }

    "text-is-cut-at-64-kib" aims ["AUE-8-09", "AUE-8-12"] in REDUCER
    "Lets the text of a block grow to 64 KiB and no further." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if target.len() < 1 << 16 {
                Reference.join_text(target, delta);
            }
        }
    }

    "lists-are-cut-at-1000" aims ["AUE-8-09", "AUE-8-12"] in REDUCER
    "Lets a list of a block grow to a thousand elements and no further." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            if target.len() < 1_000 {
                Reference.join_list(target, delta);
            }
        }
    }

    "deep-values-cost-the-model" aims ["AUE-8-11"] in REDUCER
    "Loses the model as it refuses an event that nests too deep." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let too_deep = event.members().iter().any(|(_, value)| depth(value) > 500);
            if too_deep {
                *model = None;
            }
            refuse_if(too_deep).and(verdict)
        }
    }

    "long-deltas-are-cut" aims ["AUE-8-11"] in REDUCER
    "Cuts a delta of more than a MiB and a half instead of refusing it." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if delta.len() > 3 << 19 {
                Reference.join_text(target, &"…".into());
            } else {
                Reference.join_text(target, delta);
            }
        }
    }

    "many-blocks-are-cut" aims ["AUE-8-11"] in REDUCER
    "Keeps the first eleven thousand blocks of a start instead of refusing it." => {
        fn establish(&mut self, earlier: Option<&Model>, mut document: Object) -> Model {
            if let Some(blocks) = document.get_mut("blocks").and_then(Value::as_array_mut) {
                blocks.truncate(11_000);
            }
            Reference.establish(earlier, document)
        }
    }

    "a-long-stream-id-costs-the-streams" aims ["AUE-8-11"] in ROUTER
    "Loses all streams as it refuses an identifier that is too long." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            _: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if stream.len() > 1 << 15 {
                streams
                    .iter_mut()
                    .for_each(|(_, reducer)| *reducer.model_mut() = None);
            }
            refuse_if(stream.len() > 1 << 15).and(verdict)
        }
    }

    "deltas-reach-1000-blocks" aims ["AUE-8-09"] in REDUCER { open: HashSet<JsonString>, skips: bool }
    "Keeps the texts of a thousand blocks open and loses the deltas for more." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.open.clear();
        }

        fn named_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            Reference.named_id(op, id)?;
            if let (Op::Append, Some(id)) = (op, id.and_then(Value::as_string)) {
                self.skips = self.open.len() >= 1_000 && !self.open.contains(id);
                if !self.skips {
                    self.open.insert(id.clone());
                }
            }
            Ok(())
        }

        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if !self.skips {
                Reference.join_text(target, delta);
            }
        }
    }
}

/// How many lists and objects a value nests, without recursion.
fn depth(value: &Value) -> usize {
    let mut deepest = 0;
    let mut open = vec![(value, 0)];
    while let Some((value, above)) = open.pop() {
        let depth = above + 1;
        match value {
            Value::Array(list) => open.extend(list.iter().map(|element| (element, depth))),
            Value::Object(members) => {
                open.extend(members.iter().map(|(_, member)| (member, depth)))
            }
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    deepest
}
