//! The rules name requirements of the suite, at their levels.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::collections::HashMap;

use uiconform_json::{Value, parse};

/// Every file in which rules are written.
const SOURCES: [&str; 3] = [
    include_str!("../src/steps.rs"),
    include_str!("../src/emission.rs"),
    include_str!("../src/resumed.rs"),
];

/// Every file in which rules of AG-UI are written.
const RUN_SOURCES: [&str; 6] = [
    include_str!("../src/runs.rs"),
    include_str!("../src/runs/hygiene.rs"),
    include_str!("../src/runs/judge.rs"),
    include_str!("../src/runs/shape.rs"),
    include_str!("../src/runs/shape/nested.rs"),
    include_str!("../src/runs/take.rs"),
];

/// The levels of all requirements of a suite.
fn levels(suite: &str) -> HashMap<String, String> {
    let suites = uiconform_spec_cases::SUITES.iter();
    let files = suites
        .filter(|one| one.name == suite)
        .flat_map(|suite| suite.files)
        .filter(|file| file.path.starts_with("requirements/"));
    let mut levels = HashMap::new();
    for file in files {
        let value = parse(file.text).unwrap();
        for requirement in value.get("requirements").and_then(Value::as_array).unwrap() {
            let text = |member| requirement.get(member).and_then(Value::as_str).unwrap();
            levels.insert(text("id").to_owned(), text("level").to_owned());
        }
    }
    levels
}

#[test]
fn rules_are_requirements() {
    let levels = levels("agentue-1.1");
    let mut rules = 0;
    for (at, rest) in SOURCES.iter().flat_map(|source| {
        source
            .match_indices("\"AUE-")
            .map(|(at, _)| (at, &source[at + 1..]))
    }) {
        let (id, rest) = rest.split_once('"').unwrap();
        let level = levels
            .get(id)
            .unwrap_or_else(|| panic!("there is no requirement {id}, at {at}"));
        rules += 1;
        // Where a level follows, it is that of the requirement.
        let rest = rest.trim_start_matches([',', ' ', '\n']);
        if let Some(written) = rest.strip_prefix("Level::") {
            let written = written
                .split(|character: char| !character.is_alphabetic())
                .next();
            assert_eq!(written.unwrap().to_lowercase(), *level, "{id}");
        }
    }
    assert!(rules > 20, "{rules}");
}

#[test]
fn rules_of_runs_are_requirements() {
    let levels = levels("ag-ui");
    let mut rules = 0;
    for source in RUN_SOURCES {
        for (at, _) in source.match_indices("\"AGU-") {
            let (id, _) = source[at + 1..].split_once('"').unwrap();
            assert!(levels.contains_key(id), "there is no requirement {id}");
            rules += 1;
        }
    }
    assert!(rules > 50, "{rules}");
}
