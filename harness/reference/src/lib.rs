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
pub use agent_ui::{ReferenceFrontend, program as agent_ui_program};
pub use agentue::ReferenceDriver;
#[cfg(feature = "faults")]
pub use fault::{Fault, ag_ui_faults, agentue_faults, all_faults, faults_of, find};
pub use floors::{Floor, floors};

use uiconform_driver::{Service, Several, agent_ui as agent_ui_driver, agentue as agentue_driver};
use uiconform_protocols::ag_ui::Policy;

/// The name of the reference in reports.
const NAME: &str = "uiconform-reference";

/// The reference of AG-UI by that policy, to be served or called.
pub fn ag_ui_reference(policy: Policy) -> Box<dyn Service + Send> {
    Box::new(uiconform_driver::ag_ui::Driver::new(AgUiReference::new(
        policy,
    )))
}

/// The reference of every suite, to be served or called.
pub fn reference() -> Box<dyn Service + Send> {
    let others: [Box<dyn Service + Send>; 1] = [Box::new(agent_ui_driver::Driver::new(
        ReferenceFrontend::default(),
    ))];
    Box::new(Several::new(
        Box::new(agentue_driver::Driver::new(ReferenceDriver::default())),
        others,
    ))
}
