//! The messages that every suite shares.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of the driver protocol that this crate speaks.
pub const PROTOCOL_VERSION: u32 = 1;

/// Who is under test, as shown in every report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    /// Name of the implementation (not of the driver).
    pub name: String,
    /// Its version, in whatever form it has one.
    pub version: String,
    /// The language it is written in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where it is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

impl Implementation {
    /// An implementation with a name and a version, and nothing else said.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            language: None,
            url: None,
        }
    }

    /// The same, with its language.
    pub fn in_language(mut self, language: impl Into<String>) -> Self {
        self.language = Some(language.into());
        self
    }
}

/// What an implementation refuses by its size; beyond it, an input is cleanly rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Deepest nesting of lists and objects in one event, in levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Largest event, in bytes of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// Params of `initialize`, the first request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InitializeParams {
    /// The version that the harness speaks.
    pub protocol: u32,
    /// The suites that it is about to run.
    #[serde(default)]
    pub suites: Vec<String>,
}

/// Result of `initialize`.
#[derive(Debug, Serialize, Deserialize)]
pub struct InitializeResult {
    /// The version that the driver speaks.
    pub protocol: u32,
    /// Who is under test.
    pub implementation: Implementation,
    /// What the implementation offers, as `suite/profile`.
    pub profiles: Vec<String>,
    /// Optional abilities of the driver, such as `batch`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Declared limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// What the implementation says of its own choices at open points, shown in reports.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, Box<RawValue>>,
}

/// Why a driver could not answer a request. This is never a verdict of the implementation: a rejection is a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The driver has no such method (JSON-RPC code -32601).
    UnknownMethod,
    /// The params are not of the form that the method takes (-32602).
    InvalidParams(String),
    /// The driver broke (-32603).
    Internal(String),
}
