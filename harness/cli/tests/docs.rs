//! The commands in the documents print what stands below them. The command tests of `cli.rs` cannot show backslashes, which are what
//! these are about.
//!
//! A block that begins with `console` has commands with what they print; a line of `…` stands for lines that are left out, and one that ends in it
//! for a line of that begin. A block whose first line has `file=NAME` is written to that file first. Commands in the running text that show a case or
//! a requirement have to find it. Each document has a folder of its own, and is run from its begin to its end.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// What a document says to do.
enum Step {
    /// Runs a command, which prints this.
    Run {
        line: usize,
        command: String,
        output: String,
    },
    /// Writes a file.
    Write { name: String, text: String },
}

fn steps(text: &str) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    let (mut is_console, mut is_file) = (false, false);
    for (index, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            is_console = info == "console";
            let name = info.split_once(" file=").map(|(_, name)| name.to_owned());
            is_file = name.is_some();
            found.extend(name.map(|name| Step::Write {
                name,
                text: String::new(),
            }));
        } else if is_console && let Some(command) = line.strip_prefix("$ ") {
            found.push(Step::Run {
                line: index + 1,
                command: command.to_owned(),
                output: String::new(),
            });
        } else if is_console && let Some(Step::Run { output, .. }) = found.last_mut() {
            *output += line;
            *output += "\n";
        } else if is_file && let Some(Step::Write { text, .. }) = found.last_mut() {
            *text += line;
            *text += "\n";
        } else {
            found.extend(named(line).map(|command| Step::Run {
                line: index + 1,
                command: format!("{command} > shown.txt"),
                output: String::new(),
            }));
        }
    }
    found
}

/// The commands in a line that show a case or a requirement.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|code| {
        let shows = ["uiconform cases show ", "uiconform requirements "];
        let id = shows.iter().find_map(|shows| code.strip_prefix(shows));
        // `ID` stands for any.
        id.is_some_and(|id| id != "ID" && !id.starts_with('-'))
    })
}

fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).unwrap())
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("PYTHONUNBUFFERED")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    match output.status.code() {
        Some(0) => text,
        code => format!("? {}\n{text}", code.unwrap_or(-1)),
    }
}

/// Whether lines are as the document has them.
fn is_shown(printed: &[&str], shown: &[&str]) -> bool {
    match (shown, printed) {
        ([], printed) => printed.is_empty(),
        (["…", rest @ ..], printed) => {
            (0..=printed.len()).any(|skipped| is_shown(&printed[skipped..], rest))
        }
        (_, []) => false,
        ([wanted, shown @ ..], [line, printed @ ..]) => {
            let is_same = match wanted.strip_suffix('…') {
                Some(begin) => line.starts_with(begin),
                None => line.trim_end() == wanted.trim_end(),
            };
            is_same && is_shown(printed, shown)
        }
    }
}

#[test]
fn lines_may_be_left_out() {
    assert!(is_shown(&["a", "b", "c"], &["a", "…", "c"]));
    assert!(is_shown(&["a (5 ms)"], &["…", "a …"]));
    assert!(!is_shown(&["a", "b"], &["…", "c"]));
    assert!(!is_shown(&["a", "b"], &["a"]));
}

/// Does what a document says; the number of its commands.
fn follow(document: &Path) -> usize {
    let text = fs::read_to_string(document).unwrap();
    let name = document.file_stem().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("docs")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut tested = 0;
    for step in steps(&text) {
        let (line, command, output) = match step {
            Step::Write { name, text } => {
                fs::write(folder.join(name), text).unwrap();
                continue;
            }
            Step::Run {
                line,
                command,
                output,
            } => (line, command, output),
        };
        let printed = run(&command, &folder);
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        let shown: Vec<&str> = output.trim_end().lines().collect();
        assert!(
            is_shown(&lines, &shown),
            "{}:{line}: {command}\nprints\n{printed}\nand is shown as\n{output}",
            document.display()
        );
        tested += 1;
    }
    tested
}

#[test]
fn commands_in_documents_print_what_they_say() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let mut tested = 0;
    for entry in fs::read_dir(documents).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        if path.ends_with("tutorial.md") && !has_python {
            assert!(env::var_os("CI").is_none(), "python3 is needed in CI");
            eprintln!("SKIPPED: python3 is not installed, so the tutorial was not followed");
            continue;
        }
        tested += follow(&path);
    }
    assert!(tested >= 20, "{tested} commands were found");
}
