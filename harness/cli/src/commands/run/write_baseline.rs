//! `run --write-baseline`: the failures of a run, as a baseline.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use uiconform_catalogue::baseline::{Baseline, Changes, Gone};
use uiconform_catalogue::record::{CaseRecord, Header, Record, Trailer};
use uiconform_catalogue::{Catalogue, Verdict};

use crate::args::Run;
use crate::commands::baseline;
use crate::failure::Failure;
use crate::output::Output;

/// Ids that are named of each kind of change.
const NAMED: usize = 8;

/// A baseline that waits for the end of the run.
pub(crate) struct Writing<'a> {
    path: PathBuf,
    baseline: Baseline,
    catalogues: &'a [Catalogue],
    header: Option<Header>,
    /// The cases that fail, and those that the driver does not offer.
    cases: Vec<CaseRecord>,
}

impl<'a> Writing<'a> {
    /// Reads what is there. Nothing is written before the run is whole.
    pub(super) fn prepare(
        path: &Path,
        args: &Run,
        catalogues: &'a [Catalogue],
    ) -> Result<Self, Failure> {
        // Of profiles, all that the driver offers may be asked for; that is known when it has started.
        let parts: Vec<String> = [
            ("filter", !args.filter.is_empty()),
            ("failed", args.failed.is_some()),
            ("shard", args.shard.is_some()),
            ("cases", args.cases.is_some()),
        ]
        .into_iter()
        .filter(|(_, given)| *given)
        .map(|(name, _)| args.named(name))
        .collect();
        if !parts.is_empty() {
            return Err(Failure::Usage(format!(
                "--write-baseline takes a whole run, since what is not run would be taken out; leave {} out",
                parts.join(" and ")
            )));
        }
        Self::new(path, catalogues)
    }

    /// Reads what is there, for a run that is whole as far as its options tell.
    pub(crate) fn new(path: &Path, catalogues: &'a [Catalogue]) -> Result<Self, Failure> {
        Ok(Self {
            path: path.to_owned(),
            baseline: baseline::read_to_write(path, catalogues)?,
            catalogues,
            header: None,
            cases: Vec::new(),
        })
    }

    pub(crate) fn take(&mut self, record: &Record) {
        match record {
            Record::Header(header) => self.header = Some((**header).clone()),
            Record::Case(case)
                if case.verdict.is_failure() || case.verdict == Verdict::Unsupported =>
            {
                let mut case = (**case).clone();
                if let Some(failure) = &mut case.failure {
                    // The evidence can be large, and is in the report.
                    failure.transcript.clear();
                    failure.expected = None;
                    failure.got = None;
                }
                self.cases.push(case);
            }
            Record::Case(_) | Record::Trailer(_) => {}
        }
    }

    /// Writes the baseline, if the run was whole.
    pub(crate) fn finish(self, trailer: &Trailer, output: &mut Output) -> Result<u8, Failure> {
        let Some(header) = self.header.filter(|_| matches!(trailer.exit, 0 | 1)) else {
            output.remark(&format!(
                "{} was not written, since not everything was run",
                self.path.display()
            ));
            return Ok(u8::try_from(trailer.exit).unwrap_or(1));
        };
        let updated = self
            .baseline
            .updated(&header, &self.cases, self.catalogues)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        replace(&self.path, &updated.text).map_err(|error| wrong(&self.path, &error))?;
        let written = baseline::parse(&self.path, &updated.text)?;
        tell(&self.path, &updated.changes, written.unexplained(), output);
        tell_fleeting(&written, &updated.changes, output);
        Ok(0)
    }
}

/// Whether no profile that the driver offers is left out.
pub(super) fn check_profiles(args: &Run, header: &Header) -> Result<(), Failure> {
    match &header.profiles_left_out()[..] {
        [] => Ok(()),
        left_out => Err(Failure::Usage(format!(
            "--write-baseline takes a whole run, since what is not run would be taken out; {} leaves {} out, which the driver offers",
            args.named("profile"),
            left_out.join(", ")
        ))),
    }
}

/// Writes a file as a whole, or leaves it as it is.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // Through a link, the file that it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut partial = path.clone().into_os_string();
    partial.push(".partial");
    let written = fs::File::create(&partial)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&partial, &path));
    if written.is_err() {
        // What is left of it helps nobody.
        let _ = fs::remove_file(&partial);
    }
    written
}

fn wrong(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}

/// Warns of failures that need not come again each time, which makes a gate fail by chance.
fn tell_fleeting(written: &Baseline, changes: &Changes, output: &mut Output) {
    let moved = changes.moved.iter().map(|(_, new)| new);
    let ids: HashSet<&String> = changes
        .added
        .iter()
        .chain(&changes.changed)
        .chain(moved)
        .collect();
    let fleeting: Vec<&str> = written
        .entries()
        .iter()
        .filter(|entry| ids.contains(&entry.case) && is_fleeting(entry.verdict))
        .map(|entry| entry.case.as_str())
        .collect();
    let Some(first) = fleeting.first() else {
        return;
    };
    let number = match fleeting.len() {
        1 => "1 entry that was written is of a crash, a time-out or answers that vary".to_owned(),
        many => format!(
            "{many} entries that were written are of crashes, time-outs or answers that vary"
        ),
    };
    output.remark(&format!(
        "{number}, which may not come again each time: {first}{}; run it again with --baseline before you rely on the file",
        if fleeting.len() > 1 { " and others" } else { "" }
    ));
}

fn is_fleeting(verdict: Verdict) -> bool {
    matches!(
        verdict,
        Verdict::Crash | Verdict::Timeout | Verdict::Nondeterministic
    )
}

fn tell(path: &Path, changes: &Changes, unexplained: usize, output: &mut Output) {
    output.remark(&format!(
        "{}: {} added, {} changed, {} taken out, {} as before",
        path.display(),
        changes.added.len(),
        changes.changed.len() + changes.moved.len(),
        changes.removed.len(),
        changes.kept
    ));
    let mut removed: [Vec<String>; 3] = Default::default();
    for entry in &changes.removed {
        let (kind, told) = match &entry.why {
            Gone::Passes => (0, format!("{} ({})", entry.case, entry.reason)),
            Gone::NotOffered => (1, format!("{} ({})", entry.case, entry.reason)),
            Gone::Buried(burial) => (2, format!("{} ({}): {burial}", entry.case, entry.reason)),
        };
        removed[kind].push(told);
    }
    let moved = changes.moved.iter();
    let moved: Vec<String> = moved
        .map(|(old, new)| format!("{old} was replaced by {new}"))
        .collect();
    let [passes, not_offered, buried] = &removed;
    for (what, ids) in [
        ("changed; does its reason still hold?", &changes.changed),
        (
            "the entry with its reason is of another case now, which fails too; does it still hold?",
            &moved,
        ),
        ("taken out, since it does not fail any more:", passes),
        (
            "taken out, since the driver does not offer its profile any more, so that it was not judged:",
            not_offered,
        ),
        ("taken out, since there is no such case any more:", buried),
    ] {
        for id in ids.iter().take(NAMED) {
            output.remark(&format!("{what} {id}"));
        }
        if ids.len() > NAMED {
            output.remark(&format!("… and {} more", ids.len() - NAMED));
        }
    }
    if unexplained > 0 {
        output.remark(&format!(
            "{unexplained} of its entries {} unexplained: say in `reason` why each may stay",
            if unexplained == 1 { "is" } else { "are" }
        ));
    }
}
