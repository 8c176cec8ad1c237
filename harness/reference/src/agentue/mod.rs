//! The AgentUE 1.1 reference behind the driver protocol.

mod optional;

pub(crate) use optional::Optional;
#[cfg(feature = "faults")]
pub(crate) use optional::{Delivering, Emitting, Hosting, Resolving, Resuming, Splitting};

use uiconform_driver::Implementation;
use uiconform_driver::agentue::{AgentUe, Delivery, Emitter, Framing, Host, Resolver, Resume};
use uiconform_driver::serde_json::value::RawValue;
use uiconform_json::parse;
use uiconform_protocols::agentue::{Event, Reducer, Reference, Router, Steps};

use crate::NAME;

/// The reference of all profiles, or a variant of it.
pub struct ReferenceDriver<S: Steps + ?Sized = Reference> {
    /// The fault that the steps have, if they have one.
    fault: Option<&'static str>,
    steps: Box<S>,
    optional: Optional,
}

impl Default for ReferenceDriver {
    fn default() -> Self {
        Self {
            fault: None,
            steps: Box::new(Reference),
            optional: Optional::default(),
        }
    }
}

#[cfg(feature = "faults")]
impl ReferenceDriver {
    /// A driver of which one of the optional profiles has the fault of that name.
    pub(crate) fn faulty_at(fault: &'static str, optional: Optional) -> Self {
        Self {
            fault: Some(fault),
            optional,
            ..Self::default()
        }
    }
}

impl<S: Steps + ?Sized> ReferenceDriver<S> {
    /// A driver that reduces by steps of which one has the fault of that name.
    pub fn faulty(fault: &'static str, steps: Box<S>) -> Self {
        Self {
            fault: Some(fault),
            steps,
            optional: Optional::default(),
        }
    }
}

impl<S: Steps + ?Sized> AgentUe for ReferenceDriver<S> {
    type Event = Event;
    type Model = Reducer;
    type Streams = Router;

    fn implementation(&self) -> Implementation {
        let name = match self.fault {
            None => NAME.to_owned(),
            Some(fault) => format!("{NAME} with fault {fault}"),
        };
        Implementation::new(name, env!("CARGO_PKG_VERSION")).in_language("Rust")
    }

    fn parse(&mut self, text: &str) -> Result<Event, String> {
        self.steps
            .read(text)
            .and_then(Event::try_from)
            .map_err(|rejection| rejection.to_string())
    }

    fn load(&mut self, model: Option<&RawValue>, seq: u64) -> Result<Reducer, String> {
        let Some(model) = model else {
            self.steps.begin(None, 0);
            return Ok(Reducer::new());
        };
        let model = parse(model.get()).map_err(|error| error.to_string())?;
        Reducer::resume(&mut *self.steps, &model, seq).map_err(|rejection| rejection.to_string())
    }

    fn apply(&mut self, model: &mut Reducer, event: &Event) -> Result<(), String> {
        model
            .apply(&mut *self.steps, event)
            .map_err(|rejection| rejection.to_string())
    }

    fn snapshot(&mut self, model: &Reducer) -> String {
        self.steps.snapshot(model.model())
    }

    fn routes(&self) -> bool {
        true
    }

    fn streams(&mut self) -> Result<Router, String> {
        self.steps.begin(None, 0);
        Ok(Router::new())
    }

    fn route(&mut self, streams: &mut Router, event: &Event) -> Result<(), String> {
        streams
            .apply(&mut *self.steps, event)
            .map_err(|rejection| rejection.to_string())
    }

    fn models(&mut self, streams: &Router) -> Vec<(String, String)> {
        streams
            .models()
            .map(|(stream, model)| (format!("{stream:?}"), self.steps.snapshot(Some(model))))
            .collect()
    }

    fn delivery(&mut self) -> Option<&mut dyn Delivery> {
        Some(&mut self.optional.delivery)
    }

    fn framing(&mut self) -> Option<&mut dyn Framing> {
        Some(&mut self.optional.framing)
    }

    fn resolver(&mut self) -> Option<&mut dyn Resolver> {
        Some(&mut self.optional.resolver)
    }

    fn host(&mut self) -> Option<&mut dyn Host> {
        Some(&mut self.optional.host)
    }

    fn resume(&mut self) -> Option<&mut dyn Resume> {
        Some(&mut self.optional.resume)
    }

    fn emitter(&mut self) -> Option<&mut dyn Emitter> {
        Some(&mut self.optional.emitter)
    }
}
