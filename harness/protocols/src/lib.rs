//! Reference implementations of the protocols: pure, without input or output.
//!
//! Each module holds one protocol. What a rule of it does is a step of a trait, so that a deliberately wrong variant
//! replaces one step and the reference itself knows nothing of errors.

#![forbid(unsafe_code)]

pub mod ag_ui;
pub mod agent_ui;
pub mod agentue;
