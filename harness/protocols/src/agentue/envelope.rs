//! The envelope that every event has (section 4).

use uiconform_json::{JsonString, Number, Value};

use super::mask::root_of;
use super::{Event, Rejection, Root, Steps};

/// The six operations (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Establishes or replaces the model (5.1).
    Start,
    /// Creates or replaces a block or a field (5.2).
    Set,
    /// Joins a string or a list to a field of a block (5.3).
    Append,
    /// Sets `meta.error` (5.4).
    Error,
    /// Keeps a delivery alive (5.5).
    Ping,
    /// Ends a delivery (5.6).
    End,
}

impl Op {
    /// All of them, in the order of the text.
    pub const ALL: [Self; 6] = [
        Self::Start,
        Self::Set,
        Self::Append,
        Self::Error,
        Self::Ping,
        Self::End,
    ];

    /// Its name, as in the member `op`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Set => "set",
            Self::Append => "append",
            Self::Error => "error",
            Self::Ping => "ping",
            Self::End => "end",
        }
    }

    /// The operation of exactly that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.name() == name)
    }
}

/// What an event says to a reducer: its operation and its slots. They borrow from the event, so nothing can change it.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'e> {
    /// The operation.
    pub op: Op,
    /// The position in the timeline of the model; a reducer does not judge it (4.1 binds deliveries).
    pub seq: Option<&'e Number>,
    /// The logical stream; a reducer of one model does not look at it (4.2).
    pub stream_id: Option<&'e JsonString>,
    /// The field that the operation concerns.
    pub mask: Option<&'e JsonString>,
    /// The payload of `start`.
    pub model: Option<&'e Value>,
    /// The payload of `error` and of a `set` of metadata.
    pub meta: Option<&'e Value>,
    /// The payload of `append` and of a `set` of a block or its fields.
    pub block: Option<&'e Value>,
}

impl Envelope<'_> {
    /// The one payload slot that the operation reads, if it reads any.
    fn slot(&self) -> Option<&'static str> {
        match self.op {
            Op::Start => Some("model"),
            Op::Set if self.mask.and_then(root_of) == Some(Root::Meta) => Some("meta"),
            Op::Set | Op::Append => Some("block"),
            Op::Error => Some("meta"),
            Op::Ping | Op::End => None,
        }
    }

    /// The members that the event has and the operation does not use.
    fn surplus(&self) -> impl Iterator<Item = &'static str> {
        let masked = matches!(self.op, Op::Set | Op::Append | Op::Error);
        let used = self.slot();
        [
            ("mask", self.mask.is_some() && !masked),
            ("model", self.model.is_some() && used != Some("model")),
            ("meta", self.meta.is_some() && used != Some("meta")),
            ("block", self.block.is_some() && used != Some("block")),
        ]
        .into_iter()
        .filter_map(|(name, surplus)| surplus.then_some(name))
    }
}

/// Reads the envelope of an event, judging every member that section 4 names and refusing those that it does not name.
///
/// # Errors
///
/// If the envelope is not that of an event.
pub fn decode<'e, S: Steps + ?Sized>(
    steps: &mut S,
    event: &'e Event,
) -> Result<Envelope<'e>, Rejection> {
    let (mut op, mut seq) = (None, None);
    let mut envelope = Envelope {
        op: Op::Ping,
        seq: None,
        stream_id: None,
        mask: None,
        model: None,
        meta: None,
        block: None,
    };
    for (name, value) in event.members() {
        match name.as_str() {
            Some("op") => op = Some(value),
            Some("seq") => seq = Some(value),
            Some("ts") => steps.ts(value)?,
            Some("event_type") => steps.text("event_type", value)?,
            Some("stream_id") => {
                steps.text("stream_id", value)?;
                envelope.stream_id = value.as_string();
            }
            Some("mask") => {
                steps.text("mask", value)?;
                envelope.mask = value.as_string();
            }
            Some("model") => {
                steps
                    .slot("model", value)
                    .map_err(slot_of(event, "model"))?;
                envelope.model = Some(value);
            }
            Some("meta") => {
                steps.slot("meta", value).map_err(slot_of(event, "meta"))?;
                envelope.meta = Some(value);
            }
            Some("block") => {
                steps
                    .slot("block", value)
                    .map_err(slot_of(event, "block"))?;
                envelope.block = Some(value);
            }
            _ => steps.unknown(name, value)?,
        }
    }
    envelope.op = steps.op(op)?;
    steps.seq(seq)?;
    envelope.seq = seq.and_then(Value::as_number);
    for member in envelope.surplus() {
        steps.surplus(envelope.op, member)?;
    }
    steps.order(&envelope)?;
    Ok(envelope)
}

pub(super) fn op(value: Option<&Value>) -> Result<Op, Rejection> {
    let name = value
        .ok_or_else(|| Rejection::new("AUE-4-05", "`op` is missing"))?
        .as_string()
        .ok_or_else(|| Rejection::new("AUE-4-06", "`op` is not a string").at("op"))?;
    let text = name.as_str().unwrap_or_default();
    Op::named(text).ok_or_else(|| {
        let alike = Op::ALL.iter().any(|op| is_alike(op.name(), text));
        let rule = if alike { "AUE-4-07" } else { "AUE-4-06" };
        Rejection::new(rule, format!("there is no operation {name:?}")).at("op")
    })
}

/// Whether a name is another one but for case, for white space around it, or for letters that are not ASCII.
fn is_alike(name: &str, other: &str) -> bool {
    let other = other.trim();
    other.eq_ignore_ascii_case(name)
        || (!other.is_ascii() && other.chars().count() == name.chars().count())
}

pub(super) fn seq(value: Option<&Value>) -> Result<(), Rejection> {
    match value {
        None => Err(Rejection::new("AUE-4-09", "`seq` is missing")),
        Some(Value::Number(seq)) if seq.is_integer() && !seq.is_negative() => Ok(()),
        Some(other) => {
            let rule = match other {
                Value::Number(seq) if seq.is_negative() => "AUE-4-10",
                Value::Number(_) => "AUE-4-11",
                Value::String(_) => "AUE-4-12",
                Value::Bool(_) => "AUE-4-13",
                Value::Null => "AUE-4-14",
                Value::Array(_) | Value::Object(_) => "AUE-4-37",
            };
            Err(Rejection::new(rule, "`seq` is not a non-negative integer").at("seq"))
        }
    }
}

pub(super) fn ts(value: &Value) -> Result<(), Rejection> {
    match value {
        Value::Number(ts) if ts.is_integer() && !ts.is_negative() => Ok(()),
        other => {
            let message = "`ts` is not a time in whole milliseconds";
            Err(Rejection::new(unless_null(other, "AUE-4-19"), message).at("ts"))
        }
    }
}

pub(super) fn text(member: &'static str, value: &Value) -> Result<(), Rejection> {
    match value {
        Value::String(_) => Ok(()),
        other => {
            let rule = match member {
                "event_type" => "AUE-4-20",
                "stream_id" => "AUE-4-21",
                _ => "AUE-4-22",
            };
            Err(wrong_kind(
                unless_null(other, rule),
                member,
                "a string",
                other,
            ))
        }
    }
}

pub(super) fn slot(member: &'static str, value: &Value) -> Result<(), Rejection> {
    match value {
        Value::Object(_) => Ok(()),
        // Which requirement it is of depends on the operation.
        other => Err(wrong_kind("AUE-4-34", member, "an object", other)),
    }
}

/// Says of a slot that is no object which requirement it offends: that of the operation which reads it, if one does.
fn slot_of(event: &Event, member: &'static str) -> impl Fn(Rejection) -> Rejection {
    let op = event.get("op").and_then(Value::as_str);
    let mask = event.get("mask").and_then(Value::as_string);
    let of_meta = mask.and_then(root_of) == Some(Root::Meta);
    let rule = match (op, member) {
        (Some("start"), "model") => "AUE-5.1-01",
        (Some("set"), "meta") if of_meta => "AUE-5.2-31",
        (Some("set"), "block") if mask.is_none() => "AUE-5.2-09",
        (Some("set"), "block") if !of_meta => "AUE-5.2-31",
        (Some("append"), "block") => "AUE-5.3-23",
        (Some("error"), "meta") => "AUE-5.4-07",
        _ if event.get(member).is_some_and(Value::is_null) => "AUE-4-24",
        _ => "AUE-4-34",
    };
    move |rejection| rejection.under(rule)
}

/// The requirement on an optional member, which leaves open what becomes of null.
fn unless_null(value: &Value, rule: &'static str) -> &'static str {
    if value.is_null() { "AUE-4-23" } else { rule }
}

pub(super) fn unknown(member: &JsonString) -> Result<(), Rejection> {
    const NAMES: [&str; 9] = [
        "op",
        "seq",
        "ts",
        "event_type",
        "stream_id",
        "mask",
        "model",
        "meta",
        "block",
    ];
    let text = member.to_string_lossy();
    let alike = NAMES.iter().any(|name| is_alike(name, &text));
    let rule = if alike { "AUE-4-28" } else { "AUE-4-26" };
    Err(Rejection::new(rule, "an event has no such member").at(member))
}

pub(super) fn surplus(op: Op, member: &'static str) -> Result<(), Rejection> {
    let rule = match (op, member) {
        (_, "mask") => "AUE-4-35",
        (Op::Start, _) => "AUE-5.1-02",
        _ => "AUE-4-34",
    };
    Err(Rejection::new(rule, format!("`{}` does not take `{member}`", op.name())).at(member))
}

fn wrong_kind(
    rule: &'static str,
    member: &'static str,
    expected: &str,
    found: &Value,
) -> Rejection {
    Rejection::new(
        rule,
        format!("`{member}` is not {expected} but {}", found.kind()),
    )
    .at(member)
}
