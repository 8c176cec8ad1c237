//! The tables beside the matrix: the implementations, open points, limits, and numbers that came back changed.

use std::collections::BTreeSet;

use uiconform_catalogue::record::{BaselineCounts, CaseRecord};

use super::columns::Column;
use super::gathered::Suite;
use super::prose::{Piece, pieces};
use super::visible::{name, visible};
use crate::badge;
use crate::counted;
use crate::run::against_whole_baseline;

/// Characters of a name or of a declared value.
const NAME: usize = 200;

/// Cases of an implementation that are named where numbers came back changed; the others say so themselves.
const CASES: usize = 20;

/// Places that are named where numbers came back changed.
const PLACES: usize = 4;

/// An implementation with what it comes to.
pub(super) struct Implementation {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) language: String,
    /// Where it says that it is published: text, since a link to wherever a driver likes would be a trap.
    pub(super) url: String,
    pub(super) command: String,
    pub(super) harness: String,
    pub(super) suites: Vec<Standing>,
    /// What a reader must know of the run: that it is a part of one, strict, incomplete.
    pub(super) remarks: Vec<String>,
}

/// What an implementation comes to in a suite.
pub(super) struct Standing {
    pub(super) suite: String,
    pub(super) class: &'static str,
    pub(super) words: String,
}

pub(super) fn implementations(columns: &[Column<'_>]) -> Vec<Implementation> {
    columns.iter().map(implementation).collect()
}

fn implementation(column: &Column<'_>) -> Implementation {
    let (driver, header) = (column.driver(), &column.entry.run.header);
    let badges = header.suites.iter().zip(&column.entry.badges);
    let suites = badges.filter_map(|(suite, badge)| {
        let badge = badge.as_ref()?;
        let class = match badge.color {
            badge::GREEN => "pass",
            badge::RED => "fail",
            _ => "part",
        };
        Some(Standing {
            suite: name(&suite.suite, NAME),
            class,
            words: visible(&badge.message),
        })
    });
    let text = |text: Option<&String>| text.map_or_else(String::new, |text| name(text, NAME));
    Implementation {
        name: column.name.clone(),
        version: name(&driver.version, NAME),
        language: text(driver.language.as_ref()),
        url: text(driver.url.as_ref()),
        command: if driver.embedded {
            "the built-in reference".to_owned()
        } else {
            name(&driver.command.join(" "), NAME)
        },
        harness: name(&header.harness, NAME),
        suites: suites.collect(),
        remarks: remarks(column),
    }
}

fn remarks(column: &Column<'_>) -> Vec<String> {
    let run = &column.entry.run;
    let (selection, trailer) = (&run.header.selection, &run.trailer);
    let mut remarks = Vec::new();
    if let Some(why) = run.incomplete() {
        remarks.push(format!("incomplete: {}", visible(why)));
    }
    if !selection.is_whole() || !run.header.profiles_left_out().is_empty() {
        remarks.push("only a part was run".to_owned());
    }
    if run.header.suites.iter().any(|suite| suite.foreign) {
        remarks.push("cases from elsewhere: no conformance is claimed".to_owned());
    }
    if selection.strict {
        remarks.push("strict: recommended cases count like required ones".to_owned());
    }
    if let Some(counts) = &trailer.baseline {
        remarks.push(held(*counts));
    }
    remarks.extend(crate::run::missing(&run.header));
    remarks
}

fn held(counts: BaselineCounts) -> String {
    format!(
        "held against a baseline: {}",
        against_whole_baseline(counts)
    )
}

/// An open point across all implementations.
pub(super) struct Point {
    /// The case that asks.
    pub(super) case: String,
    pub(super) asks: Vec<Piece>,
    /// What each does; empty where it was not asked.
    pub(super) answers: Vec<String>,
    /// Whether two of them do something else.
    pub(super) differ: bool,
}

/// The open points of a suite, in its order.
pub(super) fn points(suite: &Suite<'_>) -> Vec<Point> {
    let mut points = Vec::new();
    for case in &suite.cases {
        let recorded = |record: &Option<&CaseRecord>| record.and_then(|case| case.recorded.clone());
        let Some(asks) = case.records.iter().find_map(recorded) else {
            continue;
        };
        let answers: Vec<String> = suite
            .columns
            .iter()
            .map(|column| match case.records[*column] {
                Some(record) => match &record.recorded {
                    Some(recorded) => name(&recorded.outcome, NAME),
                    None if record.verdict.is_failure() => record.verdict.word().to_owned(),
                    None => String::new(),
                },
                None => String::new(),
            })
            .collect();
        let told: BTreeSet<&String> = answers.iter().filter(|answer| !answer.is_empty()).collect();
        points.push(Point {
            case: name(case.id, NAME),
            asks: pieces(&asks.asks),
            differ: told.len() > 1,
            answers,
        });
    }
    points
}

/// Something that an implementation declares.
pub(super) struct Declared {
    pub(super) implementation: String,
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) value: String,
}

/// Limits, choices and abilities that the drivers declare, and how many cases pass since they are beyond a limit.
pub(super) fn declared(columns: &[Column<'_>]) -> Vec<Declared> {
    let mut all = Vec::new();
    for column in columns {
        let driver = column.driver();
        let mut add = |kind, what: &str, value: String| {
            all.push(Declared {
                implementation: column.name.clone(),
                kind,
                name: name(what, NAME),
                value: name(&value, NAME),
            });
        };
        for (what, limit) in &driver.limits {
            add("limit", what, limit.to_string());
        }
        for (what, choice) in &driver.choices {
            add("choice", what, choice.get().to_owned());
        }
        for feature in &driver.features {
            add("ability", feature, "offered".to_owned());
        }
        let beyond = column
            .entry
            .run
            .cases
            .iter()
            .filter(|case| case.beyond_limit);
        match beyond.count() {
            0 => {}
            number => add(
                "beyond a limit",
                "refused, and excused",
                counted(number, "case"),
            ),
        }
    }
    all
}

/// An implementation that changes numbers within the same binary64, in one case; or how many more cases there are.
pub(super) struct Lossy {
    pub(super) implementation: String,
    /// The case; empty for the rest.
    pub(super) case: String,
    pub(super) places: String,
}

pub(super) fn lossy(columns: &[Column<'_>]) -> Vec<Lossy> {
    let mut all = Vec::new();
    for column in columns {
        let cases = column.entry.run.cases.iter();
        let cases: Vec<&CaseRecord> = cases.filter(|case| !case.number_lossy.is_empty()).collect();
        all.extend(cases.iter().take(CASES).map(|case| {
            let named = case.number_lossy.iter().take(PLACES);
            let mut places: Vec<String> = named.map(|place| name(place, NAME)).collect();
            if case.number_lossy.len() > PLACES {
                places.push(format!("{} more", case.number_lossy.len() - PLACES));
            }
            Lossy {
                implementation: column.name.clone(),
                case: name(&case.id, NAME),
                places: places.join(", "),
            }
        }));
        if cases.len() > CASES {
            all.push(Lossy {
                implementation: column.name.clone(),
                case: String::new(),
                places: counted(cases.len() - CASES, "more case"),
            });
        }
    }
    all
}
