//! Reports of fuzzing: findings as they are made, and what they come to.

mod json;
mod pretty;

use std::io::{self, Write};
use std::time::Duration;

use uiconform_catalogue::Level;
use uiconform_catalogue::record::DriverRecord;
use uiconform_json::{Pointer, Value};

use crate::Palette;

/// The formats of fuzzing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuzzFormat {
    /// For people.
    Pretty,
    /// JSON lines.
    Json,
}

/// What is fuzzed, and with what.
#[derive(Clone, Debug)]
pub struct FuzzSubject {
    /// The version of the harness.
    pub harness: String,
    /// Who is fuzzed.
    pub driver: DriverRecord,
    /// The profiles that are asked for, such as `agentue-1.1/reducer`.
    pub profiles: Vec<String>,
    /// The seed of the sequences.
    pub seed: u64,
    /// The number of the first sequence.
    pub first: u64,
}

/// A request as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct FuzzRequest {
    /// What it is for, such as `the sequence`.
    pub purpose: String,
    /// The method.
    pub method: String,
    /// The model to start from, as JSON text, if there is one.
    pub model: Option<String>,
    /// The events as texts.
    pub events: Vec<String>,
}

/// One finding: the first of its bucket, made as small as it gets.
#[derive(Clone, Debug)]
pub struct FuzzFinding {
    /// What findings of its cause have in common.
    pub bucket: String,
    /// The property that is broken.
    pub property: String,
    /// How much the text wants it.
    pub level: Level,
    /// The requirement, such as `AUE-5.3-11`, if one is known, and what it says.
    pub requirement: Option<(String, String)>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The number of the sequence that showed it first.
    pub index: u64,
    /// Requests that the process has to answer before, one for each sequence.
    pub before: Vec<FuzzRequest>,
    /// The requests that show it, the one that it shows in first.
    pub requests: Vec<FuzzRequest>,
    /// The event that it shows at, counted from 1.
    pub event: Option<usize>,
    /// What was expected, if it is a value.
    pub expected: Option<Value>,
    /// What came instead.
    pub got: Option<Value>,
    /// Where the two first differ.
    pub place: Option<Pointer>,
    /// The end of standard error, where there was no answer.
    pub stderr: String,
    /// What is to be said of how the sequence was made smaller, if it is not as usual.
    pub note: Option<String>,
    /// The file that it was saved in, or why it was not; nothing if nothing is saved.
    pub saved: Option<Result<String, String>>,
    /// The command that shows it again.
    pub replay: String,
}

/// What fuzzing has come to.
#[derive(Clone, Debug, Default)]
pub struct FuzzSummary {
    /// Sequences that were tried.
    pub execs: u64,
    /// How long that took, shrinking included.
    pub time: Duration,
    /// Every bucket, with the number of the first sequence that showed it and how many did.
    pub buckets: Vec<(String, u64, u64)>,
    /// Findings that count.
    pub counting: usize,
    /// Findings that cost no conformance, and were not asked to count.
    pub advisory: usize,
    /// Why it ended early, if less was tried than was asked for.
    pub cut_short: Option<String>,
    /// What was exercised: operation, target, value, verdict, and how often, by every sixteenth sequence.
    pub coverage: Vec<([String; 4], u64)>,
    /// Whether that is to be listed.
    pub lists_coverage: bool,
}

impl FuzzSummary {
    fn per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 {
            // A rate is told in whole sequences.
            (self.execs as f64 / seconds) as u64
        } else {
            self.execs
        }
    }

    /// How many different words there are in each place of what was exercised.
    fn distinct(&self) -> [usize; 4] {
        std::array::from_fn(|place| {
            let mut words: Vec<&str> = self
                .coverage
                .iter()
                .map(|(words, _)| words[place].as_str())
                .collect();
            words.sort_unstable();
            words.dedup();
            words.len()
        })
    }
}

/// Reports fuzzing.
pub trait FuzzReporter {
    /// Tells a finding.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn finding(&mut self, finding: &FuzzFinding) -> io::Result<()>;

    /// Tells what it comes to; the last call.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn finish(&mut self, summary: &FuzzSummary) -> io::Result<()>;
}

/// A reporter of that format, which has told what is fuzzed; what is for people is folded at so many columns, if there are such.
///
/// # Errors
///
/// If that cannot be written.
pub fn fuzz_reporter<'w>(
    format: FuzzFormat,
    out: &'w mut dyn Write,
    subject: &FuzzSubject,
    palette: Palette,
    columns: Option<usize>,
) -> io::Result<Box<dyn FuzzReporter + 'w>> {
    Ok(match format {
        FuzzFormat::Pretty => Box::new(pretty::Pretty::new(out, subject, palette, columns)?),
        FuzzFormat::Json => Box::new(json::Json::new(out, subject)?),
    })
}

#[cfg(test)]
mod tests;
