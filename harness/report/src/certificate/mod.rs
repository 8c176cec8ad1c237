//! Certificates: what a run showed of which files, as an in-toto Statement (v1) with the test-result predicate (v0.1).
//!
//! A certificate holds no time and no name of a machine: the same result file and artefacts give the same bytes, so that
//! anybody can make it again and compare. Signing is left to the tools that sign such statements.

mod statement;
mod verify;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest as _, Sha256};
use uiconform_catalogue::record::SuiteRecord;
use uiconform_catalogue::summary::ProfileSummary;

use crate::inert::shortened;
use crate::results::{Incomplete, ReadError, ResultFile};
use crate::run::{Run, Standing};

pub use self::statement::{Descriptor, Outcome, Predicate, Statement};
pub use self::verify::{Verification, VerifyError, verify};

/// Characters of a list of names that are shown.
const LISTED: usize = 400;

/// A file that a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Its name, without folders.
    pub name: String,
    /// Its SHA-256 digest in hexadecimal.
    pub sha256: String,
}

impl Artifact {
    /// Reads a file through.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        // What has no end has no digest.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other("this is no ordinary file"));
        }
        let mut file = File::open(path)?;
        let mut sha = Sha256::new();
        let mut part = vec![0; 64 * 1024];
        loop {
            match file.read(&mut part)? {
                0 => break,
                read => sha.update(&part[..read]),
            }
        }
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            sha256: sha
                .finalize()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        })
    }

    fn digest(&self) -> BTreeMap<String, String> {
        BTreeMap::from([("sha256".to_owned(), self.sha256.clone())])
    }
}

/// Why no certificate is given.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The run was killed.
    #[error("{0}")]
    Incomplete(#[from] Incomplete),
    /// Some cases were not run.
    #[error("{name}: some cases were not run{}", .stopped.as_ref().map(|why| format!(": {why}")).unwrap_or_default())]
    NotRun {
        /// The result file.
        name: String,
        /// Why not.
        stopped: Option<String>,
    },
    /// The driver offers nothing that was run.
    #[error("{name}: there is nothing to certify: the driver offers none of the profiles")]
    Nothing {
        /// The result file.
        name: String,
    },
    /// The file was changed.
    #[error(transparent)]
    Changed(#[from] ReadError),
    /// The run is not one that can be certified.
    #[error("{name}: {reason}")]
    Unfit {
        /// The result file.
        name: String,
        /// Why not, and what to do.
        reason: String,
    },
}

/// The certificate of a run. Its subjects are the artefacts, or the result file if there are none.
///
/// # Errors
///
/// See [`Refusal`].
pub fn certify(
    file: ResultFile,
    result: &Artifact,
    artifacts: &[Artifact],
) -> Result<Statement, Refusal> {
    file.check_trailer()?;
    let name = file.name.clone();
    let run = file.into_run()?;
    check_fit(&name, &run)?;
    for (index, artifact) in artifacts.iter().enumerate() {
        if artifacts[..index]
            .iter()
            .any(|other| other.name == artifact.name)
        {
            return Err(Refusal::Unfit {
                name: artifact.name.clone(),
                reason: "two artefacts have this name, and a certificate tells them apart by it"
                    .to_owned(),
            });
        }
    }
    let subjects = if artifacts.is_empty() {
        std::slice::from_ref(result)
    } else {
        artifacts
    };
    Ok(Statement::new(
        subjects.iter().map(subject).collect(),
        predicate(&run, result),
    ))
}

fn check_fit(name: &str, run: &Run) -> Result<(), Refusal> {
    let unfit = |reason: &str| {
        Err(Refusal::Unfit {
            name: name.to_owned(),
            reason: reason.to_owned(),
        })
    };
    let selection = &run.header.selection;
    if let Some(shard) = selection.shard {
        return unfit(&format!(
            "it is shard {shard} of a run; join the shards first (`report merge`)"
        ));
    }
    if run.header.suites.iter().any(|suite| suite.foreign) {
        return unfit(
            "its cases came from elsewhere (--cases), and no conformance is claimed from those",
        );
    }
    if selection.baselined {
        return unfit(&format!(
            "its run excused known failures (--baseline); `uiconform report merge {name} --no-baseline > whole.jsonl` writes the same run with nothing excused, and whole.jsonl can be certified"
        ));
    }
    if run.header.driver.embedded {
        return unfit(
            "it tested the built-in reference, since no driver was given; run it with --driver, or with a uiconform.toml that names one",
        );
    }
    if selection.failed_only || !selection.filters.is_empty() {
        return unfit(
            "only a part was run (--filter or --failed); run it without, since a certificate is about all that the driver offers",
        );
    }
    let left_out = run.header.profiles_left_out();
    if !left_out.is_empty() {
        return unfit(&format!(
            "the driver offers {}, which --profile left out, and a certificate is about all that the driver offers; run it with all of its profiles",
            shortened(&left_out.join(", "), LISTED)
        ));
    }
    if run.trailer.exit == 3 {
        return Err(Refusal::Nothing {
            name: name.to_owned(),
        });
    }
    if run.trailer.exit == 5 {
        return Err(Refusal::NotRun {
            name: name.to_owned(),
            stopped: run.trailer.stopped.clone(),
        });
    }
    if !run.has_every_case() {
        return unfit(
            "it does not have every case that its header counts, so it is not of a whole run",
        );
    }
    Ok(())
}

fn subject(artifact: &Artifact) -> Descriptor {
    Descriptor {
        name: Some(artifact.name.clone()),
        digest: artifact.digest(),
        ..Descriptor::default()
    }
}

fn predicate(run: &Run, result: &Artifact) -> Predicate {
    let ids = |standing| {
        run.cases
            .iter()
            .filter(|case| run.standing(case) == standing)
            .map(|case| case.id.clone())
            .collect::<Vec<String>>()
    };
    let (warned, failed) = (ids(Standing::Warns), ids(Standing::Fails));
    let mut configuration = vec![harness(run), implementation(run), results(run, result)];
    configuration.extend(run.header.suites.iter().map(|record| suite(run, record)));
    Predicate {
        result: if run.trailer.exit != 0 {
            Outcome::Failed
        } else if warned.is_empty() {
            Outcome::Passed
        } else {
            Outcome::Warned
        },
        configuration,
        warned_tests: warned,
        failed_tests: failed,
    }
}

fn harness(run: &Run) -> Descriptor {
    let version = &run.header.harness;
    Descriptor {
        name: Some("uiconform".to_owned()),
        uri: Some(purl("uiconform", version)),
        annotations: annotations([("version", json(version))]),
        ..Descriptor::default()
    }
}

fn implementation(run: &Run) -> Descriptor {
    let driver = &run.header.driver;
    Descriptor {
        name: Some("implementation".to_owned()),
        uri: Some(purl(&driver.name, &driver.version)),
        // Who it is, what it offers, its limits and its declared choices: as the header has them.
        annotations: annotations([("driver", json(driver))]),
        ..Descriptor::default()
    }
}

fn results(run: &Run, result: &Artifact) -> Descriptor {
    Descriptor {
        name: Some("results".to_owned()),
        digest: result.digest(),
        media_type: Some("application/jsonl".to_owned()),
        annotations: annotations([
            ("schema", json(&run.header.schema)),
            ("selection", json(&run.header.selection)),
        ]),
        ..Descriptor::default()
    }
}

fn suite(run: &Run, suite: &SuiteRecord) -> Descriptor {
    /// How an open point was answered.
    #[derive(Serialize)]
    struct Answer<'a> {
        id: &'a str,
        asks: &'a str,
        outcome: &'a str,
    }
    let of_suite = |profile: &str| suite.profiles.iter().any(|own| own.profile == profile);
    let profiles: Vec<&ProfileSummary> = run
        .trailer
        .profiles
        .iter()
        .filter(|profile| of_suite(&profile.profile))
        .collect();
    let answers: Vec<Answer<'_>> = run
        .cases
        .iter()
        .filter(|case| of_suite(&case.profile))
        .filter_map(|case| {
            let recorded = case.recorded.as_ref()?;
            Some(Answer {
                id: &case.id,
                asks: &recorded.asks,
                outcome: &recorded.outcome,
            })
        })
        .collect();
    let (algorithm, value) = suite
        .digest
        .split_once(':')
        .unwrap_or(("sha256", &suite.digest));
    Descriptor {
        name: Some(suite.suite.clone()),
        digest: BTreeMap::from([(algorithm.to_owned(), value.to_owned())]),
        annotations: annotations([
            ("version", json(&suite.version)),
            ("profiles", json(&profiles)),
            ("open_points", json(&answers)),
        ]),
        ..Descriptor::default()
    }
}

fn json(value: &impl Serialize) -> Option<Box<RawValue>> {
    to_raw_value(value).ok()
}

fn annotations<const N: usize>(
    members: [(&str, Option<Box<RawValue>>); N],
) -> BTreeMap<String, Box<RawValue>> {
    members
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

/// A package URL: a name and a version as a URI, whatever characters they have.
fn purl(name: &str, version: &str) -> String {
    let encoded = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'~' => {
                    char::from(byte).to_string()
                }
                _ => format!("%{byte:02X}"),
            })
            .collect()
    };
    format!("pkg:generic/{}@{}", encoded(name), encoded(version))
}
