//! The catalogue of faults, by area of the text.
//!
//! Most are one step of the reference done wrongly. Where the error lies outside the steps (payloads that the model shares with
//! the event, state between requests, answers given out and changed later) it stands around the driver.

mod answers;
mod append;
mod blocks;
mod control;
mod envelope;
mod errors;
mod fields;
mod insert;
mod kinds;
mod limits;
mod masks;
mod members;
mod model;
mod references;
mod requests;
mod set;
mod start;
mod stream_names;
mod streams;
mod targets;
mod tools;
mod values;

use crate::fault::Fault;

/// Faults in what a reducer does; they show in a router too.
const REDUCER: &[&str] = &["reducer", "router"];
/// Faults that only several streams show.
const ROUTER: &[&str] = &["router"];
/// Faults in what only the reducer's requests ask for.
const REDUCER_ALONE: &[&str] = &["reducer"];

/// Every area of the catalogue.
pub(crate) const ALL: &[&[Fault]] = &[
    envelope::FAULTS,
    members::FAULTS,
    model::FAULTS,
    blocks::FAULTS,
    kinds::FAULTS,
    references::FAULTS,
    streams::FAULTS,
    stream_names::FAULTS,
    start::FAULTS,
    set::FAULTS,
    fields::FAULTS,
    masks::FAULTS,
    append::FAULTS,
    targets::FAULTS,
    insert::FAULTS,
    errors::FAULTS,
    control::FAULTS,
    requests::FAULTS,
    answers::FAULTS,
    values::FAULTS,
    limits::FAULTS,
];

/// The faults of an area, each a type that does some steps wrongly:
///
/// ```text
/// "name" aims ["AUE-…"] in PROFILES { field: Type } "What it does wrong." => { fn step(&mut self, …) … }
/// ```
///
/// The fields, for what a fault remembers, may be left out.
macro_rules! faults {
    ($(
        $name:literal aims [$($aim:literal),+ $(,)?] in $profiles:ident $({ $($field:ident: $kind:ty),+ $(,)? })?
        $about:literal => { $($steps:tt)* }
    )*) => {
        pub(super) const FAULTS: &[crate::fault::Fault] = &[$({
            #[derive(Default)]
            struct Variant { $($($field: $kind),+)? }

            impl uiconform_protocols::agentue::Steps for Variant { $($steps)* }

            crate::fault::Fault {
                name: $name,
                about: $about,
                profiles: $profiles,
                aims: &[$($aim),+],
                make: || crate::faults::serve($name, Box::new(Variant::default())),
            }
        }),*];
    };
}
use faults;

/// A driver that reduces and routes by these steps.
fn serve(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::Steps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    Box::new(uiconform_driver::agentue::Driver::new(
        crate::ReferenceDriver::faulty(name, steps),
    ))
}
