//! Reading result files that were cut, changed or are something else.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use support::{case, every_kind, file, run, text};
use uiconform_catalogue::Level;
use uiconform_report::{ReadError, ResultFile};

fn read(text: &str) -> Result<ResultFile, ReadError> {
    ResultFile::read("r.jsonl", text.as_bytes())
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let error = read(text).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
    assert!(error.starts_with("r.jsonl"), "{error}");
}

fn lines() -> Vec<String> {
    let cases = vec![case("a", Level::Required), case("b", Level::Required)];
    text(&run(cases, "x")).lines().map(str::to_owned).collect()
}

#[test]
fn what_was_written_is_read() {
    for given in support::HOSTILE {
        let run = every_kind(given);
        let read = file("r.jsonl", &run).into_run().unwrap();
        assert_eq!(text(&read), text(&run));
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let lines = lines();
    let joined = |lines: &[&str]| lines.join("\n") + "\n";
    let [header, a, b, trailer] = [0, 1, 2, 3].map(|index| lines[index].as_str());
    refused("", "r.jsonl: it has no record");
    refused("\n \n", "it has no record");
    refused(
        "hello\n",
        "r.jsonl:1: this is not a record of a result file",
    );
    refused("hello", "r.jsonl:1: this is not a record of a result file");
    refused("[1]\n", "r.jsonl:1: this is not a record");
    refused("{\"record\":\"footer\"}\n", "unknown record `footer`");
    refused(
        &joined(&[a, b, trailer]),
        "r.jsonl:1: it does not begin with a header",
    );
    refused(
        &joined(&[&header.replace("\"schema\":1", "\"schema\":2"), a]),
        "r.jsonl:1: its records are of version 2, and this program reads version 1",
    );
    refused("{\"record\":\"header\",\"schema\":9}\n", "are of version 9");
    refused(
        &joined(&[header, a, header, b]),
        "r.jsonl:3: a second header",
    );
    refused(
        &joined(&[header, a, a]),
        "r.jsonl:3: the case s-1/area/file/a comes twice",
    );
    refused(
        &joined(&[
            header,
            &a.replace("\"profile\":\"s-1/p\"", "\"profile\":\"s-2/p\""),
        ]),
        "r.jsonl:2: a case of the profile s-2/p, which the header does not name",
    );
    refused(
        &joined(&[header, a, trailer]),
        "r.jsonl:3: the trailer ends a run of 2 cases, and 1 stand before it",
    );
    refused(
        &joined(&[header, a, b, trailer, a]),
        "r.jsonl:5: a record stands behind the trailer",
    );
    refused(
        &joined(&[header, a, "{}", b, trailer]),
        "r.jsonl:3: this is not a record",
    );
}

#[test]
fn a_run_that_was_killed_at_any_byte_is_incomplete_and_never_more() {
    let whole = text(&every_kind("ü"));
    let begin = whole.find('\n').unwrap();
    let last = whole.trim_end().len();
    for end in (begin + 1..last).step_by(97).chain([last - 1]) {
        let bytes = &whole.as_bytes()[..end];
        let read = ResultFile::read("r.jsonl", bytes).unwrap();
        assert!(read.trailer.is_none());
        let told = read.cases.len();
        let error = read.into_run().unwrap_err().to_string();
        assert!(
            error.contains(&format!("it has no trailer, and {told} of 22 cases")),
            "{error}"
        );
    }
    assert!(
        ResultFile::read("r.jsonl", &whole.as_bytes()[..last])
            .unwrap()
            .trailer
            .is_some()
    );
}

#[test]
fn a_trailer_that_says_otherwise_is_found() {
    let mut changed = run(vec![case("a", Level::Required)], "x");
    assert!(file("r.jsonl", &changed).check_trailer().is_ok());
    changed.trailer.profiles[0].passed.required = 2;
    let error = file("r.jsonl", &changed)
        .check_trailer()
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("r.jsonl:3: the trailer does not say"),
        "{error}"
    );
}
