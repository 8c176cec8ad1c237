//! The sample drivers, end to end over real pipes.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn uiconform(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uiconform"))
        .args(arguments)
        .current_dir(repository())
        // Where it is set, a driver that does not flush works; on other machines it hangs.
        .env_remove("PYTHONUNBUFFERED")
        .output()
        .unwrap()
}

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        assert!(
            std::env::var_os("CI").is_none(),
            "{program} is needed in CI"
        );
        eprintln!("SKIPPED: {program} is not installed, so its sample driver was not run");
    }
    found
}

fn certifies(driver: Option<&str>) {
    let mut arguments = vec!["run", "--strict"];
    if let Some(driver) = driver {
        arguments.extend(["--driver", driver]);
    }
    let output = uiconform(&arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("conformant, strictly"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_reference_is_conformant() {
    certifies(None);
}

#[test]
fn the_python_sample_is_conformant() {
    if has("python3") {
        certifies(Some("python3 harness/drivers/python/agentue.py"));
    }
}

#[test]
fn the_python_sample_of_a_frontend_is_conformant() {
    if has("python3") {
        certifies(Some("python3 harness/drivers/python/agent_ui.py"));
    }
}

#[test]
fn the_node_sample_is_conformant() {
    if has("node") {
        certifies(Some("node harness/drivers/node/agentue.mjs"));
    }
}

#[test]
fn the_reference_is_conformant_by_the_other_policy() {
    certifies(Some(&format!(
        "{} driver reference --policy v1",
        env!("CARGO_BIN_EXE_uiconform")
    )));
}

#[test]
fn the_python_sample_of_an_update_stream_is_conformant() {
    if has("python3") {
        let sample = "python3 harness/drivers/python/ag_ui.py";
        certifies(Some(sample));
        certifies(Some(&format!("{sample} --policy v1")));
    }
}

#[test]
fn the_node_sample_of_a_frontend_is_conformant() {
    if has("node") {
        certifies(Some("node harness/drivers/node/agent-ui.mjs"));
    }
}

/// The result file without times, which differ from run to run.
fn comparable(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            for time in ["micros", "millis"] {
                record.as_object_mut().unwrap().remove(time);
            }
            record.to_string()
        })
        .collect()
}

#[test]
fn records_do_not_depend_on_the_number_of_jobs() {
    let driver = "uiconform driver reference --fault seq-may-be-digits";
    let driver = driver.replace("uiconform", env!("CARGO_BIN_EXE_uiconform"));
    let run = |jobs| {
        comparable(&uiconform(&[
            "run", "--format", "json", "--jobs", jobs, "--driver", &driver,
        ]))
    };
    let one = run("1");
    assert!(one.iter().any(|line| line.contains(r#""verdict":"fail""#)));
    assert_eq!(one, run("4"));
}

#[test]
fn repetition_finds_nothing_in_a_deterministic_driver() {
    let output = uiconform(&[
        "run",
        "--repeat",
        "2",
        "--shuffle",
        "7",
        "--filter",
        "*/append/*",
    ]);
    assert!(output.status.success());
}

/// Action lists of an application, each of which is one whole delivery.
const DELIVERIES: [&str; 3] = [
    r#"{"actions":[{"do":"start","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}},{"do":"append","block":{"id":"a","type":"text","content":"Hel"},"field":"content"},{"do":"ping"},{"do":"append","block":{"id":"a","type":"text","content":"lo"},"field":"content"},{"do":"set_meta","path":["task_id"],"value":"t"},{"do":"end"}]}"#,
    r#"{"stream_id":"tools","actions":[{"do":"start","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"r","ref":"k"}]}},{"do":"set","block":{"id":"s","type":"tool","status":null}},{"do":"set_field","block_id":"s","path":["status"],"value":"done"},{"do":"set","block":{"id":"r","type":"text","content":"x"}},{"do":"end"}]}"#,
    r#"{"stream_id":"failing","actions":[{"do":"start","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}},{"do":"fail","error":{"code":"busy","message":"The model is busy."}},{"do":"end"}]}"#,
];

/// The events that a driver answers a request with.
fn events(driver: &mut Talk, method: &str, params: &str) -> Vec<Value> {
    let answer = driver.ask(method, params);
    let events = answer["result"]["events"].as_array();
    events.unwrap_or_else(|| panic!("{answer}")).clone()
}

/// A driver that is talked to by hand.
struct Talk {
    child: std::process::Child,
    lines: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Talk {
    fn to(words: &[&str]) -> Self {
        use std::io::BufRead as _;
        let mut child = Command::new(words[0])
            .args(&words[1..])
            .current_dir(repository())
            .env_remove("PYTHONUNBUFFERED")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        let mut talk = Self { child, lines };
        talk.ask(
            "initialize",
            r#"{"protocol":1,"harness":"test","suites":["agentue-1.1"]}"#,
        );
        talk
    }

    fn ask(&mut self, method: &str, params: &str) -> Value {
        use std::io::Write as _;
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().unwrap();
    }
}

/// What a driver emits, and what it sends when a delivery is resumed, are valid streams by the checker.
fn sends_valid_streams(words: &[&str]) {
    use std::io::Write as _;
    let mut driver = Talk::to(words);
    let mut recordings: Vec<Vec<Value>> = vec![Vec::new()];
    for params in DELIVERIES {
        let log = events(&mut driver, "agentue/emit", params);
        recordings[0].extend(log.iter().cloned());
        for event in &log {
            let resume = serde_json::json!({"log": log, "cursor": event["seq"]});
            recordings.push(events(&mut driver, "agentue/resume", &resume.to_string()));
        }
    }
    drop(driver);
    assert!(recordings.len() > 10);
    for recording in recordings {
        let mut check = Command::new(env!("CARGO_BIN_EXE_uiconform"))
            .args(["check", "-", "--fail-on", "recommended"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        for event in &recording {
            writeln!(check.stdin.as_mut().unwrap(), "{event}").unwrap();
        }
        let output = check.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{words:?}: {text}{recording:#?}");
    }
}

#[test]
fn the_reference_sends_valid_streams() {
    sends_valid_streams(&[env!("CARGO_BIN_EXE_uiconform"), "driver", "reference"]);
}

#[test]
fn the_samples_send_valid_streams() {
    if has("python3") {
        sends_valid_streams(&["python3", "harness/drivers/python/agentue.py"]);
    }
    if has("node") {
        sends_valid_streams(&["node", "harness/drivers/node/agentue.mjs"]);
    }
}
