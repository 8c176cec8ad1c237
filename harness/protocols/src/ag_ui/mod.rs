//! AG-UI: a client that turns the event streams of an agent's runs into the updates of a view.
//!
//! Bytes of a response become [events](Event); chunks become what they stand for; what breaks an ordering rule is reported and left out;
//! the rest is applied to the [`Session`], and each event that changes what a view shows gives an [`Update`]. A [`Run`] ends exactly
//! once, with [`Update::Done`].
//!
//! ```
//! use uiconform_json::Value;
//! use uiconform_protocols::ag_ui::{MessageChange, Options, Reference, Run, Session, Stop, Update};
//!
//! let mut session = Session::new("t".into(), Options::default(), Vec::new(), Value::Null);
//! let mut text = String::new();
//! let mut out = |update: Update<'_>| match update {
//!     Update::Message(message) => {
//!         if let MessageChange::Content { delta } = message.change {
//!             text.push_str(&delta.to_string_lossy());
//!         }
//!     }
//!     Update::Done(end) => text.push_str(&format!(" [{}]", end.name())),
//!     _ => {}
//! };
//! let mut steps = Reference;
//! let mut run = Run::begin(&mut steps, &mut session, "r1".into(), &mut out);
//! run.bytes(b"data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r1\"}\n\n");
//! run.bytes(b"data: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"m1\",\"delta\":\"Hel\"}\n\nda");
//! run.bytes(b"ta: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"delta\":\"lo\"}\n\n");
//! run.stop(Stop::Broken);
//! assert_eq!(text, "Hello [failed]");
//! assert_eq!(session.messages().len(), 1);
//! ```
//!
//! # Open points
//!
//! Where the texts are silent, the reference does the simplest thing that can be defended:
//!
//! | open point | here |
//! | --- | --- |
//! | a finish in the middle of something | refused like any event that breaks a rule; so the stream ends without a finish, and the run fails |
//! | a run error before the start | taken: what the agent says of its failure is worth more than the order |
//! | raw and custom events before the start | taken |
//! | what follows the end of a run in the same stream | not read |
//! | a result of `null` | a result |
//! | an optional member that is `null` | cannot be read, but for those that may be any JSON |
//! | an unknown role or outcome | cannot be read |
//! | a malformed patch | a patch that fails |
//! | a patch without operations | gives an update |
//! | a patch that removes the whole state | leaves `null` |
//! | text of a message that a snapshot took away while it was open | passed over: half of it is not the message |
//! | a second start of a closed message | goes on with it |
//! | a call that is started again | begins anew where it is |
//! | a call whose parent cannot hold calls | gets a message of its own |
//! | a result of an unknown or open call | taken |
//! | a second result under one id | takes the place of the first |
//! | the order of a snapshot, an id twice in it, activities that it lacks | as the snapshot has it |
//! | reasoning that a snapshot lacks | stays |
//! | metadata of the events of a call | at the message that holds it, as these events built it |
//! | blocks of reasoning | nothing of their own |
//! | the retired events of thinking | reasoning under ids of our own |
//! | an activity snapshot that is not to replace one | leaves it |
//! | a patch of an activity that is not there | fails |
//! | a finished subagent that a later run announces | starts in its place |
//! | a subagent that is at work when the run fails | stays as it is |
//! | bytes that are not UTF-8 | end the run |
//! | a last frame without an empty line | not dispatched, as the standard has it |

mod apply;
mod bytes;
mod conversation;
mod decode;
mod error;
mod event;
mod message;
pub mod order;
pub mod patch;
mod reasoning;
mod rules;
mod run;
mod session;
mod steps;
mod subagents;
mod update;

pub use conversation::Conversation;
pub use error::{Error, ErrorKind, Result};
pub use event::{
    ActivityDelta, ActivitySnapshot, Announcement, Body, Chunk, Encrypted, EncryptedValue, Event,
    Finish, Id, Opening, Outcome, Start, Stream, Thinking, ToolCallResult,
};
pub use message::Message;
pub use reasoning::{Reasoning, Thought};
pub use run::{Progress, Run, Stop};
pub use session::{Options, Policy, Session, StateType};
pub use steps::{ApplySteps, OrderSteps, PatchSteps, ReadSteps, Reference, Steps};
pub use subagents::{Status, Subagent, Subagents};
pub use update::{
    End, MessageChange, MessageUpdate, ReasoningChange, ReasoningUpdate, SubagentChange, Update,
};
