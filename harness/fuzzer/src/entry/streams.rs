//! Recorded streams as bytes.

use uiconform_checker::{Hygiene, Recorded};
use uiconform_protocols::agentue::{Event, Rejection};
use uiconform_stream::{Format, Record, Records};

/// Bytes that every push is short of.
const STEP: usize = 7;

/// An event stream: however it is cut into pushes, and whichever line ends it has, it holds the same events.
///
/// # Panics
///
/// If that is not so.
pub fn sse(data: &[u8]) {
    let whole = read(Records::new(Format::Sse), data, data.len());
    for size in [1, STEP] {
        let pieces = read(Records::new(Format::Sse), data, size);
        assert_eq!(
            pieces, whole,
            "in pushes of {size} bytes it is another stream"
        );
    }
    // A CR before an LF, or after another CR, is not a line end of its own everywhere.
    if !data.contains(&b'\r') {
        for end in ["\r\n", "\r"] {
            let rewritten = rewritten(data, end.as_bytes());
            let other = read(Records::new(Format::Sse), &rewritten, rewritten.len());
            assert_eq!(
                texts(&other),
                texts(&whole),
                "with {end:?} it is another stream"
            );
        }
    }
}

/// Whatever a check is given: it comes to its end with the same events however the input comes in, and what it finds has a place in
/// the input.
///
/// # Panics
///
/// If that is not so.
pub fn check(data: &[u8]) {
    let whole = read(Records::detect(), data, data.len());
    let pieces = read(Records::detect(), data, STEP);
    assert_eq!(
        pieces, whole,
        "in pushes of {STEP} bytes it is another stream"
    );
    let mut recorded = Recorded::new(Hygiene {
        empty_deltas: true,
        large: Some(200),
    });
    let mut findings = Vec::new();
    for record in &whole {
        findings.extend(match &record.text {
            Ok(text) => recorded.event(text),
            Err(fault) => recorded.stray(&Rejection::new("AUE-4-01", fault.to_string())),
        });
    }
    findings.extend(recorded.finish());
    let events = recorded.events();
    for finding in &findings {
        assert!(
            finding.event < events.max(1),
            "there is no event {}",
            finding.event
        );
    }
    models_are_valid(&recorded);
}

/// The models that are written at the end are ones that a consumer may have.
fn models_are_valid(recorded: &Recorded) {
    for last in recorded.finals() {
        let start = format!(
            r#"{{"op":"start","seq":1,"model":{}}}"#,
            last.model.document().to_text()
        );
        // Of what readers differ in, either is taken.
        assert!(
            Event::parse(&start).is_ok(),
            "no reader takes the final model: {start}"
        );
    }
}

fn read(mut records: Records, data: &[u8], size: usize) -> Vec<Record> {
    let mut all = Vec::new();
    for piece in data.chunks(size.max(1)) {
        all.extend(records.push(piece));
    }
    all.extend(records.finish());
    all
}

/// What an event says, whatever its place. Of a fault only its being there is compared: it tells of bytes, and these are others.
type Told<'r> = (Option<&'r str>, Option<&'r str>, Option<&'r str>);

fn texts(records: &[Record]) -> Vec<Told<'_>> {
    records
        .iter()
        .map(|record| {
            (
                record.text.as_deref().ok(),
                record.event.as_deref(),
                record.id.as_deref(),
            )
        })
        .collect()
}

fn rewritten(data: &[u8], end: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(data.len());
    for byte in data {
        match byte {
            b'\n' => bytes.extend_from_slice(end),
            other => bytes.push(*other),
        }
    }
    bytes
}
