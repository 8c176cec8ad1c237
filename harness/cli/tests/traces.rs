//! The recordings beside the suites: each gives exactly the findings that stand in the file beside it.
//!
//! `UICONFORM_BLESS=1` writes these files anew. What is written is then to be read against the text.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// What a finding is, without the words for it.
const MEMBERS: [&str; 9] = [
    "rule",
    "level",
    "event",
    "at_end",
    "line",
    "column",
    "offset",
    "stream_id",
    "pointer",
];

fn findings(path: &Path) -> (String, bool, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_uiconform"))
        .args(["check", "--format", "json", "--suite", suite(path)])
        .arg(path)
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    let mut told = String::new();
    let mut valid = false;
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        if record["record"] == "summary" {
            valid = record["valid"].as_bool().unwrap();
            continue;
        }
        for told in ["got", "why", "requirement"] {
            assert!(record[told].is_string(), "{told} of {line}");
        }
        let said = ["expected", "problem"].map(|told| record[told].is_string());
        assert_eq!(said.iter().filter(|said| **said).count(), 1, "{line}");
        let members = MEMBERS.map(|name| format!("\"{name}\":{}", record[name]));
        writeln!(told, "{{{}}}", members.join(",")).unwrap();
    }
    (told, valid, output.status.code())
}

/// The suite that a recording belongs to: `spec-cases/<suite>/traces/…`.
fn suite(path: &Path) -> &str {
    let mut folders = path.ancestors();
    let traces = folders.find(|folder| folder.ends_with("traces")).unwrap();
    traces
        .parent()
        .unwrap()
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
}

fn recording(path: &Path) -> datatest_stable::Result<()> {
    let (told, valid, code) = findings(path);
    let folder = path.parent().unwrap().file_name().unwrap();
    assert_eq!(valid, folder == "valid", "{told}");
    assert_eq!(code, Some(i32::from(!valid)));
    let expected = path.with_extension(format!(
        "{}.findings",
        path.extension().unwrap().to_string_lossy()
    ));
    if env::var_os("UICONFORM_BLESS").is_some() {
        fs::write(&expected, &told)?;
    }
    assert_eq!(fs::read_to_string(&expected)?, told);
    Ok(())
}

datatest_stable::harness! {
    { test = recording, root = "../../spec-cases", pattern = r"/traces/.*\.(jsonl|json|sse)$" },
}
