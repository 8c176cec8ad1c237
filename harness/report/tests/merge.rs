//! Joining shards.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use support::{case, failing, file, finished, run, shard, text};
use uiconform_catalogue::record::{BaselineCounts, BaselineStanding, Baselined, CaseRecord};
use uiconform_catalogue::summary::Conformance;
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::merge::{MergeError, merge, merge_incomplete, release};
use uiconform_report::{ResultFile, Run};

fn cases() -> Vec<CaseRecord> {
    ["a", "b", "c", "d"]
        .map(|name| case(name, Level::Required))
        .into()
}

/// Two shards that share the case `a`, a twin.
fn shards() -> (Run, [Run; 2]) {
    let whole = run(cases(), "x");
    let [a, b, c, d]: [CaseRecord; 4] = cases().try_into().unwrap();
    let one = shard(&whole, 1, 2, vec![a.clone(), c]);
    let two = shard(&whole, 2, 2, vec![a, b, d]);
    (whole, [one, two])
}

fn files(shards: &[Run]) -> Vec<ResultFile> {
    let names = ["one.jsonl", "two.jsonl", "three.jsonl"];
    shards
        .iter()
        .zip(names)
        .map(|(run, name)| file(name, run))
        .collect()
}

fn merged(files: Vec<ResultFile>) -> Result<Run, MergeError> {
    // The plan runs backwards, so that order by id would be seen.
    merge(files, &|id| "dcba".find(&id[id.len() - 1..]))
}

#[track_caller]
fn refused(shards: &[Run], message: &str) {
    let error = merged(files(shards)).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn shards_in_any_order_give_the_whole() {
    let (whole, [one, two]) = shards();
    assert_eq!(one.trailer.profiles[0].conformance, Conformance::Partial);
    let here = merged(files(&[one.clone(), two.clone()])).unwrap();
    let there = merged(files(&[two, one])).unwrap();
    assert_eq!(text(&here), text(&there));
    let mut expected = whole.clone();
    expected.cases.reverse();
    expected.trailer.millis = 10;
    assert_eq!(text(&here), text(&expected));
    assert_eq!(
        here.trailer.profiles[0].conformance,
        Conformance::Conformant
    );
    // What comes out is a result file of a whole run.
    let again = merged(vec![file("whole.jsonl", &here)]).unwrap();
    assert_eq!(text(&again), text(&here));
}

#[test]
fn a_case_of_several_shards_counts_as_where_it_did_worst() {
    let (_, [one, two]) = shards();
    let mut cases = two.cases.clone();
    cases[0] = failing(cases[0].clone(), Verdict::Fail, "no");
    let two = shard(&two, 2, 2, cases);
    for shards in [[one.clone(), two.clone()], [two, one]] {
        let run = merged(files(&shards)).unwrap();
        assert_eq!(run.trailer.exit, 1);
        assert_eq!(run.trailer.profiles[0].failed.required, 1);
    }
}

#[test]
fn what_was_not_run_makes_the_whole_incomplete() {
    let (_, [one, two]) = shards();
    let mut cases = two.cases.clone();
    cases[2].verdict = Verdict::NotRun;
    let two = shard(&two, 2, 2, cases);
    let run = merged(files(&[one, two])).unwrap();
    assert_eq!(run.trailer.exit, 5);
    assert_eq!(run.trailer.stopped.as_deref(), Some("stopped"));
}

#[test]
fn what_does_not_belong_together_is_refused_by_name() {
    let (whole, [one, two]) = shards();
    refused(
        std::slice::from_ref(&one),
        "shard 2 of 2 is missing: given is one.jsonl alone",
    );
    refused(
        &[one.clone(), one.clone()],
        "two.jsonl:1: it is shard 1/2, and so is one.jsonl",
    );
    refused(
        &[one.clone(), two.clone(), two.clone()],
        "three.jsonl:1: it is shard 2/2, and so is two.jsonl",
    );
    refused(
        &[one.clone(), whole],
        "two.jsonl:1: it is of a whole run, not of a shard",
    );
    let changed = |change: &dyn Fn(&mut Run)| {
        let mut two = two.clone();
        change(&mut two);
        [one.clone(), two]
    };
    refused(
        &changed(&|run| run.header.selection.shard.as_mut().unwrap().total = 3),
        "two.jsonl:1: it is shard 2/3, and one.jsonl is of a run of 2 shards",
    );
    refused(
        &changed(&|run| run.header.selection.shard.as_mut().unwrap().index = 3),
        "two.jsonl:1: there is no shard 3/2",
    );
    refused(
        &changed(&|run| run.header.suites[0].digest = format!("sha256:{}", "1".repeat(64))),
        "two.jsonl:1: the suite is s-1 1.0.0 (sha256:111",
    );
    refused(
        &changed(&|run| run.header.selection.timeout = Some("10s".to_owned())),
        "two.jsonl:1: the --timeout is 10s, and in one.jsonl it is not given",
    );
    refused(
        &changed(&|run| run.header.selection.startup_timeout = Some("0".to_owned())),
        "two.jsonl:1: the --startup-timeout is 0, and in one.jsonl it is not given",
    );
    refused(
        &changed(&|run| run.header.driver.name = "y".to_owned()),
        "two.jsonl:1: the implementation is y, and in one.jsonl it is x",
    );
    refused(
        &changed(&|run| run.header.driver.version = "y".to_owned()),
        "the version of the implementation is y",
    );
    refused(
        &changed(&|run| run.header.harness = "9".to_owned()),
        "the version of the harness is 9",
    );
    refused(
        &changed(&|run| run.header.driver.limits.clear()),
        "the list of limits is empty, and in one.jsonl it is x 7",
    );
    refused(
        &changed(&|run| {
            run.header.suites[0].profiles[0].offered = false;
            *run = finished(run.header.clone(), run.cases.clone());
        }),
        "the list of profiles of the suites is s-1/p (4 required, 0 recommended, 0 informative, not offered, headline), and in",
    );
    refused(
        &changed(&|run| run.header.selection.filters.push("a*".to_owned())),
        "the --filter is a*, and in one.jsonl it is empty",
    );
    refused(
        &changed(&|run| run.header.suites[0].foreign = true),
        "it was run with --cases, and one.jsonl without",
    );
    refused(
        &changed(&|run| run.header.selection.strict = true),
        "two.jsonl:1: it was run with --strict, and one.jsonl without",
    );
    // Another machine starts the driver by another path.
    assert!(merged(files(&changed(&|run| run.header.driver.command.clear()))).is_ok());
}

#[test]
fn a_shard_that_was_killed_is_incomplete() {
    let (_, [one, two]) = shards();
    let cut = text(&two);
    let cut = &cut[..cut.trim_end().rfind('\n').unwrap() + 1];
    let files = vec![
        file("one.jsonl", &one),
        ResultFile::read("two.jsonl", cut.as_bytes()).unwrap(),
    ];
    let error = merged(files).unwrap_err();
    assert!(matches!(error, MergeError::Incomplete(_)));
    assert!(
        error.to_string().starts_with("two.jsonl: it is incomplete"),
        "{error}"
    );
}

#[test]
fn a_whole_run_that_was_killed_is_told_as_far_as_it_goes() {
    let whole = text(&run(cases(), "x"));
    let lines: Vec<&str> = whole.lines().take(3).collect();
    let cut = lines.join("\n") + "\n";
    let killed = ResultFile::read("r.jsonl", cut.as_bytes()).unwrap();
    assert!(killed.is_incomplete());
    let told = merged(vec![killed]).unwrap();
    assert_eq!((told.trailer.exit, told.cases.len()), (5, 2));
    assert_eq!(
        told.trailer.stopped.as_deref(),
        Some("the run was killed: its result file ends after 2 of 4 cases")
    );
    assert_eq!(told.trailer.profiles[0].conformance, Conformance::Partial);
    // What comes of it can be read, and is incomplete still.
    let again = file("r.jsonl", &told);
    assert!(again.is_incomplete() && again.check_trailer().is_ok());
}

#[test]
fn missing_shards_are_listed() {
    let (whole, _) = shards();
    let one = shard(&whole, 1, 4, whole.cases.clone());
    refused(
        &[one],
        "shards 2, 3 and 4 of 4 are missing: given is one.jsonl alone",
    );
}

#[test]
fn a_claim_of_many_shards_costs_nothing() {
    let (_, [mut one, _]) = shards();
    one.header.selection.shard.as_mut().unwrap().total = u32::MAX;
    refused(&[one], "of 4294967295 are missing");
}

#[test]
fn what_there_is_of_shards_is_told_as_incomplete() {
    let (_, [one, _]) = shards();
    let why = "shard 2 of 2 is missing".to_owned();
    let files = files(std::slice::from_ref(&one));
    let told = merge_incomplete(files, why.clone(), &|_| None).unwrap();
    let told = told.unwrap();
    assert_eq!(told.trailer.exit, 5);
    assert_eq!(told.trailer.stopped.as_ref(), Some(&why));
    assert_eq!(told.trailer.profiles[0].conformance, Conformance::Partial);
    // It is a result file that says so, whatever is made of it.
    let again = file("r.jsonl", &told);
    assert!(again.is_incomplete() && again.check_trailer().is_ok());
    let mut released = told;
    release(&mut released);
    assert_eq!(released.trailer.exit, 5);
    assert!(
        merge_incomplete(Vec::new(), why, &|_| None)
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_run_that_is_released_from_its_baseline_is_judged_by_itself() {
    let known = Baselined {
        standing: BaselineStanding::Known,
        reason: Some("so".to_owned()),
        was: None,
        note: None,
    };
    let mut held = run(cases(), "x");
    held.cases[0] = failing(held.cases[0].clone(), Verdict::Fail, "no");
    let expected = finished(held.header.clone(), held.cases.clone());
    held.cases[0].baseline = Some(known);
    held.header.selection.baselined = true;
    held.trailer = expected.trailer.clone();
    held.trailer.exit = 0;
    held.trailer.baseline = Some(BaselineCounts {
        known: 1,
        ..BaselineCounts::default()
    });
    release(&mut held);
    assert_eq!(held.trailer.exit, 1);
    assert_eq!(text(&held), text(&expected));
}
