//! The rules of delivery order, which live here once: findings on a stream of events.
//!
//! A [`Checker`] is told of one event after another and says of each what is wrong with it. Three users share it:
//!
//! - a consumer that enforces order ([`Deliveries`]) refuses the events that it objects to;
//! - a check of a recorded stream ([`Recorded`]) wants all findings, with their levels, and goes on after each;
//! - a judge of what an emitter sent ([`check_delivery`]) or of a resumed stream ([`check_resumed`]) has rules that are stricter in
//!   places.
//!
//! What differs between them is which rules are in force, a [`DeliverySteps`], and from which [`Tolerance`] on an event is not
//! applied.
//!
//! ```
//! use uiconform_checker::{Checker, Tolerance};
//! use uiconform_protocols::agentue::{Event, Reference};
//!
//! let mut checker = Checker::new(Tolerance::Recommended);
//! let mut findings = Vec::new();
//! for text in [
//!     r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}}"#,
//!     r#"{"op":"set","seq":1,"block":{"id":"a","type":"text"}}"#,
//! ] {
//!     findings.extend(checker.event(&mut Reference, &Event::parse(text)?));
//! }
//! findings.extend(checker.finish(&mut Reference));
//! let rules: Vec<&str> = findings.iter().map(|finding| finding.objection.rule).collect();
//! assert_eq!(rules, ["AUE-4.1-12", "AUE-5-03"]);
//! # Ok::<(), uiconform_protocols::agentue::Rejection>(())
//! ```
//!
//! # Order and content
//!
//! Order is judged first. An event in its place is then reduced, by a router beside the order, and what reducing refuses moves
//! nothing: neither a model nor the latest `seq`. An event out of its place is not reduced: a consumer would not look at it.
//!
//! A check of a recording looks for faults, and each is to be told once. There a refused event [counts](DeliverySteps::remembers)
//! for what follows: its position is taken, and after a `start` that was refused events are judged by the model that was meant, as
//! far as that is known.
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | an `end` that repeats the latest `seq` | an informative finding |
//! | a `start` with a `seq` below the latest | an informative finding; the latest is its own from there on |
//! | `set` or `append` after `error` | an informative finding: the failure may be recoverable (3.2) |
//! | a `ping` or an `end` that is accepted | does not move the latest `seq`: it covers no state |
//! | a `ping` with another `seq` than the latest | a recommended finding, below or above |
//! | an event that is refused as the first of its stream | there is no such delivery, so none that lacks its `end` |
//!
//! # Envelopes
//!
//! [`RecordedEnvelopes`] says what is wrong with a recorded stream of agent-ui@1. It has no order: each event is judged by itself.
//!
//! # Runs
//!
//! [`RecordedRuns`] says what is wrong with a recorded stream of AG-UI. Its order is that of the reference client, which judges
//! each event and goes on as a client does.

#![forbid(unsafe_code)]

mod checker;
mod deliveries;
mod emission;
mod envelopes;
mod finding;
mod latitude;
mod lenient;
mod lost;
mod meant;
mod offences;
mod order;
mod recorded;
mod resumed;
mod runs;
mod steps;

pub use checker::{Checker, Tolerance};
pub use deliveries::Deliveries;
pub use emission::{Expected, check_delivery};
pub use envelopes::{EnvelopeStatistics, RecordedEnvelopes};
pub use finding::{Finding, Mark, Objection};
pub use latitude::{apply_leniently, offences};
pub use order::{Place, State, Timeline};
pub use recorded::{Final, Hygiene, Recorded, Statistics};
pub use resumed::check_resumed;
pub use runs::{RecordedRun, RecordedRuns, RecordedThread, RunEnd, RunStatistics};
pub use steps::{DeliverySteps, Judged};
// Every objection carries one.
pub use uiconform_catalogue::Level;
