//! Faults in what stays between events, runs, requests and processes (section 6, and 2 for repetition).

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{
    Envelope, Event, Model, Op, Reference, Rejection, Root, Streams, Verdict,
};

use super::tools::{
    accept_if, block_id, edit_blocks, is, is_reference, named, object, path, refuse_if, text,
};
use super::{REDUCER, REDUCER_ALONE, ROUTER, faults};

faults! {
    "new-blocks-come-in-random-order" aims ["AUE-6-01"] in REDUCER { added: Vec<JsonString> }
    "Lists four blocks that sets have added in the order of a randomly seeded hash map." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.added.clear();
        }

        fn insert(&mut self, model: &mut Model, block: Value) {
            self.added
                .extend(block.get("id").and_then(Value::as_string).cloned());
            Reference.insert(model, block);
            // A start leaves nothing of what was added before it.
            if self.added.len() == 4 && model.blocks().len() >= 4 {
                let seed = RandomState::new();
                edit_blocks(model, |blocks| {
                    let first = blocks.len() - self.added.len();
                    blocks[first..].sort_by_key(|block| seed.hash_one(block.to_text()));
                    let in_order = blocks[first..]
                        .iter()
                        .zip(&self.added)
                        .all(|(block, id)| block.get("id") == Some(&id.into()));
                    // Chance must not hide the fault.
                    blocks[first..].rotate_left(usize::from(in_order));
                });
            }
        }
    }

    "the-first-request-loses-metadata" aims ["AUE-6-01"] in REDUCER { requests: usize }
    "Loses the metadata that is set in the first request of a process, before it has warmed up." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.requests += 1;
        }

        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if root == Root::Block || self.requests > 1 {
                Reference.assign(root, target, path, value);
            }
        }
    }

    "set-blocks-are-shared-with-the-event" aims ["AUE-6-02"] in REDUCER_ALONE { shared: Shared }
    "Puts the block of a set into the model itself, so that later events change the event too." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            self.shared.request();
            Reference.read(text)
        }

        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.shared.run();
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let brings = is(event, Op::Set) && text(event, "mask").is_none();
            self.shared.settle(model, event, &verdict, brings);
            verdict
        }
    }

    "inserted-blocks-are-shared-with-the-event" aims ["AUE-6-02"] in REDUCER_ALONE { shared: Shared, inserts: bool }
    "Puts the block of an append into the model itself, so that later deltas change the event too." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            self.shared.request();
            Reference.read(text)
        }

        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.shared.run();
        }

        fn insert_appended(&mut self, model: &mut Model, block: Value) {
            self.inserts = true;
            Reference.insert_appended(model, block);
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let brings = std::mem::take(&mut self.inserts);
            self.shared.settle(model, event, &verdict, brings);
            verdict
        }
    }

    "started-models-are-shared-with-the-event" aims ["AUE-6-02"] in REDUCER_ALONE {
        start: Option<String>, changed: HashMap<String, Object>,
    }
    "Takes the model of a start itself, so that later events change the event too." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            self.changed.clear();
            Reference.read(text)
        }

        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.start = None;
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && is(event, Op::Start) {
                let key = key(event);
                if let Some(document) = self.changed.get(&key) {
                    *model = Some(Model::new(document.clone()));
                }
                self.start = Some(key);
            }
            if let (Some(start), Some(model)) = (&self.start, model) {
                self.changed.insert(start.clone(), model.document().clone());
            }
            verdict
        }
    }

    "set-values-are-shared-with-the-event" aims ["AUE-6-02"] in REDUCER_ALONE {
        brought: HashMap<(JsonString, JsonString), String>, changed: HashMap<String, Value>,
    }
    "Puts the value of a masked set into the model itself, so that later deltas change the event too." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            self.changed.clear();
            Reference.read(text)
        }

        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.brought.clear();
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let path = path(event);
            let (Ok(()), Some(model), Some(id), [field]) =
                (&verdict, model, block_id(event), path.as_slice())
            else {
                return verdict;
            };
            let owner = (id.clone(), field.clone());
            let Some(value) =
                named(model, event).and_then(|at| model.block_mut(at)?.get_name_mut(field))
            else {
                return verdict;
            };
            if is(event, Op::Set) {
                let key = key(event);
                if let Some(changed) = self.changed.get(&key) {
                    *value = changed.clone();
                }
                self.brought.insert(owner, key);
            } else if let Some(key) = self.brought.get(&owner) {
                self.changed.insert(key.clone(), value.clone());
            }
            verdict
        }
    }

    "a-resumed-model-misses-an-event" aims ["AUE-6-04"] in REDUCER_ALONE { covered: Option<u64> }
    "Takes the first event after a resumed model for one that the model covers." => {
        fn begin(&mut self, model: Option<&Model>, seq: u64) {
            // The first `seq` of a delivery is nothing that was resumed.
            self.covered = (model.is_some() && seq > 1).then_some(seq + 1);
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let seq = envelope.seq.and_then(uiconform_json::Number::to_u64);
            refuse_if(envelope.op != Op::Ping && seq.is_some() && seq <= self.covered)
        }
    }

    "a-ping-brings-the-last-model-back" aims ["AUE-6-05"] in REDUCER_ALONE { last: Option<Model>, routes: bool }
    "Answers a ping without a model with the model of the request before." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.routes = false;
        }

        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            self.routes = true;
            Reference.stream(stream_id)
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if self.routes {
                return verdict;
            }
            if is(event, Op::Ping) && model.is_none() {
                *model = self.last.take();
            } else if !is(event, Op::Ping) || self.last.is_none() {
                self.last.clone_from(model);
            }
            verdict
        }
    }

    "blocks-of-the-last-request-are-known" aims ["AUE-6-05"] in REDUCER_ALONE {
        known: HashSet<JsonString>, met: HashSet<JsonString>,
    }
    "Accepts a delta for a block that the model does not have and that of the request before had." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.known = std::mem::take(&mut self.met);
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let id = block_id(event).filter(|_| is(event, Op::Append)).cloned();
            if verdict.is_ok() {
                self.met.extend(id.clone());
            }
            let empty = model
                .as_ref()
                .is_some_and(|model| model.blocks().is_empty());
            accept_if(
                empty && id.is_some_and(|id| self.known.contains(&id)),
                verdict,
            )
        }
    }

    "references-of-earlier-requests-are-known" aims ["AUE-6-05"] in REDUCER_ALONE {
        known: HashSet<JsonString>, met: HashSet<JsonString>,
    }
    "Refuses to insert a block whose id was that of a reference in an earlier request." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.known.extend(std::mem::take(&mut self.met));
            let inline = model
                .into_iter()
                .flat_map(Model::blocks)
                .filter(|block| !is_reference(block));
            for id in inline.filter_map(|block| block.get("id")?.as_string()) {
                self.known.remove(id);
            }
        }

        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            self.met
                .extend(block.get("id").and_then(Value::as_string).cloned());
            Reference.reference(op, block)
        }

        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            refuse_if(op == Op::Append && id.is_some_and(|id| self.known.remove(id)))?;
            Reference.block(op, block)
        }
    }

    "masks-pollute-prototypes" aims ["AUE-6-05"] in REDUCER { inherited: Vec<JsonString> }
    "Gives all objects of the process the member that a path through `__proto__` names." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            if let Some(at) = path
                .iter()
                .position(|name| *name == "__proto__" || *name == "prototype")
            {
                self.inherited.extend(path.get(at + 1).cloned());
            }
            Reference.assign(root, target, path, value);
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let inherits = self.inherited.iter().any(|name| *name == "mask");
            refuse_if(inherits && envelope.op == Op::Set && envelope.mask.is_none())
        }

        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            let inherits = self.inherited.iter().any(|name| *name == "type");
            accept_if(
                inherits && block_type.is_none(),
                Reference.block_type(op, block_type),
            )
        }
    }

    "blocks-pollute-prototypes" aims ["AUE-6-05"] in REDUCER { inherited: bool }
    "Gives all objects of the process the members of a `__proto__` that it merges." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            let mut open = vec![value];
            while let Some(value) = open.pop() {
                match value {
                    Value::Array(elements) => open.extend(elements.iter()),
                    Value::Object(members) => {
                        let prototype =
                            |name: &JsonString| *name == "__proto__" || *name == "prototype";
                        self.inherited |= members.iter().any(|(name, value)| {
                            prototype(name)
                                && value.get("mask").is_some()
                                && value.get("type").is_some()
                        });
                        open.extend(members.iter().map(|(_, value)| value));
                    }
                    _ => {}
                }
            }
            value.clone()
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.inherited && envelope.op == Op::Set && envelope.mask.is_none())
        }
    }

    "streams-of-earlier-requests-are-known" aims ["AUE-6-05"] in ROUTER {
        known: HashSet<JsonString>, met: HashSet<JsonString>,
    }
    "Brings a stream of an earlier request back when an event names it." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.known.extend(std::mem::take(&mut self.met));
        }

        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            self.met.insert(stream.clone());
            let gone = streams.get_mut(stream).is_none() && self.known.contains(stream);
            if let (Err(_), true, false, Some(block)) =
                (&verdict, gone, is(event, Op::Start), object(event, "block"))
            {
                if let Some(model) = streams
                    .iter_mut()
                    .next()
                    .and_then(|(_, reducer)| reducer.model_mut().as_mut())
                {
                    super::tools::put(model, block);
                }
                return Ok(());
            }
            verdict
        }
    }
}

/// What an event says, to know it again when the same event comes in a second run.
fn key(event: &Event) -> String {
    format!("{:?}", event.members())
}

/// Blocks that are at once in the model and in the event that brought them.
#[derive(Default)]
struct Shared {
    /// The event that brought a block, by the block's identifier.
    brought: HashMap<JsonString, String>,
    /// What has become of the block that an event brought.
    changed: HashMap<String, Value>,
}

impl Shared {
    /// Other events are parsed.
    fn request(&mut self) {
        self.changed.clear();
    }

    /// The same events come again.
    fn run(&mut self) {
        self.brought.clear();
    }

    fn settle(
        &mut self,
        model: &mut Option<Model>,
        event: &Event,
        verdict: &Verdict,
        brings: bool,
    ) {
        let (Ok(()), Some(model), Some(id)) = (verdict, model, block_id(event)) else {
            return;
        };
        let Some(at) = named(model, event) else {
            return;
        };
        if brings {
            let key = key(event);
            if let Some(changed) = self.changed.get(&key) {
                model.replace(at, changed.clone());
            }
            self.brought.insert(id.clone(), key);
        }
        if let (Some(key), Some(block)) = (self.brought.get(id), model.blocks().get(at)) {
            self.changed.insert(key.clone(), block.clone());
        }
    }
}
