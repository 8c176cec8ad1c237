//! What the script of the page shows, as lines of JSON: a line a case, so that two pages can be told apart line by line.

use std::collections::BTreeMap;

use serde::Serialize;
use uiconform_catalogue::record::CaseRecord;

use super::cells::letter;
use super::columns::Column;
use super::evidence::Evidence;
use super::gathered::{Gathered, Suite};
use super::pool::line;
use super::story::Story;
use super::visible::{name, visible};

/// Characters of a name.
const NAME: usize = 200;

/// Places of a case that are named where numbers came back changed.
const LOSSY: usize = 8;

/// What a cell of a matrix takes in the markup, in bytes, with its share of the row.
const CELL: usize = 200;

#[derive(Serialize)]
struct Implementation {
    key: String,
    name: String,
    replay: String,
}

#[derive(Serialize)]
struct Requirement {
    id: String,
    suite: usize,
    level: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<String>,
}

#[derive(Serialize)]
struct CaseLine {
    id: String,
    suite: usize,
    profile: usize,
    level: &'static str,
    requirements: Vec<usize>,
    /// A character a column.
    verdicts: String,
    why: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    story: Option<Story>,
    /// The number of the failure by column.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    failures: BTreeMap<usize, usize>,
    /// What was recorded, by column.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    recorded: BTreeMap<usize, usize>,
    /// Where numbers came back changed, by column.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    lossy: BTreeMap<usize, Vec<String>>,
    /// The columns whose pass rests on a limit that they declare.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beyond: Vec<usize>,
}

/// The data of a page as one JSON text that can stand in a script element.
pub(super) fn data(columns: &[Column<'_>], suites: &[Suite<'_>]) -> String {
    let mut evidence = Evidence::new();
    let mut requirements = Vec::new();
    let mut profiles: Vec<String> = Vec::new();
    let mut cases = Vec::new();
    let mut pending = Vec::new();
    for (number, suite) in suites.iter().enumerate() {
        let first = requirements.len();
        requirements.extend(suite.requirements.iter().map(|shown| {
            let known = shown.known;
            line(&Requirement {
                id: name(shown.id, NAME),
                suite: number,
                level: shown.level(&suite.cases).word(),
                section: known.map(|known| known.section.clone()),
                text: known.map(|known| known.text.clone()),
                basis: known.and_then(|known| known.basis.clone()),
            })
        }));
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); suite.cases.len()];
        for (place, shown) in suite.requirements.iter().enumerate() {
            for case in &shown.cases {
                places[*case].push(first + place);
            }
        }
        for (case, requirements) in suite.cases.iter().zip(places) {
            let profile = name(&case.record.profile, NAME);
            let known = profiles.iter().position(|known| *known == profile);
            let profile = known.unwrap_or_else(|| {
                profiles.push(profile);
                profiles.len() - 1
            });
            let failures = failures(case, &mut evidence);
            pending.extend(failures.iter().map(|(column, failure)| {
                (
                    case.records[*column],
                    *column,
                    requirements.first().copied(),
                    *failure,
                )
            }));
            cases.push(case_line(
                case,
                suite,
                number,
                profile,
                requirements,
                failures,
                &mut evidence,
            ));
        }
    }
    let cases: Vec<String> = cases.iter().map(line).collect();
    let cells: usize = suites
        .iter()
        .map(|suite| suite.requirements.len() * suite.columns.len())
        .sum();
    let size = |lines: &[String]| lines.iter().map(|line| line.len() + 2).sum::<usize>();
    evidence.make_room(size(&cases) + size(&requirements) + cells * CELL);
    show_fairly(pending, &mut evidence);
    let implementations = columns.iter().map(|column| {
        line(&Implementation {
            key: column.key.clone(),
            name: column.name.clone(),
            replay: visible(&column.entry.replay),
        })
    });
    let suites = suites
        .iter()
        .map(|suite| line(&(name(suite.id, NAME), name(suite.title(), NAME))));
    let failures = evidence.failures.iter().map(line).collect();
    let words: Vec<String> = words().iter().map(line).collect();
    let parts: [(&str, Vec<String>); 9] = [
        ("words", words),
        ("implementations", implementations.collect()),
        ("suites", suites.collect()),
        ("profiles", profiles.iter().map(line).collect()),
        ("requirements", requirements),
        ("cases", cases),
        ("failures", failures),
        ("differences", evidence.differences.into_lines()),
        ("strings", evidence.strings.into_lines()),
    ];
    let parts = parts.map(|(name, lines)| format!("\"{name}\":[\n{}\n]", lines.join(",\n")));
    format!("{{{}}}", parts.join(",\n"))
}

/// The letters of verdicts with their words.
fn words() -> Vec<(char, &'static str)> {
    let all = uiconform_catalogue::Verdict::ALL.into_iter();
    all.map(|verdict| (letter(verdict), verdict.word()))
        .collect()
}

fn failures(case: &Gathered<'_>, evidence: &mut Evidence) -> BTreeMap<usize, usize> {
    let records = case.records.iter().enumerate();
    let failures = records.filter_map(|(column, record)| {
        let failure = record.as_ref()?.failure.as_ref()?;
        Some((column, evidence.take(failure)))
    });
    failures.collect()
}

fn case_line(
    case: &Gathered<'_>,
    suite: &Suite<'_>,
    number: usize,
    profile: usize,
    requirements: Vec<usize>,
    failures: BTreeMap<usize, usize>,
    evidence: &mut Evidence,
) -> CaseLine {
    let told = || case.records.iter().flatten();
    let why = match case.known {
        Some(known) => known.why.clone(),
        // A suite that this program does not have says why where something fails.
        None => told()
            .find_map(|record| record.failure.as_ref())
            .map_or_else(String::new, |failure| visible(&failure.why)),
    };
    let asks = told().find_map(|record| record.recorded.as_ref());
    let by_column = || {
        let records = case.records.iter().enumerate();
        records.filter_map(|(column, record)| Some((column, (*record)?)))
    };
    let recorded = by_column().filter_map(|(column, record)| {
        let outcome = &record.recorded.as_ref()?.outcome;
        Some((column, evidence.strings.add(&name(outcome, NAME))))
    });
    let recorded = recorded.collect();
    let lossy = by_column().filter(|(_, record)| !record.number_lossy.is_empty());
    let lossy = lossy.map(|(column, record)| {
        let places = record
            .number_lossy
            .iter()
            .take(LOSSY)
            .map(|place| name(place, NAME));
        (column, places.collect())
    });
    let beyond = by_column().filter(|(_, record)| record.beyond_limit);
    let catalogue = suite.catalogue;
    CaseLine {
        id: name(case.id, NAME),
        suite: number,
        profile,
        level: case.record.level.word(),
        requirements,
        verdicts: case.codes.iter().collect(),
        why: evidence.strings.add(&why),
        asks: asks.map(|recorded| visible(&recorded.asks)),
        story: case
            .known
            .zip(catalogue)
            .map(|(known, catalogue)| Story::of(known, catalogue, &mut evidence.strings)),
        failures,
        recorded,
        lossy: lossy.collect(),
        beyond: beyond.map(|(column, _)| column).collect(),
    }
}

/// Shows failures as long as there is room: of each implementation and requirement the first one, then the second ones, and so on, so
/// that one that fails everywhere does not take all of it.
fn show_fairly(
    pending: Vec<(Option<&CaseRecord>, usize, Option<usize>, usize)>,
    evidence: &mut Evidence,
) {
    let mut rounds: BTreeMap<(usize, Option<usize>), usize> = BTreeMap::new();
    let mut ordered: Vec<(usize, usize, &CaseRecord)> = pending
        .into_iter()
        .filter_map(|(record, column, requirement, failure)| {
            let round = rounds.entry((column, requirement)).or_default();
            *round += 1;
            Some((*round, failure, record?))
        })
        .collect();
    ordered.sort_by_key(|(round, failure, _)| (*round, *failure));
    for (_, failure, record) in ordered {
        evidence.show(failure, record);
    }
}
