//! The router (section 4.2): one reducer for each logical stream.

use uiconform_json::{JsonString, Value};

use super::{ByStream, Event, Model, Reducer, Rejection, Steps};

/// The streams that have a model, and the reducer of each.
pub type Streams = ByStream<Reducer>;

/// Sends each event to the reducer of its stream, and to no other.
#[derive(Clone, Debug, Default)]
pub struct Router {
    streams: Streams,
}

impl Router {
    /// A router without streams.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies one event to the stream that it names.
    ///
    /// A stream comes into being with its first accepted `start`; events that are rejected leave no trace.
    ///
    /// # Errors
    ///
    /// If the event is rejected; all models are then exactly as they were.
    pub fn apply<S: Steps + ?Sized>(
        &mut self,
        steps: &mut S,
        event: &Event,
    ) -> Result<(), Rejection> {
        // An identifier that is not a string is refused with the rest of the envelope, whatever reducer looks at it.
        let stream = steps.stream(event.get("stream_id").and_then(Value::as_string));
        let verdict = match self.streams.get_mut(&stream) {
            Some(reducer) => reducer.apply(steps, event),
            None => {
                let mut reducer = Reducer::new();
                let verdict = reducer.apply(steps, event);
                if reducer.model().is_some() {
                    self.streams.entry(&stream, || reducer);
                }
                verdict
            }
        };
        steps.settle_streams(&mut self.streams, &stream, event, verdict)
    }

    /// The model of exactly that stream, if it has one.
    pub fn model(&self, stream: &JsonString) -> Option<&Model> {
        self.streams.get(stream)?.model()
    }

    /// The reducer of exactly that stream, to try an event on.
    pub fn stream_mut(&mut self, stream: &JsonString) -> Option<&mut Reducer> {
        self.streams.get_mut(stream)
    }

    /// The streams with an accepted `start`, and their models.
    pub fn models(&self) -> impl Iterator<Item = (&JsonString, &Model)> {
        self.streams
            .iter()
            .filter_map(|(stream, reducer)| Some((stream, reducer.model()?)))
    }
}
