//! The faults of AG-UI clients: each is caught, and each required requirement has one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use uiconform_json::{Value, parse};
use uiconform_protocols::ag_ui::Policy;
use uiconform_reference::{ag_ui_faults, find};

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

/// What cases catch a fault, by requirement.
fn caught(fault: &uiconform_reference::Fault, cases: &[Case]) -> BTreeMap<String, Vec<String>> {
    let policy = if fault.profiles.contains(&"v1") {
        Policy::V1
    } else {
        Policy::Seed
    };
    let mut caught: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut service = (fault.make)();
    // What is large takes its time, and is about no fault.
    for case in cases.iter().filter(|case| {
        is_for(case, policy) && !case.is_informative() && !case.id.starts_with("text/large/")
    }) {
        if judge::judge(case, &mut *service).is_err() {
            for requirement in &case.requirements {
                caught
                    .entry(requirement.clone())
                    .or_default()
                    .push(case.id.clone());
            }
        }
    }
    caught
}

#[test]
fn each_is_caught_by_cases_of_what_it_aims_at() {
    let cases = cases::all();
    let mut missed = Vec::new();
    for fault in ag_ui_faults() {
        let caught = caught(&fault, &cases);
        for aim in fault.aims {
            if !caught.contains_key(*aim) {
                let others: Vec<_> = caught.keys().collect();
                missed.push(format!(
                    "{}: no case of {aim}, but of {others:?}",
                    fault.name
                ));
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
