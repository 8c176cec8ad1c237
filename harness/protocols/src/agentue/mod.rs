//! AgentUE 1.1: the reference reducer (sections 3 to 5) and router (4.2), and in a module each what an implementation may
//! offer beside them: [`frames`] (3.3), [`resolver`] and [`host`] (3.4), [`emitter`] (4 and 5) and [`resume`] (6).
//!
//! ```
//! use uiconform_protocols::agentue::{Event, Reducer, Reference};
//!
//! let mut reducer = Reducer::new();
//! for text in [
//!     r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}}"#,
//!     r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","type":"text","content":"Hel"}}"#,
//!     r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"a","content":"lo"}}"#,
//! ] {
//!     reducer.apply(&mut Reference, &Event::parse(text)?)?;
//! }
//! let block = reducer.model().and_then(|model| model.block(0)).expect("a block");
//! assert_eq!(block.get("content").and_then(|content| content.as_str()), Some("Hello"));
//! # Ok::<(), uiconform_protocols::agentue::Rejection>(())
//! ```
//!
//! Every accepted event leaves a model that a `start` would accept: `start` with the model after any event stands for all
//! events up to it (section 6).
//!
//! # Refusals that the text recommends
//!
//! What has no effect by the text is refused rather than ignored: members that an envelope does not have, slots that the
//! operation does not use, a `ref` beside a masked field. So is what has another form than the text gives it: an unknown
//! version, an empty `biz`, `id` or `type`, a common member (`error`, `task_id`, `trace_id`, `stats`, `parent_id`, `group_id`) of
//! another type, an error without `code` or `message`, a masked `set` of a block that is not there, an `append` deeper
//! than a member of the block, and patches before the first `start`.
//!
//! # Open points
//!
//! Where the text is silent, the reference does the simplest thing that can be defended:
//!
//! | open point | here |
//! | --- | --- |
//! | `seq` written `1.0` or `1e0`, or beyond 2^53 | accepted: it is a non-negative integer, however written |
//! | an equal or smaller `seq` | accepted: order is a matter of deliveries |
//! | an optional member of the envelope that is `null` | refused: it does not have the type that the text gives |
//! | `mask` in `start`, `ping` or `end` | refused as any member that the operation does not use |
//! | two members of one name anywhere in an event | refused: readers differ in what it means |
//! | a mask that is empty or has an empty segment | refused: it names no field |
//! | a payload with the value at the last segment alone | refused: there is no value at the path |
//! | a path through a scalar, `null` or a list | refused, a numeric segment too: a path leads through objects |
//! | a masked `set` that gives a common member another type, or leaves an error without `code` or `message` | refused: no `start` could have the model |
//! | a masked `set` of, or an `append` to, `block.type` | an ordinary string; a `set` to none or the empty one is refused |
//! | `append` to a field that is absent or `null` | refused: it holds neither a string nor a list |
//! | halves of a surrogate pair in two deltas | joined to the character that they mean |
//! | `ping` or `end` before any `start` | accepted: they change nothing |
//! | blocks whose `parent_id` names themselves or each other | accepted: hierarchy is for renderers |

mod by_stream;
mod envelope;
mod event;
mod label;
mod mask;
mod model;
mod reducer;
mod rejection;
mod router;
mod rules;
mod steps;

pub mod emitter;
pub mod frames;
pub mod host;
pub mod resolver;
pub mod resume;

pub use by_stream::ByStream;
pub use envelope::{Envelope, Op, decode};
pub use event::Event;
pub use mask::{Mask, Root};
pub use model::Model;
pub use reducer::Reducer;
pub use rejection::{Rejection, Verdict};
pub use router::{Router, Streams};
pub use steps::{Reference, Steps};
