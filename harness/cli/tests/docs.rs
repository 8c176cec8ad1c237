//! The commands in the documents print what stands below them. The command tests of `cli.rs` cannot show backslashes, which are what
//! these are about.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// A command with what it prints.
struct Shown {
    line: usize,
    command: String,
    output: String,
}

/// The commands in blocks that begin with `console`: a line with `$`, perhaps one with `?` and the exit code, and the output.
fn shown(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut is_inside = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if is_inside && let Some(command) = line.strip_prefix("$ ") {
            found.push(Shown {
                line: index + 1,
                command: command.to_owned(),
                output: String::new(),
            });
        } else if is_inside && let Some(last) = found.last_mut() {
            last.output += line;
            last.output += "\n";
        }
    }
    found
}

fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
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

#[test]
fn commands_in_documents_print_what_they_say() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs");
    fs::create_dir_all(&folder).unwrap();
    let mut tested = 0;
    for entry in fs::read_dir(documents).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for shown in shown(&fs::read_to_string(&path).unwrap()) {
            let printed = run(&shown.command, &folder);
            assert_eq!(
                printed.trim_end(),
                shown.output.trim_end(),
                "{}:{}: {}",
                path.display(),
                shown.line,
                shown.command
            );
            tested += 1;
        }
    }
    assert!(tested >= 10, "{tested} commands were found");
}
