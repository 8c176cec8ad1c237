//! AgentUE 1.1 behind the driver protocol: `agentue/reduce` and `agentue/route`, and the methods of the optional profiles.

mod methods;
mod optional;

pub use optional::{Action, Delivery, Emitter, Framing, Host, Resolution, Resolver, Resume, Taken};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::text::{ResultText, read, text};
use crate::{Failure, Implementation, InitializeResult, Limits, PROTOCOL_VERSION, Service};

/// An implementation of AgentUE as the driver sees it. Only `parse`, `load`, `apply` and `snapshot` must be written; a type
/// that also routes streams overrides [`routes`](Self::routes) and the three methods after it.
pub trait AgentUe {
    /// A parsed event. It is parsed once and may be applied twice, so that an implementation that keeps or changes what it
    /// was given is found out.
    type Event;
    /// One model, absent at first.
    type Model;
    /// The models of all streams.
    type Streams;

    /// Who is under test.
    fn implementation(&self) -> Implementation;

    /// Limits that the implementation imposes (section 8 lets consumers have some).
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Parses the JSON text of one event.
    ///
    /// # Errors
    ///
    /// The reason for which the text is refused; it counts as a rejected event.
    fn parse(&mut self, text: &str) -> Result<Self::Event, String>;

    /// Makes a model to start from: none, or one that is valid and covers everything up to `seq`.
    ///
    /// # Errors
    ///
    /// If it cannot be loaded; this is a failure of the driver, since the harness sends valid models only.
    fn load(&mut self, model: Option<&RawValue>, seq: u64) -> Result<Self::Model, String>;

    /// Applies one event (section 5).
    ///
    /// # Errors
    ///
    /// The reason for which the event is rejected.
    fn apply(&mut self, model: &mut Self::Model, event: &Self::Event) -> Result<(), String>;

    /// The model as JSON text, `null` if there is none.
    fn snapshot(&mut self, model: &Self::Model) -> String;

    /// Whether the implementation routes streams (section 4.2), that is, offers the profile `router`.
    fn routes(&self) -> bool {
        false
    }

    /// An empty set of streams.
    ///
    /// # Errors
    ///
    /// If the implementation does not route.
    fn streams(&mut self) -> Result<Self::Streams, String> {
        Err("this implementation does not route streams".to_owned())
    }

    /// Routes one event to its stream and applies it there.
    ///
    /// # Errors
    ///
    /// The reason for which the event is rejected.
    fn route(&mut self, streams: &mut Self::Streams, event: &Self::Event) -> Result<(), String> {
        let _ = (streams, event);
        Err("this implementation does not route streams".to_owned())
    }

    /// Every stream with an accepted `start`: its identifier and its model, both as JSON text.
    fn models(&mut self, streams: &Self::Streams) -> Vec<(String, String)> {
        let _ = streams;
        Vec::new()
    }

    /// The profile `delivery`, if the implementation offers it.
    fn delivery(&mut self) -> Option<&mut dyn Delivery> {
        None
    }

    /// The profile `framing`, if the implementation offers it.
    fn framing(&mut self) -> Option<&mut dyn Framing> {
        None
    }

    /// The profile `resolver`, if the implementation offers it.
    fn resolver(&mut self) -> Option<&mut dyn Resolver> {
        None
    }

    /// The profile `host`, if the implementation offers it.
    fn host(&mut self) -> Option<&mut dyn Host> {
        None
    }

    /// The profile `resume`, if the implementation offers it.
    fn resume(&mut self) -> Option<&mut dyn Resume> {
        None
    }

    /// The profile `emitter`, if the implementation offers it.
    fn emitter(&mut self) -> Option<&mut dyn Emitter> {
        None
    }
}

/// A [`Service`] around an [`AgentUe`].
#[derive(Debug)]
pub struct Driver<T> {
    implementation: T,
}

impl<T: AgentUe> Driver<T> {
    /// Puts an implementation behind the driver protocol.
    pub fn new(implementation: T) -> Self {
        Self { implementation }
    }
}

impl<T: AgentUe> Service for Driver<T> {
    fn initialize(&mut self) -> InitializeResult {
        let implementation = &mut self.implementation;
        let offered = [
            ("reducer", true),
            ("router", implementation.routes()),
            ("delivery", implementation.delivery().is_some()),
            ("framing", implementation.framing().is_some()),
            ("resolver", implementation.resolver().is_some()),
            ("host", implementation.host().is_some()),
            ("resume", implementation.resume().is_some()),
            ("emitter", implementation.emitter().is_some()),
        ];
        let profiles = offered
            .iter()
            .filter(|(_, offered)| *offered)
            .map(|(name, _)| format!("agentue-1.1/{name}"))
            .collect();
        InitializeResult {
            protocol: PROTOCOL_VERSION,
            implementation: self.implementation.implementation(),
            profiles,
            features: Vec::new(),
            limits: self.implementation.limits(),
            choices: Default::default(),
        }
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        let implementation = &mut self.implementation;
        // What is not offered is not there.
        let result = match method {
            "agentue/reduce" => Some(reduce(implementation, read(params)?)),
            "agentue/route" if implementation.routes() => {
                Some(route(implementation, read(params)?))
            }
            "agentue/deliver" => implementation
                .delivery()
                .map(|offered| methods::deliver(offered, params)),
            "agentue/frame" => implementation
                .framing()
                .map(|offered| methods::frame(offered, params)),
            "agentue/unframe" => implementation
                .framing()
                .map(|offered| methods::unframe(offered, params)),
            "agentue/resolve" => implementation
                .resolver()
                .map(|offered| methods::resolve(offered, params)),
            "agentue/host" => implementation
                .host()
                .map(|offered| methods::host(offered, params)),
            "agentue/resume" => implementation
                .resume()
                .map(|offered| methods::resume(offered, params)),
            "agentue/emit" => implementation
                .emitter()
                .map(|offered| methods::emit(offered, params)),
            _ => None,
        };
        result.unwrap_or(Err(Failure::UnknownMethod))
    }
}

/// Params of `agentue/reduce`.
#[derive(Debug, Deserialize)]
struct ReduceParams<'a> {
    #[serde(borrow, default)]
    model: Option<&'a RawValue>,
    #[serde(default)]
    model_seq: Option<u64>,
    #[serde(borrow, default)]
    events: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    wire: Option<Vec<String>>,
    #[serde(default)]
    replay: bool,
    #[serde(default)]
    trace: bool,
}

/// Params of `agentue/route`.
#[derive(Debug, Deserialize)]
struct RouteParams<'a> {
    #[serde(borrow, default)]
    events: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    wire: Option<Vec<String>>,
}

/// The verdict on one event.
#[derive(Debug, Serialize)]
struct Step {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

fn reduce<T: AgentUe>(implementation: &mut T, params: ReduceParams<'_>) -> Result<String, Failure> {
    let events = parse_all(implementation, params.events, params.wire)?;
    // Serde gives `None` for a member that is null, which is what no model looks like.
    let seq = params.model_seq.unwrap_or(0);
    let mut trace = params.trace.then(Vec::new);
    let run = |implementation: &mut T, trace: &mut Option<Vec<String>>| {
        let mut model = implementation
            .load(params.model, seq)
            .map_err(Failure::Internal)?;
        let mut steps = Vec::with_capacity(events.len());
        for event in &events {
            let verdict = match event {
                Ok(event) => implementation.apply(&mut model, event),
                Err(reason) => Err(reason.clone()),
            };
            steps.push(Step::from(verdict));
            if let Some(trace) = trace {
                trace.push(implementation.snapshot(&model));
            }
        }
        let mut result = ResultText::default();
        result.add("steps", &text(&steps)?);
        result.add("model", &implementation.snapshot(&model));
        Ok(result)
    };
    let mut result = run(implementation, &mut trace)?;
    if let Some(trace) = trace {
        result.add_list("trace", &trace);
    }
    if params.replay {
        let replayed = run(implementation, &mut None)?;
        result.add("replayed", &replayed.finish());
    }
    Ok(result.finish())
}

fn route<T: AgentUe>(implementation: &mut T, params: RouteParams<'_>) -> Result<String, Failure> {
    let events = parse_all(implementation, params.events, params.wire)?;
    let mut streams = implementation.streams().map_err(Failure::Internal)?;
    let mut steps = Vec::with_capacity(events.len());
    for event in &events {
        steps.push(Step::from(match event {
            Ok(event) => implementation.route(&mut streams, event),
            Err(reason) => Err(reason.clone()),
        }));
    }
    let models: Vec<String> = implementation
        .models(&streams)
        .into_iter()
        .map(|(stream_id, model)| {
            let mut entry = ResultText::default();
            entry.add("stream_id", &stream_id);
            entry.add("model", &model);
            entry.finish()
        })
        .collect();
    let mut result = ResultText::default();
    result.add("steps", &text(&steps)?);
    result.add_list("models", &models);
    Ok(result.finish())
}

impl From<Result<(), String>> for Step {
    fn from(verdict: Result<(), String>) -> Self {
        Self {
            ok: verdict.is_ok(),
            error: verdict.err(),
        }
    }
}

type Parsed<E> = Vec<Result<E, String>>;

fn parse_all<T: AgentUe>(
    implementation: &mut T,
    events: Option<Vec<&RawValue>>,
    wire: Option<Vec<String>>,
) -> Result<Parsed<T::Event>, Failure> {
    match (events, wire) {
        (Some(events), None) => Ok(events
            .into_iter()
            .map(|event| implementation.parse(event.get()))
            .collect()),
        (None, Some(wire)) => Ok(wire.iter().map(|text| implementation.parse(text)).collect()),
        _ => Err(either_events_or_wire()),
    }
}

fn either_events_or_wire() -> Failure {
    Failure::InvalidParams("exactly one of `events` and `wire` is needed".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::answer_line;

    /// Keeps the texts that it accepts; refuses those with a question mark.
    struct Texts;

    impl AgentUe for Texts {
        type Event = String;
        type Model = Vec<String>;
        type Streams = Vec<String>;

        fn implementation(&self) -> Implementation {
            Implementation::new("texts", "1")
        }

        fn parse(&mut self, text: &str) -> Result<String, String> {
            if text.contains("!!") {
                return Err("loud".to_owned());
            }
            Ok(text.to_owned())
        }

        fn load(&mut self, model: Option<&RawValue>, seq: u64) -> Result<Vec<String>, String> {
            Ok(model
                .map(|model| format!("{}@{seq}", model.get()))
                .into_iter()
                .collect())
        }

        fn apply(&mut self, model: &mut Vec<String>, event: &String) -> Result<(), String> {
            if event.contains('?') {
                return Err("a question".to_owned());
            }
            model.push(event.clone());
            Ok(())
        }

        fn snapshot(&mut self, model: &Vec<String>) -> String {
            if model.is_empty() {
                return "null".to_owned();
            }
            serde_json::to_string(model).unwrap()
        }

        fn routes(&self) -> bool {
            true
        }

        fn streams(&mut self) -> Result<Vec<String>, String> {
            Ok(Vec::new())
        }

        fn route(&mut self, streams: &mut Vec<String>, event: &String) -> Result<(), String> {
            streams.push(event.clone());
            Ok(())
        }

        fn models(&mut self, streams: &Vec<String>) -> Vec<(String, String)> {
            streams
                .iter()
                .map(|stream| (stream.clone(), "{}".to_owned()))
                .collect()
        }
    }

    fn ask(method: &str, params: &str) -> String {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let answer = answer_line(&mut Driver::new(Texts), &line).unwrap();
        let start = r#"{"jsonrpc":"2.0","id":1,"#;
        answer
            .strip_prefix(start)
            .unwrap_or(&answer)
            .trim_end_matches('}')
            .to_owned()
    }

    #[test]
    fn events_are_applied_in_order_and_each_has_a_verdict() {
        let answer = ask(
            "agentue/reduce",
            r#"{"model":{"a":1.0},"model_seq":4,"events":[1e400,"?"]}"#,
        );
        let steps = r#""result":{"steps":[{"ok":true},{"ok":false,"error":"a question"}],"#;
        assert_eq!(
            answer,
            format!("{steps}{}", r#""model":["{\"a\":1.0}@4","1e400"]"#)
        );
    }

    #[test]
    fn a_text_that_cannot_be_parsed_is_a_rejected_event() {
        let answer = ask("agentue/reduce", r#"{"model":null,"wire":["!!","{}"]}"#);
        assert!(
            answer.contains(r#"[{"ok":false,"error":"loud"},{"ok":true}]"#),
            "{answer}"
        );
    }

    #[test]
    fn trace_and_replay_are_given_when_asked_for() {
        let answer = ask(
            "agentue/reduce",
            r#"{"model":null,"events":["?",1],"trace":true,"replay":true}"#,
        );
        assert!(answer.contains(r#""trace":[null,["1"]]"#), "{answer}");
        assert!(
            answer.contains(r#""replayed":{"steps":[{"ok":false,"#),
            "{answer}"
        );
    }

    #[test]
    fn streams_are_listed_with_their_models() {
        let answer = ask("agentue/route", r#"{"events":["a"]}"#);
        assert!(
            answer.contains(r#""models":[{"stream_id":"a","model":{"#),
            "{answer}"
        );
    }

    #[test]
    fn params_without_events_are_invalid() {
        assert!(ask("agentue/reduce", r#"{"model":null}"#).contains("-32602"));
    }
}
