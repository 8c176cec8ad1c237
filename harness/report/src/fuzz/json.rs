//! Fuzzing as JSON lines: a line for what is fuzzed, one a finding, and one for what they come to.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;
use uiconform_catalogue::record::{DriverRecord, raw};

use super::{FuzzFinding, FuzzReporter, FuzzRequest, FuzzSubject, FuzzSummary};

/// The version of the form of these lines.
const SCHEMA: u32 = 1;

pub(super) struct Json<'w> {
    out: &'w mut dyn Write,
}

#[derive(Serialize)]
struct HeaderLine<'a> {
    record: &'static str,
    schema: u32,
    harness: &'a str,
    driver: &'a DriverRecord,
    profiles: &'a [String],
    seed: u64,
    first: u64,
}

#[derive(Serialize)]
struct FindingLine<'a> {
    record: &'static str,
    bucket: &'a str,
    property: &'a str,
    level: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    requirement: Option<&'a str>,
    message: &'a str,
    index: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<RequestLine<'a>>,
    requests: Vec<RequestLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    // As they came, for numbers and lone surrogates would get lost in any other form.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    got: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    stderr: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_saved: Option<&'a str>,
    replay: &'a str,
}

#[derive(Serialize)]
struct RequestLine<'a> {
    purpose: &'a str,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<&'a str>,
    events: &'a [String],
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    record: &'static str,
    execs: u64,
    findings: usize,
    advisory: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut_short: Option<&'a str>,
    buckets: Vec<BucketLine<'a>>,
    coverage: Vec<KindLine<'a>>,
    millis: u64,
    execs_per_second: u64,
}

#[derive(Serialize)]
struct BucketLine<'a> {
    bucket: &'a str,
    index: u64,
    hits: u64,
}

#[derive(Serialize)]
struct KindLine<'a> {
    operation: &'a str,
    target: &'a str,
    value: &'a str,
    verdict: &'a str,
    count: u64,
}

impl<'w> Json<'w> {
    pub(super) fn new(out: &'w mut dyn Write, subject: &FuzzSubject) -> io::Result<Self> {
        let mut json = Self { out };
        json.line(&HeaderLine {
            record: "header",
            schema: SCHEMA,
            harness: &subject.harness,
            driver: &subject.driver,
            profiles: &subject.profiles,
            seed: subject.seed,
            first: subject.first,
        })?;
        Ok(json)
    }

    /// Writes a line at once, for whoever reads along.
    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, line)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

impl FuzzReporter for Json<'_> {
    fn finding(&mut self, finding: &FuzzFinding) -> io::Result<()> {
        let saved = finding.saved.as_ref();
        self.line(&FindingLine {
            record: "finding",
            bucket: &finding.bucket,
            property: &finding.property,
            level: finding.level.word(),
            requirement: finding.requirement.as_ref().map(|(id, _)| id.as_str()),
            message: &finding.message,
            index: finding.index,
            before: finding.before.iter().map(request).collect(),
            requests: finding.requests.iter().map(request).collect(),
            event: finding.event,
            place: finding.place.as_ref().map(ToString::to_string),
            expected: finding.expected.as_ref().and_then(raw),
            got: finding.got.as_ref().and_then(raw),
            stderr: &finding.stderr,
            note: finding.note.as_deref(),
            saved: saved
                .and_then(|saved| saved.as_ref().ok())
                .map(String::as_str),
            not_saved: saved
                .and_then(|saved| saved.as_ref().err())
                .map(String::as_str),
            replay: &finding.replay,
        })
    }

    fn finish(&mut self, summary: &FuzzSummary) -> io::Result<()> {
        let buckets = summary
            .buckets
            .iter()
            .map(|(bucket, index, hits)| BucketLine {
                bucket,
                index: *index,
                hits: *hits,
            });
        let coverage = summary.coverage.iter().map(|(kind, count)| {
            let [operation, target, value, verdict] = kind;
            KindLine {
                operation,
                target,
                value,
                verdict,
                count: *count,
            }
        });
        self.line(&SummaryLine {
            record: "summary",
            execs: summary.execs,
            findings: summary.counting,
            advisory: summary.advisory,
            cut_short: summary.cut_short.as_deref(),
            buckets: buckets.collect(),
            coverage: coverage.collect(),
            millis: u64::try_from(summary.time.as_millis()).unwrap_or(u64::MAX),
            execs_per_second: summary.per_second(),
        })
    }
}

fn request(request: &FuzzRequest) -> RequestLine<'_> {
    RequestLine {
        purpose: &request.purpose,
        method: &request.method,
        model: request.model.as_deref(),
        events: &request.events,
    }
}
