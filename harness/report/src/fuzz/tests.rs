#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::parse;

use super::*;

fn subject() -> FuzzSubject {
    FuzzSubject {
        harness: "1".to_owned(),
        driver: DriverRecord {
            command: vec!["d".to_owned()],
            embedded: false,
            name: "na\u{1b}[2Jme".to_owned(),
            version: "2".to_owned(),
            language: None,
            url: None,
            profiles: Vec::new(),
            features: Vec::new(),
            limits: Default::default(),
            choices: Default::default(),
        },
        profiles: vec!["s-1/p".to_owned()],
        seed: 7,
        first: 0,
    }
}

fn finding() -> FuzzFinding {
    let value = |text| Some(parse(text).unwrap());
    FuzzFinding {
        bucket: "differential, set: accept for reject".to_owned(),
        property: "differential".to_owned(),
        level: Level::Required,
        requirement: Some(("S-1".to_owned(), "It is so.".to_owned())),
        message: "no\u{202e} answer\n::error::x".to_owned(),
        index: 12,
        before: Vec::new(),
        requests: vec![FuzzRequest {
            purpose: "the sequence".to_owned(),
            method: "m".to_owned(),
            model: None,
            events: (1..=20).map(|at| format!(r#"{{"seq":{at}}}"#)).collect(),
        }],
        event: Some(15),
        expected: value(r#"{"a":1}"#),
        got: value(r#"{"a":9007199254740993,"b":"\ud83d"}"#),
        place: Pointer::parse("/a"),
        stderr: "boom\u{7}\n".to_owned(),
        note: None,
        saved: Some(Ok("found/x.json".to_owned())),
        replay: "uiconform fuzz --index 12".to_owned(),
    }
}

fn told(format: FuzzFormat, summary: &FuzzSummary) -> String {
    let mut out = Vec::new();
    let palette = Palette::new(false);
    let mut reporter = fuzz_reporter(format, &mut out, &subject(), palette, None).unwrap();
    reporter.finding(&finding()).unwrap();
    reporter.finish(summary).unwrap();
    drop(reporter);
    String::from_utf8(out).unwrap()
}

fn summary() -> FuzzSummary {
    FuzzSummary {
        execs: 20_000,
        time: Duration::from_millis(2_000),
        buckets: vec![("differential, set: accept for reject".to_owned(), 12, 1_234)],
        counting: 1,
        coverage: vec![(["set", "field", "null", "accept"].map(str::to_owned), 3)],
        ..FuzzSummary::default()
    }
}

#[test]
fn nothing_that_is_told_acts_on_a_terminal() {
    let text = told(FuzzFormat::Pretty, &summary());
    for acting in ['\u{1b}', '\u{202e}', '\u{7}'] {
        assert!(!text.contains(acting), "{text}");
    }
    assert!(
        !text.lines().any(|line| line.trim_start().starts_with("::")),
        "{text}"
    );
}

#[test]
fn a_long_sequence_is_shown_up_to_where_it_shows() {
    let text = told(FuzzFormat::Pretty, &summary());
    assert!(text.contains(r#"event 15  {"seq":15}"#), "{text}");
    assert!(
        !text.contains(r#"{"seq":3}"#) && !text.contains(r#"{"seq":16}"#),
        "{text}"
    );
    assert!(
        text.contains("… 3 events") && text.contains("… 5 events more"),
        "{text}"
    );
    assert!(text.contains("1,234 ×  differential"), "{text}");
    assert!(text.contains("1 finding  (20,000 sequences of "), "{text}");
    assert!(text.contains("10,000 a second"), "{text}");
}

#[test]
fn what_ended_early_says_so() {
    let mut summary = summary();
    (summary.counting, summary.advisory) = (0, 2);
    summary.cut_short = Some("it was stopped".to_owned());
    let text = told(FuzzFormat::Pretty, &summary);
    assert!(
        text.contains(
            "nothing found that costs conformance, 2 findings that do not; it was stopped"
        ),
        "{text}"
    );
}

#[test]
fn values_are_told_as_they_came() {
    let text = told(FuzzFormat::Json, &summary());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].contains(r#""got":{"a":9007199254740993,"b":"\ud83d"}"#),
        "{text}"
    );
    for (line, record) in lines.iter().zip(["header", "finding", "summary"]) {
        assert!(
            line.starts_with(&format!(r#"{{"record":"{record}""#)),
            "{line}"
        );
        parse(line).unwrap();
    }
}
