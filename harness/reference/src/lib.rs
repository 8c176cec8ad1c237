//! The reference and its deliberately wrong variants behind the driver protocol.

#![forbid(unsafe_code)]

mod ag_ui;
mod agentue;
#[cfg(feature = "faults")]
mod fault;
#[cfg(feature = "faults")]
mod faults;
mod floors;

pub use ag_ui::AgUiReference;
pub use agentue::ReferenceDriver;
#[cfg(feature = "faults")]
pub use fault::{Fault, ag_ui_faults, agentue_faults, find};
pub use floors::{Floor, floors};

use uiconform_driver::Service;
use uiconform_driver::agentue::Driver;
use uiconform_protocols::ag_ui::Policy;

/// The reference of AG-UI by that policy, to be served or called.
pub fn ag_ui_reference(policy: Policy) -> Box<dyn Service + Send> {
    Box::new(uiconform_driver::ag_ui::Driver::new(AgUiReference::new(
        policy,
    )))
}

/// The reference of every suite, to be served or called.
pub fn reference() -> Box<dyn Service + Send> {
    Box::new(Driver::new(ReferenceDriver::default()))
}
