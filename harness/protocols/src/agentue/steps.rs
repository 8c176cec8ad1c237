//! The steps of which reducing and routing consist, each of them replaceable.

use uiconform_json::{Array, JsonString, Object, Value};

use super::{Envelope, Event, Mask, Model, Op, Rejection, Root, Streams, Verdict};
use super::{envelope, event, mask, rules};

/// What [`Reducer`](super::Reducer) and [`Router`](super::Router) do, step by step; the defaults are the protocol.
///
/// A deliberately wrong variant replaces one of them and may keep state of its own, which is why each takes `&mut self`; it gets
/// the right behaviour of any step from [`Reference`]. Steps that check come before those that change, so that a
/// rejection finds nothing to undo; one that changes something cannot fail. The defaults are short and call no other step:
/// there are many variants, and each compiles all of them.
pub trait Steps {
    // Around the events.

    /// Begins with a model that covers everything up to `seq`, without one, or with no streams: nothing that a variant
    /// remembers may outlive this.
    fn begin(&mut self, model: Option<&Model>, seq: u64) {
        let _ = (model, seq);
    }

    /// Concludes an event of which the verdict is known; nothing is left to do.
    fn settle(
        &mut self,
        model: &mut Option<Model>,
        event: &Event,
        verdict: Verdict,
    ) -> Result<(), Rejection> {
        let _ = (model, event);
        verdict
    }

    /// Takes a part of an event into the model: as it is, and apart from it, so that the event can be applied again (6).
    fn copy(&mut self, op: Op, value: &Value) -> Value {
        let _ = op;
        value.clone()
    }

    /// The model as JSON text, `null` if there is none (6).
    fn snapshot(&mut self, model: Option<&Model>) -> String {
        model.map_or_else(|| "null".to_owned(), |model| model.document().to_text())
    }

    // The envelope (4).

    /// Reads the JSON text of one event.
    fn read(&mut self, text: &str) -> Result<Value, Rejection> {
        event::read(text)
    }

    /// Reads `op`: the name of one of the six operations.
    fn op(&mut self, op: Option<&Value>) -> Result<Op, Rejection> {
        envelope::op(op)
    }

    /// Checks `seq`: a non-negative integer.
    fn seq(&mut self, seq: Option<&Value>) -> Result<(), Rejection> {
        envelope::seq(seq)
    }

    /// Checks `ts`: an integer; a time before 1970 is none of a delivery.
    fn ts(&mut self, ts: &Value) -> Result<(), Rejection> {
        envelope::ts(ts)
    }

    /// Checks `stream_id`, `mask` or `event_type`: a string.
    fn text(&mut self, member: &'static str, value: &Value) -> Result<(), Rejection> {
        envelope::text(member, value)
    }

    /// Checks `model`, `meta` or `block`: an object.
    fn slot(&mut self, member: &'static str, value: &Value) -> Result<(), Rejection> {
        envelope::slot(member, value)
    }

    /// Judges a member of the event that section 4 does not name: refused (7: the envelope is validated).
    fn unknown(&mut self, member: &JsonString, value: &Value) -> Result<(), Rejection> {
        let _ = value;
        envelope::unknown(member)
    }

    /// Judges a slot or mask that the operation does not use: refused.
    fn surplus(&mut self, op: Op, member: &'static str) -> Result<(), Rejection> {
        envelope::surplus(op, member)
    }

    /// Judges the place of the event among the others: any (4.1 binds deliveries, not reducers).
    fn order(&mut self, envelope: &Envelope<'_>) -> Result<(), Rejection> {
        let _ = envelope;
        Ok(())
    }

    // The model and its blocks (3); `op` is the operation that brings them.

    /// Checks `version` of a model (3.1, 3.5).
    fn version(&mut self, version: Option<&Value>) -> Result<(), Rejection> {
        rules::version(version)
    }

    /// Checks `biz` of a model (3.1).
    fn biz(&mut self, biz: Option<&Value>) -> Result<(), Rejection> {
        rules::biz(biz)
    }

    /// Checks `meta` of a model (3.1).
    fn meta(&mut self, meta: Option<&Value>) -> Result<(), Rejection> {
        rules::meta(meta)
    }

    /// Checks `blocks` of a model (3.1).
    fn blocks(&mut self, blocks: Option<&Value>) -> Result<(), Rejection> {
        rules::blocks(blocks)
    }

    /// Checks that a block is an object (3.3).
    fn block(&mut self, op: Op, block: &Value) -> Result<(), Rejection> {
        rules::block(op, block)
    }

    /// Checks the `id` of an inline block (3.3).
    fn block_id(&mut self, op: Op, id: Option<&Value>) -> Result<(), Rejection> {
        rules::block_id(op, id)
    }

    /// Checks the `type` of an inline block (3.3).
    fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Result<(), Rejection> {
        rules::block_type(op, block_type)
    }

    /// Judges a block of a `start` whose identifier an earlier one of it has: refused (3.3, 3.4).
    fn repeated_id(&mut self, earlier: &Value, block: &Value) -> Result<(), Rejection> {
        Err(rules::repeated_id(earlier, block))
    }

    /// Checks a member that the text defines for metadata (3.2) or inline blocks (3.3); others pass. `path` leads to it from there.
    fn common_member(
        &mut self,
        op: Op,
        root: Root,
        path: &[JsonString],
        value: &Value,
    ) -> Result<(), Rejection> {
        rules::common_member(op, root, path, value)
    }

    /// Whether a block is a reference (3.4).
    fn is_reference(&mut self, op: Op, block: &Object) -> bool {
        let _ = op;
        block.contains("ref")
    }

    /// Checks the form of a reference block (3.4).
    fn reference(&mut self, op: Op, block: &Object) -> Result<(), Rejection> {
        rules::reference(op, block)
    }

    /// Checks that a model of that version may hold references (3.5).
    fn reference_version(&mut self, op: Op, version: Option<&JsonString>) -> Result<(), Rejection> {
        rules::reference_version(op, version)
    }

    // `start` (5.1).

    /// Makes the model of a `start`, of which nothing earlier is left.
    fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
        let _ = earlier;
        Model::new(document)
    }

    // `set` (5.2) and what it shares with `append`.

    /// Finds the block of an identifier: the very same one.
    fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
        model.position(id)
    }

    /// Replaces a block where it stands, entirely.
    fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
        model.replace(at, block);
    }

    /// Adds a new block, after all others.
    fn insert(&mut self, model: &mut Model, block: Value) {
        model.push(block);
    }

    /// Checks the `id` of a masked payload, which names the block that is meant.
    fn named_id(&mut self, op: Op, id: Option<&Value>) -> Result<(), Rejection> {
        rules::named_id(op, id)
    }

    /// Takes the mask of a `set` or `append` apart.
    fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
        mask::parse(op, mask)
    }

    /// Checks that the operation may change the field of a block that a path leads to: neither `id` nor `ref`, and for an
    /// `append` a member of the block itself.
    fn field(&mut self, op: Op, path: &[JsonString]) -> Result<(), Rejection> {
        mask::field(op, path)
    }

    /// Judges a masked payload that carries a `ref`: refused (5.3; in a `set` it would have no effect).
    fn stray_ref(&mut self, op: Op, payload: &Object) -> Result<(), Rejection> {
        rules::stray_ref(op, payload)
    }

    /// Reads the value that a path selects in a payload.
    fn select<'e>(
        &mut self,
        op: Op,
        payload: &'e Object,
        path: &[JsonString],
    ) -> Result<&'e Value, Rejection> {
        mask::selected(op, payload, path)
    }

    /// Judges a masked `set` of a block that is not there: refused.
    fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Result<(), Rejection> {
        let _ = model;
        Err(rules::absent_block(payload))
    }

    /// Checks that a block may be changed in part: it is not an unresolved reference (3.4).
    fn changeable(&mut self, op: Op, block: &Object) -> Result<(), Rejection> {
        rules::changeable(op, block)
    }

    /// Finds how far a path leads through objects that are there; the rest will be created.
    fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
        mask::reach(target, path)
    }

    /// Assigns a value to the field of that path, and to nothing else.
    fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
        let _ = root;
        mask::assign(target, path, value);
    }

    // `append` (5.3).

    /// Checks the value to append: a string or a list.
    fn delta(&mut self, delta: &Value) -> Result<(), Rejection> {
        rules::delta(delta)
    }

    /// Adds the payload of an `append` as a new block, after all others.
    fn insert_appended(&mut self, model: &mut Model, block: Value) {
        model.push(block);
    }

    /// Joins a string to a string.
    fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
        target.push(delta);
    }

    /// Joins a list to a list.
    fn join_list(&mut self, target: &mut Array, delta: Array) {
        target.extend(delta);
    }

    /// Judges an `append` to a field that holds something of another kind: refused.
    fn join_other(&mut self, target: &mut Value, delta: &Value) -> Result<(), Rejection> {
        Err(rules::unlike(target, delta))
    }

    /// Judges an `append` to a field that is not there: refused.
    fn join_absent(
        &mut self,
        block: &mut Object,
        field: &JsonString,
        delta: &Value,
    ) -> Result<(), Rejection> {
        let _ = (block, delta);
        Err(Rejection::new("AUE-5.3-34", format!("the block has no field {field:?}")).at("mask"))
    }

    // `error`, `ping` and `end` (5.4 to 5.6).

    /// Checks the mask of an `error`: `meta.error`.
    fn error_mask(&mut self, mask: Option<&JsonString>) -> Result<(), Rejection> {
        rules::error_mask(mask)
    }

    /// Checks that the payload of an `error` has an object for the error.
    fn error_payload(&mut self, error: Option<&Value>) -> Result<(), Rejection> {
        rules::error_payload(error)
    }

    /// Checks the error object of an `error`: it has a code and a message (3.2).
    fn error_object(&mut self, error: &Value) -> Result<(), Rejection> {
        rules::error_object(Op::Error, error)
    }

    /// Sets `meta.error`, whole.
    fn set_error(&mut self, meta: &mut Object, error: Value) {
        meta.insert("error", error);
    }

    /// Applies `ping` or `end`: nothing changes.
    fn control(
        &mut self,
        model: &mut Option<Model>,
        envelope: &Envelope<'_>,
    ) -> Result<(), Rejection> {
        let _ = (model, envelope);
        Ok(())
    }

    // Streams (4.2).

    /// Names the stream of an event: any string as it is; without one it is the unnamed stream, as with the empty one.
    fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
        stream_id.cloned().unwrap_or_default()
    }

    /// Concludes an event that one stream has received; the others are left alone.
    fn settle_streams(
        &mut self,
        streams: &mut Streams,
        stream: &JsonString,
        event: &Event,
        verdict: Verdict,
    ) -> Result<(), Rejection> {
        let _ = (streams, stream, event);
        verdict
    }
}

/// The protocol itself: every step at its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl Steps for Reference {}
