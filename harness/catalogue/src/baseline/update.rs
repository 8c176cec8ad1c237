//! Bringing a baseline up to date, without losing what people wrote into it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use toml_edit::Value;
use uiconform_json::Located;

use super::named::{Burial, Named, named};
use super::splice::Splices;
use super::{Baseline, Entry, UNEXPLAINED, read};
use crate::record::{CaseRecord, Header};
use crate::{CaseId, Catalogue, Verdict, located};

/// The text of an empty baseline.
pub(super) const HEAD: &str = "\
# Failures that are known and put up with, each with the reason why. `uiconform run --baseline` with this file fails where
# another case fails, or where one of these passes or fails in another way; `--write-baseline` brings it up to date and
# keeps reasons, comments and order.
";

/// A baseline that was brought up to date.
#[derive(Clone, Debug)]
pub struct Updated {
    /// The text of the file.
    pub text: String,
    /// What was done.
    pub changes: Changes,
}

/// What bringing a baseline up to date changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Entries that stay as they are.
    pub kept: usize,
    /// Ids of new entries.
    pub added: Vec<String>,
    /// Ids of entries whose verdict or fingerprint is another one now.
    pub changed: Vec<String>,
    /// Entries of buried cases that are now of the case that replaced it, since that fails: the old id and the new one.
    pub moved: Vec<(String, String)>,
    /// Entries that are gone.
    pub removed: Vec<Removed>,
}

/// An entry that was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Its case.
    pub case: String,
    /// The reason that it gave.
    pub reason: String,
    /// Why it is gone.
    pub why: Gone,
}

/// Why an entry was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gone {
    /// The case does not fail any more.
    Passes,
    /// The driver does not offer its profile any more.
    NotOffered,
    /// The suite does not have the case any more.
    Buried(Burial),
}

impl Baseline {
    /// The baseline after a whole run: entries of cases that do not fail any more are taken out, those that fail in another way
    /// are changed, failures that cost conformance are added at the end. Entries of other suites stay, and so does every
    /// byte of the text that none of this is about.
    ///
    /// `cases` are the records of the run; of those that neither fail nor are unsupported, none is needed.
    ///
    /// # Errors
    ///
    /// If the entries are not blocks of their own, or the text cannot be changed without breaking it.
    pub fn updated(
        &self,
        header: &Header,
        cases: &[CaseRecord],
        catalogues: &[Catalogue],
    ) -> Result<Updated, Located> {
        if let Some(entry) = self.entries.iter().find(|entry| !self.is_block(entry)) {
            let message = "only entries that are blocks of their own, below [[failure]], can be brought up to date";
            return Err(located::at(&self.name, entry.line, entry.column, message));
        }
        let mut updating = Updating {
            baseline: self,
            splices: Splices::new(&self.text),
            run: Outcome::new(header, cases),
            catalogues,
            taken: self
                .entries
                .iter()
                .map(|entry| entry.case.as_str())
                .collect(),
            changes: Changes::default(),
        };
        updating.suites(header);
        for entry in &self.entries {
            updating.entry(entry);
        }
        updating.add(header.selection.strict);
        let Updating {
            splices, changes, ..
        } = updating;
        let mark = if self.has_mark {
            read::BYTE_ORDER_MARK.to_string()
        } else {
            String::new()
        };
        let text = mark + &splices.finish();
        // A form of TOML that nobody writes by hand could be broken by what is put in.
        Self::parse(&self.name, &text).map_err(|error| {
            let message = format!(
                "the file cannot be brought up to date as it is written: {}; write tables and blocks below headers of their own",
                error.message
            );
            located::at(&self.name, error.line, error.column, message)
        })?;
        Ok(Updated { text, changes })
    }

    fn is_block(&self, entry: &Entry) -> bool {
        self.text[entry.spans.begin..].starts_with('[')
    }
}

/// What came of the cases of a run.
struct Outcome<'a> {
    cases: &'a [CaseRecord],
    failing: HashMap<&'a str, &'a CaseRecord>,
    unsupported: HashSet<&'a str>,
    suites: HashSet<&'a str>,
    /// The profiles that the driver offers.
    offered: HashSet<&'a str>,
}

impl<'a> Outcome<'a> {
    fn new(header: &'a Header, cases: &'a [CaseRecord]) -> Self {
        let failing = cases.iter().filter(|case| case.verdict.is_failure());
        let unsupported = cases
            .iter()
            .filter(|case| case.verdict == Verdict::Unsupported);
        let offered = header.profiles().filter(|profile| profile.offered);
        Self {
            cases,
            failing: failing.map(|case| (case.id.as_str(), case)).collect(),
            unsupported: unsupported.map(|case| case.id.as_str()).collect(),
            suites: header
                .suites
                .iter()
                .map(|suite| suite.suite.as_str())
                .collect(),
            offered: offered.map(|profile| profile.profile.as_str()).collect(),
        }
    }
}

/// A baseline on its way.
struct Updating<'a> {
    baseline: &'a Baseline,
    splices: Splices<'a>,
    run: Outcome<'a>,
    catalogues: &'a [Catalogue],
    /// The cases that have an entry, before or after.
    taken: HashSet<&'a str>,
    changes: Changes,
}

impl<'a> Updating<'a> {
    fn suites(&mut self, header: &Header) {
        let known = self.baseline.suites.values();
        // Further suites stand behind the last one.
        let last = known
            .flat_map(|state| &state.spans)
            .map(|span| span.end)
            .fold(self.baseline.schema.end, usize::max);
        for suite in &header.suites {
            match self.baseline.suites.get(&suite.suite) {
                Some(state) => {
                    let [version, digest] = state.spans.clone();
                    self.put(version, &state.version, &suite.version);
                    self.put(digest, &state.digest, &suite.digest);
                }
                None => self.splices.insert_behind(
                    last,
                    &format!(
                        "\n[suites.{}]\nversion = {}\ndigest = {}\n",
                        key(&suite.suite),
                        quoted(&suite.version),
                        quoted(&suite.digest)
                    ),
                ),
            }
        }
    }

    /// Puts another text in the place of a string.
    fn put(&mut self, span: Range<usize>, before: &str, text: &str) {
        if before != text {
            self.splices.replace(span, quoted(text));
        }
    }

    fn entry(&mut self, entry: &Entry) {
        let suite = entry.case.split('/').next().unwrap_or_default();
        if !self.run.suites.contains(suite) {
            self.changes.kept += 1;
            return;
        }
        if let Some(case) = self.run.failing.get(entry.case.as_str()).copied() {
            if entry.knows(case.verdict, fingerprint(case)) {
                self.changes.kept += 1;
            } else {
                self.changes.changed.push(entry.case.clone());
                self.set(entry, case);
            }
            return;
        }
        let why = match named(&entry.case, self.catalogues, &[suite]) {
            Named::Buried(burial) => match self.heir(&burial) {
                Some(case) => {
                    self.taken.insert(&case.id);
                    self.put(entry.spans.case.clone(), &entry.case, &case.id);
                    self.set(entry, case);
                    self.changes
                        .moved
                        .push((entry.case.clone(), case.id.clone()));
                    return;
                }
                None => Gone::Buried(burial),
            },
            _ if self.run.unsupported.contains(entry.case.as_str())
                || !self.is_offered(&entry.case) =>
            {
                Gone::NotOffered
            }
            _ => Gone::Passes,
        };
        let spans = &entry.spans;
        let fingerprint = spans.fingerprint.iter();
        let end = fingerprint
            .chain([&spans.case, &spans.verdict, &spans.reason])
            .map(|span| span.end)
            .fold(spans.begin, usize::max);
        self.splices.remove_lines(spans.begin..end);
        self.changes.removed.push(Removed {
            case: entry.case.clone(),
            reason: entry.reason.clone(),
            why,
        });
    }

    /// Whether the driver offers the profile of a case, which need not have been selected for that.
    fn is_offered(&self, id: &str) -> bool {
        let id = CaseId::new(id);
        let case = self.catalogues.iter().find_map(|known| known.case(&id));
        case.is_none_or(|case| self.run.offered.contains(case.profile_id().as_str()))
    }

    /// The first case that replaced a buried one, fails, and has no entry of its own.
    fn heir(&self, burial: &Burial) -> Option<&'a CaseRecord> {
        let successors = burial.successors.iter();
        successors
            .filter(|id| !self.taken.contains(id.as_str()))
            .find_map(|id| self.run.failing.get(id.as_str()).copied())
    }

    /// Lets an entry say how its case fails now.
    fn set(&mut self, entry: &Entry, case: &CaseRecord) {
        let spans = &entry.spans;
        self.put(
            spans.verdict.clone(),
            entry.verdict.word(),
            case.verdict.word(),
        );
        // Whoever left it out wants any failure of that verdict.
        if let (Some(span), Some(before)) = (&spans.fingerprint, &entry.fingerprint) {
            self.put(span.clone(), before, fingerprint(case));
        }
    }

    /// Adds the failures that cost conformance and have no entry.
    fn add(&mut self, strict: bool) {
        for case in self.run.cases {
            if case.costs_conformance(strict) && self.taken.insert(&case.id) {
                self.changes.added.push(case.id.clone());
                self.splices.append(&block(case));
            }
        }
    }
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A name as it stands in the header of a table.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

fn fingerprint(case: &CaseRecord) -> &str {
    case.failure
        .as_ref()
        .map_or("", |failure| failure.fingerprint.as_str())
}

/// A block for a failure that nobody has explained yet.
fn block(case: &CaseRecord) -> String {
    let message = match (&case.failure, case.verdict) {
        (_, Verdict::Unproven) | (None, _) => case.verdict.word().to_owned(),
        (Some(failure), _) => match failure.step {
            Some(step) => format!("step {step}: {}", failure.message),
            None => failure.message.clone(),
        },
    };
    // Messages may hold what a driver said; one line of it is enough.
    let line: String = message
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(200)
        .collect();
    format!(
        "\n[[failure]]\ncase = {}\nverdict = {}\nfingerprint = {}\nreason = {}\n",
        quoted(&case.id),
        quoted(case.verdict.word()),
        quoted(fingerprint(case)),
        quoted(&format!("{UNEXPLAINED}{line}"))
    )
}
