//! Several suites behind one driver.

use serde_json::value::RawValue;

use crate::{Failure, InitializeResult, Service};

/// Services for different suites as one: a method goes to the first that has it, and the first says who is under test.
pub struct Several {
    first: Box<dyn Service + Send>,
    others: Vec<Box<dyn Service + Send>>,
}

impl Several {
    /// Puts services together.
    pub fn new(
        first: Box<dyn Service + Send>,
        others: impl IntoIterator<Item = Box<dyn Service + Send>>,
    ) -> Self {
        Self {
            first,
            others: others.into_iter().collect(),
        }
    }
}

impl Service for Several {
    fn initialize(&mut self) -> InitializeResult {
        let mut result = self.first.initialize();
        for other in &mut self.others {
            let other = other.initialize();
            result.profiles.extend(other.profiles);
            result.choices.extend(other.choices);
            for feature in other.features {
                if !result.features.contains(&feature) {
                    result.features.push(feature);
                }
            }
        }
        result
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        let mut outcome = self.first.call(method, params);
        for other in &mut self.others {
            if outcome == Err(Failure::UnknownMethod) {
                outcome = other.call(method, params);
            }
        }
        outcome
    }
}
