//! Every case file against the reference, in this process: one test a file.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;
use uiconform_reference::REFERENCES;
use uiconform_runner::{run_in_process, suites};

/// The records of all suites by case file, as `suite/cases/area/file.json`. All are run at once, since a twin may stand in
/// another file.
fn records() -> &'static HashMap<String, Vec<CaseRecord>> {
    static RECORDS: OnceLock<HashMap<String, Vec<CaseRecord>>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let mut by_file: HashMap<String, Vec<CaseRecord>> = HashMap::new();
        for suite in suites::names() {
            let catalogue = suites::load(suite)
                .unwrap()
                .unwrap_or_else(|error| panic!("{error}"));
            for reference in REFERENCES {
                let records = run_in_process(&catalogue, reference, |_| true);
                assert_eq!(records.len(), catalogue.cases.len());
                for (case, record) in records {
                    let file = catalogue.cases[case]
                        .place
                        .file
                        .trim_start_matches("spec-cases/")
                        .to_owned();
                    by_file.entry(file).or_default().push(record);
                }
            }
        }
        by_file
    })
}

fn reference_passes(path: &Path) -> datatest_stable::Result<()> {
    let file = path
        .to_string_lossy()
        .replace('\\', "/")
        .rsplit_once("spec-cases/")
        .map(|(_, file)| file.to_owned())
        .ok_or("not a case file")?;
    let records = records()
        .get(&file)
        .ok_or_else(|| format!("no case of {file} was run: is it embedded?"))?;
    for record in records {
        // What one reference does not offer, the other does.
        let mut same = records.iter().filter(|other| other.id == record.id);
        if same.all(|other| other.verdict == Verdict::Unsupported) {
            return Err(format!("no reference offers what {} needs", record.id).into());
        }
    }
    let failures: Vec<String> = records
        .iter()
        .filter_map(|record| {
            let failure = record.failure.as_ref()?;
            Some(format!(
                "{} {}: {}",
                record.verdict, record.id, failure.message
            ))
        })
        .collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

datatest_stable::harness! {
    { test = reference_passes, root = "../../spec-cases", pattern = r"^[^/]+/cases/.*\.json$" },
}
