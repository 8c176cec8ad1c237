//! `uiconform check` as a user calls it: options, exit codes, bad input, and a live pipe.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

const START: &str = r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","type":"text","content":""}]}}"#;
const STALE: &str =
    r#"{"op":"append","seq":1,"mask":"block.content","block":{"id":"a","content":"x"}}"#;
const EMPTY: &str =
    r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":""}}"#;
const PING: &str = r#"{"op":"ping","seq":1}"#;
const END: &str = r#"{"op":"end","seq":3}"#;

fn check(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uiconform"));
    command.arg("check").args(args).env("NO_COLOR", "1");
    command
}

/// Checks what comes through a pipe.
fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child = check(args)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What is refused for its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[track_caller]
fn gives(args: &[&str], lines: &[&str], code: i32, said: &[&str]) -> String {
    let output = piped(args, lines.join("\n").as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{text}{complaint}");
    for part in said {
        assert!(
            text.contains(part) || complaint.contains(part),
            "{part}: {text}{complaint}"
        );
    }
    text
}

#[test]
fn the_exit_code_says_what_came_of_it() {
    gives(&[], &[START, END], 0, &["no findings"]);
    gives(
        &[],
        &[START, STALE, END],
        1,
        &["AUE-4.1-12", "not valid: 1 required"],
    );
    gives(
        &[],
        &[START, PING, END],
        0,
        &["AUE-5.5-03", "valid: 1 recommended"],
    );
    gives(
        &["--fail-on", "recommended"],
        &[START, PING, END],
        1,
        &["not valid"],
    );
    gives(&[], &[], 3, &["it is empty"]);
    gives(&["--input", "sse"], &[": nothing"], 3, &["no event in -"]);
    gives(&["--rule", "AUE-4.1-99"], &[], 2, &["no rule `AUE-4.1-99`"]);
    gives(&["--suite", "agentue-9"], &[], 2, &["no suite `agentue-9`"]);
    let missing = check(&["nowhere.jsonl"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    let folder = check(&["."]).output().unwrap();
    assert_eq!(folder.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&folder.stderr).contains("is a folder"));
}

#[test]
fn findings_are_chosen_by_rule_and_number() {
    let lines = [START, STALE, PING, STALE, END];
    let both = gives(&[], &lines, 1, &["2 required, 1 recommended"]);
    assert_eq!(both.matches("AUE-4.1-12 ").count(), 2, "{both}");
    let one = gives(&["--rule", "AUE-5.5-03"], &lines, 0, &["1 recommended"]);
    assert!(!one.contains("AUE-4.1-12"), "{one}");
    gives(
        &["--off", "AUE-4.1-12,AUE-5.5-03"],
        &lines,
        0,
        &["no findings"],
    );
    let few = gives(
        &["--max", "1"],
        &lines,
        1,
        &["and 2 findings more", "2 required, 1 recommended"],
    );
    assert_eq!(few.matches("line ").count(), 1, "{few}");
}

#[test]
fn hygiene_is_looked_for_only_if_asked() {
    let lines = [START, EMPTY, END];
    gives(&[], &lines, 0, &["no findings"]);
    gives(&["--hygiene"], &lines, 0, &["AUE-5.3-07", "1 informative"]);
    gives(&["--hygiene", "--large", "100"], &lines, 0, &["AUE-8-04"]);
    gives(
        &["--hygiene", "--fail-on", "informative"],
        &lines,
        1,
        &["AUE-5.3-07"],
    );
    gives(&["--large", "100"], &lines, 2, &["--hygiene"]);
}

#[test]
fn the_models_and_the_numbers_are_told() {
    let path = std::env::temp_dir().join(format!("uiconform-final-{}.json", std::process::id()));
    let named = path.to_str().unwrap();
    gives(
        &["--final", named, "--stats"],
        &[START, EMPTY, END],
        0,
        &["append events     1", "complete streams  1"],
    );
    let models: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    fs::remove_file(&path).unwrap();
    let stream = &models["streams"][0];
    assert_eq!(stream["stream_id"], "");
    assert_eq!(
        (&stream["seq"], &stream["complete"]),
        (&2.into(), &true.into())
    );
    assert_eq!(stream["model"]["blocks"][0]["id"], "a");
}

#[test]
fn whatever_comes_in_is_told_and_the_check_goes_on() {
    let deep = format!(
        r#"{{"op":"set","seq":2,"block":{{"id":"d","type":"t","x":{}{}}}}}"#,
        "[".repeat(50_000),
        "]".repeat(50_000)
    );
    let mut input = Vec::new();
    for line in [
        START.as_bytes(),
        b"{\"op\":\"\xff\"}",
        b"\0",
        deep.as_bytes(),
        b"[",
        END.as_bytes(),
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let output = piped(&[], &input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("not UTF-8 at line 2, column 8"), "{text}");
    assert!(text.contains("not valid: 3 required"), "{text}");
    let long = piped(&["--max-event", "200"], &vec![b'x'; 5_000_000]);
    let text = String::from_utf8(long.stdout).unwrap();
    assert!(
        text.contains("longer than the limit of 200 bytes"),
        "{text}"
    );
    assert_eq!(long.status.code(), Some(1));
}

#[test]
fn a_live_stream_is_told_of_as_it_comes() {
    let mut child = check(&["-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(stdin, "data: {START}\n").unwrap();
    writeln!(stdin, "data: {STALE}\n").unwrap();
    // The stream is still open.
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("AUE-4.1-12"), "{first}");
    writeln!(stdin, "data: {END}\n").unwrap();
    drop(stdin);
    assert!(lines.any(|line| line.unwrap().contains("not valid: 1 required")));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_rule_is_explained_by_cases() {
    let output = check(&["--explain", "AUE-5.3-12"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    for part in [
        "section 5.3",
        "A bad example",
        "A good example",
        "\"op\": \"append\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let wrong = check(&["--explain", "AUE-5.3-99"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn every_rule_that_can_be_found_can_be_explained() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../spec-cases/agentue-1.1/traces/invalid"
    );
    let mut rules: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "findings")
        {
            for line in fs::read_to_string(path).unwrap().lines() {
                let finding: serde_json::Value = serde_json::from_str(line).unwrap();
                rules.push(finding["rule"].as_str().unwrap().to_owned());
            }
        }
    }
    rules.sort();
    rules.dedup();
    assert!(rules.len() > 60, "{rules:?}");
    // A few of them: each loads the whole suite.
    for rule in rules.iter().step_by(9) {
        let output = check(&["--explain", rule]).output().unwrap();
        assert!(output.status.success(), "{rule}");
    }
}
