//! The catalogue of faults of AG-UI clients, by area of the text.

mod activities;
mod activities_told;
mod chunks;
mod ends;
mod ends_read;
mod events;
mod failed_patches;
mod interrupts;
mod kinds;
mod messages;
mod metadata;
mod order;
mod order_told;
mod patches;
mod patches_lists;
mod patches_paths;
mod reasoning;
mod sse;
mod state;
mod state_patched;
mod streams;
mod subagents;
mod tools;
mod updates;
mod updates_calls;
mod updates_text;
mod v1;
mod violations;

use uiconform_driver::Service;
use uiconform_driver::ag_ui::Driver;
use uiconform_protocols::ag_ui::{Policy, Steps};

use crate::AgUiReference;
use crate::fault::Fault;

/// Faults that a case of any profile can meet: each case of each profile shows how runs end and what stands after them. These clients
/// are by the seed text, so that `v1` is not theirs.
const ANY: &[&str] = &[
    "common",
    "updates",
    "seed",
    "typed-state",
    "verify-off",
    "subagents",
    "interrupts",
    "activity",
    "reasoning",
    "sse",
    "error-kinds",
];
/// The same of clients by protocol 1.0.
const ANY_V1: &[&str] = &[
    "common",
    "updates",
    "v1",
    "typed-state",
    "verify-off",
    "subagents",
    "interrupts",
    "activity",
    "reasoning",
    "sse",
    "error-kinds",
];
/// Faults in updates of which several profiles have lists.
const TOLD: &[&str] = &[
    "updates",
    "typed-state",
    "subagents",
    "interrupts",
    "activity",
    "reasoning",
    "error-kinds",
];
/// Faults in patches: of the state, typed or not, and of activities.
const PATCHED: &[&str] = &[
    "common",
    "updates",
    "typed-state",
    "activity",
    "error-kinds",
];
/// Faults in reasoning that show wherever there is some: subagents think, too, and the order of it is checked.
const THOUGHTS: &[&str] = &["reasoning", "subagents", "seed"];
/// Faults in the lifecycle of subagents, of which the order is checked, too.
const LIFECYCLE: &[&str] = &["subagents", "seed"];
/// Faults in runs that wait, with which subagents are suspended.
const PAUSED: &[&str] = &["interrupts", "subagents"];
/// Faults in the updates.
const UPDATES: &[&str] = &["updates"];
/// Faults that only what stands after a run shows.
const COMMON: &[&str] = &["common"];
/// Faults against the seed text.
const SEED: &[&str] = &["seed"];
/// Faults against protocol 1.0.
const V1: &[&str] = &["v1"];
/// Faults in typed states.
const TYPED: &[&str] = &["typed-state"];
/// Faults of clients that do not verify.
const UNVERIFIED: &[&str] = &["verify-off"];
/// Faults in what becomes of subagents.
const SUBAGENTS: &[&str] = &["subagents"];
/// Faults in what runs wait for.
const INTERRUPTS: &[&str] = &["interrupts"];
/// Faults in activities.
const ACTIVITY: &[&str] = &["activity"];
/// Faults in reasoning.
const REASONING: &[&str] = &["reasoning"];
/// Faults in how bytes are read.
const SSE: &[&str] = &["sse"];
/// Faults in the kinds of errors.
const KINDS: &[&str] = &["error-kinds"];

/// Every area of the catalogue.
pub(crate) const ALL: &[&[Fault]] = &[
    updates::FAULTS,
    updates_text::FAULTS,
    updates_calls::FAULTS,
    updates::ALIASES,
    ends::FAULTS,
    ends_read::FAULTS,
    messages::FAULTS,
    streams::FAULTS,
    tools::FAULTS,
    state::FAULTS,
    state_patched::FAULTS,
    patches::FAULTS,
    patches_paths::FAULTS,
    patches_lists::FAULTS,
    failed_patches::FAULTS,
    reasoning::FAULTS,
    activities::FAULTS,
    activities_told::FAULTS,
    interrupts::FAULTS,
    subagents::FAULTS,
    metadata::FAULTS,
    chunks::FAULTS,
    order::FAULTS,
    order_told::FAULTS,
    violations::FAULTS,
    events::FAULTS,
    kinds::FAULTS,
    sse::FAULTS,
    v1::FAULTS,
];

/// A client by the seed text that does these steps.
fn client(name: &'static str, steps: Box<dyn Steps + Send>) -> Box<dyn Service + Send> {
    Box::new(Driver::new(AgUiReference::faulty(
        name,
        Policy::Seed,
        steps,
    )))
}

/// A client by protocol 1.0 that does these steps.
fn client_v1(name: &'static str, steps: Box<dyn Steps + Send>) -> Box<dyn Service + Send> {
    Box::new(Driver::new(AgUiReference::faulty(name, Policy::V1, steps)))
}

/// Faults of one trait of steps, the others as they are; see [`faults`](crate::faults::faults).
macro_rules! of_apply {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::ApplySteps, over [
                uiconform_protocols::ag_ui::ReadSteps,
                uiconform_protocols::ag_ui::OrderSteps,
                uiconform_protocols::ag_ui::PatchSteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_apply;

macro_rules! of_read {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::ReadSteps, over [
                uiconform_protocols::ag_ui::ApplySteps,
                uiconform_protocols::ag_ui::OrderSteps,
                uiconform_protocols::ag_ui::PatchSteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_read;

macro_rules! of_patch {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::PatchSteps, over [
                uiconform_protocols::ag_ui::ApplySteps,
                uiconform_protocols::ag_ui::OrderSteps,
                uiconform_protocols::ag_ui::ReadSteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_patch;

macro_rules! of_order {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::OrderSteps, over [
                uiconform_protocols::ag_ui::ApplySteps,
                uiconform_protocols::ag_ui::PatchSteps,
                uiconform_protocols::ag_ui::ReadSteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_order;

/// Faults of two traits of steps: the order and applying.
macro_rules! of_order_and_apply {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::OrderSteps, and uiconform_protocols::ag_ui::ApplySteps, over [
                uiconform_protocols::ag_ui::ReadSteps,
                uiconform_protocols::ag_ui::PatchSteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_order_and_apply;

/// Faults of two traits of steps: reading and patching.
macro_rules! of_read_and_patch {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::ReadSteps, and uiconform_protocols::ag_ui::PatchSteps, over [
                uiconform_protocols::ag_ui::OrderSteps,
                uiconform_protocols::ag_ui::ApplySteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_read_and_patch;

/// Faults of two traits of steps: reading and applying.
macro_rules! of_read_and_apply {
    ($($fault:tt)*) => {
        crate::faults::faults! {
            impl uiconform_protocols::ag_ui::ReadSteps, and uiconform_protocols::ag_ui::ApplySteps, over [
                uiconform_protocols::ag_ui::OrderSteps,
                uiconform_protocols::ag_ui::PatchSteps
            ] => super::client;
            $($fault)*
        }
    };
}
use of_read_and_apply;
