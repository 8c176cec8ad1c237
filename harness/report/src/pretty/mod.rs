//! The report on a terminal: who was tested, what fails and why, how open points were answered, and the verdict.

pub(crate) mod failure;
mod kept;

use std::collections::HashMap;
use std::io::{self, Write};

use uiconform_catalogue::record::{
    BaselineCounts, BaselineStanding, Baselined, CaseRecord, Header, Record, Trailer,
};
use uiconform_catalogue::summary::{Conformance, ProfileSummary};
use uiconform_catalogue::{Catalogue, Level, Verdict};

use self::kept::Shown;
use crate::Reporter;
use crate::counted;
use crate::groups::{self, Tally};
use crate::inert::shortened;
use crate::run::against_baseline;
use crate::style::Palette;

/// Characters of a foreign name that are shown.
const NAME: usize = 80;

/// Known failures that are gone of which so many are named.
const GONE: usize = 8;

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
    lossy: usize,
    beyond_limits: usize,
    /// Cases that the baseline has as failures, and that do not fail so: id and sentence.
    gone: Vec<(String, String)>,
    strict: bool,
    whole: bool,
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
            lossy: 0,
            beyond_limits: 0,
            gone: Vec::new(),
            strict: false,
            whole: true,
        }
    }

    fn header(&mut self, header: &Header) -> io::Result<()> {
        let palette = self.options.palette;
        let driver = &header.driver;
        self.strict = header.selection.strict;
        self.whole =
            header.selection.is_whole() && header.suites.iter().all(|suite| !suite.foreign);
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
            "driver    {}",
            shortened(&driver.command.join(" "), 200)
        )?;
        for (name, limit) in &driver.limits {
            writeln!(
                self.out,
                "limit     {} {limit}, as the driver declares",
                shortened(name, NAME)
            )?;
        }
        for (name, choice) in &driver.choices {
            writeln!(
                self.out,
                "choice    {}: {}",
                shortened(name, NAME),
                shortened(choice.get().trim_matches('"'), 2 * NAME)
            )?;
        }
        writeln!(self.out)
    }

    fn case(&mut self, case: &CaseRecord) {
        self.lossy += usize::from(!case.number_lossy.is_empty());
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
        let palette = self.options.palette;
        if self.lossy > 0 {
            writeln!(
                self.out,
                "{}",
                palette.odd(format_args!(
                    "number-lossy: in {} numbers came back changed within the same binary64 (RFC 8259, section 6)",
                    counted(self.lossy, "case")
                ))
            )?;
        }
        if self.beyond_limits > 0 {
            writeln!(
                self.out,
                "{}",
                palette.odd(format_args!(
                    "{} refused beyond a limit that the driver declares",
                    counted(self.beyond_limits, "case")
                ))
            )?;
        }
        if let Some(stopped) = &trailer.stopped {
            writeln!(self.out, "{}", palette.odd(shortened(stopped, 400)))?;
        }
        self.write_verdict(trailer)
    }

    fn write_recorded(&mut self) -> io::Result<()> {
        if self.recorded.is_empty() {
            return Ok(());
        }
        let palette = self.options.palette;
        if !self.failures.is_empty() && !self.options.full {
            // Failures are what matters now; the list is there when there are none, or when all is wanted.
            self.recorded.clear();
            return Ok(());
        }
        writeln!(
            self.out,
            "{}",
            palette.strong("Open points, and what this implementation does there (no failures)")
        )?;
        for case in std::mem::take(&mut self.recorded) {
            let Some(recorded) = &case.recorded else {
                continue;
            };
            let outcome = if recorded.outcome == "other" {
                palette.odd(format_args!("other  ({})", shortened(&case.id, 2 * NAME)))
            } else {
                recorded.outcome.clone()
            };
            writeln!(self.out, "  {}: {outcome}", shortened(&recorded.asks, NAME))?;
        }
        writeln!(self.out)
    }

    fn write_gone(&mut self) -> io::Result<()> {
        if self.gone.is_empty() {
            return Ok(());
        }
        let palette = self.options.palette;
        writeln!(
            self.out,
            "{}  {} out of the baseline, or bring it up to date with --write-baseline",
            palette.bad("BASELINE"),
            match self.gone.len() {
                1 => "1 known failure is gone; take it".to_owned(),
                many => format!("{many} known failures are gone; take them"),
            }
        )?;
        let shown = if self.options.full {
            self.gone.len()
        } else {
            GONE
        };
        for (id, sentence) in self.gone.iter().take(shown) {
            writeln!(
                self.out,
                "    {}\n      {}",
                shortened(id, 2 * NAME),
                palette.dim(shortened(sentence, 4 * NAME))
            )?;
        }
        if self.gone.len() > shown {
            let more = self.gone.len() - shown;
            writeln!(
                self.out,
                "    {}",
                palette.dim(format_args!("… {more} more; --full shows all"))
            )?;
        }
        writeln!(self.out)
    }

    fn write_profiles(&mut self, profiles: &[ProfileSummary]) -> io::Result<()> {
        let palette = self.options.palette;
        let widest = profiles.iter().map(|profile| profile.profile.len()).max();
        let widest = widest.unwrap_or_default();
        for profile in profiles {
            let words = format!("{:<14}", profile.conformance.words());
            let words = match profile.conformance {
                Conformance::Conformant => palette.good(words),
                Conformance::NotConformant => palette.bad(words),
                Conformance::Partial => palette.odd(words),
                Conformance::Unsupported | Conformance::NotSelected => palette.dim(words),
            };
            write!(self.out, "{:<widest$}  {words}", profile.profile)?;
            for level in Level::ALL {
                let word = if level == Level::Informative {
                    "recorded"
                } else {
                    level.word()
                };
                write!(
                    self.out,
                    "  {word} {}/{}",
                    profile.passed.of(level),
                    profile.cases.of(level)
                )?;
            }
            if profile.not_run > 0 {
                write!(
                    self.out,
                    "  {}",
                    palette.odd(format_args!("not run {}", profile.not_run))
                )?;
            }
            writeln!(self.out)?;
        }
        writeln!(self.out)
    }

    fn write_verdict(&mut self, trailer: &Trailer) -> io::Result<()> {
        let palette = self.options.palette;
        let required = self.count(Level::Required);
        let recommended = self.count(Level::Recommended);
        let informative = self.count(Level::Informative);
        let mut parts = Vec::new();
        for (number, level) in [
            (required, Level::Required),
            (recommended, Level::Recommended),
            (informative, Level::Informative),
        ] {
            if number > 0 {
                parts.push(format!(
                    "{} {}",
                    counted(number, &format!("{level} case")),
                    if number == 1 { "fails" } else { "fail" }
                ));
            }
        }
        let breaking = self
            .failures
            .iter()
            .filter(|case| case.level != Level::Required)
            .filter(|case| {
                case.failure
                    .as_ref()
                    .is_some_and(|failure| failure.at_any_level)
            })
            .count();
        if breaking > 0 {
            parts.push(format!(
                "{breaking} of them by a crash or by state left behind, which counts at every level"
            ));
        }
        let rest = if parts.is_empty() {
            String::new()
        } else {
            format!(": {}", parts.join(", "))
        };
        let line = match (trailer.exit, trailer.baseline) {
            (exit @ (0 | 1), Some(counts)) => baseline_words(palette, exit, counts),
            (exit, _) => self.verdict_words(exit, recommended > 0),
        };
        writeln!(self.out, "{line}{rest}  ({} ms)", trailer.millis)
    }

    fn verdict_words(&self, exit: i32, warned: bool) -> String {
        let palette = self.options.palette;
        match exit {
            0 if !self.whole => {
                palette.good("as expected, but only a part was run: no conformance is claimed")
            }
            0 if self.strict => palette.good("conformant, strictly"),
            0 if warned => palette.good("conformant, though not strictly"),
            0 => palette.good("conformant"),
            3 => palette.odd(
                "nothing to judge: no case was selected, or the driver offers none of the profiles",
            ),
            5 => palette.odd("incomplete: some cases were not run"),
            _ => palette.bad("not conformant"),
        }
    }

    fn count(&self, level: Level) -> usize {
        self.failures
            .iter()
            .filter(|case| case.level == level)
            .count()
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

/// How a run stands against its baseline.
fn baseline_words(palette: Palette, exit: i32, counts: BaselineCounts) -> String {
    let known = counted(counts.known, "known failure");
    if exit == 0 {
        return palette.good(format_args!("as the baseline says, with {known}"));
    }
    palette.bad(format_args!(
        "not as the baseline says: {} new, {} changed, {} fixed, and {known}",
        counts.new, counts.changed, counts.fixed
    ))
}

/// The word of a verdict in its colour.
fn verdict_word(palette: Palette, verdict: Verdict) -> String {
    if verdict == Verdict::Unproven {
        palette.odd(verdict)
    } else {
        palette.bad(verdict)
    }
}
