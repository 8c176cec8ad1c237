//! The optional profiles of the reference behind the driver protocol: each is its steps, of which a fault replaces one, and
//! what it remembers within a request.

use std::time::{SystemTime, UNIX_EPOCH};

use uiconform_checker::{Deliveries, DeliverySteps};
use uiconform_driver::agentue::{
    Action, Delivery, Emitter, Framing, Host, Resolution, Resolver, Resume, Taken,
};
use uiconform_driver::serde_json::value::RawValue;
use uiconform_json::{JsonString, Value, parse};
use uiconform_protocols::agentue::emitter::{self, EmitSteps, Options};
use uiconform_protocols::agentue::frames::{self, FrameSteps};
use uiconform_protocols::agentue::host::{self, Answer, HostSteps};
use uiconform_protocols::agentue::resolver::{self, ResolveSteps};
use uiconform_protocols::agentue::resume::{self, ResumeSteps};
use uiconform_protocols::agentue::{Event, Reference, Rejection};

/// The optional profiles, each with its own steps.
pub(crate) struct Optional {
    pub(crate) delivery: Delivering,
    pub(crate) framing: Splitting,
    pub(crate) resolver: Resolving,
    pub(crate) host: Hosting,
    pub(crate) resume: Resuming,
    pub(crate) emitter: Emitting,
}

impl Default for Optional {
    fn default() -> Self {
        Self {
            delivery: Delivering::by(Box::new(Reference)),
            framing: Splitting(Box::new(Reference)),
            resolver: Resolving(Box::new(Reference)),
            host: Hosting::by(Box::new(Reference)),
            resume: Resuming(Box::new(Reference)),
            emitter: Emitting::by(Box::new(Reference)),
        }
    }
}

pub(crate) struct Delivering {
    steps: Box<dyn DeliverySteps + Send>,
    deliveries: Deliveries,
}

impl Delivering {
    pub(crate) fn by(steps: Box<dyn DeliverySteps + Send>) -> Self {
        Self {
            steps,
            deliveries: Deliveries::new(),
        }
    }
}

impl Delivery for Delivering {
    fn begin(&mut self) {
        self.steps.begin(None, 0);
        self.deliveries = Deliveries::new();
    }

    fn deliver(&mut self, event: &str) -> Result<(), String> {
        self.steps
            .read(event)
            .and_then(Event::try_from)
            .and_then(|event| self.deliveries.apply(&mut *self.steps, &event))
            .map_err(said)
    }

    fn complete(&mut self) -> Vec<String> {
        let streams = self.deliveries.complete(&mut *self.steps);
        streams.iter().map(|stream| format!("{stream:?}")).collect()
    }
}

pub(crate) struct Splitting(pub(crate) Box<dyn FrameSteps + Send>);

impl Framing for Splitting {
    fn frame(&mut self, block: &RawValue, max_bytes: u64) -> Result<Vec<String>, String> {
        let max_bytes = usize::try_from(max_bytes).unwrap_or(usize::MAX);
        let frames = frames::split(&mut *self.0, &value(block)?, max_bytes).map_err(said)?;
        Ok(frames.iter().map(Value::to_text).collect())
    }

    fn unframe(&mut self, frames: &[&RawValue]) -> Result<String, String> {
        let frames = values(frames)?;
        let block = frames::join(&mut *self.0, &frames).map_err(said)?;
        Ok(block.to_text())
    }
}

pub(crate) struct Resolving(pub(crate) Box<dyn ResolveSteps + Send>);

impl Resolver for Resolving {
    fn resolve(
        &mut self,
        model: &RawValue,
        resolutions: &[Resolution<'_>],
    ) -> Result<String, String> {
        let resolutions: Vec<_> = resolutions
            .iter()
            .map(resolution)
            .collect::<Result<_, _>>()?;
        let model = resolver::resolve(&mut *self.0, &value(model)?, &resolutions).map_err(said)?;
        Ok(model.document().to_text())
    }
}

pub(crate) struct Hosting {
    steps: Box<dyn HostSteps + Send>,
    /// Absent until the first request.
    host: Option<host::Host>,
}

impl Hosting {
    pub(crate) fn by(steps: Box<dyn HostSteps + Send>) -> Self {
        Self { steps, host: None }
    }
}

impl Host for Hosting {
    fn begin(&mut self, model: &RawValue) -> Result<(), String> {
        let model = value(model)?;
        self.host = Some(host::Host::new(&mut *self.steps, &model).map_err(said)?);
        Ok(())
    }

    fn event(&mut self, event: &str) -> Taken {
        let event = self.steps.read(event).and_then(Event::try_from);
        match (event, &mut self.host) {
            (Ok(event), Some(host)) => taken(host.event(&mut *self.steps, &event)),
            _ => Taken::Refused,
        }
    }

    fn loaded(&mut self, loaded: &Resolution<'_>) -> Taken {
        match (resolution(loaded), &mut self.host) {
            (Ok(loaded), Some(host)) => taken(host.loaded(&mut *self.steps, &loaded)),
            _ => Taken::Refused,
        }
    }

    fn model(&mut self) -> String {
        let model = self.host.as_ref().and_then(host::Host::model);
        self.steps.snapshot(model)
    }
}

fn taken(answer: Answer) -> Taken {
    match answer {
        Answer::Applied => Taken::Applied,
        Answer::Deferred => Taken::Deferred,
        Answer::Refused(_) => Taken::Refused,
    }
}

pub(crate) struct Resuming(pub(crate) Box<dyn ResumeSteps + Send>);

impl Resume for Resuming {
    fn resume(&mut self, log: &[&RawValue], cursor: &RawValue) -> Result<Vec<String>, String> {
        let log: Vec<Event> = log
            .iter()
            .map(|event| Event::parse(event.get()).map_err(said))
            .collect::<Result<_, _>>()?;
        let cursor = value(cursor)?;
        let Some(cursor) = cursor.as_number() else {
            return Err("the cursor is no number".to_owned());
        };
        let events = resume::resume(&mut *self.0, &log, cursor).map_err(said)?;
        Ok(texts(&events))
    }
}

pub(crate) struct Emitting {
    steps: Box<dyn EmitSteps + Send>,
    emitter: emitter::Emitter,
}

impl Emitting {
    pub(crate) fn by(steps: Box<dyn EmitSteps + Send>) -> Self {
        Self {
            steps,
            emitter: emitter::Emitter::default(),
        }
    }
}

impl Emitter for Emitting {
    fn begin(&mut self, stream_id: Option<&RawValue>, inline_only: bool) {
        self.emitter = emitter::Emitter::new(Options {
            stream_id: stream_id.and_then(|stream| string(stream).ok()),
            inline_only,
        });
    }

    fn act(&mut self, action: &Action<'_>) -> Result<Vec<String>, String> {
        let (emitter, steps) = (&mut self.emitter, &mut *self.steps);
        let events = match action {
            Action::Start { model } => emitter.start(steps, &value(model)?),
            Action::Set { block } => emitter.set(steps, &value(block)?),
            Action::SetField {
                block_id,
                path,
                value: given,
            } => emitter.set_field(steps, &string(block_id)?, &strings(path)?, &value(given)?),
            Action::SetMeta { path, value: given } => {
                emitter.set_meta(steps, &strings(path)?, &value(given)?)
            }
            Action::Append { block, field } => {
                emitter.append(steps, &value(block)?, &string(field)?)
            }
            Action::Fail { error } => emitter.fail(steps, &value(error)?),
            Action::Ping => emitter.ping(steps, now()),
            Action::End => emitter.end(steps),
        };
        Ok(texts(&events.map_err(said)?))
    }
}

/// Milliseconds since 1970, for the time of a ping (5.5).
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis().try_into().unwrap_or(u64::MAX))
}

fn resolution(given: &Resolution<'_>) -> Result<resolver::Resolution, String> {
    let content = match (given.block, given.failure) {
        (Some(block), None) => Ok(value(block)?),
        (None, Some(failure)) => Err(string(failure)?.to_string_lossy().into_owned()),
        _ => return Err("a load has either a `block` or a `failure`".to_owned()),
    };
    Ok(resolver::Resolution {
        block_id: string(given.block_id)?,
        key: string(given.key)?,
        content,
    })
}

fn texts(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .map(|event| event.members().to_text())
        .collect()
}

fn value(text: &RawValue) -> Result<Value, String> {
    parse(text.get()).map_err(|error| error.to_string())
}

fn values(texts: &[&RawValue]) -> Result<Vec<Value>, String> {
    texts.iter().map(|text| value(text)).collect()
}

fn string(text: &RawValue) -> Result<JsonString, String> {
    match value(text)? {
        Value::String(string) => Ok(string),
        other => Err(format!("expected a string, found a {}", other.kind())),
    }
}

fn strings(texts: &[&RawValue]) -> Result<Vec<JsonString>, String> {
    texts.iter().map(|text| string(text)).collect()
}

fn said(rejection: Rejection) -> String {
    rejection.to_string()
}
