//! The drivers that `uiconform driver new` writes: each runs at once, answers everything, and conforms to nothing.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use uiconform_catalogue::record::Record;
use uiconform_catalogue::{Level, Verdict};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("starter-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn uiconform(words: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uiconform"))
        .args(words)
        .current_dir(folder)
        // Where it is set, a driver that does not flush works; on other machines it hangs.
        .env_remove("PYTHONUNBUFFERED")
        .output()
        .unwrap()
}

/// Writes a starter, and runs what has to be run before it is one. The folder, if the tools for it are there.
fn starter(
    language: &str,
    tool: &[&str],
    build: Option<&dyn Fn(&Path) -> Output>,
) -> Option<PathBuf> {
    let folder = folder(language);
    let path = folder.to_str().unwrap();
    let written = uiconform(&["driver", "new", "--lang", language, path], Path::new("."));
    assert!(written.status.success(), "{written:?}");
    if Command::new(tool[0]).args(&tool[1..]).output().is_err() {
        eprintln!(
            "SKIPPED: {} is not installed, so the starter for {language} was written and not run",
            tool[0]
        );
        return None;
    }
    if let Some(build) = build {
        let built = build(&folder);
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
    }
    Some(folder)
}

/// Runs a starter: it offers one profile, answers every request in form, and no case of any level but the open ones passes.
fn conforms_to_nothing(folder: &Path, driver: &str) {
    let output = uiconform(&["run", "--format", "json", "--driver", driver], folder);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let mut judged = 0;
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let Record::Case(case) = Record::from_line(line).unwrap() else {
            continue;
        };
        if case.verdict == Verdict::Unsupported {
            continue;
        }
        judged += 1;
        let expected: &[Verdict] = match case.level {
            Level::Informative => &[Verdict::Recorded],
            Level::Required | Level::Recommended => &[Verdict::Fail, Verdict::Unproven],
        };
        assert!(expected.contains(&case.verdict), "{line}");
    }
    assert!(judged > 1000);
}

#[test]
fn python_runs_at_once() {
    if let Some(folder) = starter("python", &["python3", "--version"], None) {
        conforms_to_nothing(&folder, "python3 driver.py");
    }
}

#[test]
fn node_runs_at_once() {
    if let Some(folder) = starter("node", &["node", "--version"], None) {
        conforms_to_nothing(&folder, "node driver.mjs");
    }
}

#[test]
fn rust_runs_at_once() {
    let build = |folder: &Path| {
        // With the libraries that this project is built with, so that nothing is fetched.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock")).unwrap();
        Command::new(env!("CARGO"))
            .args(["build", "--offline"])
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .output()
            .unwrap()
    };
    if let Some(folder) = starter("rust", &[env!("CARGO"), "--version"], Some(&build)) {
        conforms_to_nothing(&folder, "target/debug/my-reducer-driver");
    }
}

#[test]
fn go_runs_at_once() {
    let build = |folder: &Path| {
        let mut go = Command::new("go");
        go.args(["build", "-o", "driver", "."])
            .current_dir(folder)
            .output()
            .unwrap()
    };
    if let Some(folder) = starter("go", &["go", "version"], Some(&build)) {
        conforms_to_nothing(&folder, "./driver");
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder("there");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/main.rs"), "mine").unwrap();
    let path = folder.to_str().unwrap();
    let output = uiconform(&["driver", "new", "--lang", "rust", path], Path::new("."));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("src/main.rs: there is such a file"));
    assert_eq!(
        fs::read_to_string(folder.join("src/main.rs")).unwrap(),
        "mine"
    );
    assert!(!folder.join("Cargo.toml").exists());
}
