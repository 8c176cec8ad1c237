//! Failures, grouped by the requirement that they break.

use std::io::{self, Write};

use uiconform_catalogue::record::{CaseRecord, Failure};
use uiconform_catalogue::{Catalogue, Level, Requirement, Verdict};
use uiconform_json::{Pointer, Value};

use super::{Pretty, counted, verdict_word};
use crate::diff;
use crate::inert::shortened;

/// Characters of an input, a value or a message that are shown.
const SHOWN: usize = 240;

/// Characters of a line of a transcript that are shown.
const LINE: usize = 2000;

/// Lines of standard error that are shown.
const STDERR_LINES: usize = 8;

impl<W: Write> Pretty<'_, W> {
    pub(super) fn write_failures(&mut self) -> io::Result<()> {
        let failures = std::mem::take(&mut self.failures);
        for group in grouped(&failures) {
            self.write_group(&group)?;
        }
        self.failures = failures;
        Ok(())
    }

    fn write_group(&mut self, group: &[&CaseRecord]) -> io::Result<()> {
        let palette = self.options.palette;
        let Some(first) = group.first() else {
            return Ok(());
        };
        let ids = &first.requirements;
        for (index, id) in ids.iter().enumerate() {
            let head = if index == 0 {
                palette.bad("FAILED")
            } else {
                "      ".to_owned()
            };
            let (level, text) = requirement(self.catalogues, id).map_or(("", ""), |requirement| {
                (requirement.level.word(), requirement.text.as_str())
            });
            writeln!(self.out, "{head}  {} {level}  {text}", palette.strong(id))?;
        }
        writeln!(self.out)?;
        let in_full = if self.options.full { group.len() } else { 1 };
        for case in &group[..in_full] {
            self.write_case(case)?;
        }
        let rest = &group[in_full..];
        if !rest.is_empty() {
            writeln!(
                self.out,
                "  {} of the same requirement:",
                counted(rest.len(), "more case")
            )?;
            for case in rest {
                let message = case.failure.as_ref().map_or("", |failure| &failure.message);
                writeln!(
                    self.out,
                    "    {} {} {}  {}",
                    verdict_word(palette, case.verdict),
                    case.id,
                    palette.dim(case.level),
                    palette.dim(shortened(message, 120)),
                )?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn write_case(&mut self, case: &CaseRecord) -> io::Result<()> {
        let Some(failure) = &case.failure else {
            return Ok(());
        };
        let palette = self.options.palette;
        writeln!(
            self.out,
            "  {}  {} ({})",
            verdict_word(palette, case.verdict),
            palette.strong(&case.id),
            case.level
        )?;
        let mut field = |name: &str, text: &str| {
            writeln!(
                self.out,
                "    {} {text}",
                palette.dim(format_args!("{name:<9}"))
            )
        };
        field("why", &failure.why)?;
        let message = shortened(&failure.message, 2 * SHOWN);
        match failure.step {
            Some(step) => field("step", &format!("{step}: {message}"))?,
            None => field("what", &message)?,
        }
        if let Some(input) = &failure.input {
            field("event", &shortened(input, SHOWN))?;
        }
        if let Some(exit) = &failure.exit {
            field("exit", &shortened(exit, SHOWN))?;
        }
        if let Some(hint) = &failure.hint {
            field("hint", &shortened(hint, SHOWN))?;
        }
        self.write_difference(case, failure)?;
        self.write_stderr(failure)?;
        self.write_transcript(failure)?;
        let replay = format!("{} --filter {} --transcript", self.options.replay, case.id);
        writeln!(
            self.out,
            "    {} {}",
            palette.dim("case     "),
            failure.place
        )?;
        writeln!(self.out, "    {} {replay}", palette.dim("replay   "))?;
        writeln!(self.out)
    }

    fn write_difference(&mut self, case: &CaseRecord, failure: &Failure) -> io::Result<()> {
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
        let place = if pointer == Pointer::root() {
            "the model as a whole".to_owned()
        } else {
            shortened(&pointer.to_string(), SHOWN)
        };
        writeln!(self.out, "    {} {place}", palette.dim("at       "))?;
        let lines = diff::lines(&expected, &got, palette);
        if lines.is_empty() {
            writeln!(
                self.out,
                "      {}",
                palette.expected(format_args!("- {first}: {}", show(&expected)))
            )?;
            return writeln!(
                self.out,
                "      {}",
                palette.got(format_args!("+ {second}: {}", show(&got)))
            );
        }
        writeln!(
            self.out,
            "      {}",
            palette.dim(format_args!("- {first}   + {second}"))
        )?;
        for line in lines {
            writeln!(self.out, "      {line}")?;
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

    fn write_transcript(&mut self, failure: &Failure) -> io::Result<()> {
        if !self.options.transcript {
            return Ok(());
        }
        let palette = self.options.palette;
        for exchange in &failure.transcript {
            writeln!(
                self.out,
                "    {}",
                palette.dim(format_args!("-- {}", exchange.purpose))
            )?;
            writeln!(self.out, "    > {}", shortened(&exchange.sent, LINE))?;
            match &exchange.received {
                Some(line) => writeln!(self.out, "    < {}", shortened(line, LINE))?,
                None => writeln!(self.out, "    {}", palette.odd("< (no answer)"))?,
            }
        }
        Ok(())
    }
}

fn requirement<'a>(catalogues: &'a [Catalogue], id: &str) -> Option<&'a Requirement> {
    catalogues
        .iter()
        .find_map(|catalogue| catalogue.requirement(id))
}

/// Groups failures by their requirements, those that cost most first: required before recommended before informative, and a
/// verdict of its own before a rejection that is only unproven.
fn grouped(failures: &[CaseRecord]) -> Vec<Vec<&CaseRecord>> {
    let mut groups: Vec<Vec<&CaseRecord>> = Vec::new();
    for case in failures {
        match groups
            .iter_mut()
            .find(|group| group[0].requirements == case.requirements)
        {
            Some(group) => group.push(case),
            None => groups.push(vec![case]),
        }
    }
    let weight = |case: &CaseRecord| (case.level, case.verdict != Verdict::Unproven);
    for group in &mut groups {
        group.sort_by_key(|case| std::cmp::Reverse(weight(case)));
    }
    let weight_of = |group: &Vec<&CaseRecord>| {
        group
            .first()
            .map_or((Level::Informative, false), |case| weight(case))
    };
    groups.sort_by_key(|group| std::cmp::Reverse(weight_of(group)));
    groups
}
