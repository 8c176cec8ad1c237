//! What changed between runs.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use support::{case, failing, file, recorded, run};
use uiconform_catalogue::record::CaseRecord;
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::compare::{Change, compare, write};
use uiconform_report::{Palette, ResultFile};

fn written(before: &ResultFile, after: &ResultFile) -> (String, bool) {
    let mut out = Vec::new();
    let worse = write(&mut out, before, after, &[], Palette::new(false), false).unwrap();
    (String::from_utf8(out).unwrap(), worse)
}

fn pair(before: Vec<CaseRecord>, after: Vec<CaseRecord>) -> (ResultFile, ResultFile) {
    (
        file("a.jsonl", &run(before, "one")),
        file("b.jsonl", &run(after, "two")),
    )
}

fn changes(before: &CaseRecord, after: &CaseRecord) -> Vec<Change> {
    let (before, after) = pair(vec![before.clone()], vec![after.clone()]);
    compare(&before, &after)
        .iter()
        .map(|changed| changed.change)
        .collect()
}

#[test]
fn every_change_has_its_word() {
    let passes = case("a", Level::Required);
    let fails = failing(passes.clone(), Verdict::Fail, "no");
    let crashes = failing(passes.clone(), Verdict::Crash, "no");
    let with = |verdict| CaseRecord {
        verdict,
        ..passes.clone()
    };
    let (not_run, unsupported) = (with(Verdict::NotRun), with(Verdict::Unsupported));
    assert_eq!(changes(&passes, &passes), []);
    assert_eq!(changes(&fails, &fails), []);
    assert_eq!(changes(&passes, &fails), [Change::Broken]);
    assert_eq!(changes(&fails, &passes), [Change::Fixed]);
    assert_eq!(changes(&fails, &crashes), [Change::FailsOtherwise]);
    assert_eq!(changes(&passes, &not_run), [Change::Lost]);
    assert_eq!(changes(&passes, &unsupported), [Change::Lost]);
    assert_eq!(changes(&fails, &unsupported), [Change::Gone]);
    assert_eq!(changes(&unsupported, &not_run), []);
    assert_eq!(changes(&unsupported, &passes), [Change::New]);
    assert_eq!(changes(&not_run, &fails), [Change::NewFailing]);
    assert_eq!(
        changes(&recorded("a", "q", "one"), &recorded("a", "q", "two")),
        [Change::RecordedOtherwise]
    );
    // A message in other words is no other failure.
    assert_eq!(
        changes(
            &fails,
            &failing(passes.clone(), Verdict::Fail, "other words")
        ),
        []
    );
    // A failure that begins to cost conformance is news.
    let odd = failing(case("a", Level::Informative), Verdict::BadAnswer, "no");
    let mut worse = odd.clone();
    worse.failure.as_mut().unwrap().at_any_level = true;
    assert_eq!(changes(&odd, &worse), [Change::Broken]);
}

#[test]
fn what_only_one_of_two_suites_has_is_new_or_gone() {
    let (a, b) = (case("a", Level::Required), case("b", Level::Required));
    let (before, mut after) = pair(vec![a], vec![b]);
    // The same suite: other cases were selected.
    assert!(compare(&before, &after).is_empty());
    after.header.suites[0].digest = format!("sha256:{}", "1".repeat(64));
    let found: Vec<Change> = compare(&before, &after)
        .iter()
        .map(|changed| changed.change)
        .collect();
    assert_eq!(found, [Change::New, Change::Gone]);
    let (text, worse) = written(&before, &after);
    assert!(text.contains("the suite s-1 changed"), "{text}");
    assert!(!worse);
}

#[test]
fn changes_stand_below_their_requirement_and_decide() {
    let mut other = case("c", Level::Required);
    other.requirements = vec!["S-2-02".to_owned()];
    let (a, b) = (case("a", Level::Required), case("b", Level::Required));
    let (before, after) = pair(
        vec![
            a.clone(),
            failing(b.clone(), Verdict::Fail, "no"),
            other.clone(),
        ],
        vec![
            failing(a, Verdict::Fail, "it is \u{1b}[31mred"),
            b,
            failing(other, Verdict::Crash, "gone"),
        ],
    );
    let (text, worse) = written(&before, &after);
    assert!(worse);
    assert!(
        text.contains("S-1-01\n  broken             s-1/area/file/a required  it is \\u{1b}[31mred\n  fixed              s-1/area/file/b required\n"),
        "{text}"
    );
    assert!(
        text.contains("S-2-02\n  broken             s-1/area/file/c"),
        "{text}"
    );
    assert!(
        text.ends_with("worse: 2 cases broken, 1 case fixed\n"),
        "{text}"
    );
    let (text, worse) = written(&after, &before);
    assert!(worse && text.contains("2 cases fixed"), "{text}");
    let (text, worse) = written(&after, &after);
    assert!(!worse && text.ends_with("no change\n"), "{text}");
}

#[test]
fn what_only_a_whole_run_has_is_said_to_be_left_out() {
    let names = ["a", "b", "c"].map(|name| case(name, Level::Required));
    let (before, mut after) = pair(names.to_vec(), names[..1].to_vec());
    after.header.selection.filters.push("*/a".to_owned());
    let (text, worse) = written(&before, &after);
    assert!(!worse);
    assert!(
        text.contains("it is a part of a run: --filter '*/a'"),
        "{text}"
    );
    assert!(
        text.contains("not compared: 2 cases that only `from` ran"),
        "{text}"
    );
}

#[test]
fn words_that_are_not_plain_are_explained() {
    let passes = case("a", Level::Required);
    let off = CaseRecord {
        verdict: Verdict::Unsupported,
        ..passes.clone()
    };
    let (before, after) = pair(vec![passes], vec![off]);
    let (text, worse) = written(&before, &after);
    assert!(worse);
    assert!(
        text.ends_with(
            "worse: 1 case lost\nlost: it passed, and was not run or is not offered any more\n"
        ),
        "{text}"
    );
}

#[test]
fn profiles_that_neither_run_judged_take_one_line() {
    let with_idle = |name: &str| {
        let mut run = run(vec![case("a", Level::Required)], "x");
        for profile in ["q", "r"] {
            let mut other = run.header.suites[0].profiles[0].clone();
            other.profile = format!("s-1/{profile}");
            other.offered = false;
            run.header.suites[0].profiles.push(other);
        }
        file(name, &support::finished(run.header, run.cases))
    };
    let (text, _) = written(&with_idle("a.jsonl"), &with_idle("b.jsonl"));
    assert!(text.contains("\nunsupported in both: s-1/q, r\n"), "{text}");
    assert!(!text.contains("unsupported (0"), "{text}");
    // What one of them judged has a line of its own.
    let judged = file("b.jsonl", &run(vec![case("a", Level::Required)], "x"));
    let (text, _) = written(&judged, &with_idle("b.jsonl"));
    assert!(text.contains("unknown → unsupported (0"), "{text}");
}
