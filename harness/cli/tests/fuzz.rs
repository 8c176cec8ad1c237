//! Fuzzing over real pipes: what is found, how it is told and saved, and how it ends.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn uiconform() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uiconform"));
    command
        .current_dir(repository())
        .env("SAMPLES", repository().join("harness/drivers/python"))
        .env("NO_COLOR", "1")
        // Where it is set, a driver that does not flush works; on other machines it hangs.
        .env_remove("PYTHONUNBUFFERED")
        .stdin(Stdio::null());
    command
}

fn fuzz(arguments: &[&str]) -> Output {
    uiconform().arg("fuzz").args(arguments).output().unwrap()
}

#[track_caller]
fn code(output: &Output, code: i32) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}{said}");
    text
}

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        assert!(env::var_os("CI").is_none(), "{program} is needed in CI");
        eprintln!("SKIPPED: {program} is not installed, so nothing was fuzzed with it");
    }
    found
}

/// The reference with a fault, as words of a command.
fn faulty(fault: &str) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_uiconform").to_owned();
    let words = ["driver", "reference", "--fault", fault];
    [program]
        .into_iter()
        .chain(words.map(str::to_owned))
        .collect()
}

/// Fuzzes a command.
fn fuzz_command(options: &[&str], command: &[String]) -> Output {
    let mut arguments = options.to_vec();
    arguments.push("--");
    arguments.extend(command.iter().map(String::as_str));
    fuzz(&arguments)
}

/// Fuzzes the driver that spoils something.
fn fuzz_spoilt(options: &[&str], how: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz_driver.py");
    let mut command = vec![
        "python3".to_owned(),
        "-S".to_owned(),
        script.display().to_string(),
    ];
    command.extend(how.iter().map(|word| (*word).to_owned()));
    fuzz_command(options, &command)
}

/// The records of a report without times, which differ from run to run.
fn records(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            for time in ["millis", "execs_per_second"] {
                record.as_object_mut().unwrap().remove(time);
            }
            record
        })
        .collect()
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn nothing_is_found_in_the_reference() {
    let text = code(&fuzz(&["--execs", "2000", "--strict"]), 0);
    assert!(
        text.contains("nothing found  (2,000 sequences of "),
        "{text}"
    );
}

#[test]
fn nothing_is_found_in_the_samples() {
    for (program, sample) in [
        ("python3", "harness/drivers/python/agentue.py"),
        ("node", "harness/drivers/node/agentue.mjs"),
    ] {
        if has(program) {
            let driver = format!("{program} {sample}");
            let output = fuzz(&["--execs", "3000", "--strict", "--driver", &driver]);
            code(&output, 0);
        }
    }
}

#[test]
fn what_is_found_depends_neither_on_jobs_nor_on_batches() {
    // The second of them shows only in a process that was asked something before.
    for (fault, execs) in [
        ("deltas-are-trimmed", "300"),
        ("models-given-out-change", "300"),
    ] {
        // Across the end of a segment, so that there is something for two of them.
        let index = "8092";
        let with = |more: &[&str]| {
            let mut options = vec!["--format", "json", "--index", index, "--execs", execs];
            options.extend(["--max-findings", "2"]);
            options.extend(more);
            let output = fuzz_command(&options, &faulty(fault));
            code(&output, 1);
            records(&output)
        };
        let first = with(&[]);
        assert!(first.len() > 2, "{first:?}");
        for more in [&["--jobs", "2"][..], &["--no-batch", "--jobs", "3"]] {
            assert_eq!(with(more), first, "{fault} {more:?}");
        }
    }
}

#[test]
fn crashes_do_not_depend_on_jobs_or_batches_either() {
    if !has("python3") {
        return;
    }
    let with = |more: &[&str]| {
        let mut options = vec!["--format", "json", "--index", "8092", "--execs", "200"];
        options.extend(more);
        let output = fuzz_spoilt(&options, &["crash", "constructor"]);
        code(&output, 1);
        records(&output)
    };
    let first = with(&[]);
    for more in [&["--jobs", "2"][..], &["--no-batch"]] {
        assert_eq!(with(more), first, "{more:?}");
    }
}

#[test]
fn the_replay_command_shows_the_finding_again() {
    let options = ["--format", "json", "--execs", "200", "--max-findings", "1"];
    let mut found = vec![(fuzz_command(&options, &faulty("deltas-are-trimmed")), true)];
    if has("python3") {
        found.push((fuzz_spoilt(&options, &["remember", "constructor"]), false));
    }
    for (output, alone) in found {
        code(&output, 1);
        let found = &records(&output)[1];
        let replay = found["replay"].as_str().unwrap();
        assert_eq!(!replay.contains("--execs"), alone, "{replay}");
        let words = replay.strip_prefix("uiconform fuzz ").unwrap();
        let words = shlex::split(words).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let again = fuzz(&[&["--format", "json"], &words[..]].concat());
        code(&again, 1);
        let bucket = &found["bucket"];
        assert!(
            records(&again)
                .iter()
                .any(|record| &record["bucket"] == bucket),
            "{bucket}"
        );
    }
}

#[test]
fn saved_findings_are_replayed_as_cases() {
    for fault in [
        "deltas-are-trimmed",
        "an-error-reaches-all-streams",
        "models-given-out-change",
    ] {
        let folder = folder(fault);
        let path = folder.display().to_string();
        let text = code(
            &fuzz_command(&["--execs", "300", "--save", &path], &faulty(fault)),
            1,
        );
        assert!(text.contains("  saved     "), "{text}");
        let again = |command: &[String]| {
            let mut run = uiconform();
            run.args(["run", "--cases", &path, "--"]).args(command);
            run.output().unwrap()
        };
        code(&again(&faulty(fault)), 1);
        let reference = faulty(fault)[..3].to_vec();
        code(&again(&reference), 0);
        // What is there is not written again, nor changed.
        let before = files(&folder);
        fuzz_command(&["--execs", "300", "--save", &path], &faulty(fault));
        assert_eq!(files(&folder), before);
    }
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            (path.display().to_string(), text)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_crash_is_found_and_shrunk_with_its_last_words() {
    if !has("python3") {
        return;
    }
    let output = fuzz_spoilt(
        &["--format", "json", "--execs", "200"],
        &["crash", "constructor"],
    );
    code(&output, 1);
    let records = records(&output);
    let found = &records[1];
    assert_eq!(found["bucket"], "alive: crash");
    assert_eq!(found["message"], "there is no answer: exit status 3");
    assert_eq!(found["stderr"], "down in flames\n");
    let events = found["requests"][0]["events"].as_array().unwrap();
    assert!(events.len() <= 1, "{found}");
    // Whatever else is in it has been taken away.
    assert!(found["requests"].to_string().len() < 400, "{found}");
    assert_eq!(records[2]["execs"], 200);
}

#[test]
fn other_breakages_are_found_too() {
    if !has("python3") {
        return;
    }
    for (how, bucket, message) in [
        (
            "fail",
            "alive: driver error",
            "the driver failed (-32603): no idea",
        ),
        (
            "noise",
            "alive: bad answer",
            "what was answered is no answer: ",
        ),
    ] {
        let output = fuzz_spoilt(
            &["--format", "json", "--execs", "100"],
            &[how, "constructor"],
        );
        code(&output, 1);
        let found = &records(&output)[1];
        assert_eq!(found["bucket"], bucket, "{found}");
        assert!(
            found["message"].as_str().unwrap().starts_with(message),
            "{found}"
        );
    }
    let output = fuzz_spoilt(&["--execs", "100"], &["noise", "constructor"]);
    let text = code(&output, 1);
    assert!(!text.contains('\u{1b}'), "{text}");
}

#[test]
fn a_hang_is_found_and_shrunk() {
    if !has("python3") {
        return;
    }
    let output = fuzz_spoilt(
        &[
            "--format",
            "json",
            "--execs",
            "60",
            "--timeout",
            "300ms",
            "--max-findings",
            "1",
        ],
        &["hang", "constructor"],
    );
    code(&output, 1);
    let found = &records(&output)[1];
    assert_eq!(found["bucket"], "alive: timeout", "{found}");
    assert!(
        found["requests"][0]["events"].as_array().unwrap().len() <= 2,
        "{found}"
    );
}

#[test]
fn what_an_earlier_request_leaves_behind_is_found_with_it() {
    if !has("python3") {
        return;
    }
    let output = fuzz_spoilt(
        &["--format", "json", "--execs", "200", "--max-findings", "1"],
        &["remember", "constructor"],
    );
    code(&output, 1);
    let found = &records(&output)[1];
    assert_eq!(found["before"].as_array().map(Vec::len), Some(1), "{found}");
    assert!(
        found["before"].to_string().contains("constructor"),
        "{found}"
    );
}

#[test]
fn a_driver_that_dies_on_everything_is_given_up() {
    if !has("python3") {
        return;
    }
    for jobs in ["1", "2"] {
        let output = fuzz_spoilt(&["--execs", "20000", "--jobs", jobs], &["dead"]);
        let text = code(&output, 5);
        assert!(
            text.contains("the driver was given up: 5 sequences in a row "),
            "{text}"
        );
        assert!(text.contains("(5 sequences of spoilt 1"), "{text}");
    }
}

#[test]
fn batches_that_break_a_driver_are_no_finding() {
    if !has("python3") {
        return;
    }
    let output = fuzz_spoilt(&["--execs", "300"], &["unbatched"]);
    code(&output, 0);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the feature `batch`"), "{said}");
}

#[test]
fn what_cannot_be_fuzzed_is_said() {
    for (options, exit, message) in [
        (
            &["--profile", "framing"][..],
            2,
            "the profile `framing` cannot be fuzzed",
        ),
        (&["--suite", "none-1"], 2, "no suite `none-1`"),
        (&["--driver", "uiconform-none"], 4, "uiconform-none"),
        (&["--execs", "0"], 2, "0 is not in 1.."),
        (&["--save", "/dev/null/x"], 2, "--save: /dev/null/x"),
    ] {
        let output = fuzz(options);
        code(&output, exit);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(message), "{options:?}: {said}");
    }
    if has("python3") {
        let script = "import json\nprint(json.dumps({'jsonrpc':'2.0','id':0,'result':{'protocol':1,'implementation':{'name':'f','version':'1'},'profiles':['agentue-1.1/framing']}}), flush=True)\ninput()";
        let output = fuzz(&["--", "python3", "-c", script]);
        code(&output, 3);
    }
}

#[test]
fn options_come_from_a_file() {
    let folder = folder("config");
    fs::create_dir_all(&folder).unwrap();
    let program = env!("CARGO_BIN_EXE_uiconform");
    let text = format!(
        "[run]\ndriver = [{program:?}, \"driver\", \"reference\", \"--fault\", \"seq-may-be-digits\"]\nstrict = true\n\n[fuzz]\nexecs = 400\nsave = \"found\"\n"
    );
    fs::write(folder.join("uiconform.toml"), text).unwrap();
    let output = uiconform()
        .current_dir(&folder)
        .arg("fuzz")
        .output()
        .unwrap();
    let text = code(&output, 1);
    assert!(text.contains("(400 sequences of "), "{text}");
    assert!(folder.join("found").is_dir());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("uiconform.toml says "), "{said}");
}

#[test]
fn a_closed_output_ends_it() {
    let mut command = Command::new("sh");
    let line = format!(
        "{} fuzz --time 60s --driver '{}' | head -1",
        env!("CARGO_BIN_EXE_uiconform"),
        faulty("deltas-are-trimmed").join(" ")
    );
    let began = std::time::Instant::now();
    let output = command.args(["-c", &line]).output().unwrap();
    assert!(began.elapsed().as_secs() < 40, "{:?}", began.elapsed());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("fuzzing "), "{text}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_and_what_was_found_is_told() {
    let mut child = uiconform()
        .args(["fuzz", "--time", "300s", "--format", "json", "--"])
        .args(faulty("deltas-are-trimmed"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut lines = Vec::new();
    let mut line = String::new();
    while std::io::BufRead::read_line(&mut out, &mut line).unwrap() > 0 {
        lines.push(std::mem::take(&mut line));
        if lines.len() == 2 {
            let pid = child.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-INT", &pid])
                    .status()
                    .unwrap()
                    .success()
            );
        }
    }
    assert_eq!(child.wait().unwrap().code(), Some(5));
    let summary = lines.last().unwrap();
    assert!(
        summary.contains(r#""cut_short":"the run was stopped""#),
        "{summary}"
    );
    assert!(!summary.contains(r#""buckets":[]"#), "{summary}");
}
