//! The records of a run, as JSON lines: a header, one record a case in the order of the plan, a trailer. A file without a
//! trailer is incomplete.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

pub use crate::baselined::{BaselineCounts, BaselineStanding, Baselined, KnownFailure};
use crate::{CaseId, Level, Verdict};

/// Version of the form of result files; raised when a reader of an older one would misread a newer one.
pub const SCHEMA_VERSION: u32 = 1;

/// One line of a result file.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    /// The first line.
    Header(Box<Header>),
    /// One case.
    Case(Box<CaseRecord>),
    /// The last line of a complete file.
    Trailer(Box<Trailer>),
}

/// What was run, by whom, against what.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA_VERSION`].
    pub schema: u32,
    /// Version of the harness.
    pub harness: String,
    /// The suites that were run.
    pub suites: Vec<SuiteRecord>,
    /// Which cases were selected.
    pub selection: Selection,
    /// What was under test.
    pub driver: DriverRecord,
}

impl Header {
    /// The profiles of all suites.
    pub fn profiles(&self) -> impl Iterator<Item = &ProfileRecord> {
        self.suites.iter().flat_map(|suite| &suite.profiles)
    }

    /// The names under which profiles were asked for, of which the driver offers none that has the name.
    pub fn profiles_missing(&self) -> Vec<&str> {
        let offered = |name: &str| {
            self.profiles()
                .any(|profile| profile.offered && is_profile(name, &profile.profile))
        };
        let mut missing: Vec<&str> = Vec::new();
        for name in self.selection.profiles.iter().map(String::as_str) {
            if !offered(name) && !missing.contains(&name) {
                missing.push(name);
            }
        }
        missing
    }

    /// The profiles that the driver offers, and that were left out since others were asked for.
    pub fn profiles_left_out(&self) -> Vec<&str> {
        self.profiles()
            .filter(|profile| profile.offered && !self.selection.holds_profile(&profile.profile))
            .map(|profile| profile.profile.as_str())
            .collect()
    }
}

/// A suite as a run saw it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteRecord {
    /// Its name.
    pub suite: String,
    /// Its version.
    pub version: String,
    /// Digest over its cases.
    pub digest: String,
    /// Whether the cases came from elsewhere (`--cases`), so that no conformance can be claimed.
    pub foreign: bool,
    /// Its profiles with the fixed numbers of their cases.
    pub profiles: Vec<ProfileRecord>,
}

/// A profile as a run saw it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProfileRecord {
    /// `suite/profile`.
    pub profile: String,
    /// Whether it belongs to the headline of its suite.
    pub headline: bool,
    /// Whether the driver offers it.
    pub offered: bool,
    /// All its cases by level, whatever was selected.
    pub cases: LevelCounts,
}

/// Numbers by level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCounts {
    /// Of level required.
    pub required: usize,
    /// Of level recommended.
    pub recommended: usize,
    /// Of level informative.
    pub informative: usize,
}

impl LevelCounts {
    /// The number of a level.
    pub fn of(&self, level: Level) -> usize {
        match level {
            Level::Required => self.required,
            Level::Recommended => self.recommended,
            Level::Informative => self.informative,
        }
    }

    /// The number of a level, to be changed.
    pub fn of_mut(&mut self, level: Level) -> &mut usize {
        match level {
            Level::Required => &mut self.required,
            Level::Recommended => &mut self.recommended,
            Level::Informative => &mut self.informative,
        }
    }

    /// The sum over all levels.
    pub fn total(&self) -> usize {
        self.required + self.recommended + self.informative
    }
}

/// Which cases were selected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Profiles that were asked for; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<String>,
    /// Globs over ids; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// Whether only the failures of an earlier run were selected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed_only: bool,
    /// Whether recommended cases count like required ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The seed by which the order was shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<u64>,
    /// How often each case was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
    /// The part of the run that this file holds, if it was split by `--shard`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether the exit code excuses known failures (`--baseline`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub baselined: bool,
    /// The time for one request, where it is not the usual one, as the command line takes it: `10s`, or `0` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout: Option<String>,
    /// The same for the start of the driver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup_timeout: Option<String>,
    /// How many cases were selected, twins that were brought along included.
    pub cases: usize,
}

impl Selection {
    /// Whether every case of every offered profile was selected, so that conformance can be claimed.
    pub fn is_whole(&self) -> bool {
        self.filters.is_empty() && !self.failed_only && self.shard.is_none()
    }

    /// Whether the cases of a profile (`suite/profile`) were to be run: it was asked for, or none was.
    pub fn holds_profile(&self, id: &str) -> bool {
        let names = &self.profiles;
        names.is_empty() || names.iter().any(|name| is_profile(name, id))
    }
}

/// Whether a name, with its suite or without, is that of a profile (`suite/profile`).
pub(crate) fn is_profile(name: &str, id: &str) -> bool {
    id == name || id.rsplit('/').next() == Some(name)
}

/// One part of a run that was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part it is, from 1.
    pub index: u32,
    /// How many parts there are.
    pub total: u32,
}

impl Shard {
    /// Whether a case belongs to this part. It depends on the id alone, so that other cases may come and go.
    pub fn holds(&self, id: &CaseId) -> bool {
        let digest = Sha256::digest(id.as_str().as_bytes());
        let number = digest
            .iter()
            .take(8)
            .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        number % u64::from(self.total.max(1)) == u64::from(self.index) - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once('/')
            .and_then(|(index, total)| Some((index.parse().ok()?, total.parse().ok()?)));
        match parts {
            Some((index, total)) if 1 <= index && index <= total => Ok(Self { index, total }),
            _ => Err("write I/N, such as 1/4 for the first of four parts".to_owned()),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.total)
    }
}

/// What was under test.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DriverRecord {
    /// The command that started the driver, as words.
    pub command: Vec<String>,
    /// Whether no driver was given, so that the built-in reference was tested. One that is given by name is none of these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where it is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What the driver offers.
    pub profiles: Vec<String>,
    /// Its optional abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Declared limits by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, u64>,
    /// Declared choices at open points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, Box<RawValue>>,
}

/// What came of one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseRecord {
    /// Id of the case.
    pub id: String,
    /// `suite/profile`.
    pub profile: String,
    /// Its level.
    pub level: Level,
    /// Its requirements.
    pub requirements: Vec<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// For an informative case: the open question and what the implementation does there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// Places at which a number was changed within the same binary64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub number_lossy: Vec<String>,
    /// Whether the case passes since its input is beyond a limit that the driver declares, and was refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beyond_limit: bool,
    /// What went wrong; absent if nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// How it stands against the baseline; absent if there is none, or nothing to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Baselined>,
    /// Time from the first byte sent to the last answer, in microseconds.
    pub micros: u64,
}

impl CaseRecord {
    /// Whether it fails and that costs conformance, in a run where recommended cases count like required ones (`strict`) or do
    /// not; a baseline excuses nothing here.
    pub fn costs_conformance(&self, strict: bool) -> bool {
        let at_any_level = || {
            let failure = self.failure.as_ref();
            failure.is_some_and(|failure| failure.at_any_level)
        };
        self.verdict.is_failure()
            && match self.level {
                Level::Required => true,
                Level::Recommended => strict || at_any_level(),
                Level::Informative => at_any_level(),
            }
    }
}

/// The behaviour at an open point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The open question.
    pub asks: String,
    /// Name of the outcome, or `other`.
    pub outcome: String,
}

/// What went wrong in a case, with the evidence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// Verdict, how a driver ended or what was bad about its answer, input, first differing pointer and kinds of value: equal for
    /// the same fault, and free of message texts and values.
    pub fingerprint: String,
    /// One sentence.
    pub message: String,
    /// Whether it costs conformance whatever the level of the case: a crash, or state that leaked out of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_any_level: bool,
    /// Why the expectation is what it is.
    pub why: String,
    /// Where the case stands: `file:line:column`.
    pub place: String,
    /// The input it went wrong at, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The inputs, each shortened if it is long; at most [`INPUTS`] of them, those up to the step if there are more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<NumberedInput>,
    /// The first differing place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// What was expected.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub expected: Option<Box<RawValue>>,
    /// What came.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub got: Option<Box<RawValue>>,
    /// What was said on the wire, request by request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<Exchange>,
    /// The end of what the driver wrote to its standard error during the case.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// How the driver ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// What may help, such as "flush standard output after each answer".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The inputs that a record keeps at most.
pub const INPUTS: usize = 8;

/// One input of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedInput {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
}

/// Null is a value that can be expected; serde would read it as an absent member.
fn present<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}

/// One request and what came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What the request was for.
    pub purpose: String,
    /// The line sent.
    pub sent: String,
    /// The line received; absent if none came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<String>,
}

/// The longest line of a transcript that a record keeps whole, in bytes.
pub const TRANSCRIPT_LINE: usize = 64 * 1024;

/// The end of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trailer {
    /// The profiles with their counts.
    pub profiles: Vec<crate::summary::ProfileSummary>,
    /// Why cases were not run, if some were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// How the run stands against its baseline, if it has one; the exit code goes by that then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineCounts>,
    /// Exit code of the command.
    pub exit: i32,
    /// Time of the whole run in milliseconds.
    pub millis: u64,
}

/// A value as records carry it: as text, so that nothing is lost.
pub fn raw(value: &uiconform_json::Value) -> Option<Box<RawValue>> {
    RawValue::from_string(value.to_text()).ok()
}

impl Record {
    /// Reads a line of a result file.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_line(line: &str) -> Result<Self, String> {
        /// Serde reads a tagged enum by way of its own data model, in which raw JSON has no place: first the tag, then the rest.
        #[derive(Deserialize)]
        struct Tag {
            record: String,
        }
        fn read<'de, T: Deserialize<'de>>(line: &'de str) -> Result<Box<T>, String> {
            serde_json::from_str(line)
                .map(Box::new)
                .map_err(|error| error.to_string())
        }
        let tag: Tag = serde_json::from_str(line).map_err(|error| error.to_string())?;
        match tag.record.as_str() {
            "header" => read(line).map(Self::Header),
            "case" => read(line).map(Self::Case),
            "trailer" => read(line).map(Self::Trailer),
            other => Err(format!(
                "unknown record `{other}`; there are header, case and trailer"
            )),
        }
    }

    /// The record as one line of JSON, without the line end.
    pub fn to_line(&self) -> String {
        // Strings, numbers and raw JSON always serialize; an empty line would be a visible fault in the file.
        serde_json::to_string(self).unwrap_or_default()
    }
}
