//! The arguments of `check`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Exit codes: 0 valid; 1 a finding weighs as much as --fail-on; 2 the command is wrong or the input cannot be read; 3 there is no
/// event in it.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  uiconform check recording.jsonl\n  curl -N https://agent.example/stream | uiconform check -\n  uiconform check recording.sse --stats --final models.json\n  uiconform check recording.jsonl --format sarif > findings.sarif\n  uiconform check --explain AUE-4.1-03"
)]
pub(crate) struct Check {
    /// The recording: JSON lines, a JSON array, or the body of a server-sent event stream; `-` or nothing for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The suite by whose rules it is checked [default: agentue-1.1].
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
    /// In which form the events are; found out from the first bytes, if not given (`jsonl` and `ndjson` are lines, too).
    #[arg(long, value_enum, default_value = "auto", value_name = "FORM")]
    pub(crate) input: InputName,
    /// How findings are told.
    #[arg(long, value_enum, default_value = "pretty", value_name = "FORMAT")]
    pub(crate) format: CheckFormatName,
    /// Write the models that the events add up to into this file, as JSON: of each stream the one at the end.
    #[arg(long = "final", value_name = "FILE")]
    pub(crate) final_models: Option<PathBuf>,
    /// Count events, bytes, blocks and streams (with --format pretty and json).
    #[arg(long)]
    pub(crate) stats: bool,
    /// Only findings of rules whose id matches this glob (may be repeated, or several with commas).
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) rule: Vec<String>,
    /// No findings of rules whose id matches this glob (may be repeated, or several with commas).
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) off: Vec<String>,
    /// The level from which on a finding makes the check fail.
    #[arg(long, value_enum, default_value = "required", value_name = "LEVEL")]
    pub(crate) fail_on: LevelName,
    /// Show no more than so many findings, and count the others.
    #[arg(long, value_name = "N")]
    pub(crate) max: Option<usize>,
    /// The most bytes of one event; what is longer is not read, so the check fails.
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 20, value_parser = at_least_one)]
    pub(crate) max_event: usize,
    /// Also look for what works and is better otherwise: appends that add nothing, and events that should be sent in parts.
    #[arg(long)]
    pub(crate) hygiene: bool,
    /// With --hygiene: bytes from which on an event is better sent in parts.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, requires = "hygiene", value_parser = at_least_one)]
    pub(crate) large: usize,
    /// Check nothing: explain a rule, with a bad and a good example.
    #[arg(long, value_name = "ID", conflicts_with_all = ["file", "final_models", "stats", "rule", "off"])]
    pub(crate) explain: Option<String>,
}

/// A number of bytes that leaves room for something.
fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("a number of bytes, such as 1048576".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputName {
    /// By the first bytes.
    Auto,
    /// One event a line.
    #[value(alias = "jsonl", alias = "ndjson")]
    Lines,
    /// One JSON array of events.
    #[value(alias = "json")]
    Array,
    /// The body of a server-sent event stream.
    Sse,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormatName {
    /// For people.
    Pretty,
    /// JSON lines.
    Json,
    /// JUnit XML.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelName {
    Required,
    Recommended,
    Informative,
}
