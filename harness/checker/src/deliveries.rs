//! The consumer that enforces the order of deliveries (sections 4.1, 5 and 6).

use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Event, Rejection};

use crate::{Checker, DeliverySteps, Tolerance};

/// The streams of a consumer that refuses what is out of its place, and what cannot be reduced.
///
/// It refuses what the text recommends to refuse too; what the text leaves open it accepts.
#[derive(Clone, Debug)]
pub struct Deliveries {
    checker: Checker,
}

impl Default for Deliveries {
    fn default() -> Self {
        Self::new()
    }
}

impl Deliveries {
    /// A consumer that has received nothing.
    pub fn new() -> Self {
        Self {
            checker: Checker::new(Tolerance::Informative),
        }
    }

    /// Takes one event.
    ///
    /// # Errors
    ///
    /// If the event is out of its place or cannot be reduced; it then leaves no trace.
    pub fn apply<S: DeliverySteps + ?Sized>(
        &mut self,
        steps: &mut S,
        event: &Event,
    ) -> Result<(), Rejection> {
        let findings = self.checker.event(steps, event);
        findings
            .iter()
            .map(|finding| &finding.objection)
            .find(|objection| !self.checker.allows(objection))
            .map_or(Ok(()), |objection| Err(objection.rejection()))
    }

    /// The streams whose latest delivery has ended, each once.
    pub fn complete<S: DeliverySteps + ?Sized>(&self, steps: &mut S) -> Vec<JsonString> {
        self.checker.complete(steps)
    }
}

#[cfg(test)]
pub(crate) mod tests;
