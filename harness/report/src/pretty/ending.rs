//! The end of the report: what was recorded, what is gone from the baseline, the profiles, and the verdict.

use std::io::{self, Write};

use uiconform_catalogue::record::{BaselineCounts, LevelCounts, Trailer};
use uiconform_catalogue::summary::{Conformance, ProfileSummary};
use uiconform_catalogue::{Level, Verdict};

use super::{NAME, Pretty};
use crate::counted;
use crate::inert::shortened;
use crate::style::Palette;

/// Known failures that are gone of which so many are named.
const GONE: usize = 8;

/// Cases that a remark names.
const REMARKED: usize = 3;

/// A failure that counts whatever the level of its case.
const BREAKING: &str = "a crash or by state left behind";

impl<W: Write> Pretty<'_, W> {
    /// The open points; beside failures only their number, unless all is wanted.
    pub(super) fn write_recorded(&mut self) -> io::Result<()> {
        if self.recorded.is_empty() || self.hides_recorded() {
            return Ok(());
        }
        let palette = self.options.palette;
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

    fn hides_recorded(&self) -> bool {
        !self.failures.is_empty() && !self.options.full
    }

    pub(super) fn write_gone(&mut self) -> io::Result<()> {
        if self.gone.is_empty() {
            return Ok(());
        }
        let palette = self.options.palette;
        writeln!(
            self.out,
            "{}  {}; --write-baseline brings the baseline up to date",
            palette.bad("BASELINE"),
            match self.gone.len() {
                1 => "1 known failure was not seen to fail".to_owned(),
                many => format!("{many} known failures were not seen to fail"),
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

    /// A row for each profile that was judged, and the others by name.
    pub(super) fn write_profiles(&mut self, profiles: &[ProfileSummary]) -> io::Result<()> {
        let (idle, judged): (Vec<&ProfileSummary>, Vec<&ProfileSummary>) =
            profiles.iter().partition(|profile| is_idle(profile));
        let widest = judged.iter().map(|profile| profile.profile.len()).max();
        let widest = widest.unwrap_or_default();
        for profile in judged {
            self.write_profile(profile, widest)?;
        }
        for kind in [Conformance::Unsupported, Conformance::NotSelected] {
            let names: Vec<&str> = idle
                .iter()
                .filter(|profile| profile.conformance == kind)
                .map(|profile| profile.profile.as_str())
                .collect();
            if !names.is_empty() {
                let lead = format!("{}: ", kind.words());
                let column = lead.len();
                self.prose(&lead, column, &joined(&names))?;
            }
        }
        writeln!(self.out)
    }

    fn write_profile(&mut self, profile: &ProfileSummary, widest: usize) -> io::Result<()> {
        let palette = self.options.palette;
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
        writeln!(self.out)
    }

    /// What is no failure and yet worth knowing.
    pub(super) fn write_remarks(&mut self, trailer: &Trailer) -> io::Result<()> {
        let palette = self.options.palette;
        if !self.recorded.is_empty() && self.hides_recorded() {
            let points = counted(self.recorded.len(), "open point");
            writeln!(
                self.out,
                "{}",
                palette.dim(format_args!("{points} recorded; --full lists them"))
            )?;
        }
        if !self.lossy.is_empty() {
            let text = format!(
                "number-lossy: in {} numbers came back changed within the same binary64 (RFC 8259, section 6): {}",
                counted(self.lossy.len(), "case"),
                named(&self.lossy)
            );
            self.prose("", 2, &palette.odd(text))?;
        }
        if self.beyond_limits > 0 {
            let text = format!(
                "{} refused beyond a limit that the driver declares",
                counted(self.beyond_limits, "case")
            );
            self.prose("", 2, &palette.odd(text))?;
        }
        if let Some(stopped) = &trailer.stopped {
            self.prose("", 2, &palette.odd(shortened(stopped, 400)))?;
        }
        Ok(())
    }

    pub(super) fn write_verdict(&mut self, trailer: &Trailer) -> io::Result<()> {
        let palette = self.options.palette;
        let mut failed = LevelCounts::default();
        let mut breaking = LevelCounts::default();
        for case in &self.failures {
            *failed.of_mut(case.level) += 1;
            let failure = case.failure.as_ref();
            if failure.is_some_and(|failure| failure.at_any_level) {
                *breaking.of_mut(case.level) += 1;
            }
        }
        let mut parts: Vec<String> = Level::ALL
            .into_iter()
            .filter(|level| failed.of(*level) > 0)
            .map(|level| failed_words(level, failed.of(level), breaking.of(level), self.strict))
            .collect();
        let unproven = self.failures.iter();
        let unproven = unproven.filter(|case| case.verdict == Verdict::Unproven);
        match unproven.count() {
            0 => {}
            number if number == self.failures.len() => parts.push("all unproven".to_owned()),
            number => parts.push(format!("{number} of all these unproven")),
        }
        let rest = if parts.is_empty() {
            String::new()
        } else {
            format!(": {}", parts.join(", "))
        };
        let line = match (trailer.exit, trailer.baseline) {
            (exit @ (0 | 1), Some(counts)) => baseline_words(palette, exit, counts),
            (exit, _) => self.verdict_words(exit, failed.recommended > 0),
        };
        let text = format!("{line}{rest}  ({} ms)", trailer.millis);
        self.prose("", 2, &text)
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
}

fn is_idle(profile: &ProfileSummary) -> bool {
    matches!(
        profile.conformance,
        Conformance::Unsupported | Conformance::NotSelected
    )
}

/// How many cases of a level fail, and whether that counts.
fn failed_words(level: Level, number: usize, breaking: usize, strict: bool) -> String {
    let (fail, count) = if number == 1 {
        ("fails", "counts")
    } else {
        ("fail", "count")
    };
    let words = format!("{} {fail}", counted(number, &format!("{level} case")));
    let counts = level == Level::Required || level == Level::Recommended && strict;
    match breaking {
        0 if level == Level::Informative => format!("{words} and {count} for nothing"),
        0 => words,
        _ if counts => words,
        many if many == number => {
            format!("{words} by {BREAKING}, which counts at every level")
        }
        many => format!("{words}, {many} of them by {BREAKING}, which alone counts"),
    }
}

/// Names of profiles; the suite is said once, if there is one.
fn joined(names: &[&str]) -> String {
    let suite = |name: &&str| name.rsplit_once('/').map(|(suite, _)| (*suite).to_owned());
    let first = names.first().and_then(suite);
    match first {
        Some(first)
            if names
                .iter()
                .all(|name| suite(name).as_ref() == Some(&first)) =>
        {
            let short: Vec<&str> = names.iter().map(|name| &name[first.len() + 1..]).collect();
            format!("{first}/{}", short.join(", "))
        }
        _ => names.join(", "),
    }
}

/// The first cases by name, and the number of the others.
fn named(ids: &[String]) -> String {
    let first: Vec<String> = ids
        .iter()
        .take(REMARKED)
        .map(|id| shortened(id, 2 * NAME))
        .collect();
    let more = ids.len().saturating_sub(REMARKED);
    match more {
        0 => first.join(", "),
        _ => format!("{} and {more} more", first.join(", ")),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_says_which_failures_count() {
        use Level::{Informative, Recommended, Required};
        for (level, number, breaking, strict, wanted) in [
            (Required, 2, 1, false, "2 required cases fail"),
            (Recommended, 1, 0, false, "1 recommended case fails"),
            (
                Informative,
                3,
                0,
                false,
                "3 informative cases fail and count for nothing",
            ),
            (
                Informative,
                1,
                0,
                true,
                "1 informative case fails and counts for nothing",
            ),
            (
                Informative,
                1,
                1,
                false,
                "1 informative case fails by a crash or by state left behind, which counts at every level",
            ),
            (
                Recommended,
                3,
                1,
                false,
                "3 recommended cases fail, 1 of them by a crash or by state left behind, which alone counts",
            ),
            (Recommended, 3, 1, true, "3 recommended cases fail"),
        ] {
            assert_eq!(failed_words(level, number, breaking, strict), wanted);
        }
    }

    #[test]
    fn remarks_name_the_first_cases() {
        let ids: Vec<String> = (1..6).map(|number| format!("c{number}")).collect();
        assert_eq!(named(&ids[..1]), "c1");
        assert_eq!(named(&ids), "c1, c2, c3 and 2 more");
    }

    #[test]
    fn profiles_of_one_suite_name_it_once() {
        assert_eq!(joined(&["s-1/a", "s-1/b"]), "s-1/a, b");
        assert_eq!(joined(&["s-1/a", "t/b"]), "s-1/a, t/b");
    }
}
