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

/// The suites that have faults, with the areas of each.
const BY_SUITE: &[(&str, &[&[Fault]])] = &[
    ("agentue-1.1", faults::ALL),
    ("agent-ui-1", faults::agent_ui::ALL),
    ("ag-ui", faults::ag_ui::ALL),
];

/// The faults of a suite, by area of its text; none if it has none.
pub fn faults_of(suite: &str) -> Vec<Fault> {
    let of_suite = BY_SUITE.iter().filter(|(name, _)| *name == suite);
    let areas = of_suite.flat_map(|(_, areas)| areas.iter());
    areas.flat_map(|area| area.iter().copied()).collect()
}

/// The faults of AgentUE, by area of the text.
pub fn agentue_faults() -> Vec<Fault> {
    faults_of("agentue-1.1")
}

/// The faults of all suites.
pub fn all_faults() -> Vec<Fault> {
    let suites = BY_SUITE.iter().map(|(suite, _)| *suite);
    suites.flat_map(faults_of).collect()
}

/// The fault of that name.
pub fn find(name: &str) -> Option<Fault> {
    all_faults().into_iter().find(|fault| fault.name == name)
}
