//! The forms of in-toto: Statement v1, ResourceDescriptor v1 and the test-result predicate v0.1.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::json_lines::escaped;

/// An in-toto Statement.
#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    #[serde(rename = "_type")]
    kind: &'static str,
    /// The files that it is about.
    pub subject: Vec<Descriptor>,
    #[serde(rename = "predicateType")]
    predicate_type: &'static str,
    /// What it says of them.
    pub predicate: Predicate,
}

impl Statement {
    pub(super) fn new(subject: Vec<Descriptor>, predicate: Predicate) -> Self {
        Self {
            kind: "https://in-toto.io/Statement/v1",
            subject,
            predicate_type: "https://in-toto.io/attestation/test-result/v0.1",
            predicate,
        }
    }

    /// It as JSON, with line ends, and with escapes for characters that act on a terminal.
    pub fn to_text(&self) -> String {
        // Strings and raw JSON always serialize; an empty file would be a visible fault.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{}\n", escaped(&text))
    }
}

/// The result of a test run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Predicate {
    /// The verdict.
    pub result: Outcome,
    /// With what it was found: harness, implementation, result file, suites.
    pub configuration: Vec<Descriptor>,
    /// Ids of cases that fail without a cost to conformance.
    pub warned_tests: Vec<String>,
    /// Ids of cases that fail and cost it.
    pub failed_tests: Vec<String>,
}

/// The verdict of a test run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    /// Conformant, and nothing fails.
    Passed,
    /// Conformant, though something recommended or informative fails.
    Warned,
    /// Not conformant.
    Failed,
}

/// Something that a statement speaks of. It has a URI or a digest.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    /// What it is called here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is called anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Digests by algorithm, in hexadecimal.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub digest: BTreeMap<String, String>,
    /// Its media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// What else is said of it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, Box<RawValue>>,
}
