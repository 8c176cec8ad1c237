//! AG-UI: how its case files become requests, and how the answers are judged.
//!
//! All profiles have one form and one request, `ag-ui/run`: what an agent streams in one run or in several, and what a client
//! makes of it.

mod after;
mod answer;
mod body;
mod element;
mod exercise;
mod expected;
mod file;
mod invariants;
mod judge;
mod mark;
mod message;
mod request;
mod stream;
mod update;
mod updates;

#[cfg(test)]
mod tests;

use uiconform_catalogue::{FileForm, Form};
use uiconform_json::{Located, Members};

use crate::framings;

/// The form of the suite `ag-ui`.
pub(crate) struct AgUi;

impl Form for AgUi {
    fn open(&self, profile: &str, _: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
        Ok(Box::new(file::CaseFile::new(profile)))
    }

    fn shared(&self) -> &'static [(&'static str, &'static str)] {
        &[(framings::PATH, uiconform_spec_cases::FRAMINGS)]
    }
}
