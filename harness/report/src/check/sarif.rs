//! A check as SARIF 2.1.0, the format of code scanning: results in the order of events, written when all are known.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};
use uiconform_catalogue::Level;

use super::{CheckFinding, CheckReporter, CheckSubject, CheckSummary, sentence};

pub(super) struct Sarif<'w> {
    out: &'w mut dyn Write,
    subject: CheckSubject,
    rules: BTreeMap<String, (Level, Option<String>)>,
    /// The results as JSON texts, with their events and places.
    results: Vec<(usize, u64, String)>,
}

impl<'w> Sarif<'w> {
    pub(super) fn new(out: &'w mut dyn Write, subject: CheckSubject) -> Self {
        Self {
            out,
            subject,
            rules: BTreeMap::new(),
            results: Vec::new(),
        }
    }

    fn location(&self, finding: &CheckFinding) -> Value {
        let uri = match self.subject.input.as_str() {
            "-" => "stdin".to_owned(),
            file => uri(file),
        };
        json!({
            "physicalLocation": {
                "artifactLocation": {"uri": uri},
                "region": {
                    "startLine": finding.line,
                    "startColumn": finding.column,
                    "byteOffset": finding.offset,
                },
            },
            "logicalLocations": [{
                "name": format!("event {}", finding.event),
                "fullyQualifiedName": format!("{}#{}", finding.event, finding.pointer),
                "kind": "element",
            }],
        })
    }
}

impl CheckReporter for Sarif<'_> {
    fn finding(&mut self, finding: &CheckFinding) -> io::Result<()> {
        let rule = self.rules.entry(finding.rule.clone());
        let (level, _) = rule.or_insert_with(|| (finding.level, finding.requirement.clone()));
        *level = (*level).max(finding.level);
        let result = json!({
            "ruleId": finding.rule,
            "level": level_of(finding.level),
            "message": {"text": format!("{}. {}", sentence(finding), finding.why)},
            "locations": [self.location(finding)],
            "properties": {
                "event": finding.event,
                "stream_id": finding.stream,
                "pointer": finding.pointer,
                "expected": finding.expected,
                "problem": finding.problem,
                "got": finding.got,
            },
        });
        self.results
            .push((finding.event, finding.offset, result.to_string()));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(&mut self, summary: &CheckSummary) -> io::Result<()> {
        let rules: Vec<Value> = self
            .rules
            .iter()
            .map(|(id, (level, text))| {
                let text = text.as_deref().unwrap_or(id);
                let help = summary.help.get(id).cloned().unwrap_or_else(|| {
                    format!("`uiconform check --explain {id}` explains it, with examples.")
                });
                json!({
                    "id": id,
                    "shortDescription": {"text": text},
                    "help": {"text": help},
                    "defaultConfiguration": {"level": level_of(*level)},
                })
            })
            .collect();
        let tool = json!({"driver": {
            "name": "uiconform",
            "semanticVersion": self.subject.harness,
            "informationUri": "https://github.com/uiconform/uiconform",
            "rules": rules,
        }});
        let properties = json!({
            "suite": self.subject.suite,
            "events": summary.events,
            "valid": !summary.failed && !summary.interrupted,
        });
        self.out.write_all(
            br#"{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"results":["#,
        )?;
        // What is found at the end is of earlier events.
        self.results
            .sort_by_key(|(event, offset, _)| (*event, *offset));
        for (at, (_, _, result)) in self.results.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(self.out, "{comma}\n{result}")?;
        }
        writeln!(
            self.out,
            "\n],\"columnKind\":\"unicodeCodePoints\",\"tool\":{tool},\"properties\":{properties}}}]}}"
        )
    }
}

fn level_of(level: Level) -> &'static str {
    match level {
        Level::Required => "error",
        Level::Recommended => "warning",
        Level::Informative => "note",
    }
}

/// A path as a relative or absolute URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
