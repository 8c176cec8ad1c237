//! agent-ui@1: a frontend that validates the envelopes of an agent, renders what is allowed, and keeps what it did.
//!
//! What the frontend is able to render is a [`Program`]; what it may render is the [`Registry`]; and the screen is a [`Renderer`],
//! which is called for what is allowed and for nothing else. Sections are the headings of the text: *SSE Event* (2), *Envelope
//! Types* (3), *Registry* (4), *State Persistence* (5).
//!
//! ```
//! use uiconform_json::parse;
//! use uiconform_protocols::agent_ui::{Became, Call, Entry, Frontend, Program, Reference, Registry, Renderer, Report};
//!
//! struct Screen(Vec<String>);
//!
//! impl Renderer for Screen {
//!     fn render(&mut self, call: &Call) -> Report {
//!         self.0.push(call.value.to_text());
//!         Report::Done
//!     }
//! }
//!
//! let program = Program {
//!     components: vec![Entry { name: "panel".into(), fits: |_| Ok(()) }],
//!     ..Program::default()
//! };
//! let mut frontend = Frontend::new(&program);
//! frontend.set_registry(&mut Reference, Registry::read(&parse(r#"{"components":["panel"],"actions":[],"grammars":[]}"#)?));
//! let mut screen = Screen(Vec::new());
//! let data = parse(r#"{"session_id":"s","envelope_id":"e1","created_at":1710000000000,"envelope":{
//!     "kind":"registered_component","schemaVersion":"agent-ui@1","component":"panel","surface":"canvas","props":[1]}}"#)?;
//! frontend.events(&mut Reference, &mut screen, vec![("ui_envelope".to_owned(), data)]);
//!
//! let told = frontend.take_told();
//! assert_eq!(told.outcomes[0].became, Became::Rendered);
//! assert_eq!(screen.0, ["[1]"]);
//! assert_eq!(frontend.records()[0].status, uiconform_protocols::agent_ui::Status::Rendered);
//! # Ok::<(), uiconform_json::ParseError>(())
//! ```
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | what is shown of a component or a chart that is not rendered, or of an unknown kind | nothing: only map actions are said to fall back |
//! | a map action that is not listed | its fallback text, if it has one |
//! | a renderer that throws | an error with its message |
//! | the registry is not loaded | nothing is rendered, charts included, nor later |
//! | a chart while the registry lists no grammar | not rendered: the registry tells what is allowed |
//! | an identifier that comes again | judged as any other; the record is the one of the last |
//! | another session than the one that is shown | shown as any other |
//! | `created_at` of any kind of number, empty identifiers | taken |
//! | two members of one name anywhere in the data | the event is not read: readers differ in what it means |
//! | the last event of a stream without its empty line, bytes that are not UTF-8 | dropped, replaced: as the SSE standard has it |
//! | a rejected envelope | not recorded: there is no status for it |
//! | a record that is shown again | the text or the error of before; what was rendered or pending is judged anew and rendered |
//! | a map action that is shown again | not performed again: it is an act, not a view |
//! | the status of a record after it is shown again | as before, unless it was pending or its renderer throws |

mod envelope;
mod event;
mod frontend;
mod program;
mod record;
mod refusal;
mod registry;
mod steps;
mod validate;

pub use envelope::{Became, Call, Kind, SURFACES};
pub use event::{Arrival, Message};
pub use frontend::{Frontend, Outcome, Told};
pub use program::{Entry, Program, Renderer, Report};
pub use record::{Record, Status};
pub use refusal::Refusal;
pub use registry::Registry;
pub use steps::{Again, Reference, Steps};
