//! What a coverage-guided engine calls with its bytes, and a plain test with kept ones.
//!
//! Each function takes any bytes, does with them what an implementation or the harness does with foreign input, and panics where a
//! property does not hold. The targets below `fuzz/` are one line over them, so whatever an engine finds is replayed on stable,
//! without one.

mod files;
mod frames;
mod json;
mod lines;
pub mod mutate;
mod resume;
pub mod seeds;
mod sequences;
mod streams;

pub use files::{answer, case_file};
pub use frames::{frame, unframe};
pub use json::{event, json, model};
pub use lines::{deliver, reduce_lines};
pub use resume::resume;
pub use sequences::{reduce, route, service};
pub use streams::{check, sse};

/// What an engine calls.
pub type Entry = fn(&[u8]);

/// Every entry by the name of its target.
pub const ALL: [(&str, Entry); 14] = [
    ("json", json),
    ("event", event),
    ("model", model),
    ("reduce", reduce),
    ("reduce_lines", reduce_lines),
    ("route", route),
    ("deliver", deliver),
    ("unframe", unframe),
    ("frame", frame),
    ("resume", resume),
    ("sse", sse),
    ("case_file", case_file),
    ("answer", answer),
    ("check", check),
];

/// The input as text, if it is one.
fn text(data: &[u8]) -> Option<&str> {
    str::from_utf8(data).ok()
}

/// The events of the lines that are events.
fn events(text: &str) -> Vec<uiconform_protocols::agentue::Event> {
    let lines = text.lines();
    lines
        .filter_map(|line| uiconform_protocols::agentue::Event::parse(line).ok())
        .collect()
}
