//! Runs to make reports of.

#![allow(dead_code, reason = "each test uses what it needs")]

use serde_json::value::RawValue;
use uiconform_catalogue::record::{
    CaseRecord, DriverRecord, Exchange, Failure, Header, LevelCounts, NumberedInput, ProfileRecord,
    Recorded, SCHEMA_VERSION, Selection, Shard, SuiteRecord, Trailer,
};
use uiconform_catalogue::summary::Summary;
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::{Context, Format, JsonLines, Reporter as _, ResultFile, Run};

pub(crate) fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

/// A case of the profile `s-1/p` that passes.
pub(crate) fn case(name: &str, level: Level) -> CaseRecord {
    CaseRecord {
        id: format!("s-1/area/file/{name}"),
        profile: "s-1/p".to_owned(),
        level,
        requirements: vec!["S-1-01".to_owned()],
        verdict: Verdict::Pass,
        recorded: None,
        number_lossy: Vec::new(),
        beyond_limit: false,
        failure: None,
        baseline: None,
        micros: 1_234_567,
    }
}

/// The same case, failing in some way, with this text wherever a driver or a case can put one.
pub(crate) fn failing(mut case: CaseRecord, verdict: Verdict, text: &str) -> CaseRecord {
    case.verdict = verdict;
    case.failure = Some(Failure {
        fingerprint: format!("{verdict} step 1"),
        message: text.to_owned(),
        at_any_level: false,
        why: text.to_owned(),
        place: "cases/area/file.json:7:5".to_owned(),
        step: Some(1),
        inputs: vec![NumberedInput {
            number: 1,
            text: text.to_owned(),
        }],
        pointer: Some("/a".to_owned()),
        expected: Some(raw(&format!(
            r#"{{"a":{}}}"#,
            serde_json::to_string(text).unwrap()
        ))),
        got: Some(raw(r#"{"a":"\ud800","b":[1,2,3]}"#)),
        transcript: vec![Exchange {
            purpose: "the case".to_owned(),
            sent: "{}".to_owned(),
            received: Some(text.to_owned()),
        }],
        stderr: text.to_owned(),
        exit: Some(text.to_owned()),
        hint: Some(text.to_owned()),
    });
    case
}

/// A case of level informative whose behaviour was recorded.
pub(crate) fn recorded(name: &str, asks: &str, outcome: &str) -> CaseRecord {
    CaseRecord {
        verdict: Verdict::Recorded,
        recorded: Some(Recorded {
            asks: asks.to_owned(),
            outcome: outcome.to_owned(),
        }),
        ..case(name, Level::Informative)
    }
}

/// A whole run of these cases by a driver that puts this text wherever it can.
pub(crate) fn run(cases: Vec<CaseRecord>, text: &str) -> Run {
    let mut counts = LevelCounts::default();
    for case in &cases {
        *counts.of_mut(case.level) += 1;
    }
    let profile = ProfileRecord {
        profile: "s-1/p".to_owned(),
        headline: true,
        offered: true,
        cases: counts,
    };
    let header = Header {
        schema: SCHEMA_VERSION,
        harness: "0.1.0".to_owned(),
        suites: vec![SuiteRecord {
            suite: "s-1".to_owned(),
            version: "1.0.0".to_owned(),
            digest: format!("sha256:{}", "0f".repeat(32)),
            foreign: false,
            profiles: vec![profile],
        }],
        selection: Selection {
            cases: cases.len(),
            ..Selection::default()
        },
        driver: DriverRecord {
            embedded: false,
            command: vec!["driver".to_owned(), text.to_owned()],
            name: text.to_owned(),
            version: text.to_owned(),
            language: Some(text.to_owned()),
            url: Some(text.to_owned()),
            profiles: vec!["s-1/p".to_owned()],
            features: Vec::new(),
            limits: [(text.to_owned(), 7)].into(),
            choices: [(text.to_owned(), raw(&serde_json::to_string(text).unwrap()))].into(),
        },
    };
    finished(header, cases)
}

/// The run with the trailer that its records give.
pub(crate) fn finished(header: Header, cases: Vec<CaseRecord>) -> Run {
    let mut summary = Summary::new(&header);
    cases.iter().for_each(|case| summary.add(case));
    let exit = if cases.iter().any(|case| case.verdict == Verdict::NotRun) {
        5
    } else {
        i32::from(
            cases
                .iter()
                .any(|case| case.level == Level::Required && case.verdict.is_failure()),
        )
    };
    Run {
        trailer: Trailer {
            profiles: summary.finish(),
            stopped: (exit == 5).then(|| "stopped".to_owned()),
            baseline: None,
            exit,
            millis: 5,
        },
        header,
        cases,
    }
}

/// One run with a case of every kind.
pub(crate) fn every_kind(text: &str) -> Run {
    use Level::{Informative, Recommended, Required};
    let mut cases = vec![case("passes", Required), recorded("asks", text, text)];
    for verdict in Verdict::ALL
        .into_iter()
        .filter(|verdict| verdict.is_failure())
    {
        for level in [Required, Recommended, Informative] {
            cases.push(failing(
                case(&format!("{verdict}-{level}"), level),
                verdict,
                text,
            ));
        }
    }
    for (name, verdict) in [("off", Verdict::Unsupported), ("left", Verdict::NotRun)] {
        cases.push(CaseRecord {
            verdict,
            ..case(name, Required)
        });
    }
    cases[0].beyond_limit = true;
    cases[0].number_lossy = vec!["/a".to_owned()];
    let mut run = run(cases, text);
    run.trailer.stopped = Some(text.to_owned());
    run
}

/// The file of a run, read again.
pub(crate) fn file(name: &str, run: &Run) -> ResultFile {
    ResultFile::read(name, text(run).as_bytes()).unwrap()
}

/// The text of a result file.
pub(crate) fn text(run: &Run) -> String {
    run.records()
        .map(|record| record.to_line() + "\n")
        .collect()
}

/// The result file as it is told, line by line.
pub(crate) fn text_as_told(run: &Run) -> String {
    let mut text = Vec::new();
    let mut lines = JsonLines::new(&mut text);
    for record in run.records() {
        lines.record(&record).unwrap();
    }
    String::from_utf8(text).unwrap()
}

/// The shard of a run with these cases.
pub(crate) fn shard(run: &Run, index: u32, total: u32, cases: Vec<CaseRecord>) -> Run {
    let mut header = run.header.clone();
    header.selection.shard = Some(Shard { index, total });
    header.selection.cases = cases.len();
    finished(header, cases)
}

pub(crate) fn context() -> Context<'static> {
    Context {
        catalogues: &[],
        replay: "uiconform run --driver 'a b'".to_owned(),
    }
}

pub(crate) fn rendered(format: Format, run: &Run) -> String {
    format.render(run, &context()).unwrap()
}

/// Texts that mean something to one form or another.
pub(crate) const HOSTILE: [&str; 16] = [
    "",
    " ",
    "]]>",
    "<script>alert(1)</script>&amp;&#0;",
    "a\u{0}b\u{1b}[31m\u{7f}\u{85}\u{fffe}\u{ffff}\r\n",
    "::error file=x::pwned",
    "x ##[error]pwned",
    "a\n::error::pwned\n##[group]",
    "```\n</details>\n# title\n[link](https://example.org)",
    "`` ` `` | a | b |\\| $x$ @somebody #1 www.example.org",
    "\n...\n  ---\nok 1 - no\n1..1\nBail out!",
    "a # SKIP # TODO \\# \\\\",
    "- a: [b, {c: d}] 'e' \"f\" !!str *g &h %i",
    "\u{2028}\u{202e}\u{feff}\u{10ffff}😀",
    "%0A::stop-commands::x%25",
    "/segment\\with~0 100%,a:b",
];
