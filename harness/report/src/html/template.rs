//! The templates with what fills them.

use std::io;

use askama::Template;

use super::columns::Column;
use super::data;
use super::embedded::{Data, Fixed, SCRIPT, STYLE, policy};
use super::gathered::Suite;
use super::matrix::{self, Matrix};
use super::tables::{self, Declared, Implementation, Lossy};
use super::visible::name;

/// Characters of the title.
const TITLE: usize = 200;

/// The page as a whole.
#[derive(Template)]
#[template(path = "html/page.html")]
pub(super) struct Page {
    title: String,
    harness: &'static str,
    policy: String,
    style: Fixed,
    script: Fixed,
    data: Data,
    implementations: Vec<Implementation>,
    suites: Vec<Matrix>,
    declared: Vec<Declared>,
    lossy: Vec<Lossy>,
}

impl Page {
    pub(super) fn new(title: &str, columns: &[Column<'_>], suites: &[Suite<'_>]) -> Self {
        let mut first = 0;
        let matrices = suites.iter().map(|suite| {
            let matrix = matrix::of(suite, columns, first);
            first += suite.requirements.len();
            matrix
        });
        Self {
            title: name(title, TITLE),
            harness: env!("CARGO_PKG_VERSION"),
            policy: policy(),
            style: STYLE,
            script: SCRIPT,
            suites: matrices.collect(),
            data: Data(data::data(columns, suites)),
            implementations: tables::implementations(columns),
            declared: tables::declared(columns),
            lossy: tables::lossy(columns),
        }
    }

    pub(super) fn render(&self) -> io::Result<String> {
        Template::render(self).map_err(io::Error::other)
    }

    /// The profiles of all suites as a filter offers them: suite and name.
    fn profiles(&self) -> Vec<(&str, &str)> {
        let all = self.suites.iter().flat_map(|suite| {
            let names = suite.profiles.iter().map(|profile| profile.name.as_str());
            names.map(|name| (suite.id.as_str(), name))
        });
        all.collect()
    }

    fn open_points(&self) -> usize {
        self.suites.iter().map(|suite| suite.points.len()).sum()
    }
}
