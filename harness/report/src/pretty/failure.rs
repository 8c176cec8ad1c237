//! Failures, grouped by the requirement that they break.

use std::fmt::Write as _;
use std::io::{self, Write};

use uiconform_catalogue::record::{CaseRecord, Failure};
use uiconform_catalogue::{Catalogue, Requirement, Verdict};
use uiconform_json::{Pointer, Value};

use super::{Pretty, PrettyOptions, verdict_word};
use crate::counted;
use crate::diff;
use crate::groups::{self, Group};
use crate::inert::shortened;
use crate::run::against_baseline;
use crate::style::Palette;

/// Characters of an input, a value or a message that are shown.
pub(super) const SHOWN: usize = 240;

/// Characters of a line of a transcript that are shown.
pub(super) const LINE: usize = 2000;

/// Lines of standard error that are shown.
const STDERR_LINES: usize = 8;

/// Cases that are named behind the first one of a group.
const NAMED: usize = 8;

/// From so many groups on, a table of them ends the failures.
const TABLE_FROM: usize = 3;

/// What a derived case adds to the name of its origin.
const AMID: &str = ".amid";

impl<W: Write> Pretty<'_, W> {
    pub(super) fn write_failures(&mut self) -> io::Result<()> {
        let failures = std::mem::take(&mut self.failures);
        let (unproven, own): (Vec<&CaseRecord>, Vec<&CaseRecord>) = failures
            .iter()
            .partition(|case| case.verdict == Verdict::Unproven);
        let groups = groups::of(&own, &self.tally);
        for group in &groups {
            self.write_group(group)?;
        }
        self.write_unproven(&unproven)?;
        if groups.len() >= TABLE_FROM {
            self.write_table(&groups)?;
        }
        self.failures = failures;
        Ok(())
    }

    fn write_group(&mut self, group: &Group<'_>) -> io::Result<()> {
        let palette = self.options.palette;
        let id = group.requirement;
        write!(
            self.out,
            "{}  {}",
            palette.bad("FAILED"),
            palette.strong(id)
        )?;
        if let Some(requirement) = requirement(self.catalogues, id) {
            writeln!(self.out, " {}  {}", requirement.level, requirement.text)?;
            if let Some(basis) = &requirement.basis {
                writeln!(
                    self.out,
                    "        {}",
                    palette.dim(format_args!("follows: {basis}"))
                )?;
            }
        } else {
            writeln!(self.out)?;
        }
        writeln!(self.out)?;
        let in_full = if self.options.full {
            group.cases.len()
        } else {
            1
        };
        for case in &group.cases[..in_full] {
            self.write_case(case, id)?;
        }
        self.write_others(group, in_full)
    }

    /// The cases of a group behind those that are shown in full. One that only puts another amid valid events is not named
    /// beside it.
    fn write_others(&mut self, group: &Group<'_>, in_full: usize) -> io::Result<()> {
        let palette = self.options.palette;
        let cases = &group.cases;
        let rest: Vec<&&CaseRecord> = cases[in_full..]
            .iter()
            .filter(|case| {
                let origin = case.id.strip_suffix(AMID);
                origin.is_none_or(|origin| !cases.iter().any(|other| other.id == origin))
            })
            .collect();
        let left_out = cases.len() - in_full - rest.len();
        if rest.is_empty() && left_out == 0 {
            return Ok(());
        }
        let amid = match left_out {
            0 => String::new(),
            1 => ", and 1 of these again amid valid events".to_owned(),
            many => format!(", and {many} of these again amid valid events"),
        };
        writeln!(
            self.out,
            "  {} of {}{amid}",
            counted(rest.len(), "more case"),
            group.requirement
        )?;
        for case in rest.iter().take(NAMED) {
            let message = case.failure.as_ref().map_or("", |failure| &failure.message);
            writeln!(
                self.out,
                "    {} {} {}  {}",
                verdict_word(palette, case.verdict),
                shortened(&case.id, SHOWN),
                palette.dim(case.level),
                palette.dim(shortened(message, 100)),
            )?;
        }
        if rest.len() > NAMED {
            let more = rest.len() - NAMED;
            writeln!(
                self.out,
                "    {}",
                palette.dim(format_args!("… {more} more; --full shows all"))
            )?;
        }
        writeln!(self.out)
    }

    /// Rejections that prove nothing follow from other failures, so they are only counted and named.
    fn write_unproven(&mut self, cases: &[&CaseRecord]) -> io::Result<()> {
        let Some(first) = cases.first() else {
            return Ok(());
        };
        let palette = self.options.palette;
        writeln!(
            self.out,
            "{}  {} as expected, and that proves nothing while the accepted twin fails",
            palette.odd("UNPROVEN"),
            match cases.len() {
                1 => "1 case rejects".to_owned(),
                many => format!("{many} cases reject"),
            },
        )?;
        let shown = if self.options.full {
            cases.len()
        } else {
            NAMED
        };
        for case in cases.iter().take(shown) {
            writeln!(
                self.out,
                "    {} {}",
                shortened(&case.id, SHOWN),
                palette.dim(case.level)
            )?;
        }
        if cases.len() > shown {
            let more = cases.len() - shown;
            writeln!(
                self.out,
                "    {}",
                palette.dim(format_args!("… {more} more; --full shows all"))
            )?;
        }
        if cases.len() == 1 || self.options.full {
            self.write_case(first, "")?;
        }
        writeln!(self.out)
    }

    fn write_table(&mut self, groups: &[Group<'_>]) -> io::Result<()> {
        let palette = self.options.palette;
        writeln!(self.out, "{}", palette.strong("What fails, by requirement"))?;
        for group in groups {
            let Some(first) = group.cases.first() else {
                continue;
            };
            let id = group.requirement;
            let text = requirement(self.catalogues, id).map_or("", |requirement| &requirement.text);
            writeln!(
                self.out,
                "  {id:<11} {:<11} {:>4}  {}",
                first.level,
                group.cases.len(),
                shortened(text, 100)
            )?;
        }
        writeln!(self.out)
    }

    fn write_case(&mut self, case: &CaseRecord, requirement: &str) -> io::Result<()> {
        let Some(failure) = &case.failure else {
            return Ok(());
        };
        let palette = self.options.palette;
        writeln!(
            self.out,
            "  {}  {} ({})",
            verdict_word(palette, case.verdict),
            palette.strong(shortened(&case.id, SHOWN)),
            case.level
        )?;
        let others: Vec<&str> = case
            .requirements
            .iter()
            .map(String::as_str)
            .filter(|id| *id != requirement)
            .collect();
        let mut field = |name: &str, text: &str| {
            writeln!(
                self.out,
                "    {} {text}",
                palette.dim(format_args!("{name:<9}"))
            )
        };
        if !others.is_empty() {
            field("touches", &others.join(", "))?;
        }
        field("why", &shortened(&failure.why, 2 * SHOWN))?;
        let message = shortened(&failure.message, 2 * SHOWN);
        match failure.step {
            Some(step) => field("step", &format!("{step}: {message}"))?,
            None => field("what", &message)?,
        }
        for input in &failure.inputs {
            let here = failure.step == Some(input.number);
            // Where the step is known, what was before it is in the transcript.
            if here || failure.step.is_none() {
                field(
                    &format!("event {}", input.number),
                    &shortened(&input.text, SHOWN),
                )?;
            }
        }
        if case.verdict == Verdict::BadAnswer {
            let last = failure.transcript.last();
            let received = match self.shown.get(&case.id) {
                Some(shown) => shown.received.clone(),
                None => last
                    .and_then(|said| said.received.as_ref())
                    .map(|received| shortened(received, SHOWN)),
            };
            if let Some(received) = received {
                field("received", &received)?;
            }
        }
        if let Some(exit) = &failure.exit {
            field("exit", &shortened(exit, SHOWN))?;
        }
        if case.baseline.is_some() {
            field("baseline", &shortened(&against_baseline(case), 2 * SHOWN))?;
        }
        if let Some(hint) = &failure.hint {
            field("hint", &shortened(hint, SHOWN))?;
        }
        match self.shown.get(&case.id) {
            Some(shown) => write!(self.out, "{}", shown.difference)?,
            None => write!(self.out, "{}", self.difference(case, failure))?,
        }
        self.write_stderr(failure)?;
        self.write_transcript(case, failure)?;
        // Case ids are words of letters, digits, `-`, `.` and `/`: nothing in them means anything to a shell or to a glob.
        let replay = format!("{} --filter {} --transcript", self.options.replay, case.id);
        let replay = crate::inert(&replay);
        writeln!(
            self.out,
            "    {} {}",
            palette.dim("case     "),
            shortened(&failure.place, 2 * SHOWN)
        )?;
        writeln!(self.out, "    {} {replay}", palette.dim("replay   "))?;
        writeln!(self.out)
    }

    /// How what came differs from what was expected, in lines; empty if the failure is not about values.
    pub(super) fn difference(&self, case: &CaseRecord, failure: &Failure) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_difference(&mut text, case, failure);
        text
    }

    fn write_difference(
        &self,
        out: &mut String,
        case: &CaseRecord,
        failure: &Failure,
    ) -> std::fmt::Result {
        let palette = self.options.palette;
        let (Some(expected), Some(got)) = (&failure.expected, &failure.got) else {
            return Ok(());
        };
        let (Ok(expected), Ok(got)) = (
            uiconform_json::parse(expected.get()),
            uiconform_json::parse(got.get()),
        ) else {
            return Ok(());
        };
        let (first, second) = if case.verdict == Verdict::Nondeterministic {
            ("the first time", "the second time")
        } else {
            ("expected", "got")
        };
        let Some(pointer) = failure.pointer.as_deref().and_then(Pointer::parse) else {
            return Ok(());
        };
        let show = |value: &Value| match value.pointer(&pointer) {
            Some(value) => shortened(&value.to_text(), SHOWN),
            None => "nothing".to_owned(),
        };
        let text = shortened(&pointer.to_string(), SHOWN);
        let place = match text.as_str() {
            "" => "the model as a whole".to_owned(),
            // An empty name or a blank at the end would not be seen.
            text if text.ends_with('/') || text.contains(' ') => format!("{text:?}"),
            text => text.to_owned(),
        };
        writeln!(out, "    {} {place}", palette.dim("at       "))?;
        if let (Some(one), Some(other)) = (expected.pointer(&pointer), got.pointer(&pointer))
            && let Some(difference) = diff::in_characters(one, other)
        {
            writeln!(out, "    {} {difference}", palette.dim("         "))?;
        }
        let lines = diff::lines(&expected, &got, palette);
        if lines.is_empty() {
            writeln!(
                out,
                "      {}",
                palette.expected(format_args!("- {first}: {}", show(&expected)))
            )?;
            return writeln!(
                out,
                "      {}",
                palette.got(format_args!("+ {second}: {}", show(&got)))
            );
        }
        writeln!(
            out,
            "      {}",
            palette.dim(format_args!("- {first}   + {second}"))
        )?;
        for line in lines {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }

    fn write_stderr(&mut self, failure: &Failure) -> io::Result<()> {
        let palette = self.options.palette;
        let lines: Vec<&str> = failure.stderr.lines().collect();
        let last = &lines[lines.len().saturating_sub(STDERR_LINES)..];
        for (index, line) in last.iter().enumerate() {
            let name = if index == 0 { "stderr   " } else { "         " };
            writeln!(
                self.out,
                "    {} {}",
                palette.dim(name),
                shortened(line, SHOWN)
            )?;
        }
        Ok(())
    }

    fn write_transcript(&mut self, case: &CaseRecord, failure: &Failure) -> io::Result<()> {
        if !self.options.transcript {
            return Ok(());
        }
        let palette = self.options.palette;
        let is_cut = self.shown.contains_key(&case.id);
        let shown = |line: &str| {
            if is_cut {
                line.to_owned()
            } else {
                shortened(line, LINE)
            }
        };
        for exchange in &failure.transcript {
            writeln!(
                self.out,
                "    {}",
                palette.dim(format_args!("-- {}", exchange.purpose))
            )?;
            writeln!(self.out, "    > {}", shown(&exchange.sent))?;
            match &exchange.received {
                Some(line) => writeln!(self.out, "    < {}", shown(line))?,
                None => writeln!(self.out, "    {}", palette.odd("< (no answer)"))?,
            }
        }
        Ok(())
    }
}

/// A failure as text: what is shown of a case on a terminal, without colours and without the transcript.
pub(crate) fn text(case: &CaseRecord, replay: &str) -> io::Result<String> {
    let options = PrettyOptions {
        palette: Palette::new(false),
        full: true,
        transcript: false,
        replay: replay.to_owned(),
    };
    let mut pretty = Pretty::new(Vec::new(), &[], options);
    pretty.write_case(case, "")?;
    // All of it was written from strings.
    let text = String::from_utf8_lossy(&pretty.out);
    Ok(format!("{}\n", text.trim_end()))
}

pub(crate) fn requirement<'a>(catalogues: &'a [Catalogue], id: &str) -> Option<&'a Requirement> {
    catalogues
        .iter()
        .find_map(|catalogue| catalogue.requirement(id))
}
