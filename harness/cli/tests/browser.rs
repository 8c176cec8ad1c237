//! The page of results in a real browser. The pages are made here, of real runs and of made ones; `harness/report/browser` has the
//! tests, which need Node, a Chromium and what `npm ci` brings there (`.ci/browser` gets them). Without these they are skipped, loudly.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::{Value, json};

/// Text that would act if it were anything but text.
const HOSTILE: &str = "<script>window.pwned = 1</script><img src=x onerror=window.pwned=1>\" onclick=\"window.pwned=1\" '><a href=\"javascript:window.pwned=1\">&amp; </title></style><!-- \u{202e}turned\u{2066}";

/// Implementations of the large page, and the cases of each.
const IMPLEMENTATIONS: usize = 20;
const CASES: usize = 2000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn uiconform(arguments: &[&str]) -> Vec<u8> {
    let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    // Drivers are faulty variants of the reference, so the command must be found by its name.
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root())
        .env("PATH", env::join_paths(path).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{arguments:?}: {said}"
    );
    output.stdout
}

/// Writes the page of some result files.
fn page(folder: &Path, name: &str, results: &[PathBuf]) -> PathBuf {
    let page = folder.join(name);
    let mut arguments = vec!["report", "html", "--title", "Results of the tests", "-o"];
    arguments.push(page.to_str().unwrap());
    arguments.extend(results.iter().map(|path| path.to_str().unwrap()));
    uiconform(&arguments);
    page
}

/// Real runs, and one of a suite that the program does not know.
fn real(folder: &Path) -> PathBuf {
    let faults = [
        "seq-may-be-digits",
        "blocks-lose-proto",
        "set-to-null-removes",
    ];
    let mut results = Vec::new();
    for fault in [None].into_iter().chain(faults.map(Some)) {
        let mut arguments = vec![
            "run",
            "--no-config",
            "--suite",
            "agentue-1.1",
            "--format",
            "json",
        ];
        let driver = fault.map(|fault| format!("uiconform driver reference --fault {fault}"));
        if let Some(driver) = &driver {
            arguments.extend(["--driver", driver]);
        }
        let path = folder.join(format!("{}.jsonl", fault.unwrap_or("reference")));
        fs::write(&path, uiconform(&arguments)).unwrap();
        results.push(path);
    }
    results.push(root().join("harness/cli/tests/cmd/results/broken.jsonl"));
    page(folder, "page.html", &results)
}

/// A result file: the header, the cases, and the trailer that they give.
fn result(path: &Path, name: &str, cases: &[Value]) {
    let failed = cases
        .iter()
        .filter(|case| case["verdict"] == "fail")
        .count();
    let counts =
        |required: usize| json!({"required": required, "recommended": 0, "informative": 0});
    let header = json!({
        "record": "header", "schema": 1, "harness": name,
        "suites": [{
            "suite": "made-1", "version": name, "digest": name, "foreign": false,
            "profiles": [{"profile": "made-1/p", "headline": true, "offered": true, "cases": counts(cases.len())}],
        }],
        "selection": {"cases": cases.len()},
        "driver": {
            "command": ["driver", name], "name": name, "version": name, "language": name, "url": name,
            "profiles": ["made-1/p"], "features": [name], "limits": {name: 7}, "choices": {name: name},
        },
    });
    let conformance = if failed > 0 {
        "not-conformant"
    } else {
        "conformant"
    };
    let trailer = json!({
        "record": "trailer",
        "profiles": [{
            "profile": "made-1/p", "headline": true, "cases": counts(cases.len()),
            "passed": counts(cases.len() - failed), "failed": counts(failed), "not_run": 0, "conformance": conformance,
        }],
        "exit": i32::from(failed > 0), "millis": 1,
    });
    let lines = [&header].into_iter().chain(cases).chain([&trailer]);
    let lines: Vec<String> = lines.map(Value::to_string).collect();
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

fn failing(id: &str, requirement: &str, text: &str) -> Value {
    json!({
        "record": "case", "id": id, "profile": "made-1/p", "level": "required", "requirements": [requirement],
        "verdict": "fail", "number_lossy": [text],
        "failure": {
            "fingerprint": text, "message": text, "why": text, "place": text, "step": 1,
            "inputs": [{"number": 1, "text": text}], "pointer": "/a",
            "expected": {"a": text}, "got": {"a": [text]},
            "transcript": [{"purpose": text, "sent": text, "received": text}, {"purpose": text, "sent": text}],
            "stderr": text, "exit": text, "hint": text,
        },
        "micros": 1,
    })
}

/// Results in which everything that a driver or a case can say is hostile.
fn hostile(folder: &Path) -> PathBuf {
    let mut cases: Vec<Value> = [
        format!("made-1/{HOSTILE}"),
        "made-1/__proto__/f/constructor".to_owned(),
    ]
    .iter()
    .flat_map(|id| {
        [HOSTILE, "__proto__"]
            .map(|requirement| failing(&format!("{id}/{requirement}"), requirement, HOSTILE))
    })
    .collect();
    cases.push(json!({
        "record": "case", "id": "made-1/open/point", "profile": "made-1/p", "level": "required", "requirements": ["R"],
        "verdict": "pass", "recorded": {"asks": HOSTILE, "outcome": HOSTILE}, "micros": 1,
    }));
    let path = folder.join("hostile.jsonl");
    result(&path, HOSTILE, &cases);
    page(folder, "hostile.html", &[path.clone(), path])
}

/// As many results as one would ever compare, each with its own failures.
fn large(folder: &Path) -> PathBuf {
    let mut results = Vec::new();
    for number in 0..IMPLEMENTATIONS {
        let cases: Vec<Value> = (0..CASES)
            .map(|index| {
                let id = format!("made-1/area-{}/file/case-{index}", index / 100);
                let requirement = format!("MADE-{:03}", index / 6);
                if (index + number) % 10 == 0 {
                    let text = format!("{number} {index} {}", "what the driver says ".repeat(20));
                    return failing(&id, &requirement, &text);
                }
                json!({
                    "record": "case", "id": id, "profile": "made-1/p", "level": "required",
                    "requirements": [requirement], "verdict": "pass", "micros": 1,
                })
            })
            .collect();
        let path = folder.join(format!("large-{number}.jsonl"));
        result(&path, &format!("implementation {number}"), &cases);
        results.push(path);
    }
    page(folder, "large.html", &results)
}

/// What is missing, if something is.
fn missing(tests: &Path) -> Option<&'static str> {
    let is_there = |program: &str| {
        let mut command = Command::new(program);
        let command = command.arg("--version").stdout(Stdio::null());
        command.stderr(Stdio::null()).status().is_ok()
    };
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    if !is_there("node") {
        Some("node is not installed")
    } else if env::var_os("CHROMIUM").is_none() && !browsers.iter().any(|name| is_there(name)) {
        Some("no Chromium is installed")
    } else if !tests.join("node_modules").exists() {
        Some("`npm ci` was not run in harness/report/browser")
    } else {
        None
    }
}

#[test]
fn the_page_does_in_a_browser_what_it_is_for() {
    let tests = root().join("harness/report/browser");
    if let Some(what) = missing(&tests) {
        eprintln!(
            "SKIPPED: {what}, so the page was not tried in a browser; `.ci/browser` gets what is needed"
        );
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&folder).unwrap();
    let output = Command::new("node")
        .args(["--test", "--test-concurrency=2", "--test-reporter=spec"])
        .args(["page", "access", "hostile", "large"].map(|name| format!("{name}.test.mjs")))
        .current_dir(&tests)
        .env("PAGE", real(&folder))
        .env("HOSTILE", hostile(&folder))
        .env("LARGE", large(&folder))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    eprintln!("{told}");
}
