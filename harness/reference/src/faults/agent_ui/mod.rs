//! The faults of agent-ui@1, by area of the text. Each is one step of the reference frontend done wrongly.

mod actions;
mod charts;
mod components;
mod envelopes;
mod events;
mod failures;
mod names;
mod records;
mod registry;
mod reloads;
mod sse;
mod streams;
mod surfaces;
mod texts;
mod tools;
mod trust;
mod versions;

use uiconform_driver::Service;
use uiconform_driver::agent_ui::Driver;
use uiconform_protocols::agent_ui::Steps;

use crate::ReferenceFrontend;
use crate::fault::Fault;

/// Faults in what becomes of an envelope, wherever it comes from.
const ANY: &[&str] = &["frontend", "records", "sse"];
/// Faults that only events show whose data was read already.
const FRONTEND: &[&str] = &["frontend"];
/// Faults that only the order of events shows, and of their records.
const ORDER: &[&str] = &["frontend", "records"];
/// Faults in what is persisted.
const RECORDS: &[&str] = &["records"];
/// Faults in the reading of streams.
const SSE: &[&str] = &["sse"];

/// Every area.
pub(crate) const ALL: &[&[Fault]] = &[
    events::FAULTS,
    streams::FAULTS,
    texts::FAULTS,
    envelopes::FAULTS,
    versions::FAULTS,
    names::FAULTS,
    surfaces::FAULTS,
    components::FAULTS,
    charts::FAULTS,
    actions::FAULTS,
    registry::FAULTS,
    trust::FAULTS,
    failures::FAULTS,
    records::FAULTS,
    reloads::FAULTS,
];

/// A driver of a frontend by these steps.
fn serve(name: &'static str, steps: Box<dyn Steps + Send>) -> Box<dyn Service + Send> {
    Box::new(Driver::new(ReferenceFrontend::by(steps, name)))
}

/// The faults of an area; see the macro of the same name one module up.
macro_rules! faults {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::agent_ui::Steps, over [] => super::serve;
            $($fault)*
        }
    };
}
use faults;
