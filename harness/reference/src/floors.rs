//! Drivers without an implementation behind them: what they score is the least that a score means anything above.

mod ag_ui;
mod agent_ui;
mod framing;
mod order;
mod references;

use std::fmt;

use uiconform_driver::serde_json::value::RawValue;
use uiconform_driver::{Failure, Implementation, InitializeResult, PROTOCOL_VERSION, Service};
use uiconform_json::{Array, Object, Value, parse};

/// A driver that has no implementation of anything.
#[derive(Clone, Copy)]
pub struct Floor {
    /// Its name: lower-case words joined by `-`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Makes it.
    pub make: fn() -> Box<dyn Service + Send>,
}

impl fmt::Debug for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Floor")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The profiles of AgentUE that they offer.
const AGENTUE_PROFILES: [&str; 8] = [
    "agentue-1.1/reducer",
    "agentue-1.1/router",
    "agentue-1.1/delivery",
    "agentue-1.1/resume",
    "agentue-1.1/emitter",
    "agentue-1.1/framing",
    "agentue-1.1/resolver",
    "agentue-1.1/host",
];

/// Drivers that answer without reducing anything.
pub fn floors() -> &'static [Floor] {
    &[
        Floor {
            name: "accept-all",
            about: "Accepts every event and keeps the given model; says of every envelope that it is rendered, and of every run that it is a success.",
            make: || {
                Box::new(Blind {
                    name: "accept-all",
                    accepts: true,
                    answers: Answers::Given,
                })
            },
        },
        Floor {
            name: "reject-all",
            about: "Rejects every event, every envelope and every run, and keeps the given model.",
            make: || {
                Box::new(Blind {
                    name: "reject-all",
                    accepts: false,
                    answers: Answers::Given,
                })
            },
        },
        Floor {
            name: "echo",
            about: "Accepts every event and answers the latest model that it was sent; hands on and persists the data of events as it is, and keeps the latest snapshots.",
            make: || {
                Box::new(Blind {
                    name: "echo",
                    accepts: true,
                    answers: Answers::Latest,
                })
            },
        },
        Floor {
            name: "always-empty-model",
            about: "Accepts every event and answers a model without blocks; says nothing of envelopes, and of every run that nothing stands after it.",
            make: || {
                Box::new(Blind {
                    name: "always-empty-model",
                    accepts: true,
                    answers: Answers::Empty,
                })
            },
        },
    ]
}

/// Which model is answered, whatever the events say.
#[derive(Clone, Copy)]
enum Answers {
    Given,
    Latest,
    Empty,
}

struct Blind {
    name: &'static str,
    accepts: bool,
    answers: Answers,
}

impl Service for Blind {
    fn initialize(&mut self) -> InitializeResult {
        InitializeResult {
            protocol: PROTOCOL_VERSION,
            implementation: Implementation::new(self.name, env!("CARGO_PKG_VERSION")),
            profiles: AGENTUE_PROFILES
                .iter()
                .chain(&agent_ui::PROFILES)
                .chain(&ag_ui::PROFILES)
                .map(|profile| (*profile).to_owned())
                .collect(),
            features: Vec::new(),
            limits: None,
            choices: Default::default(),
        }
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        let params =
            parse(params.get()).map_err(|error| Failure::InvalidParams(error.to_string()))?;
        let answer = match method {
            "agentue/reduce" => self.reduce(&params),
            "agentue/route" => self.route(&params),
            "agentue/deliver" => order::deliver(&params, self.answers, |count| self.steps(count)),
            "agentue/resume" => order::resume(&params, self.answers, self.accepts),
            "agentue/emit" => order::emit(&params, self.answers, |count| self.steps(count)),
            "agentue/frame" => self.frame(&params),
            "agentue/unframe" => self.unframe(&params),
            "agentue/resolve" => self.resolve(&params),
            "agentue/host" => self.host(&params),
            "agent-ui/receive" => agent_ui::receive(&params, self.answers, self.accepts),
            "ag-ui/run" => ag_ui::run(&params, self.answers, self.accepts),
            _ => return Err(Failure::UnknownMethod),
        };
        Ok(Value::from(answer).to_text())
    }
}

impl Blind {
    fn reduce(&self, params: &Value) -> Object {
        let given = params.get("model").cloned().unwrap_or_default();
        let events = events(params);
        let model = match self.answers {
            Answers::Given => given,
            Answers::Latest => events
                .iter()
                .rev()
                .find_map(started)
                .cloned()
                .unwrap_or(given),
            Answers::Empty => empty_model(),
        };
        let steps = self.steps(events.len());
        let mut answer = Object::from_iter([("steps", steps.clone()), ("model", model.clone())]);
        if params.get("trace").and_then(Value::as_bool) == Some(true) {
            let trace: Array = events.iter().map(|_| model.clone()).collect();
            answer.insert("trace", trace);
        }
        if params.get("replay").and_then(Value::as_bool) == Some(true) {
            answer.insert(
                "replayed",
                Object::from_iter([("steps", steps), ("model", model)]),
            );
        }
        answer
    }

    fn route(&self, params: &Value) -> Object {
        let events = events(params);
        let latest = events
            .iter()
            .rev()
            .find_map(|event| Some((event, started(event)?)));
        let models: Array = match (self.answers, latest) {
            (Answers::Given, _) | (_, None) => Array::new(),
            (Answers::Latest | Answers::Empty, Some((event, model))) => {
                let stream = event
                    .get("stream_id")
                    .and_then(Value::as_string)
                    .cloned()
                    .unwrap_or_default();
                let model = if matches!(self.answers, Answers::Empty) {
                    empty_model()
                } else {
                    model.clone()
                };
                Array::from_iter([Object::from_iter([
                    ("stream_id", stream.into()),
                    ("model", model),
                ])])
            }
        };
        Object::from_iter([
            ("steps", self.steps(events.len())),
            ("models", models.into()),
        ])
    }

    fn steps(&self, count: usize) -> Value {
        let steps: Array = (0..count)
            .map(|_| Object::from_iter([("ok", self.accepts)]))
            .collect();
        steps.into()
    }
}

/// The events of a request, those sent as text among them; what is no JSON is null.
fn events(params: &Value) -> Vec<Value> {
    let list = |name| params.get(name).and_then(Value::as_array);
    match (list("events"), list("wire")) {
        (Some(events), _) => events.iter().cloned().collect(),
        (None, Some(texts)) => texts
            .iter()
            .map(|text| {
                text.as_str()
                    .and_then(|text| parse(text).ok())
                    .unwrap_or_default()
            })
            .collect(),
        (None, None) => Vec::new(),
    }
}

/// The model that an event starts.
fn started(event: &Value) -> Option<&Value> {
    (event.get("op").and_then(Value::as_str) == Some("start"))
        .then(|| event.get("model"))
        .flatten()
}

/// The answer of a method that may refuse.
fn refusal() -> Object {
    Object::from_iter([("error", "no")])
}

fn empty_model() -> Value {
    Object::from_iter([
        ("version", Value::from("1.1")),
        ("biz", "chat".into()),
        ("meta", Object::new().into()),
        ("blocks", Array::new().into()),
    ])
    .into()
}
