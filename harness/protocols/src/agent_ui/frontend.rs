//! The frontend of one page.

use uiconform_json::{JsonString, Object, Value};

use super::validate::{Invalid, validate};
use super::{
    Again, Arrival, Became, Kind, Program, Record, Refusal, Registry, Renderer, Report, Steps,
};

/// A frontend with its registry and its records.
#[derive(Clone, Debug)]
pub struct Frontend<'p> {
    program: &'p Program,
    registry: Option<Registry>,
    records: Vec<Record>,
    /// The envelopes whose renderers have not reported yet.
    held: Vec<Held>,
    told: Told,
}

/// An envelope whose renderer has not reported yet.
#[derive(Clone, Debug)]
struct Held {
    id: JsonString,
    kind: Kind,
    /// The text that may be shown in its place.
    fallback: Option<JsonString>,
}

/// What a frontend has told since it was last asked.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// What has become of envelopes, in the order in which it did.
    pub outcomes: Vec<Outcome>,
    /// Why events could not be read.
    pub errors: Vec<String>,
}

/// What has become of an envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its identifier.
    pub id: JsonString,
    /// What has become of it.
    pub became: Became,
}

impl<'p> Frontend<'p> {
    /// A frontend that has no registry yet, and no records.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            registry: None,
            records: Vec::new(),
            held: Vec::new(),
            told: Told::default(),
        }
    }

    /// The registry from now on; `None` for none (section 4).
    pub fn set_registry<S: Steps + ?Sized>(&mut self, steps: &mut S, registry: Option<Registry>) {
        self.registry = steps.registry(self.registry.as_ref(), registry);
    }

    /// The records, in the order in which their envelopes came (section 5).
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The records as they are persisted.
    pub fn persisted<S: Steps + ?Sized>(&self, steps: &mut S) -> Vec<Object> {
        steps.persisted(&self.records)
    }

    /// What was told since this was last asked.
    pub fn take_told(&mut self) -> Told {
        std::mem::take(&mut self.told)
    }

    /// Takes the bytes of a whole stream, in the pieces in which they came (section 2).
    pub fn stream<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        renderer: &mut dyn Renderer,
        pieces: &[Vec<u8>],
    ) {
        for message in steps.messages(pieces) {
            if !steps.brings_envelope(&message.event) {
                continue;
            }
            match steps.decode(&message.data) {
                Ok(data) => self.envelope_event(steps, renderer, &data),
                Err(refusal) => self.unread(steps, &refusal),
            }
        }
    }

    /// Takes events that came together, each with its name and its data, which was read already (section 2).
    pub fn events<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        renderer: &mut dyn Renderer,
        mut events: Vec<(String, Value)>,
    ) {
        steps.arrange(&mut events);
        for (event, data) in &events {
            if steps.brings_envelope(event) {
                self.envelope_event(steps, renderer, data);
            }
        }
    }

    /// Takes the report of a renderer that had not reported; one that had, or of which nothing is known, is passed over.
    pub fn report<S: Steps + ?Sized>(&mut self, steps: &mut S, id: &JsonString, report: Report) {
        let Some(at) = self.held.iter().position(|held| held.id == *id) else {
            return;
        };
        let Held { id, kind, fallback } = self.held.remove(at);
        let became = steps.reported(kind, report, fallback.as_ref());
        if let Some(record) = self.records.iter_mut().find(|record| record.id == id)
            && let Some(status) = steps.status(&became)
        {
            record.status = status;
            record.error = why(&became);
        }
        self.tell(steps, id, became);
    }

    /// Shows again what was persisted, be it here or in a message from the history: everything but the registry is forgotten
    /// (section 5).
    pub fn reload<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        renderer: &mut dyn Renderer,
        message: Option<&Value>,
    ) {
        let own;
        let message = match message {
            Some(message) => message,
            None => {
                let records = self.persisted(steps).into_iter().map(Value::from);
                own = Object::from_iter([("uiEnvelopes", records.collect::<Vec<_>>())]).into();
                &own
            }
        };
        self.records = steps.read(message);
        self.held.clear();
        for at in 0..self.records.len() {
            let record = self.records[at].clone();
            match steps.again(&record) {
                Again::Leave => {}
                Again::As(became) => self.tell(steps, record.id, became),
                Again::Judge => {
                    let became = self.judge(steps, renderer, &record.id, &record.envelope);
                    let status = steps.settled(record.status, &became);
                    if status != record.status {
                        self.records[at].status = status;
                        self.records[at].error = why(&became);
                    }
                    self.tell(steps, record.id, became);
                }
            }
        }
    }

    fn envelope_event<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        renderer: &mut dyn Renderer,
        data: &Value,
    ) {
        match arrival(steps, data) {
            Ok(arrival) => self.arrive(steps, renderer, arrival),
            Err(refusal) => self.unread(steps, &refusal),
        }
    }

    fn unread<S: Steps + ?Sized>(&mut self, steps: &mut S, refusal: &Refusal) {
        self.told.errors.extend(steps.unread(refusal));
    }

    fn arrive<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        renderer: &mut dyn Renderer,
        arrival: Arrival,
    ) {
        let became = self.judge(steps, renderer, &arrival.id, &arrival.envelope);
        if let Some(status) = steps.status(&became) {
            let record = Record {
                id: arrival.id.clone(),
                created_at: arrival.created_at,
                envelope: arrival.envelope,
                status,
                error: why(&became),
            };
            steps.keep(&mut self.records, record);
        }
        self.tell(steps, arrival.id, became);
    }

    /// Validates an envelope, and renders it if it is allowed.
    fn judge<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        renderer: &mut dyn Renderer,
        id: &JsonString,
        envelope: &Value,
    ) -> Became {
        let registry = self.registry.as_ref();
        let call = match validate(steps, self.program, registry, id, envelope) {
            Ok(call) => call,
            Err(Invalid {
                kind,
                refusal,
                fallback,
            }) => return steps.instead(kind, &refusal, fallback.as_ref()),
        };
        let text = envelope.get("fallbackText").and_then(Value::as_string);
        let kind = call.kind;
        let mut report = Report::Done;
        for call in steps.handed(call, envelope) {
            report = renderer.render(&call);
        }
        if report == Report::Held {
            self.held.push(Held {
                id: id.clone(),
                kind,
                fallback: text.cloned(),
            });
        }
        steps.reported(kind, report, text)
    }

    fn tell<S: Steps + ?Sized>(&mut self, steps: &mut S, id: JsonString, mut became: Became) {
        steps.concluded(&mut became);
        self.told.outcomes.push(Outcome { id, became });
    }
}

/// Reads what an event brings.
fn arrival<S: Steps + ?Sized>(steps: &mut S, data: &Value) -> Result<Arrival, Refusal> {
    let data = steps.data_object(data)?;
    let envelope = steps.envelope(&data)?;
    let id = steps.envelope_id(&data)?;
    steps.session_id(&data)?;
    let created_at = steps.created_at(&data)?;
    Ok(Arrival {
        id,
        created_at,
        envelope,
    })
}

/// The error of a record.
fn why(became: &Became) -> Option<JsonString> {
    match became {
        Became::Error(why) | Became::Rejected(why) => Some(why.as_str().into()),
        _ => None,
    }
}
