//! A comparison on a terminal, by requirement.

use std::collections::HashMap;
use std::io::{self, Write};

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::record::{CaseRecord, Selection};
use uiconform_catalogue::summary::{Conformance, ProfileSummary, Summary};

use super::{Change, Changed, compare, left_out};
use crate::counted;
use crate::groups;
use crate::inert::shortened;
use crate::pretty::ending::joined;
use crate::pretty::failure::requirement;
use crate::results::ResultFile;
use crate::style::Palette;

/// Characters of a name or a message that are shown.
const SHOWN: usize = 120;

/// Cases of one kind that are named below a requirement.
const NAMED: usize = 8;

/// Writes what changed from one run to another; says whether anything got worse.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(
    out: &mut impl Write,
    before: &ResultFile,
    after: &ResultFile,
    catalogues: &[Catalogue],
    palette: Palette,
    full: bool,
) -> io::Result<bool> {
    write_who(out, "from", before, palette)?;
    write_who(out, "to", after, palette)?;
    for suite in &after.header.suites {
        let old = before
            .header
            .suites
            .iter()
            .find(|old| old.suite == suite.suite);
        if let Some(old) = old.filter(|old| old.digest != suite.digest) {
            writeln!(
                out,
                "{}",
                palette.odd(shortened(
                    &format!(
                        "the suite {} changed from {} to {}: a case may ask for something else under the same id",
                        suite.suite, old.version, suite.version
                    ),
                    2 * SHOWN
                ))
            )?;
        }
    }
    writeln!(out)?;
    let changes = compare(before, after);
    write_changes(out, &changes, after, catalogues, palette, full)?;
    write_profiles(out, before, after, palette)?;
    write_left_out(out, left_out(before, after), palette)?;
    let incomplete = before.is_incomplete() || after.is_incomplete();
    write_counts(out, &changes, incomplete, palette)?;
    Ok(changes.iter().any(|changed| changed.change.is_worse()))
}

fn write_who(
    out: &mut impl Write,
    word: &str,
    file: &ResultFile,
    palette: Palette,
) -> io::Result<()> {
    let driver = &file.header.driver;
    writeln!(
        out,
        "{word:<5} {} {}  {}",
        palette.strong(shortened(&driver.name, SHOWN)),
        shortened(&driver.version, SHOWN),
        palette.dim(shortened(&file.name, SHOWN))
    )?;
    if file.trailer.is_none() {
        writeln!(
            out,
            "      {}",
            palette.odd(shortened(&file.incomplete().to_string(), 4 * SHOWN))
        )?;
    } else if file.is_incomplete() {
        let stopped = file
            .trailer
            .as_ref()
            .and_then(|trailer| trailer.stopped.as_deref());
        let stopped = stopped.unwrap_or("some cases were not run");
        let words = format!("it is incomplete: {stopped}");
        writeln!(out, "      {}", palette.odd(shortened(&words, 4 * SHOWN)))?;
    }
    if let Some(part) = part(&file.header.selection) {
        let words = format!("it is a part of a run: {part}");
        writeln!(out, "      {}", palette.odd(shortened(&words, 4 * SHOWN)))?;
    }
    Ok(())
}

/// The options that selected a part; none if all was selected.
fn part(selection: &Selection) -> Option<String> {
    let mut options: Vec<String> = Vec::new();
    let profiles = selection.profiles.iter();
    options.extend(profiles.map(|profile| format!("--profile {profile}")));
    let filters = selection.filters.iter();
    options.extend(filters.map(|filter| format!("--filter '{filter}'")));
    if selection.failed_only {
        options.push("--failed".to_owned());
    }
    options.extend(selection.shard.map(|shard| format!("--shard {shard}")));
    (!options.is_empty()).then(|| options.join(" "))
}

/// Says what was not compared, since only one of the runs has it.
fn write_left_out(
    out: &mut impl Write,
    (before, after): (usize, usize),
    palette: Palette,
) -> io::Result<()> {
    for (number, word) in [(before, "from"), (after, "to")] {
        if number > 0 {
            let cases = counted(number, "case");
            let line = format!("not compared: {cases} that only `{word}` ran");
            writeln!(out, "{}", palette.odd(line))?;
        }
    }
    Ok(())
}

fn write_changes(
    out: &mut impl Write,
    changes: &[Changed<'_>],
    after: &ResultFile,
    catalogues: &[Catalogue],
    palette: Palette,
    full: bool,
) -> io::Result<()> {
    // The requirements that account for the changes: those whose cases changed most.
    let mut tally = HashMap::new();
    for case in &after.cases {
        groups::count(&mut tally, case);
    }
    for counts in tally.values_mut() {
        counts.failed = 0;
    }
    let mut by_id: HashMap<&str, &Changed<'_>> = HashMap::new();
    let mut cases: Vec<&CaseRecord> = Vec::new();
    for changed in changes {
        let Some(case) = changed.case() else {
            continue;
        };
        for id in &case.requirements {
            let counts = tally.entry(id.clone()).or_default();
            counts.failed += 1;
            counts.run = counts.run.max(counts.failed);
        }
        by_id.insert(&case.id, changed);
        cases.push(case);
    }
    for group in groups::of(&cases, &tally) {
        let id = shortened(group.requirement, SHOWN);
        match requirement(catalogues, group.requirement) {
            Some(known) => writeln!(
                out,
                "{}  {} {}",
                palette.strong(id),
                known.level,
                known.text
            )?,
            None => writeln!(out, "{}", palette.strong(id))?,
        }
        let mut changed: Vec<&Changed<'_>> = group
            .cases
            .iter()
            .filter_map(|case| by_id.get(case.id.as_str()).copied())
            .collect();
        changed.sort_by_key(|changed| changed.change);
        for kind in changed.chunk_by(|a, b| a.change == b.change) {
            let most = if full { kind.len() } else { NAMED };
            for changed in kind.iter().take(most) {
                write_changed(out, changed, palette)?;
            }
            if kind.len() > most {
                writeln!(
                    out,
                    "  {}",
                    palette.dim(format_args!(
                        "… {} more; --full shows all",
                        kind.len() - most
                    ))
                )?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_changed(out: &mut impl Write, changed: &Changed<'_>, palette: Palette) -> io::Result<()> {
    let Some(case) = changed.case() else {
        return Ok(());
    };
    let told = match (changed.change, changed.before, changed.after) {
        (Change::RecordedOtherwise, Some(before), Some(after)) => {
            let outcome = |case: &CaseRecord| {
                let recorded = case.recorded.as_ref();
                recorded.map_or_else(String::new, |recorded| recorded.outcome.clone())
            };
            format!("{} → {}", outcome(before), outcome(after))
        }
        (Change::FailsOtherwise, Some(before), Some(after)) => {
            let print = |case: &CaseRecord| {
                let failure = case.failure.as_ref();
                failure.map_or_else(String::new, |failure| failure.fingerprint.clone())
            };
            format!("{} → {}", print(before), print(after))
        }
        (Change::Broken | Change::NewFailing, _, Some(after)) => after
            .failure
            .as_ref()
            .map_or_else(String::new, |failure| failure.message.clone()),
        (Change::Lost, _, Some(after)) => after.verdict.to_string(),
        _ => String::new(),
    };
    let words = format!("{:<18}", changed.change.words());
    let words = match changed.change {
        Change::Broken | Change::Lost => palette.bad(words),
        Change::Fixed => palette.good(words),
        Change::FailsOtherwise | Change::NewFailing | Change::RecordedOtherwise => {
            palette.odd(words)
        }
        Change::New | Change::Gone => palette.dim(words),
    };
    let line = format!(
        "  {words} {} {}",
        shortened(&case.id, SHOWN),
        palette.dim(case.level)
    );
    if told.is_empty() {
        writeln!(out, "{line}")
    } else {
        writeln!(out, "{line}  {}", palette.dim(shortened(&told, 2 * SHOWN)))
    }
}

fn write_profiles(
    out: &mut impl Write,
    before: &ResultFile,
    after: &ResultFile,
    palette: Palette,
) -> io::Result<()> {
    let (old, new) = (summaries(before), summaries(after));
    let was = |profile: &ProfileSummary| old.iter().find(|old| old.profile == profile.profile);
    // What neither of them judged has no numbers.
    let (idle, told_of): (Vec<&ProfileSummary>, Vec<&ProfileSummary>) =
        new.iter().partition(|profile| {
            let kind = profile.conformance;
            kind.is_idle() && was(profile).is_some_and(|was| was.conformance == kind)
        });
    let widest = told_of.iter().map(|profile| profile.profile.len()).max();
    let widest = widest.unwrap_or_default().min(SHOWN);
    for profile in told_of {
        let name = shortened(&profile.profile, SHOWN);
        let was = was(profile);
        writeln!(
            out,
            "{name:<widest$}  {} → {}",
            was.map_or_else(|| palette.dim("unknown"), told),
            told(profile)
        )?;
    }
    for kind in [Conformance::Unsupported, Conformance::NotSelected] {
        let names: Vec<&str> = idle
            .iter()
            .filter(|profile| profile.conformance == kind)
            .map(|profile| profile.profile.as_str())
            .collect();
        if !names.is_empty() {
            let names = shortened(&joined(&names), 4 * SHOWN);
            let line = format!("{} in both: {names}", kind.words());
            writeln!(out, "{}", palette.dim(line))?;
        }
    }
    writeln!(out)
}

fn summaries(file: &ResultFile) -> Vec<ProfileSummary> {
    let mut summary = Summary::new(&file.header);
    file.cases.iter().for_each(|case| summary.add(case));
    summary.finish()
}

fn told(profile: &ProfileSummary) -> String {
    format!(
        "{} ({}/{} required, {}/{} recommended)",
        profile.conformance.words(),
        profile.passed.required,
        profile.cases.required,
        profile.passed.recommended,
        profile.cases.recommended
    )
}

fn write_counts(
    out: &mut impl Write,
    changes: &[Changed<'_>],
    incomplete: bool,
    palette: Palette,
) -> io::Result<()> {
    let parts: Vec<String> = Change::ALL
        .into_iter()
        .filter_map(|change| {
            let number = changes
                .iter()
                .filter(|changed| changed.change == change)
                .count();
            (number > 0).then(|| format!("{} {}", counted(number, "case"), change.words()))
        })
        .collect();
    let worse = changes.iter().any(|changed| changed.change.is_worse());
    let verdict = match (parts.is_empty(), worse) {
        (_, false) if incomplete => palette.odd("incomplete: what there is did not get worse"),
        (true, _) => palette.good("no change"),
        (false, true) => palette.bad("worse"),
        (false, false) => palette.good("nothing got worse"),
    };
    if parts.is_empty() {
        writeln!(out, "{verdict}")
    } else {
        writeln!(out, "{verdict}: {}", parts.join(", "))?;
        for change in Change::ALL {
            let is_there = changes.iter().any(|changed| changed.change == change);
            if let Some(meaning) = change.meaning().filter(|_| is_there) {
                writeln!(
                    out,
                    "{}",
                    palette.dim(format_args!("{}: {meaning}", change.words()))
                )?;
            }
        }
        Ok(())
    }
}
