//! Cases as they are put to a driver that offers no more than it does.

use uiconform_catalogue::{Exercise, Fit, Offer};

/// An exercise in the form that suits a driver.
pub enum Fitted<'c> {
    /// As it stands in the catalogue.
    AsItIs(&'c dyn Exercise),
    /// Adapted.
    Adapted(Box<dyn Exercise>),
}

impl<'c> Fitted<'c> {
    /// The exercise for a driver with that offer; `None` if the driver lacks something that it needs.
    pub fn new(exercise: &'c dyn Exercise, offer: &Offer) -> Option<Self> {
        match exercise.fit(offer) {
            Fit::AsItIs => Some(Self::AsItIs(exercise)),
            Fit::Adapted(exercise) => Some(Self::Adapted(exercise)),
            Fit::Unsupported => None,
        }
    }

    /// The exercise.
    pub fn get(&self) -> &dyn Exercise {
        match self {
            Self::AsItIs(exercise) => *exercise,
            Self::Adapted(exercise) => &**exercise,
        }
    }
}
