//! Each suite catches what it must.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_runner::suites;
use uiconform_selftest::prove;

#[test]
fn every_suite_catches_what_it_must() {
    for suite in suites::names() {
        let catalogue = suites::load(suite).unwrap().unwrap();
        let proof = prove(&catalogue);
        assert!(!proof.matrix.is_empty() && !proof.floors.is_empty());
        let problems: Vec<String> = proof.problems.iter().map(ToString::to_string).collect();
        assert!(problems.is_empty(), "{suite}:\n{}", problems.join("\n"));
    }
}
