//! What the case of an entry is to the suites at hand.

use std::collections::HashSet;

use crate::{CaseId, Catalogue, IdState, did_you_mean};

/// So many letters may differ between an id and the one that is suggested for it.
const TYPING: usize = 3;

/// What has become of a case that was taken out of its suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burial {
    /// The version of the suite that no longer had it, where the list of ids says so.
    pub version: Option<String>,
    /// Why it was taken out.
    pub reason: String,
    /// The cases that replaced it, as far as they are there.
    pub successors: Vec<String>,
}

impl std::fmt::Display for Burial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.version {
            Some(version) => write!(
                f,
                "gone since version {version} of the suite: {}",
                self.reason
            )?,
            None => write!(f, "gone from the suite: {}", self.reason)?,
        }
        if self.successors.is_empty() {
            return Ok(());
        }
        let named: Vec<String> = self.successors.iter().map(|id| format!("`{id}`")).collect();
        write!(f, "; it was replaced by {}", named.join(" and "))
    }
}

/// What the id of an entry names.
pub(super) enum Named {
    /// A case, or one of a suite that is not loaded.
    Known,
    /// A case that was taken out.
    Buried(Burial),
    /// Nothing, with a sentence that says so.
    Nothing(String),
}

/// What an id names. `suites` are the names of all suites that there are, loaded or not.
pub(super) fn named(id: &str, catalogues: &[Catalogue], suites: &[&str]) -> Named {
    let suite = id.split('/').next().unwrap_or_default();
    let Some(catalogue) = catalogues.iter().find(|known| known.suite.id == suite) else {
        // Nothing is known of the cases of a suite that is not loaded.
        return if suites.contains(&suite) {
            Named::Known
        } else {
            Named::Nothing(of_no_suite(id, suite, catalogues, suites))
        };
    };
    if catalogue.case(&CaseId::new(id)).is_some() {
        return Named::Known;
    }
    match catalogue.ids.state(id) {
        // It is a case of the suite, and other files are run in its place.
        Some(IdState::Alive(_)) => Named::Known,
        Some(IdState::Buried { version, note }) => Named::Buried(Burial {
            version: version.clone(),
            reason: reason(note, catalogue).to_owned(),
            successors: successors(id, catalogue),
        }),
        None => Named::Nothing(format!(
            "no case `{id}`{}; `uiconform cases list` prints all ids",
            suggestion(id, catalogue.cases.iter().map(|case| case.id.as_str()))
        )),
    }
}

fn of_no_suite(id: &str, suite: &str, catalogues: &[Catalogue], suites: &[&str]) -> String {
    if catalogues
        .iter()
        .any(|known| known.requirement(id).is_some())
    {
        return format!(
            "`{id}` is a requirement, and an entry is of one case; `uiconform cases list --filter {id}` prints its cases"
        );
    }
    if !id.contains('/') {
        return format!("`{id}` is no id of a case; `uiconform cases list` prints all ids");
    }
    format!(
        "no suite `{suite}`, so there is no case `{id}`{}",
        did_you_mean(suite, suites.iter().copied())
    )
}

/// The case that was meant, if one is so close that hardly another can have been: it has the same last part, or a few other letters.
fn suggestion<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> String {
    let last = |id: &str| id.rsplit('/').next().map(str::to_owned);
    let name = last(id);
    known
        .map(|known| (strsim::levenshtein(id, known), known))
        .filter(|(distance, known)| *distance <= TYPING || last(known) == name)
        .min()
        .map_or_else(String::new, |(_, known)| {
            format!("; did you mean `{known}`?")
        })
}

/// The words of a text that may be ids.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';'])
        .map(|word| word.trim_matches(['`', '.', '(', ')']))
        .filter(|word| !word.is_empty())
}

/// The note of a burial without the ids at its end.
fn reason<'a>(note: &'a str, catalogue: &Catalogue) -> &'a str {
    let is_id = |word: &str| catalogue.ids.state(word).is_some();
    match note.rsplit_once("; ") {
        Some((reason, ids)) if words(ids).all(|word| word == "and" || is_id(word)) => reason,
        _ => note,
    }
}

/// The living cases that the notes of burials lead to.
fn successors(id: &str, catalogue: &Catalogue) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = HashSet::from([id]);
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        match catalogue.ids.state(id) {
            Some(IdState::Buried { note, .. }) => {
                open.extend(words(note).filter(|word| seen.insert(word)));
            }
            Some(IdState::Alive(_)) => found.push(id.to_owned()),
            None => {}
        }
    }
    found.sort();
    found
}
