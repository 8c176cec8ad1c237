//! Faults in how updates of calls are told (seed, "The update stream", "Every variant").

use std::collections::HashMap;

use uiconform_json::{JsonString, Value, parse};
use uiconform_protocols::ag_ui::{
    Id, Message, MessageChange, MessageUpdate, Reference, Session, Update,
};

use super::{UPDATES, of_apply};

/// Fragments that are held back, so that messages are shown with the arguments that were told.
#[derive(Default)]
struct Told {
    shown: HashMap<Id, JsonString>,
    held: Vec<(Id, JsonString)>,
}

impl Told {
    /// Notes that a call starts.
    fn start(&mut self, call: &Id) {
        self.shown.insert(call.clone(), JsonString::new());
    }

    fn hold(&mut self, call: &Id, delta: &JsonString) {
        self.held.push((call.clone(), delta.clone()));
    }

    /// The fragments that are held of a call, which are told now.
    fn release(&mut self, call: &Id) -> Vec<JsonString> {
        let of_call = self.held.extract_if(.., |(of, _)| of == call);
        of_call.map(|(_, delta)| delta).collect()
    }

    fn show(&mut self, call: &Id, delta: &JsonString) {
        self.shown.entry(call.clone()).or_default().push(delta);
    }

    /// The message as far as it was told.
    fn as_told(&self, message: &Message) -> Message {
        let mut told = message.clone();
        for (place, call) in message.calls().enumerate() {
            if let (Some(shown), Some(arguments)) =
                (self.shown.get(call), told.arguments_mut(place))
            {
                *arguments = Value::from(shown);
            }
        }
        told
    }
}

of_apply! {
    "groups-fragments-by-call" aims ["AGU-STREAM-05"] in UPDATES { told: Told }
    "Tells the fragments of a call one after the other when it ends." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.told = Told::default();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            let Update::Message(MessageUpdate { index, id, change, message }) = update else {
                out(update);
                return;
            };
            match change {
                MessageChange::ToolCallStarted { call, .. } => self.told.start(call),
                MessageChange::ToolCallArgs { call, delta } => {
                    self.told.hold(call, delta);
                    return;
                }
                MessageChange::ToolCallEnded { call } => {
                    for delta in &self.told.release(call) {
                        self.told.show(call, delta);
                        let message = &self.told.as_told(message);
                        let change = MessageChange::ToolCallArgs { call, delta };
                        out(Update::Message(MessageUpdate { index, id, change, message }));
                    }
                }
                _ => {}
            }
            let message = &self.told.as_told(message);
            out(Update::Message(MessageUpdate { index, id, change, message }));
        }
    }

    "tells-arguments-once-they-are-json" aims ["AGU-TOOL-04"] in UPDATES { told: Told }
    "Gathers the fragments of a call until its arguments are JSON." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.told = Told::default();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            let Update::Message(MessageUpdate { index, id, change, message }) = update else {
                out(update);
                return;
            };
            let gathered = match change {
                MessageChange::ToolCallStarted { call, .. } => {
                    self.told.start(call);
                    None
                }
                MessageChange::ToolCallArgs { call, delta } => {
                    self.told.hold(call, delta);
                    if !is_json(message, call) {
                        return;
                    }
                    Some(call)
                }
                MessageChange::ToolCallEnded { call } => Some(call),
                _ => None,
            };
            if let Some(call) = gathered {
                let mut delta = JsonString::new();
                for held in self.told.release(call) {
                    delta.push(&held);
                }
                if !delta.is_empty() {
                    self.told.show(call, &delta);
                    let message = &self.told.as_told(message);
                    let change = MessageChange::ToolCallArgs { call, delta: &delta };
                    out(Update::Message(MessageUpdate { index, id, change, message }));
                }
            }
            if !matches!(change, MessageChange::ToolCallArgs { .. }) {
                let message = &self.told.as_told(message);
                out(Update::Message(MessageUpdate { index, id, change, message }));
            }
        }
    }

    "shows-an-ended-call-as-it-began" aims ["AGU-STREAM-06"] in UPDATES { begun: HashMap<Id, Message> }
    "Shows at the end of a call the message as it was at the start of it." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.begun.clear();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            let Update::Message(told) = update else {
                out(update);
                return;
            };
            match told.change {
                MessageChange::ToolCallStarted { call, .. } => {
                    self.begun.insert(call.clone(), told.message.clone());
                    out(Update::Message(told));
                }
                MessageChange::ToolCallEnded { call } => {
                    let message = self.begun.get(call).unwrap_or(told.message);
                    out(Update::Message(MessageUpdate { message, ..told }));
                }
                _ => out(Update::Message(told)),
            }
        }
    }

    "calls-a-tool-by-the-id-of-its-call" aims ["AGU-TOOL-01"] in UPDATES
    "Gives the change of a call that starts the id of the call for the name of the tool." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Message(MessageUpdate {
                    index,
                    id,
                    change: MessageChange::ToolCallStarted { call, .. },
                    message,
                }) => {
                    let change = MessageChange::ToolCallStarted { call, name: call };
                    out(Update::Message(MessageUpdate { index, id, change, message }));
                }
                other => out(other),
            }
        }
    }
}

/// Whether the arguments of a call are JSON so far.
fn is_json(message: &Message, call: &Id) -> bool {
    let calls = message
        .document()
        .get("toolCalls")
        .and_then(Value::as_array);
    let mut calls = calls.into_iter().flat_map(|calls| calls.iter());
    let call = calls.find(|known| known.get("id").and_then(Value::as_string) == Some(call));
    let function = call.and_then(|call| call.get("function"));
    let arguments = function.and_then(|function| function.get("arguments")?.as_string());
    arguments.is_some_and(|arguments| parse(&arguments.to_string_lossy()).is_ok())
}
