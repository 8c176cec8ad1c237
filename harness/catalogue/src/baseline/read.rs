//! Reading a baseline.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::Deserialize;
use toml_edit::de::Error;
use uiconform_json::Located;

use super::{Baseline, Entry, SCHEMA_VERSION, SuiteState};
use crate::{Verdict, located};

/// A value and where it stands.
type Spanned<T> = serde_spanned::Spanned<T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    schema: Spanned<u32>,
    #[serde(default)]
    suites: BTreeMap<String, SuiteState>,
    #[serde(default)]
    failure: Vec<EntryForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryForm {
    case: Spanned<String>,
    verdict: Spanned<Verdict>,
    #[serde(default)]
    fingerprint: String,
    reason: Spanned<String>,
}

impl Baseline {
    /// Reads a baseline; `name` is the file, as messages name it.
    ///
    /// # Errors
    ///
    /// What is wrong first, with its place.
    pub fn parse(name: &str, text: &str) -> Result<Self, Located> {
        let error = |span: Option<Range<usize>>, message: String| {
            let (line, column) = place(text, span.map_or(0, |span| span.start));
            located::at(name, line, column, message)
        };
        let form: FileForm = toml_edit::de::from_str(text)
            .map_err(|wrong: Error| error(wrong.span(), wrong.message().replace('\n', " ")))?;
        if *form.schema.get_ref() != SCHEMA_VERSION {
            return Err(error(
                Some(form.schema.span()),
                format!(
                    "this baseline is of version {}, and this program knows version {SCHEMA_VERSION}",
                    form.schema.get_ref()
                ),
            ));
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut lines: HashMap<String, usize> = HashMap::new();
        for entry in form.failure {
            let case = entry.case.get_ref().clone();
            let (line, column) = place(text, entry.case.span().start);
            let wrong = |message: String| located::at(name, line, column, message);
            if case.contains(['*', '?', '[', '{']) {
                return Err(wrong(format!(
                    "`{case}` is a pattern; name each case by its whole id, so that a new failure is not taken for a known one"
                )));
            }
            if let Some(first) = lines.insert(case.clone(), line) {
                return Err(wrong(format!("the case {case} stands in line {first} too")));
            }
            if !entry.verdict.get_ref().is_failure() {
                return Err(error(
                    Some(entry.verdict.span()),
                    format!(
                        "`{}` is no failure; expected one of {}",
                        entry.verdict.get_ref(),
                        failures().join(", ")
                    ),
                ));
            }
            if entry.reason.get_ref().trim().is_empty() {
                return Err(error(
                    Some(entry.reason.span()),
                    "say in `reason` why this failure may stay".to_owned(),
                ));
            }
            entries.push(Entry {
                case,
                verdict: *entry.verdict.get_ref(),
                fingerprint: entry.fingerprint,
                reason: entry.reason.into_inner(),
                line,
                column,
            });
        }
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            suites: form.suites,
            entries,
        })
    }
}

fn failures() -> Vec<&'static str> {
    let failures = Verdict::ALL.iter().filter(|verdict| verdict.is_failure());
    failures.map(|verdict| verdict.word()).collect()
}

/// Line and column in characters, from 1, of an offset in bytes.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() + 1,
        before[start..].chars().count() + 1,
    )
}
