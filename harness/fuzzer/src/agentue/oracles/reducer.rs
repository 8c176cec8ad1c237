//! Properties of a reducer that need no other implementation: an event changes what it names and nothing else, and sequences that
//! mean the same come to the same.

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{Op, Reducer, Reference};

use crate::Finding;
use crate::agentue::answer::Answered;
use crate::agentue::expect::{self, Read};
use crate::agentue::kind;
use crate::agentue::probe::Related;
use crate::agentue::sequence::{Input, Method, Sequence};
use crate::agentue::world::{World, op_of};

/// An accepted event changes its block or the metadata, and nothing else. It holds also where it is open what an event does.
pub(in crate::agentue) fn frame_rule(
    sequence: &Sequence,
    answered: &Answered<'_>,
) -> Option<Finding> {
    let trace = answered.trace.as_ref()?;
    let mut before = &sequence.model;
    for (at, input) in sequence.inputs.iter().enumerate() {
        let after = trace[at];
        if answered.accepted[at]
            && let Read::Event(event) = expect::read(&input.text())
            && let Some(op) = op_of(&event)
            && !before.is_null()
            && op != Op::Start
        {
            let (one, other) = beside(op, event.members(), before, after);
            if uiconform_json::compare(&one, &other).difference.is_some() {
                let requirement = match op {
                    Op::Append => "AUE-5.3-09",
                    Op::Error => "AUE-5.4-03",
                    Op::Ping => "AUE-5.5-01",
                    Op::End => "AUE-5.6-01",
                    Op::Start | Op::Set => "AUE-5.2-23",
                };
                let finding = Finding::new("frame-rule", "the event changed what it does not name");
                return Some(
                    finding
                        .at(at, kind::of_input(input))
                        .under(Some(requirement), Level::Required)
                        .between(&one, &other),
                );
            }
        }
        before = after;
    }
    None
}

/// Two models without what an event may change.
fn beside(op: Op, event: &Object, before: &Value, after: &Value) -> (Value, Value) {
    let patches = matches!(op, Op::Set | Op::Append);
    let id = event
        .get("block")
        .filter(|_| patches)
        .and_then(|block| block.get("id"));
    let meta = op == Op::Error || (patches && event.contains("meta"));
    let count = |model: &Value| {
        let blocks = model.get("blocks").and_then(Value::as_array);
        blocks.map_or(0, |blocks| blocks.len())
    };
    let grown = count(after) > count(before);
    let without = |model: &Value, is_new: bool| {
        let mut model = model.clone();
        let Value::Object(members) = &mut model else {
            return model;
        };
        if meta {
            members.insert("meta", Value::Null);
        }
        if let Some(Value::Array(blocks)) = members.get_mut("blocks") {
            if is_new
                && blocks
                    .last()
                    .is_some_and(|last| id.is_some() && last.get("id") == id)
            {
                blocks.pop();
            }
            for block in blocks.iter_mut() {
                if id.is_some() && block.get("id") == id {
                    *block = Value::Null;
                }
            }
        }
        model
    };
    (without(before, false), without(after, grown))
}

/// Whether a sequence is fully specified up to an event: what the reference does is what everybody does.
fn is_plain(sequence: &Sequence, until: usize) -> Option<World> {
    let mut world = World::new(&sequence.model, sequence.model_seq)?;
    for input in sequence.inputs.get(..until)? {
        let read = expect::read(&input.text());
        let before = world.model();
        let expectation = expect::apply(&mut world, &read, &before);
        if expectation.verdict != Level::Required || expectation.model != Level::Required {
            return None;
        }
        if let Read::Event(event) = &read {
            world.time.note(op_of(event), event, expectation.accepted);
        }
    }
    Some(world)
}

/// The model after some events stands for them (6): the rest, from there, comes to the same.
pub(in crate::agentue) fn resumed(sequence: &Sequence, salt: usize) -> Option<Related> {
    let at = salt % sequence.inputs.len().max(1);
    let world = is_plain(sequence, at)?;
    let model = world.model();
    // A refusal on the way may be remembered, and a model that is not there is no start.
    if model.is_null() || !world.time.is_open() {
        return None;
    }
    let rest = Sequence {
        model,
        model_seq: world.time.latest()?.to_u64()?,
        inputs: sequence.inputs[at..].to_vec(),
        trace: false,
        replay: false,
        ..sequence.clone()
    };
    Some(Related {
        oracle: "resume",
        requirement: "AUE-6-04",
        message: "from the model after some of the events, the rest comes to something else",
        verdicts: (at..sequence.inputs.len())
            .map(|first| (first, first - at))
            .collect(),
        sequence: rest,
        result: Box::new(Value::clone),
    })
}

/// A delta in two pieces, one right after the other, comes to the same (5.3).
pub(in crate::agentue) fn chunked(sequence: &Sequence, salt: usize) -> Option<Related> {
    is_plain(sequence, sequence.inputs.len())?;
    let mut events = spread(sequence)?;
    let appends: Vec<usize> = events
        .iter()
        .enumerate()
        .filter(|(_, event)| event.get("op").and_then(Value::as_str) == Some("append"))
        .map(|(at, _)| at)
        .collect();
    let at = *appends.get(salt % appends.len().max(1))?;
    let (first, second) = cut(&events[at], salt)?;
    events[at] = first;
    events.insert(at + 1, second);
    let verdicts = (0..sequence.inputs.len()).map(|place| (place, place + usize::from(place > at)));
    Some(Related {
        oracle: "chunking",
        requirement: "AUE-5.3-11",
        message: "a delta in two pieces comes to something else",
        verdicts: verdicts.collect(),
        sequence: with_events(sequence, events, 2),
        result: Box::new(Value::clone),
    })
}

/// The events with every `seq` doubled, so that there is room between them.
fn spread(sequence: &Sequence) -> Option<Vec<Object>> {
    const ROOM: u64 = 1 << 50;
    if sequence.model_seq > ROOM {
        return None;
    }
    let events = sequence.inputs.iter().map(|input| {
        let Read::Event(event) = expect::read(&input.text()) else {
            return None;
        };
        let mut members = event.members().clone();
        if let Some(seq) = members.get("seq") {
            let seq = seq
                .as_number()
                .and_then(Number::to_u64)
                .filter(|seq| *seq <= ROOM)?;
            members.insert("seq", seq * 2);
        }
        Some(members)
    });
    events.collect()
}

fn with_events(sequence: &Sequence, events: Vec<Object>, scale: u64) -> Sequence {
    Sequence {
        inputs: events
            .into_iter()
            .map(|event| Input::Event(event.into()))
            .collect(),
        model_seq: sequence.model_seq * scale,
        trace: false,
        replay: false,
        ..sequence.clone()
    }
}

/// An append as two.
fn cut(event: &Object, salt: usize) -> Option<(Object, Object)> {
    let field = event
        .get("mask")?
        .as_str()?
        .strip_prefix("block.")?
        .to_owned();
    let seq = event.get("seq")?.as_number()?.to_u64()?;
    let block = event.get("block")?.as_object()?;
    let (head, tail) = match block.get(&field)? {
        Value::String(text) => {
            let points: Vec<u32> = text.code_points().collect();
            let (head, tail) = points.split_at(salt % (points.len() + 1));
            let piece = |points: &[u32]| JsonString::from_code_points(points.iter().copied());
            (Value::from(piece(head)?), Value::from(piece(tail)?))
        }
        Value::Array(list) => {
            let (head, tail) = list.split_at(salt % (list.len() + 1));
            (Value::from(head.to_vec()), Value::from(tail.to_vec()))
        }
        _ => return None,
    };
    let (mut first, mut second) = (event.clone(), event.clone());
    let mut whole = block.clone();
    whole.insert(field.as_str(), head);
    first.insert("block", whole);
    let rest = Object::from_iter([("id", block.get("id")?.clone()), (&field, tail)]);
    second.insert("block", rest);
    second.insert("seq", seq + 1);
    Some((first, second))
}

/// Events written otherwise, with members that change nothing, come to the same (2, 4).
pub(in crate::agentue) fn adorned(sequence: &Sequence) -> Option<Related> {
    let mut inputs = Vec::new();
    for input in &sequence.inputs {
        inputs.push(match expect::read(&input.text()) {
            Read::Event(event) => {
                let mut members = reversed(event.members());
                for (name, value) in [
                    ("ts", Value::from(1_700_000_000_000_u64)),
                    ("event_type", "x".into()),
                ] {
                    if !members.contains(name) {
                        members.insert(name, value);
                    }
                }
                match input {
                    Input::Event(_) => Input::Event(members.into()),
                    Input::Wire(_) => Input::Wire(members.to_text()),
                }
            }
            _ => input.clone(),
        });
    }
    Some(Related {
        oracle: "writing",
        requirement: "AUE-2-05",
        message: "the same events, written in another way and with a time and a type, come to something else",
        verdicts: (0..inputs.len()).map(|at| (at, at)).collect(),
        sequence: Sequence {
            inputs,
            trace: false,
            replay: false,
            ..sequence.clone()
        },
        result: Box::new(Value::clone),
    })
}

/// The same members in the opposite order, at every depth.
fn reversed(object: &Object) -> Object {
    let mut members: Vec<(JsonString, Value)> = object
        .iter()
        .map(|(name, value)| (name.clone(), reversed_value(value)))
        .collect();
    members.reverse();
    members.into_iter().collect()
}

fn reversed_value(value: &Value) -> Value {
    match value {
        Value::Object(object) => reversed(object).into(),
        Value::Array(list) => list.iter().map(reversed_value).collect::<Vec<_>>().into(),
        plain => plain.clone(),
    }
}

/// A ping at the latest position changes nothing (5.5).
pub(in crate::agentue) fn pinged(sequence: &Sequence, salt: usize) -> Option<Related> {
    let at = salt % (sequence.inputs.len() + 1);
    let world = is_plain(sequence, at)?;
    if !world.time.is_open() || world.reducer.model().is_none() {
        return None;
    }
    let latest = world.time.latest()?.clone();
    let ping = Object::from_iter([("op", Value::from("ping")), ("seq", latest.into())]);
    let mut inputs = sequence.inputs.clone();
    inputs.insert(at, Input::Event(ping.into()));
    let verdicts =
        (0..sequence.inputs.len()).map(|place| (place, place + usize::from(place >= at)));
    Some(Related {
        oracle: "ping",
        requirement: "AUE-5.5-01",
        message: "with a ping in between, the same events come to something else",
        verdicts: verdicts.collect(),
        sequence: Sequence {
            inputs,
            trace: false,
            replay: false,
            ..sequence.clone()
        },
        result: Box::new(Value::clone),
    })
}

/// The name of a member that the text does not name means nothing, even where it is open what an event does (3.3, 5.2, 5.3).
pub(in crate::agentue) fn renamed(sequence: &Sequence, salt: usize) -> Option<Related> {
    const PLAIN: &str = "plain_name";
    if sequence.method != Method::Reduce {
        return None;
    }
    let mut names = Vec::new();
    for input in &sequence.inputs {
        let Input::Event(event) = input else {
            return None;
        };
        let mask = event
            .get("mask")
            .and_then(Value::as_str)
            .unwrap_or_default();
        names.extend(mask.split('.').skip(1).map(JsonString::from));
    }
    names.retain(|name| !name.is_empty() && !NAMED_BY_THE_TEXT.iter().any(|known| *name == *known));
    let old = names.get(salt % names.len().max(1))?.clone();
    let whole = sequence.call().params;
    if whole.contains(PLAIN) {
        return None;
    }
    let events = sequence.inputs.iter().map(|input| match input {
        Input::Event(event) => Input::Event(with_name(event, &old, PLAIN)),
        Input::Wire(text) => Input::Wire(text.clone()),
    });
    let model = with_name(&sequence.model, &old, PLAIN);
    // Only a name is another one: what is valid stays so.
    if !model.is_null() {
        Reducer::resume(&mut Reference, &model, 0).ok()?;
    }
    let renamed = Sequence {
        inputs: events.collect(),
        model,
        trace: false,
        replay: false,
        ..sequence.clone()
    };
    Some(Related {
        oracle: "naming",
        requirement: "AUE-5.3-43",
        message: "with another name of a member that the text does not name, the same events come to something else",
        verdicts: (0..sequence.inputs.len()).map(|at| (at, at)).collect(),
        sequence: renamed,
        result: Box::new(move |result| with_name(result, &old, PLAIN)),
    })
}

/// Names that mean something, or that the payload of a patch has anyway.
const NAMED_BY_THE_TEXT: [&str; 24] = [
    "op",
    "seq",
    "ts",
    "event_type",
    "stream_id",
    "mask",
    "model",
    "id",
    "ref",
    "type",
    "parent_id",
    "group_id",
    "error",
    "code",
    "message",
    "detail",
    "trace_id",
    "task_id",
    "stats",
    "version",
    "biz",
    "meta",
    "block",
    "blocks",
];

/// A value with another name for members, and for segments of masks.
fn with_name(value: &Value, old: &JsonString, new: &str) -> Value {
    let in_mask = |mask: &Value| match (mask.as_str(), old.as_str()) {
        (Some(mask), Some(old)) => {
            let segments: Vec<&str> = mask
                .split('.')
                .enumerate()
                .map(|(at, segment)| {
                    if at > 0 && segment == old {
                        new
                    } else {
                        segment
                    }
                })
                .collect();
            Value::from(segments.join("."))
        }
        _ => mask.clone(),
    };
    match value {
        Value::Array(list) => list
            .iter()
            .map(|inner| with_name(inner, old, new))
            .collect::<Vec<_>>()
            .into(),
        Value::Object(object) => object
            .iter()
            .map(|(name, inner)| {
                let renamed = if name == old {
                    JsonString::from(new)
                } else {
                    name.clone()
                };
                let is_mask = *name == "mask" && object.contains("op");
                let inner = if is_mask {
                    in_mask(inner)
                } else {
                    with_name(inner, old, new)
                };
                (renamed, inner)
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}
