//! What a campaign finds is saved as case files that show it again: the fault fails them, and the reference does not.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use uiconform_catalogue::{Catalogue, SourceFile};
use uiconform_fuzzer::agentue::AgentUe;
use uiconform_fuzzer::campaign::{self, Options, Report};
use uiconform_fuzzer::{InProcess, Protocol};
use uiconform_runner::{run_in_process, suites};

/// Faults of several kinds: of verdicts, of models, of streams, of repetition, and of what earlier requests leave behind.
const FAULTS: &[&str] = &[
    "seq-may-be-digits",
    "deltas-are-trimmed",
    "only-content-is-appended-to",
    "refused-set-removes-the-block",
    "an-error-reaches-all-streams",
    "set-blocks-are-shared-with-the-event",
    "unknown-members-are-ignored",
    "ignores-text-after-the-event",
    "models-given-out-change",
];

type Found = Report<<AgentUe as Protocol>::Case>;

fn campaign(fault: &str, first: u64, jobs: usize) -> Found {
    let fault = uiconform_reference::find(fault).unwrap();
    let options = Options {
        execs: 96,
        first,
        jobs,
        ..Options::default()
    };
    campaign::run(
        &AgentUe::default(),
        &options,
        &|_| Ok(Box::new(InProcess::new(fault.make))),
        &AtomicBool::new(false),
        &mut |_| ControlFlow::Continue(()),
    )
}

fn load(files: &[String]) -> Catalogue {
    let others: Vec<SourceFile> = files
        .iter()
        .enumerate()
        .map(|(at, file)| {
            let path = format!("cases/found/bucket-{at}.json");
            SourceFile {
                shown: path.clone(),
                path,
                text: Cow::Owned(file.clone()),
            }
        })
        .collect();
    suites::load_other("agentue-1.1", &others)
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}\n{}", files.join("\n")))
}

#[test]
fn saved_findings_show_again() {
    for name in FAULTS {
        let fault = uiconform_reference::find(name).unwrap();
        let report = campaign(name, 0, 1);
        assert!(!report.found.is_empty(), "{name}");
        let files: Vec<String> = report
            .found
            .iter()
            .filter_map(|(bucket, found)| {
                assert!(found.shrunk.shows_again, "{name}: {bucket}");
                let provenance = found.provenance(bucket, 1, name);
                // A relation between different requests is nothing that a case file could say.
                let chain = &found.shrunk.chain;
                let file =
                    AgentUe::default().case_file(chain, &found.shrunk.finding, &provenance)?;
                Some(file.to_pretty())
            })
            .collect();
        assert!(!files.is_empty(), "{name}");
        let catalogue = load(&files);
        let failing = |make| -> HashSet<String> {
            run_in_process(&catalogue, make, |_| true)
                .into_iter()
                .filter(|(_, record)| record.verdict.is_failure())
                .map(|(case, _)| catalogue.cases[case].place.file.clone())
                .collect()
        };
        let failed = failing(fault.make);
        for (at, file) in files.iter().enumerate() {
            let path = format!("cases/found/bucket-{at}.json");
            assert!(failed.contains(&path), "{name} is not caught by\n{file}");
        }
        let wrong = failing(uiconform_reference::reference);
        assert!(wrong.is_empty(), "the reference fails {wrong:?} of {name}");
    }
}

#[test]
fn what_is_found_does_not_depend_on_the_number_of_jobs() {
    let told = |report: &Found| {
        let found = report.found.iter();
        found
            .map(|(bucket, found)| {
                format!(
                    "{bucket} {} {} {:?}",
                    found.index, found.hits, found.shrunk.chain
                )
            })
            .collect::<Vec<_>>()
    };
    for name in &FAULTS[..3] {
        // Across the end of a segment, so that there are two of them.
        let with = |jobs| told(&campaign(name, campaign::SEGMENT - 48, jobs));
        assert_eq!(with(1), with(3), "{name}");
    }
}

#[test]
fn the_coverage_says_what_was_exercised() {
    let report = campaign("seq-may-be-digits", 0, 1);
    let kinds: Vec<String> = report
        .coverage
        .iter()
        .map(|(kind, _)| kind.to_string())
        .collect();
    for part in [
        "start, no model, object: accept",
        "set, field, ",
        "append, field, string: accept",
        "error, model, object: ",
        "reject",
    ] {
        assert!(
            kinds.iter().any(|kind| kind.contains(part)),
            "{part} in {kinds:?}"
        );
    }
}
