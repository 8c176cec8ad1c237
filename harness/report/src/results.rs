//! Reading result files, which anybody may have written, cut or changed.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use serde::Deserialize;
use uiconform_catalogue::record::{
    BaselineCounts, CaseRecord, Header, Record, SCHEMA_VERSION, Trailer,
};
use uiconform_catalogue::summary::Summary;

use crate::run::Run;

/// A line longer than this is no record: the transcripts in one are bounded.
const LONGEST: u64 = 256 * 1024 * 1024;

/// The records of a result file.
#[derive(Clone, Debug)]
pub struct ResultFile {
    /// The name under which it was given.
    pub name: String,
    /// What was run, by whom, against what.
    pub header: Header,
    /// The cases, in the order of the file.
    pub cases: Vec<CaseRecord>,
    /// The end; absent if the run was killed.
    pub trailer: Option<Trailer>,
    /// The line of the header, from 1.
    pub header_line: usize,
    /// The last line.
    pub last_line: usize,
}

/// What is wrong with a result file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{name}: {error}")]
    Io {
        /// The file.
        name: String,
        /// Why not.
        error: io::Error,
    },
    /// Nothing is in it.
    #[error("{name}: it has no record; give a result file, as `run --format json` writes it")]
    Empty {
        /// The file.
        name: String,
    },
    /// Its first record is no header.
    #[error(
        "{name}:{line}: it does not begin with a header, so it is only a part of a result file"
    )]
    NoHeader {
        /// The file.
        name: String,
        /// The line, from 1.
        line: usize,
    },
    /// A line is no record.
    #[error(
        "{name}:{line}: this is not a record of a result file (as `run --format json` writes it): {reason}"
    )]
    NoRecord {
        /// The file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// Why not.
        reason: String,
    },
    /// The file is of another version of the form.
    #[error(
        "{name}:{line}: its records are of version {found}, and this program reads version {SCHEMA_VERSION}"
    )]
    Version {
        /// The file.
        name: String,
        /// The line of the header, from 1.
        line: usize,
        /// The version.
        found: u64,
    },
    /// A record does not belong to the file.
    #[error("{name}:{line}: {reason}")]
    Foreign {
        /// The file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// Why not.
        reason: String,
    },
}

impl ResultFile {
    /// Reads a result file. One without a trailer is read up to the last whole record.
    ///
    /// # Errors
    ///
    /// See [`ReadError`].
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        let failed = |error| ReadError::Io {
            name: name.clone(),
            error,
        };
        // Opening a pipe could wait for ever.
        if !path.metadata().map_err(failed)?.is_file() {
            return Err(failed(io::Error::other(
                "this is no ordinary file; give a result file, as `run --format json` writes it",
            )));
        }
        let file = File::open(path).map_err(failed)?;
        Self::read(&name, BufReader::new(file))
    }

    /// Reads the records of a result file.
    ///
    /// # Errors
    ///
    /// See [`ReadError`].
    pub fn read(name: &str, mut from: impl BufRead) -> Result<Self, ReadError> {
        let mut reading = Reading {
            name,
            line: 0,
            header_line: 0,
            header: None,
            cases: Vec::new(),
            ids: HashSet::new(),
            trailer: None,
        };
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = from
                .by_ref()
                .take(LONGEST)
                .read_until(b'\n', &mut bytes)
                .map_err(|error| ReadError::Io {
                    name: name.to_owned(),
                    error,
                })?;
            if read == 0 {
                return reading.finish();
            }
            reading.line += 1;
            let cut_short = bytes.last() != Some(&b'\n');
            let line = String::from_utf8_lossy(&bytes);
            if line.trim().is_empty() {
                continue;
            }
            match record(line.trim_end()) {
                // A killed run leaves a part of its last line.
                Err(_) if cut_short && reading.header.is_some() && reading.trailer.is_none() => {}
                Err(reason) => return Err(reading.no_record(reason)),
                Ok(record) => reading.take(record)?,
            }
        }
    }

    /// The run, if the file has a trailer.
    pub fn into_run(self) -> Result<Run, Incomplete> {
        match self.trailer {
            Some(trailer) => Ok(Run {
                header: self.header,
                cases: self.cases,
                trailer,
            }),
            None => Err(self.incomplete()),
        }
    }

    /// Whether not everything was run that was to be: the run was killed, or stopped.
    pub fn is_incomplete(&self) -> bool {
        self.trailer
            .as_ref()
            .is_none_or(|trailer| trailer.exit == 5)
    }

    /// The run as far as it was told. One that was killed is incomplete, with the cases that the file has.
    pub fn so_far(mut self) -> Run {
        let told = self.incomplete();
        let trailer = self.trailer.take().unwrap_or_else(|| {
            self.header.selection.cases = told.told;
            let mut summary = Summary::new(&self.header);
            let mut counts = BaselineCounts::default();
            for case in &self.cases {
                summary.add(case);
                counts.add(case);
            }
            Trailer {
                profiles: summary.finish(),
                stopped: Some(format!(
                    "the run was killed: its result file ends after {} of {} cases",
                    told.told, told.selected
                )),
                baseline: self.header.selection.baselined.then_some(counts),
                exit: 5,
                millis: self.cases.iter().map(|case| case.micros).sum::<u64>() / 1000,
            }
        });
        Run {
            header: self.header,
            cases: self.cases,
            trailer,
        }
    }

    /// Says that it has no trailer, and how far it goes.
    pub fn incomplete(&self) -> Incomplete {
        Incomplete {
            name: self.name.clone(),
            told: self.cases.len(),
            selected: self.header.selection.cases,
            last: self.cases.last().map(|case| case.id.clone()),
        }
    }

    /// Whether the trailer says what the records say.
    ///
    /// # Errors
    ///
    /// If it does not: somebody changed the file.
    pub fn check_trailer(&self) -> Result<(), ReadError> {
        let Some(trailer) = &self.trailer else {
            return Ok(());
        };
        let mut summary = Summary::new(&self.header);
        self.cases.iter().for_each(|case| summary.add(case));
        let counted = serde_json::to_string(&summary.finish()).unwrap_or_default();
        let told = serde_json::to_string(&trailer.profiles).unwrap_or_default();
        if counted == told {
            return Ok(());
        }
        Err(ReadError::Foreign {
            name: self.name.clone(),
            line: self.last_line,
            reason: "the trailer does not say what the records say, so the file was changed"
                .to_owned(),
        })
    }
}

/// A file whose run was killed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{name}: it is incomplete: it has no trailer, and {told} of {selected} cases{}", .last.as_ref().map(|last| format!(", the last of them {last}")).unwrap_or_default())]
pub struct Incomplete {
    /// The file.
    pub name: String,
    /// Cases that it has.
    pub told: usize,
    /// Cases that were selected.
    pub selected: usize,
    /// The last case that it has.
    pub last: Option<String>,
}

/// Why a line is no record.
enum NoRecord {
    Version(u64),
    Other(String),
}

fn record(line: &str) -> Result<Record, NoRecord> {
    /// The members that hold in every version of the form.
    #[derive(Deserialize)]
    struct Any {
        record: String,
        schema: Option<u64>,
    }
    if let Ok(any) = serde_json::from_str::<Any>(line)
        && any.record == "header"
        && let Some(schema) = any.schema
        && schema != u64::from(SCHEMA_VERSION)
    {
        return Err(NoRecord::Version(schema));
    }
    Record::from_line(line).map_err(NoRecord::Other)
}

struct Reading<'a> {
    name: &'a str,
    line: usize,
    header_line: usize,
    header: Option<Header>,
    cases: Vec<CaseRecord>,
    ids: HashSet<String>,
    trailer: Option<Trailer>,
}

impl Reading<'_> {
    fn no_record(&self, reason: NoRecord) -> ReadError {
        let (name, line) = (self.name.to_owned(), self.line);
        match reason {
            NoRecord::Version(found) => ReadError::Version { name, line, found },
            NoRecord::Other(reason) => ReadError::NoRecord { name, line, reason },
        }
    }

    fn foreign(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Foreign {
            name: self.name.to_owned(),
            line: self.line,
            reason: reason.into(),
        }
    }

    fn take(&mut self, record: Record) -> Result<(), ReadError> {
        if self.trailer.is_some() {
            return Err(self.foreign(
                "a record stands behind the trailer; are these several result files in one?",
            ));
        }
        let Some(header) = &self.header else {
            let Record::Header(header) = record else {
                return Err(ReadError::NoHeader {
                    name: self.name.to_owned(),
                    line: self.line,
                });
            };
            self.header = Some(*header);
            self.header_line = self.line;
            return Ok(());
        };
        match record {
            Record::Header(_) => {
                Err(self.foreign("a second header; are these several result files in one?"))
            }
            Record::Case(case) => {
                let mut profiles = header.suites.iter().flat_map(|suite| &suite.profiles);
                if !profiles.any(|profile| profile.profile == case.profile) {
                    let profile = &case.profile;
                    return Err(self.foreign(format!(
                        "a case of the profile {profile}, which the header does not name"
                    )));
                }
                if !self.ids.insert(case.id.clone()) {
                    return Err(self.foreign(format!("the case {} comes twice", case.id)));
                }
                self.cases.push(*case);
                Ok(())
            }
            Record::Trailer(trailer) => {
                let (told, selected) = (self.cases.len(), header.selection.cases);
                if told != selected {
                    return Err(self.foreign(format!(
                        "the trailer ends a run of {selected} cases, and {told} stand before it: lines were lost or added"
                    )));
                }
                self.trailer = Some(*trailer);
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<ResultFile, ReadError> {
        let name = self.name.to_owned();
        match self.header {
            Some(header) => Ok(ResultFile {
                name,
                header,
                cases: self.cases,
                trailer: self.trailer,
                header_line: self.header_line,
                last_line: self.line,
            }),
            None => Err(ReadError::Empty { name }),
        }
    }
}
