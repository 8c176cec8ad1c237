//! Fuzzing for people.

use std::io::{self, Write};

use uiconform_catalogue::Level;
use uiconform_json::{Pointer, Value};

use super::{FuzzFinding, FuzzReporter, FuzzRequest, FuzzSubject, FuzzSummary};
use crate::inert::shortened;
use crate::pretty::layout::{folded, grouped, shortened_lines};
use crate::{Palette, counted, diff};

/// Characters of a value or a message that are shown.
const SHOWN: usize = 480;

/// Characters of a name that are shown.
const NAME: usize = 80;

/// Columns before the text of a row.
const ROW: usize = 12;

/// Events of a request that are shown.
const EVENTS: usize = 12;

/// Requests of those before that are shown.
const BEFORE: usize = 3;

pub(super) struct Pretty<'w> {
    out: &'w mut dyn Write,
    palette: Palette,
    columns: Option<usize>,
    /// What is fuzzed, for the last line.
    subject: String,
}

impl<'w> Pretty<'w> {
    pub(super) fn new(
        out: &'w mut dyn Write,
        subject: &FuzzSubject,
        palette: Palette,
        columns: Option<usize>,
    ) -> io::Result<Self> {
        let driver = &subject.driver;
        let name = shortened(&driver.name, NAME);
        let version = shortened(&driver.version, NAME);
        let profiles = subject.profiles.join(", ");
        let seed = subject.seed;
        writeln!(
            out,
            "fuzzing {} {version} ({profiles}) with seed {seed}",
            palette.strong(&name)
        )?;
        writeln!(out)?;
        out.flush()?;
        Ok(Self {
            out,
            palette,
            columns,
            subject: format!("{name} {version}, seed {seed}"),
        })
    }

    /// A label and its text, which is inert already and may have several lines.
    fn row(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.unfolded_row(name, &folded(text, ROW, ROW, self.columns))
    }

    fn unfolded_row(&mut self, name: &str, lines: &[String]) -> io::Result<()> {
        let mut name = name;
        for line in lines {
            let label = self.palette.dim(format_args!("{name:<9}"));
            writeln!(self.out, "{}", format!("  {label} {line}").trim_end())?;
            name = "";
        }
        Ok(())
    }

    fn request(&mut self, request: &FuzzRequest, event: Option<usize>) -> io::Result<()> {
        if let Some(model) = &request.model {
            self.row("model", &shortened(model, SHOWN))?;
        }
        let count = request.events.len();
        let first = event.map_or(0, |event| event.saturating_sub(EVENTS));
        if first > 0 {
            self.row("", &format!("… {}", counted(first, "event")))?;
        }
        let shown = request.events.iter().enumerate().skip(first).take(EVENTS);
        for (at, text) in shown {
            let name = match count {
                1 => "event".to_owned(),
                _ => format!("event {}", at + 1),
            };
            let text = if text.is_empty() {
                "(an empty text)".to_owned()
            } else {
                shortened(text, SHOWN)
            };
            self.row(&name, &text)?;
        }
        let left = count.saturating_sub(first + EVENTS);
        if left > 0 {
            self.row("", &format!("… {} more", counted(left, "event")))?;
        }
        Ok(())
    }

    fn difference(&mut self, finding: &FuzzFinding) -> io::Result<()> {
        let (Some(expected), Some(got)) = (&finding.expected, &finding.got) else {
            return Ok(());
        };
        if let Some(place) = &finding.place {
            let text = match place.to_string().as_str() {
                "" => "the value as a whole".to_owned(),
                text => shortened(text, SHOWN),
            };
            self.unfolded_row("at", &[text])?;
        }
        let lines = diff::lines(expected, got, self.palette);
        if lines.is_empty() {
            let at = finding.place.clone().unwrap_or_else(Pointer::root);
            let show = |value: &Value| match value.pointer(&at) {
                Some(value) => shortened(&value.to_text(), SHOWN),
                None => "nothing".to_owned(),
            };
            self.row("expected", &show(expected))?;
            return self.row("got", &show(got));
        }
        writeln!(
            self.out,
            "    {}   {}",
            self.palette.expected("- expected"),
            self.palette.got("+ got")
        )?;
        for line in lines {
            writeln!(self.out, "    {line}")?;
        }
        Ok(())
    }

    fn coverage(&mut self, summary: &FuzzSummary) -> io::Result<()> {
        if summary.lists_coverage {
            for ([operation, target, value, verdict], count) in &summary.coverage {
                writeln!(
                    self.out,
                    "{:>9}  {operation}, {target}, {value}: {verdict}",
                    grouped(usize::try_from(*count).unwrap_or(usize::MAX))
                )?;
            }
            writeln!(self.out)?;
        }
        let [operations, targets, values, _] = summary.distinct();
        writeln!(
            self.out,
            "{} {} kinds of events, of {operations} operations, {targets} targets and {values} kinds of values",
            self.palette.dim("exercised"),
            summary.coverage.len(),
        )
    }
}

impl FuzzReporter for Pretty<'_> {
    fn finding(&mut self, finding: &FuzzFinding) -> io::Result<()> {
        let palette = self.palette;
        let word = match finding.level {
            Level::Required => palette.bad("found"),
            Level::Recommended | Level::Informative => palette.odd("found"),
        };
        let id = finding.requirement.as_ref();
        writeln!(
            self.out,
            "{word}  {}  ({}, sequence {})",
            palette.strong(id.map_or(finding.property.as_str(), |(id, _)| id)),
            finding.level,
            finding.index
        )?;
        self.row("what", &shortened_lines(&finding.message, SHOWN))?;
        if let Some((_, rule)) = id {
            self.row("rule", &shortened(rule, SHOWN))?;
        }
        self.row("bucket", &shortened(&finding.bucket, SHOWN))?;
        for before in finding.before.iter().take(BEFORE) {
            self.row(
                "before",
                &format!("{}, in the same process:", before.method),
            )?;
            self.request(before, None)?;
        }
        let left = finding.before.len().saturating_sub(BEFORE);
        if left > 0 {
            self.row("", &format!("… {} more", counted(left, "request")))?;
        }
        let mut event = finding.event;
        let shows_what = finding.requests.len() > 1 || !finding.before.is_empty();
        for request in &finding.requests {
            if shows_what {
                self.row(
                    "request",
                    &format!("{}, {}:", request.method, request.purpose),
                )?;
            }
            self.request(request, event.take())?;
        }
        if let Some(event) = finding.event
            && finding
                .requests
                .first()
                .is_some_and(|request| request.events.len() > 1)
        {
            self.row("shows at", &format!("event {event}"))?;
        }
        self.difference(finding)?;
        if !finding.stderr.trim().is_empty() {
            self.row("stderr", &shortened_lines(&finding.stderr, 2 * SHOWN))?;
        }
        if let Some(note) = &finding.note {
            self.row("note", &shortened(note, SHOWN))?;
        }
        match &finding.saved {
            Some(Ok(file)) => self.unfolded_row("saved", &[shortened(file, SHOWN)])?,
            Some(Err(why)) => self.row("not saved", &shortened(why, SHOWN))?,
            None => {}
        }
        // A command is for copying, so it is not folded.
        self.unfolded_row("replay", &[shortened(&finding.replay, 2 * SHOWN)])?;
        writeln!(self.out)?;
        self.out.flush()
    }

    fn finish(&mut self, summary: &FuzzSummary) -> io::Result<()> {
        if !summary.buckets.is_empty() {
            for (bucket, index, hits) in &summary.buckets {
                let hits = grouped(usize::try_from(*hits).unwrap_or(usize::MAX));
                writeln!(
                    self.out,
                    "{hits:>9} ×  {}, first by {index}",
                    shortened(bucket, SHOWN)
                )?;
            }
            writeln!(self.out)?;
        }
        self.coverage(summary)?;
        let told = match (summary.counting, summary.advisory) {
            (0, 0) => "nothing found".to_owned(),
            (0, advisory) => format!(
                "nothing found that costs conformance, {} that {} not",
                counted(advisory, "finding"),
                if advisory == 1 { "does" } else { "do" }
            ),
            (counting, 0) => counted(counting, "finding"),
            (counting, advisory) => format!(
                "{}, and {advisory} that cost no conformance",
                counted(counting, "finding")
            ),
        };
        let told = match &summary.cut_short {
            Some(why) => format!("{told}; {}", shortened(why, SHOWN)),
            None => told,
        };
        let verdict = match (summary.counting, &summary.cut_short) {
            (0, None) => self.palette.good(told),
            (0, Some(_)) => self.palette.odd(told),
            _ => self.palette.bad(told),
        };
        writeln!(
            self.out,
            "{verdict}  ({} of {}) ({} a second, {} ms)",
            counted_in_groups(summary.execs, "sequence"),
            self.subject,
            in_groups(summary.per_second()),
            summary.time.as_millis()
        )?;
        self.out.flush()
    }
}

fn in_groups(number: u64) -> String {
    grouped(usize::try_from(number).unwrap_or(usize::MAX))
}

fn counted_in_groups(number: u64, noun: &str) -> String {
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    format!(
        "{} {noun}{}",
        grouped(number),
        if number == 1 { "" } else { "s" }
    )
}
