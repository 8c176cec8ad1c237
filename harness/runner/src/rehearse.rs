//! Running a suite against an implementation in this process: for tests and for the proof of the suite.

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::record::{CaseRecord, DriverRecord, Header, SCHEMA_VERSION, Selection};
use uiconform_driver::Service;

use crate::case_run::{Terms, run_case};
use crate::fitted::Fitted;
use crate::in_process::InProcess;
use crate::plan::Plan;
use crate::verdicts::Verdicts;

/// Runs the wanted cases of a catalogue, and the twins that they rest on. Gives the records with the places of their cases, in
/// the order of the catalogue. What a profile lacks is `unsupported`; if the service cannot even be asked who it is, there are no
/// records.
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
    let Ok((mut connection, identity)) = InProcess::start(service, &suites) else {
        return Vec::new();
    };
    let header = Header {
        schema: SCHEMA_VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        suites: Vec::new(),
        selection: Selection::default(),
        driver: DriverRecord::default(),
    };
    let terms = Terms {
        offer: identity.offer(),
        ..Terms::default()
    };
    let mut verdicts = Verdicts::new(&header, None, None);
    let mut records: Vec<(usize, CaseRecord)> = plan
        .cases
        .iter()
        .filter_map(|(_, case)| {
            let offered = identity.profiles.contains(&case.profile_id())
                && Fitted::new(&*case.exercise, &terms.offer).is_some();
            // In one process nothing comes late, so there is nothing to hold back.
            let canary = catalogue.canary(&case.profile);
            let run = offered.then(|| run_case(case, canary, &mut connection, &terms));
            Some((
                catalogue.position(&case.id)?,
                verdicts.give(case, offered, run),
            ))
        })
        .collect();
    records.sort_by_key(|(position, _)| *position);
    records
}
