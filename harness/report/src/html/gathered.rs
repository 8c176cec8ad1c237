//! The cases of all results, suite by suite.

use std::collections::HashMap;

use uiconform_catalogue::record::{CaseRecord, SuiteRecord};
use uiconform_catalogue::summary::Conformance;
use uiconform_catalogue::{Case, CaseId, Catalogue, Level, Requirement};

use super::{Entry, cells};

/// One suite with all cases that some result has of it.
pub(super) struct Suite<'a> {
    pub(super) id: &'a str,
    /// What this program knows of it.
    pub(super) catalogue: Option<&'a Catalogue>,
    /// The results that have judged something of it, as numbers of columns.
    pub(super) columns: Vec<usize>,
    /// Its cases: in the order of the suite, then those that it does not know.
    pub(super) cases: Vec<Gathered<'a>>,
    /// Its requirements that some case shows, in the order of the text, then those that the suite does not know.
    pub(super) requirements: Vec<Shown<'a>>,
    /// The versions of it that were run, each once.
    pub(super) versions: Vec<&'a SuiteRecord>,
}

/// One case with what each result says of it.
pub(super) struct Gathered<'a> {
    pub(super) id: &'a str,
    /// The first record of it, for what all records say.
    pub(super) record: &'a CaseRecord,
    pub(super) known: Option<&'a Case>,
    /// By the number of the column.
    pub(super) records: Vec<Option<&'a CaseRecord>>,
    /// The verdicts, a character a column.
    pub(super) codes: Vec<char>,
}

/// A requirement with the cases that show it.
pub(super) struct Shown<'a> {
    pub(super) id: &'a str,
    pub(super) known: Option<&'a Requirement>,
    /// Its cases, as numbers in the suite.
    pub(super) cases: Vec<usize>,
}

impl Suite<'_> {
    /// Its title, or its name where it is unknown.
    pub(super) fn title(&self) -> &str {
        self.catalogue
            .map_or(self.id, |catalogue| &catalogue.suite.title)
    }
}

impl Shown<'_> {
    /// The level of the requirement; of one that is unknown, the strongest of its cases.
    pub(super) fn level(&self, cases: &[Gathered<'_>]) -> Level {
        let of_cases = || {
            self.cases
                .iter()
                .map(|case| cases[*case].record.level)
                .max()
        };
        let known = self.known.map(|known| known.level);
        known.or_else(of_cases).unwrap_or(Level::Informative)
    }
}

/// The suites: those of the catalogues first, then others in the order in which they come.
pub(super) fn of<'a>(entries: &'a [Entry], catalogues: &'a [Catalogue]) -> Vec<Suite<'a>> {
    let mut ids: Vec<&str> = catalogues
        .iter()
        .map(|known| known.suite.id.as_str())
        .collect();
    for record in entries.iter().flat_map(|entry| &entry.run.header.suites) {
        if !ids.contains(&record.suite.as_str()) {
            ids.push(&record.suite);
        }
    }
    let suites = ids.into_iter().map(|id| suite(id, entries, catalogues));
    suites.filter(|suite| !suite.columns.is_empty()).collect()
}

fn suite<'a>(id: &'a str, entries: &'a [Entry], catalogues: &'a [Catalogue]) -> Suite<'a> {
    let catalogue = catalogues.iter().find(|known| known.suite.id == id);
    let mut columns = Vec::new();
    let mut versions: Vec<&SuiteRecord> = Vec::new();
    let mut cases: Vec<Gathered<'_>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (column, entry) in entries.iter().enumerate() {
        let run = &entry.run;
        let Some(record) = run.header.suites.iter().find(|record| record.suite == id) else {
            continue;
        };
        let own = |profile: &str| record.profiles.iter().any(|own| own.profile == profile);
        let offers = run.trailer.profiles.iter().any(|profile| {
            own(&profile.profile) && profile.conformance != Conformance::Unsupported
        });
        if !offers {
            continue;
        }
        columns.push(column);
        if !versions.iter().any(|known| known.digest == record.digest) {
            versions.push(record);
        }
        for case in run.cases.iter().filter(|case| own(&case.profile)) {
            let place = *places.entry(&case.id).or_insert_with(|| {
                cases.push(Gathered {
                    id: &case.id,
                    record: case,
                    known: catalogue.and_then(|known| known.case(&CaseId::new(case.id.as_str()))),
                    records: vec![None; entries.len()],
                    codes: Vec::new(),
                });
                cases.len() - 1
            });
            cases[place].records[column] = Some(case);
        }
    }
    for case in &mut cases {
        let of_column = |(column, record): (usize, &Option<&CaseRecord>)| {
            cells::code(*record, entries[column].run.header.selection.strict)
        };
        case.codes = case.records.iter().enumerate().map(of_column).collect();
    }
    let rank = |case: &Gathered<'_>| {
        let known = catalogue.zip(case.known);
        known.and_then(|(catalogue, case)| catalogue.position(&case.id))
    };
    cases.sort_by_key(|case| rank(case).unwrap_or(usize::MAX));
    Suite {
        id,
        catalogue,
        columns,
        requirements: requirements(&cases, catalogue),
        cases,
        versions,
    }
}

fn requirements<'a>(cases: &[Gathered<'a>], catalogue: Option<&'a Catalogue>) -> Vec<Shown<'a>> {
    let mut all: Vec<Shown<'a>> = catalogue
        .map_or(&[][..], |catalogue| &catalogue.requirements)
        .iter()
        .map(|known| Shown {
            id: &known.id,
            known: Some(known),
            cases: Vec::new(),
        })
        .collect();
    let mut places: HashMap<&str, usize> = all
        .iter()
        .enumerate()
        .map(|(place, shown)| (shown.id, place))
        .collect();
    for (number, case) in cases.iter().enumerate() {
        for id in &case.record.requirements {
            let place = *places.entry(id).or_insert_with(|| {
                all.push(Shown {
                    id,
                    known: None,
                    cases: Vec::new(),
                });
                all.len() - 1
            });
            all[place].cases.push(number);
        }
    }
    all.retain(|shown| !shown.cases.is_empty());
    all
}
