//! Events for a reducer or a router, as a request.

use uiconform_catalogue::{Call, Process};
use uiconform_json::{Array, Object, Value};

use crate::protocol::Request;

/// Which method takes the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// `agentue/reduce`: one model.
    Reduce,
    /// `agentue/route`: a model for each stream.
    Route,
}

impl Method {
    /// Its name in the driver protocol.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reduce => "agentue/reduce",
            Self::Route => "agentue/route",
        }
    }
}

/// One event, as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A JSON value, whose text the harness writes.
    Event(Value),
    /// A text, which may be no JSON.
    Wire(String),
}

impl Input {
    /// The text that the implementation parses.
    pub fn text(&self) -> String {
        match self {
            Self::Event(event) => event.to_text(),
            Self::Wire(text) => text.clone(),
        }
    }
}

/// Events, where they start from, and what is asked besides.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// Who takes them.
    pub method: Method,
    /// The model to start from, or null; a router has none.
    pub model: Value,
    /// The `seq` that the model covers.
    pub model_seq: u64,
    /// The events. One text among them makes texts of all.
    pub inputs: Vec<Input>,
    /// Whether the model after each event is asked for.
    pub trace: bool,
    /// Whether the events are to be applied again from the same start.
    pub replay: bool,
}

impl Sequence {
    /// The request.
    pub fn call(&self) -> Call {
        let mut params = String::from("{");
        if self.method == Method::Reduce {
            params.push_str("\"model\":");
            self.model.write_to(&mut params);
            if !self.model.is_null() {
                params.push_str(&format!(",\"model_seq\":{}", self.model_seq));
            }
            params.push(',');
        }
        let texts = self
            .inputs
            .iter()
            .any(|input| matches!(input, Input::Wire(_)));
        params.push_str(if texts { "\"wire\":[" } else { "\"events\":[" });
        for (at, input) in self.inputs.iter().enumerate() {
            if at > 0 {
                params.push(',');
            }
            match input {
                Input::Event(event) if !texts => event.write_to(&mut params),
                input => Value::from(input.text()).write_to(&mut params),
            }
        }
        params.push(']');
        for (name, wanted) in [("trace", self.trace), ("replay", self.replay)] {
            if wanted && self.method == Method::Reduce {
                params.push_str(&format!(",\"{name}\":true"));
            }
        }
        params.push('}');
        Call {
            method: self.method.name(),
            params,
            process: Process::Same,
            purpose: "the sequence",
        }
    }

    /// As people read it.
    pub(super) fn request(&self, purpose: &str) -> Request {
        Request {
            purpose: purpose.to_owned(),
            method: self.method.name(),
            model: (!self.model.is_null()).then(|| self.model.to_text()),
            inputs: self.inputs.iter().map(Input::text).collect(),
        }
    }

    /// As JSON, for shrinking.
    pub(super) fn to_value(&self) -> Object {
        let inputs: Array = self
            .inputs
            .iter()
            .map(|input| match input {
                Input::Event(event) => Object::from_iter([("event", event.clone())]),
                Input::Wire(text) => Object::from_iter([("wire", Value::from(text.clone()))]),
            })
            .collect();
        Object::from_iter([
            ("route", flag(self.method == Method::Route)),
            ("model", self.model.clone()),
            ("model_seq", self.model_seq.into()),
            ("steps", inputs.into()),
            ("trace", flag(self.trace)),
            ("replay", flag(self.replay)),
        ])
    }

    /// From JSON; `None` if it is not of that form.
    pub(super) fn from_value(value: &Value) -> Option<Self> {
        let flag = |name| Some(value.get(name)?.as_number()?.to_u64()? == 1);
        let inputs = value.get("steps")?.as_array()?.iter().map(|step| {
            match (step.get("event"), step.get("wire")) {
                (Some(event), None) => Some(Input::Event(event.clone())),
                (None, Some(text)) => Some(Input::Wire(text.as_str()?.to_owned())),
                _ => None,
            }
        });
        Some(Self {
            method: if flag("route")? {
                Method::Route
            } else {
                Method::Reduce
            },
            model: value.get("model")?.clone(),
            model_seq: value.get("model_seq")?.as_number()?.to_u64()?,
            inputs: inputs.collect::<Option<_>>()?,
            trace: flag("trace")?,
            replay: flag("replay")?,
        })
    }
}

/// A truth value of which the false one is the smaller: the words for them are not.
fn flag(truth: bool) -> Value {
    u64::from(truth).into()
}
