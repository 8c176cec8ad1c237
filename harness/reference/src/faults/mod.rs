//! The catalogue of faults, by area of the text.
//!
//! Most are one step of the reference done wrongly. Where the error lies outside the steps (payloads that the model shares with
//! the event, state between requests, answers given out and changed later) it stands around the driver.

pub(crate) mod ag_ui;
pub(crate) mod agent_ui;
mod answers;
mod append;
mod blocks;
mod control;
mod cuts;
mod deliveries;
mod delivery_positions;
mod delivery_streams;
mod emitted;
mod emitted_values;
mod envelope;
mod errors;
mod exact;
mod fields;
mod frame_blocks;
mod frame_data;
mod frame_groups;
mod host;
mod host_events;
mod host_loads;
mod host_memory;
mod insert;
mod kinds;
mod limits;
mod marks;
mod masks;
mod members;
mod metadata;
mod model;
mod references;
mod refused;
mod repeats;
mod requests;
mod reserved;
mod resolutions;
mod resolver;
mod resumed;
mod seq;
mod set;
mod split;
mod start;
mod stream_names;
mod streams;
mod targets;
mod tools;
mod values;

use crate::agentue::{Delivering, Emitting, Hosting, Optional, Resolving, Resuming, Splitting};
use crate::fault::Fault;

/// Faults in what a reducer does; they show in a router too.
const REDUCER: &[&str] = &["reducer", "router"];
/// Faults that only several streams show.
const ROUTER: &[&str] = &["router"];
/// Faults in what only the reducer's requests ask for.
const REDUCER_ALONE: &[&str] = &["reducer"];
/// Faults in the order of deliveries.
const DELIVERY: &[&str] = &["delivery"];
/// Faults in frames.
const FRAMING: &[&str] = &["framing"];
/// Faults in what becomes of loaded contents.
const RESOLVER: &[&str] = &["resolver"];
/// Faults in how events and loads come together.
const HOST: &[&str] = &["host"];
/// Faults in resumed deliveries.
const RESUME: &[&str] = &["resume"];
/// Faults in what is emitted.
const EMITTER: &[&str] = &["emitter"];

/// Every area of the catalogue.
pub(crate) const ALL: &[&[Fault]] = &[
    envelope::FAULTS,
    seq::FAULTS,
    members::FAULTS,
    model::FAULTS,
    metadata::FAULTS,
    blocks::FAULTS,
    kinds::FAULTS,
    references::FAULTS,
    reserved::FAULTS,
    streams::FAULTS,
    stream_names::FAULTS,
    start::FAULTS,
    set::FAULTS,
    fields::FAULTS,
    masks::FAULTS,
    exact::FAULTS,
    append::FAULTS,
    repeats::FAULTS,
    targets::FAULTS,
    insert::FAULTS,
    errors::FAULTS,
    refused::FAULTS,
    control::FAULTS,
    requests::FAULTS,
    answers::FAULTS,
    values::FAULTS,
    marks::FAULTS,
    limits::FAULTS,
    cuts::FAULTS,
    deliveries::FAULTS,
    delivery_positions::FAULTS,
    delivery_streams::FAULTS,
    resumed::FAULTS,
    emitted::FAULTS,
    emitted_values::FAULTS,
    frame_groups::FAULTS,
    frame_data::FAULTS,
    frame_blocks::FAULTS,
    split::FAULTS,
    resolver::FAULTS,
    resolutions::FAULTS,
    host::FAULTS,
    host_loads::FAULTS,
    host_events::FAULTS,
    host_memory::FAULTS,
];

/// The faults of an area, each a type that does some steps wrongly:
///
/// ```text
/// "name" aims ["AUE-…"] in PROFILES { field: Type } "What it does wrong." => { fn step(&mut self, …) … }
/// ```
///
/// The fields, for what a fault remembers, may be left out. The steps are those of the reducer, or of the trait that is named
/// first, with those that it builds on and the function that makes a driver of them: `faults! { impl HostSteps, over [Steps, ResolveSteps] => hosting; … }`.
/// A fault of two traits has its steps in two blocks: `faults! { impl Steps, and HostSteps, over [ResolveSteps] => hosting; … => { … } and { … } }`.
macro_rules! faults {
    (impl $first:path, and $second:path, over $below:tt => $make:path; $(
        $name:literal aims [$($aim:literal),+ $(,)?] in $profiles:ident $({ $($field:ident: $kind:ty),+ $(,)? })?
        $about:literal => { $($steps:tt)* } and { $($others:tt)* }
    )*) => {
        pub(super) const FAULTS: &[crate::fault::Fault] = &[$({
            #[derive(Default)]
            struct Variant { $($($field: $kind),+)? }

            impl $first for Variant { $($steps)* }
            impl $second for Variant { $($others)* }
            crate::faults::as_they_are!($below Variant);

            crate::fault::Fault {
                name: $name,
                about: $about,
                profiles: $profiles,
                aims: &[$($aim),+],
                make: || $make($name, Box::new(Variant::default())),
            }
        }),*];
    };
    (impl $first:path, over $below:tt => $make:path; $(
        $name:literal aims [$($aim:literal),+ $(,)?] in $profiles:ident $({ $($field:ident: $kind:ty),+ $(,)? })?
        $about:literal => { $($steps:tt)* }
    )*) => {
        pub(super) const FAULTS: &[crate::fault::Fault] = &[$({
            #[derive(Default)]
            struct Variant { $($($field: $kind),+)? }

            impl $first for Variant { $($steps)* }
            crate::faults::as_they_are!($below Variant);

            crate::fault::Fault {
                name: $name,
                about: $about,
                profiles: $profiles,
                aims: &[$($aim),+],
                make: || $make($name, Box::new(Variant::default())),
            }
        }),*];
    };
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::agentue::Steps, over [] => crate::faults::serve;
            $($fault)*
        }
    };
}
use faults;

/// The steps of other traits, without a fault.
macro_rules! as_they_are {
    ([$($below:path),*] $variant:ident) => {
        $(impl $below for $variant {})*
    };
}
use as_they_are;

/// A driver that reduces and routes by these steps.
fn serve(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::Steps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    Box::new(uiconform_driver::agentue::Driver::new(
        crate::ReferenceDriver::faulty(name, steps),
    ))
}

/// A driver of which one optional profile is of these steps.
fn optional(
    name: &'static str,
    change: impl FnOnce(&mut Optional),
) -> Box<dyn uiconform_driver::Service + Send> {
    let mut optional = Optional::default();
    change(&mut optional);
    Box::new(uiconform_driver::agentue::Driver::new(
        crate::ReferenceDriver::faulty_at(name, optional),
    ))
}

/// A driver that enforces order by these steps.
fn delivering(
    name: &'static str,
    steps: Box<dyn uiconform_checker::DeliverySteps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    optional(name, |optional| optional.delivery = Delivering::by(steps))
}

/// A driver that splits blocks and joins frames by these steps.
fn framing(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::frames::FrameSteps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    optional(name, |optional| optional.framing = Splitting(steps))
}

/// A driver that resolves references by these steps.
fn resolving(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::resolver::ResolveSteps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    optional(name, |optional| optional.resolver = Resolving(steps))
}

/// A driver that takes events and loaded contents by these steps.
fn hosting(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::host::HostSteps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    optional(name, |optional| optional.host = Hosting::by(steps))
}

/// A driver that resumes logs by these steps.
fn resuming(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::resume::ResumeSteps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    optional(name, |optional| optional.resume = Resuming(steps))
}

/// A driver that emits by these steps.
fn emitting(
    name: &'static str,
    steps: Box<dyn uiconform_protocols::agentue::emitter::EmitSteps + Send>,
) -> Box<dyn uiconform_driver::Service + Send> {
    optional(name, |optional| optional.emitter = Emitting::by(steps))
}
