//! Drivers that offer less than all of a suite are asked for what they offer, in the form in which they offer it.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::record::CaseRecord;
use uiconform_catalogue::{Level, Verdict};
use uiconform_driver::serde_json::value::RawValue;
use uiconform_driver::{Failure, InitializeResult, Service};
use uiconform_json::{Array, Value, parse};
use uiconform_reference::reference;
use uiconform_runner::{run_in_process, suites};

/// The reference, as a client that has less.
struct Lacking {
    reference: Box<dyn Service + Send>,
    profile: Option<&'static str>,
    /// Whether it can be sent bytes that are no text.
    bytes: bool,
    own_ids: bool,
}

impl Lacking {
    fn service(
        profile: Option<&'static str>,
        bytes: bool,
        own_ids: bool,
    ) -> Box<dyn Service + Send> {
        Box::new(Self {
            reference: reference(),
            profile,
            bytes,
            own_ids,
        })
    }
}

impl Service for Lacking {
    fn initialize(&mut self) -> InitializeResult {
        let mut result = self.reference.initialize();
        let lacks = |profile: &String| self.profile == Some(&**profile);
        result.profiles.retain(|profile| !lacks(profile));
        result
            .features
            .retain(|feature| self.bytes || feature != "bytes");
        if self.own_ids {
            result.features.push("own-ids".to_owned());
        }
        result
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        let answer = self.reference.call(method, params)?;
        if self.profile != Some(UPDATES) {
            return Ok(answer);
        }
        // A client without a stream of updates tells of errors and of the end, and of nothing else.
        let mut answer = parse(&answer).unwrap();
        let runs = answer.as_object_mut().unwrap().get_mut("runs").unwrap();
        for run in runs.as_array_mut().unwrap().iter_mut() {
            let updates = run.as_object_mut().unwrap().get_mut("updates").unwrap();
            let list = std::mem::take(updates.as_array_mut().unwrap());
            let told = list.into_iter().filter(|update| {
                let kind = update.get("update").and_then(Value::as_str);
                matches!(kind, Some("error" | "done"))
            });
            *updates = told.collect::<Array>().into();
        }
        Ok(answer.to_text())
    }
}

const UPDATES: &str = "ag-ui/updates";

fn records(service: fn() -> Box<dyn Service + Send>) -> Vec<CaseRecord> {
    let catalogue = suites::load("ag-ui").unwrap().unwrap();
    let records = run_in_process(&catalogue, service, |_| true);
    records.into_iter().map(|(_, record)| record).collect()
}

fn ids(records: &[CaseRecord], verdict: Verdict) -> Vec<&str> {
    let found = records.iter().filter(|record| record.verdict == verdict);
    found.map(|record| &*record.id).collect()
}

#[track_caller]
fn assert_no_failure(records: &[CaseRecord]) {
    let failures: Vec<String> = records
        .iter()
        .filter(|record| record.verdict.is_failure())
        .map(|record| format!("{}: {:?}", record.id, record.failure))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_client_without_updates_is_judged_by_its_errors_and_ends() {
    let records = records(|| Lacking::service(Some(UPDATES), true, false));
    assert_no_failure(&records);
    let judged = |profile: &str| {
        let of_profile = records.iter().filter(|record| record.profile == profile);
        of_profile
            .filter(|record| record.verdict == Verdict::Pass)
            .count()
    };
    assert_eq!(judged(UPDATES), 0);
    assert!(judged("ag-ui/typed-state") > 0 && judged("ag-ui/activity") > 0);
}

#[test]
fn a_client_that_takes_text_alone_is_sent_no_part_of_a_character() {
    let with_bytes = records(|| Lacking::service(None, true, false));
    let records = records(|| Lacking::service(None, false, false));
    assert_no_failure(&records);
    let before = ids(&with_bytes, Verdict::Unsupported);
    let lacking = ids(&records, Verdict::Unsupported);
    let more: Vec<&&str> = lacking.iter().filter(|id| !before.contains(id)).collect();
    assert!(!more.is_empty());
    let areas = |id: &&&str| id.starts_with("ag-ui/sse/");
    assert!(more.iter().all(areas), "{more:?}");
}

#[test]
fn a_client_with_ids_of_its_own_is_sent_no_bytes() {
    let records = records(|| Lacking::service(None, true, true));
    assert_no_failure(&records);
    let sse = records
        .iter()
        .filter(|record| record.profile == "ag-ui/sse");
    assert!(sse.clone().count() > 0);
    for record in sse {
        assert_eq!(record.verdict, Verdict::Unsupported, "{}", record.id);
    }
    let required = records
        .iter()
        .filter(|record| record.level == Level::Required && record.profile == "ag-ui/common");
    for record in required {
        assert_eq!(record.verdict, Verdict::Pass, "{}", record.id);
    }
}
