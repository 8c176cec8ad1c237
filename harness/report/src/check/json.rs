//! A check as JSON lines: a line a finding, and one for what they come to.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{CheckFinding, CheckReporter, CheckSubject, CheckSummary};

pub(super) struct Json<'w> {
    out: &'w mut dyn Write,
    subject: CheckSubject,
}

impl<'w> Json<'w> {
    pub(super) fn new(out: &'w mut dyn Write, subject: CheckSubject) -> Self {
        Self { out, subject }
    }

    fn line(&mut self, value: &Value) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, value)?;
        self.out.write_all(b"\n")
    }
}

impl CheckReporter for Json<'_> {
    fn finding(&mut self, finding: &CheckFinding) -> io::Result<()> {
        self.line(&json!({
            "record": "finding",
            "rule": finding.rule,
            "level": finding.level.word(),
            "event": finding.event,
            "at_end": finding.at_end,
            "offset": finding.offset,
            "line": finding.line,
            "column": finding.column,
            "stream_id": finding.stream,
            "pointer": finding.pointer,
            "expected": finding.expected,
            "problem": finding.problem,
            "got": finding.got,
            "why": finding.why,
            "requirement": finding.requirement,
        }))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(&mut self, summary: &CheckSummary) -> io::Result<()> {
        let levels: Map<String, Value> = [
            uiconform_catalogue::Level::Required,
            uiconform_catalogue::Level::Recommended,
            uiconform_catalogue::Level::Informative,
        ]
        .into_iter()
        .map(|level| {
            let count = summary.findings.get(&level).copied().unwrap_or_default();
            (level.word().to_owned(), count.into())
        })
        .collect();
        let mut record = json!({
            "record": "summary",
            "schema": 1,
            "harness": self.subject.harness,
            "suite": self.subject.suite,
            "input": self.subject.input,
            "events": summary.events,
            "streams": summary.streams,
            "findings": levels,
            "hidden": summary.hidden(),
            "left_out": summary.left_out,
            "judged_in_part": summary.judged_in_part,
            "unread": summary.unread,
            "interrupted": summary.interrupted,
            "valid": !summary.failed && !summary.interrupted,
        });
        if !summary.statistics.is_empty() {
            let numbers: Map<String, Value> = summary
                .statistics
                .iter()
                .map(|(name, number)| (name.replace(' ', "_"), (*number).into()))
                .collect();
            record["statistics"] = Value::Object(numbers);
        }
        self.line(&record)
    }
}
