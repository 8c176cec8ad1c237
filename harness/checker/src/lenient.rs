//! What a reducer may accept though the reference refuses it.

use uiconform_catalogue::Level;
use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_protocols::agentue::{Mask, Model, Op, Reference, Rejection, Root, Steps, Verdict};

/// A reducer that accepts what it may, up to a level: what the text leaves open, or what it advises against too. Or one that
/// only tries an event and says all that is wrong with it.
///
/// What the reference refuses and this one accepts up to a level is no more than an offence of that level.
#[derive(Clone, Debug)]
pub(crate) struct Lenient {
    mode: Mode,
    /// The stream that the rules in force say the event to be of.
    stream: JsonString,
    /// Whether the event is one that is to be accepted without effect.
    inert: bool,
    /// Whether it is not known what the block is of which the event changes a part: what that holds is not held against it.
    vague: bool,
    /// Whether the model is no object, so that no member of it is missing.
    no_model: bool,
    /// Whether the event would change an identifier, so that there need not be a block of that name.
    renames: bool,
    /// Where an `append` leads.
    path: Vec<JsonString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Applies the event, if nothing in it offends more than that level.
    UpTo(Level),
    /// Changes nothing; the first offences are excused, since they are known.
    Trial { excused: usize },
    /// The same, when an offence has been found: its level.
    Found(Level),
    /// The same, when nothing can be said beyond what is known.
    Over,
}

impl Lenient {
    /// Accepts what offends no more than that level.
    pub(crate) fn up_to(level: Level, stream: &JsonString) -> Self {
        Self {
            mode: Mode::UpTo(level),
            stream: stream.clone(),
            inert: false,
            vague: false,
            no_model: false,
            renames: false,
            path: Vec::new(),
        }
    }

    /// Tries an event of which so many offences are known.
    pub(crate) fn trial(excused: usize, stream: &JsonString) -> Self {
        Self {
            mode: Mode::Trial { excused },
            stream: stream.clone(),
            inert: false,
            vague: false,
            no_model: false,
            renames: false,
            path: Vec::new(),
        }
    }

    /// Says whether what the block holds of which the event changes a part is not known.
    pub(crate) fn allow_vague(&mut self, vague: bool) {
        self.vague = vague;
    }

    /// After a trial that refused: the level of what was found last; nothing if it cannot be excused, or all is known.
    pub(crate) fn found(&self) -> Option<Level> {
        match self.mode {
            Mode::Found(level) => Some(level),
            _ => None,
        }
    }

    /// After a trial that refused: whether all that it can say was known.
    pub(crate) fn is_over(&self) -> bool {
        self.mode == Mode::Over
    }

    /// Whether the event that was accepted had no effect.
    pub(crate) fn is_inert(&self) -> bool {
        self.inert
    }

    fn is_trial(&self) -> bool {
        !matches!(self.mode, Mode::UpTo(_))
    }

    /// What a rule of that level says here: nothing, if it does not weigh more than is allowed, or is known.
    fn unless(&mut self, level: Level, strict: impl FnOnce() -> Verdict) -> Verdict {
        match &mut self.mode {
            Mode::UpTo(most) if level <= *most => Ok(()),
            Mode::UpTo(_) => strict(),
            Mode::Trial { excused } => match strict() {
                Ok(()) => Ok(()),
                Err(_) if *excused > 0 => {
                    *excused -= 1;
                    Ok(())
                }
                Err(rejection) => {
                    self.mode = Mode::Found(level);
                    Err(rejection)
                }
            },
            Mode::Found(_) | Mode::Over => strict(),
        }
    }

    /// As [`Lenient::unless`], and the event has no effect.
    fn unless_inert(&mut self, level: Level, strict: impl FnOnce() -> Verdict) -> Verdict {
        if self.is_trial() {
            return self.unless(level, strict);
        }
        let strict = strict();
        if strict.is_err() && matches!(self.mode, Mode::UpTo(most) if level <= most) {
            self.inert = true;
            return Ok(());
        }
        strict
    }

    /// What a rule of that level says beyond which nothing can be told, since what follows has nothing to go by.
    fn last<T>(&mut self, level: Level, strict: Result<T, Rejection>) -> Result<T, Rejection> {
        if let (Mode::Trial { excused }, Err(_)) = (self.mode, &strict) {
            self.mode = if excused > 0 {
                Mode::Over
            } else {
                Mode::Found(level)
            };
        }
        strict
    }

    /// Whether the payload of an event need not be a block though there is none: that has been told.
    fn need_not_make(&self, op: Op) -> bool {
        self.vague && op == Op::Append
    }

    /// Whether the event changes anything.
    pub(crate) fn is_effective(&self) -> bool {
        !self.inert && !self.vague && !self.is_trial()
    }
}

impl Steps for Lenient {
    fn stream(&mut self, _: Option<&JsonString>) -> JsonString {
        self.stream.clone()
    }

    fn op(&mut self, op: Option<&Value>) -> Result<Op, Rejection> {
        self.last(Level::Required, Reference.op(op))
    }

    fn seq(&mut self, seq: Option<&Value>) -> Verdict {
        self.unless(Level::Required, || Reference.seq(seq))
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
        self.no_model |= member == "model" && value.as_object().is_none();
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
        if self.no_model {
            return Ok(());
        }
        self.unless(text_or(version), || Reference.version(version))
    }

    fn biz(&mut self, biz: Option<&Value>) -> Verdict {
        if self.no_model {
            return Ok(());
        }
        self.unless(text_or(biz), || Reference.biz(biz))
    }

    fn meta(&mut self, meta: Option<&Value>) -> Verdict {
        if self.no_model {
            return Ok(());
        }
        self.unless(Level::Required, || Reference.meta(meta))
    }

    fn blocks(&mut self, blocks: Option<&Value>) -> Verdict {
        if self.no_model {
            return Ok(());
        }
        self.unless(Level::Required, || Reference.blocks(blocks))
    }

    fn block(&mut self, op: Op, block: &Value) -> Verdict {
        if self.need_not_make(op) {
            return Ok(());
        }
        self.unless(Level::Required, || Reference.block(op, block))
    }

    fn repeated_id(&mut self, earlier: &Value, block: &Value) -> Verdict {
        self.unless(Level::Required, || Reference.repeated_id(earlier, block))
    }

    fn reference(&mut self, op: Op, block: &Object) -> Verdict {
        if self.need_not_make(op) {
            return Ok(());
        }
        self.unless(Level::Required, || Reference.reference(op, block))
    }

    fn reference_version(&mut self, op: Op, version: Option<&JsonString>) -> Verdict {
        // That there is no version has been said.
        if version.is_none() || self.need_not_make(op) {
            return Ok(());
        }
        self.unless(Level::Required, || Reference.reference_version(op, version))
    }

    fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
        let level = match names_nothing(op, mask) {
            true => Level::Informative,
            false => Level::Required,
        };
        self.last(level, Reference.mask(op, mask))
    }

    fn select<'e>(
        &mut self,
        op: Op,
        payload: &'e Object,
        path: &[JsonString],
    ) -> Result<&'e Value, Rejection> {
        let strict = Reference.select(op, payload, path);
        // A value under the last name alone is an older form, which is left open; an `append` has one offence with it.
        let older = path.last().filter(|_| path.len() > 1);
        match (strict, older.and_then(|name| payload.get_name(name))) {
            (Ok(value), _) => Ok(value),
            (Err(_), Some(value)) if op == Op::Append => Ok(value),
            (Err(rejection), Some(value)) => {
                self.unless(Level::Informative, || Err(rejection))?;
                Ok(value)
            }
            (strict, None) => self.last(Level::Required, strict),
        }
    }

    fn changeable(&mut self, op: Op, block: &Object) -> Verdict {
        if self.vague {
            return Ok(());
        }
        self.last(Level::Required, Reference.changeable(op, block))
    }

    fn delta(&mut self, delta: &Value) -> Verdict {
        self.last(Level::Required, Reference.delta(delta))
    }

    fn error_mask(&mut self, mask: Option<&JsonString>) -> Verdict {
        self.unless(Level::Required, || Reference.error_mask(mask))
    }

    fn error_payload(&mut self, error: Option<&Value>) -> Verdict {
        self.last(Level::Required, Reference.error_payload(error))
    }

    fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
        if self.need_not_make(op) {
            return Ok(());
        }
        self.unless(text_or(id), || Reference.block_id(op, id))
    }

    fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
        if self.need_not_make(op) {
            return Ok(());
        }
        self.unless(text_or(block_type), || Reference.block_type(op, block_type))
    }

    fn named_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
        match text_or(id) {
            // What is no name names no block.
            Level::Required => self.last(Level::Required, Reference.named_id(op, id)),
            level => self.unless(level, || Reference.named_id(op, id)),
        }
    }

    fn common_member(&mut self, op: Op, root: Root, path: &[JsonString], value: &Value) -> Verdict {
        if self.need_not_make(op) {
            return Ok(());
        }
        self.unless(Level::Recommended, || {
            Reference.common_member(op, root, path, value)
        })
    }

    fn field(&mut self, op: Op, path: &[JsonString]) -> Verdict {
        self.path = path.to_vec();
        self.renames = op == Op::Set && path.first().is_some_and(|name| *name == "id");
        let level = match path.first().and_then(JsonString::as_str) {
            // Below its name there is nothing, so a reducer may accept that without effect.
            Some("id" | "ref") if op == Op::Append && path.len() > 1 => Level::Recommended,
            Some("ref") => Level::Required,
            Some("id") if op == Op::Append => Level::Required,
            _ => Level::Recommended,
        };
        // A key that is assigned stands in the payload as well, and is not to be objected to once more.
        match path.first() {
            Some(name) if *name == "ref" => self.last(level, Reference.field(op, path)),
            // What is below a member has a value as any other.
            Some(name) if op == Op::Append && *name != "id" => {
                self.unless(level, || Reference.field(op, path))
            }
            _ => self.unless_inert(level, || Reference.field(op, path)),
        }
    }

    fn stray_ref(&mut self, op: Op, payload: &Object) -> Verdict {
        let level = match op {
            Op::Append => Level::Required,
            _ => Level::Recommended,
        };
        self.unless(level, || Reference.stray_ref(op, payload))
    }

    fn absent_block(&mut self, model: &mut Model, payload: &Object) -> Verdict {
        if self.renames || self.vague {
            return Ok(());
        }
        // A reducer may take the payload for a new block if it is one.
        let level = text_or(payload.get("type"));
        self.unless_inert(level, || Reference.absent_block(model, payload))
    }

    fn reach(&mut self, target: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
        if self.vague {
            return Ok(path.len().saturating_sub(1));
        }
        let mut reached = Reference.reach(target, path);
        let verdict = reached.clone().map(|_| ());
        if self.unless_inert(Level::Informative, || verdict).is_ok() && reached.is_err() {
            reached = Ok(path.len().saturating_sub(1));
        }
        reached
    }

    fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
        if self.is_effective() {
            Reference.replace(model, at, block);
        }
    }

    fn insert(&mut self, model: &mut Model, block: Value) {
        if self.is_effective() {
            Reference.insert(model, block);
        }
    }

    fn insert_appended(&mut self, model: &mut Model, block: Value) {
        if self.is_effective() {
            Reference.insert_appended(model, block);
        }
    }

    fn set_error(&mut self, meta: &mut Object, error: Value) {
        if self.is_effective() {
            Reference.set_error(meta, error);
        }
    }

    fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
        if self.is_effective() {
            Reference.assign(root, target, path, value);
        }
    }

    fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
        if self.is_effective() {
            Reference.join_text(target, delta);
        }
    }

    fn join_list(&mut self, target: &mut Array, delta: Array) {
        if self.is_effective() {
            Reference.join_list(target, delta);
        }
    }

    fn join_other(&mut self, target: &mut Value, delta: &Value) -> Verdict {
        if self.vague {
            return Ok(());
        }
        let level = null_or(target, Level::Required);
        self.unless(level, || Reference.join_other(target, delta))?;
        if self.is_effective() {
            *target = delta.clone();
        }
        Ok(())
    }

    fn join_absent(&mut self, block: &mut Object, field: &JsonString, delta: &Value) -> Verdict {
        if self.vague {
            return Ok(());
        }
        let path = std::mem::take(&mut self.path);
        self.unless(Level::Informative, || {
            let strict = Reference.join_absent(block, field, delta);
            match path.len() {
                1 => strict,
                _ => strict.map_err(|rejection| {
                    rejection.saying("the block has no value at the mask to append to")
                }),
            }
        })?;
        // Nothing comes of what leads through a value that is no object.
        self.inert |= Reference.reach(block, &path).is_err();
        if self.is_effective() {
            Reference.assign(Root::Block, block, &path, delta.clone());
        }
        Ok(())
    }

    fn error_object(&mut self, error: &Value) -> Verdict {
        self.unless(Level::Recommended, || Reference.error_object(error))
    }
}

/// Whether a mask is empty or has an empty segment: what that names is left open, and here it names nothing.
fn names_nothing(op: Op, mask: &JsonString) -> bool {
    // An `append` takes no mask without a field, so the empty one is wrong there and not just odd.
    match mask.as_str() {
        Some("") => op != Op::Append,
        Some(mask) => mask.split('.').any(str::is_empty),
        None => false,
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
