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
    gives(&[], &["[]"], 3, &["an array without elements"]);
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
        &["--off", "aue-4.1-*,AUE-5.5-03"],
        &lines,
        0,
        &["no findings of these rules", "3 findings of other rules"],
    );
    gives(
        &["--rule", "AUE-5.5*"],
        &lines,
        0,
        &["valid by these rules: 1 recommended"],
    );
    gives(&["--rule", "AUE-99*"], &lines, 2, &["no rule `AUE-99*`"]);
    let few = gives(
        &["--max", "1"],
        &lines,
        1,
        &[
            "and 2 findings more (1 required, 1 recommended)",
            "2 required, 1 recommended",
        ],
    );
    assert_eq!(few.matches(", byte ").count(), 1, "{few}");
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
        &[
            "append events         1",
            "complete streams      1",
            "deliveries            1",
            "complete deliveries   1",
        ],
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
    // Where a line stops to be JSON is told as a place in the input.
    assert!(text.contains("AUE-4-02  line 5, event 5"), "{text}");
    assert!(!text.contains("line 1, column"), "{text}");
    let long = piped(&["--max-event", "200"], &vec![b'x'; 5_000_000]);
    let text = String::from_utf8(long.stdout).unwrap();
    assert!(
        text.contains("an event of 200 bytes at most") && text.contains("1 event not read"),
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

/// The JSON lines of a page that stand below such a title.
fn example(page: &str, title: &str) -> Vec<u8> {
    let lines = page.lines().skip_while(|line| !line.starts_with(title));
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

#[test]
fn a_rule_is_explained_by_recordings() {
    for rule in [
        "AUE-5.3-12",
        "AUE-5-02",
        "AUE-5-03",
        "aue-4.1-16",
        "AUE-3.3-26",
    ] {
        let output = check(&["--explain", rule]).output().unwrap();
        let page = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{rule}");
        assert!(page.contains("It is of section"), "{page}");
        let bad = piped(&[], &example(&page, "A bad example"));
        let told = String::from_utf8(bad.stdout).unwrap();
        assert_eq!(bad.status.code(), Some(1), "{page}{told}");
        assert!(told.contains(&rule.to_uppercase()), "{page}{told}");
        let good = piped(
            &["--fail-on", "recommended"],
            &example(&page, "A good example"),
        );
        let told = String::from_utf8(good.stdout).unwrap();
        assert_eq!(good.status.code(), Some(0), "{page}{told}");
    }
    let wrong = check(&["--explain", "AUE-5.3-99"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_page_names_the_options_that_its_example_takes() {
    let output = check(&["--explain", "AUE-5.3-07"]).output().unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(
        page.contains("`uiconform check --hygiene` finds AUE-5.3-07"),
        "{page}"
    );
    let found = piped(&["--hygiene"], &example(&page, "An example"));
    let told = String::from_utf8(found.stdout).unwrap();
    assert!(told.contains("AUE-5.3-07"), "{page}{told}");
    // What is shown is no blank line, which a check passes over.
    let output = check(&["--explain", "AUE-4-02"]).output().unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    let bad = piped(&[], &example(&page, "A bad example"));
    let told = String::from_utf8(bad.stdout).unwrap();
    assert!(told.contains("AUE-4-02"), "{page}{told}");
}

#[test]
fn code_scanning_gets_the_page_of_each_rule() {
    let output = piped(
        &["--format", "sarif"],
        [START, STALE, END].join("\n").as_bytes(),
    );
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let explained = check(&["--explain", "AUE-4.1-12"]).output().unwrap();
    let page = String::from_utf8(explained.stdout).unwrap();
    assert_eq!(rules[0]["help"]["text"], page.trim_end());
}

#[test]
fn the_line_with_which_other_streams_end_is_named() {
    let events = format!("data: {START}\n\ndata: {END}\n\ndata: [DONE]\n\n");
    let output = piped(&[], events.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("AUE-4-02  line 5, event 3"), "{text}");
    assert!(text.contains("`[DONE]` is no event"), "{text}");
    assert!(text.contains("not valid: 1 required"), "{text}");
}

#[test]
fn the_summary_says_how_much_was_judged_without_a_model() {
    gives(
        &[],
        &[r#"{"op":"start","seq":1}"#, EMPTY, END],
        1,
        &["without a model", "1 judged without a model or block"],
    );
}

#[test]
fn what_is_no_recording_is_not_judged() {
    let page = ["<!doctype html>", "<html>", "</html>"];
    gives(&[], &page, 3, &["does not look like a recording"]);
    let program = fs::read(env!("CARGO_BIN_EXE_uiconform")).unwrap();
    let output = piped(&["--format", "sarif"], &program[..5000]);
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
    let wrapped = format!("{{\"events\":[{START},{END}]}}");
    gives(&[], &[&wrapped], 3, &["jq -c '.events[]'"]);
    let spread = serde_json::from_str::<serde_json::Value>(START).unwrap();
    let spread = serde_json::to_string_pretty(&spread).unwrap();
    gives(&["--input", "sse"], &[&spread], 3, &["does not look like"]);
    // An event that is cut off is one.
    gives(&[], &[&START[..40]], 1, &["AUE-4-02"]);
}

#[test]
fn what_a_format_cannot_carry_is_refused() {
    for format in ["junit", "sarif", "github"] {
        gives(
            &["--stats", "--format", format],
            &[START, END],
            2,
            &["--stats goes with"],
        );
    }
    gives(
        &["--final", "-", "--format", "json"],
        &[START, END],
        2,
        &["--final -"],
    );
    gives(
        &["--final", "nowhere/at/all.json"],
        &[START, END],
        2,
        &["cannot write the models"],
    );
    let path = std::env::temp_dir().join(format!("uiconform-same-{}.jsonl", std::process::id()));
    let named = path.to_str().unwrap();
    fs::write(&path, [START, END].join("\n")).unwrap();
    let output = check(&[named, "--final", named]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("would overwrite the recording"));
    assert_eq!(fs::read_to_string(&path).unwrap(), [START, END].join("\n"));
    // Where nothing is checked, no models are left.
    let models = format!("{named}.models");
    fs::write(&models, "old").unwrap();
    gives(&["--final", &models], &[], 3, &["it is empty"]);
    assert!(!fs::exists(&models).unwrap());
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_rule_that_is_broken_fails_its_test_case_however_few_are_shown() {
    let lines = [START, PING, STALE, END];
    let text = gives(&["--max", "1", "--format", "junit"], &lines, 1, &[]);
    assert!(text.contains("failures=\"1\""), "{text}");
    assert!(text.contains("name=\"AUE-4.1-12\""), "{text}");
}

#[test]
fn a_finding_stands_where_its_member_does() {
    let array = format!("[\n{START},\n{{\n\"op\":\"set\",\n\"seq\":1,\"block\":5}}\n]");
    let output = piped(&["--format", "json"], array.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let found = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let found = found.filter(|record| record["pointer"].as_str().is_some_and(|at| !at.is_empty()));
    let mut places = 0;
    for finding in found {
        let offset = usize::try_from(finding["offset"].as_u64().unwrap()).unwrap();
        let line = array[..offset].matches('\n').count() + 1;
        assert_eq!(finding["line"], line, "{finding}");
        assert_eq!(
            finding["expected"].is_null(),
            finding["problem"].is_string(),
            "{finding}"
        );
        places += 1;
    }
    assert!(places > 0, "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_tells_what_it_has_found() {
    let path = std::env::temp_dir().join(format!("uiconform-live-{}.json", std::process::id()));
    let mut child = check(&["--final", path.to_str().unwrap(), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(stdin, "{START}\n{STALE}").unwrap();
    assert!(lines.next().unwrap().unwrap().contains("AUE-4.1-12"));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    let rest = rest.join("\n");
    assert!(
        rest.contains("not valid, and interrupted: 1 required"),
        "{rest}"
    );
    // It is not known that the end is missing.
    assert!(!rest.contains("AUE-5-03"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(5));
    drop(stdin);
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .contains("\"complete\":false")
    );
    fs::remove_file(&path).unwrap();
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

const RUN: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#;
const FINISH: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r1","result":7}"#;

#[test]
fn runs_are_checked_with_all_that_goes_with_it() {
    let suite = ["--suite", "ag-ui"];
    let orphan = r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x"}"#;
    gives(&suite, &[RUN, FINISH], 0, &["no findings", "1 stream in -"]);
    gives(
        &suite,
        &[RUN, orphan, FINISH],
        1,
        &["AGU-ORDER-08  line 2, event 2", "not valid: 1 required"],
    );
    gives(&suite, &[RUN], 1, &["AGU-END-08  line 1, after event 1"]);
    gives(&suite, &["{\"op\":\"end\"}"], 3, &["does not look like"]);
    let hygiene = ["--suite", "ag-ui", "--hygiene"];
    gives(&hygiene, &[RUN, FINISH], 0, &["AGU-SEND-06"]);
    // Lines that are no event stand where they stand, and explain what follows.
    let frames = format!("data: {RUN}\n\n{orphan}\n\ndata: {FINISH}\n\ndata: [DONE]\n\n");
    let output = piped(&suite, frames.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("AGU-SSE-07  line 3"), "{text}");
    assert!(text.contains("AGU-SSE-13  line 7"), "{text}");
    assert!(
        text.contains("not valid: 1 required, 1 recommended"),
        "{text}"
    );
}

#[test]
fn the_threads_of_runs_are_written() {
    let path = std::env::temp_dir().join(format!("uiconform-runs-{}.json", std::process::id()));
    let named = path.to_str().unwrap();
    let lines = [
        RUN,
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"Hi"}"#,
        r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":1}]}"#,
        FINISH,
        r#"{"type":"RUN_STARTED","threadId":"u","runId":"r2"}"#,
        r#"{"type":"STATE_SNAPSHOT","snapshot":null}"#,
        r#"{"type":"RUN_ERROR","message":"no","code":"E1"}"#,
    ];
    let args = ["--suite", "ag-ui", "--final", named, "--stats"];
    let text = gives(&args, &lines, 0, &["runs that failed", "1 judged"]);
    assert!(text.contains("AGU-STATE-11"), "{text}");
    let finals: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(
        finals["streams"],
        serde_json::json!([
            {"threadId": "t", "runs": [{"runId": "r1", "end": "success", "result": 7}],
             "messages": [{"id": "m1", "role": "assistant", "content": "Hi"}]},
            {"threadId": "u", "runs": [{"runId": "r2", "end": "failed", "message": "no", "code": "E1"}],
             "messages": [], "state": null},
        ])
    );
}

#[test]
fn a_rule_of_runs_is_explained() {
    let output = check(&["--suite", "ag-ui", "--explain", "agu-order-08"])
        .output()
        .unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    let suite = ["--suite", "ag-ui"];
    let bad = piped(&suite, &example(&page, "A bad example"));
    let told = String::from_utf8(bad.stdout).unwrap();
    assert_eq!(bad.status.code(), Some(1), "{page}{told}");
    assert!(told.contains("AGU-ORDER-08"), "{page}{told}");
    let good = piped(&suite, &example(&page, "A good example"));
    assert_eq!(good.status.code(), Some(0), "{page}");
}
