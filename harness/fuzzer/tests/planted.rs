//! Exploration.
use uiconform_fuzzer::agentue::AgentUe;
use uiconform_fuzzer::{Chain, Fuzzer, InProcess, Protocol};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn explore() {
    let seed: u64 = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let budget: u64 = std::env::var("BUDGET").ok().and_then(|s| s.parse().ok()).unwrap_or(3000);
    let only = std::env::var("FAULT").ok();
    let faults: Vec<_> = uiconform_reference::agentue_faults().into_iter().filter(|fault| fault.profiles.iter().any(|p| *p == "reducer" || *p == "router")).filter(|f| only.as_deref().is_none_or(|only| f.name.contains(only))).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| for _ in 0..2 { scope.spawn(|| {
        let mut fuzzer = Fuzzer::new(AgentUe);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(fault) = faults.get(at) else { break };
            let mut target = InProcess::new(fault.make);
            let mut found = None;
            let start = std::time::Instant::now();
            for first in (0..budget).step_by(20) {
                let cases: Vec<_> = (first..first + 20).map(|index| fuzzer.case(seed, index)).collect();
                let findings = fuzzer.examine(&mut target, &cases);
                if let Some(at) = findings.iter().position(|f| !f.is_empty()) {
                    found = Some((first + at as u64, Chain { before: (first.saturating_sub(40)..first + at as u64).map(|index| fuzzer.case(seed, index)).collect(), case: cases[at].clone() }, findings[at][0].clone()));
                    break;
                }
            }
            let spent = start.elapsed().as_millis();
            match found {
                None => println!("MISS {} {spent}ms", fault.name),
                Some((index, chain, finding)) => {
                    let start = std::time::Instant::now();
                    let shrunk = fuzzer.shrink(&mut target, chain, &finding, 3000);
                    let value = fuzzer.protocol().to_value(&shrunk.chain.case);
                    println!("FOUND {} at {index} {spent}ms events {} calls {} {}ms alone {:?} {:?} [{}]", fault.name, shrunk.chain.case.sequence.inputs.len(), shrunk.tried, start.elapsed().as_millis(), (shrunk.shows_again, shrunk.chain.before.len()), shrunk.finding.level, fuzzer.protocol().bucket(&shrunk.finding));
                    if only.is_some() { println!("   {value}\n   {}\n  {:?}\n  {:?}", shrunk.finding.message, shrunk.finding.expected, shrunk.finding.got); }
                }
            }
        }
    }); });
}
