//! Running a whole suite against an implementation in this process: for tests and for the proof of the suite.

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::record::{
    CaseRecord, DriverRecord, Header, Record, SCHEMA_VERSION, Selection,
};
use uiconform_driver::Service;

use crate::execute::{Execution, RunEvent, execute};
use crate::in_process::InProcess;
use crate::plan::Plan;

/// Runs the wanted cases of a catalogue, and the twins that they rest on. Gives the records with the places of their cases, in
/// the order of the catalogue.
pub fn run_in_process(
    catalogue: &Catalogue,
    service: fn() -> Box<dyn Service + Send>,
    wanted: impl Fn(usize) -> bool,
) -> Vec<(usize, CaseRecord)> {
    let cases = catalogue.cases.iter().enumerate();
    let plan = Plan::of(
        cases
            .filter(|(index, _)| wanted(*index))
            .map(|(_, case)| (catalogue, case))
            .collect(),
    );
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
            if let RunEvent::Record(Record::Case(record), Some(case)) = event
                && let Some(position) = catalogue.position(&case.id)
            {
                records.push((position, (**record).clone()));
            }
        },
    );
    records.sort_by_key(|(position, _)| *position);
    records
}
