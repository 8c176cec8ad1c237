//! `reports/` holds what every driver of this project scores. The results are made here, by running the drivers, and compared with
//! what is committed; `UICONFORM_BLESS=1 cargo test -p uiconform --test published` writes them.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;

/// A suite, with the words that start each driver of this project for it.
struct Suite {
    name: &'static str,
    drivers: &'static [Driver],
    /// Faulty variants of the reference, published as examples of what failures look like: errors that real implementations make.
    faults: &'static [&'static str],
}

/// A driver of this project.
struct Driver {
    /// The name of its folder.
    name: &'static str,
    /// The program that it needs, and the words behind it; none for the built-in reference.
    command: &'static [&'static str],
}

const REFERENCE: Driver = Driver {
    name: "reference",
    command: &[],
};

const SUITES: [Suite; 3] = [
    Suite {
        name: "agentue-1.1",
        drivers: &[
            REFERENCE,
            Driver {
                name: "python",
                command: &["python3", "harness/drivers/python/agentue.py"],
            },
            Driver {
                name: "node",
                command: &["node", "harness/drivers/node/agentue.mjs"],
            },
        ],
        faults: &[
            "blocks-lose-proto",
            "an-end-ends-all-streams",
            "repeated-deltas-are-skipped",
            "refused-set-is-stored",
            "seq-may-be-digits",
            "set-to-null-removes",
        ],
    },
    Suite {
        name: "agent-ui-1",
        drivers: &[
            REFERENCE,
            Driver {
                name: "python",
                command: &["python3", "harness/drivers/python/agent_ui.py"],
            },
            Driver {
                name: "node",
                command: &["node", "harness/drivers/node/agent-ui.mjs"],
            },
        ],
        faults: &[
            "unknown-components-are-rendered",
            "code-is-evaluated",
            "actions-are-persisted-without-params",
        ],
    },
    Suite {
        name: "ag-ui",
        drivers: &[
            REFERENCE,
            Driver {
                name: "reference-v1",
                command: &["uiconform", "driver", "reference", "--policy", "v1"],
            },
            Driver {
                name: "python",
                command: &["python3", "harness/drivers/python/ag_ui.py"],
            },
            Driver {
                name: "python-v1",
                command: &[
                    "python3",
                    "harness/drivers/python/ag_ui.py",
                    "--policy",
                    "v1",
                ],
            },
        ],
        faults: &[
            "takes-a-truncated-stream-for-a-success",
            "leaves-half-a-patch",
            "reads-pieces-one-by-one",
        ],
    },
];

/// The files that are published of a run, with the commands that make them of its result file.
const FILES: [(&str, &[&str]); 3] = [
    ("summary.md", &["merge", "--format", "markdown"]),
    ("badge.svg", &["badge"]),
    ("badge.json", &["badge", "--format", "json"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn uiconform() -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    // The driver of a fault is the command itself, which must not stand in what is published with a path of this machine.
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let mut command = Command::new(program);
    command
        .current_dir(root())
        .env("PATH", env::join_paths(path).unwrap())
        .env_remove("PYTHONUNBUFFERED")
        .env("NO_COLOR", "1");
    command
}

fn is_there(program: &str) -> bool {
    let version = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// The records of a run of a driver, as lines. One without words is the built-in reference; without a suite it is run on all.
fn results(suite: Option<&str>, name: &str, words: &[&str], exit: i32) -> String {
    let mut command = uiconform();
    command.args(["run", "--no-config", "--format", "json"]);
    if let Some(suite) = suite {
        command.args(["--suite", suite]);
    }
    if !words.is_empty() {
        command.arg("--").args(words);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{name}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Where the records of a driver are kept for the commands that read them.
fn kept(suite: &str, name: &str, lines: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{suite}-{name}.jsonl"));
    fs::write(&file, lines).unwrap();
    file
}

/// The results of real clients. Those take their registries and some minutes to make, so `harness/peers/run` makes them, and they are
/// read here as they were published.
fn peers() -> Vec<PathBuf> {
    let folder = root().join("reports/ag-ui/peers");
    let clients = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<PathBuf> = clients
        .map(|client| client.path().join("results.jsonl"))
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "no results of real clients are published"
    );
    files
}

/// The page of all results: one command makes it.
fn page(results: &[PathBuf]) -> String {
    let mut command = uiconform();
    let output = command
        .args(["report", "html", "--title", "uiconform: published results"])
        .args(results)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the page: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Compares a file with what it should hold, or writes it.
fn publish(path: &Path, text: &str, stale: &mut Vec<String>) {
    if fs::read_to_string(path).is_ok_and(|committed| committed == text) {
        return;
    }
    if env::var_os("UICONFORM_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    } else {
        stale.push(path.display().to_string());
    }
}

#[test]
fn what_is_published_is_what_comes_out() {
    let mut stale = Vec::new();
    // The reference is one implementation of them all.
    let whole = results(None, REFERENCE.name, &[], 0);
    let mut files = vec![kept("all", REFERENCE.name, &whole)];
    for suite in &SUITES {
        files.extend(publish_suite(suite, &mut stale));
    }
    let others = |suite: &Suite| suite.drivers.len() - 1 + suite.faults.len();
    if files.len() == 1 + SUITES.iter().map(others).sum::<usize>() {
        files.extend(peers());
        let index = root().join("reports/index.html");
        publish(&index, &page(&files), &mut stale);
    }
    assert!(
        stale.is_empty(),
        "these are not what comes out; `UICONFORM_BLESS=1 cargo test -p uiconform --test published` writes them:\n{}",
        stale.join("\n")
    );
}

/// Compares all that is published of a suite, or writes it; gives the result files but that of the reference.
fn publish_suite(suite: &Suite, stale: &mut Vec<String>) -> Vec<PathBuf> {
    let folder = root().join("reports").join(suite.name);
    let mut all: Vec<(&str, String)> = Vec::new();
    let mut files = Vec::new();
    for driver in suite.drivers {
        if driver
            .command
            .first()
            .is_some_and(|program| *program != "uiconform" && !is_there(program))
        {
            eprintln!(
                "!! {} is not here: its results were not compared",
                driver.command[0]
            );
            continue;
        }
        let lines = results(Some(suite.name), driver.name, driver.command, 0);
        let file = kept(suite.name, driver.name, &lines);
        for (name, words) in FILES {
            let mut command = uiconform();
            let output = command
                .arg("report")
                .args(words)
                .arg(&file)
                .output()
                .unwrap();
            assert!(output.status.success(), "{name} of {}", driver.name);
            let text = String::from_utf8(output.stdout).unwrap();
            publish(&folder.join(driver.name).join(name), &text, stale);
        }
        if driver.name != REFERENCE.name {
            files.push(file);
        }
        all.push((driver.name, lines));
    }
    for fault in suite.faults {
        let words = ["uiconform", "driver", "reference", "--fault", fault];
        let lines = results(Some(suite.name), fault, &words, 1);
        files.push(kept(suite.name, fault, &lines));
    }
    if all.len() == suite.drivers.len() {
        publish(
            &folder.join("README.md"),
            &side_by_side(suite.name, &all),
            stale,
        );
    }
    files
}

/// All drivers beside each other: what they conform to, and what they do where the text leaves it open.
fn side_by_side(suite: &str, all: &[(&str, String)]) -> String {
    let mut profiles: BTreeMap<usize, (String, Vec<String>)> = BTreeMap::new();
    let mut points: BTreeMap<String, (String, BTreeMap<&str, String>)> = BTreeMap::new();
    let mut identities = String::new();
    let mut version = String::new();
    for (name, lines) in all {
        for line in lines.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            match record["record"].as_str().unwrap() {
                "header" => {
                    let driver = &record["driver"];
                    let of = |member: &str| driver[member].as_str().unwrap_or("-").to_owned();
                    let _ = writeln!(
                        identities,
                        "| [{name}]({name}/summary.md) | {} | {} | {} |",
                        of("name"),
                        of("version"),
                        of("language")
                    );
                    version = record["suites"][0]["version"].as_str().unwrap().to_owned();
                }
                "case" => {
                    let recorded = &record["recorded"];
                    if let (Some(asks), Some(outcome)) =
                        (recorded["asks"].as_str(), recorded["outcome"].as_str())
                    {
                        let id = record["id"].as_str().unwrap().to_owned();
                        let point = points.entry(id).or_default();
                        point.0 = asks.to_owned();
                        point.1.insert(name, outcome.to_owned());
                    }
                }
                _ => {
                    for (index, profile) in
                        record["profiles"].as_array().unwrap().iter().enumerate()
                    {
                        let entry = profiles.entry(index).or_default();
                        entry.0 = profile["profile"].as_str().unwrap().to_owned();
                        entry
                            .1
                            .push(profile["conformance"].as_str().unwrap().to_owned());
                    }
                }
            }
        }
    }
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let rule = " --- |".repeat(names.len());
    let mut text = format!(
        "# Suite {suite} {version}\n\nMade by `UICONFORM_BLESS=1 cargo test -p uiconform --test published`, which without the variable compares.\n\n\
         | driver | implementation | version | language |\n| --- | --- | --- | --- |\n{identities}\n\
         | profile | {} |\n| --- |{rule}\n",
        names.join(" | ")
    );
    for (profile, conformance) in profiles.values() {
        let _ = writeln!(text, "| `{profile}` | {} |", conformance.join(" | "));
    }
    let _ = write!(
        text,
        "\n## Where the text leaves it open\n\nWhat each of them does there; nothing of it is a failure.\n\n| open point | {} |\n| --- |{rule}\n",
        names.join(" | ")
    );
    for (asks, outcomes) in points.values() {
        let cells: Vec<&str> = names
            .iter()
            .map(|name| outcomes.get(name).map_or("-", String::as_str))
            .collect();
        let asks = asks.replace('|', "\\|");
        let _ = writeln!(text, "| {asks} | {} |", cells.join(" | "));
    }
    text
}
