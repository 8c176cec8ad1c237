//! The report on a terminal: who was tested, what fails and why, how open points were answered, and the verdict.

mod case;
pub(crate) mod difference;
pub(crate) mod ending;
pub(crate) mod failure;
mod kept;
pub(crate) mod layout;

use std::collections::HashMap;
use std::io::{self, Write};

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::record::{
    BaselineStanding, Baselined, CaseRecord, Header, Record, Trailer,
};

use self::kept::Shown;
use crate::Reporter;
use crate::counted;
use crate::groups::{self, Tally};
use crate::inert::shortened;
use crate::run::{against_baseline, missing, not_offered, of_what};
use crate::style::Palette;

/// Characters of a foreign name that are shown.
const NAME: usize = 80;

/// How the report is written.
#[derive(Clone, Debug)]
pub struct PrettyOptions {
    /// Colours.
    pub palette: Palette,
    /// Every failure in full, not one for each requirement.
    pub full: bool,
    /// Whole transcripts beside the failures.
    pub transcript: bool,
    /// The command that replays one case, without its `--filter`.
    pub replay: String,
}

/// Writes the report for a person.
///
/// Failures are kept until the end and grouped by requirement, since one fault fails many cases: the first case of each
/// group is shown in full, the others by name.
pub struct Pretty<'a, W> {
    out: W,
    catalogues: &'a [Catalogue],
    options: PrettyOptions,
    failures: Vec<CaseRecord>,
    /// By case, for failures whose values are too large to be kept.
    shown: HashMap<String, Shown>,
    tally: HashMap<String, Tally>,
    recorded: Vec<CaseRecord>,
    /// Cases in which numbers were changed.
    lossy: Vec<String>,
    beyond_limits: usize,
    /// Cases that the baseline has as failures, and that do not fail so: id and sentence.
    gone: Vec<(String, String)>,
    strict: bool,
    whole: bool,
    baselined: bool,
    /// Whether the cases come from elsewhere, so that no command shows them by their ids alone.
    foreign: bool,
    /// Sentences about profiles that were asked for and are not offered.
    missing: Vec<String>,
    /// The same in the verdict.
    not_offered: &'static str,
    /// What the verdict is of, if not of an implementation of one's own.
    of_what: &'static str,
    width: Option<usize>,
}

impl<'a, W: Write> Pretty<'a, W> {
    /// Writes to `out`; the catalogues give the wording of requirements.
    pub fn new(out: W, catalogues: &'a [Catalogue], options: PrettyOptions) -> Self {
        Self {
            out,
            catalogues,
            options,
            failures: Vec::new(),
            shown: HashMap::new(),
            tally: HashMap::new(),
            recorded: Vec::new(),
            lossy: Vec::new(),
            beyond_limits: 0,
            gone: Vec::new(),
            strict: false,
            whole: true,
            baselined: false,
            foreign: false,
            missing: Vec::new(),
            not_offered: "",
            of_what: "",
            width: None,
        }
    }

    /// The same for a terminal of so many columns, where prose is folded; without, nothing is.
    #[must_use]
    pub fn within(mut self, columns: Option<usize>) -> Self {
        self.width = columns;
        self
    }

    fn header(&mut self, header: &Header) -> io::Result<()> {
        let palette = self.options.palette;
        let driver = &header.driver;
        self.strict = header.selection.strict;
        self.baselined = header.selection.baselined;
        self.foreign = header.suites.iter().any(|suite| suite.foreign);
        self.whole = header.selection.is_whole() && !self.foreign;
        self.missing = missing(header);
        self.not_offered = not_offered(header);
        self.of_what = of_what(header);
        for suite in &header.suites {
            let title = self
                .catalogues
                .iter()
                .find(|catalogue| catalogue.suite.id == suite.suite)
                .map_or_else(String::new, |catalogue| {
                    format!("{}, ", catalogue.suite.title)
                });
            writeln!(
                self.out,
                "{} {}  {title}suite {} {}{}",
                palette.strong("uiconform"),
                header.harness,
                suite.suite,
                suite.version,
                if suite.foreign {
                    ", cases from elsewhere"
                } else {
                    ""
                },
            )?;
        }
        let language = driver
            .language
            .as_ref()
            .map(|language| format!(" ({})", shortened(language, NAME)))
            .unwrap_or_default();
        writeln!(
            self.out,
            "testing   {} {}{language}",
            palette.strong(shortened(&driver.name, NAME)),
            shortened(&driver.version, NAME),
        )?;
        writeln!(
            self.out,
            "driver    {}{}",
            shortened(&driver.command.join(" "), 200),
            of_what(header)
        )?;
        for (name, limit) in &driver.limits {
            writeln!(
                self.out,
                "limit     {} {limit}, as the driver declares",
                shortened(name, NAME)
            )?;
        }
        // They are about the whole; before a few cases they would only be in the way.
        if self.whole || self.options.full {
            for (name, choice) in &driver.choices {
                writeln!(
                    self.out,
                    "choice    {}: {}",
                    shortened(name, NAME),
                    shortened(choice.get().trim_matches('"'), 2 * NAME)
                )?;
            }
        } else if !driver.choices.is_empty() {
            let number = counted(driver.choices.len(), "choice");
            writeln!(
                self.out,
                "choices   the driver declares {number}; --full lists them"
            )?;
        }
        writeln!(self.out)
    }

    fn case(&mut self, case: &CaseRecord) {
        if !case.number_lossy.is_empty() {
            self.lossy.push(case.id.clone());
        }
        self.beyond_limits += usize::from(case.beyond_limit);
        groups::count(&mut self.tally, case);
        let known = |baselined: &&Baselined| baselined.standing == BaselineStanding::Known;
        if case.baseline.as_ref().filter(known).is_some() {
            return;
        }
        if case.baseline.is_some() && case.failure.is_none() {
            self.gone.push((case.id.clone(), against_baseline(case)));
        }
        if case.verdict.is_failure() {
            self.keep(case);
        } else if case.recorded.is_some() {
            self.recorded.push(case.clone());
        }
    }

    fn trailer(&mut self, trailer: &Trailer) -> io::Result<()> {
        // What matters most stands last, where a terminal shows it.
        self.write_recorded()?;
        self.write_failures()?;
        self.write_gone()?;
        self.write_profiles(&trailer.profiles)?;
        self.write_remarks(trailer)?;
        self.write_verdict(trailer)
    }
}

impl<W: Write> Reporter for Pretty<'_, W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        match record {
            Record::Header(header) => self.header(header)?,
            Record::Case(case) => self.case(case),
            Record::Trailer(trailer) => self.trailer(trailer)?,
        }
        self.out.flush()
    }
}
