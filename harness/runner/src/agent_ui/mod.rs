//! agent-ui@1: how its case files become calls, and how the answers are judged.
//!
//! All profiles have one form and one request, `agent-ui/receive`: a case is a few phases in one frontend, each with what arrives
//! and what is expected of it.

mod answer;
mod body;
mod calls;
mod exercise;
mod expect;
mod file;
mod given;
mod judge;
mod records;
mod request;
mod sent;
mod step;
mod steps;
mod strays;

#[cfg(test)]
mod tests;

use uiconform_catalogue::{FileForm, Form};
use uiconform_json::{Located, Members};

use crate::framings;

/// The form of the suite `agent-ui-1`.
pub(crate) struct AgentUi;

impl Form for AgentUi {
    fn open(&self, profile: &str, file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
        Ok(Box::new(file::CaseFile::read(profile, file)?))
    }

    fn shared(&self) -> &'static [(&'static str, &'static str)] {
        &[(framings::PATH, uiconform_spec_cases::FRAMINGS)]
    }
}
