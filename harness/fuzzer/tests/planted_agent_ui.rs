//! The planted-fault matrix of agent-ui@1, as that of AgentUE (`planted.rs`) is: every fault of the catalogue that a request can show is
//! found, and shrinks to little more than the smallest golden case that catches it.
//!
//! The whole of it is `UICONFORM_FUZZ_MATRIX=whole cargo test --release -p uiconform-fuzzer --test planted_agent_ui -- --nocapture`;
//! `UICONFORM_FUZZ_FAULT=NAME` beside it tries one fault alone.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod matrix;

use uiconform_catalogue::Catalogue;
use uiconform_fuzzer::agent_ui::{AgentUi, Case};
use uiconform_fuzzer::{Protocol as _, Shrunk};
use uiconform_reference::Fault;
use uiconform_runner::{run_in_process, suites};

/// Faults that no request of the generator shows, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[];

fn faults() -> Vec<Fault> {
    let all = uiconform_reference::faults_of("agent-ui-1").into_iter();
    let shown = all.filter(|fault| !NOT_SHOWN.iter().any(|(name, _)| *name == fault.name));
    matrix::wanted(shown.collect())
}

/// How large a request is: phases, and what happens in them.
fn size(phases: usize, inputs: usize) -> usize {
    phases + inputs
}

/// Why a shrunk case is too large, if it is.
fn large(catalogue: &Catalogue, fault: &Fault, shrunk: &Shrunk<Case>) -> Option<String> {
    let script = &shrunk.chain.case.script;
    let shown = AgentUi::default().to_value(&shrunk.chain.case);
    if !shrunk.shows_again {
        return Some(format!("it does not show again: {shown}"));
    }
    if !shrunk.chain.before.is_empty() {
        let count = shrunk.chain.before.len();
        return Some(format!("it needs {count} cases before {shown}"));
    }
    let size = size(script.phases.len(), script.inputs());
    // One more than the smallest case is allowed, so there must be a case of fewer than that for it to be too large.
    let smaller = smaller_case(
        catalogue,
        fault,
        shrunk.finding.requirement,
        size.checked_sub(2)?,
    )?;
    Some(format!("size {size}, and {smaller} catches it: {shown}"))
}

/// A golden case of at most that size that catches a fault by the requirement of a finding.
fn smaller_case(
    catalogue: &Catalogue,
    fault: &Fault,
    requirement: Option<&str>,
    most: usize,
) -> Option<String> {
    let small = |case: usize| {
        let case = &catalogue.cases[case];
        let is_about = case
            .requirements
            .iter()
            .any(|id| Some(id.as_str()) == requirement);
        let found = case.exercise.next_call(&[]).and_then(|call| {
            let params = uiconform_json::parse(&call.params).ok()?;
            let phases = params.get("phases")?.as_array()?;
            let inputs = phases.iter().map(|phase| {
                let lists = ["events", "sse"]
                    .into_iter()
                    .filter_map(|name| phase.get(name)?.as_array());
                lists.map(|list| list.len()).sum::<usize>()
            });
            Some(size(phases.len(), inputs.sum()))
        });
        is_about && found.is_some_and(|size| size <= most)
    };
    run_in_process(catalogue, fault.make, small)
        .into_iter()
        .filter(|(case, _)| small(*case))
        .find(|(_, record)| record.verdict.is_failure())
        .map(|(_, record)| record.id.to_string())
}

#[test]
fn every_planted_fault_is_found_and_shrunk() {
    let catalogue = suites::load("agent-ui-1").unwrap().unwrap();
    let large = |fault: &Fault, shrunk: &Shrunk<Case>| large(&catalogue, fault, shrunk);
    let problems = matrix::problems(&AgentUi::default(), &faults(), &large);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_not_shown_is_in_the_catalogue() {
    for (name, reason) in NOT_SHOWN {
        assert!(uiconform_reference::find(name).is_some(), "{name}");
        assert!(reason.ends_with('.'));
    }
}
