//! A check for people.

use std::io::{self, Write};

use uiconform_catalogue::Level;

use super::{CheckFinding, CheckReporter, CheckSubject, CheckSummary, by_level, verdict};
use crate::inert::shortened;
use crate::pretty::layout::folded;
use crate::{Palette, counted};

/// Characters of what was expected or found that are shown.
const WIDTH: usize = 200;

/// Columns before the text of a row.
const ROW: usize = 12;

pub(super) struct Pretty<'w> {
    out: &'w mut dyn Write,
    subject: CheckSubject,
    palette: Palette,
    columns: Option<usize>,
    /// The rule of the first finding of the heaviest level, for the hint at the end.
    example: Option<(Level, String)>,
}

impl<'w> Pretty<'w> {
    pub(super) fn new(
        out: &'w mut dyn Write,
        subject: CheckSubject,
        palette: Palette,
        columns: Option<usize>,
    ) -> Self {
        Self {
            out,
            subject,
            palette,
            columns,
            example: None,
        }
    }

    fn level(&self, level: Level) -> String {
        match level {
            Level::Required => self.palette.bad(level.word()),
            Level::Recommended => self.palette.odd(level.word()),
            Level::Informative => self.palette.dim(level.word()),
        }
    }
}

impl CheckReporter for Pretty<'_> {
    fn finding(&mut self, finding: &CheckFinding) -> io::Result<()> {
        let heavier = |(level, _): &(Level, String)| finding.level > *level;
        if self.example.as_ref().is_none_or(heavier) {
            self.example = Some((finding.level, finding.rule.clone()));
        }
        let stream = match finding.stream.as_str() {
            "" => String::new(),
            stream => format!(", stream {}", shortened(&format!("{stream:?}"), WIDTH)),
        };
        let event = match finding.at_end {
            true => format!("after event {}", finding.event),
            false => format!("event {}", finding.event),
        };
        writeln!(
            self.out,
            "{}  {}  line {}, {event}{stream}, byte {}",
            self.level(finding.level),
            self.palette.strong(&finding.rule),
            finding.line,
            finding.offset,
        )?;
        let columns = self.columns;
        let mut row = |name: &str, text: &str, columns| -> io::Result<()> {
            let mut name = name;
            for line in folded(&shortened(text, WIDTH), ROW, ROW, columns) {
                if !text.is_empty() {
                    writeln!(self.out, "  {name:<9} {line}")?;
                }
                name = "";
            }
            Ok(())
        };
        // A pointer is for copying, so it is not folded.
        row("at", &finding.pointer, None)?;
        match &finding.problem {
            Some(problem) => row("problem", problem, columns)?,
            None => row(
                "expected",
                finding.expected.as_deref().unwrap_or_default(),
                columns,
            )?,
        }
        row("got", &finding.got, columns)?;
        row("why", &finding.why, columns)?;
        row(
            "rule",
            finding.requirement.as_deref().unwrap_or_default(),
            columns,
        )?;
        writeln!(self.out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(&mut self, summary: &CheckSummary) -> io::Result<()> {
        if !summary.statistics.is_empty() {
            let width = summary.statistics.iter().map(|(name, _)| name.len()).max();
            let width = width.unwrap_or_default();
            for (name, number) in &summary.statistics {
                writeln!(self.out, "{name:<width$}  {number}")?;
            }
            writeln!(self.out)?;
        }
        if summary.hidden() > 0 {
            writeln!(
                self.out,
                "… and {} more ({}) that --max keeps from being shown",
                counted(summary.hidden(), "finding"),
                by_level(&summary.hidden)
            )?;
        }
        if let Some(left_out @ 1..) = summary.left_out {
            let findings = counted(left_out, "finding");
            writeln!(
                self.out,
                "… and {findings} of other rules, left out by --rule and --off"
            )?;
        }
        let mut read = format!(
            "{} of {} in {}",
            counted(summary.events, "event"),
            counted(summary.streams, "stream"),
            shortened(&self.subject.input, WIDTH),
        );
        if summary.judged_in_part > 0 {
            let part = summary.judged_in_part;
            read.push_str(&format!(", {part} judged without a model or block"));
        }
        if summary.unread > 0 {
            let unread = counted(summary.unread, "event");
            read.push_str(&format!(", {unread} not read for --max-event"));
        }
        let levels = by_level(&summary.findings);
        let told = match levels.as_str() {
            "" => verdict(summary).to_owned(),
            levels => format!("{}: {levels}", verdict(summary)),
        };
        let verdict = match (summary.failed, summary.interrupted) {
            (true, _) => self.palette.bad(told),
            (false, true) => self.palette.odd(told),
            (false, false) => self.palette.good(told),
        };
        writeln!(
            self.out,
            "{verdict}  ({read}, by {})",
            shortened(&self.subject.suite, WIDTH)
        )?;
        if let Some((_, rule)) = &self.example {
            writeln!(
                self.out,
                "`uiconform check --explain {rule}` explains a rule, with examples"
            )?;
        }
        Ok(())
    }
}
