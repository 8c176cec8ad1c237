//! One failing case: what was expected of it, what came, and how to see it again.

use std::io::{self, Write};

use uiconform_catalogue::record::{CaseRecord, Failure, INPUTS};
use uiconform_catalogue::{Case, CaseId, Verdict};

use super::Pretty;
use super::failure::{LINE, SHOWN};
use super::layout::{grouped, shortened_lines};
use crate::inert::shortened;
use crate::run::against_baseline;

/// Lines of standard error that are shown.
const STDERR_LINES: usize = 8;

/// Inputs that are shown before the one that went wrong, and behind it; so many are shown first where none is known.
const AROUND: usize = 1;

/// Inputs that are shown where it is not known which of them went wrong.
const FIRST: usize = 4;

impl<W: Write> Pretty<'_, W> {
    pub(super) fn write_case(&mut self, case: &CaseRecord, requirement: &str) -> io::Result<()> {
        let Some(failure) = &case.failure else {
            return Ok(());
        };
        let palette = self.options.palette;
        let word = self.verdict_word(case);
        writeln!(
            self.out,
            "  {word}  {} ({})",
            palette.strong(shortened(&case.id, SHOWN)),
            case.level
        )?;
        let others: Vec<&str> = case
            .requirements
            .iter()
            .map(String::as_str)
            .filter(|id| *id != requirement)
            .collect();
        if !others.is_empty() {
            self.field("touches", &others.join(", "))?;
        }
        self.field("why", &shortened(&failure.why, 2 * SHOWN))?;
        let message = shortened_lines(&failure.message, 2 * SHOWN);
        match failure.step {
            Some(step) => self.field("step", &format!("{step}: {message}"))?,
            None => self.field("what", &message)?,
        }
        self.write_inputs(case, failure)?;
        if case.verdict == Verdict::BadAnswer {
            let last = failure.transcript.last();
            let received = match self.shown.get(&case.id) {
                Some(shown) => shown.received.clone(),
                None => last
                    .and_then(|said| said.received.as_ref())
                    .map(|received| shortened(received, SHOWN)),
            };
            if let Some(received) = received {
                self.field("received", &received)?;
            }
        }
        self.write_end(case, failure)?;
        if case.baseline.is_some() {
            self.field("baseline", &shortened(&against_baseline(case), 2 * SHOWN))?;
        }
        match self.shown.get(&case.id) {
            Some(shown) => write!(self.out, "{}", shown.difference)?,
            None => write!(self.out, "{}", self.difference(case, failure))?,
        }
        self.write_stderr(failure)?;
        self.write_transcript(case, failure)?;
        self.write_where(case, failure)
    }

    /// The inputs around the one that went wrong, or the first ones, with a mark for those that are left out.
    fn write_inputs(&mut self, case: &CaseRecord, failure: &Failure) -> io::Result<()> {
        let known = self.known(case);
        let kind = kind(case, known);
        let noun = match kind {
            Kind::Named(name) => name,
            Kind::Resolutions | Kind::Log => "input",
        };
        let total = known.map(count);
        let (from, to) = match failure.step {
            Some(step) => (step.saturating_sub(AROUND).max(1), step + AROUND),
            None => (1, FIRST),
        };
        let recorded = failure.inputs.iter().map(|input| input.number);
        let last = total.or_else(|| recorded.max()).unwrap_or_default();
        // Leaving out one is no gain.
        let from = if from == 2 { 1 } else { from };
        let to = if to + 1 == last { last } else { to.min(last) };
        if from > 1 {
            self.left_out(noun, from - 1, "before")?;
        }
        for number in from..=to {
            let text = match failure.inputs.iter().find(|input| input.number == number) {
                Some(input) => Some(input.text.clone()),
                None => known.and_then(|known| known.exercise.input_at(number - 1)),
            };
            let Some(text) = text else { continue };
            let only = last == 1;
            let (label, text) = label(kind, number, only, &text);
            self.field(&label, &shortened(text, SHOWN))?;
        }
        match total {
            Some(total) if total > to => self.left_out(noun, total - to, "more"),
            // A record keeps only so many.
            None if failure.inputs.len() == INPUTS && last > to => {
                self.left_out(noun, last - to, "more")
            }
            _ => Ok(()),
        }
    }

    fn left_out(&mut self, noun: &str, number: usize, which: &str) -> io::Result<()> {
        let nouns = if number == 1 { "" } else { "s" };
        let number = grouped(number);
        let text = match which {
            "before" => format!("… {number} {noun}{nouns} before"),
            _ => format!("… {number} more {noun}{nouns}"),
        };
        let text = self.options.palette.dim(text);
        self.field("", &text)
    }

    /// How the driver ended, and what may help.
    fn write_end(&mut self, case: &CaseRecord, failure: &Failure) -> io::Result<()> {
        let is_late = case.verdict == Verdict::Timeout;
        if let Some(exit) = &failure.exit {
            let exit = shortened(exit, SHOWN);
            if is_late && exit.starts_with("exit status") {
                // It was not killed: it ended by itself when it was given up.
                self.field("exit", &format!("{exit}, when its input was closed"))?;
            } else {
                self.field("exit", &exit)?;
            }
        }
        if let Some(hint) = &failure.hint {
            self.field("hint", &shortened_lines(hint, 2 * SHOWN))?;
        }
        if is_late {
            let more = "if it is slow and not stuck, give it more time, as with --timeout 30s";
            self.field("hint", more)?;
        }
        Ok(())
    }

    fn write_stderr(&mut self, failure: &Failure) -> io::Result<()> {
        let lines: Vec<&str> = failure.stderr.lines().collect();
        let last = &lines[lines.len().saturating_sub(STDERR_LINES)..];
        let last: Vec<String> = last.iter().map(|line| shortened(line, SHOWN)).collect();
        if last.is_empty() {
            return Ok(());
        }
        self.field("stderr", &last.join("\n"))
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

    /// Where the case stands, and the commands that show it and that run it alone. They are for copying, so they are not folded.
    fn write_where(&mut self, case: &CaseRecord, failure: &Failure) -> io::Result<()> {
        let palette = self.options.palette;
        let place = shortened(&failure.place, 2 * SHOWN);
        writeln!(self.out, "    {} {place}", palette.dim("case     "))?;
        if !self.foreign && self.known(case).is_some() {
            let show = crate::inert(&format!("uiconform cases show {}", case.id));
            writeln!(self.out, "    {} {show}", palette.dim("show     "))?;
        }
        // Case ids are words of letters, digits, `-`, `.` and `/`: nothing in them means anything to a shell or to a glob.
        let replay = format!("{} --filter {} --transcript", self.options.replay, case.id);
        let replay = crate::inert(&replay);
        writeln!(self.out, "    {} {replay}", palette.dim("replay   "))?;
        writeln!(self.out)
    }
}

impl<'a, W> Pretty<'a, W> {
    /// The case itself, if one of the catalogues has it.
    pub(super) fn known(&self, case: &CaseRecord) -> Option<&'a Case> {
        let id = CaseId::new(case.id.as_str());
        self.catalogues
            .iter()
            .find_map(|catalogue| catalogue.case(&id))
    }
}

/// What goes into a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Named(&'static str),
    /// A model, and then what was loaded for its references.
    Resolutions,
    /// The events of a log, and then cursors into it.
    Log,
}

fn kind(case: &CaseRecord, known: Option<&Case>) -> Kind {
    let profile = case.profile.rsplit('/').next().unwrap_or_default();
    match profile {
        "reducer" | "router" | "delivery" => Kind::Named("event"),
        "emitter" => Kind::Named("action"),
        "resolver" => Kind::Resolutions,
        "resume" => Kind::Log,
        "framing" => match known.and_then(|known| known.exercise.next_call(&[])) {
            Some(call) if call.method == "agentue/unframe" => Kind::Named("frame"),
            Some(_) => Kind::Named("block"),
            None => Kind::Named("input"),
        },
        _ => Kind::Named("input"),
    }
}

/// The label of an input, and its text without that word.
fn label(kind: Kind, number: usize, only: bool, text: &str) -> (String, &str) {
    match kind {
        Kind::Resolutions if number == 1 => ("model".to_owned(), text),
        Kind::Resolutions => (format!("load {}", number - 1), text),
        Kind::Log if text.starts_with("cursor ") => {
            ("cursor".to_owned(), text.trim_start_matches("cursor "))
        }
        Kind::Log => (format!("event {number}"), text),
        Kind::Named(name) if only => (name.to_owned(), text),
        Kind::Named(name) => (format!("{name} {number}"), text),
    }
}

/// How many inputs a case has: they are asked for by number, so the first that is not there is searched.
fn count(case: &Case) -> usize {
    let has = |index: usize| case.exercise.input_at(index).is_some();
    let mut above = 1;
    while has(above - 1) {
        above *= 2;
    }
    let (mut below, mut above) = (above / 2, above);
    while above - below > 1 {
        let middle = below + (above - below) / 2;
        if has(middle - 1) {
            below = middle;
        } else {
            above = middle;
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_have_the_name_of_what_they_are() {
        for (kind, number, only, text, wanted) in [
            (Kind::Named("event"), 1, true, "{}", ("event", "{}")),
            (Kind::Named("event"), 2, false, "{}", ("event 2", "{}")),
            (Kind::Resolutions, 1, false, "{}", ("model", "{}")),
            (Kind::Resolutions, 3, false, "{}", ("load 2", "{}")),
            (Kind::Log, 4, false, "{}", ("event 4", "{}")),
            (Kind::Log, 5, false, "cursor 7", ("cursor", "7")),
        ] {
            let (label, text) = label(kind, number, only, text);
            assert_eq!((label.as_str(), text), wanted);
        }
    }
}
