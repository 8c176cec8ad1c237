//! Drawn sequences, judged by all oracles.

use std::cell::RefCell;

use uiconform_driver::Service;

use crate::agentue::AgentUe;
use crate::{Draw, Fuzzer, InProcess, Protocol};

/// A drawn sequence for the reference reducer, judged by every oracle.
///
/// # Panics
///
/// If an oracle finds something.
pub fn reduce(data: &[u8]) {
    thread_local! {
        static REFERENCE: RefCell<InProcess> = RefCell::new(InProcess::reference());
    }
    REFERENCE.with_borrow_mut(|reference| judge(reference, "agentue-1.1/reducer", data));
}

/// A drawn sequence for the reference router, judged by every oracle.
///
/// # Panics
///
/// If an oracle finds something.
pub fn route(data: &[u8]) {
    thread_local! {
        static REFERENCE: RefCell<InProcess> = RefCell::new(InProcess::reference());
    }
    REFERENCE.with_borrow_mut(|reference| judge(reference, "agentue-1.1/router", data));
}

/// A drawn sequence for any implementation in this process that is behind the trait of the driver crate: what a Rust
/// implementer's own `fuzz_target!` calls. It is asked for what the profile demands, such as `agentue-1.1/reducer`.
///
/// # Panics
///
/// If an oracle finds something; or if no such profile can be fuzzed.
pub fn service(make: fn() -> Box<dyn Service + Send>, profile: &str, data: &[u8]) {
    judge(&mut InProcess::new(make), profile, data);
}

fn judge(target: &mut InProcess, profile: &str, data: &[u8]) {
    let Some(protocol) = AgentUe::offered(&[profile.to_owned()]) else {
        panic!("{profile} is no profile that can be fuzzed");
    };
    let mut fuzzer = Fuzzer::suspicious(protocol);
    let case = protocol.generate(&mut Draw::new(data));
    let findings = fuzzer.examine(target, std::slice::from_ref(&case));
    if let Some(finding) = findings.into_iter().flatten().next() {
        panic!("{finding:#?}\nof the case {}", protocol.to_value(&case));
    }
}
