//! What a fault is, and how one is found.

use std::fmt;

use uiconform_driver::Service;

use crate::faults;

/// A deliberately wrong variant of the reference, of the kind that real implementations are.
///
/// The suite is trusted as far as it catches these: each breaks as little as possible, so that the cases that catch it are
/// those of the requirements that it aims at.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Its name: lower-case words joined by `-`, stable for ever.
    pub name: &'static str,
    /// What it does wrong, in one sentence.
    pub about: &'static str,
    /// The profiles whose cases can meet it; a router contains a reducer.
    pub profiles: &'static [&'static str],
    /// Identifiers of the requirements that it breaks.
    pub aims: &'static [&'static str],
    /// Makes a driver that has it.
    pub make: fn() -> Box<dyn Service + Send>,
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault")
            .field("name", &self.name)
            .field("aims", &self.aims)
            .finish_non_exhaustive()
    }
}

/// The faults of AgentUE, by area of the text.
pub fn agentue_faults() -> Vec<Fault> {
    faults::ALL
        .iter()
        .flat_map(|area| area.iter().copied())
        .collect()
}

/// The faults of AG-UI, by area of the text.
pub fn ag_ui_faults() -> Vec<Fault> {
    faults::ag_ui::ALL
        .iter()
        .flat_map(|area| area.iter().copied())
        .collect()
}

/// The fault of that name.
pub fn find(name: &str) -> Option<Fault> {
    faults::ALL
        .iter()
        .chain(faults::ag_ui::ALL)
        .flat_map(|area| area.iter())
        .find(|fault| fault.name == name)
        .copied()
}
