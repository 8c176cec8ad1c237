//! The reference and its deliberately wrong variants behind the driver protocol.

#![forbid(unsafe_code)]

mod ag_ui;
mod agent_ui;
mod agentue;
#[cfg(feature = "faults")]
mod fault;
#[cfg(feature = "faults")]
mod faults;
mod floors;

pub use ag_ui::AgUiReference;
pub use agent_ui::ReferenceFrontend;
pub use agentue::ReferenceDriver;
#[cfg(feature = "faults")]
pub use fault::{Fault, agentue_faults, all_faults, faults_of, find};
pub use floors::{Floor, floors};

use uiconform_driver::{
    Service, Several, ag_ui as ag_ui_driver, agent_ui as agent_ui_driver, agentue as agentue_driver,
};
use uiconform_protocols::ag_ui::Policy;

/// The name of the reference in reports.
const NAME: &str = "uiconform-reference";

/// The reference of every suite, to be served or called. Of the two policies of AG-UI it has that of the text that the suite is
/// named after.
pub fn reference() -> Box<dyn Service + Send> {
    reference_by(Policy::Seed)
}

/// The same by the policy of AG-UI's protocol 1.0.
pub fn reference_v1() -> Box<dyn Service + Send> {
    reference_by(Policy::V1)
}

/// What makes the references that together offer every profile of every suite.
pub const REFERENCES: [fn() -> Box<dyn Service + Send>; 2] = [reference, reference_v1];

fn reference_by(policy: Policy) -> Box<dyn Service + Send> {
    let others: [Box<dyn Service + Send>; 2] = [
        Box::new(agent_ui_driver::Driver::new(ReferenceFrontend::default())),
        Box::new(ag_ui_driver::Driver::new(AgUiReference::new(policy))),
    ];
    Box::new(Several::new(
        Box::new(agentue_driver::Driver::new(ReferenceDriver::default())),
        others,
    ))
}
