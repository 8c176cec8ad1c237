//! Drawn sequences, judged by all oracles.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs};

use uiconform_driver::Service;
use uiconform_json::{Object, Value};

use crate::agentue::AgentUe;
use crate::{Chain, Draw, Effort, Fuzzer, InProcess, Protocol};

/// The folder to which a finding is saved as a case file, if this variable of the environment names one.
const SAVE: &str = "UICONFORM_SAVE";

/// Cases that are tried to make one smaller.
const TRIES: usize = 2_000;

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
    let Some(finding) = findings.into_iter().flatten().next() else {
        return;
    };
    let chain = Chain {
        before: Vec::new(),
        case,
    };
    let shrunk = fuzzer.shrink(target, chain, &finding, Effort::of(TRIES));
    let bucket = protocol.bucket(&shrunk.finding).to_string();
    let provenance = Object::from_iter([("by", "a fuzzing engine"), ("bucket", &bucket)]);
    let file = protocol.case_file(&shrunk.chain, &shrunk.finding, &provenance);
    let saved = match (&file, env::var_os(SAVE)) {
        (Some(file), Some(folder)) => save(Path::new(&folder), file),
        (None, Some(_)) => "not saved: no case file can say it".to_owned(),
        (_, None) => format!("{SAVE}=FOLDER saves it as a case file"),
    };
    let shown = file.unwrap_or_else(|| protocol.to_value(&shrunk.chain.case));
    let what = &shrunk.finding.message;
    panic!("{what}\n{bucket}\n{}\n{saved}", shown.to_pretty());
}

/// Writes a case file that is named after what it holds, and tells where.
fn save(folder: &Path, file: &Value) -> String {
    let text = file.to_pretty() + "\n";
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let path = folder.join(format!("finding-{:016x}.json", hasher.finish()));
    match fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)) {
        Ok(()) => format!("saved as {}", path.display()),
        Err(error) => format!("not saved: {}: {error}", path.display()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn faulty() -> Box<dyn Service + Send> {
        (uiconform_reference::find("deltas-are-trimmed")
            .unwrap()
            .make)()
    }

    #[test]
    fn an_implementer_is_shown_the_smallest_case() {
        let found = (0..2_000_u64).find_map(|index| {
            let bytes = crate::bytes(1, index);
            std::panic::catch_unwind(|| service(faulty, "agentue-1.1/reducer", &bytes)).err()
        });
        let told = found.unwrap().downcast::<String>().unwrap();
        assert!(told.contains("\"suite\": \"agentue-1.1\""), "{told}");
        assert!(told.contains("UICONFORM_SAVE"), "{told}");
        // A model or a start, and the append that is trimmed.
        assert!(told.matches("\"event\":").count() <= 3, "{told}");
    }
}
