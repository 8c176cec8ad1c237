//! The arguments of the command.

mod check;
mod fuzz;
mod report;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{
    Args as ClapArgs, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    ValueEnum,
};
use uiconform_catalogue::is_deceptive;
use uiconform_catalogue::record::Shard;
use uiconform_report::shortened;
use uiconform_runner::{Settings, Timeouts};

use crate::config::{self, Config};

pub(crate) use self::check::{Check, CheckFormatName, InputName, LevelName};
pub(crate) use self::fuzz::{Fuzz, FuzzFormat, ZoneName};
pub(crate) use self::report::{
    Badge, BadgeFormat, Certificate, Compare, Html, Merge, Report, ReportAction,
};

/// Characters of a word of the command line that an error repeats, where it holds what is better not shown as it is.
const WORD: usize = 400;

/// Certify implementations of agent-to-UI streaming protocols.
///
/// Golden cases run against any implementation, in any language, through a small driver that speaks JSON over its standard
/// streams. Without --driver, the built-in reference is tested.
#[derive(Debug, Parser)]
#[command(name = "uiconform", version, propagate_version = true)]
pub(crate) struct Args {
    /// When to colour the output.
    #[arg(long, value_enum, default_value = "auto", global = true)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Reads the command line, and the file of options that goes with it; ends the program where the command line is wrong or asks
/// for help.
///
/// # Errors
///
/// What is wrong with the file of options.
pub(crate) fn parse() -> Result<Args, String> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let choice = match color_of(&words) {
        Some(Color::Always) => ColorChoice::Always,
        Some(Color::Never) => ColorChoice::Never,
        Some(Color::Auto) | None => ColorChoice::Auto,
    };
    let command = || Args::command().color(choice);
    let parsed = |words: &[OsString]| {
        let matches = command().try_get_matches_from(words)?;
        Ok((Args::from_arg_matches(&matches)?, matches))
    };
    let (args, matches) = parsed(&words).unwrap_or_else(|error| refuse(&error, &words));
    let (Some(source), Some((name, matches))) = (args.command.source(), matches.subcommand())
    else {
        return Ok(args);
    };
    if source.no_config {
        return Ok(args);
    }
    let given =
        |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let given: Vec<String> = matches
        .ids()
        .filter(given)
        .map(ToString::to_string)
        .collect();
    let Some(config) = config::read(source.config.as_deref(), name, &given, &with_options())?
    else {
        return Ok(args);
    };
    // The first word of that name is the command: only --color can stand before it, and takes no such value.
    let at = words.iter().position(|word| word == name).unwrap_or(0) + 1;
    let mut all = words;
    all.splice(at..at, config.words.iter().map(OsString::from));
    let (mut args, _) = parsed(&all).unwrap_or_else(|error| refuse(&error, &all));
    if let Some(source) = args.command.source_mut() {
        source.from_file = Some(config);
    }
    Ok(args)
}

impl Command {
    /// Where options come from that are not given, for commands that take them from a file.
    fn source(&self) -> Option<&Source> {
        match self {
            Self::Run(run) => Some(&run.source),
            Self::Fuzz(fuzz) => Some(&fuzz.source),
            _ => None,
        }
    }

    fn source_mut(&mut self) -> Option<&mut Source> {
        match self {
            Self::Run(run) => Some(&mut run.source),
            Self::Fuzz(fuzz) => Some(&mut fuzz.source),
            _ => None,
        }
    }
}

/// Ends the program with what the parser has to say. It repeats words of the command line, which could act on a terminal or in the
/// log of a CI system.
fn refuse(error: &clap::Error, words: &[OsString]) -> ! {
    let foreign = words
        .iter()
        .filter_map(|word| word.to_str())
        .flat_map(|word| [Some(word), word.split_once('=').map(|(_, value)| value)])
        .flatten()
        .filter(|word| word.contains(is_deceptive));
    let plain = error.render().to_string();
    let mut message = plain.clone();
    for word in foreign {
        message = message.replace(word, &shortened(word, WORD));
    }
    if message == plain {
        error.exit();
    }
    let _ = io::stderr().write_all(message.as_bytes());
    process::exit(error.exit_code());
}

/// The commands that take options from a file, with them.
pub(crate) fn with_options() -> [clap::Command; 2] {
    [
        Run::augment_args(clap::Command::new("run")),
        Fuzz::augment_args(clap::Command::new("fuzz")),
    ]
}

/// What --color says, if it says anything: the parser's own errors come before it is parsed.
fn color_of(words: &[OsString]) -> Option<Color> {
    let options = words.iter().take_while(|word| *word != "--");
    let mut color = None;
    let mut is_value = false;
    for word in options {
        let word = word.to_string_lossy();
        let value = if is_value {
            Some(&*word)
        } else {
            word.strip_prefix("--color=")
        };
        color = value
            .and_then(|value| Color::from_str(value, false).ok())
            .or(color);
        is_value = word == "--color";
    }
    color
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the golden cases against a driver.
    Run(Box<Run>),
    /// Look for what no case shows: generated sequences against a driver, judged by the reference and by properties.
    Fuzz(Box<Fuzz>),
    /// Check a recorded or live stream: what consumers would object to, and what the text forbids producers.
    Check(Check),
    /// List, show or check cases.
    Cases(Cases),
    /// List the requirements of a suite, and what shows each of them.
    Requirements(Requirements),
    /// Make something of result files: join shards, compare runs, write a certificate or a badge.
    Report(Report),
    /// Prove that the suite catches every fault of the catalogue.
    Selftest(Selftest),
    /// Serve a driver, the reference or one of its faulty variants; or write one to start from.
    Driver(Driver),
    /// Print the JSON Schema of a format.
    Schema(Schema),
}

/// Exit codes: 0 as expected; 1 not conformant, not as the baseline says, or a profile that was asked for is not offered; 2 the
/// command or a file is wrong; 3 nothing was selected, or the driver offers none of it; 4 the driver cannot be started or breaks `initialize`; 5 some cases were not run, or the report could not be
/// written.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  uiconform run --driver \"python3 my_driver.py\"\n  uiconform run --profile reducer --filter '*append*' -- node my_driver.mjs\n  uiconform run --driver \"python3 my_driver.py\" --write-baseline known-failures.toml\n  uiconform run --driver \"python3 my_driver.py\" --baseline known-failures.toml"
)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) subject: Subject,
    /// The suite to run; all that the driver lists, if not given.
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Vec<String>,
    /// Only this profile (may be repeated, or several with commas); exit code 1 if the driver does not offer it.
    #[arg(long, value_name = "PROFILE", value_delimiter = ',')]
    pub(crate) profile: Vec<String>,
    /// Only cases whose id matches this glob, or that cite a requirement whose id does (may be repeated); twins come along.
    #[arg(long, value_name = "GLOB")]
    pub(crate) filter: Vec<String>,
    /// Only the cases that fail in this result file.
    #[arg(long, value_name = "FILE")]
    pub(crate) failed: Option<PathBuf>,
    /// Let recommended cases count like required ones.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Drivers at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    #[command(flatten)]
    pub(crate) limits: DriverLimits,
    /// Stop after so many failures that cost conformance: of required cases, with --strict of recommended ones too, and crashes;
    /// those that the baseline knows do not count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_fail: Option<u64>,
    /// Only one part of the cases: the I-th of N, split by their ids; twins come along. `report merge` joins the result files.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Run in a random order, made from this seed.
    #[arg(long, value_name = "SEED")]
    pub(crate) shuffle: Option<u64>,
    /// Run each case so many times, and compare the answers.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// Run the case files of this folder (or this file) instead of the embedded ones; claims no conformance.
    #[arg(long, value_name = "PATH")]
    pub(crate) cases: Option<PathBuf>,
    /// Excuse the failures that this file knows; any other, and any of them that is not as it says, is exit code 1.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the failures of this run to a baseline, which is created, or brought up to date with its reasons, comments and
    /// order kept; exit code 0 then. It takes a whole run, and does without the baseline that the file of options names.
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
    /// The form of the output; only `check` writes SARIF. Notes come on standard error, so to see less, send the output away.
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: Format,
    /// Also write every report into this folder, which is created.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Show every failure in full, not one for each requirement.
    #[arg(long)]
    pub(crate) full: bool,
    /// Do not run the cases: start the driver, ask it who it is and for one case of each profile, and show what was said, byte
    /// for byte.
    #[arg(long)]
    pub(crate) explain_driver: bool,
    /// Show what was said on the wire beside each failure.
    #[arg(long)]
    pub(crate) transcript: bool,
}

/// What is tested.
#[derive(Debug, ClapArgs)]
pub(crate) struct Subject {
    /// The command that starts the driver, split as a shell would split it.
    #[arg(long, value_name = "CMD")]
    pub(crate) driver: Option<String>,
    /// The same as words, after `--`.
    #[arg(last = true, value_name = "CMD ARGS", conflicts_with = "driver")]
    pub(crate) words: Vec<String>,
}

/// How long a driver may take, and how much it may say.
#[derive(Debug, ClapArgs)]
pub(crate) struct DriverLimits {
    /// Time for one request, such as 5s or 500ms; a bare number is of seconds, 0 for no limit.
    #[arg(long, value_name = "TIME", default_value = REQUEST_TIMEOUT, value_parser = duration)]
    pub(crate) timeout: Limit,
    /// Time for the driver to start and answer `initialize`, written likewise; 0 for no limit.
    #[arg(long, value_name = "TIME", default_value = STARTUP_TIMEOUT, value_parser = duration)]
    pub(crate) startup_timeout: Limit,
    /// The longest answer of a driver, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = Settings::default().answer_limit, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_answer: u64,
}

impl DriverLimits {
    /// The same as the runner takes them.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            timeouts: Timeouts {
                request: self.timeout.0,
                startup: self.startup_timeout.0,
            },
            answer_limit: self.max_answer,
        }
    }
}

/// Where options come from that are not given.
#[derive(Debug, ClapArgs)]
pub(crate) struct Source {
    /// Take the options that are not given here from this file; uiconform.toml, if there is one. It has to name the driver, unless
    /// the command line does. Paths in it begin at its folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Take no options from a file.
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
    /// The options that came from the file.
    #[arg(skip)]
    pub(crate) from_file: Option<Config>,
}

impl Source {
    /// An option as whoever gave it knows it: by the command line, or by the file that it stands in.
    pub(crate) fn named(&self, option: &str) -> String {
        match &self.from_file {
            Some(file) if file.names.iter().any(|name| name == option) => {
                format!("`{option}` of {}", file.path.display())
            }
            _ => format!("--{option}"),
        }
    }
}

impl Run {
    /// An option as whoever gave it knows it.
    pub(crate) fn named(&self, option: &str) -> String {
        self.source.named(option)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a person at a terminal.
    Pretty,
    /// The result file: JSON lines.
    Json,
    /// JUnit XML.
    Junit,
    /// Test Anything Protocol, version 14.
    Tap,
    /// Annotations of GitHub Actions.
    Github,
    /// A summary in GitHub's Markdown.
    Markdown,
}

/// A time limit; none where it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(pub(crate) Option<Duration>);

impl Limit {
    /// Whether it is this one, as the command line takes it.
    pub(crate) fn is(self, text: &str) -> bool {
        duration(text) == Ok(self)
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            // Durations of several units are written with spaces between them, which one word of a command has not.
            Some(time) => f.write_str(
                &humantime::format_duration(time)
                    .to_string()
                    .replace(' ', ""),
            ),
            None => f.write_str("0"),
        }
    }
}

/// How long a request may take, if nothing else is said.
pub(crate) const REQUEST_TIMEOUT: &str = "5s";

/// How long a driver may take to start, if nothing else is said.
pub(crate) const STARTUP_TIMEOUT: &str = "30s";

fn duration(text: &str) -> Result<Limit, String> {
    if let Ok(seconds) = text.parse::<u64>() {
        return Ok(Limit((seconds > 0).then(|| Duration::from_secs(seconds))));
    }
    match humantime::parse_duration(text) {
        Ok(duration) => Ok(Limit(Some(duration).filter(|duration| !duration.is_zero()))),
        Err(error) => Err(format!("{error}; write a time such as 5s, 500ms or 0")),
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Cases {
    #[command(subcommand)]
    pub(crate) action: CasesAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CasesAction {
    /// Print one id a line.
    List {
        /// The suite; all, if not given.
        #[arg(long, value_name = "SUITE")]
        suite: Option<String>,
        /// Only cases whose id matches this glob, or that cite a requirement whose id does (may be repeated).
        #[arg(long, value_name = "GLOB")]
        filter: Vec<String>,
        /// The case files of this folder (or this file) instead of the embedded ones.
        #[arg(long, value_name = "PATH")]
        cases: Option<PathBuf>,
    },
    /// Show one case: its story, its requests and what is expected.
    Show {
        /// The id of the case.
        id: String,
        /// The suite that it belongs to, for `--cases`.
        #[arg(long, value_name = "SUITE")]
        suite: Option<String>,
        /// The case files of this folder (or this file) instead of the embedded ones.
        #[arg(long, value_name = "PATH")]
        cases: Option<PathBuf>,
    },
    /// Check case files.
    Validate {
        /// A case file, or a folder of them.
        path: PathBuf,
        /// The suite that they belong to.
        #[arg(long, value_name = "SUITE", default_value = "agentue-1.1")]
        suite: String,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Requirements {
    /// Only these, by id or by a glob over ids, each with its section and the cases that show it; all, if none is given.
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,
    /// The suite; all, if not given.
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
    /// Only those that a driver can show and no case shows; exit code 1 if there are any.
    #[arg(long)]
    pub(crate) uncovered: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Selftest {
    /// The suite; all, if not given.
    #[arg(long)]
    pub(crate) suite: Option<String>,
    /// Only the fault of this name, with every case that catches it.
    #[arg(long, value_name = "NAME")]
    pub(crate) fault: Option<String>,
    /// Print the whole kill matrix.
    #[arg(long)]
    pub(crate) matrix: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Driver {
    #[command(subcommand)]
    pub(crate) action: DriverAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DriverAction {
    /// Serve the reference over standard input and output.
    Reference {
        /// Serve this faulty variant of it.
        #[arg(long, value_name = "NAME", conflicts_with = "list_faults")]
        fault: Option<String>,
        /// What it makes of violations and unknown events in the streams of AG-UI: a client has one policy, a faulty variant that of
        /// its profile.
        #[arg(long, value_enum, default_value_t, conflicts_with = "fault")]
        policy: Policy,
        /// List the faulty variants.
        #[arg(long)]
        list_faults: bool,
    },
    /// Write a driver to start from: it runs at once, conforms to nothing yet, and says in comments what to do next.
    New {
        /// Its language.
        #[arg(long, value_enum)]
        lang: Language,
        /// The folder for it, which is created; nothing in it is overwritten.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Policy {
    /// A violation is reported and the run goes on; an unknown event ends it.
    #[default]
    Seed,
    /// A violation ends the run; an unknown event is passed over.
    V1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Python 3, standard library only.
    Python,
    /// Node, no dependencies.
    Node,
    /// Rust, with serde_json.
    Rust,
    /// Go, standard library only.
    Go,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Schema {
    /// Which format.
    #[arg(value_enum)]
    pub(crate) format: SchemaFormat,
    /// For case files, the suite that they belong to.
    #[arg(long, default_value = "agentue-1.1")]
    pub(crate) suite: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// Case files.
    Case,
    /// The messages between harness and driver.
    Driver,
    /// Result files.
    Result,
    /// Baselines, read as TOML.
    Baseline,
}
