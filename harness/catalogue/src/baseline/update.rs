//! Bringing a baseline up to date, without losing what people wrote into it.

use std::collections::{HashMap, HashSet};

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value, value};
use uiconform_json::Located;

use super::{Baseline, SCHEMA_VERSION, UNEXPLAINED};
use crate::record::{CaseRecord, Header};
use crate::{Verdict, located};

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
    /// Ids and reasons of entries that are gone, since their cases do not fail any more.
    pub removed: Vec<(String, String)>,
}

impl Baseline {
    /// The baseline after a whole run: entries of cases that do not fail any more are taken out, those that fail in another way
    /// are changed, failures that cost conformance are added at the end. Entries of other suites stay.
    ///
    /// # Errors
    ///
    /// If the text of the baseline cannot be changed; it was read, so this is not expected.
    pub fn updated(&self, header: &Header, cases: &[CaseRecord]) -> Result<Updated, Located> {
        let mut document: DocumentMut =
            self.text.parse().map_err(|error: toml_edit::TomlError| {
                located::at(&self.name, 1, 1, error.message().to_owned())
            })?;
        document["schema"] = value(i64::from(SCHEMA_VERSION));
        write_suites(&mut document, header);
        let failing: HashMap<&str, &CaseRecord> = cases
            .iter()
            .filter(|case| case.verdict.is_failure())
            .map(|case| (case.id.as_str(), case))
            .collect();
        let suites: HashSet<&str> = header
            .suites
            .iter()
            .map(|suite| suite.suite.as_str())
            .collect();
        let mut changes = Changes::default();
        let failures = document
            .entry("failure")
            .or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let Some(failures) = failures.as_array_of_tables_mut() else {
            return Err(located::at(
                &self.name,
                1,
                1,
                "`failure` is not a list of blocks",
            ));
        };
        // The tables of the document and the entries are in the same order.
        let mut entries = self.entries.iter();
        failures.retain(|_| {
            let Some(entry) = entries.next() else {
                return true;
            };
            let suite = entry.case.split('/').next().unwrap_or_default();
            let keep = !suites.contains(suite) || failing.contains_key(entry.case.as_str());
            if !keep {
                changes
                    .removed
                    .push((entry.case.clone(), entry.reason.clone()));
            }
            keep
        });
        for table in failures.iter_mut() {
            let id = table.get("case").and_then(Item::as_str).unwrap_or_default();
            match failing.get(id) {
                Some(case) if !is_as_before(table, case) => {
                    changes.changed.push(case.id.clone());
                    set(table, case);
                }
                _ => changes.kept += 1,
            }
        }
        let known: HashSet<&str> = self
            .entries
            .iter()
            .map(|entry| entry.case.as_str())
            .collect();
        for case in cases {
            if case.costs_conformance(header.selection.strict) && !known.contains(case.id.as_str())
            {
                changes.added.push(case.id.clone());
                failures.push(block(case));
            }
        }
        if failures.is_empty() {
            document.remove("failure");
        }
        Ok(Updated {
            text: document.to_string(),
            changes,
        })
    }
}

fn write_suites(document: &mut DocumentMut, header: &Header) {
    let suites = document.entry("suites").or_insert_with(|| {
        let mut table = Table::new();
        // Its name stands in the names of the tables within.
        table.set_implicit(true);
        Item::Table(table)
    });
    for suite in &header.suites {
        let state = &mut suites[suite.suite.as_str()];
        if !state.is_table_like() {
            *state = Item::Table(Table::new());
        }
        if let Some(state) = state.as_table_like_mut() {
            put(state, "version", &suite.version);
            put(state, "digest", &suite.digest);
        }
    }
}

/// Sets a member; a comment behind its value stays.
fn put(table: &mut dyn TableLike, name: &str, text: &str) {
    let mut new = Value::from(text);
    if let Some(old) = table.get(name).and_then(Item::as_value) {
        *new.decor_mut() = old.decor().clone();
    }
    table.insert(name, Item::Value(new));
}

fn is_as_before(table: &Table, case: &CaseRecord) -> bool {
    let text = |name: &str| table.get(name).and_then(Item::as_str).unwrap_or_default();
    text("verdict") == case.verdict.word() && text("fingerprint") == fingerprint(case)
}

fn set(table: &mut Table, case: &CaseRecord) {
    put(table, "verdict", case.verdict.word());
    put(table, "fingerprint", fingerprint(case));
}

fn fingerprint(case: &CaseRecord) -> &str {
    case.failure
        .as_ref()
        .map_or("", |failure| failure.fingerprint.as_str())
}

/// A block for a failure that nobody has explained yet.
fn block(case: &CaseRecord) -> Table {
    let message = match (&case.failure, case.verdict) {
        (_, Verdict::Unproven) | (None, _) => case.verdict.word().to_owned(),
        (Some(failure), _) => match failure.step {
            Some(step) => format!("step {step}: {}", failure.message),
            None => failure.message.clone(),
        },
    };
    let mut table = Table::new();
    table["case"] = value(&case.id);
    set(&mut table, case);
    // Messages may hold what a driver said; one line of it is enough.
    let line: String = message
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .take(200)
        .collect();
    table["reason"] = value(format!("{UNEXPLAINED}{line}"));
    table.decor_mut().set_prefix("\n");
    table
}
