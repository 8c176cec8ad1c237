//! What was expected and what came, side by side.

use serde::Serialize;
use serde_json::value::RawValue;
use similar::{DiffOp, TextDiff};
use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;
use uiconform_json::{Pointer, Value, parse};

use super::visible::visible;
use crate::diff;
use crate::pretty::difference::{answers, sides};

/// Equal lines that are shown around a change.
const CONTEXT: usize = 4;

/// Rows that are shown.
const ROWS: usize = 160;

/// Characters of a line that are shown; of two longer ones, those around the place where they part.
const WIDTH: usize = 600;

/// Characters that are shown before that place.
const BEFORE: usize = 60;

/// Two values side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SideBySide {
    /// What stands on the left, and what on the right.
    pub(super) names: (&'static str, &'static str),
    /// Where they part first, as a pointer, with a note where the eye sees no difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<String>,
    /// Line by line.
    pub(super) rows: Vec<Row>,
    /// Rows that are left out at the end.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) more: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Row {
    /// The same on both sides.
    Same(String),
    /// Different.
    Pair(String, String),
    /// On the left alone.
    Left(String),
    /// On the right alone.
    Right(String),
    /// So many equal lines are left out.
    Gap(usize),
}

/// What a failure has to show; none if it has no values.
pub(super) fn of(case: &CaseRecord) -> Option<SideBySide> {
    let failure = case.failure.as_ref()?;
    if case.verdict == Verdict::Nondeterministic && failure.pointer.is_none() {
        let (first, second) = answers(&failure.transcript)?;
        let rows = rows(&first, &second);
        return Some(cut(("the first time", "the second time"), None, rows));
    }
    let value = |text: Option<&RawValue>| parse(text?.get()).ok();
    let expected = value(failure.expected.as_deref())?;
    let got = value(failure.got.as_deref())?;
    if expected == got {
        return None;
    }
    let pointer = failure.pointer.as_deref().and_then(Pointer::parse);
    let at = pointer
        .as_ref()
        .map(|pointer| place(pointer, &expected, &got));
    let rows = if diff::is_shown_whole(&expected, &got) {
        rows(&expected, &got)
    } else {
        // Too much of it for a page: the place alone.
        let text = |value: &Value| {
            let found = pointer.as_ref().and_then(|pointer| value.pointer(pointer));
            found.map_or_else(|| "nothing".to_owned(), Value::to_text)
        };
        vec![pair(&text(&expected), &text(&got))]
    };
    Some(cut(sides(case.verdict, failure), at, rows))
}

fn place(pointer: &Pointer, expected: &Value, got: &Value) -> String {
    let mut text = match pointer.to_string() {
        whole if whole.is_empty() => "the whole".to_owned(),
        text => visible(&text),
    };
    if let (Some(one), Some(other)) = (expected.pointer(pointer), got.pointer(pointer))
        && let Some(note) = diff::in_characters(one, other)
    {
        text = format!("{text} ({note})");
    }
    text
}

fn cut(names: (&'static str, &'static str), at: Option<String>, mut rows: Vec<Row>) -> SideBySide {
    let more = rows.len().saturating_sub(ROWS);
    rows.truncate(ROWS);
    SideBySide {
        names,
        at,
        rows,
        more,
    }
}

fn rows(expected: &Value, got: &Value) -> Vec<Row> {
    let (old, new) = (diff::arranged(expected, got).to_pretty(), got.to_pretty());
    let (olds, news) = (lines_of(&old), lines_of(&new));
    let diff = TextDiff::from_slices(&olds, &news);
    let mut rows = Vec::new();
    let groups = diff.grouped_ops(CONTEXT);
    let mut told = 0;
    for group in &groups {
        let Some(first) = group.first() else { continue };
        let start = first.old_range().start;
        if start > told {
            rows.push(Row::Gap(start - told));
        }
        for op in group {
            told = op.old_range().end;
            match op {
                DiffOp::Equal { .. } => {
                    rows.extend(op.old_range().map(|at| Row::Same(shortened(olds[at]))));
                }
                _ => {
                    let (mut left, mut right) = (op.old_range(), op.new_range());
                    loop {
                        rows.push(match (left.next(), right.next()) {
                            (Some(one), Some(other)) => pair(olds[one], news[other]),
                            (Some(one), None) => Row::Left(shortened(olds[one])),
                            (None, Some(other)) => Row::Right(shortened(news[other])),
                            (None, None) => break,
                        });
                    }
                }
            }
        }
    }
    if olds.len() > told {
        rows.push(Row::Gap(olds.len() - told));
    }
    rows
}

/// The lines of a value without the commas at their ends: that something follows is no difference of a line.
fn lines_of(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines
        .map(|line| line.strip_suffix(',').unwrap_or(line))
        .collect()
}

/// Two lines, long ones around the place where they part.
fn pair(one: &str, other: &str) -> Row {
    let common = one.chars().zip(other.chars());
    let common = common.take_while(|(a, b)| a == b).count();
    let skipped = match one.chars().count().max(other.chars().count()) {
        length if length > WIDTH => common.saturating_sub(BEFORE),
        _ => 0,
    };
    Row::Pair(window(one, skipped), window(other, skipped))
}

fn shortened(line: &str) -> String {
    window(line, 0)
}

/// A line without its first characters, cut after [`WIDTH`] others, with the numbers of those left out.
fn window(line: &str, skipped: usize) -> String {
    let shown: String = line.chars().skip(skipped).take(WIDTH).collect();
    let behind = line.chars().count().saturating_sub(skipped + WIDTH);
    let before = match skipped {
        0 => String::new(),
        _ => format!("… {skipped} characters … "),
    };
    let behind = match behind {
        0 => String::new(),
        _ => format!(" … {behind} characters …"),
    };
    format!("{before}{}{behind}", visible(&shown))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn value(text: &str) -> Value {
        parse(text).unwrap()
    }

    #[test]
    fn changed_lines_stand_beside_each_other() {
        let found = rows(
            &value(r#"{"a":1,"b":[{"c":2}],"d":3}"#),
            &value(r#"{"d":3,"a":1,"b":[{"c":4,"e":5}]}"#),
        );
        let pair = Row::Pair("      \"c\": 2".to_owned(), "      \"c\": 4".to_owned());
        assert!(found.contains(&pair), "{found:?}");
        let right = Row::Right("      \"e\": 5".to_owned());
        assert!(found.contains(&right), "{found:?}");
        // The order of members is no difference.
        let moved = |row: &Row| matches!(row, Row::Left(_));
        assert!(!found.iter().any(moved), "{found:?}");
    }

    #[test]
    fn equal_lines_far_from_a_change_are_counted() {
        let list = |last: &str| {
            let items: Vec<String> = (0..50).map(|n| format!("{{\"n\":{n}}}")).collect();
            value(&format!("[{},{last}]", items.join(",")))
        };
        let found = rows(&list("1"), &list("2"));
        assert!(matches!(found[0], Row::Gap(gap) if gap > 100), "{found:?}");
        assert!(found.len() < 12, "{found:?}");
    }

    #[test]
    fn long_lines_are_cut_around_the_place_where_they_part() {
        let long = "x".repeat(5000);
        let Row::Pair(one, other) = pair(&format!("{long}a"), &format!("{long}b")) else {
            panic!("a pair")
        };
        assert!(one.starts_with("… 4940 characters … xx"), "{one}");
        assert!(
            one.ends_with("xa") && other.ends_with("xb"),
            "{one} {other}"
        );
    }
}
