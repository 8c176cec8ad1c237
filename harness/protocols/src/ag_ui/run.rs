//! One run, from the request to its end.

mod activities;
mod chunks;
mod ends;
mod messages;
mod reasoning;
mod state;
mod streams;
mod subagents;

use std::borrow::Cow;

use uiconform_json::{JsonString, Object};
use uiconform_stream::sse::{Decoder, Frame};

use super::order::Order;
use super::{
    Body, Error, Event, Id, MessageChange, MessageUpdate, Result, Session, Steps, Update, decode,
};

/// How a stream stops other than by the end of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It ended.
    Ended,
    /// It ended, and left a frame that is not complete.
    WithinFrame,
    /// The connection broke.
    Broken,
    /// It never began.
    Refused,
}

/// How far a run has come, apart from what it adds to: what is kept of one between events by whoever cannot keep the [`Run`].
#[derive(Clone, Debug, Default)]
pub struct Progress {
    id: Id,
    order: Order,
    decoder: Decoder,
    is_over: bool,
}

impl Progress {
    /// A run of which nothing has come.
    pub fn new(id: Id) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    /// What is open in it.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

/// A run that is going on: events come in, updates go out.
///
/// It ends exactly once, and says so by its last update: with an event that ends it, with one that cannot be read, or with
/// [`Run::stop`], which whoever feeds it calls in any case when nothing more comes.
pub struct Run<'r, S: Steps + ?Sized> {
    steps: &'r mut S,
    session: &'r mut Session,
    /// Where updates go.
    out: &'r mut dyn FnMut(Update<'_>),
    /// The run that was asked for.
    id: Id,
    order: Order,
    decoder: Decoder,
    is_over: bool,
}

impl<'r, S: Steps + ?Sized> Run<'r, S> {
    /// Begins a run.
    pub fn begin(
        steps: &'r mut S,
        session: &'r mut Session,
        id: Id,
        out: &'r mut dyn FnMut(Update<'_>),
    ) -> Self {
        steps.begin(session);
        Self::resume(steps, session, Progress::new(id), out)
    }

    /// Goes on with a run that was [paused](Self::pause).
    pub fn resume(
        steps: &'r mut S,
        session: &'r mut Session,
        progress: Progress,
        out: &'r mut dyn FnMut(Update<'_>),
    ) -> Self {
        let Progress {
            id,
            order,
            decoder,
            is_over,
        } = progress;
        Self {
            steps,
            session,
            out,
            id,
            order,
            decoder,
            is_over,
        }
    }

    /// Lets go of the session, to go on later.
    pub fn pause(self) -> Progress {
        Progress {
            id: self.id,
            order: self.order,
            decoder: self.decoder,
            is_over: self.is_over,
        }
    }

    /// Whether the run has ended; nothing more is taken then.
    pub fn is_over(&mut self) -> bool {
        self.steps.is_closed(self.is_over)
    }

    /// The session, as the events so far have left it.
    pub fn session(&self) -> &Session {
        self.session
    }

    /// Takes a piece of the body of a response, cut anywhere.
    pub fn bytes(&mut self, piece: &[u8]) {
        let piece = self.steps.bytes(Cow::Borrowed(piece));
        // The frames borrow the decoder while the rest of the run takes them.
        let mut decoder = std::mem::take(&mut self.decoder);
        for frame in decoder.push(&piece) {
            if self.is_over() {
                break;
            }
            match &frame {
                Ok(frame) => self.frame(frame),
                Err(too_long) => self.fail(Error::bytes(too_long.to_string())),
            }
        }
        self.decoder = decoder;
    }

    fn frame(&mut self, frame: &Frame) {
        match self.steps.frame(frame) {
            Ok(Some(text)) => self.text(&text),
            Ok(None) => {}
            Err(error) => self.fail(error),
        }
    }

    /// Takes the JSON text of an event.
    pub fn text(&mut self, text: &str) {
        if self.is_over() {
            return;
        }
        let policy = self.session.options.policy;
        let event = self
            .steps
            .read(text)
            .and_then(|value| decode::decode(self.steps, policy, value));
        match event {
            Ok(Some(event)) => self.event(event),
            Ok(None) => {}
            Err(error) => self.complain(error),
        }
    }

    /// Takes an event.
    pub fn event(&mut self, event: Event) {
        if self.is_over() {
            return;
        }
        let Some(event) = self.steps.event(event) else {
            return;
        };
        if let Err(error) = self.take(event) {
            self.complain(error);
        }
    }

    /// Tells the run that nothing more comes.
    pub fn stop(&mut self, mut stop: Stop) {
        if self.steps.is_stopped(self.is_over, stop) {
            return;
        }
        let left = std::mem::take(&mut self.decoder).finish();
        if stop == Stop::Ended && left.unfinished.is_some() {
            stop = Stop::WithinFrame;
        }
        self.cut_short(stop);
    }

    /// Applies an event, or refuses it without an effect.
    fn take(&mut self, event: Event) -> Result<()> {
        if self.session.options.verify {
            self.steps.first(&self.order, &event.body)?;
        }
        let Event {
            owner,
            metadata,
            body,
        } = event;
        match body {
            Body::RunStarted { thread, run } => self.started(&thread, &run),
            Body::RunFinished(finish) => self.finished(*finish),
            Body::RunError { message, code } => {
                self.failed(message, code);
                Ok(())
            }
            Body::StepStarted(name) => self.step(&owner, &name, true),
            Body::StepFinished(name) => self.step(&owner, &name, false),
            Body::Start(start) => self.start(&start, owner, &metadata, false),
            Body::Content { stream, id, delta } => {
                self.content(stream, &id, &delta, owner.as_ref(), &metadata)
            }
            Body::End { stream, id } => self.end(stream, &id, owner.as_ref(), &metadata),
            Body::Chunk(chunk) => self.chunk(&chunk, owner, metadata),
            Body::ToolCallResult(result) => self.result(*result, owner.as_ref(), &metadata),
            Body::StateSnapshot(snapshot) => self.state_snapshot(snapshot),
            Body::StateDelta(operations) => self.state_delta(&operations),
            Body::MessagesSnapshot(messages) => {
                self.messages_snapshot(messages);
                Ok(())
            }
            Body::ActivitySnapshot(snapshot) => {
                self.activity_snapshot(*snapshot, owner.as_ref(), &metadata)
            }
            Body::ActivityDelta(delta) => self.activity_delta(&delta, owner.as_ref(), &metadata),
            Body::EncryptedValue(value) => self.encrypted(&value, owner.as_ref()),
            Body::SubagentStarted(announcement) => self.subagent_started(&announcement),
            Body::SubagentFinished { id, status } => self.subagent_ended(&id, *status),
            Body::Thinking(part) => self.thinking(part),
            Body::Application | Body::Block => Ok(()),
        }
    }

    /// Checks a rule of order, unless verification is turned off.
    fn check(&mut self, rule: impl FnOnce(&mut S, &Order, &Session) -> Result<()>) -> Result<()> {
        if self.session.options.verify {
            rule(self.steps, &self.order, self.session)
        } else {
            Ok(())
        }
    }

    fn tell(&mut self, update: Update<'_>) {
        self.steps.tell(update, self.out);
    }

    /// Tells of a message as it now stands.
    fn tell_message(&mut self, index: usize, change: MessageChange<'_>) {
        if let Some(message) = self.session.conversation.at(index) {
            let update = MessageUpdate {
                index,
                id: message.id(),
                change,
                message,
            };
            self.steps.tell(Update::Message(update), self.out);
        }
    }

    /// Takes the metadata of an event into the message that it builds.
    fn merge(&mut self, index: usize, metadata: &Object) {
        if !metadata.is_empty()
            && let Some(message) = self.session.conversation.at_mut(index)
        {
            self.steps.merge(message, metadata);
        }
    }

    fn step(&mut self, owner: &Option<Id>, name: &JsonString, starts: bool) -> Result<()> {
        self.check(|steps, order, _| steps.step(order, owner, name, starts))?;
        if starts {
            self.order.start_step(owner, name);
        } else {
            self.order.finish_step(owner, name);
        }
        Ok(())
    }
}
