//! The envelope that every event has (section 4).

use uiconform_json::{JsonString, Number, Value};

use super::mask::root_of;
use super::{Event, Rejection, Root, Steps, label};

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
        // Which slot a `set` uses is not known where its mask names no part of the model, and then that is what is wrong.
        let open = self.op == Op::Set && self.mask.is_some_and(|mask| root_of(mask).is_none());
        [
            ("mask", self.mask.is_some() && !masked),
            ("model", self.model.is_some() && used != Some("model")),
            ("meta", self.meta.is_some() && used != Some("meta") && !open),
            (
                "block",
                self.block.is_some() && used != Some("block") && !open,
            ),
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
                    .map_err(|rejection| rejection.under(label::slot(event, "model")))?;
                envelope.model = Some(value);
            }
            Some("meta") => {
                steps
                    .slot("meta", value)
                    .map_err(|rejection| rejection.under(label::slot(event, "meta")))?;
                envelope.meta = Some(value);
            }
            Some("block") => {
                steps
                    .slot("block", value)
                    .map_err(|rejection| rejection.under(label::slot(event, "block")))?;
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
    name.as_str().and_then(Op::named).ok_or_else(|| {
        Rejection::new(
            label::no_op(name),
            format!("there is no operation {name:?}"),
        )
        .at("op")
    })
}

pub(super) fn seq(value: Option<&Value>) -> Result<(), Rejection> {
    match value {
        None => Err(Rejection::new("AUE-4-09", "`seq` is missing")),
        Some(Value::Number(seq)) if seq.is_integer() && !seq.is_negative() => Ok(()),
        Some(other) => {
            let message = "`seq` is not a non-negative integer";
            Err(Rejection::new(label::no_seq(other), message).at("seq"))
        }
    }
}

pub(super) fn ts(value: &Value) -> Result<(), Rejection> {
    match value {
        Value::Number(ts) if ts.is_integer() && !ts.is_negative() => Ok(()),
        other => {
            let message = "`ts` is not a time in whole milliseconds";
            Err(Rejection::new(label::optional("ts", other), message).at("ts"))
        }
    }
}

pub(super) fn text(member: &'static str, value: &Value) -> Result<(), Rejection> {
    match value {
        Value::String(_) => Ok(()),
        other => {
            let rule = label::optional(member, other);
            Err(wrong_kind(rule, member, "a string", other))
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

pub(super) fn unknown(member: &JsonString) -> Result<(), Rejection> {
    Err(Rejection::new(label::unknown(member), "an event has no such member").at(member))
}

pub(super) fn surplus(op: Op, member: &'static str) -> Result<(), Rejection> {
    let rule = label::surplus(op, member);
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
