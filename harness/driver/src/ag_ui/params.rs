//! Params of `ag-ui/run`.

use std::borrow::Cow;

use data_encoding::BASE64;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::text::present;

/// A session: one thread, where it starts, how the client is set up, and the runs.
#[derive(Debug, Deserialize)]
pub struct Params<'a> {
    /// The id of the thread.
    pub thread: String,
    /// The messages that are there, as JSON texts.
    #[serde(borrow, default)]
    pub messages: Vec<&'a RawValue>,
    /// The state that is there; `{}` if not given.
    #[serde(borrow, default, deserialize_with = "present")]
    pub state: Option<&'a RawValue>,
    /// Whether the client checks the order of events.
    #[serde(default = "yes")]
    pub verify: bool,
    /// Whether it reads the state as a type, `{count: an integer from 0 up}`.
    #[serde(default)]
    pub typed: bool,
    /// Whether updates have the assembled message.
    #[serde(default)]
    pub detail: Detail,
    /// The runs, in order.
    #[serde(borrow)]
    pub runs: Vec<RunParams<'a>>,
}

/// How much an update tells.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// The assembled message, too.
    #[default]
    Full,
    /// All but the assembled message, which is large at times.
    Light,
}

/// A run: what the client sends, and what the agent streams.
#[derive(Debug, Deserialize)]
pub struct RunParams<'a> {
    /// Its id.
    pub run: String,
    /// The user's own turn.
    #[serde(default)]
    pub send: Option<Turn>,
    /// The answers to the interrupts that wait.
    #[serde(borrow, default)]
    pub resume: Option<Vec<Answer<'a>>>,
    /// What the agent streams, as JSON texts …
    #[serde(borrow, default)]
    pub events: Option<Vec<&'a RawValue>>,
    /// … or as pieces of a body.
    #[serde(borrow, default)]
    pub sse: Option<Vec<Piece<'a>>>,
    /// How the stream stops.
    #[serde(default)]
    pub end: StreamEnd,
}

/// What the user says.
#[derive(Debug, Deserialize)]
pub struct Turn {
    /// The id of the message.
    pub id: String,
    /// Its text.
    pub text: String,
}

/// The answer to an interrupt.
#[derive(Debug, Deserialize)]
pub struct Answer<'a> {
    /// The interrupt.
    #[serde(rename = "interruptId")]
    pub interrupt: String,
    /// `resolved` or `cancelled`.
    pub status: String,
    /// What was answered, if something was.
    #[serde(borrow, default)]
    pub payload: Option<&'a RawValue>,
}

/// A piece of a body.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Piece<'a> {
    /// As text.
    Text(#[serde(borrow)] Cow<'a, str>),
    /// As base64, where it may be no text.
    Bytes {
        /// The bytes, with padding.
        b64: String,
    },
}

impl Piece<'_> {
    /// The bytes of the piece.
    ///
    /// # Errors
    ///
    /// It is no base64.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        match self {
            Self::Text(text) => Ok(Cow::Borrowed(text.as_bytes())),
            Self::Bytes { b64 } => BASE64
                .decode(b64.as_bytes())
                .map(Cow::Owned)
                .map_err(|error| error.to_string()),
        }
    }
}

/// How a stream stops.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum StreamEnd {
    /// It ends.
    #[default]
    Eof,
    /// The connection breaks.
    Reset,
    /// The request never becomes a stream.
    Refused,
}

fn yes() -> bool {
    true
}
