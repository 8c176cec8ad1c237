//! Case ids are stable for ever: baselines, certificates and reports name cases by them.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::path::Path;
use std::{env, fs};

use uiconform_catalogue::{IdList, IdState};
use uiconform_runner::suites;

#[test]
fn every_id_is_listed_and_none_vanishes() {
    for suite in suites::names() {
        let catalogue = suites::load(suite).unwrap().unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../spec-cases")
            .join(suite)
            .join("ids.txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let listed = IdList::parse("ids.txt", &text).unwrap();

        let vanished: Vec<&str> = listed
            .iter()
            .filter(|(id, state)| {
                matches!(state, IdState::Alive(_))
                    && !catalogue.cases.iter().any(|case| case.id.as_str() == *id)
            })
            .map(|(id, _)| id)
            .collect();
        assert!(
            vanished.is_empty(),
            "ids are for ever; bury those that went (`ID = buried in VERSION: why, and what replaced it`):\n{}",
            vanished.join("\n")
        );

        let cases = catalogue.cases.iter();
        let updated = listed.updated(
            &catalogue.suite.version,
            cases.map(|case| (case.id.as_str(), case.source.digest())),
        );
        if updated != text && env::var_os("UICONFORM_BLESS").is_some() {
            fs::write(&path, updated).unwrap();
        } else {
            assert!(
                updated == text,
                "{} does not list every case as it is; raise `version` in suite.json, and `UICONFORM_BLESS=1 cargo test -p uiconform --test ids` brings the list up to date",
                path.display()
            );
        }
    }
}
