//! One page that shows results beside each other: a matrix of requirements and implementations, and each case with what shows it.
//!
//! The page needs nothing but itself. What can be read without a script is markup, made by templates that escape whatever they are
//! given; what a script shows stands in the page as data and becomes text, never markup. The policy of the page allows its own
//! style and script by their digests and nothing else, so even what got past both could neither run nor call anybody.

mod cells;
mod columns;
mod data;
mod difference;
mod embedded;
mod evidence;
mod gathered;
mod layout;
mod matrix;
mod pool;
mod prose;
mod story;
mod tables;
mod template;
mod visible;

use std::io;

use uiconform_catalogue::Catalogue;

use crate::badge::Badge;
use crate::results::ResultFile;
use crate::run::Run;

/// One result, which becomes a column of the page.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The run, as far as it was told.
    run: Run,
    /// What it comes to, for each suite in the order of the header.
    badges: Vec<Option<Badge>>,
    /// The command that replays one case of it, without its `--filter`.
    replay: String,
}

impl Entry {
    /// A column from a result file and the command that replays one of its cases, without `--filter`.
    pub fn new(file: ResultFile, replay: String) -> Self {
        let suites = file.header.suites.iter();
        let badges = suites
            .map(|suite| Badge::new(&file, &suite.suite))
            .collect();
        Self {
            badges,
            run: file.so_far(),
            replay,
        }
    }
}

/// The page of some results, with the stories of the cases that the catalogues have. The same input gives the same bytes.
///
/// # Errors
///
/// If the template fails, which it does not for any input.
pub fn render(title: &str, entries: &[Entry], catalogues: &[Catalogue]) -> io::Result<String> {
    let columns = columns::of(entries);
    let suites = gathered::of(entries, catalogues);
    template::Page::new(title, &columns, &suites).render()
}
