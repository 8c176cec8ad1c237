//! What a reducer may accept though the reference refuses it.

use uiconform_catalogue::Level;
use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Root, Steps, Verdict};

/// A reducer that accepts what it may, up to a level: what the text leaves open, or what it advises against too.
///
/// What the reference refuses and this one accepts is no more than an offence of that level.
#[derive(Clone, Debug)]
pub(crate) struct Lenient {
    level: Level,
    /// The stream that the rules in force say the event to be of.
    stream: JsonString,
    /// Whether the event is one that is to be accepted without effect.
    inert: bool,
}

impl Lenient {
    pub(crate) fn up_to(level: Level, stream: &JsonString) -> Self {
        Self {
            level,
            stream: stream.clone(),
            inert: false,
        }
    }

    /// What a rule of that level says here: nothing, if it does not weigh more than is allowed.
    fn unless(&self, level: Level, strict: impl FnOnce() -> Verdict) -> Verdict {
        if level <= self.level {
            Ok(())
        } else {
            strict()
        }
    }

    /// As [`Lenient::unless`], and the event has no effect.
    fn unless_inert(&mut self, level: Level, strict: impl FnOnce() -> Verdict) -> Verdict {
        let strict = strict();
        if strict.is_err() && level <= self.level {
            self.inert = true;
            return Ok(());
        }
        strict
    }
}

impl Steps for Lenient {
    fn stream(&mut self, _: Option<&JsonString>) -> JsonString {
        self.stream.clone()
    }

    fn ts(&mut self, ts: &Value) -> Verdict {
        self.unless(null_or(ts, Level::Recommended), || Reference.ts(ts))
    }

    fn text(&mut self, member: &'static str, value: &Value) -> Verdict {
        self.unless(null_or(value, Level::Recommended), || {
            Reference.text(member, value)
        })
    }

    fn slot(&mut self, member: &'static str, value: &Value) -> Verdict {
        self.unless(null_or(value, Level::Required), || {
            Reference.slot(member, value)
        })
    }

    fn unknown(&mut self, member: &JsonString, value: &Value) -> Verdict {
        self.unless(Level::Recommended, || Reference.unknown(member, value))
    }

    fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
        let level = match (op, member) {
            (Op::Start, "meta" | "block") => Level::Required,
            (_, "mask") => Level::Informative,
            _ => Level::Recommended,
        };
        self.unless(level, || Reference.surplus(op, member))
    }

    fn version(&mut self, version: Option<&Value>) -> Verdict {
        self.unless(text_or(version), || Reference.version(version))
    }

    fn biz(&mut self, biz: Option<&Value>) -> Verdict {
        self.unless(text_or(biz), || Reference.biz(biz))
    }

    fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
        self.unless(text_or(id), || Reference.block_id(op, id))
    }

    fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
        self.unless(text_or(block_type), || Reference.block_type(op, block_type))
    }

    fn named_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
        self.unless(text_or(id), || Reference.named_id(op, id))
    }

    fn common_member(&mut self, op: Op, root: Root, path: &[JsonString], value: &Value) -> Verdict {
        self.unless(Level::Recommended, || {
            Reference.common_member(op, root, path, value)
        })
    }

    fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
        let level = match path.first().and_then(JsonString::as_str) {
            Some("ref") => Level::Required,
            Some("id") if op == Op::Append => Level::Required,
            _ => Level::Recommended,
        };
        self.unless_inert(level, || Reference.field(op, path))
    }

    fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
        let level = match op {
            Op::Append => Level::Required,
            _ => Level::Recommended,
        };
        self.unless(level, || Reference.stray_ref(op, payload))
    }

    fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
        // A reducer may take the payload for a new block if it is one.
        let level = text_or(payload.get("type"));
        self.unless_inert(level, || Reference.absent_block(model, payload))
    }

    fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
        let mut reached = Reference.reach(target, path);
        let verdict = reached.clone().map(|_| ());
        if self.unless_inert(Level::Informative, || verdict).is_ok() && reached.is_err() {
            reached = Ok(path.len().saturating_sub(1));
        }
        reached
    }

    fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
        if !self.inert {
            Reference.assign(root, target, path, value);
        }
    }

    fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
        if !self.inert {
            Reference.join_text(target, delta);
        }
    }

    fn join_list(&mut self, target: &mut Array, delta: Array) {
        if !self.inert {
            Reference.join_list(target, delta);
        }
    }

    fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
        let level = null_or(target, Level::Required);
        self.unless_inert(level, || Reference.join_other(target, delta))
    }

    fn join_absent(&mut self, block: &mut Object, field: &JsonString, delta: &Value) -> Verdict {
        self.unless_inert(Level::Informative, || {
            Reference.join_absent(block, field, delta)
        })
    }

    fn error_object(&mut self, error: &Value) -> Verdict {
        self.unless(Level::Recommended, || Reference.error_object(error))
    }
}

/// Whether the mask of an event is empty or has an empty segment: what that names is left open, and here it names nothing.
pub(crate) fn names_nothing(event: &Event) -> bool {
    let op = event.get("op").and_then(Value::as_str);
    let mask = event.get("mask").and_then(Value::as_str);
    match (op, mask) {
        // An `append` takes no mask without a field, so the empty one is wrong there and not just odd.
        (Some("append"), Some("")) => false,
        (Some("set" | "append"), Some(mask)) => mask.split('.').any(str::is_empty),
        _ => false,
    }
}

/// The level of a rule that is left open for `null`.
fn null_or(value: &Value, level: Level) -> Level {
    if value.is_null() {
        Level::Informative
    } else {
        level
    }
}

/// The level of a rule on the text of a string, which has to be one.
fn text_or(value: Option<&Value>) -> Level {
    match value {
        Some(Value::String(_)) => Level::Recommended,
        _ => Level::Required,
    }
}
