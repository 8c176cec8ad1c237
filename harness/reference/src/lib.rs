//! The reference and its deliberately wrong variants behind the driver protocol.

#![forbid(unsafe_code)]

mod agentue;
#[cfg(feature = "faults")]
mod fault;
#[cfg(feature = "faults")]
mod faults;
mod floors;

pub use agentue::ReferenceDriver;
#[cfg(feature = "faults")]
pub use fault::{Fault, agentue_faults, find};
pub use floors::{Floor, floors};

use uiconform_driver::Service;
use uiconform_driver::agentue::Driver;

/// The reference of every suite, to be served or called.
pub fn reference() -> Box<dyn Service + Send> {
    Box::new(Driver::new(ReferenceDriver::default()))
}
