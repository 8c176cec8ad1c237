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
fn the_node_sample_is_conformant() {
    if has("node") {
        certifies(Some("node harness/drivers/node/agentue.mjs"));
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
