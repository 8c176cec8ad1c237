//! `uiconform requirements`: what the text says, and what shows it.

use std::collections::HashMap;
use std::io::Write as _;

use uiconform_catalogue::{Catalogue, Requirement, Showing};
use uiconform_report::inert;
use uiconform_runner::Globs;

use super::catalogues;
use crate::args::Requirements;
use crate::failure::Failure;
use crate::output::Output;
use crate::suggest;

pub(crate) fn run(args: &Requirements, output: &mut Output) -> Result<u8, Failure> {
    let catalogues = catalogues(args.suite.as_deref())?;
    if !args.ids.is_empty() {
        return some(&args.ids, args.uncovered, &catalogues, output);
    }
    let mut uncovered = 0;
    for catalogue in catalogues {
        let cases = cases_by_requirement(&catalogue);
        let of =
            |requirement: &Requirement| cases.get(requirement.id.as_str()).copied().unwrap_or(0);
        let mut counts = Counts::default();
        for requirement in &catalogue.requirements {
            let state = state(requirement, &catalogue, of(requirement));
            counts.add(&state);
            if args.uncovered && !matches!(state, State::Uncovered) {
                continue;
            }
            write_requirement(requirement, &state, output)?;
        }
        uncovered += counts.uncovered;
        let profiles: Vec<&str> = catalogue
            .suite
            .profiles
            .iter()
            .map(|profile| profile.name.as_str())
            .collect();
        writeln!(
            output,
            "{}: {} requirements: {} shown by cases, {} uncovered, {} of profiles beyond {}, {} that no driver can show",
            catalogue.suite.id,
            catalogue.requirements.len(),
            counts.covered,
            counts.uncovered,
            counts.beyond,
            profiles.join(" and "),
            counts.not_shown,
        )?;
    }
    output.flush()?;
    Ok(u8::from(args.uncovered && uncovered > 0))
}

/// Shows single requirements with all that there is about them.
fn some(
    wanted: &[String],
    only_uncovered: bool,
    catalogues: &[Catalogue],
    output: &mut Output,
) -> Result<u8, Failure> {
    for one in wanted {
        let globs = Globs::new(std::slice::from_ref(one))?;
        let mut all = catalogues
            .iter()
            .flat_map(|catalogue| &catalogue.requirements);
        if !all.any(|requirement| globs.is_match(&requirement.id)) {
            let ids = catalogues
                .iter()
                .flat_map(|catalogue| catalogue.requirements.iter())
                .map(|requirement| requirement.id.as_str());
            return Err(Failure::Nothing(format!(
                "no requirement `{}`{}; `uiconform requirements` lists them, and * stands for any characters",
                inert(one),
                suggest::near(one, ids)
            )));
        }
    }
    let globs = Globs::new(wanted)?;
    let mut uncovered = false;
    for catalogue in catalogues {
        let all = catalogue.requirements.iter();
        for requirement in all.filter(|requirement| globs.is_match(&requirement.id)) {
            let cases = cases_of(requirement, catalogue);
            let state = state(requirement, catalogue, cases.len());
            let is_uncovered = matches!(state, State::Uncovered);
            uncovered |= is_uncovered;
            if only_uncovered && !is_uncovered {
                continue;
            }
            write_requirement(requirement, &state, output)?;
            writeln!(
                output,
                "    section {} of {}",
                requirement.section,
                requirement
                    .source
                    .as_ref()
                    .unwrap_or(&catalogue.suite.title)
            )?;
            for id in cases {
                writeln!(output, "      {id}")?;
            }
        }
    }
    output.flush()?;
    Ok(u8::from(only_uncovered && uncovered))
}

/// The ids of the cases that cite a requirement.
fn cases_of<'a>(requirement: &Requirement, catalogue: &'a Catalogue) -> Vec<&'a str> {
    catalogue
        .cases
        .iter()
        .filter(|case| case.requirements.contains(&requirement.id))
        .map(|case| case.id.as_str())
        .collect()
}

/// What shows a requirement.
enum State {
    Covered(usize),
    Uncovered,
    /// Only profiles that the suite does not have can show it.
    Beyond(String),
    NotShown(String),
}

#[derive(Default)]
struct Counts {
    covered: usize,
    uncovered: usize,
    beyond: usize,
    not_shown: usize,
}

impl Counts {
    fn add(&mut self, state: &State) {
        *match state {
            State::Covered(_) => &mut self.covered,
            State::Uncovered => &mut self.uncovered,
            State::Beyond(_) => &mut self.beyond,
            State::NotShown(_) => &mut self.not_shown,
        } += 1;
    }
}

fn cases_by_requirement(catalogue: &Catalogue) -> HashMap<&str, usize> {
    let mut cases = HashMap::new();
    for id in catalogue.cases.iter().flat_map(|case| &case.requirements) {
        *cases.entry(id.as_str()).or_default() += 1;
    }
    cases
}

fn state(requirement: &Requirement, catalogue: &Catalogue, cases: usize) -> State {
    match &requirement.showing {
        Showing::NotShown(reason) => State::NotShown(reason.clone()),
        Showing::Profiles(_) if cases > 0 => State::Covered(cases),
        Showing::Profiles(profiles) => {
            if profiles
                .iter()
                .any(|profile| catalogue.suite.profile(profile).is_some())
            {
                State::Uncovered
            } else {
                State::Beyond(profiles.join(", "))
            }
        }
    }
}

fn write_requirement(
    requirement: &Requirement,
    state: &State,
    output: &mut Output,
) -> Result<(), Failure> {
    let palette = output.palette();
    writeln!(
        output,
        "{}  {} of the {}: {}",
        palette.strong(&requirement.id),
        requirement.level,
        requirement.binds,
        requirement.text
    )?;
    if let Some(basis) = &requirement.basis {
        writeln!(
            output,
            "    {}",
            palette.dim(format_args!("follows: {basis}"))
        )?;
    }
    match state {
        State::Covered(1) => writeln!(output, "    shown by 1 case")?,
        State::Covered(cases) => writeln!(output, "    shown by {cases} cases")?,
        State::Uncovered => writeln!(output, "    {}", palette.bad("no case shows it"))?,
        State::Beyond(profiles) => writeln!(output, "    for the profiles {profiles}")?,
        State::NotShown(reason) => writeln!(output, "    no driver can show it: {reason}")?,
    }
    Ok(())
}
