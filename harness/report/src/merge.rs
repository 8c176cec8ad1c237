//! Joining the result files of the shards of one run.

mod same;

use std::collections::BTreeMap;

use uiconform_catalogue::Verdict;
use uiconform_catalogue::baseline::Gate;
use uiconform_catalogue::record::{BaselineCounts, CaseRecord, Header, Shard, Trailer};
use uiconform_catalogue::summary::{self, Summary};

use crate::results::{Incomplete, ReadError, ResultFile};
use crate::run::{INCOMPLETE, Run, Standing};

/// Why result files cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file was changed by somebody.
    #[error(transparent)]
    Changed(#[from] ReadError),
    /// A file has no trailer.
    #[error("{0}; run that shard again")]
    Incomplete(#[from] Incomplete),
    /// Shards are missing.
    #[error("{} of {total} {} missing: given {}", list(.missing), if .missing.len() == 1 { "is" } else { "are" }, names(.given))]
    Missing {
        /// Their numbers.
        missing: Vec<u32>,
        /// The files that were given.
        given: Vec<String>,
        /// How many there are.
        total: u32,
    },
    /// A file does not belong to the first one.
    #[error("{name}:{line}: {reason}")]
    Foreign {
        /// The file.
        name: String,
        /// The line of its header, from 1.
        line: usize,
        /// Why not.
        reason: String,
    },
}

/// Files that are named at most.
const NAMED: usize = 4;

fn names(files: &[String]) -> String {
    match files {
        [] => "is no file".to_owned(),
        [file] => format!("is {file} alone"),
        files if files.len() <= NAMED => format!("are {}", files.join(", ")),
        files => format!(
            "are {} and {} more",
            files[..NAMED].join(", "),
            files.len() - NAMED
        ),
    }
}

fn list(numbers: &[u32]) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    match &words[..] {
        [one] => format!("shard {one}"),
        [rest @ .., last] => format!("shards {} and {last}", rest.join(", ")),
        [] => "no shard".to_owned(),
    }
}

/// Joins the result files of all shards of one run, given in any order. A single file of a run that was not split is taken as it
/// is; if that was killed, as far as it goes.
///
/// `rank` is the place of a case in the plan of the whole run; cases that it does not know come behind, in the order of their
/// profiles and ids. A case that several shards ran, as a twin that was brought along, counts as where it did worst.
///
/// # Errors
///
/// See [`MergeError`].
pub fn merge(
    mut files: Vec<ResultFile>,
    rank: &dyn Fn(&str) -> Option<usize>,
) -> Result<Run, MergeError> {
    for file in &files {
        file.check_trailer()?;
    }
    if files.len() == 1 && files[0].header.selection.shard.is_none() {
        return Ok(files.remove(0).so_far());
    }
    check_shards(&files)?;
    files.sort_by_key(|file| file.header.selection.shard.map(|shard| shard.index));
    for pair in files.windows(2) {
        check_same(&pair[0], &pair[1])?;
    }
    let mut runs = Vec::new();
    for file in files {
        runs.push(file.into_run()?);
    }
    let rest = runs.split_off(runs.len().min(1));
    match runs.pop() {
        Some(first) => Ok(join(first, rest, rank)),
        None => Err(MergeError::Missing {
            missing: vec![1],
            given: Vec::new(),
            total: 1,
        }),
    }
}

fn shard(file: &ResultFile) -> Result<Shard, MergeError> {
    file.header
        .selection
        .shard
        .ok_or_else(|| MergeError::Foreign {
            name: file.name.clone(),
            line: file.header_line,
            reason: "it is of a whole run, not of a shard (`run --shard I/N`)".to_owned(),
        })
}

fn check_shards(files: &[ResultFile]) -> Result<(), MergeError> {
    let mut given: BTreeMap<u32, &ResultFile> = BTreeMap::new();
    let mut total = None;
    for file in files {
        let shard = shard(file)?;
        let (first, expected) = *total.get_or_insert((&file.name, shard.total));
        let foreign = |reason| {
            Err(MergeError::Foreign {
                name: file.name.clone(),
                line: file.header_line,
                reason,
            })
        };
        if shard.total != expected {
            return foreign(format!(
                "it is shard {shard}, and {first} is of a run of {expected} shards"
            ));
        }
        if shard.index == 0 || shard.index > shard.total {
            return foreign(format!("there is no shard {shard}"));
        }
        if let Some(other) = given.insert(shard.index, file) {
            return foreign(format!("it is shard {shard}, and so is {}", other.name));
        }
    }
    let total = total.map_or(0, |(_, total)| total);
    // A file may claim any total, so the missing ones are counted, not listed, when they are many.
    let missing: Vec<u32> = (1..=total)
        .filter(|index| !given.contains_key(index))
        .take(20)
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(MergeError::Missing {
            missing,
            given: files.iter().map(|file| file.name.clone()).collect(),
            total,
        })
    }
}

/// Whether two shards are of the same run.
fn check_same(one: &ResultFile, other: &ResultFile) -> Result<(), MergeError> {
    let differs = |what: &str, a: String, b: String| {
        if a == b {
            return Ok(());
        }
        Err(MergeError::Foreign {
            name: other.name.clone(),
            line: other.header_line,
            reason: format!("the {what} is {b}, and in {} it is {a}", one.name),
        })
    };
    let suites = |header: &Header| {
        let suites: Vec<String> = header
            .suites
            .iter()
            .map(|suite| format!("{} {} ({})", suite.suite, suite.version, suite.digest))
            .collect();
        suites.join(", ")
    };
    let (a, b) = (&one.header, &other.header);
    differs("suite", suites(a), suites(b))?;
    differs(
        "implementation",
        a.driver.name.clone(),
        b.driver.name.clone(),
    )?;
    differs(
        "version of the implementation",
        a.driver.version.clone(),
        b.driver.version.clone(),
    )?;
    differs(
        "version of the harness",
        a.harness.clone(),
        b.harness.clone(),
    )?;
    for (what, a, b) in same::facts(a, b) {
        differs(what, a, b)?;
    }
    let foreign = |reason| MergeError::Foreign {
        name: other.name.clone(),
        line: other.header_line,
        reason,
    };
    match same::option(a, b) {
        Some((option, true)) => Err(foreign(format!(
            "it was run with {option}, and {} without",
            one.name
        ))),
        Some((option, false)) => Err(foreign(format!(
            "it was run without {option}, and {} with it",
            one.name
        ))),
        None => Ok(()),
    }
}

fn join(mut whole: Run, rest: Vec<Run>, rank: &dyn Fn(&str) -> Option<usize>) -> Run {
    let mut stopped: Vec<String> = whole.trailer.stopped.take().into_iter().collect();
    let mut cases: BTreeMap<String, CaseRecord> = BTreeMap::new();
    let mut add = |case: CaseRecord| {
        match cases.entry(case.id.clone()) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(case);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                if severity(&case) > severity(entry.get()) {
                    entry.insert(case);
                }
            }
        };
    };
    std::mem::take(&mut whole.cases)
        .into_iter()
        .for_each(&mut add);
    for mut run in rest {
        stopped.extend(run.trailer.stopped.take());
        whole.trailer.millis += run.trailer.millis;
        run.cases.into_iter().for_each(&mut add);
    }
    let profiles: Vec<String> = whole
        .header
        .profiles()
        .map(|profile| profile.profile.clone())
        .collect();
    let mut cases: Vec<CaseRecord> = cases.into_values().collect();
    cases.sort_by_cached_key(|case| {
        let profile = profiles.iter().position(|profile| *profile == case.profile);
        (rank(&case.id).unwrap_or(usize::MAX), profile)
    });
    whole.header.selection.shard = None;
    whole.header.selection.cases = cases.len();
    whole.cases = cases;
    stopped.dedup();
    whole.trailer = trailer(&whole, stopped);
    whole
}

/// How bad a record is, for the one of two that counts.
fn severity(case: &CaseRecord) -> (u8, Verdict) {
    let kind = match Standing::bare(case, false) {
        Standing::Fails => 3,
        Standing::Warns => 2,
        Standing::Passes | Standing::Known | Standing::Fixed => 1,
        Standing::Skipped => 0,
    };
    (kind, case.verdict)
}

/// Joins what there is of a run of which something is missing, and says `why` it is incomplete.
///
/// # Errors
///
/// If the files do not belong together; see [`MergeError`].
pub fn merge_incomplete(
    mut files: Vec<ResultFile>,
    why: String,
    rank: &dyn Fn(&str) -> Option<usize>,
) -> Result<Option<Run>, MergeError> {
    files.sort_by_key(|file| file.header.selection.shard.map(|shard| shard.index));
    for pair in files.windows(2) {
        check_same(&pair[0], &pair[1])?;
    }
    let mut runs: Vec<Run> = files.into_iter().map(ResultFile::so_far).collect();
    let rest = runs.split_off(runs.len().min(1));
    Ok(runs.pop().map(|first| {
        let mut run = join(first, rest, rank);
        run.trailer.exit = INCOMPLETE;
        run.trailer.stopped = Some(why);
        run
    }))
}

/// Holds a run against a baseline, whatever it was held against before.
pub fn hold_against(run: &mut Run, gate: &Gate<'_>) {
    for case in &mut run.cases {
        case.baseline = gate.against(case);
    }
    run.header.selection.baselined = true;
    judge_again(run);
}

/// Takes away what a run was held against, so that it is judged by itself.
pub fn release(run: &mut Run) {
    for case in &mut run.cases {
        case.baseline = None;
    }
    run.header.selection.baselined = false;
    judge_again(run);
}

/// Makes the trailer anew; a run that was incomplete stays so, though no record says what is not there.
fn judge_again(run: &mut Run) {
    let was_incomplete = run.trailer.exit == INCOMPLETE;
    let stopped = run.trailer.stopped.take().into_iter().collect();
    run.trailer = trailer(run, stopped);
    if was_incomplete {
        run.trailer.exit = INCOMPLETE;
    }
}

fn trailer(run: &Run, stopped: Vec<String>) -> Trailer {
    let mut summary = Summary::new(&run.header);
    let mut counts = BaselineCounts::default();
    for case in &run.cases {
        summary.add(case);
        counts.add(case);
    }
    let profiles = summary.finish();
    let baseline = run.header.selection.baselined.then_some(counts);
    let not_run = run.cases.iter().any(|case| case.verdict == Verdict::NotRun);
    Trailer {
        exit: summary::exit(&profiles, not_run, baseline.as_ref()),
        profiles,
        stopped: (!stopped.is_empty()).then(|| stopped.join("; ")),
        baseline,
        millis: run.trailer.millis,
    }
}
