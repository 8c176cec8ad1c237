//! The planted-fault matrix: every fault of the catalogue that fuzzing can show is found, and shrinks to little more than the smallest
//! golden case that catches it. A blind spot of the generator fails here.
//!
//! The test of every day tries one seed, and shrinks some. The whole matrix is
//! `UICONFORM_FUZZ_MATRIX=whole cargo test --release -p uiconform-fuzzer --test planted -- --nocapture`;
//! `UICONFORM_FUZZ_FAULT=NAME` beside it tries one fault alone.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod matrix;

use uiconform_catalogue::Catalogue;
use uiconform_fuzzer::agentue::{AgentUe, Case, Method};
use uiconform_fuzzer::{Protocol as _, Shrunk};
use uiconform_json::Value;
use uiconform_protocols::agentue::Op;
use uiconform_reference::Fault;
use uiconform_runner::{run_in_process, suites};

/// Faults that no sequence shows, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("blocks-are-limited-to-1000", LARGE),
    ("blocks-beyond-1000-are-dropped", LARGE),
    ("deltas-reach-1000-blocks", LARGE),
    ("many-blocks-are-cut", LARGE),
    ("long-lists-are-cut", LARGE),
    ("lists-are-cut-at-1000", LARGE),
    ("events-are-limited-to-64-kib", LARGE),
    ("long-texts-are-cut", LARGE),
    ("text-is-cut-at-64-kib", LARGE),
    ("long-deltas-are-cut", LARGE),
    ("deltas-are-counted-in-a-byte", LARGE),
    ("deep-values-cost-the-model", LARGE),
    ("a-long-stream-id-costs-the-streams", LARGE),
    (
        "unknown-domains-are-read-only",
        "It knows a single word, and no generator would come upon it.",
    ),
    ("ids-lose-lone-surrogates", SURROGATES),
    ("stream-ids-drop-lone-surrogates", SURROGATES),
    ("stream-ids-have-marks-for-lone-surrogates", SURROGATES),
    ("stream-ids-lose-lone-surrogates", SURROGATES),
    ("stream-ids-replace-lone-surrogates", SURROGATES),
];
const LARGE: &str = "Sequences are small, and it shows in large ones only.";
const SURROGATES: &str =
    "What becomes of lone surrogates is open; that ids stay apart by them is not asked yet.";

/// Faults that answer by chance, so that nothing shows twice alike.
const BY_CHANCE: &[&str] = &["new-blocks-come-in-random-order"];
/// The requirement on what is left of earlier requests. A golden case of it rests on another request before it, of which the count of its
/// events says nothing.
const BETWEEN_REQUESTS: &str = "AUE-6-05";
/// Events that such a fault may take.
const OF_TWO_REQUESTS: usize = 4;

fn faults() -> Vec<Fault> {
    let covered = |fault: &Fault| {
        fault
            .profiles
            .iter()
            .any(|profile| matches!(*profile, "reducer" | "router"))
            && !NOT_SHOWN.iter().any(|(name, _)| *name == fault.name)
    };
    let all = uiconform_reference::agentue_faults();
    matrix::wanted(all.into_iter().filter(covered).collect())
}

/// Why a shrunk case is too large, if it is.
fn large(catalogue: &Catalogue, fault: &Fault, shrunk: &Shrunk<Case>) -> Option<String> {
    let shown = AgentUe::default().to_value(&shrunk.chain.case);
    if BY_CHANCE.contains(&fault.name) {
        return None;
    }
    if !shrunk.shows_again {
        return Some(format!("it does not show again: {shown}"));
    }
    let events = shrunk.chain.case.sequence.inputs.len();
    if shrunk.chain.before.len() > 1 {
        return Some(format!(
            "it needs {} cases before {shown}",
            shrunk.chain.before.len()
        ));
    }
    // One event more than the smallest case is allowed, so there must be a case of fewer than that for it to be too large.
    if fault.aims.contains(&BETWEEN_REQUESTS) && events <= OF_TWO_REQUESTS {
        return None;
    }
    let profile = match shrunk.chain.case.sequence.method {
        Method::Reduce => "reducer",
        Method::Route => "router",
    };
    let op = shrunk.finding.input.split(' ').next().unwrap_or_default();
    let smaller = smaller_case(catalogue, fault, (profile, op), events.checked_sub(2)?)?;
    Some(format!(
        "{events} events, and {smaller} catches it: {shown}"
    ))
}

/// A golden case of a profile, with an event of that operation if it is one, and of at most so many events, that catches a fault.
fn smaller_case(
    catalogue: &Catalogue,
    fault: &Fault,
    (profile, op): (&str, &str),
    events: usize,
) -> Option<String> {
    let small = |case: usize| {
        let case = &catalogue.cases[case];
        let count = case.exercise.next_call(&[]).and_then(|call| {
            let params = uiconform_json::parse(&call.params).ok()?;
            // A bucket is of one operation, if of any.
            let is_of_it = call.params.contains(&format!(r#""op":"{op}""#));
            if Op::named(op).is_some() && !is_of_it {
                return None;
            }
            let events = ["events", "wire"].iter().find_map(|name| params.get(name));
            events.and_then(Value::as_array).map(|events| events.len())
        });
        case.profile == profile
            && case
                .requirements
                .iter()
                .any(|id| fault.aims.contains(&id.as_str()))
            && count.is_some_and(|count| count <= events)
    };
    run_in_process(catalogue, fault.make, small)
        .into_iter()
        .filter(|(case, _)| small(*case))
        .find(|(_, record)| record.verdict.is_failure())
        .map(|(_, record)| record.id.to_string())
}

#[test]
fn every_planted_fault_is_found_and_shrunk() {
    let catalogue = suites::load("agentue-1.1").unwrap().unwrap();
    let large = |fault: &Fault, shrunk: &Shrunk<Case>| large(&catalogue, fault, shrunk);
    let problems = matrix::problems(&AgentUe::default(), &faults(), &large);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_not_shown_is_in_the_catalogue() {
    for (name, reason) in NOT_SHOWN {
        assert!(uiconform_reference::find(name).is_some(), "{name}");
        assert!(reason.ends_with('.'));
    }
}
