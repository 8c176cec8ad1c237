//! The forms in which CI systems read a run. Each is made from the whole run at its end, so that a run that was killed leaves
//! nothing that looks like one.

use std::io::{self, Write};

use uiconform_catalogue::record::{CaseRecord, Header, Record};

use crate::run::{Context, Run};
use crate::{Reporter, github, junit, markdown, tap};

/// A form that is made at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JUnit XML, as Jenkins, GitLab and most other systems read it.
    Junit,
    /// Test Anything Protocol, version 14.
    Tap,
    /// Workflow commands of GitHub Actions, which become annotations.
    Github,
    /// A summary in GitHub's Markdown.
    Markdown,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Junit, Self::Tap, Self::Github, Self::Markdown];

    /// The run in this form.
    ///
    /// # Errors
    ///
    /// None in practice: it is written to memory.
    pub fn render(self, run: &Run, context: &Context<'_>) -> io::Result<String> {
        match self {
            Self::Junit => junit::render(run, context),
            Self::Tap => tap::render(run, context),
            Self::Github => github::render(run, context),
            Self::Markdown => markdown::render(run, context),
        }
    }
}

/// Gathers the records of a run.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    header: Option<Header>,
    cases: Vec<CaseRecord>,
}

impl Gathered {
    /// Takes the next record; with the last one, the run is whole.
    pub(crate) fn take(&mut self, record: &Record) -> Option<Run> {
        match record {
            Record::Header(header) => {
                self.header = Some(Header::clone(header));
                None
            }
            Record::Case(case) => {
                self.cases.push(CaseRecord::clone(case));
                None
            }
            Record::Trailer(trailer) => Some(Run {
                header: self.header.take()?,
                cases: std::mem::take(&mut self.cases),
                trailer: (**trailer).clone(),
            }),
        }
    }
}

/// Writes one form at the end of a run.
#[derive(Debug)]
pub struct AtEnd<'a, W> {
    out: W,
    format: Format,
    context: Context<'a>,
    gathered: Gathered,
}

impl<'a, W: Write> AtEnd<'a, W> {
    /// Writes to `out`.
    pub fn new(out: W, format: Format, context: Context<'a>) -> Self {
        Self {
            out,
            format,
            context,
            gathered: Gathered::default(),
        }
    }
}

impl<W: Write> Reporter for AtEnd<'_, W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let Some(run) = self.gathered.take(record) else {
            return Ok(());
        };
        let text = self.format.render(&run, &self.context)?;
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}
