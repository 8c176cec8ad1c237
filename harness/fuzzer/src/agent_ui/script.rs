//! What a frontend goes through, as a request.

use uiconform_catalogue::{Call, Process};
use uiconform_json::{Array, JsonString, Object, Value};

use super::bytes;
use crate::flag::{flag, is_set};
use crate::protocol::Request;

/// The method that takes it all.
const METHOD: &str = "agent-ui/receive";

/// What is asked of a frontend, each being a profile of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// What becomes of envelopes.
    Frontend,
    /// What is kept of them.
    Records,
    /// Envelopes from the bytes of a stream.
    Sse,
}

impl Profile {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("frontend", Self::Frontend),
        ("records", Self::Records),
        ("sse", Self::Sse),
    ];

    /// Its name within the suite.
    pub(super) fn name(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, profile)| *profile == self);
        known.map_or("", |(name, _)| name)
    }

    fn named(name: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, profile)| *profile)
    }
}

/// What the fixture does when it is called, or reports that was held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renderer {
    /// It is done.
    Done,
    /// It throws.
    Threw,
    /// It does not report yet.
    Hold,
}

impl Renderer {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Threw => "threw",
            Self::Hold => "hold",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let all = [Self::Done, Self::Threw, Self::Hold];
        all.into_iter().find(|renderer| renderer.text() == name)
    }
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// What it is.
    pub what: What,
    /// What the fixture does with the envelope in it; it is done where nothing is said.
    pub renderer: Option<Renderer>,
}

/// Something that may happen.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// An event with its data.
    Event {
        /// Its name.
        name: String,
        /// Its data.
        data: Value,
    },
    /// A piece of a stream.
    Piece(Vec<u8>),
    /// The renderer of an envelope of an earlier phase reports.
    Report(JsonString),
}

/// What happens at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phase {
    /// The registry from now on; nothing if it stays.
    pub registry: Option<Value>,
    /// The session that is shown, in the first phase.
    pub session: Option<JsonString>,
    /// `true`, or a message to begin anew with.
    pub reload: Option<Value>,
    /// What happens, in order.
    pub inputs: Vec<Input>,
}

/// All of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// What is asked for.
    pub profile: Profile,
    /// One phase after another; at least one.
    pub phases: Vec<Phase>,
}

impl Script {
    /// The request.
    pub fn call(&self) -> Call {
        let phases: Array = self.phases.iter().map(|phase| self.params(phase)).collect();
        Call {
            method: METHOD,
            params: Object::from_iter([("phases", phases)]).to_text(),
            process: Process::Same,
            purpose: "the request",
        }
    }

    fn params(&self, phase: &Phase) -> Object {
        let mut params = Object::new();
        if let Some(registry) = &phase.registry {
            params.insert("registry", registry.clone());
        }
        if let Some(reload) = &phase.reload {
            params.insert("reload", reload.clone());
        }
        if let Some(session) = &phase.session {
            params.insert("session", session);
        }
        let events = phase.inputs.iter().filter_map(|input| match &input.what {
            What::Event { name, data } => Some(Value::from(Object::from_iter([
                ("event", Value::from(name.as_str())),
                ("data", data.clone()),
            ]))),
            What::Piece(piece) => Some(bytes::piece(piece)),
            What::Report(_) => None,
        });
        let events: Array = events.collect();
        let member = match self.profile {
            Profile::Sse => "sse",
            Profile::Frontend | Profile::Records => "events",
        };
        params.insert(member, events);
        let renderers = self.renderers(phase);
        if !renderers.is_empty() {
            params.insert("render", renderers);
        }
        params
    }

    /// What the fixtures do, by the identifier of the envelope.
    fn renderers(&self, phase: &Phase) -> Object {
        let mut renderers = Object::new();
        let mut reader = bytes::Reader::default();
        for input in &phase.inputs {
            let ids: Vec<JsonString> = match &input.what {
                What::Event { data, .. } => id_of(data).cloned().into_iter().collect(),
                What::Piece(piece) => reader.ids(piece),
                What::Report(id) => vec![id.clone()],
            };
            if let Some(renderer) = input.renderer {
                for id in ids {
                    renderers.insert(&id, renderer.text());
                }
            }
        }
        renderers
    }

    /// As people read it.
    pub(super) fn request(&self, purpose: &str) -> Request {
        let mut inputs = Vec::new();
        for (at, phase) in self.phases.iter().enumerate() {
            let before = [
                ("registry", phase.registry.clone()),
                ("session", phase.session.as_ref().map(Value::from)),
                ("reload", phase.reload.clone()),
            ];
            let before = before
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)));
            let before: Object = before.collect();
            if at > 0 || !before.is_empty() {
                inputs.push(format!("phase {} {}", at + 1, before.to_text()));
            }
            inputs.extend(phase.inputs.iter().map(Input::text));
        }
        Request {
            purpose: purpose.to_owned(),
            method: METHOD,
            model: None,
            inputs,
        }
    }

    /// The line of an input in the request as people read it: that of its phase goes before.
    pub(super) fn line(&self, phase: usize, input: usize) -> usize {
        let before = self.phases.iter().take(phase);
        before.map(|phase| phase.inputs.len() + 1).sum::<usize>() + 1 + input
    }

    /// How many things happen.
    pub fn inputs(&self) -> usize {
        self.phases.iter().map(|phase| phase.inputs.len()).sum()
    }

    /// As JSON, for shrinking.
    pub(super) fn to_value(&self) -> Object {
        let phases: Array = self.phases.iter().map(Phase::to_value).collect();
        Object::from_iter([
            ("profile", Value::from(self.profile.name())),
            ("phases", phases.into()),
        ])
    }

    /// From JSON; `None` if it is not of that form.
    pub(super) fn from_value(value: &Value) -> Option<Self> {
        let profile = Profile::named(value.get("profile")?.as_str()?)?;
        let phases = value.get("phases")?.as_array()?;
        let phases: Vec<Phase> = phases
            .iter()
            .map(Phase::from_value)
            .collect::<Option<_>>()?;
        let inputs = phases.iter().flat_map(|phase| &phase.inputs);
        let fits = |input: &Input| match input.what {
            What::Piece(_) => profile == Profile::Sse,
            What::Event { .. } => profile != Profile::Sse,
            What::Report(_) => true,
        };
        let reloads = phases.iter().any(|phase| phase.reload.is_some());
        let sessions = phases.iter().skip(1).any(|phase| phase.session.is_some());
        (phases.first()?.registry.is_some()
            && inputs.clone().all(fits)
            && !sessions
            && (!reloads || profile == Profile::Records))
            .then_some(Self { profile, phases })
    }
}

impl Input {
    /// Something to which the fixture does nothing unusual.
    pub(super) fn plain(what: What) -> Self {
        Self {
            what,
            renderer: None,
        }
    }

    /// What it is, for people.
    fn text(&self) -> String {
        let text = match &self.what {
            What::Event { name, data } => Object::from_iter([
                ("event", Value::from(name.as_str())),
                ("data", data.clone()),
            ])
            .to_text(),
            What::Piece(piece) => bytes::piece(piece).to_text(),
            What::Report(id) => format!("the renderer of {id:?} reports"),
        };
        match self.renderer {
            Some(renderer) => format!("{text} (renderer: {})", renderer.text()),
            None => text,
        }
    }

    fn to_value(&self) -> Object {
        let mut value = match &self.what {
            What::Event { name, data } => Object::from_iter([
                ("event", Value::from(name.as_str())),
                ("data", data.clone()),
            ]),
            What::Piece(piece) => Object::from_iter([("piece", bytes::piece(piece))]),
            What::Report(id) => Object::from_iter([("report", id)]),
        };
        if let Some(renderer) = self.renderer {
            value.insert("renderer", renderer.text());
        }
        value
    }

    fn from_value(value: &Value) -> Option<Self> {
        let renderer = match value.get("renderer") {
            Some(name) => Some(Renderer::named(name.as_str()?)?),
            None => None,
        };
        let what = match (value.get("event"), value.get("piece"), value.get("report")) {
            (Some(name), None, None) => What::Event {
                name: name.as_str()?.to_owned(),
                data: value.get("data")?.clone(),
            },
            (None, Some(piece), None) => What::Piece(bytes::of(piece)?),
            (None, None, Some(id)) => {
                renderer.filter(|renderer| *renderer != Renderer::Hold)?;
                What::Report(id.as_string()?.clone())
            }
            _ => return None,
        };
        // Only a text may name a member twice.
        if let What::Event { data, .. } = &what
            && crate::lossy::has_duplicates(data)
        {
            return None;
        }
        Some(Self { what, renderer })
    }
}

impl Phase {
    fn to_value(&self) -> Object {
        let mut value = Object::new();
        // Null is no registry, which is not the same as one that stays.
        value.insert("new_registry", flag(self.registry.is_some()));
        value.insert("registry", self.registry.clone().unwrap_or_default());
        value.insert("reload", self.reload.clone().unwrap_or_default());
        let session = self.session.as_ref().map_or(Value::Null, Value::from);
        value.insert("session", session);
        let inputs: Array = self.inputs.iter().map(Input::to_value).collect();
        value.insert("steps", inputs);
        value
    }

    fn from_value(value: &Value) -> Option<Self> {
        let registry = value.get("registry")?;
        let reload = value.get("reload")?;
        let is_message = match reload {
            Value::Null => true,
            Value::Bool(truth) => *truth,
            message => is_message(message),
        };
        if !is_message || !(registry.is_null() || is_registry(registry)) {
            return None;
        }
        Some(Self {
            registry: is_set(value.get("new_registry")?)?.then(|| registry.clone()),
            session: match value.get("session")? {
                Value::Null => None,
                session => Some(session.as_string()?.clone()),
            },
            reload: (!reload.is_null()).then(|| reload.clone()),
            inputs: value
                .get("steps")?
                .as_array()?
                .iter()
                .map(Input::from_value)
                .collect::<Option<_>>()?,
        })
    }
}

/// The lists of a registry.
pub(super) const LISTS: [&str; 3] = ["components", "actions", "grammars"];

fn is_registry(value: &Value) -> bool {
    let is_names = |list: &Value| {
        let names = list.as_array();
        names.is_some_and(|names| names.iter().all(|name| name.as_str().is_some()))
    };
    value.as_object().is_some_and(|registry| {
        registry.len() == LISTS.len()
            && LISTS
                .iter()
                .all(|list| registry.get(list).is_some_and(is_names))
    })
}

/// Levels of a message: those of an envelope, and what is around it.
const MESSAGE_DEPTH: usize = super::verdict::DEPTH + 6;

/// Whether a value is a message as the text has it, of which all readers understand the same: what is persisted comes from the application, not from an agent.
fn is_message(value: &Value) -> bool {
    const STATUSES: [&str; 4] = ["pending", "rendered", "fallback", "error"];
    let is_record = |record: &Value| {
        let status = record.get("renderStatus").and_then(Value::as_str);
        let error = record.get("error");
        record
            .get("envelopeId")
            .is_some_and(|id| id.as_str().is_some())
            && record
                .get("createdAt")
                .is_some_and(|at| at.as_number().is_some())
            && record.get("envelope").is_some()
            && status.is_some_and(|status| STATUSES.contains(&status))
            && error.is_none_or(|error| error.as_str().is_some())
    };
    let records = value.get("uiEnvelopes");
    value.as_object().is_some()
        && !crate::lossy::has_duplicates(value)
        && !crate::lossy::is_read_differently(value, MESSAGE_DEPTH)
        && records.is_none_or(|list| {
            let list = list.as_array();
            list.is_some_and(|records| records.iter().all(is_record))
        })
}

/// The identifier in the data of an event.
pub(super) fn id_of(data: &Value) -> Option<&JsonString> {
    data.get("envelope_id")?.as_string()
}
