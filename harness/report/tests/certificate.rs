//! Certificates and badges.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{HOSTILE, case, every_kind, failing, file, recorded, run, shard};
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::Run;
use uiconform_report::badge::Badge;
use uiconform_report::certificate::{Artifact, Outcome, Statement, certify, verify};

fn artifact(name: &str, digit: char) -> Artifact {
    Artifact {
        name: name.to_owned(),
        sha256: digit.to_string().repeat(64),
    }
}

fn certified(run: &Run, artifacts: &[Artifact]) -> Result<Statement, String> {
    certify(file("r.jsonl", run), &artifact("r.jsonl", '7'), artifacts)
        .map_err(|refusal| refusal.to_string())
}

fn whole(text: &str) -> Run {
    let mut run = every_kind(text);
    // Two of its cases were not run.
    run.cases.truncate(20);
    let mut whole = self::run(run.cases, text);
    whole.header.driver.url = None;
    whole
}

fn fits(schema: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/forms")
        .join(schema);
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let value: Value = serde_json::from_str(text).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?} in {text}");
}

#[test]
fn certificates_have_the_published_form() {
    for text in HOSTILE {
        let statement = certified(&whole(text), &[artifact("a.whl", 'a')]).unwrap();
        let json = statement.to_text();
        fits("statement.schema.json", &json);
        assert!(
            !json.chars().any(|c| c.is_control() && c != '\n'),
            "{json:?}"
        );
    }
}

#[test]
fn the_verdict_and_the_ids_are_those_of_the_run() {
    let (a, b) = (case("a", Level::Required), case("b", Level::Recommended));
    let passed = certified(&run(vec![a.clone(), b.clone()], "x"), &[]).unwrap();
    assert_eq!(passed.predicate.result, Outcome::Passed);
    assert_eq!(passed.subject[0].name.as_deref(), Some("r.jsonl"));
    let b = failing(b, Verdict::Fail, "no");
    let warned = certified(
        &run(vec![a.clone(), b.clone()], "x"),
        &[artifact("m.whl", '1')],
    )
    .unwrap();
    assert_eq!(warned.predicate.result, Outcome::Warned);
    assert_eq!(warned.predicate.warned_tests, ["s-1/area/file/b"]);
    assert_eq!(warned.subject[0].name.as_deref(), Some("m.whl"));
    let a = failing(a, Verdict::Crash, "no");
    let failed = certified(&run(vec![a, b, recorded("c", "q", "yes")], "x"), &[]).unwrap();
    assert_eq!(failed.predicate.result, Outcome::Failed);
    assert_eq!(failed.predicate.failed_tests, ["s-1/area/file/a"]);
    let text = failed.to_text();
    assert!(
        text.contains(r#"{"id":"s-1/area/file/c","asks":"q","outcome":"yes"}"#),
        "{text}"
    );
}

#[track_caller]
fn refused(change: impl FnOnce(&mut Run), message: &str) {
    let mut run = run(vec![case("a", Level::Required)], "x");
    change(&mut run);
    let error = certified(&run, &[]).unwrap_err();
    assert!(error.contains(message), "{error}");
}

#[test]
fn only_whole_runs_are_certified() {
    refused(
        |run| run.header.selection.baselined = true,
        "excused known failures (--baseline); `uiconform report merge r.jsonl --no-baseline > whole.jsonl` writes",
    );
    refused(
        |run| run.header.driver.embedded = true,
        "it tested the built-in reference, since no driver was given",
    );
    refused(|run| run.trailer.exit = 3, "nothing to certify");
    refused(
        |run| run.trailer.profiles.clear(),
        "the trailer does not say",
    );
    let part = |change: &dyn Fn(&mut Run)| {
        let mut run = run(vec![case("a", Level::Required)], "x");
        change(&mut run);
        certified(&support::finished(run.header, run.cases), &[]).unwrap_err()
    };
    let filtered = part(&|run| run.header.selection.filters.push("*".to_owned()));
    assert!(filtered.contains("only a part was run"), "{filtered}");
    let failures = part(&|run| run.header.selection.failed_only = true);
    assert!(failures.contains("only a part was run"), "{failures}");
    let foreign = part(&|run| run.header.suites[0].foreign = true);
    assert!(foreign.contains("cases came from elsewhere"), "{foreign}");
    let fewer = part(&|run| run.header.suites[0].profiles[0].cases.required = 2);
    assert!(fewer.contains("does not have every case"), "{fewer}");
    let left = part(&|run| run.cases[0].verdict = Verdict::NotRun);
    assert!(left.contains("some cases were not run: stopped"), "{left}");
    let run = run(vec![case("a", Level::Required)], "x");
    let one = shard(&run, 1, 2, run.cases.clone());
    assert!(
        certified(&one, &[])
            .unwrap_err()
            .contains("join the shards first")
    );
    let mut killed = file("r.jsonl", &run);
    killed.trailer = None;
    let error = certify(killed, &artifact("r", '7'), &[]).unwrap_err();
    assert!(error.to_string().contains("it is incomplete"), "{error}");
    let twice = [artifact("m", '1'), artifact("m", '2')];
    assert!(
        certified(&run, &twice)
            .unwrap_err()
            .contains("two artefacts have this name")
    );
}

#[test]
fn a_changed_certificate_does_not_hold() {
    let run = whole("x");
    let (result, artifacts) = (artifact("r.jsonl", '7'), [artifact("m.whl", '1')]);
    let statement = certified(&run, &artifacts).unwrap();
    let text = statement.to_text();
    let checked =
        |text: &str, artifacts: &[Artifact]| verify(text, &statement, &result, artifacts).unwrap();
    let holds = checked(&text, &artifacts);
    assert!(
        holds.differences.is_empty() && holds.unchecked.is_empty(),
        "{holds:?}"
    );
    // Order and blanks are no difference.
    let respelt = serde_json::from_str::<Value>(&text).unwrap().to_string();
    assert!(checked(&respelt, &artifacts).differences.is_empty());
    for (old, new, place) in [
        ("FAILED", "PASSED", "/predicate/result"),
        ("1111", "2222", "/subject/0/digest/sha256"),
        ("7777", "8888", "/predicate/configuration/2/digest/sha256"),
        (
            "\"schema\": 1",
            "\"schema\": 2",
            "/predicate/configuration/2/annotations/schema",
        ),
        ("Statement/v1", "Statement/v0", "/_type"),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text);
        let found = checked(&changed, &artifacts).differences;
        assert!(
            found.iter().any(|line| line.starts_with(place)),
            "{found:?}"
        );
    }
    // What is added is said by nobody.
    let added = text.replacen("{", "{\"note\": \"x\",", 1);
    assert_eq!(
        checked(&added, &artifacts).differences,
        ["/note: the certificate says \"x\", the files say nothing"]
    );
    // Without the artefacts, that they were not checked is said.
    let alone = checked(&text, &[]);
    assert!(alone.differences.is_empty());
    assert_eq!(
        alone.unchecked,
        ["/subject/0: m.whl was not checked; give it by --artifact"]
    );
    let error = |text: &str| {
        verify(text, &statement, &result, &[])
            .unwrap_err()
            .to_string()
    };
    assert!(error("{").contains("it is no certificate"));
    assert!(error("{}").contains("no in-toto Statement"));
    assert!(error(r#"{"payloadType":"x","payload":""}"#).contains("signed envelope"));
}

fn badge(run: &Run) -> Badge {
    let badge = Badge::new(&file("r.jsonl", run), "s-1").unwrap();
    fits("endpoint.schema.json", &badge.to_json());
    let svg = badge.to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let words: String = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(words, format!("{}{}", badge.label, badge.message));
    badge
}

#[test]
fn badges_say_what_holds_and_are_never_grey() {
    let good = run(vec![case("a", Level::Required)], "x");
    let conformant = badge(&good);
    assert_eq!(conformant.message, "p conformant");

    let mut optional = good.clone();
    let mut profile = optional.header.suites[0].profiles[0].clone();
    profile.profile = "s-1/<frames>".to_owned();
    profile.headline = false;
    optional.header.suites[0].profiles.push(profile);
    let mut more = case("b", Level::Required);
    more.profile = "s-1/<frames>".to_owned();
    let mut cases = optional.cases.clone();
    cases.push(more);
    optional.header.selection.cases = 2;
    let optional = badge(&support::finished(optional.header, cases));
    assert_eq!(optional.message, "p conformant + <frames>");

    let bad_run = run(
        vec![failing(case("a", Level::Required), Verdict::Fail, "x")],
        "x",
    );
    let bad = badge(&bad_run);
    assert_eq!(bad.message, "not conformant: p 0/1");

    let mut part = good.clone();
    part.header.selection.filters.push("*".to_owned());
    let part = badge(&support::finished(part.header, part.cases));
    assert_eq!(part.message, "p partial run");

    let mut part_fails = bad_run.clone();
    part_fails.header.selection.filters.push("*".to_owned());
    let part_fails = badge(&support::finished(part_fails.header, part_fails.cases));
    assert_eq!(part_fails.message, "partial run, not conformant: p 0/1");

    let mut left = good.clone();
    left.cases[0].verdict = Verdict::NotRun;
    let left = badge(&support::finished(left.header, left.cases));
    assert_eq!(left.message, "incomplete run");

    let mut killed = file("r.jsonl", &good);
    killed.trailer = None;
    let killed = Badge::new(&killed, "s-1").unwrap();
    assert_eq!(killed.message, "incomplete run");
    assert!(Badge::new(&file("r.jsonl", &good), "s-2").is_none());

    let colors = [&conformant, &optional, &bad, &part, &killed].map(|badge| badge.color);
    assert!(colors[0] == colors[1] && colors[3] == colors[4]);
    for color in colors {
        let channel = |from: usize| u32::from_str_radix(&color[from..from + 2], 16).unwrap();
        let channels = [channel(1), channel(3), channel(5)];
        let spread = channels.iter().max().unwrap() - channels.iter().min().unwrap();
        assert!(spread > 60, "{color} is grey");
    }
}

#[test]
fn a_run_of_chosen_profiles_is_certified_if_none_that_is_offered_is_left_out() {
    let of_profiles = |asked: &str, offers_q: bool| {
        let mut run = run(vec![case("a", Level::Required)], "x");
        let mut other = run.header.suites[0].profiles[0].clone();
        other.profile = "s-1/q".to_owned();
        other.offered = offers_q;
        run.header.suites[0].profiles.push(other);
        run.header.selection.profiles.push(asked.to_owned());
        certified(&support::finished(run.header, run.cases), &[])
    };
    for asked in ["p", "s-1/p"] {
        let certificate = of_profiles(asked, false).unwrap();
        assert_eq!(certificate.predicate.result, Outcome::Passed);
    }
    let error = of_profiles("p", true).unwrap_err();
    assert!(
        error.contains("the driver offers s-1/q, which --profile left out"),
        "{error}"
    );
}
