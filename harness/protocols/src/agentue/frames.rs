//! Frames: a block in pieces (section 3.3).
//!
//! ```
//! use uiconform_protocols::agentue::Reference;
//! use uiconform_protocols::agentue::frames::{join, split};
//!
//! let block = uiconform_json::parse(r#"{"id":"a","type":"text","content":"a long story","rate":1.50}"#)?;
//! let frames = split(&mut Reference, &block, 100)?;
//! assert!(frames.iter().all(|frame| frame.to_text().len() <= 100));
//! assert_eq!(join(&mut Reference, frames.iter().rev())?.to_text(), block.to_text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | a frame whose `data` is empty | accepted: it adds nothing |
//! | further members of a frame | passed over: a frame is a block, and blocks are open |
//! | `seq` or `total` written `1.0` or `1e0` | accepted: it is an integer, however written |
//! | a frame whose `id` equals its `block_id` | accepted: the two name different things |
//! | two members of one name anywhere in the block | refused both ways: readers differ in what it means |

mod join;
mod split;
mod steps;

pub use join::join;
pub use split::split;
pub use steps::{FrameSteps, Part, Way};

/// What the `type` of a frame says.
const TYPE: &str = "frame";

#[cfg(test)]
mod tests;
