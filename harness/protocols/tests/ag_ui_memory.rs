//! What a long stream of AG-UI costs in memory: what it builds, and the event in progress. It is alone in its process, of which
//! the peak is measured.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::Object;
use uiconform_protocols::ag_ui::{Options, Reference, Run, Session, Stop, Update};

const STARTED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#;
const FINISHED: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r1"}"#;

const BODY: usize = 100 << 20;
/// Beyond what is there before: room for the event in progress, and for what allocators keep.
const MOST: u64 = 16 << 20;

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    let kilobytes = line.split_whitespace().nth(1).unwrap();
    kilobytes.parse::<u64>().unwrap() << 10
}

#[test]
fn a_body_of_a_hundred_megabytes_costs_what_it_builds() {
    let filler = "x".repeat(60_000);
    let events = [
        format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{{"filler":"{filler}"}}}}"#),
        format!(r#"{{"type":"CUSTOM","name":"filler","value":"{filler}"}}"#),
        format!(
            r#"{{"type":"STATE_DELTA","delta":[{{"op":"replace","path":"/filler","value":"{filler}"}}]}}"#
        ),
        format!(
            r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{{"id":"m","role":"assistant","content":"{filler}"}}]}}"#
        ),
    ];
    let frames: Vec<u8> = events
        .iter()
        .flat_map(|event| format!("data: {event}\n\n").into_bytes())
        .collect();
    let state = Object::new().into();
    let mut session = Session::new("t".into(), Options::default(), Vec::new(), state);
    let mut updates = 0;
    let mut out = |_: Update<'_>| updates += 1;
    let mut steps = Reference;
    let mut run = Run::begin(&mut steps, &mut session, "r1".into(), &mut out);
    run.bytes(format!("data: {STARTED}\n\n").as_bytes());
    let before = peak();
    let mut size = 0;
    while size < BODY {
        for piece in frames.chunks(4096) {
            run.bytes(piece);
        }
        size += frames.len();
    }
    run.bytes(format!("data: {FINISHED}\n\n").as_bytes());
    let after = peak();
    run.stop(Stop::Ended);
    assert!(updates > 1000, "{updates} updates");
    assert!(after - before < MOST, "{} bytes more", after - before);
}
