//! The report on a terminal, from records alone.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod support;

use support::{case, failing, finished, raw, recorded, run};
use uiconform_catalogue::record::{CaseRecord, Exchange, NumberedInput};
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::{Palette, Pretty, PrettyOptions, Reporter as _, Run};

struct Shown {
    full: bool,
    colored: bool,
    columns: Option<usize>,
}

const PLAIN: Shown = Shown {
    full: false,
    colored: false,
    columns: None,
};

fn shown(run: &Run, how: &Shown) -> String {
    let options = PrettyOptions {
        palette: Palette::new(how.colored),
        full: how.full,
        transcript: false,
        replay: "uiconform run --driver d".to_owned(),
    };
    let mut out = Vec::new();
    let mut pretty = Pretty::new(&mut out, &[], options).within(how.columns);
    for record in run.records() {
        pretty.record(&record).unwrap();
    }
    drop(pretty);
    String::from_utf8(out).unwrap()
}

/// A failing case of a requirement.
fn fails(name: &str, level: Level, requirement: &str) -> CaseRecord {
    let mut case = failing(case(name, level), Verdict::Fail, "too red");
    case.requirements = vec![requirement.to_owned()];
    case
}

#[test]
fn what_costs_conformance_comes_first_and_alone_in_full() {
    use Level::{Informative, Recommended, Required};
    let cases = vec![
        fails("a1", Recommended, "S-1-01"),
        fails("a2", Recommended, "S-1-01"),
        fails("b", Required, "S-1-02"),
        fails("c1", Required, "S-1-03"),
        fails("c2", Required, "S-1-03"),
        fails("c3", Recommended, "S-1-03"),
        fails("d", Informative, "S-1-04"),
        recorded("asks", "what then", "this"),
    ];
    let run = run(cases, "x");
    let text = shown(&run, &PLAIN);
    let at = |wanted: &str| {
        text.find(wanted)
            .unwrap_or_else(|| panic!("no {wanted}:\n{text}"))
    };
    assert!(
        text.contains(
            "\n7 cases fail, under 4 requirements: 3 of them in a way that costs conformance\n"
        ),
        "{text}"
    );
    // The strongest first, then the larger.
    assert!(at("FAILED  S-1-03 required, 3 cases") < at("FAILED  S-1-02 required, 1 case"));
    assert!(!text.contains("failed  S-1-01"), "{text}");
    let table = "What fails, by requirement
               required  recommended  informative
  S-1-03              2            1
  S-1-02              1
  S-1-01                           2
  S-1-04                                        1
  in all              3            3            1
  2 of these requirements cost no conformance and stand only here; --full shows their cases
";
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert!(trimmed.join("\n").contains(table), "{text}");
    assert!(
        text.contains("\n1 open point recorded; --full lists them\n"),
        "{text}"
    );
    assert!(
        text.ends_with(
            "not conformant: 3 required, 3 recommended and 1 informative cases fail; the informative one counts for nothing  (5 ms)\n"
        ),
        "{text}"
    );
    // All of it where it is asked for, and red only what counts.
    let full = shown(
        &run,
        &Shown {
            full: true,
            colored: true,
            ..PLAIN
        },
    );
    assert!(
        full.contains("\u{1b}[1m\u{1b}[31mFAILED\u{1b}[0m  \u{1b}[1mS-1-02"),
        "{full:?}"
    );
    assert!(
        full.contains("\u{1b}[33mfailed\u{1b}[0m  \u{1b}[1mS-1-01"),
        "{full:?}"
    );
    assert!(full.contains("what then: this"), "{full}");
    // With --strict, recommended cases count.
    let mut strict = run;
    strict.header.selection.strict = true;
    let strict = shown(&finished(strict.header, strict.cases), &PLAIN);
    assert!(
        strict.contains("FAILED  S-1-01 recommended, 2 cases"),
        "{strict}"
    );
}

#[test]
fn a_lone_recommended_failure_is_shown_in_full() {
    let text = shown(
        &run(vec![fails("a", Level::Recommended, "S-1-01")], "x"),
        &PLAIN,
    );
    assert!(
        text.contains("failed  S-1-01 recommended, 1 case"),
        "{text}"
    );
    assert!(text.contains("    step      1: too red"), "{text}");
}

#[test]
fn choices_stand_before_a_whole_run_only() {
    let mut run = run(vec![case("a", Level::Required)], "x");
    let choice = (|| raw("\"refused\""), "null members");
    run.header.driver.choices = [(choice.1.to_owned(), choice.0())].into();
    assert!(shown(&run, &PLAIN).contains("choice    null members: refused\n"));
    run.header.selection.filters = vec!["*".to_owned()];
    let text = shown(&run, &PLAIN);
    assert!(!text.contains("null members"), "{text}");
    assert!(
        text.contains("choices   the driver declares 1 choice; --full lists them\n"),
        "{text}"
    );
}

#[test]
fn a_late_answer_says_how_to_wait_longer_and_nothing_else_than_happened() {
    let mut late = failing(case("a", Level::Required), Verdict::Timeout, "no answer");
    let failure = late.failure.as_mut().unwrap();
    failure.exit = Some("exit status 0".to_owned());
    failure.hint = None;
    let text = shown(&run(vec![late.clone()], "x"), &PLAIN);
    assert!(
        text.contains("    exit      exit status 0, when its input was closed\n"),
        "{text}"
    );
    assert!(text.contains("--timeout 30s"), "{text}");
    late.failure.as_mut().unwrap().exit = Some("killed by the harness".to_owned());
    let text = shown(&run(vec![late], "x"), &PLAIN);
    assert!(
        text.contains("    exit      killed by the harness\n"),
        "{text}"
    );
}

#[test]
fn changed_numbers_name_their_cases() {
    let cases = (1..6).map(|number| {
        let mut case = case(&format!("c{number}"), Level::Required);
        case.number_lossy = vec!["/a".to_owned()];
        case
    });
    let text = shown(&run(cases.collect(), "x"), &PLAIN);
    let wanted = "in 5 cases numbers came back changed within the same binary64 (RFC 8259, section 6): s-1/area/file/c1, s-1/area/file/c2, s-1/area/file/c3 and 2 more\n";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn two_answers_to_one_request_are_shown_beside_each_other() {
    let mut case = failing(
        case("a", Level::Required),
        Verdict::Nondeterministic,
        "differs",
    );
    let failure = case.failure.as_mut().unwrap();
    (failure.pointer, failure.expected, failure.got) = (None, None, None);
    let said = |id: u32, ok: bool| Exchange {
        purpose: "the case".to_owned(),
        sent: format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m","params":{{"a":1}}}}"#),
        received: Some(format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"ok":{ok}}}}}"#
        )),
    };
    failure.transcript = vec![said(1, true), said(2, false)];
    let text = shown(&run(vec![case], "x"), &PLAIN);
    for wanted in [
        "at        the two answers\n",
        "- the first time   + the second time\n",
        "-   \"ok\": true\n",
        "+   \"ok\": false\n",
    ] {
        assert!(text.contains(wanted), "no {wanted}{text}");
    }
}

#[test]
fn a_wrong_verdict_is_not_explained_by_the_model_after_it() {
    for (message, explained) in [
        ("the event was accepted; it must be rejected", false),
        ("the event was rejected (“no”); it must be accepted", false),
        (
            "the event was accepted, and the model after it is not the expected one",
            true,
        ),
    ] {
        let failed = failing(case("a", Level::Required), Verdict::Fail, message);
        let text = shown(&run(vec![failed], "x"), &PLAIN);
        assert_eq!(text.contains("\n    at "), explained, "{text}");
    }
}

#[test]
fn inputs_that_are_left_out_are_counted() {
    let mut case = failing(case("a", Level::Required), Verdict::Fail, "no");
    let failure = case.failure.as_mut().unwrap();
    let input = |number| NumberedInput {
        number,
        text: format!("<{number}>"),
    };
    failure.inputs = (1..=8).map(input).collect();
    failure.step = None;
    let text = shown(&run(vec![case.clone()], "x"), &PLAIN);
    assert!(
        text.contains("<4>\n              … 4 more inputs\n"),
        "{text}"
    );
    case.failure.as_mut().unwrap().step = Some(5);
    let text = shown(&run(vec![case], "x"), &PLAIN);
    let wanted = "… 3 inputs before\n    input 4   <4>\n    input 5   <5>\n    input 6   <6>\n              … 2 more inputs\n";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn messages_keep_their_lines() {
    let failed = failing(
        case("a", Level::Required),
        Verdict::Fail,
        "one\ntwo\u{1b}[31m",
    );
    let text = shown(&run(vec![failed], "x"), &PLAIN);
    assert!(
        text.contains("1: one\n              two\\u{1b}[31m\n"),
        "{text}"
    );
}

#[test]
fn prose_keeps_within_a_terminal_and_commands_are_left_whole() {
    let long = "a word and another ".repeat(20);
    let mut cases = vec![
        failing(case("a", Level::Required), Verdict::Fail, &long),
        failing(case("b", Level::Recommended), Verdict::Crash, &long),
    ];
    cases[1].requirements = vec!["S-1-02".to_owned()];
    let run = run(cases, "x");
    let how = Shown {
        full: true,
        colored: false,
        columns: Some(70),
    };
    let text = shown(&run, &how);
    let prose = text
        .lines()
        .filter(|line| {
            !["case ", "show ", "replay "]
                .iter()
                .any(|name| line.trim_start().starts_with(name))
        })
        // The difference is of lines already.
        .filter(|line| !line.starts_with("      "));
    for line in prose {
        assert!(line.chars().count() <= 70, "{line}\n{text}");
    }
    assert!(
        text.contains(
            "\n    replay    uiconform run --driver d --filter s-1/area/file/a --transcript\n"
        ),
        "{text}"
    );
    // In a pipe, a line is what it is.
    let piped = shown(&run, &PLAIN);
    assert!(
        piped
            .lines()
            .any(|line| line.starts_with("    why ") && line.len() > 300),
        "{piped}"
    );
}

#[test]
fn profiles_that_were_not_judged_take_one_line() {
    let mut run = run(vec![case("a", Level::Required)], "x");
    let profile = run.header.suites[0].profiles[0].clone();
    for name in ["q", "r"] {
        let mut other = profile.clone();
        other.profile = format!("s-1/{name}");
        other.offered = false;
        run.header.suites[0].profiles.push(other);
    }
    let text = shown(&finished(run.header, run.cases), &PLAIN);
    assert!(text.contains("\nunsupported: s-1/q, r\n"), "{text}");
}
