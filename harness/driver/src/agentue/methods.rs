//! The methods of the optional profiles: params in, result out.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Step;
use super::optional::{
    Action, Delivery, Emitter, Framing, Host, Resolution, Resolver, Resume, Taken,
};
use crate::Failure;
use crate::text::{ResultText, present, read, text};

#[derive(Deserialize)]
struct DeliverParams<'a> {
    #[serde(borrow, default)]
    events: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    wire: Option<Vec<String>>,
}

pub(super) fn deliver(delivery: &mut dyn Delivery, params: &RawValue) -> Result<String, Failure> {
    let params: DeliverParams<'_> = read(params)?;
    delivery.begin();
    let mut deliver = |event: &str| Step::from(delivery.deliver(event));
    let steps: Vec<Step> = match (&params.events, &params.wire) {
        (Some(events), None) => events.iter().map(|event| deliver(event.get())).collect(),
        (None, Some(wire)) => wire.iter().map(|text| deliver(text)).collect(),
        _ => return Err(super::either_events_or_wire()),
    };
    let mut result = ResultText::default();
    result.add("steps", &text(&steps)?);
    result.add_list("complete", &delivery.complete());
    Ok(result.finish())
}

#[derive(Deserialize)]
struct FrameParams<'a> {
    #[serde(borrow)]
    block: &'a RawValue,
    max_bytes: u64,
}

pub(super) fn frame(framing: &mut dyn Framing, params: &RawValue) -> Result<String, Failure> {
    let params: FrameParams<'_> = read(params)?;
    let frames = framing.frame(params.block, params.max_bytes);
    or_error("frames", frames.map(|frames| list(&frames)))
}

#[derive(Deserialize)]
struct UnframeParams<'a> {
    #[serde(borrow)]
    frames: Vec<&'a RawValue>,
}

pub(super) fn unframe(framing: &mut dyn Framing, params: &RawValue) -> Result<String, Failure> {
    let params: UnframeParams<'_> = read(params)?;
    or_error("block", framing.unframe(&params.frames))
}

#[derive(Deserialize)]
struct ResolveParams<'a> {
    #[serde(borrow)]
    model: &'a RawValue,
    #[serde(borrow)]
    resolutions: Vec<Resolution<'a>>,
}

pub(super) fn resolve(resolver: &mut dyn Resolver, params: &RawValue) -> Result<String, Failure> {
    let params: ResolveParams<'_> = read(params)?;
    or_error("model", resolver.resolve(params.model, &params.resolutions))
}

#[derive(Deserialize)]
struct HostParams<'a> {
    #[serde(borrow)]
    model: &'a RawValue,
    #[serde(borrow)]
    inputs: Vec<HostInput<'a>>,
}

#[derive(Deserialize)]
struct HostInput<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    event: Option<&'a RawValue>,
    #[serde(borrow, default)]
    loaded: Option<Resolution<'a>>,
}

pub(super) fn host(host: &mut dyn Host, params: &RawValue) -> Result<String, Failure> {
    let params: HostParams<'_> = read(params)?;
    host.begin(params.model).map_err(Failure::Internal)?;
    let mut steps = Vec::with_capacity(params.inputs.len());
    for input in &params.inputs {
        let taken = match (input.event, &input.loaded) {
            (Some(event), None) => host.event(event.get()),
            (None, Some(loaded)) => host.loaded(loaded),
            _ => {
                return Err(Failure::InvalidParams(
                    "an input is either an `event` or `loaded`".to_owned(),
                ));
            }
        };
        steps.push(match taken {
            Taken::Applied => "applied",
            Taken::Deferred => "deferred",
            Taken::Refused => "refused",
        });
    }
    let mut result = ResultText::default();
    result.add("steps", &text(&steps)?);
    result.add("model", &host.model());
    Ok(result.finish())
}

#[derive(Deserialize)]
struct ResumeParams<'a> {
    #[serde(borrow)]
    log: Vec<&'a RawValue>,
    #[serde(borrow)]
    cursor: &'a RawValue,
}

pub(super) fn resume(resume: &mut dyn Resume, params: &RawValue) -> Result<String, Failure> {
    let params: ResumeParams<'_> = read(params)?;
    let events = resume.resume(&params.log, params.cursor);
    or_error("events", events.map(|events| list(&events)))
}

#[derive(Deserialize)]
struct EmitParams<'a> {
    #[serde(borrow)]
    actions: Vec<ActionParams<'a>>,
    #[serde(borrow, default)]
    stream_id: Option<&'a RawValue>,
    #[serde(default)]
    consumer: Option<String>,
}

/// Read flat: a tagged enum would copy what it holds and change its numbers.
#[derive(Deserialize)]
struct ActionParams<'a> {
    #[serde(rename = "do")]
    name: String,
    #[serde(borrow, default, deserialize_with = "present")]
    model: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    block: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    block_id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    path: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    field: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

impl<'a> ActionParams<'a> {
    fn action(&self) -> Result<Action<'a>, Failure> {
        let need =
            |member: Option<&'a RawValue>, name: &str| member.ok_or_else(|| self.lacks(name));
        let path = || self.path.clone().ok_or_else(|| self.lacks("path"));
        Ok(match self.name.as_str() {
            "start" => Action::Start {
                model: need(self.model, "model")?,
            },
            "set" => Action::Set {
                block: need(self.block, "block")?,
            },
            "set_field" => Action::SetField {
                block_id: need(self.block_id, "block_id")?,
                path: path()?,
                value: need(self.value, "value")?,
            },
            "set_meta" => Action::SetMeta {
                path: path()?,
                value: need(self.value, "value")?,
            },
            "append" => Action::Append {
                block: need(self.block, "block")?,
                field: need(self.field, "field")?,
            },
            "fail" => Action::Fail {
                error: need(self.error, "error")?,
            },
            "ping" => Action::Ping,
            "end" => Action::End,
            other => {
                return Err(Failure::InvalidParams(format!("unknown action `{other}`")));
            }
        })
    }

    fn lacks(&self, name: &str) -> Failure {
        Failure::InvalidParams(format!("the action `{}` needs `{name}`", self.name))
    }
}

pub(super) fn emit(emitter: &mut dyn Emitter, params: &RawValue) -> Result<String, Failure> {
    let params: EmitParams<'_> = read(params)?;
    let inline_only = match params.consumer.as_deref() {
        None => false,
        Some("inline-only") => true,
        Some(other) => {
            return Err(Failure::InvalidParams(format!(
                "unknown consumer `{other}`"
            )));
        }
    };
    emitter.begin(params.stream_id, inline_only);
    let mut events = Vec::new();
    let mut steps = Vec::with_capacity(params.actions.len());
    for action in &params.actions {
        let emitted = emitter.act(&action.action()?);
        steps.push(Step::from(emitted.map(|emitted| events.extend(emitted))));
    }
    let mut result = ResultText::default();
    result.add("steps", &text(&steps)?);
    result.add_list("events", &events);
    Ok(result.finish())
}

/// `{"<name>": …}`, or `{"error": …}` with the reason of a refusal.
fn or_error(name: &str, outcome: Result<String, String>) -> Result<String, Failure> {
    let mut result = ResultText::default();
    match outcome {
        Ok(value) => result.add(name, &value),
        Err(reason) => result.add("error", &text(&reason)?),
    }
    Ok(result.finish())
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.join(","))
}
