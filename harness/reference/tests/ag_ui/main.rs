//! The cases of AG-UI against the reference, and against its faults, in this process.
//!
//! The judge here is the short form of what `spec-cases/README.md` says. It answers one question, whether an answer is as the case
//! expects, and knows nothing of twins and levels.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod cases;
mod compare;
#[cfg(feature = "faults")]
mod faults;
mod judge;
mod request;
mod updates;

use cases::Case;
use uiconform_driver::Service;
use uiconform_driver::serde_json::value::RawValue;
use uiconform_json::{Value, parse};
use uiconform_protocols::ag_ui::Policy;
use uiconform_reference::ag_ui_reference;

/// At least so many cases there are, those in `also` among them: none may be lost on the way from the files.
const CASES: usize = 567;

/// Asks a driver what becomes of the request.
fn ask(service: &mut dyn Service, request: &Value) -> Value {
    let params = RawValue::from_string(request.to_text()).unwrap();
    let answer = service.call("ag-ui/run", &params);
    parse(&answer.unwrap_or_else(|failure| panic!("{failure:?}"))).unwrap()
}

/// Whether a driver by that policy can be asked for the case.
fn is_for(case: &Case, policy: Policy) -> bool {
    match case.profile.as_str() {
        "seed" => policy == Policy::Seed,
        "v1" => policy == Policy::V1,
        _ => true,
    }
}

#[test]
fn the_reference_passes_every_case_and_does_something_known_where_the_text_is_silent() {
    let cases = cases::all();
    assert!(cases.len() >= CASES, "{} cases were read", cases.len());
    let mut failures = Vec::new();
    for policy in [Policy::Seed, Policy::V1] {
        for case in cases.iter().filter(|case| is_for(case, policy)) {
            let mut reference = ag_ui_reference(policy);
            match judge::judge(case, &mut *reference) {
                Err(why) => failures.push(format!("{policy:?} {}: {why}", case.id)),
                Ok(Some(name)) if name == "other" => {
                    failures.push(format!("{policy:?} {}: does what no outcome says", case.id));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn the_judge_fails_answers_that_say_nothing() {
    /// Answers every request with empty runs.
    struct Nothing;

    impl Service for Nothing {
        fn initialize(&mut self) -> uiconform_driver::InitializeResult {
            ag_ui_reference(Policy::Seed).initialize()
        }

        fn call(
            &mut self,
            _: &str,
            params: &RawValue,
        ) -> Result<String, uiconform_driver::Failure> {
            let params = parse(params.get()).unwrap();
            let runs = params.get("runs").and_then(Value::as_array).unwrap().len();
            let run = r#"{"updates":[{"update":"done","end":"success"}],"messages":[],"state":{}}"#;
            Ok(format!(r#"{{"runs":[{}]}}"#, vec![run; runs].join(",")))
        }
    }

    let cases = cases::all();
    let judged = cases.iter().filter(|case| case.level != "informative");
    let (passed, failed): (Vec<_>, Vec<_>) =
        judged.partition(|case| judge::judge(case, &mut Nothing).is_ok());
    assert!(
        passed.len() * 10 < failed.len(),
        "{} cases pass with nothing",
        passed.len()
    );
}
