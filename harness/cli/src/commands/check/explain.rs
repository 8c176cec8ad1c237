//! `uiconform check --explain`: a page on a rule, made of the suite's own cases.

use std::collections::BTreeMap;
use std::io::{self, Write};

use uiconform_catalogue::{Case, Catalogue, Requirement, Showing};
use uiconform_report::{Palette, inert};
use uiconform_runner::suites;

use super::examples::{self, Example};
use super::rules::unknown;
use crate::commands::catalogues;
use crate::failure::Failure;
use crate::output::Output;

/// Cases of each kind that are named beside the examples.
const NAMED: usize = 5;

/// Writes the page of a rule.
pub(super) fn explain(suite: &str, rule: &str, output: &mut Output) -> Result<u8, Failure> {
    let loaded = catalogues(Some(suite))?;
    let Some(catalogue) = loaded.first() else {
        return Ok(0);
    };
    let Some(requirement) = catalogue.requirement(rule) else {
        let ids = catalogue.requirements.iter().map(|one| one.id.as_str());
        return Err(unknown(rule, suite, ids));
    };
    let palette = output.palette();
    write_page(catalogue, requirement, palette, output)?;
    output.flush()?;
    Ok(0)
}

/// The pages of some rules as plain text, by their ids.
pub(super) fn pages<'r>(
    suite: &str,
    rules: impl Iterator<Item = &'r str>,
) -> Result<BTreeMap<String, String>, Failure> {
    let mut pages = BTreeMap::new();
    let loaded = catalogues(Some(suite))?;
    let Some(catalogue) = loaded.first() else {
        return Ok(pages);
    };
    for requirement in rules.filter_map(|rule| catalogue.requirement(rule)) {
        let mut page = Vec::new();
        write_page(catalogue, requirement, Palette::new(false), &mut page)?;
        let page = String::from_utf8_lossy(&page).trim_end().to_owned();
        pages.insert(requirement.id.clone(), page);
    }
    Ok(pages)
}

fn write_page(
    catalogue: &Catalogue,
    requirement: &Requirement,
    palette: Palette,
    output: &mut dyn Write,
) -> io::Result<()> {
    let rule = requirement.id.as_str();
    writeln!(output, "{}  {}", palette.strong(rule), requirement.level)?;
    writeln!(output, "{}", requirement.text)?;
    writeln!(output)?;
    writeln!(
        output,
        "It is of section {} of the {}, and binds the {}.",
        requirement.section, catalogue.suite.title, requirement.binds
    )?;
    if let Some(basis) = &requirement.basis {
        writeln!(output, "It follows: {basis}")?;
    }
    if let Showing::NotShown(reason) = &requirement.showing {
        writeln!(output, "No case shows it: {reason}")?;
    }
    write_meaning(requirement, output)?;
    let examples = examples::of(catalogue, rule);
    // What the text allows or leaves open is told of and is not bad.
    let lawful = |example: &Example<'_>| example.is_lawful(rule);
    let title = match examples.bad.as_ref().is_some_and(lawful) {
        true => palette.odd("An example"),
        false => palette.bad("A bad example"),
    };
    let options = examples.bad.as_ref().map_or("", |bad| bad.options);
    let suite = match catalogue.suite.id.as_str() {
        suites::MAIN => String::new(),
        suite => format!(" --suite {suite}"),
    };
    write_example(
        &title,
        &format!("in which `uiconform check{suite}{options}` finds {rule}"),
        examples.bad.as_ref(),
        output,
    )?;
    write_example(
        &palette.good("A good example"),
        "which is valid and in which it does not",
        examples.good.as_ref(),
        output,
    )?;
    let cases: Vec<&Case> = catalogue
        .cases
        .iter()
        .filter(|case| case.requirements.iter().any(|id| id == rule))
        .collect();
    write_more(catalogue, &cases, rule, output)
}

/// What a rule means to whoever sends a stream, where it binds those who receive one.
fn write_meaning(requirement: &Requirement, output: &mut dyn Write) -> io::Result<()> {
    if requirement.binds != "emitter" && requirement.text.contains("refuse") {
        writeln!(
            output,
            "To a producer it says what not to send: a consumer leaves the event out, and shows less than was meant."
        )?;
    } else if requirement.binds == "frontend" && requirement.text.contains("not rendered") {
        writeln!(
            output,
            "To whoever sends it says what not to send: a frontend does not show it."
        )?;
    } else if requirement.binds == "client" && requirement.text.contains("is an error") {
        writeln!(
            output,
            "To whoever sends it says what not to send: a client leaves the event out, or ends the run as failed."
        )?;
    }
    Ok(())
}

/// A recording as JSON lines, which can be piped into `uiconform check -`.
fn write_example(
    title: &str,
    what: &str,
    example: Option<&Example<'_>>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let Some(example) = example else {
        writeln!(output, "\n{title}: no case gives one as a recording")?;
        return Ok(());
    };
    writeln!(output, "\n{title}, {what} (from {}):", example.case.id)?;
    for line in &example.lines {
        writeln!(output, "{}", inert(line))?;
    }
    Ok(())
}

fn write_more(
    catalogue: &Catalogue,
    cases: &[&Case],
    rule: &str,
    output: &mut dyn Write,
) -> io::Result<()> {
    if cases.is_empty() {
        return Ok(());
    }
    writeln!(
        output,
        "\n{} of {} cite it:",
        cases.len(),
        catalogue.suite.id
    )?;
    for case in cases.iter().take(NAMED) {
        writeln!(output, "  {}", case.id)?;
    }
    if cases.len() > NAMED {
        writeln!(
            output,
            "  … `uiconform cases list --filter {rule}` lists all"
        )?;
    }
    Ok(())
}
