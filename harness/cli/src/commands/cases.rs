//! `uiconform cases`: list, show, validate.

use std::io::Write as _;
use std::path::Path;

use uiconform_catalogue::{Case, CaseId, Catalogue, Relation};
use uiconform_report::{counted, inert, named_values, shortened};
use uiconform_runner::{Choice, Plan};

use super::{catalogues, other_cases};
use crate::args::{Cases, CasesAction};
use crate::failure::Failure;
use crate::output::Output;
use crate::suggest;

/// Characters of a request that are shown.
const REQUEST: usize = 4000;

pub(crate) fn run(args: &Cases, output: &mut Output) -> Result<u8, Failure> {
    match &args.action {
        CasesAction::List {
            suite,
            filter,
            cases,
        } => list(&chosen(suite.as_deref(), cases.as_deref())?, filter, output),
        CasesAction::Show { id, suite, cases } => {
            show(id, &chosen(suite.as_deref(), cases.as_deref())?, output)
        }
        CasesAction::Validate { path, suite } => validate(path, suite, output),
    }
}

fn chosen(suite: Option<&str>, cases: Option<&Path>) -> Result<Vec<Catalogue>, Failure> {
    match cases {
        Some(path) => Ok(vec![other_cases(path, suite)?]),
        None => catalogues(suite),
    }
}

fn list(catalogues: &[Catalogue], filter: &[String], output: &mut Output) -> Result<u8, Failure> {
    let choice = Choice {
        filters: filter.to_vec(),
        ..Choice::default()
    };
    // A list answers what was asked for, without the twins that a run brings along.
    let mut any = false;
    for (_, case) in Plan::chosen(catalogues, &choice)? {
        writeln!(output, "{}", case.id)?;
        any = true;
    }
    if !any {
        let hint = match filter {
            [filter] => suggest::filter(filter, &[], catalogues),
            _ => String::new(),
        };
        return Err(Failure::Nothing(format!("no case id matches{hint}")));
    }
    output.flush()?;
    Ok(0)
}

fn show(id: &str, catalogues: &[Catalogue], output: &mut Output) -> Result<u8, Failure> {
    let wanted = CaseId::new(id);
    let found = catalogues
        .iter()
        .find_map(|catalogue| catalogue.case(&wanted).map(|case| (catalogue, case)));
    let Some((catalogue, case)) = found else {
        return Err(missing(id, catalogues));
    };
    let palette = output.palette();
    writeln!(output, "{}", palette.strong(&case.id))?;
    let mut lines = vec![
        ("topic", case.topic.clone()),
        ("profile", case.profile_id()),
        ("level", case.level.to_string()),
    ];
    for id in &case.requirements {
        let text = catalogue
            .requirement(id)
            .map_or("", |requirement| &requirement.text);
        lines.push(("requires", format!("{id}  {text}")));
    }
    lines.push(("why", case.why.clone()));
    if let Some(asks) = &case.asks {
        lines.push(("asks", asks.clone()));
    }
    if let Some(twin) = &case.twin {
        lines.push((
            "twin",
            format!("{twin} (accepted; without it this proves nothing)"),
        ));
    }
    if let Some(derived) = &case.derived {
        lines.push((
            "derived",
            format!("from {}, {}", derived.from, derived.about),
        ));
    }
    if case.canary {
        lines.push((
            "canary",
            "a plain request follows in the same process".to_owned(),
        ));
    }
    lines.push(("place", case.place.to_string()));
    for (name, text) in lines {
        writeln!(
            output,
            "  {} {text}",
            palette.dim(format_args!("{name:<9}"))
        )?;
    }
    writeln!(output, "\n{}", palette.strong("As the file has it"))?;
    writeln!(output, "{}", inert(&case.source.value().to_pretty()))?;
    let named = named_values(case);
    if !named.is_empty() {
        writeln!(
            output,
            "\n{}",
            palette.strong("What the names in it stand for")
        )?;
        for (name, value) in named {
            writeln!(output, "{}: {}", inert(&name), inert(&value.to_pretty()))?;
        }
    }
    writeln!(
        output,
        "\n{}",
        palette.strong("What goes to the driver first")
    )?;
    if let Some(call) = case.exercise.next_call(&[]) {
        writeln!(
            output,
            "{} {}",
            call.method,
            shortened(&call.params, REQUEST)
        )?;
    }
    output.flush()?;
    Ok(0)
}

fn missing(id: &str, catalogues: &[Catalogue]) -> Failure {
    let buried = catalogues
        .iter()
        .find_map(|catalogue| match catalogue.ids.state(id) {
            Some(uiconform_catalogue::IdState::Buried { note, .. }) => Some(note.clone()),
            _ => None,
        });
    if let Some(note) = buried {
        return Failure::Usage(format!("the case {id} is buried: {note}"));
    }
    let is_requirement = catalogues
        .iter()
        .any(|catalogue| catalogue.requirement(id).is_some());
    if is_requirement {
        return Failure::Usage(format!(
            "{id} is a requirement, not a case: `uiconform requirements {id}` shows it, and `uiconform cases list --filter {id}` lists the cases that show it"
        ));
    }
    let ids = catalogues
        .iter()
        .flat_map(|catalogue| catalogue.cases.iter().map(|case| case.id.as_str()));
    Failure::Usage(format!(
        "no case `{id}`{}; `uiconform cases list` prints all ids",
        suggest::near(id, ids)
    ))
}

fn validate(path: &Path, suite: &str, output: &mut Output) -> Result<u8, Failure> {
    let catalogue = other_cases(path, Some(suite))?;
    let mut files: Vec<&str> = catalogue
        .cases
        .iter()
        .map(|case| case.place.file.as_str())
        .collect();
    files.dedup();
    let rejecting = |case: &&Case| case.exercise.relation() == Relation::Rejects;
    writeln!(
        output,
        "{}, {} ({} with a twin): all well-formed",
        counted(files.len(), "file"),
        counted(catalogue.cases.len(), "case"),
        catalogue.cases.iter().filter(rejecting).count()
    )?;
    output.flush()?;
    Ok(0)
}
