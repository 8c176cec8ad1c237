//! The arguments of `fuzz`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{DriverLimits, Limit, Source, Subject, duration};

/// Exit codes: 0 nothing was found; 1 something was; 2 the command or a file is wrong; 3 the driver offers nothing that can be fuzzed;
/// 4 the driver cannot be started or breaks `initialize`; 5 it was stopped, or the driver given up, before everything was tried.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  uiconform fuzz --driver \"python3 my_driver.py\"\n  uiconform fuzz --time 10m --jobs 2 --save found -- node my_driver.mjs\n  uiconform run --driver \"python3 my_driver.py\" --cases found\n  uiconform fuzz --driver \"python3 my_driver.py\" --seed 1 --index 4711"
)]
pub(crate) struct Fuzz {
    #[command(flatten)]
    pub(crate) subject: Subject,
    /// The suite by whose protocol sequences are made; all that can be fuzzed and that the driver lists, if not given.
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
    /// Only this profile (may be repeated, or several with commas); exit code 3 if the driver does not offer it.
    #[arg(long, value_name = "PROFILE", value_delimiter = ',')]
    pub(crate) profile: Vec<String>,
    /// Only events that are that well specified: `common` fully, `edge` with what is only recommended; `wild` are all, also those of
    /// which nothing is said but that an implementation has to live.
    #[arg(long, value_enum, value_name = "ZONE", default_value = "wild")]
    pub(crate) zone: ZoneName,
    /// The seed of all sequences. The same seed and number of them give the same, whatever --jobs is.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many sequences are tried [default: 20000, or as many as there is --time for].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) execs: Option<u64>,
    /// How long it goes on, such as 60s or 1h; with --execs, whichever is over first.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Limit>,
    /// Begin with the sequence of this number; it alone is tried, unless --execs or --time says more.
    #[arg(long, value_name = "N")]
    pub(crate) index: Option<u64>,
    /// Save findings into this folder, which is created, as case files that `run --cases` replays.
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
    /// Drivers at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Stop after so many findings.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_findings: Option<u64>,
    /// Let findings that cost no conformance count like those that do.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show sequences as they were found, not the smallest that show the same.
    #[arg(long)]
    pub(crate) no_shrink: bool,
    /// Send one request a line, also to a driver that takes batches.
    #[arg(long)]
    pub(crate) no_batch: bool,
    #[command(flatten)]
    pub(crate) limits: DriverLimits,
    #[command(flatten)]
    pub(crate) source: Source,
    /// The form of the output.
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: FuzzFormat,
    /// List what was exercised, each kind with how often it was tried.
    #[arg(long)]
    pub(crate) coverage: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ZoneName {
    /// Fully specified.
    Common,
    /// That, and what is only recommended.
    Edge,
    /// Anything.
    Wild,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FuzzFormat {
    /// For a person at a terminal.
    Pretty,
    /// JSON lines.
    Json,
}
