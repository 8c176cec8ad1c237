//! Failures, grouped by the requirement that they break.

use std::io::{self, Write};

use uiconform_catalogue::record::{CaseRecord, LevelCounts};
use uiconform_catalogue::{Catalogue, Level, Requirement, Verdict};

use super::{Pretty, PrettyOptions};
use crate::counted;
use crate::groups::{self, Group};
use crate::inert::shortened;
use crate::run::Standing;
use crate::style::Palette;

/// Characters of an input, a value or a message that are shown.
pub(super) const SHOWN: usize = 240;

/// Characters of a line of a transcript that are shown.
pub(super) const LINE: usize = 2000;

/// Cases that are named behind the first one of a group.
const NAMED: usize = 8;

/// A group of so few cases may be the consequence of another one, if most of what rests on its requirement passes.
const FEW: usize = 2;

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
        let (dear, cheap): (Vec<&Group<'_>>, Vec<&Group<'_>>) =
            groups.iter().partition(|group| self.costs(group));
        self.write_overview(&failures, &groups)?;
        let (asides, causes): (Vec<&Group<'_>>, Vec<&Group<'_>>) =
            dear.into_iter().partition(|group| self.may_follow(group));
        for group in &causes {
            self.write_group(group)?;
        }
        if self.shows_all() || causes.is_empty() {
            for group in &asides {
                self.write_group(group)?;
            }
        } else {
            self.write_asides(&asides)?;
        }
        let in_full = self.shows_all() || groups.len() == 1;
        if in_full {
            for group in &cheap {
                self.write_group(group)?;
            }
        }
        self.write_unproven(&unproven)?;
        let left_out = if in_full { 0 } else { cheap.len() };
        if groups.len() >= TABLE_FROM || left_out > 0 {
            self.write_table(&groups, &unproven, left_out)?;
        }
        self.failures = failures;
        Ok(())
    }

    /// Whether what costs nothing is shown like what does: it was asked for, or a single case is looked at.
    fn shows_all(&self) -> bool {
        self.options.full || self.options.transcript || self.strict
    }

    fn fails(&self, case: &CaseRecord) -> bool {
        Standing::of(case, self.strict) == Standing::Fails
    }

    /// Whether a group is so small, beside all that passes under its requirement, that it may come of what another is about.
    fn may_follow(&self, group: &Group<'_>) -> bool {
        let tally = self.tally.get(group.requirement);
        group.cases.len() <= FEW && tally.is_some_and(|tally| tally.mostly_holds())
    }

    fn costs(&self, group: &Group<'_>) -> bool {
        group.cases.iter().any(|case| self.fails(case))
    }

    /// How many of the failures count, before all of them.
    fn write_overview(&mut self, failures: &[CaseRecord], groups: &[Group<'_>]) -> io::Result<()> {
        if failures.len() < 2 {
            return Ok(());
        }
        let palette = self.options.palette;
        let counting = failures.iter().filter(|case| self.fails(case)).count();
        let under = match groups.len() {
            0 => String::new(),
            number => format!(", under {}", counted(number, "requirement")),
        };
        let what = if self.baselined {
            "as the baseline has none"
        } else {
            "in a way that costs conformance"
        };
        let counts = match counting {
            0 => palette.odd(format_args!("none {what}")),
            number if number == failures.len() => palette.bad(format_args!("all {what}")),
            number => palette.bad(format_args!("{number} of them {what}")),
        };
        let text = format!("{} fail{under}: {counts}", counted(failures.len(), "case"));
        self.prose("", 2, &text)?;
        writeln!(self.out)
    }

    fn write_group(&mut self, group: &Group<'_>) -> io::Result<()> {
        let palette = self.options.palette;
        let id = group.requirement;
        let word = if self.costs(group) {
            palette.bad("FAILED")
        } else {
            palette.odd("failed")
        };
        let number = counted(group.cases.len(), "case");
        let known = requirement(self.catalogues, id);
        let text = known.map_or("", |known| known.text.as_str());
        let lead = format!(
            "{word}  {} {}, {number}  ",
            palette.strong(id),
            group.level()
        );
        self.prose(&lead, 8, text)?;
        if let Some(basis) = known.and_then(|known| known.basis.as_ref()) {
            let lead = format!("        {} ", palette.dim("follows:"));
            self.prose(&lead, 17, basis)?;
        }
        let tally = self.tally.get(id).copied().unwrap_or_default();
        if tally.mostly_holds() {
            let passing = tally.run - tally.failed;
            let text = format!(
                "{passing} of the {} cases that rest on it pass, so the cause may be something else that these have in common",
                tally.run
            );
            self.prose("        ", 8, &text)?;
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

    /// Groups that may come of what is above them, by name: what one fault breaks by the way is not to look like many faults.
    fn write_asides(&mut self, groups: &[&Group<'_>]) -> io::Result<()> {
        let number = groups.iter().map(|group| group.cases.len()).sum();
        let text = match number {
            0 => return Ok(()),
            1 => "1 more case fails".to_owned(),
            many => format!("{many} more cases fail"),
        };
        let palette = self.options.palette;
        let text = format!(
            "{text} under requirements that hold in most of their cases, and may do so for a reason that is above; --full shows them in full"
        );
        self.prose(&format!("{}  ", palette.bad("FAILED")), 8, &text)?;
        for group in groups {
            let tally = self
                .tally
                .get(group.requirement)
                .copied()
                .unwrap_or_default();
            let passing = tally.run - tally.failed;
            for case in &group.cases {
                let text = format!(
                    "{} {} {}  {} {passing} of {} pass",
                    self.verdict_word(case),
                    shortened(&case.id, SHOWN),
                    palette.dim(case.level),
                    group.requirement,
                    tally.run
                );
                self.prose("    ", 6, &text)?;
            }
        }
        writeln!(self.out)
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
        let id = group.requirement;
        let text = match (rest.len(), left_out) {
            (0, 0) => return Ok(()),
            (0, 1) => format!("1 more case of {id}: the same amid valid events"),
            (0, many) => format!("{many} more cases of {id}: the same amid valid events"),
            (_, 0) => format!("{} of {id}", counted(rest.len(), "more case")),
            (own, amid) => format!(
                "{} of {id}; {amid} of them {} amid valid events",
                counted(own + amid, "more case"),
                if amid == 1 {
                    "is another one"
                } else {
                    "are others"
                }
            ),
        };
        writeln!(self.out, "  {text}")?;
        for case in rest.iter().take(NAMED) {
            let message = case.failure.as_ref().map_or("", |failure| &failure.message);
            let word = self.verdict_word(case);
            let text = format!(
                "{word} {} {}  {}",
                shortened(&case.id, SHOWN),
                palette.dim(case.level),
                palette.dim(shortened(message, SHOWN)),
            );
            self.prose("    ", 6, &text)?;
        }
        self.write_more(rest.len(), rest.len().min(NAMED))?;
        writeln!(self.out)
    }

    /// Rejections that prove nothing follow from other failures, so they are only counted and named.
    fn write_unproven(&mut self, cases: &[&CaseRecord]) -> io::Result<()> {
        let Some(first) = cases.first() else {
            return Ok(());
        };
        let palette = self.options.palette;
        let text = format!(
            "{} as expected, and that proves nothing while the accepted twin fails",
            match cases.len() {
                1 => "1 case rejects".to_owned(),
                many => format!("{many} cases reject"),
            }
        );
        self.prose(&format!("{}  ", palette.odd("UNPROVEN")), 10, &text)?;
        let shown = if self.options.full {
            cases.len()
        } else {
            NAMED.min(cases.len())
        };
        for case in cases.iter().take(shown) {
            writeln!(
                self.out,
                "    {} {}",
                shortened(&case.id, SHOWN),
                palette.dim(case.level)
            )?;
        }
        self.write_more(cases.len(), shown)?;
        if cases.len() == 1 || self.options.full {
            self.write_case(first, "")?;
        }
        writeln!(self.out)
    }

    fn write_more(&mut self, all: usize, shown: usize) -> io::Result<()> {
        if all <= shown {
            return Ok(());
        }
        let text = format!("… {} more; --full shows all", all - shown);
        writeln!(self.out, "    {}", self.options.palette.dim(text))
    }

    /// All failures by requirement and level; the sums are those of the last line.
    fn write_table(
        &mut self,
        groups: &[Group<'_>],
        unproven: &[&CaseRecord],
        left_out: usize,
    ) -> io::Result<()> {
        let palette = self.options.palette;
        let counts = |cases: &[&CaseRecord]| {
            let mut counts = LevelCounts::default();
            for case in cases {
                *counts.of_mut(case.level) += 1;
            }
            counts
        };
        let mut rows: Vec<(&str, LevelCounts, &str)> = groups
            .iter()
            .map(|group| {
                let id = group.requirement;
                let text = requirement(self.catalogues, id).map_or("", |known| &known.text);
                (id, counts(&group.cases), text)
            })
            .collect();
        if !unproven.is_empty() {
            let text = "rejected as expected, while the accepted twin fails";
            rows.push(("unproven", counts(unproven), text));
        }
        let mut sum = LevelCounts::default();
        for (_, counts, _) in &rows {
            for level in Level::ALL {
                *sum.of_mut(level) += counts.of(level);
            }
        }
        let levels: Vec<Level> = Level::ALL
            .into_iter()
            .filter(|level| sum.of(*level) > 0)
            .collect();
        if rows.len() > 1 {
            rows.push(("in all", sum, ""));
        }
        writeln!(self.out, "{}", palette.strong("What fails, by requirement"))?;
        let mut head = format!("{:13}", "");
        for level in &levels {
            head += &format!("  {level}");
        }
        writeln!(self.out, "{}", palette.dim(head))?;
        for (name, counts, text) in rows {
            let mut lead = format!("  {name:<11}");
            for level in &levels {
                let width = level.word().len();
                let number = match counts.of(*level) {
                    0 => String::new(),
                    number => number.to_string(),
                };
                lead += &format!("  {number:>width$}");
            }
            let column = lead.chars().count() + 2;
            if text.is_empty() {
                writeln!(self.out, "{}", palette.strong(lead))?;
            } else {
                self.prose(&format!("{lead}  "), column, text)?;
            }
        }
        if left_out > 0 {
            let text = match left_out {
                1 => "1 of these requirements costs no conformance and stands only here; --full shows its cases"
                    .to_owned(),
                many => format!(
                    "{many} of these requirements cost no conformance and stand only here; --full shows their cases"
                ),
            };
            writeln!(self.out, "  {}", palette.dim(text))?;
        }
        writeln!(self.out)
    }

    /// The verdict of a failing case: red where it counts, calmer where it does not.
    pub(super) fn verdict_word(&self, case: &CaseRecord) -> String {
        let palette = self.options.palette;
        if case.verdict != Verdict::Unproven && self.fails(case) {
            palette.bad(case.verdict)
        } else {
            palette.odd(case.verdict)
        }
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
