//! Every form of a run is well-formed and says the same, whatever a driver says.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser};
use roxmltree::{Document, Node};
use support::{HOSTILE, case, every_kind, failing, rendered, run};
use uiconform_catalogue::record::{BaselineStanding, Baselined, CaseRecord, KnownFailure};
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::{Format, Palette, Pretty, PrettyOptions, Reporter as _, Run};

/// An element: its name, the attributes that it must have, those that it may have, its children.
type Element = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

/// The elements of JUnit XML in the strictest schema in use.
const ELEMENTS: [Element; 9] = [
    (
        "testsuites",
        &[],
        &["name", "time", "tests", "failures", "errors"],
        &["testsuite"],
    ),
    (
        "testsuite",
        &["name", "tests", "failures", "errors"],
        &[
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "url",
        ],
        &["properties", "testcase", "system-out", "system-err"],
    ),
    ("properties", &[], &[], &["property"]),
    ("property", &["name", "value"], &[], &[]),
    (
        "testcase",
        &["name"],
        &["time", "classname", "group"],
        &["skipped", "error", "failure", "system-out", "system-err"],
    ),
    ("skipped", &[], &["type", "message"], &[]),
    ("failure", &[], &["type", "message"], &[]),
    ("error", &[], &["type", "message"], &[]),
    ("system-out", &[], &[], &[]),
];

fn check_element(node: Node<'_, '_>) {
    let name = match node.tag_name().name() {
        "system-err" => "system-out",
        name => name,
    };
    let (_, needed, allowed, children) = ELEMENTS
        .iter()
        .find(|(element, ..)| *element == name)
        .unwrap_or_else(|| panic!("unknown element {name}"));
    for attribute in needed.iter() {
        assert!(node.has_attribute(*attribute), "{name} needs {attribute}");
    }
    for attribute in node.attributes() {
        let attribute = attribute.name();
        assert!(
            needed.contains(&attribute) || allowed.contains(&attribute),
            "{name} has no attribute {attribute}"
        );
    }
    if let Some(time) = node.attribute("time") {
        let (whole, part) = time.split_once('.').unwrap();
        assert!(
            name == "testcase" || part.len() == 3,
            "{name} is timed in milliseconds"
        );
        assert!(
            whole
                .bytes()
                .chain(part.bytes())
                .all(|byte| byte.is_ascii_digit())
        );
    }
    let mut results = 0;
    for child in node.children().filter(Node::is_element) {
        let child_name = child.tag_name().name();
        assert!(children.contains(&child_name), "{child_name} in {name}");
        results += usize::from(matches!(child_name, "skipped" | "error" | "failure"));
        check_element(child);
    }
    assert!(results <= 1, "a testcase has one result");
    if name == "testsuite" || name == "testsuites" {
        let count = |element: &str| {
            node.descendants()
                .filter(|node| node.has_tag_name(element))
                .count()
                .to_string()
        };
        for (attribute, element) in [
            ("tests", "testcase"),
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ] {
            if let Some(told) = node.attribute(attribute) {
                assert_eq!(told, count(element), "{attribute} of {name}");
            }
        }
    }
}

fn check_junit(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(document.root_element().has_tag_name("testsuites"));
    check_element(document.root_element());
}

/// The grammar of TAP 14 for what has no subtests: a version, a plan, tests each with at most one block of YAML, comments.
fn check_tap(text: &str, cases: usize) {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("TAP version 14"));
    // A run that is incomplete bails out, and has no plan.
    let is_incomplete = text.lines().any(|line| line.starts_with("Bail out! "));
    if is_incomplete {
        assert!(text.lines().next_back().unwrap().starts_with("Bail out! "));
    } else {
        assert!(lines.next().unwrap().starts_with(&format!("1..{cases}")));
    }
    let (mut number, mut in_yaml, mut may_yaml) = (0, false, false);
    for line in lines {
        if in_yaml {
            assert!(line.starts_with("  "), "{line:?} in a block of YAML");
            in_yaml = line != "  ...";
        } else if line == "  ---" {
            assert!(may_yaml, "a block of YAML without a test");
            (in_yaml, may_yaml) = (true, false);
        } else if !(line.starts_with('#') || is_incomplete && line.starts_with("Bail out!")) {
            number += 1;
            let rest = line.strip_prefix("not ").unwrap_or(line);
            let begin = format!("ok {number} - ");
            assert!(rest.starts_with(&begin), "{line:?}");
            may_yaml = true;
        }
    }
    assert!(!in_yaml);
    assert_eq!(number, cases);
}

/// The markup of a text, without its words.
fn markup(text: &str) -> Vec<String> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
        .filter_map(|event| match event {
            Event::Text(_) => None,
            Event::Code(_) => Some("code".to_owned()),
            Event::SoftBreak => Some("break".to_owned()),
            other => Some(format!("{other:?}")),
        })
        .collect()
}

/// The commands that GitHub would take from a log, as its runner finds them.
fn commands(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| line.trim_start().starts_with("::") || line.contains("##["))
        .collect()
}

fn check_github(text: &str) {
    for line in commands(text) {
        let (command, data) = line[2..].split_once("::").unwrap();
        let (kind, properties) = command.split_once(' ').unwrap();
        assert!(line.starts_with("::"), "{line}");
        assert!(["error", "warning", "notice"].contains(&kind), "{line}");
        for property in properties.split(',') {
            let (name, value) = property.split_once('=').unwrap();
            assert!(["file", "line", "col", "title"].contains(&name), "{line}");
            assert!(!value.is_empty() && !value.contains(':'), "{line}");
        }
        assert!(!data.is_empty());
    }
    for line in text.lines() {
        assert!(
            line.starts_with("::") || line.starts_with("uiconform: "),
            "{line}"
        );
    }
}

fn check_all(text: &str) {
    let run = every_kind(text);
    for format in Format::ALL {
        let form = rendered(format, &run);
        assert!(
            !form.chars().any(|c| c.is_control() && c != '\n'),
            "{format:?} holds a character that acts: {form:?}"
        );
        if format != Format::Github {
            assert_eq!(commands(&form), [""; 0], "{format:?} of {text:?}");
        }
        match format {
            Format::Junit => check_junit(&form),
            Format::Tap => check_tap(&form, run.cases.len()),
            Format::Github => check_github(&form),
            Format::Markdown => {}
        }
    }
    let told = support::text_as_told(&run);
    assert_eq!(commands(&told), [""; 0], "of {text:?}");
    let mut run = run;
    for recorded in run
        .cases
        .iter_mut()
        .filter_map(|case| case.recorded.as_mut())
    {
        // The name of an outcome is the suite's, and no driver has a say in it.
        recorded.outcome = "outcome".to_owned();
    }
    assert_eq!(commands(&pretty(&run)), [""; 0], "of {text:?}");
}

/// The report for people, with all that a driver said.
fn pretty(run: &Run) -> String {
    let options = PrettyOptions {
        palette: Palette::new(false),
        full: true,
        transcript: true,
        replay: "uiconform run".to_owned(),
    };
    let mut text = Vec::new();
    let mut pretty = Pretty::new(&mut text, &[], options);
    for record in run.records() {
        pretty.record(&record).unwrap();
    }
    drop(pretty);
    String::from_utf8(text).unwrap()
}

#[test]
fn hostile_texts_stay_text() {
    for text in HOSTILE {
        check_all(text);
        // Empty and blank texts are told in words, which are not code.
        if !text.trim().is_empty() {
            assert_eq!(
                markup(&rendered(Format::Markdown, &every_kind(text))),
                markup(&rendered(Format::Markdown, &every_kind("plain"))),
                "{text:?} became markup"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_stays_text(
        text in "(\\PC|[\\x00-\\x1f`|<>&#:%\\[\\]*_~\\\\$@!.-]|\n|```|::|\\]\\]>|##\\[){0,40}",
        cut in 0usize..24,
    ) {
        check_all(&text);
        let mut run = every_kind(&format!("x{text}"));
        let mut plain = every_kind("x");
        run.cases.truncate(cut);
        plain.cases.truncate(cut);
        prop_assert_eq!(
            markup(&rendered(Format::Markdown, &run)),
            markup(&rendered(Format::Markdown, &plain))
        );
        check_tap(&rendered(Format::Tap, &run), cut.min(22));
        check_junit(&rendered(Format::Junit, &run));
    }
}

#[test]
fn only_what_costs_conformance_is_red() {
    let cases = vec![
        failing(case("a", Level::Required), Verdict::Fail, "no"),
        failing(case("b", Level::Recommended), Verdict::Fail, "no"),
        failing(case("c", Level::Required), Verdict::Crash, "no"),
        failing(case("d", Level::Informative), Verdict::BadAnswer, "no"),
    ];
    let mut run = run(cases, "x");
    let junit = rendered(Format::Junit, &run);
    assert!(
        junit.contains(r#"tests="4" failures="1" errors="1" skipped="2""#),
        "{junit}"
    );
    let tap = rendered(Format::Tap, &run);
    assert!(tap.contains("\nnot ok 1 - s-1/area/file/a\n"), "{tap}");
    assert!(
        tap.contains("\nnot ok 2 - s-1/area/file/b # TODO recommended"),
        "{tap}"
    );
    let github = rendered(Format::Github, &run);
    assert_eq!(github.matches("::error ").count(), 2, "{github}");
    assert_eq!(github.matches("::warning ").count(), 2, "{github}");
    assert!(
        github.contains("::error file=cases/area/file.json,line=7,col=5,title=fail s-1/area/file/a::step 1: no%0A"),
        "{github}"
    );

    run.header.selection.strict = true;
    let junit = rendered(Format::Junit, &run);
    assert!(
        junit.contains(r#"tests="4" failures="2" errors="1" skipped="1""#),
        "{junit}"
    );

    // A crash counts at every level.
    run.cases[3].failure.as_mut().unwrap().at_any_level = true;
    let junit = rendered(Format::Junit, &run);
    assert!(
        junit.contains(r#"tests="4" failures="2" errors="2" skipped="0""#),
        "{junit}"
    );
}

#[test]
fn a_failure_tells_all_that_helps() {
    let run = run(
        vec![failing(
            case("a", Level::Required),
            Verdict::Fail,
            "too red",
        )],
        "x",
    );
    for format in [Format::Junit, Format::Tap, Format::Markdown] {
        let form = rendered(format, &run).replace("&apos;", "'");
        for wanted in [
            "too red",
            "why       too red",
            "step      1",
            "cases/area/file.json:7:5",
            "replay    uiconform run --driver 'a b' --filter s-1/area/file/a --transcript",
        ] {
            assert!(form.contains(wanted), "{format:?} lacks {wanted}:\n{form}");
        }
    }
}

#[test]
fn github_shows_ten_of_a_kind_and_the_number_of_the_rest() {
    let some = |number: usize| {
        let cases = (0..number).map(|index| {
            failing(
                case(&format!("c{index}"), Level::Required),
                Verdict::Fail,
                "no",
            )
        });
        rendered(Format::Github, &run(cases.collect(), "x"))
    };
    let ten = some(10);
    assert_eq!(commands(&ten).len(), 10);
    assert!(!ten.contains("more cases"));
    let eleven = some(11);
    assert_eq!(commands(&eleven).len(), 10);
    assert!(
        eleven.contains("::error title=uiconform::2 more cases fail"),
        "{eleven}"
    );
}

#[test]
fn what_is_out_of_date_in_a_baseline_is_told_apart_from_what_fails() {
    let with = |mut case: CaseRecord, standing| {
        case.baseline = Some(Baselined {
            standing,
            reason: Some("so".to_owned()),
            was: Some(KnownFailure {
                verdict: Verdict::Fail,
                fingerprint: String::new(),
            }),
            note: None,
        });
        case
    };
    let name = |index: usize| format!("c{index}");
    let mut cases: Vec<CaseRecord> = (0..20)
        .map(|index| failing(case(&name(index), Level::Required), Verdict::Fail, "no"))
        .map(|case| with(case, BaselineStanding::New))
        .collect();
    cases.extend(
        (20..25).map(|index| with(case(&name(index), Level::Required), BaselineStanding::Fixed)),
    );
    let github = rendered(Format::Github, &run(cases, "x"));
    assert_eq!(github.matches("::error ").count(), 10, "{github}");
    assert!(
        github.contains("uiconform::14 more cases fail;"),
        "{github}"
    );
    assert!(
        github.contains("uiconform::3 more entries of the baseline are out of date;"),
        "{github}"
    );
    assert!(
        github.contains(
            "title=passes now%3A s-1/area/file/c20::passes now, so take it out of the baseline"
        ),
        "{github}"
    );
    assert!(
        github.contains("%0Acase: s-1/area/file/c20%0Areplay: "),
        "{github}"
    );
}

#[test]
fn every_form_has_the_verdict_and_an_incomplete_run_looks_like_none_that_went_well() {
    let passes = run(vec![case("a", Level::Required)], "x");
    assert!(rendered(Format::Github, &passes).ends_with("\nuiconform: conformant\n"));
    assert!(rendered(Format::Tap, &passes).ends_with("\n# conformant\n"));
    let summary = rendered(Format::Markdown, &passes);
    assert_eq!(
        summary.lines().nth(2),
        Some("**Verdict: conformant**"),
        "{summary}"
    );

    let mut left = case("b", Level::Required);
    left.verdict = Verdict::NotRun;
    let stopped = run(vec![case("a", Level::Required), left], "x");
    let tap = rendered(Format::Tap, &stopped);
    assert!(!tap.contains("\n1.."), "{tap}");
    assert!(tap.ends_with("\nBail out! stopped\n"), "{tap}");
    let junit = rendered(Format::Junit, &stopped);
    assert!(
        junit.contains(r#"tests="3" failures="0" errors="1""#),
        "{junit}"
    );
    assert!(junit.contains(r#"name="the run is complete""#), "{junit}");
    let github = rendered(Format::Github, &stopped);
    assert!(
        github.starts_with("::error title=uiconform::the run is incomplete: stopped\n"),
        "{github}"
    );
}

#[test]
fn every_form_says_that_a_profile_is_missing() {
    for text in ["q", "::error::pwned", "**a** | <b>"] {
        let mut asked = run(vec![case("a", Level::Required)], "x");
        let names = &mut asked.header.selection.profiles;
        names.extend(["p".to_owned(), text.to_owned()]);
        asked.trailer.exit = 1;
        let sentence = "was asked for, and the driver does not offer it";
        let junit = rendered(Format::Junit, &asked);
        check_junit(&junit);
        assert!(
            junit.contains(r#"tests="2" failures="0" errors="1""#),
            "{junit}"
        );
        let tap = rendered(Format::Tap, &asked);
        check_tap(&tap, 2);
        assert!(tap.contains("\nnot ok 2 - profile "), "{tap}");
        let github = rendered(Format::Github, &asked);
        check_github(&github);
        assert!(
            github.starts_with("::error title=uiconform::profile "),
            "{github}"
        );
        let summary = rendered(Format::Markdown, &asked);
        assert!(summary.contains("\n**Missing:** profile `"), "{summary}");
        assert_eq!(commands(&summary), [""; 0], "{summary}");
        let told = pretty(&asked);
        assert!(
            told.contains("not conformant; a profile that was asked for is not offered"),
            "{told}"
        );
        for form in [junit, tap, github, summary, told] {
            assert!(form.contains(sentence), "{form}");
        }
    }
}

#[test]
fn the_built_in_reference_is_called_so() {
    let mut embedded = run(vec![case("a", Level::Required)], "x");
    embedded.header.driver.embedded = true;
    let words = "conformant (the built-in reference, since no driver was given)";
    for form in [
        rendered(Format::Markdown, &embedded),
        rendered(Format::Tap, &embedded),
        rendered(Format::Github, &embedded),
        pretty(&embedded),
    ] {
        assert!(form.contains(words), "{form}");
    }
}

#[test]
fn what_is_known_is_one_notice_and_profiles_without_numbers_take_one_line() {
    let mut known = run(vec![fails_as_known("a"), fails_as_known("b")], "x");
    let mut other = known.header.suites[0].profiles[0].clone();
    other.profile = "s-1/q".to_owned();
    other.offered = false;
    known.header.suites[0].profiles.push(other);
    let known = support::finished(known.header, known.cases);
    let github = rendered(Format::Github, &known);
    assert!(
        github.starts_with("::notice title=uiconform::2 known failures, as the baseline says"),
        "{github}"
    );
    assert_eq!(github.matches("\n::").count(), 0, "{github}");
    let summary = rendered(Format::Markdown, &known);
    assert!(
        summary.contains("\nProfiles unsupported: `s-1/q`.\n"),
        "{summary}"
    );
    assert_eq!(summary.matches("| level |").count(), 1, "{summary}");
}

fn fails_as_known(name: &str) -> CaseRecord {
    let known = Baselined {
        standing: BaselineStanding::Known,
        reason: Some("so".to_owned()),
        was: None,
        note: None,
    };
    CaseRecord {
        baseline: Some(known),
        ..failing(case(name, Level::Required), Verdict::Fail, "no")
    }
}

#[test]
fn a_summary_fits_into_what_github_takes() {
    let long = "x".repeat(5_000);
    let cases = (0..2_000).map(|index| {
        let mut case = failing(
            case(&format!("c{index}"), Level::Required),
            Verdict::Fail,
            &long,
        );
        case.requirements = vec![format!("S-{index}")];
        case
    });
    let summary = rendered(Format::Markdown, &run(cases.collect(), "x"));
    assert!(summary.len() < 1024 * 1024, "{}", summary.len());
}
