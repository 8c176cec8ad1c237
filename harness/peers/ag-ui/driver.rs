//! The driver protocol in front of a client of the crate, whichever its version.

use std::sync::Arc;

use ag_ui::{Message, ResumeEntry, ResumeStatus};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uiconform_driver::Implementation;
use uiconform_driver::ag_ui::{AgUi, Answer, Detail, Params, RunParams, Standing};
use uiconform_driver::serde_json::{self, Value, value::RawValue};

use crate::client;
use crate::network::Network;

/// A session as this version of the crate has it, over [`Network`].
pub(crate) trait Conversation {
    /// Makes a run and drains it. Each update is told as it comes.
    ///
    /// # Errors
    ///
    /// The driver cannot make it, or write what came of it.
    fn run(
        &mut self,
        run: &RunParams<'_>,
        detail: Detail,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), String>;

    /// What stands after a run.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn standing(&self) -> Result<Standing, String>;
}

/// Where a session starts.
pub(crate) struct Start {
    pub(crate) thread: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) state: Value,
    pub(crate) verify: bool,
}

/// What the type of a state has to be for the crate, and for the driver, which writes it.
pub(crate) trait State: DeserializeOwned + Serialize + Clone + Unpin + 'static {}

impl<S: DeserializeOwned + Serialize + Clone + Unpin + 'static> State for S {}

/// The type of a state that is read as one.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Counted {
    count: u64,
}

/// The crate behind the driver protocol.
pub(crate) struct Peer;

/// A session, and the network that it is in.
pub(crate) struct Session {
    network: Arc<Network>,
    detail: Detail,
    conversation: Box<dyn Conversation>,
    /// What stood after the last run.
    standing: Standing,
}

impl AgUi for Peer {
    type Session = Session;

    fn implementation(&self) -> Implementation {
        let mut implementation = Implementation::new("ag-ui", client::VERSION).in_language("Rust");
        implementation.url = Some("https://crates.io/crates/ag-ui".to_owned());
        implementation
    }

    /// All of them: the crate documents a stream of updates, a registry of subagents, interrupts, reasoning and activities apart from
    /// what is said, states of a type, a switch for verification, a decoder of event streams, and errors by kind.
    fn profiles(&self) -> Vec<&'static str> {
        vec![
            "common",
            "updates",
            client::POLICY,
            "typed-state",
            "verify-off",
            "subagents",
            "interrupts",
            "activity",
            "reasoning",
            "sse",
            "error-kinds",
        ]
    }

    fn features(&self) -> Vec<&'static str> {
        vec!["bytes"]
    }

    fn open(&mut self, params: &Params<'_>) -> Result<Session, String> {
        let messages = params.messages.iter().map(|message| read(message));
        let start = Start {
            thread: params.thread.clone(),
            messages: messages.collect::<Result<_, _>>()?,
            state: params
                .state
                .map_or_else(|| Ok(serde_json::json!({})), read)?,
            verify: params.verify,
        };
        let network = Arc::new(Network::default());
        Ok(Session {
            conversation: match params.typed {
                true => client::open::<Counted>(network.clone(), start)?,
                false => client::open::<Value>(network.clone(), start)?,
            },
            network,
            detail: params.detail,
            standing: Standing::default(),
        })
    }

    fn run(
        &mut self,
        session: &mut Session,
        run: &RunParams<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), String> {
        session.network.load(run)?;
        session.conversation.run(run, session.detail, tell)?;
        session.standing = session.conversation.standing()?;
        Ok(())
    }

    fn standing(&mut self, session: &Session) -> Standing {
        session.standing.clone()
    }
}

/// The answers to interrupts, as the crate takes them.
///
/// # Errors
///
/// A status that there is none of.
pub(crate) fn answers(answers: &[Answer<'_>]) -> Result<Vec<ResumeEntry>, String> {
    let entry = |answer: &Answer<'_>| {
        Ok(ResumeEntry {
            interrupt_id: answer.interrupt.clone(),
            status: match answer.status.as_str() {
                "resolved" => ResumeStatus::Resolved,
                "cancelled" => ResumeStatus::Cancelled,
                other => return Err(format!("there is no status `{other}`")),
            },
            payload: answer.payload.map(read).transpose()?,
            metadata: None,
        })
    };
    answers.iter().map(entry).collect()
}

fn read<T: DeserializeOwned>(text: &RawValue) -> Result<T, String> {
    serde_json::from_str(text.get()).map_err(|error| error.to_string())
}
