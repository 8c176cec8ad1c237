//! `Session`, and the transport that it asks.

use std::io;
use std::sync::Arc;

use ag_ui::client::transport::{SseFrame, TransportFuture, boxed_stream, decode_events};
use ag_ui::client::{Error, RunEnd, Session, Transport, Update};
use ag_ui::{Event, Message, RunAgentInput};
use futures_executor::block_on_stream;
use futures_util::stream::iter;
use serde::Serialize;
use uiconform_driver::ag_ui::{Detail, RunParams, Standing};

use crate::driver::{Conversation, Start, State, answers};
use crate::network::{Body, Network};
use crate::told::{self, End, Told};

/// The version of the crate.
pub(crate) const VERSION: &str = "0.3.0";

/// Violations are reported and the run goes on; an unknown event ends it.
pub(crate) const POLICY: &str = "seed";

/// Opens a session with a state of the type `S`.
///
/// # Errors
///
/// None: this version opens any.
pub(crate) fn open<S: State>(
    network: Arc<Network>,
    start: Start,
) -> Result<Box<dyn Conversation>, String> {
    let session: Session<_, S> = Session::builder(network, start.thread)
        .messages(start.messages)
        .state(start.state)
        .verify(start.verify)
        .build();
    Ok(Box::new(session))
}

impl Transport for Network {
    fn run(&self, _: RunAgentInput) -> TransportFuture {
        let answer = self.answer();
        Box::pin(async move {
            Ok(match answer.map_err(Error::transport)? {
                Body::Events(texts) => boxed_stream(iter(texts.into_iter().map(event))),
                Body::Bytes(pieces) => boxed_stream(decode_events(iter(pieces))),
            })
        })
    }
}

/// An event as the decoder of the crate reads it from the data of a frame.
fn event(text: io::Result<String>) -> Result<Event, Error> {
    let data = text.map_err(Error::transport)?;
    let frame = SseFrame {
        data,
        ..SseFrame::default()
    };
    frame.into_event()
}

impl<S: State> Conversation for Session<Arc<Network>, S> {
    fn run(
        &mut self,
        run: &RunParams<'_>,
        detail: Detail,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), String> {
        self.set_next_run_id(run.run.as_str());
        let updates = match (&run.send, &run.resume) {
            (Some(turn), _) => {
                self.send_message(Message::user(turn.id.as_str(), turn.text.as_str()))
            }
            (None, Some(resume)) => self.resume_many(answers(resume)?),
            (None, None) => self.run(),
        };
        for update in block_on_stream(updates) {
            tell(told(&update, detail)?);
        }
        Ok(())
    }

    fn standing(&self) -> Result<Standing, String> {
        told::standing(
            self.messages(),
            self.raw_state(),
            self.reasoning(),
            self.subagents(),
            self.interrupts(),
        )
    }
}

fn told<S: Serialize>(update: &Update<S>, detail: Detail) -> Told {
    match update {
        Update::Message(update) => told::message(update, detail),
        Update::Messages(messages) => told::messages(messages),
        Update::State(state) => told::state(state),
        Update::Reasoning(update) => told::reasoning(update),
        Update::Subagent(update) => told::subagent(update),
        Update::Interrupt(interrupt) => told::interrupt(interrupt),
        Update::Error(error) => told::error(kind(error), error),
        Update::Done(end) => told::done(&ended(end)),
        _ => Err("there is an update that the driver does not know".to_owned()),
    }
}

/// The kind of an error, by its variant.
fn kind(error: &Error) -> &'static str {
    match error {
        Error::Protocol(_) => "protocol",
        Error::Patch { .. } => "patch",
        Error::State(_) => "state",
        Error::Run { .. } => "run",
        Error::Json(_) | Error::Decode(_) => "bytes",
        Error::Http { .. } | Error::Transport(_) | Error::Config(_) => "transport",
        _ => "other",
    }
}

fn ended(end: &RunEnd) -> End<'_> {
    match end {
        RunEnd::Success { result } => End {
            end: "success",
            result: result.as_ref(),
            ..End::default()
        },
        RunEnd::Interrupted { interrupts } => End {
            end: "interrupted",
            interrupts: Some(interrupts),
            ..End::default()
        },
        RunEnd::Failed { message, code } => End {
            end: "failed",
            message: Some(message),
            code: code.as_deref(),
            ..End::default()
        },
    }
}
