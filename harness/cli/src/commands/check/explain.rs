//! `uiconform check --explain`: a page on a rule, made of the suite's own cases.

use std::io::Write as _;

use uiconform_catalogue::{Case, Catalogue, Relation, Showing, did_you_mean};
use uiconform_json::{Object, Value};
use uiconform_report::inert;

use crate::commands::catalogues;
use crate::failure::Failure;
use crate::output::Output;

/// Cases of each kind that are named beside the examples.
const NAMED: usize = 5;

pub(super) fn explain(suite: &str, rule: &str, output: &mut Output) -> Result<u8, Failure> {
    let loaded = catalogues(Some(suite))?;
    let Some(catalogue) = loaded.first() else {
        return Ok(0);
    };
    let Some(requirement) = catalogue.requirement(rule) else {
        let ids = catalogue.requirements.iter().map(|one| one.id.as_str());
        return Err(Failure::Usage(format!(
            "no rule `{rule}`{}; `uiconform requirements --suite {suite}` lists them",
            did_you_mean(rule, ids)
        )));
    };
    let palette = output.palette();
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
    let cases: Vec<&Case> = catalogue
        .cases
        .iter()
        .filter(|case| case.derived_from.is_none())
        .filter(|case| case.requirements.iter().any(|id| id == rule))
        .collect();
    let bad = best(&cases, rule, Relation::Rejects);
    let good = bad
        .and_then(|case| catalogue.case(case.twin.as_ref()?))
        .or_else(|| best(&cases, rule, Relation::Accepts));
    for (title, case) in [
        (palette.bad("A bad example"), bad),
        (palette.good("A good example"), good),
    ] {
        if let Some(case) = case {
            writeln!(output, "\n{title}: {}", case.why)?;
            writeln!(output, "{}", palette.dim(format!("from {}", case.id)))?;
            write_source(case, output)?;
        }
    }
    write_more(catalogue, &cases, rule, output)?;
    output.flush()?;
    Ok(0)
}

/// The case of that kind that says most of a rule: one that cites it first, among those the one with the shortest text.
fn best<'c>(cases: &[&'c Case], rule: &str, relation: Relation) -> Option<&'c Case> {
    cases
        .iter()
        .filter(|case| case.exercise.relation() == relation)
        .min_by_key(|case| {
            let place = case.requirements.iter().position(|id| id == rule);
            (place, shown(case).len())
        })
        .copied()
}

fn write_source(case: &Case, output: &mut Output) -> Result<(), Failure> {
    for line in inert(&shown(case)).lines() {
        writeln!(output, "  {line}")?;
    }
    Ok(())
}

/// The inputs of a case and what they lead to.
fn shown(case: &Case) -> String {
    const ABOUT: [&str; 8] = [
        "name",
        "level",
        "requirements",
        "why",
        "asks",
        "twin",
        "differs_at",
        "holds",
    ];
    let Value::Object(members) = case.source.value() else {
        return String::new();
    };
    let told = members
        .iter()
        .filter(|(name, _)| !ABOUT.iter().any(|about| **name == *about));
    Value::from(Object::from_iter(
        told.map(|(name, value)| (name.clone(), value.clone())),
    ))
    .to_pretty()
}

fn write_more(
    catalogue: &Catalogue,
    cases: &[&Case],
    rule: &str,
    output: &mut Output,
) -> Result<(), Failure> {
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
