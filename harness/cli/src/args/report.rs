//! The arguments of `uiconform report`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::Format;

#[derive(Debug, ClapArgs)]
pub(crate) struct Report {
    #[command(subcommand)]
    pub(crate) action: ReportAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReportAction {
    /// Join the result files of the shards of one run, and tell the whole of it.
    Merge(Merge),
    /// Show what changed between runs, by requirement.
    Compare(Compare),
    /// Make one page of results, to be compared in a browser.
    Html(Html),
    /// Write what a run shows as an in-toto statement, ready to be signed, or check one.
    Certificate(Certificate),
    /// Write a badge: what an implementation conforms to.
    Badge(Badge),
}

/// Exit codes: that of the whole run; 2 the files do not belong together; 5 one of them is empty, incomplete or missing, or the
/// reports cannot be written. A whole run that was killed is told as far as it goes, as incomplete; with --report, so are shards
/// of which some are missing.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  uiconform report merge shard-*.jsonl > results.jsonl\n  uiconform report merge shard-*.jsonl --format github --report reports\n  uiconform report merge results.jsonl --no-baseline > whole.jsonl"
)]
pub(crate) struct Merge {
    /// Result files of all shards, in any order; or one of a whole run.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Hold the whole against this baseline, whatever the shards were held against.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Hold the whole against no baseline, whatever the shards were held against: only then can it be certified.
    #[arg(long, conflicts_with = "baseline")]
    pub(crate) no_baseline: bool,
    /// Write the failures of the whole to a baseline, as `run --write-baseline` does; exit code 0 then.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// The form of the output; json, or with --report pretty, if not given.
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Also write every report into this folder, which is created.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Show every failure in full, not one for each requirement.
    #[arg(long)]
    pub(crate) full: bool,
}

/// Exit codes: 0 nothing got worse; 1 something did: a case is broken (it passed, and fails; or its failure begins to cost
/// conformance) or lost (it passed, and was not run or is not offered any more); 2 a file is no result file; 5 a run is incomplete.
///
/// A case that is gone failed before, and is not run or offered any more, or the suite does not have it any more; that is not
/// worse. Of a part of a run (--filter, --profile, --failed, --shard), what it did not select is not compared.
#[derive(Debug, ClapArgs)]
pub(crate) struct Compare {
    /// The result file to compare with.
    #[arg(value_name = "FROM")]
    pub(crate) from: PathBuf,
    /// Result files of newer versions, or of other implementations, each compared with the first one.
    #[arg(required = true, value_name = "TO")]
    pub(crate) to: Vec<PathBuf>,
    /// Name every case.
    #[arg(long)]
    pub(crate) full: bool,
}

/// One page that needs no network: a matrix of requirements and implementations with filters, each case with its story and what shows a
/// failure, open points, limits. The same results in the same order give the same page.
///
/// Exit codes: 0 written, whatever it says; 2 a file is no result file, was changed, or is of a shard; 5 one of them is incomplete,
/// as the page says too.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  uiconform report html results.jsonl > page.html\n  uiconform report html mine.jsonl other.jsonl -o page.html"
)]
pub(crate) struct Html {
    /// Result files, each a column of the page in this order.
    #[arg(required = true, value_name = "RESULT")]
    pub(crate) results: Vec<PathBuf>,
    /// Write the page into this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The title of the page.
    #[arg(long, value_name = "TEXT", default_value = "Conformance results")]
    pub(crate) title: String,
}

/// Exit codes: 0 written, whatever it says (FAILED of a run that is not conformant), or it holds; 1 the certificate that is checked
/// says something else than the files, or says FAILED; 2 the run cannot be certified; 3 there is nothing to certify; 5 the run is incomplete, or the certificate
/// was verified only in part, since an artefact was not given.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  uiconform report certificate results.jsonl --artifact dist/my_reducer-1.0.whl > certificate.json\n  uiconform report certificate results.jsonl --artifact dist/my_reducer-1.0.whl --verify certificate.json"
)]
pub(crate) struct Certificate {
    /// The result file of a whole run.
    #[arg(value_name = "RESULT")]
    pub(crate) result: PathBuf,
    /// A file that was tested (may be repeated), for a check those that the certificate names; the result file, if none is given.
    #[arg(long, value_name = "FILE")]
    pub(crate) artifact: Vec<PathBuf>,
    /// Check this certificate instead of writing one.
    #[arg(long, value_name = "CERT")]
    pub(crate) verify: Option<PathBuf>,
}

/// Exit codes: 0 written, whatever it says; 2 the file is no result file; 5 the run is incomplete, as the badge says too. A badge of
/// a part of a run says so.
#[derive(Debug, ClapArgs)]
pub(crate) struct Badge {
    /// The result file.
    #[arg(value_name = "RESULT")]
    pub(crate) result: PathBuf,
    /// The form of the badge.
    #[arg(long, value_enum, default_value = "svg")]
    pub(crate) format: BadgeFormat,
    /// The suite, if the file has several.
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BadgeFormat {
    /// A picture.
    Svg,
    /// What badge services read from an address.
    Json,
}
