//! The driver protocol of uiconform, for implementations written in Rust.
//!
//! A driver is a small program that puts an implementation behind JSON-RPC 2.0 lines on standard input and output.
//! To write one, implement [`agentue::AgentUe`] for a type of yours and hand it to [`serve`]:
//!
//! ```no_run
//! use uiconform_driver::{Implementation, agentue};
//! use uiconform_driver::serde_json::value::RawValue;
//!
//! struct Mine;
//!
//! impl agentue::AgentUe for Mine {
//!     type Event = String; // your own parsed event
//!     type Model = Option<String>; // your own model
//!     type Streams = ();
//!
//!     fn implementation(&self) -> Implementation {
//!         Implementation::new("my-reducer", "0.1.0")
//!     }
//!     fn parse(&mut self, text: &str) -> Result<String, String> {
//!         Ok(text.to_owned()) // refuse here what is not a JSON event
//!     }
//!     fn load(&mut self, model: Option<&RawValue>, _seq: u64) -> Result<Self::Model, String> {
//!         Ok(model.map(|model| model.get().to_owned()))
//!     }
//!     fn apply(&mut self, _model: &mut Self::Model, _event: &String) -> Result<(), String> {
//!         Err("call your reducer here".to_owned())
//!     }
//!     fn snapshot(&mut self, model: &Self::Model) -> String {
//!         model.clone().unwrap_or_else(|| "null".to_owned())
//!     }
//! }
//!
//! fn main() -> std::io::Result<()> {
//!     uiconform_driver::serve(&mut agentue::Driver::new(Mine))
//! }
//! ```
//!
//! JSON crosses this boundary as text ([`RawValue`](serde_json::value::RawValue)), so that no number, string or member
//! is reinterpreted before your implementation sees it.

#![forbid(unsafe_code)]

pub mod ag_ui;
pub mod agent_ui;
pub mod agentue;
mod message;
mod serve;
mod several;
mod text;

pub use message::{
    Failure, Implementation, InitializeParams, InitializeResult, Limits, PROTOCOL_VERSION,
};
pub use serde_json;
pub use serve::{Service, answer_line, serve};
pub use several::Several;
