//! Faults around a driver: what it answers depends on more than the request, or changes after it was given.

use uiconform_driver::serde_json::value::RawValue;
use uiconform_driver::{Failure, InitializeResult, Service};
use uiconform_json::{Array, Object, Value, parse};
use uiconform_protocols::agentue::Reference;

use super::{DELIVERY, EMITTER, REDUCER_ALONE};
use crate::fault::Fault;

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "the-same-request-again-is-skipped",
        about: "Takes a few events that are equal to those of the request before for a repetition and applies nothing.",
        profiles: REDUCER_ALONE,
        aims: &["AUE-2-04"],
        make: || {
            let mut last = Value::Null;
            around(
                "the-same-request-again-is-skipped",
                move |_, _, params, mut answer| {
                    let events = params
                        .get("events")
                        .and_then(Value::as_array)
                        .map_or(0, |events| events.len());
                    if *params == last && (2..5).contains(&events) && answer.contains("model") {
                        answer.insert("model", params.get("model").cloned().unwrap_or_default());
                    }
                    last = params.clone();
                    answer
                },
            )
        },
    },
    Fault {
        name: "the-same-deliveries-again-are-skipped",
        about: "Takes a few events that are equal to those of the request before for a repetition, and counts nothing as complete.",
        profiles: DELIVERY,
        aims: &["AUE-2-04"],
        make: || {
            let mut last = Value::Null;
            around(
                "the-same-deliveries-again-are-skipped",
                move |_, _, params, mut answer| {
                    let events = params
                        .get("events")
                        .and_then(Value::as_array)
                        .map_or(0, |events| events.len());
                    let first = params
                        .get("events")
                        .and_then(Value::as_array)
                        .and_then(|events| events.first()?.get("op")?.as_str());
                    let again = *params == last && events == 4 && first == Some("start");
                    if again && answer.contains("complete") {
                        answer.insert("complete", Array::new());
                    }
                    last = params.clone();
                    answer
                },
            )
        },
    },
    Fault {
        name: "the-same-actions-again-are-skipped",
        about: "Takes a few actions that are equal to those of the request before for a repetition, and sends the start alone.",
        profiles: EMITTER,
        aims: &["AUE-5-15"],
        make: || {
            let mut last = Value::Null;
            around(
                "the-same-actions-again-are-skipped",
                move |_, method, params, mut answer| {
                    if *params == last
                        && method == "agentue/emit"
                        && let Some(Value::Array(events)) = answer.get_mut("events")
                    {
                        events.truncate(1);
                    }
                    last = params.clone();
                    answer
                },
            )
        },
    },
    Fault {
        name: "the-first-run-ends-with-an-append",
        about: "Does not send what is set after an append in the first run of a process, before it has warmed up.",
        profiles: EMITTER,
        aims: &["AUE-5-15"],
        make: || {
            let mut runs = 0;
            around(
                "the-first-run-ends-with-an-append",
                move |_, method, _, mut answer| {
                    runs += usize::from(method == "agentue/emit");
                    if runs == 1
                        && let Some(Value::Array(events)) = answer.get_mut("events")
                    {
                        let op = |event: &Value| event.get("op").cloned().unwrap_or_default();
                        let append = events.iter().position(|event| op(event) == "append".into());
                        let mut at = 0;
                        events.retain(|event| {
                            at += 1;
                            append.is_none_or(|append| at <= append) || op(event) != "set".into()
                        });
                    }
                    answer
                },
            )
        },
    },
    Fault {
        name: "models-of-inline-blocks-are-made-old",
        about: "Starts every model for a consumer that understands inline blocks alone as one of version 1.0.",
        profiles: EMITTER,
        aims: &["AUE-3.5-11"],
        make: || {
            around(
                "models-of-inline-blocks-are-made-old",
                |_, _, params, mut answer| {
                    if params.get("consumer").is_some()
                        && let Some(Value::Array(events)) = answer.get_mut("events")
                    {
                        for event in events.iter_mut().filter_map(Value::as_object_mut) {
                            if let Some(Value::Object(model)) = event.get_mut("model") {
                                model.insert("version", "1.0");
                            }
                        }
                    }
                    answer
                },
            )
        },
    },
    Fault {
        name: "a-replay-goes-on-from-the-end",
        about: "Applies the events of a replay to the model of the first run.",
        profiles: REDUCER_ALONE,
        aims: &["AUE-6-02"],
        make: || {
            around(
                "a-replay-goes-on-from-the-end",
                |inner, method, params, mut answer| {
                    if answer.contains("replayed")
                        && params.get("model").is_some_and(|model| !model.is_null())
                        && let (Some(params), Some(model)) =
                            (params.as_object(), answer.get("model"))
                    {
                        let mut again = params.clone();
                        again.insert("model", model.clone());
                        if let Ok(Value::Object(again)) = call(inner, method, &again.into()) {
                            answer.insert(
                                "replayed",
                                Object::from_iter(
                                    again.into_iter().filter(|(name, _)| {
                                        *name != "trace" && *name != "replayed"
                                    }),
                                ),
                            );
                        }
                    }
                    answer
                },
            )
        },
    },
    Fault {
        name: "models-given-out-change",
        about: "Gives the model out itself, so that a model given out for an earlier point changes by later events.",
        profiles: REDUCER_ALONE,
        aims: &["AUE-6-03"],
        make: || {
            around("models-given-out-change", |_, _, _, mut answer| {
                if let (Some(model), Some(Value::Array(trace))) =
                    (answer.get("model").cloned(), answer.get_mut("trace"))
                {
                    trace
                        .iter_mut()
                        .for_each(|earlier| *earlier = model.clone());
                }
                answer
            })
        },
    },
    Fault {
        name: "metadata-given-out-changes",
        about: "Copies the list of blocks for a model that it gives out, and shares the metadata with it.",
        profiles: REDUCER_ALONE,
        aims: &["AUE-6-03"],
        make: || {
            around("metadata-given-out-changes", |_, _, _, mut answer| {
                let meta = answer
                    .get("model")
                    .and_then(|model| model.get("meta"))
                    .cloned();
                if let (Some(meta), Some(Value::Array(trace))) = (meta, answer.get_mut("trace")) {
                    for earlier in trace.iter_mut().filter_map(Value::as_object_mut) {
                        earlier.insert("meta", meta.clone());
                    }
                }
                answer
            })
        },
    },
];

/// The reference behind something that changes its answers: it gets the reference, the method, the params and the answer.
fn around<T>(fault: &'static str, twist: T) -> Box<dyn Service + Send>
where
    T: FnMut(&mut dyn Service, &str, &Value, Object) -> Object + Send + 'static,
{
    Box::new(Around {
        inner: super::serve(fault, Box::new(Reference)),
        twist,
    })
}

struct Around<T> {
    inner: Box<dyn Service + Send>,
    twist: T,
}

impl<T> Service for Around<T>
where
    T: FnMut(&mut dyn Service, &str, &Value, Object) -> Object,
{
    fn initialize(&mut self) -> InitializeResult {
        self.inner.initialize()
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        let params =
            parse(params.get()).map_err(|error| Failure::InvalidParams(error.to_string()))?;
        let answer = match call(&mut *self.inner, method, &params)? {
            Value::Object(answer) => (self.twist)(&mut *self.inner, method, &params, answer).into(),
            answer => answer,
        };
        Ok(answer.to_text())
    }
}

fn call(service: &mut dyn Service, method: &str, params: &Value) -> Result<Value, Failure> {
    let answer = service.call(method, &raw(params)?)?;
    parse(&answer).map_err(|error| Failure::Internal(error.to_string()))
}

fn raw(value: &Value) -> Result<Box<RawValue>, Failure> {
    RawValue::from_string(value.to_text()).map_err(|error| Failure::Internal(error.to_string()))
}
