//! `Thread`, and the transport that it asks.

use std::io;
use std::sync::Arc;

use ag_ui::client::transport::{
    RawTransportFuture, SseFrame, TransportFuture, boxed_raw_stream, boxed_stream,
    decode_raw_events,
};
use ag_ui::client::{Error, RunEnd, RunStream, Thread, Transport, Update};
use ag_ui::{Message, RunAgentInput};
use futures_executor::block_on_stream;
use futures_util::StreamExt;
use futures_util::stream::iter;
use serde::Serialize;
use uiconform_driver::ag_ui::{Detail, RunParams, Standing};
use uiconform_driver::serde_json::{self, Value};

use crate::driver::{Conversation, Start, State, answers};
use crate::network::{Body, Network};
use crate::told::{self, End, Told};

/// The version of the crate.
pub(crate) const VERSION: &str = "0.5.0-alpha.3";

/// Violations end the run; unknown events are dropped.
pub(crate) const POLICY: &str = "v1";

/// Opens a session with a state of the type `S`.
///
/// # Errors
///
/// The thread refuses its history, or a state that is not of the type.
pub(crate) fn open<S: State>(
    network: Arc<Network>,
    start: Start,
) -> Result<Box<dyn Conversation>, String> {
    let thread: Result<Thread<_, S>, Error> = Thread::builder(network, start.thread)
        .messages(start.messages)
        .state(start.state)
        .verify(start.verify)
        .build();
    Ok(Box::new(thread.map_err(|error| error.to_string())?))
}

impl Transport for Network {
    /// Events by their types, for callers other than a thread, which asks for raw ones.
    fn run(&self, input: RunAgentInput) -> TransportFuture {
        let connecting = self.run_raw(input);
        Box::pin(async move {
            let typed = |event: Result<Value, Error>| Ok(serde_json::from_value(event?)?);
            Ok(boxed_stream(connecting.await?.map(typed)))
        })
    }

    fn run_raw(&self, _: RunAgentInput) -> RawTransportFuture {
        let answer = self.answer();
        Box::pin(async move {
            Ok(match answer.map_err(Error::transport)? {
                Body::Events(texts) => boxed_raw_stream(iter(texts.into_iter().map(event))),
                Body::Bytes(pieces) => boxed_raw_stream(decode_raw_events(iter(pieces))),
            })
        })
    }
}

/// An event as the decoder of the crate reads it from the data of a frame.
fn event(text: io::Result<String>) -> Result<Value, Error> {
    let data = text.map_err(Error::transport)?;
    let frame = SseFrame {
        data,
        ..SseFrame::default()
    };
    frame.into_raw_value()
}

impl<S: State> Conversation for Thread<Arc<Network>, S> {
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
        match updates {
            Ok(updates) => drain(updates, detail, tell),
            // A run that the thread does not begin has no stream. Its error is all that a caller gets, and its end.
            Err(error) => {
                tell(told::error(kind(&error), &error)?);
                let message = error.to_string();
                tell(told::done(&failed(&message, None))?);
                Ok(())
            }
        }
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

fn drain<S: State>(
    updates: RunStream<'_, Arc<Network>, S>,
    detail: Detail,
    tell: &mut dyn FnMut(String),
) -> Result<(), String> {
    for update in block_on_stream(updates) {
        tell(told(&update, detail)?);
    }
    Ok(())
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
        // A patch that is no patch is by the crate's own account an error of the protocol.
        Error::Protocol(_) | Error::InvalidPatchDocument { .. } => "protocol",
        Error::Patch { .. } => "patch",
        Error::State(_) => "state",
        Error::Run { .. } => "run",
        Error::Json(_) | Error::Decode(_) => "bytes",
        Error::Http { .. }
        | Error::UnexpectedContentType(_)
        | Error::Transport(_)
        | Error::Config(_) => "transport",
        _ => "other",
    }
}

fn ended(end: &RunEnd) -> End<'_> {
    match end {
        // A success that leaves calls of tools to the application is one.
        RunEnd::Success { result } | RunEnd::SuccessWithPendingToolCalls { result, .. } => End {
            end: "success",
            result: result.as_ref(),
            ..End::default()
        },
        RunEnd::Interrupted { interrupts } => End {
            end: "interrupted",
            interrupts: Some(interrupts),
            ..End::default()
        },
        RunEnd::Failed { message, code } => failed(message, code.as_deref()),
        RunEnd::Cancelled => End {
            end: "cancelled",
            ..End::default()
        },
        // The driver never stops a run, so this would be seen as what it is: an end that there is not.
        RunEnd::Aborted => End {
            end: "aborted",
            ..End::default()
        },
    }
}

fn failed<'a>(message: &'a str, code: Option<&'a str>) -> End<'a> {
    End {
        end: "failed",
        message: Some(message),
        code,
        ..End::default()
    }
}
