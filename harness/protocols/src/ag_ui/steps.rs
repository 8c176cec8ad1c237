//! The steps of which a client consists, each of them replaceable.
//!
//! The defaults are the protocol. A deliberately wrong variant replaces one step and may keep state of its own, which is why each takes
//! `&mut self`; it gets the right behaviour of any step from [`Reference`]. A step that refuses has changed nothing.

mod apply;
mod order;
mod patch;
mod read;

pub use apply::ApplySteps;
pub use order::OrderSteps;
pub use patch::PatchSteps;
pub use read::ReadSteps;

/// All steps of a client.
pub trait Steps: ReadSteps + OrderSteps + PatchSteps + ApplySteps {}

impl<S: ReadSteps + OrderSteps + PatchSteps + ApplySteps> Steps for S {}

/// The steps as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

impl ReadSteps for Reference {}
impl OrderSteps for Reference {}
impl PatchSteps for Reference {}
impl ApplySteps for Reference {}
