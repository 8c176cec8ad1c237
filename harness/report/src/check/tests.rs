#![allow(clippy::unwrap_used)] // A test says what it expects.

use serde_json::Value;

use super::*;

const HOSTILE: &str = "]]>&<\"'\u{1b}[31m\n::error::x\r##[group]\u{202e}%0A|`";

fn subject(input: &str) -> CheckSubject {
    CheckSubject {
        input: input.to_owned(),
        suite: "agentue-1.1".to_owned(),
        harness: "0.1.0".to_owned(),
    }
}

fn finding(rule: &str, level: Level, event: usize) -> CheckFinding {
    CheckFinding {
        rule: rule.to_owned(),
        requirement: Some("What the rule says.".to_owned()),
        level,
        event,
        at_end: false,
        offset: 120,
        line: 3,
        column: 7,
        stream: HOSTILE.to_owned(),
        pointer: "/seq".to_owned(),
        expected: Some("more than 2".to_owned()),
        problem: None,
        got: HOSTILE.to_owned(),
        why: "It would be seen twice.".to_owned(),
    }
}

/// What a check with two findings of one rule and one of another tells in that format.
fn told(format: CheckFormat, input: &str) -> String {
    let mut out = Vec::new();
    let mut reporter =
        check_reporter(format, &mut out, subject(input), Palette::new(false), None).unwrap();
    let findings = [
        finding("AUE-4.1-03", Level::Required, 3),
        finding("AUE-4.1-03", Level::Required, 4),
        CheckFinding {
            problem: Some(HOSTILE.to_owned()),
            at_end: true,
            ..finding("AUE-5.5-03", Level::Recommended, 9)
        },
    ];
    let mut summary = CheckSummary {
        events: 9,
        streams: 2,
        failed: true,
        judged_in_part: 4,
        help: BTreeMap::from([("AUE-5.5-03".to_owned(), "A page.".to_owned())]),
        statistics: vec![("largest event".to_owned(), 77)],
        ..CheckSummary::default()
    };
    for finding in &findings {
        reporter.finding(finding).unwrap();
        *summary.findings.entry(finding.level).or_default() += 1;
    }
    reporter.finish(&summary).unwrap();
    drop(reporter);
    String::from_utf8(out).unwrap()
}

#[test]
fn pretty_tells_place_and_reason_and_no_string_acts() {
    let text = told(CheckFormat::Pretty, "a.jsonl");
    assert!(
        text.contains("AUE-4.1-03  line 3, event 3, stream"),
        "{text}"
    );
    assert!(text.contains("byte 120"), "{text}");
    assert!(text.contains("after event 9"), "{text}");
    assert!(text.contains("largest event  77"), "{text}");
    assert!(
        text.contains("not valid: 2 required, 1 recommended"),
        "{text}"
    );
    assert!(text.contains("--explain AUE-4.1-03"), "{text}");
    assert!(!text.contains(['\u{1b}', '\r', '\u{202e}']), "{text}");
    let acts = |line: &str| line.trim_start().starts_with("::");
    assert!(!text.lines().any(acts), "{text}");
}

#[test]
fn pretty_folds_what_is_long_on_a_terminal_alone() {
    let long = finding("AUE-4.1-03", Level::Required, 3);
    let long = CheckFinding {
        why: "It would be seen twice, and nobody could tell why that is so.".to_owned(),
        pointer: "/a/pointer/that/is/longer/than/the/terminal/is/wide".to_owned(),
        ..long
    };
    for (columns, expected) in [
        (
            None,
            "\n  why       It would be seen twice, and nobody could tell why that is so.\n",
        ),
        (
            Some(40),
            "\n  why       It would be seen twice, and\n            nobody could tell why that\n            is so.\n",
        ),
    ] {
        let mut out = Vec::new();
        let palette = Palette::new(false);
        let mut reporter = check_reporter(
            CheckFormat::Pretty,
            &mut out,
            subject("-"),
            palette,
            columns,
        )
        .unwrap();
        reporter.finding(&long).unwrap();
        drop(reporter);
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(expected), "{text}");
        assert!(
            text.contains(&format!("at        {}\n", long.pointer)),
            "{text}"
        );
    }
}

#[test]
fn what_was_judged_without_a_model_is_counted() {
    let text = told(CheckFormat::Pretty, "a.jsonl");
    assert!(
        text.contains("a.jsonl, 4 judged without a model or block, by"),
        "{text}"
    );
    let text = told(CheckFormat::Json, "a.jsonl");
    assert!(text.contains("\"judged_in_part\":4"), "{text}");
}

#[test]
fn sarif_has_results_in_order_and_a_page_for_each_rule() {
    let mut out = Vec::new();
    let palette = Palette::new(false);
    let mut reporter =
        check_reporter(CheckFormat::Sarif, &mut out, subject("-"), palette, None).unwrap();
    for (rule, event) in [("AUE-4.1-03", 4), ("AUE-5.5-03", 9), ("AUE-3.3-28", 2)] {
        reporter
            .finding(&finding(rule, Level::Required, event))
            .unwrap();
    }
    let help = BTreeMap::from([("AUE-3.3-28".to_owned(), "A page\nof it.".to_owned())]);
    let summary = CheckSummary {
        help,
        ..CheckSummary::default()
    };
    reporter.finish(&summary).unwrap();
    drop(reporter);
    let log: serde_sarif::sarif::Sarif = serde_json::from_slice(&out).unwrap();
    let results = log.runs[0].results.as_ref().unwrap().iter();
    let order: Vec<_> = results
        .map(|result| result.rule_id.as_deref().unwrap())
        .collect();
    assert_eq!(order, ["AUE-3.3-28", "AUE-4.1-03", "AUE-5.5-03"]);
    let rules = log.runs[0].tool.driver.rules.as_ref().unwrap();
    let help: Vec<_> = rules
        .iter()
        .map(|rule| rule.help.as_ref().unwrap().text.as_str())
        .collect();
    assert_eq!(help[0], "A page\nof it.");
    assert!(help[1].contains("--explain AUE-4.1-03"));
}

#[test]
fn json_has_a_line_a_finding_and_a_summary() {
    let text = told(CheckFormat::Json, "a.jsonl");
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), 4);
    assert_eq!(records[0]["got"], HOSTILE);
    assert_eq!(records[2]["at_end"], true);
    assert_eq!(records[3]["record"], "summary");
    assert_eq!(records[3]["findings"]["required"], 2);
    assert_eq!(records[3]["statistics"]["largest_event"], 77);
}

#[test]
fn junit_is_well_formed_and_counts_what_it_has() {
    let text = told(CheckFormat::Junit, "a\u{1b}.jsonl");
    let document = roxmltree::Document::parse(&text).unwrap();
    let suite = document
        .descendants()
        .find(|node| node.has_tag_name("testsuite"))
        .unwrap();
    let count = |name: &str| {
        suite
            .descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    assert_eq!(
        suite.attribute("tests"),
        Some(&*count("testcase").to_string())
    );
    assert_eq!(
        suite.attribute("failures"),
        Some(&*count("failure").to_string())
    );
    assert_eq!((count("testcase"), count("failure")), (3, 1));
}

#[test]
fn junit_of_a_check_that_fails_for_a_lighter_finding_has_a_failure() {
    let mut out = Vec::new();
    let mut reporter = check_reporter(
        CheckFormat::Junit,
        &mut out,
        subject("-"),
        Palette::new(false),
        None,
    )
    .unwrap();
    let light = finding("AUE-5.5-03", Level::Recommended, 1);
    reporter.finding(&light).unwrap();
    let summary = CheckSummary {
        events: 1,
        failed: true,
        findings: BTreeMap::from([(Level::Recommended, 1)]),
        ..CheckSummary::default()
    };
    reporter.finish(&summary).unwrap();
    drop(reporter);
    let text = String::from_utf8(out).unwrap();
    assert!(
        text.contains("<failure message=\"1 finding in 1 event\"/>"),
        "{text}"
    );
    assert!(text.contains("failures=\"1\""), "{text}");
}

#[test]
fn sarif_is_read_by_a_reader_of_sarif() {
    for input in ["runs/a b.jsonl", "-"] {
        let text = told(CheckFormat::Sarif, input);
        let log: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
        let run = &log.runs[0];
        let results = run.results.as_ref().unwrap();
        assert_eq!(results.len(), 3);
        let rules = run.tool.driver.rules.as_ref().unwrap();
        let rules: Vec<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(rules, ["AUE-4.1-03", "AUE-5.5-03"]);
        for result in results {
            assert!(rules.contains(&result.rule_id.as_deref().unwrap()));
        }
    }
    assert!(told(CheckFormat::Sarif, "runs/a b.jsonl").contains("runs/a%20b.jsonl"));
}

#[test]
fn sarif_without_findings_is_whole_too() {
    let mut out = Vec::new();
    let mut reporter = check_reporter(
        CheckFormat::Sarif,
        &mut out,
        subject("-"),
        Palette::new(false),
        None,
    )
    .unwrap();
    reporter.finish(&CheckSummary::default()).unwrap();
    drop(reporter);
    let log: serde_sarif::sarif::Sarif = serde_json::from_slice(&out).unwrap();
    assert_eq!(log.runs[0].results.as_ref().map(Vec::len), Some(0));
}

#[test]
fn annotations_are_one_line_each_and_point_at_files_alone() {
    let text = told(CheckFormat::Github, "a,b.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(
        lines[0].starts_with("::error file=a%2Cb.jsonl,line=3,col=7,title=AUE-4.1-03 event 3::")
    );
    assert!(lines[2].starts_with("::warning file="));
    assert!(!lines[3].starts_with("::"));
    assert!(told(CheckFormat::Github, "-").starts_with("::error title="));
}
