//! Nothing is found in the reference: the oracles judge it as they judge everybody.

use uiconform_fuzzer::agentue::AgentUe;
use uiconform_fuzzer::{Fuzzer, InProcess, Protocol};

/// Sequences that are tried; `UICONFORM_FUZZ_EXECS` tries another number of them.
fn execs() -> u64 {
    let wanted = std::env::var("UICONFORM_FUZZ_EXECS").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(5_000)
}

#[test]
fn nothing_is_found_in_the_reference() {
    let mut fuzzer = Fuzzer::suspicious(AgentUe::default());
    let mut target = InProcess::reference();
    for first in (0..execs()).step_by(100) {
        let cases: Vec<_> = (first..first + 100)
            .map(|index| fuzzer.case(1, index))
            .collect();
        for (case, findings) in cases.iter().zip(fuzzer.examine(&mut target, &cases)) {
            let shown = fuzzer.protocol().to_value(case);
            assert!(findings.is_empty(), "{findings:#?}\n{shown}");
        }
    }
}
