#![allow(clippy::unwrap_used)] // A test says what it expects.

use super::*;
use crate::Level;
use crate::record::{
    BaselineStanding, CaseRecord, DriverRecord, Failure, Header, Selection, SuiteRecord,
};

const TEXT: &str = r#"# Kept by the team.
schema = 1

[suites.s]
version = "1.0.0"   # the first
digest = "sha256:00"

# Until the rewrite.
[[failure]]
case = "s/a/f/one"
verdict = "fail"
fingerprint = "print"
reason = "a reason"   # and more

[[failure]]
case = "s/a/f/two"
reason = "another one"
verdict = "crash"
"#;

fn baseline() -> Baseline {
    Baseline::parse("b.toml", TEXT).unwrap()
}

fn case(id: &str, verdict: Verdict, fingerprint: &str) -> CaseRecord {
    CaseRecord {
        id: id.to_owned(),
        profile: "s/p".to_owned(),
        level: Level::Required,
        requirements: Vec::new(),
        verdict,
        recorded: None,
        number_lossy: Vec::new(),
        beyond_limit: false,
        failure: verdict.is_failure().then(|| Failure {
            fingerprint: fingerprint.to_owned(),
            message: "it differs\nmore".to_owned(),
            at_any_level: false,
            why: String::new(),
            place: String::new(),
            step: Some(2),
            inputs: Vec::new(),
            pointer: None,
            expected: None,
            got: None,
            transcript: Vec::new(),
            stderr: String::new(),
            exit: None,
            hint: None,
        }),
        baseline: None,
        micros: 0,
    }
}

fn header(strict: bool) -> Header {
    Header {
        schema: crate::record::SCHEMA_VERSION,
        harness: "0".to_owned(),
        suites: vec![SuiteRecord {
            suite: "s".to_owned(),
            version: "1.1.0".to_owned(),
            digest: "sha256:11".to_owned(),
            foreign: false,
            profiles: Vec::new(),
        }],
        selection: Selection {
            strict,
            ..Selection::default()
        },
        driver: DriverRecord::default(),
    }
}

fn standing(id: &str, verdict: Verdict, fingerprint: &str) -> Option<BaselineStanding> {
    let baseline = baseline();
    let against = Gate::new(&baseline, &[], false).against(&case(id, verdict, fingerprint));
    against.map(|baselined| baselined.standing)
}

#[test]
fn a_failure_is_known_by_its_case_its_verdict_and_its_fingerprint() {
    use BaselineStanding::{Changed, Fixed, Known, New};
    assert_eq!(standing("s/a/f/one", Verdict::Fail, "print"), Some(Known));
    assert_eq!(standing("s/a/f/one", Verdict::Fail, "other"), Some(Changed));
    assert_eq!(
        standing("s/a/f/one", Verdict::Crash, "print"),
        Some(Changed)
    );
    assert_eq!(standing("s/a/f/one", Verdict::Pass, ""), Some(Fixed));
    assert_eq!(
        standing("s/a/f/one", Verdict::Unsupported, ""),
        Some(Changed)
    );
    assert_eq!(standing("s/a/f/one", Verdict::NotRun, ""), None);
    // Its entry has no fingerprint.
    for fingerprint in ["", "crash (exit 3)"] {
        let known = standing("s/a/f/two", Verdict::Crash, fingerprint);
        assert_eq!(known, Some(Known));
    }
    assert_eq!(standing("s/a/f/two", Verdict::Fail, ""), Some(Changed));
    assert_eq!(standing("s/a/f/three", Verdict::Fail, "print"), Some(New));
    assert_eq!(standing("s/a/f/three", Verdict::Pass, ""), None);
}

#[test]
fn a_failure_that_costs_nothing_is_new_to_no_baseline() {
    let baseline = baseline();
    let mut recommended = case("s/a/f/three", Verdict::Fail, "print");
    recommended.level = Level::Recommended;
    let against = |strict| Gate::new(&baseline, &[], strict).against(&recommended);
    assert_eq!(against(false), None);
    assert_eq!(against(true).unwrap().standing, BaselineStanding::New);
}

#[test]
fn an_update_keeps_what_people_wrote() {
    let cases = [
        case("s/a/f/three", Verdict::Unproven, "unproven"),
        case("s/a/f/two", Verdict::Crash, ""),
        case("s/a/f/one", Verdict::Fail, "other"),
        case("s/a/f/four", Verdict::Pass, ""),
    ];
    let updated = baseline().updated(&header(false), &cases, &[]).unwrap();
    let expected = TEXT
        .replace("\"1.0.0\"", "\"1.1.0\"")
        .replace("sha256:00", "sha256:11")
        .replace("\"print\"", "\"other\"");
    // What has not changed stays byte by byte.
    let expected = expected
        + "\n[[failure]]\ncase = \"s/a/f/three\"\nverdict = \"unproven\"\nfingerprint = \"unproven\"\nreason = \"unexplained: unproven\"\n";
    assert_eq!(updated.text, expected);
    assert_eq!(
        updated.changes,
        Changes {
            kept: 1,
            added: vec!["s/a/f/three".to_owned()],
            changed: vec!["s/a/f/one".to_owned()],
            ..Changes::default()
        }
    );
    let again = Baseline::parse("b.toml", &updated.text).unwrap();
    assert_eq!(again.unexplained(), 1);
    let same = again.updated(&header(false), &cases, &[]).unwrap();
    assert_eq!(same.text, updated.text);
    assert_eq!(same.changes.kept, 3);
}

#[test]
fn what_does_not_fail_any_more_is_taken_out_and_comments_before_it_stay() {
    let cases = [case("s/a/f/two", Verdict::Crash, "")];
    let updated = baseline().updated(&header(false), &cases, &[]).unwrap();
    let start = TEXT.find("[[failure]]").unwrap();
    let end = TEXT.find("\n[[failure]]\ncase = \"s/a/f/two\"").unwrap();
    let expected = format!("{}{}", &TEXT[..start], &TEXT[end..])
        .replace("\"1.0.0\"", "\"1.1.0\"")
        .replace("sha256:00", "sha256:11");
    assert_eq!(updated.text, expected);
    assert_eq!(
        updated.changes.removed,
        [Removed {
            case: "s/a/f/one".to_owned(),
            reason: "a reason".to_owned(),
            why: Gone::Passes
        }]
    );
    let none = baseline().updated(&header(false), &[], &[]).unwrap();
    assert!(none.text.contains("# Until the rewrite."), "{}", none.text);
    assert!(none.text.ends_with("rewrite.\n"), "{}", none.text);
    let none = Baseline::parse("b.toml", &none.text).unwrap();
    assert!(none.entries().is_empty());
}

#[test]
fn every_comment_and_every_line_end_survives_a_change() {
    let text = TEXT
        .replace("schema = 1", "schema = 1 # of the form")
        .replace("[suites.s]", "[suites.s] # the suite")
        .replace("digest =", "# By which it is known.\ndigest  =")
        .replace("[[failure]]", "  [[failure]] # an entry")
        .replace(
            "verdict = \"fail\"",
            "  # It fails.\n  verdict   = 'fail'  # so far",
        )
        .replace(
            "fingerprint = \"print\"",
            "# By this.\n\tfingerprint = \"print\" # as of May",
        )
        .replace("verdict = \"crash\"", "verdict = \"\"\"crash\"\"\" # odd");
    let text = text + "# The end.\n";
    let cases = [
        case("s/a/f/one", Verdict::Timeout, "other"),
        case("s/a/f/two", Verdict::Fail, "x"),
        case("s/a/f/three", Verdict::Fail, "y"),
    ];
    for (mark, end) in [("", "\n"), ("\u{feff}", "\r\n")] {
        let given = mark.to_owned() + &text.replace('\n', end);
        let baseline = Baseline::parse("b.toml", &given).unwrap();
        let updated = baseline.updated(&header(false), &cases, &[]).unwrap();
        let expected = text
            .replace("\"1.0.0\"", "\"1.1.0\"")
            .replace("sha256:00", "sha256:11")
            .replace("'fail'", "\"timeout\"")
            .replace("\"print\"", "\"other\"")
            .replace("\"\"\"crash\"\"\" # odd\n", "\"fail\" # odd\n")
            + "\n[[failure]]\ncase = \"s/a/f/three\"\nverdict = \"fail\"\nfingerprint = \"y\"\nreason = \"unexplained: step 2: it differs\"\n";
        assert_eq!(updated.text, mark.to_owned() + &expected.replace('\n', end));
        assert_eq!(updated.changes.changed.len(), 2);
    }
}

#[test]
fn an_entry_is_no_success_where_the_profile_is_not_offered_any_more() {
    let unsupported = case("s/a/f/one", Verdict::Unsupported, "");
    let baseline = baseline();
    let against = Gate::new(&baseline, &[], false)
        .against(&unsupported)
        .unwrap();
    let sentence = against.sentence(unsupported.verdict);
    assert!(
        sentence.starts_with("not judged, since the driver does not offer"),
        "{sentence}"
    );
    assert!(against.deviates());
    let updated = baseline
        .updated(&header(false), &[unsupported], &[])
        .unwrap();
    let why: Vec<&Gone> = updated
        .changes
        .removed
        .iter()
        .map(|removed| &removed.why)
        .collect();
    assert_eq!(why, [&Gone::NotOffered, &Gone::Passes]);
}

#[test]
fn what_cannot_be_changed_in_its_form_is_left_alone() {
    let inline =
        "schema = 1\nfailure = [{case = \"s/a/f/one\", verdict = \"fail\", reason = \"so\"}]\n";
    let baseline = Baseline::parse("b.toml", inline).unwrap();
    let error = baseline
        .updated(&header(false), &[], &[])
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("b.toml:2:20: only entries that are blocks"),
        "{error}"
    );
    let inline = "schema = 1\nsuites = {t = {version = \"1.0.0\", digest = \"d\"}}\n";
    let baseline = Baseline::parse("b.toml", inline).unwrap();
    let error = baseline
        .updated(&header(false), &[], &[])
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("cannot be brought up to date as it is written"),
        "{error}"
    );
}

#[test]
fn what_is_wrong_with_a_file_is_said_in_words() {
    let entry = "[[failure]]\ncase = \"s/a/f/one\"\nverdict = \"fail\"\nreason = \"so\"\n";
    for (text, message) in [
        (
            "",
            "b.toml:1:1: the file is empty; a baseline has at least the line `schema = 1`",
        ),
        (
            "schema = \"1\"",
            "b.toml:1:10: invalid type: string \"1\", expected a whole number",
        ),
        (
            "schema = -1",
            "b.toml:1:10: invalid value: integer `-1`, expected a whole number",
        ),
        (
            "schema = 1\n[suites.s]\nversion = \"banana\"\ndigest = \"d\"\n",
            "b.toml:3:11: `banana` is no version; write one such as 1.0.0",
        ),
        (
            &format!("schema = 1\n{}", entry.replace("\"fail\"", "\"failed\"")),
            "b.toml:4:11: `failed` is no failure; expected one of fail, crash",
        ),
        (
            "schema = 1\nfailure = [1]\n",
            "b.toml:2:12: invalid type: integer `1`, expected a block [[failure]]",
        ),
    ] {
        let error = Baseline::parse("b.toml", text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn entries_of_suites_that_were_not_run_stay() {
    let text = TEXT.replace("s/a/f/two", "t/a/f/two");
    let baseline = Baseline::parse("b.toml", &text).unwrap();
    let updated = baseline.updated(&header(false), &[], &[]).unwrap();
    assert!(updated.text.contains("t/a/f/two"), "{}", updated.text);
    assert_eq!(updated.changes.kept, 1);
    assert_eq!(updated.changes.removed.len(), 1);
}

#[test]
fn a_new_baseline_reads_well() {
    let mut recommended = case("s/a/f/five", Verdict::Fail, "print");
    recommended.level = Level::Recommended;
    let cases = [case("s/a/f/one", Verdict::Fail, "print"), recommended];
    let updated = Baseline::empty("b.toml")
        .updated(&header(false), &cases, &[])
        .unwrap();
    let body = updated.text.strip_prefix(update::HEAD).unwrap();
    assert_eq!(
        body,
        r#"
schema = 1

[suites.s]
version = "1.1.0"
digest = "sha256:11"

[[failure]]
case = "s/a/f/one"
verdict = "fail"
fingerprint = "print"
reason = "unexplained: step 2: it differs"
"#
    );
    let strict = Baseline::empty("b.toml")
        .updated(&header(true), &cases, &[])
        .unwrap();
    assert_eq!(strict.changes.added.len(), 2);
}
