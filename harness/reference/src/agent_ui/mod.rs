//! The agent-ui@1 reference behind the driver protocol.

mod fixtures;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use uiconform_driver::Implementation;
use uiconform_driver::agent_ui::{self, AgentUi, Behaviour, FixtureCall, PhaseTold};
use uiconform_driver::serde_json::value::RawValue;
use uiconform_json::{Object, Value, parse};
use uiconform_protocols::agent_ui::{
    Became, Call, Frontend, Outcome, Program, Reference, Registry, Steps,
};

use self::fixtures::{Fixtures, quoted, report};
use crate::NAME;

/// The reference frontend, or a variant of it.
pub struct ReferenceFrontend<S: Steps + ?Sized = Reference> {
    /// The fault that the steps have, if they have one.
    fault: Option<&'static str>,
    steps: Box<S>,
    frontend: Frontend<'static>,
    fixtures: Fixtures,
    /// The events of a phase, until it ends.
    arrived: Vec<(String, Value)>,
}

impl Default for ReferenceFrontend {
    fn default() -> Self {
        Self {
            fault: None,
            ..Self::by(Box::new(Reference), "")
        }
    }
}

impl<S: Steps + ?Sized> ReferenceFrontend<S> {
    /// A frontend of whose steps one has the fault of that name.
    pub fn by(steps: Box<S>, fault: &'static str) -> Self {
        Self {
            fault: Some(fault),
            steps,
            frontend: Frontend::new(program()),
            fixtures: Fixtures::default(),
            arrived: Vec::new(),
        }
    }
}

fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(fixtures::program)
}

impl<S: Steps + ?Sized> AgentUi for ReferenceFrontend<S> {
    fn implementation(&self) -> Implementation {
        let name = match self.fault {
            None => NAME.to_owned(),
            Some(fault) => format!("{NAME} with fault {fault}"),
        };
        Implementation::new(name, env!("CARGO_PKG_VERSION")).in_language("Rust")
    }

    fn persists(&self) -> bool {
        true
    }

    fn reads_streams(&self) -> bool {
        true
    }

    fn begin(&mut self, _session: Option<&str>) {
        self.steps.begin();
        self.frontend = Frontend::new(program());
        self.fixtures = Fixtures::default();
        self.arrived.clear();
    }

    fn registry(&mut self, registry: Option<&agent_ui::Registry>) {
        let names = |names: &[String]| names.iter().map(|name| name.as_str().into()).collect();
        let registry = registry.map(|registry| Registry {
            components: names(&registry.components),
            actions: names(&registry.actions),
            grammars: names(&registry.grammars),
        });
        self.frontend.set_registry(&mut *self.steps, registry);
    }

    fn reload(&mut self, message: Option<&RawValue>) {
        // What is no JSON did not get as far as here.
        let message = message.map(|message| parse(message.get()).unwrap_or_default());
        self.frontend
            .reload(&mut *self.steps, &mut self.fixtures, message.as_ref());
    }

    fn renderers(&mut self, renderers: &BTreeMap<String, Behaviour>) {
        self.fixtures.behave(renderers);
        for (id, behaviour) in renderers {
            self.frontend
                .report(&mut *self.steps, &id.as_str().into(), report(*behaviour));
        }
    }

    fn event(&mut self, event: &str, data: &RawValue) {
        let data = parse(data.get()).unwrap_or_default();
        self.arrived.push((event.to_owned(), data));
    }

    fn stream(&mut self, pieces: &[Vec<u8>]) {
        self.frontend
            .stream(&mut *self.steps, &mut self.fixtures, pieces);
    }

    fn told(&mut self) -> PhaseTold {
        let arrived = std::mem::take(&mut self.arrived);
        self.frontend
            .events(&mut *self.steps, &mut self.fixtures, arrived);
        let told = self.frontend.take_told();
        let calls = std::mem::take(&mut self.fixtures.calls);
        let records = self.frontend.persisted(&mut *self.steps);
        PhaseTold {
            outcomes: told.outcomes.iter().map(outcome).collect(),
            calls: calls.iter().map(call).collect(),
            errors: told.errors,
            records: records.iter().map(Object::to_text).collect(),
        }
    }
}

fn outcome(outcome: &Outcome) -> agent_ui::Outcome {
    agent_ui::Outcome {
        id: quoted(&outcome.id),
        became: match &outcome.became {
            Became::Rendered => agent_ui::Became::Rendered,
            Became::Fallback(text) => agent_ui::Became::Fallback(quoted(text)),
            Became::Rejected(why) => agent_ui::Became::Rejected(why.clone()),
            Became::Error(why) => agent_ui::Became::Error(why.clone()),
            Became::Pending => agent_ui::Became::Pending,
        },
    }
}

fn call(call: &Call) -> FixtureCall {
    FixtureCall {
        id: quoted(&call.id),
        name: quoted(&call.name),
        surface: Some(quoted(&call.surface)),
        value: call.value.to_text(),
        data: call.data.as_ref().map(Value::to_text),
    }
}
