//! The faults of AG-UI clients: each is caught, and each required requirement has one.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use uiconform_json::{Value, parse};
use uiconform_protocols::ag_ui::Policy;
use uiconform_reference::{Fault, ag_ui_faults, find};

use crate::cases::{self, Case, list};
use crate::{is_for, judge};

/// The required requirements that a driver can show.
fn required() -> BTreeSet<String> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-cases/drafts/ag-ui/requirements");
    let files = std::fs::read_dir(root).unwrap();
    files
        .flat_map(|file| {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            list(parse(&text).unwrap().get("requirements"))
        })
        .filter(|requirement| {
            requirement.get("level").and_then(Value::as_str) == Some("required")
                && requirement.get("profiles").is_some()
        })
        .map(|requirement| {
            requirement
                .get("id")
                .and_then(Value::as_str)
                .unwrap()
                .to_owned()
        })
        .collect()
}

/// The cases that catch a fault.
struct Caught {
    fault: Fault,
    cases: BTreeSet<String>,
}

/// What cases catch which faults, found out once for all tests.
fn caught() -> &'static [Caught] {
    static CAUGHT: OnceLock<Vec<Caught>> = OnceLock::new();
    CAUGHT.get_or_init(|| {
        let cases = cases::all();
        let faults = ag_ui_faults().into_iter();
        faults.map(|fault| Caught::find(fault, &cases)).collect()
    })
}

impl Caught {
    fn find(fault: Fault, cases: &[Case]) -> Self {
        let policy = match fault.profiles.contains(&"v1") {
            true => Policy::V1,
            false => Policy::Seed,
        };
        let mut service = (fault.make)();
        let judged = cases.iter().filter(|case| {
            // What is large takes its time, and is about limits alone.
            let is_worth_it =
                !case.id.starts_with("text/large/") || fault.name.starts_with("limits-");
            is_for(case, policy) && !case.is_informative() && is_worth_it
        });
        let failed = judged.filter(|case| judge::judge(case, &mut *service).is_err());
        let cases = failed.map(|case| case.id.clone()).collect();
        Self { fault, cases }
    }
}

#[test]
fn each_is_caught_by_cases_of_what_it_aims_at() {
    let cases = cases::all();
    let mut missed = Vec::new();
    for Caught {
        fault,
        cases: failed,
    } in caught()
    {
        for aim in fault.aims {
            let of_aim = cases
                .iter()
                .filter(|case| case.requirements.iter().any(|id| id == aim));
            if !of_aim.into_iter().any(|case| failed.contains(&case.id)) {
                missed.push(format!("{}: no case of {aim}, but {failed:?}", fault.name));
            }
        }
    }
    assert!(
        missed.is_empty(),
        "{} missed\n{}",
        missed.len(),
        missed.join("\n")
    );
}

#[test]
fn no_required_or_recommended_case_is_idle() {
    let busy: BTreeSet<&String> = caught().iter().flat_map(|caught| &caught.cases).collect();
    let idle: Vec<String> = cases::all()
        .into_iter()
        .filter(|case| !case.is_informative() && !busy.contains(&case.id))
        .map(|case| case.id)
        .collect();
    assert!(
        idle.is_empty(),
        "{} catch no fault\n{}",
        idle.len(),
        idle.join("\n")
    );
}

#[test]
fn each_required_requirement_has_one() {
    let aims: BTreeSet<String> = ag_ui_faults()
        .iter()
        .flat_map(|fault| fault.aims.iter().map(|aim| (*aim).to_owned()))
        .collect();
    let without: Vec<String> = required().difference(&aims).cloned().collect();
    assert!(without.is_empty(), "no fault aims at {without:?}");
}

#[test]
fn names_are_unique_and_each_is_found_by_its_own() {
    let mut names = BTreeSet::new();
    for fault in ag_ui_faults() {
        assert!(names.insert(fault.name), "{} is there twice", fault.name);
        assert_eq!(find(fault.name).map(|found| found.about), Some(fault.about));
    }
}
