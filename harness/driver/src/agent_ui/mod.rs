//! agent-ui@1 behind the driver protocol: `agent-ui/receive`.

mod params;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use self::params::ReceiveParams;
use crate::text::{ResultText, read, text};
use crate::{Failure, Implementation, InitializeResult, Limits, PROTOCOL_VERSION, Service};

/// A frontend of agent-ui@1 as the driver sees it. The fixtures of the suite (`docs/driver-protocol.md` has them) are registered with it
/// by its own mechanism, and note what they are called with.
///
/// JSON goes in and out as text, so that nothing is reinterpreted on the way.
pub trait AgentUi {
    /// Who is under test.
    fn implementation(&self) -> Implementation;

    /// Limits that the implementation imposes.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Whether it persists records, that is, offers the profile `records`.
    fn persists(&self) -> bool {
        false
    }

    /// Whether it reads event streams, that is, offers the profile `sse`.
    fn reads_streams(&self) -> bool {
        false
    }

    /// Begins with a frontend that knows nothing, and shows this session if one is named.
    fn begin(&mut self, session: Option<&str>);

    /// The registry from now on; `None` while none is loaded.
    fn registry(&mut self, registry: Option<&Registry>);

    /// Starts anew from what was persisted, or from an assistant message whose JSON text this is.
    fn reload(&mut self, message: Option<&RawValue>);

    /// What the fixtures do in this phase, by the identifier of the envelope; they report that they are done where nothing is said. For
    /// an envelope whose fixture was held in an earlier phase, it reports now.
    fn renderers(&mut self, renderers: &BTreeMap<String, Behaviour>);

    /// Takes an event with the JSON text of its data.
    fn event(&mut self, event: &str, data: &RawValue);

    /// Takes the pieces of a stream, which ends with them.
    fn stream(&mut self, pieces: &[Vec<u8>]) {
        let _ = pieces;
    }

    /// What is to be told of the phase that ends here.
    fn told(&mut self) -> PhaseTold;
}

/// What the registry lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Registry {
    /// Components.
    pub components: Vec<String>,
    /// Map actions.
    pub actions: Vec<String>,
    /// Grammars of charts.
    pub grammars: Vec<String>,
}

/// What a fixture does when it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Behaviour {
    /// It reports that it is done.
    Done,
    /// It throws.
    Threw,
    /// It does not report.
    Hold,
}

/// What is told of a phase.
#[derive(Clone, Debug, Default)]
pub struct PhaseTold {
    /// What has become of envelopes, in the order in which it did.
    pub outcomes: Vec<Outcome>,
    /// What the fixtures were called with, in order.
    pub calls: Vec<FixtureCall>,
    /// Why events could not be read.
    pub errors: Vec<String>,
    /// The persisted records, each as JSON text.
    pub records: Vec<String>,
}

/// What has become of an envelope.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its identifier, a JSON string.
    pub id: String,
    /// What has become of it.
    pub became: Became,
}

/// What may become of an envelope.
#[derive(Clone, Debug)]
pub enum Became {
    /// It was rendered, or performed.
    Rendered,
    /// This text, a JSON string, was shown in its place.
    Fallback(String),
    /// It was not rendered, and no text was shown; why.
    Rejected(String),
    /// Its renderer threw, or it could not be read; why.
    Error(String),
    /// It is not decided yet.
    Pending,
}

/// What a fixture was called with. All are JSON texts.
#[derive(Clone, Debug)]
pub struct FixtureCall {
    /// The identifier of the envelope.
    pub id: String,
    /// The component, the action or the grammar.
    pub name: String,
    /// Where, if that is known.
    pub surface: Option<String>,
    /// The props, the params or the spec.
    pub value: String,
    /// The data, if there was any.
    pub data: Option<String>,
}

/// A [`Service`] around an [`AgentUi`].
#[derive(Debug)]
pub struct Driver<T> {
    implementation: T,
}

impl<T: AgentUi> Driver<T> {
    /// Puts an implementation behind the driver protocol.
    pub fn new(implementation: T) -> Self {
        Self { implementation }
    }
}

impl<T: AgentUi> Service for Driver<T> {
    fn initialize(&mut self) -> InitializeResult {
        let offered = [
            ("frontend", true),
            ("records", self.implementation.persists()),
            ("sse", self.implementation.reads_streams()),
        ];
        let offered = offered.iter().filter(|(_, offered)| *offered);
        InitializeResult {
            protocol: PROTOCOL_VERSION,
            implementation: self.implementation.implementation(),
            profiles: offered
                .map(|(name, _)| format!("agent-ui-1/{name}"))
                .collect(),
            features: Vec::new(),
            limits: self.implementation.limits(),
            choices: Default::default(),
        }
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        match method {
            "agent-ui/receive" => receive(&mut self.implementation, &read(params)?),
            _ => Err(Failure::UnknownMethod),
        }
    }
}

fn receive<T: AgentUi>(
    implementation: &mut T,
    params: &ReceiveParams<'_>,
) -> Result<String, Failure> {
    let first = params.phases.first();
    implementation.begin(first.and_then(|phase| phase.session.as_deref()));
    let mut phases = Vec::with_capacity(params.phases.len());
    for phase in &params.phases {
        if let Some(registry) = phase.registry()? {
            implementation.registry(registry.as_ref());
        }
        implementation.renderers(&phase.render);
        if let Some(reload) = phase.reload {
            implementation.reload((reload.get() != "true").then_some(reload));
        }
        for event in &phase.events {
            implementation.event(&event.event, event.data);
        }
        if let Some(pieces) = phase.pieces()? {
            implementation.stream(&pieces);
        }
        let persists = implementation.persists();
        phases.push(phase_text(&implementation.told(), persists)?);
    }
    let mut result = ResultText::default();
    result.add_list("phases", &phases);
    Ok(result.finish())
}

fn phase_text(told: &PhaseTold, persists: bool) -> Result<String, Failure> {
    let outcomes: Result<Vec<String>, Failure> = told.outcomes.iter().map(outcome_text).collect();
    let calls: Vec<String> = told.calls.iter().map(call_text).collect();
    let mut result = ResultText::default();
    result.add_list("outcomes", &outcomes?);
    result.add_list("calls", &calls);
    result.add("errors", &text(&told.errors)?);
    if persists {
        result.add_list("records", &told.records);
    }
    Ok(result.finish())
}

fn outcome_text(outcome: &Outcome) -> Result<String, Failure> {
    let mut result = ResultText::default();
    result.add("id", &outcome.id);
    let word = match &outcome.became {
        Became::Rendered => "rendered",
        Became::Fallback(_) => "fallback",
        Became::Rejected(_) => "rejected",
        Became::Error(_) => "error",
        Became::Pending => "pending",
    };
    result.add("outcome", &text(&word)?);
    match &outcome.became {
        Became::Fallback(shown) => result.add("text", shown),
        Became::Rejected(why) | Became::Error(why) => result.add("error", &text(why)?),
        Became::Rendered | Became::Pending => {}
    }
    Ok(result.finish())
}

fn call_text(call: &FixtureCall) -> String {
    let mut result = ResultText::default();
    result.add("id", &call.id);
    result.add("name", &call.name);
    if let Some(surface) = &call.surface {
        result.add("surface", surface);
    }
    result.add("value", &call.value);
    if let Some(data) = &call.data {
        result.add("data", data);
    }
    result.finish()
}

#[cfg(test)]
mod tests;
