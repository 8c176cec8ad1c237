//! Reports of a check of a recorded stream: findings as they are made, and what they come to.
//!
//! [`Lines`](CheckFormat::Pretty), JSON lines and GitHub annotations are written finding by finding, so that a live stream is told of
//! as it goes and a long one takes no memory. JUnit XML has its counts in front and SARIF its results in the order of events, what
//! was found at the end among them; both are written at the end.

mod github;
mod json;
mod junit;
mod pretty;
mod sarif;

use std::collections::BTreeMap;
use std::io::{self, Write};

use uiconform_catalogue::Level;

use crate::Palette;

/// The formats of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckFormat {
    /// For people.
    Pretty,
    /// JSON lines.
    Json,
    /// JUnit XML: a test case for each rule that was broken.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
}

/// One finding, with its place in the input.
#[derive(Clone, Debug)]
pub struct CheckFinding {
    /// The requirement, such as `AUE-4.1-03`.
    pub rule: String,
    /// What the requirement says, where it is known.
    pub requirement: Option<String>,
    /// How much the text wants it.
    pub level: Level,
    /// The number of the event, counted from 1; at the end of input, of the last one of its stream that counted.
    pub event: usize,
    /// Whether it was made at the end of the input, for what is missing there.
    pub at_end: bool,
    /// Where the offending member stands, or else where the event begins: bytes before it.
    pub offset: u64,
    /// The line of the same place, counted from 1.
    pub line: u64,
    /// The column of the same place, in characters, counted from 1.
    pub column: u64,
    /// The stream, empty for the unnamed one.
    pub stream: String,
    /// The offending member of the event as a JSON pointer; empty if it is the event as a whole.
    pub pointer: String,
    /// What is wanted there; none if there is nothing to say but the requirement.
    pub expected: Option<String>,
    /// What is wrong, where that is told in words and not by what was expected.
    pub problem: Option<String>,
    /// What is there: what the rule sees, or the value at the pointer as JSON text.
    pub got: String,
    /// Why it matters, in one sentence.
    pub why: String,
}

/// What a check comes to.
#[derive(Clone, Debug, Default)]
pub struct CheckSummary {
    /// Events read.
    pub events: usize,
    /// Streams seen.
    pub streams: usize,
    /// Findings of each level.
    pub findings: BTreeMap<Level, usize>,
    /// Findings that are counted and not shown.
    pub hidden: BTreeMap<Level, usize>,
    /// Findings of rules that were not asked for, which are not counted; nothing if all rules were asked for.
    pub left_out: Option<usize>,
    /// Events that were judged in part: without a model, or without the block that they change.
    pub judged_in_part: usize,
    /// What is to be said of each rule that was told of, where a format has a place for it.
    pub help: BTreeMap<String, String>,
    /// Events that were longer than the limit, so that they were not read.
    pub unread: usize,
    /// Whether reading was ended from outside, so that nothing is known of what was to come.
    pub interrupted: bool,
    /// Whether a finding weighs enough for the check to fail.
    pub failed: bool,
    /// The numbers that `--stats` asks for, each with its name.
    pub statistics: Vec<(String, u64)>,
}

impl CheckSummary {
    /// Findings of all levels.
    pub fn total(&self) -> usize {
        self.findings.values().sum()
    }

    /// Findings of all levels that are not shown.
    pub fn hidden(&self) -> usize {
        self.hidden.values().sum()
    }
}

/// What the check is of.
#[derive(Clone, Debug)]
pub struct CheckSubject {
    /// The file, or `-` for standard input.
    pub input: String,
    /// The suite.
    pub suite: String,
    /// The version of the harness.
    pub harness: String,
}

/// Reports a check.
pub trait CheckReporter {
    /// Tells a finding.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn finding(&mut self, finding: &CheckFinding) -> io::Result<()>;

    /// Takes in a finding that is not to be told by itself.
    fn hidden(&mut self, finding: &CheckFinding) {
        let _ = finding;
    }

    /// Makes what has been told so far be seen.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn flush(&mut self) -> io::Result<()>;

    /// Tells what it comes to; the last call.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn finish(&mut self, summary: &CheckSummary) -> io::Result<()>;
}

/// A reporter of that format; what is for people is folded at so many columns, if there are such.
///
pub fn check_reporter<'w>(
    format: CheckFormat,
    out: &'w mut dyn Write,
    subject: CheckSubject,
    palette: Palette,
    columns: Option<usize>,
) -> io::Result<Box<dyn CheckReporter + 'w>> {
    Ok(match format {
        CheckFormat::Pretty => Box::new(pretty::Pretty::new(out, subject, palette, columns)),
        CheckFormat::Json => Box::new(json::Json::new(out, subject)),
        CheckFormat::Junit => Box::new(junit::Junit::new(out, subject)),
        CheckFormat::Sarif => Box::new(sarif::Sarif::new(out, subject)),
        CheckFormat::Github => Box::new(github::Github::new(out, subject)),
    })
}

/// One sentence: what was expected, and what is there.
fn sentence(finding: &CheckFinding) -> String {
    let place = match (finding.at_end, finding.pointer.as_str()) {
        (true, _) => "at the end: ".to_owned(),
        (false, "") => String::new(),
        (false, pointer) => format!("{pointer}: "),
    };
    match (&finding.problem, &finding.expected) {
        (Some(problem), _) => format!("{place}{problem}"),
        (None, Some(expected)) => format!("{place}expected {expected}, got {}", finding.got),
        (None, None) => format!("{place}got {}", finding.got),
    }
}

/// The verdict in a few words.
fn verdict(summary: &CheckSummary) -> &'static str {
    match (summary.interrupted, summary.failed, summary.total()) {
        (true, true, _) => "not valid, and interrupted",
        (true, false, _) => "interrupted",
        (false, true, _) if summary.unread > 0 => "not valid, or not all of it was read",
        (false, true, _) => "not valid",
        (false, false, 0) if summary.left_out.is_some() => "no findings of these rules",
        (false, false, 0) => "no findings",
        (false, false, _) if summary.left_out.is_some() => "valid by these rules",
        (false, false, _) => "valid",
    }
}

/// Findings by level, the heaviest first; empty if there are none.
fn by_level(findings: &BTreeMap<Level, usize>) -> String {
    let counted = findings.iter().rev().filter(|(_, count)| **count > 0);
    let levels: Vec<String> = counted
        .map(|(level, count)| format!("{count} {level}"))
        .collect();
    levels.join(", ")
}

#[cfg(test)]
mod tests;
