//! The end of the report: what was recorded, what is gone from the baseline, the profiles, and the verdict.

use std::io::{self, Write};

use uiconform_catalogue::record::{LevelCounts, Trailer};
use uiconform_catalogue::summary::{Conformance, ProfileSummary};
use uiconform_catalogue::{Level, Verdict};

use super::{NAME, Pretty};
use crate::counted;
use crate::inert::shortened;
use crate::run::against_whole_baseline;

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
        let (idle, judged): (Vec<&ProfileSummary>, Vec<&ProfileSummary>) = profiles
            .iter()
            .partition(|profile| profile.conformance.is_idle());
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
        for sentence in std::mem::take(&mut self.missing) {
            self.prose("", 2, &palette.bad(sentence))?;
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
        let unproven = self.failures.iter();
        let unproven = unproven.filter(|case| case.verdict == Verdict::Unproven);
        let told = failed_words(failed, breaking, unproven.count(), self.strict);
        let (line, lead) = match (trailer.exit, trailer.baseline) {
            (0 | 1, Some(counts)) => {
                let words = against_whole_baseline(counts);
                let line = match trailer.exit {
                    0 => palette.good(words),
                    _ => palette.bad(words),
                };
                // What is known is in none of the numbers that follow.
                let lead = if counts.known > 0 {
                    "; beside what is known, "
                } else {
                    ": "
                };
                (line, lead)
            }
            (exit, _) => (self.verdict_words(exit, failed.recommended > 0), ": "),
        };
        let rest = told.map_or_else(String::new, |told| format!("{lead}{told}"));
        let of_what = match self.of_what {
            "" => String::new(),
            words => palette.odd(words),
        };
        let not_offered = self.not_offered;
        let text = format!(
            "{line}{not_offered}{rest}{of_what}  ({} ms)",
            trailer.millis
        );
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

/// How many cases fail, and which of those count that would not by their level; none if none fails.
fn failed_words(
    failed: LevelCounts,
    breaking: LevelCounts,
    unproven: usize,
    strict: bool,
) -> Option<String> {
    let levels = Level::ALL.into_iter().filter(|level| failed.of(*level) > 0);
    let numbers: Vec<String> = levels
        .map(|level| format!("{} {level}", failed.of(level)))
        .collect();
    let total = failed.total();
    let numbers = match &numbers[..] {
        [] => return None,
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    };
    let fail = if total == 1 {
        "case fails"
    } else {
        "cases fail"
    };
    let mut parts = vec![format!("{numbers} {fail}")];
    match (failed.informative, breaking.informative) {
        (1, 0) => parts.push("the informative one counts for nothing".to_owned()),
        (2.., 0) => parts.push("the informative ones count for nothing".to_owned()),
        _ => {}
    }
    let beyond: Vec<(usize, Level)> = [Level::Recommended, Level::Informative]
        .into_iter()
        .filter(|level| *level == Level::Informative || !strict)
        .map(|level| (breaking.of(level), level))
        .filter(|(number, _)| *number > 0)
        .collect();
    if !beyond.is_empty() {
        let names = beyond.iter();
        let names: Vec<String> = names
            .map(|(number, level)| format!("{number} {level}"))
            .collect();
        let count = match &beyond[..] {
            [(1, _)] => "one counts",
            _ => "ones count",
        };
        let names = names.join(" and ");
        parts.push(format!("{names} {count} all the same, by {BREAKING}"));
    }
    match unproven {
        0 => {}
        1 if total == 1 => parts.push("it is unproven".to_owned()),
        many if many == total => parts.push("all are unproven".to_owned()),
        1 => parts.push(format!("1 of these {total} is unproven")),
        many => parts.push(format!("{many} of these {total} are unproven")),
    }
    Some(parts.join("; "))
}

/// Names of profiles; the suite is said once, if there is one.
pub(crate) fn joined(names: &[&str]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_says_which_failures_count() {
        let levels = |[required, recommended, informative]: [usize; 3]| LevelCounts {
            required,
            recommended,
            informative,
        };
        for (failed, breaking, unproven, strict, wanted) in [
            ([2, 0, 0], [1, 0, 0], 0, false, "2 required cases fail"),
            ([0, 1, 0], [0, 0, 0], 0, false, "1 recommended case fails"),
            (
                [0, 0, 3],
                [0, 0, 0],
                0,
                false,
                "3 informative cases fail; the informative ones count for nothing",
            ),
            (
                [1, 0, 1],
                [0, 0, 0],
                2,
                true,
                "1 required and 1 informative cases fail; the informative one counts for nothing; all are unproven",
            ),
            (
                [0, 0, 1],
                [0, 0, 1],
                0,
                false,
                "1 informative case fails; 1 informative one counts all the same, by a crash or by state left behind",
            ),
            (
                [26, 19, 4],
                [3, 2, 1],
                28,
                false,
                "26 required, 19 recommended and 4 informative cases fail; 2 recommended and 1 informative ones count all the same, by a crash or by state left behind; 28 of these 49 are unproven",
            ),
            (
                [0, 3, 0],
                [0, 1, 0],
                1,
                true,
                "3 recommended cases fail; 1 of these 3 is unproven",
            ),
        ] {
            let told = failed_words(levels(failed), levels(breaking), unproven, strict);
            assert_eq!(told.as_deref(), Some(wanted));
        }
        let none = LevelCounts::default();
        assert_eq!(failed_words(none, none, 0, false), None);
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
