//! What every consumer of AgentUE has to take, whatever limits it declares.

use uiconform_driver::Limits;

/// The lowest limits that are believed. Section 8 lets consumers limit what they take, as suits the application: that is about
/// large input. A limit below the models and events that the rest of the text speaks of would excuse an implementation that
/// takes nothing. So this lies above every event that a required case wants accepted, and below those of the cases that ask
/// for 64 levels and more, or for texts of a size that streams are split for.
pub(crate) const LEAST_LIMITS: Limits = Limits {
    depth: Some(32),
    bytes: Some(64 * 1024),
};
