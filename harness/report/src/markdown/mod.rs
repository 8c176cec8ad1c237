//! A summary in GitHub's Markdown: the verdict, a table for each profile, failures by requirement, and how open points were answered.

mod escape;

use std::fmt::Write as _;
use std::io;

use uiconform_catalogue::record::{CaseRecord, LevelCounts};
use uiconform_catalogue::summary::{Conformance, ProfileSummary};
use uiconform_catalogue::{Level, Verdict};

use self::escape::{block, code, prose};
use crate::counted;
use crate::groups::Group;
use crate::pretty::failure;
use crate::run::{Context, Run, Standing, against_baseline};

/// Characters of a name that are shown.
const NAME: usize = 120;

/// Groups of failures with their first case in full: GitHub takes a summary of 1 MiB.
const IN_FULL: usize = 30;

/// Cases that are named in a list.
const NAMED: usize = 20;

// Writing to a string cannot fail, so its results are dropped here.

pub(crate) fn render(run: &Run, context: &Context<'_>) -> io::Result<String> {
    let mut text = String::new();
    let driver = &run.header.driver;
    let _ = writeln!(
        text,
        "## uiconform: {} {}\n",
        code(&driver.name, NAME),
        code(&driver.version, NAME)
    );
    // Numbers and words of this program alone.
    let _ = writeln!(text, "**Verdict: {}**\n", run.verdict());
    for name in run.header.profiles_missing() {
        let _ = writeln!(
            text,
            "**Missing:** profile {} was asked for, and the driver does not offer it.\n",
            code(name, NAME)
        );
    }
    for suite in &run.header.suites {
        let _ = writeln!(
            text,
            "Suite {} {}{}, harness {}.\n",
            code(&suite.suite, NAME),
            code(&suite.version, NAME),
            if suite.foreign {
                ", cases from elsewhere: no conformance is claimed"
            } else {
                ""
            },
            code(&run.header.harness, NAME),
        );
    }
    if let Some(stopped) = &run.trailer.stopped {
        let _ = writeln!(text, "**Incomplete:** {}\n", code(stopped, 4 * NAME));
    }
    let profiles = &run.trailer.profiles;
    for profile in profiles {
        if !profile.conformance.is_idle() {
            write_profile(&mut text, run, profile);
        }
    }
    write_idle(&mut text, profiles);
    write_baseline(&mut text, run);
    let (fails, unproven) = run.failures(&[Standing::Fails]);
    write_groups(&mut text, "Failures", &fails, context)?;
    let (warns, unproven_too) = run.failures(&[Standing::Warns]);
    let title = "Failures that cost no conformance";
    write_groups(&mut text, title, &warns, context)?;
    let unproven: Vec<&CaseRecord> = unproven.into_iter().chain(unproven_too).collect();
    write_unproven(&mut text, &unproven);
    write_declared(&mut text, run);
    write_open_points(&mut text, run);
    Ok(text)
}

/// How the run stands against its baseline: what of it passes now, what is not offered any more, and what is known.
fn write_baseline(text: &mut String, run: &Run) {
    let Some(counts) = run.trailer.baseline else {
        return;
    };
    let _ = writeln!(
        text,
        "### Baseline\n\n{}\n",
        match counts.deviations() {
            0 => format!("As it says: {}.", counted(counts.known, "known failure")),
            _ => format!(
                "**Not as it says:** {} new, {} changed, {} fixed; {}.",
                counts.new,
                counts.changed,
                counts.fixed,
                counted(counts.known, "known failure")
            ),
        }
    );
    let lost = run
        .cases_of(Standing::Fails)
        .filter(|case| case.failure.is_none());
    let mut lines = 0;
    for case in run.cases_of(Standing::Fixed).chain(lost).take(NAMED) {
        let _ = writeln!(
            text,
            "- {}: {}",
            code(&case.id, NAME),
            prose(&against_baseline(case))
        );
        lines += 1;
    }
    if lines > 0 {
        text.push('\n');
    }
    if counts.known > 0 {
        let _ = writeln!(
            text,
            "<details><summary>{}</summary>\n",
            counted(counts.known, "known failure")
        );
        for case in run.cases_of(Standing::Known).take(NAMED) {
            let _ = writeln!(
                text,
                "- {} {}: {}",
                case.verdict,
                code(&case.id, NAME),
                prose(&against_baseline(case))
            );
        }
        if counts.known > NAMED {
            let _ = writeln!(text, "- … {} more", counts.known - NAMED);
        }
        text.push_str("\n</details>\n\n");
    }
}

/// The profiles without numbers, by name.
fn write_idle(text: &mut String, profiles: &[ProfileSummary]) {
    for kind in [Conformance::Unsupported, Conformance::NotSelected] {
        let names: Vec<String> = profiles
            .iter()
            .filter(|profile| profile.conformance == kind)
            .map(|profile| code(&profile.profile, NAME))
            .collect();
        if !names.is_empty() {
            let words = kind.words();
            let _ = writeln!(text, "Profiles {words}: {}.\n", names.join(", "));
        }
    }
}

fn write_profile(text: &mut String, run: &Run, profile: &ProfileSummary) {
    let _ = writeln!(
        text,
        "### {} {}\n",
        code(&profile.profile, NAME),
        profile.conformance.words()
    );
    let _ = writeln!(
        text,
        "| level | cases | passed | failed | not run |\n| --- | ---: | ---: | ---: | ---: |"
    );
    let mut not_run = LevelCounts::default();
    for case in run
        .cases
        .iter()
        .filter(|case| case.profile == profile.profile && case.verdict == Verdict::NotRun)
    {
        *not_run.of_mut(case.level) += 1;
    }
    for level in Level::ALL {
        let _ = writeln!(
            text,
            "| {level} | {} | {} | {} | {} |",
            profile.cases.of(level),
            profile.passed.of(level),
            profile.failed.of(level),
            not_run.of(level)
        );
    }
    text.push('\n');
}

fn write_groups(
    text: &mut String,
    title: &str,
    groups: &[Group<'_>],
    context: &Context<'_>,
) -> io::Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    let _ = writeln!(text, "### {title}\n");
    for (index, group) in groups.iter().enumerate() {
        let known = failure::requirement(context.catalogues, group.requirement);
        let wording = known.map_or_else(String::new, |known| {
            format!(" {}: {}", known.level, prose(&known.text))
        });
        let _ = writeln!(text, "**{}**{wording}\n", code(group.requirement, NAME));
        let shown = usize::from(index < IN_FULL);
        let _ = writeln!(
            text,
            "<details><summary>{}</summary>\n",
            counted(group.cases.len(), "case")
        );
        for case in &group.cases[..shown] {
            let _ = writeln!(text, "{}", block(&failure::text(case, &context.replay)?));
        }
        write_names(text, &group.cases[shown..]);
        text.push_str("</details>\n\n");
    }
    Ok(())
}

fn write_names(text: &mut String, cases: &[&CaseRecord]) {
    for case in cases.iter().take(NAMED) {
        let _ = writeln!(text, "- {} {}", case.verdict, code(&case.id, NAME));
    }
    if cases.len() > NAMED {
        let _ = writeln!(text, "- … {} more", cases.len() - NAMED);
    }
    if !cases.is_empty() {
        text.push('\n');
    }
}

fn write_unproven(text: &mut String, cases: &[&CaseRecord]) {
    if cases.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "### Unproven\n\nRejected as expected, and that proves nothing while the accepted twin fails.\n\n<details><summary>{}</summary>\n",
        counted(cases.len(), "case")
    );
    write_names(text, cases);
    text.push_str("</details>\n\n");
}

fn write_declared(text: &mut String, run: &Run) {
    let driver = &run.header.driver;
    let beyond = run.cases.iter().filter(|case| case.beyond_limit).count();
    let lossy = run
        .cases
        .iter()
        .filter(|case| !case.number_lossy.is_empty())
        .count();
    let mut lines = String::new();
    for (name, limit) in &driver.limits {
        let _ = writeln!(lines, "- limit {}: {limit}", code(name, NAME));
    }
    for (name, choice) in &driver.choices {
        let _ = writeln!(
            lines,
            "- choice {}: {}",
            code(name, NAME),
            code(choice.get(), 2 * NAME)
        );
    }
    if beyond > 0 {
        let _ = writeln!(
            lines,
            "- {} refused beyond a declared limit",
            counted(beyond, "case")
        );
    }
    if lossy > 0 {
        let _ = writeln!(
            lines,
            "- in {}, numbers came back changed within the same binary64",
            counted(lossy, "case")
        );
    }
    if !lines.is_empty() {
        let _ = writeln!(text, "### As the driver declares\n\n{lines}");
    }
}

fn write_open_points(text: &mut String, run: &Run) {
    let mut lines = String::new();
    let mut points = 0;
    for case in &run.cases {
        let Some(recorded) = &case.recorded else {
            continue;
        };
        points += 1;
        let _ = write!(
            lines,
            "- {}: {}",
            code(&recorded.asks, NAME),
            code(&recorded.outcome, NAME)
        );
        if recorded.outcome == "other" {
            let _ = write!(lines, " in {}", code(&case.id, NAME));
        }
        lines.push('\n');
    }
    if points > 0 {
        let _ = writeln!(
            text,
            "### Open points\n\nWhat the text leaves open, and what this implementation does there.\n\n<details><summary>{}</summary>\n\n{lines}\n</details>",
            counted(points, "open point")
        );
    }
}
