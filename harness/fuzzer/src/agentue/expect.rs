//! What may come of one event.

use uiconform_catalogue::Level;
use uiconform_checker::{apply_leniently, offences};
use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::{Event, Op, Reference, Rejection};

use super::effect;
use super::open::{self, Binding};
use super::world::{World, op_of, stream_of};

/// How far an event is from what the text specifies fully.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// Fully specified: what the reference does is what everybody does.
    Common,
    /// Some of it is only recommended, or left open.
    Edge,
    /// Nothing is said of it but that the implementation survives, and that a refusal leaves no trace.
    Wild,
}

/// What may come of an event, and how binding that is.
#[derive(Clone, Debug)]
pub(super) struct Expectation {
    /// Whether the reference accepts it.
    pub(super) accepted: bool,
    /// The requirement that the reference refuses it by, or the one on what it does: of a deviation, the one that is broken.
    pub(super) requirement: Option<&'static str>,
    /// How binding that verdict is.
    pub(super) verdict: Level,
    /// How binding the model is after the same verdict.
    pub(super) model: Level,
    /// The model after the event, if the verdict is that of the reference.
    pub(super) after: Value,
    /// If the reference refuses and another may accept: the model then, if that much is said.
    pub(super) otherwise: Option<Value>,
}

impl Expectation {
    /// The zone of the event.
    pub(super) fn zone(&self) -> Zone {
        match (self.verdict, self.model) {
            (Level::Required, Level::Required) => Zone::Common,
            (Level::Informative, Level::Informative) => Zone::Wild,
            _ => Zone::Edge,
        }
    }
}

/// Recommended refusals of what has no effect: that much is required.
const WITHOUT_EFFECT: [&str; 5] = [
    "AUE-4-26",
    "AUE-4-28",
    "AUE-4-34",
    "AUE-5.2-43",
    "AUE-5.2-40",
];

/// An event as the reference reads it.
pub(super) enum Read {
    Event(Event),
    /// No event, by that requirement.
    Refused(&'static str),
    /// Readers differ in what it is; its stream, if at least that is the same to all of them.
    Open(Option<JsonString>),
}

/// Reads the text of an event.
pub(super) fn read(text: &str) -> Read {
    if text.starts_with('\u{feff}') || open::is_too_long(text) {
        return Read::Open(None);
    }
    let value = match uiconform_json::parse(text) {
        Ok(value) => value,
        Err(_) => {
            return match Event::parse(text) {
                Err(rejection) => Read::Refused(rejection.rule()),
                Ok(_) => Read::Open(None),
            };
        }
    };
    let is_open = open::is_read_differently(&value) || is_event_in_a_string(&value);
    match Event::try_from(value) {
        Ok(event) if is_open => {
            Read::Open(stream_of(&event).filter(|stream| !stream.has_lone_surrogates()))
        }
        Ok(event) => Read::Event(event),
        Err(rejection) if is_open || rejection.rule() == "AUE-4-36" => Read::Open(None),
        Err(rejection) => Read::Refused(rejection.rule()),
    }
}

/// A string that holds the text of an event: readers that take both would apply it.
fn is_event_in_a_string(value: &Value) -> bool {
    value.as_str().is_some_and(|text| {
        uiconform_json::parse(text).is_ok_and(|inner| inner.as_object().is_some())
    })
}

/// Applies an event to the world as the reference does, and says what may come of it. A world that turns out otherwise is moved
/// by the caller.
pub(super) fn apply(world: &mut World, read: &Read, before: &Value) -> Expectation {
    match read {
        Read::Event(event) => of_event(world, event, before),
        Read::Refused(rule) => refused(before, Some(rule), Level::Required, None),
        Read::Open(_) => refused(before, None, Level::Informative, None),
    }
}

fn of_event(world: &mut World, event: &Event, before: &Value) -> Expectation {
    let op = op_of(event);
    let binding = op.map_or(Binding::FULL, |op| {
        open::binding(event, op, world.reducer.model(), &world.time)
    });
    let effect = op.and_then(|op| effect::of(event, op, world.reducer.model()));
    match world.reducer.apply(&mut Reference, event) {
        Ok(()) => Expectation {
            accepted: true,
            requirement: effect,
            verdict: binding.verdict,
            model: binding.model,
            after: world.model(),
            otherwise: None,
        },
        Err(rejection) => of_refusal(world, event, op, &rejection, before),
    }
}

fn of_refusal(
    world: &mut World,
    event: &Event,
    op: Option<Op>,
    rejection: &Rejection,
    before: &Value,
) -> Expectation {
    let wrong = offences(&mut world.reducer, event);
    let weightiest = |level| wrong.iter().find(|(other, _)| *other == level);
    if let Some((level, rejection)) = weightiest(Level::Required) {
        return refused(before, Some(rejection.rule()), *level, None);
    }
    let Some((level, found)) = weightiest(Level::Recommended) else {
        return refused(before, Some(rejection.rule()), Level::Informative, None);
    };
    let inert = wrong
        .iter()
        .all(|(_, rejection)| WITHOUT_EFFECT.contains(&rejection.rule()));
    let bound = op.is_some_and(|op| {
        open::binding(event, op, world.reducer.model(), &world.time).model == Level::Required
    });
    let otherwise = (inert && bound).then(|| {
        let mut lenient = world.reducer.clone();
        apply_leniently(&mut lenient, event).ok()?;
        Some(
            lenient
                .model()
                .map_or(Value::Null, |model| model.document().clone().into()),
        )
    });
    refused(before, Some(found.rule()), *level, otherwise.flatten())
}

fn refused(
    before: &Value,
    requirement: Option<&'static str>,
    verdict: Level,
    otherwise: Option<Value>,
) -> Expectation {
    Expectation {
        accepted: false,
        requirement,
        verdict,
        // A refusal leaves the model as it was, whatever it is for.
        model: Level::Required,
        after: before.clone(),
        otherwise,
    }
}
