//! Running a whole suite against an implementation in this process: for tests and for the proof of the suite.

use uiconform_catalogue::record::{CaseRecord, DriverRecord, Header, Record, SCHEMA_VERSION, Selection};
use uiconform_catalogue::Catalogue;
use uiconform_driver::Service;

use crate::execute::{Execution, RunEvent, execute};
use crate::in_process::InProcess;
use crate::plan::{Choice, Plan};

/// Runs every case of a catalogue, and gives the records in the order of the catalogue.
pub fn run_in_process(catalogue: &Catalogue, service: fn() -> Box<dyn Service + Send>) -> Vec<CaseRecord> {
    let catalogues = std::slice::from_ref(catalogue);
    // The empty choice names no profile and no glob, so nothing can be wrong with it.
    let Ok(plan) = Plan::new(catalogues, &Choice::default()) else {
        return Vec::new();
    };
    let suites = [catalogue.suite.id.clone()];
    let start = || InProcess::start(service, &suites);
    let Ok((first, identity)) = start() else {
        return Vec::new();
    };
    let header = Header {
        schema: SCHEMA_VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        suites: Vec::new(),
        selection: Selection::default(),
        driver: DriverRecord {
            profiles: identity.profiles,
            ..DriverRecord::default()
        },
    };
    let execution = Execution {
        jobs: 1,
        repeat: 1,
        max_fail: None,
    };
    let mut records = Vec::with_capacity(plan.cases.len());
    execute(
        &plan,
        header,
        &execution,
        Box::new(first),
        &|| Ok(Box::new(start()?.0)),
        &mut |event| {
            if let RunEvent::Record(Record::Case(record), Some(case)) = event {
                records.push((catalogue.position(&case.id), (**record).clone()));
            }
        },
    );
    records.sort_by_key(|(position, _)| *position);
    records.into_iter().map(|(_, record)| record).collect()
}
