//! Reading a baseline.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::Deserialize;
use toml_edit::de::Error;
use uiconform_json::Located;

use super::{Baseline, Entry, SCHEMA_VERSION, Spans, SuiteState};
use crate::{Verdict, located};

/// A value and where it stands.
type Spanned<T> = serde_spanned::Spanned<T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileForm {
    schema: Spanned<u32>,
    #[serde(default)]
    suites: BTreeMap<Spanned<String>, SuiteForm>,
    #[serde(default)]
    failure: Vec<Spanned<EntryForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteForm {
    version: Spanned<String>,
    digest: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryForm {
    case: Spanned<String>,
    verdict: Spanned<String>,
    fingerprint: Option<Spanned<String>>,
    reason: Spanned<String>,
}

/// What begins a file to say that it is Unicode; editors of some systems put it there.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

impl Baseline {
    /// Reads a baseline; `name` is the file, as messages name it.
    ///
    /// # Errors
    ///
    /// What is wrong first, with its place.
    pub fn parse(name: &str, text: &str) -> Result<Self, Located> {
        let unmarked = text.strip_prefix(BYTE_ORDER_MARK);
        let (has_mark, text) = (unmarked.is_some(), unmarked.unwrap_or(text));
        let file = File { name, text };
        if text.trim().is_empty() {
            return Err(file.wrong(
                0..0,
                "the file is empty; a baseline has at least the line `schema = 1`",
            ));
        }
        let form: FileForm = toml_edit::de::from_str(text).map_err(|wrong: Error| {
            file.wrong(wrong.span().unwrap_or(0..0), friendly(wrong.message()))
        })?;
        if *form.schema.get_ref() != SCHEMA_VERSION {
            return Err(file.wrong(
                form.schema.span(),
                format!(
                    "this baseline is of version {}, and this program knows version {SCHEMA_VERSION}",
                    form.schema.get_ref()
                ),
            ));
        }
        let mut suites = BTreeMap::new();
        for (suite, state) in form.suites {
            suites.insert(suite.get_ref().clone(), file.state(&suite, state)?);
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut lines: HashMap<String, usize> = HashMap::new();
        for form in form.failure {
            let entry = file.entry(form)?;
            if let Some(first) = lines.insert(entry.case.clone(), entry.line) {
                let message = format!("the case {} stands in line {first} too", entry.case);
                return Err(file.wrong(entry.spans.case, message));
            }
            entries.push(entry);
        }
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            has_mark,
            schema: form.schema.span(),
            suites,
            entries,
        })
    }
}

/// A text that is read, for the places in it.
struct File<'a> {
    name: &'a str,
    text: &'a str,
}

impl File<'_> {
    fn wrong(&self, span: Range<usize>, message: impl Into<String>) -> Located {
        let (line, column) = place(self.text, span.start);
        located::at(self.name, line, column, message)
    }

    fn state(&self, suite: &Spanned<String>, form: SuiteForm) -> Result<SuiteState, Located> {
        let version = form.version.get_ref();
        if semver::Version::parse(version).is_err() {
            let message = format!("`{version}` is no version; write one such as 1.0.0");
            return Err(self.wrong(form.version.span(), message));
        }
        Ok(SuiteState {
            place: place(self.text, suite.span().start),
            spans: [form.version.span(), form.digest.span()],
            version: form.version.into_inner(),
            digest: form.digest.into_inner(),
        })
    }

    fn entry(&self, form: Spanned<EntryForm>) -> Result<Entry, Located> {
        let begin = form.span().start;
        let form = form.into_inner();
        let spans = Spans {
            begin,
            case: form.case.span(),
            verdict: form.verdict.span(),
            fingerprint: form.fingerprint.as_ref().map(Spanned::span),
            reason: form.reason.span(),
        };
        let case = form.case.into_inner();
        if case.contains(['*', '?', '[', '{']) {
            let message = format!(
                "`{case}` is a pattern; name each case by its whole id, so that a new failure is not taken for a known one"
            );
            return Err(self.wrong(spans.case, message));
        }
        let word = form.verdict.into_inner();
        let mut failures = Verdict::ALL
            .into_iter()
            .filter(|verdict| verdict.is_failure());
        let Some(verdict) = failures.find(|verdict| verdict.word() == word) else {
            let message = format!(
                "`{word}` is no failure; expected one of {}",
                words().join(", ")
            );
            return Err(self.wrong(spans.verdict, message));
        };
        let reason = form.reason.into_inner();
        if reason.trim().is_empty() {
            return Err(self.wrong(spans.reason, "say in `reason` why this failure may stay"));
        }
        let (line, column) = place(self.text, spans.case.start);
        Ok(Entry {
            case,
            verdict,
            fingerprint: form.fingerprint.map(Spanned::into_inner),
            reason,
            line,
            column,
            spans,
        })
    }
}

/// What the reader of TOML says, in words of TOML instead of those of the language that it is written in.
fn friendly(message: &str) -> String {
    [
        ("expected u32", "expected a whole number"),
        (
            "expected struct FileForm",
            "expected the members of a baseline",
        ),
        (
            "expected struct SuiteForm",
            "expected a table with `version` and `digest`",
        ),
        ("expected struct EntryForm", "expected a block [[failure]]"),
        (
            "expected a sequence",
            "expected a list of blocks [[failure]]",
        ),
        ("expected a map", "expected a table for each suite"),
        ("\n", " "),
    ]
    .into_iter()
    .fold(message.to_owned(), |text, (from, to)| {
        text.replace(from, to)
    })
}

fn words() -> Vec<&'static str> {
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
