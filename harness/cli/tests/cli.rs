//! The command line as files: each file in `cmd` holds commands and what they print.
//! `TRYCMD=overwrite cargo test -p uiconform --test cli` takes over what they print now, with `[..]` for what changes from run to run
//! or with every new case.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::path::Path;
use std::{env, fs};

#[test]
fn commands_print_what_the_files_say() {
    let command = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    // Drivers in the files are faulty variants of the reference, so the command must be found by its name.
    let mut path = vec![command.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("uiconform", command)
        .env("PATH", env::join_paths(path).unwrap().to_string_lossy())
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.trycmd");
    cases.run();
    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for file in fs::read_dir("tests/cmd").unwrap() {
            let path = file.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "trycmd")
            {
                let text = fs::read_to_string(&path).unwrap();
                let lines: Vec<String> = text.lines().map(wildcards).collect();
                fs::write(&path, lines.join("\n") + "\n").unwrap();
            }
        }
    }
}

/// The line with `[..]` for times, for the totals of profiles, and for places in case files.
fn wildcards(line: &str) -> String {
    if let Some((start, _)) = line
        .rsplit_once('(')
        .filter(|(_, end)| end.ends_with(" ms)"))
    {
        return format!("{start}([..] ms)");
    }
    if let Some((start, _)) = line
        .split_once(".json:")
        .filter(|_| line.contains(" spec-cases/"))
    {
        return format!("{start}.json:[..]");
    }
    if line.contains("  required ") && line.contains("  recommended ") {
        let counts: Vec<String> = line
            .split("  ")
            .map(|part| match part.rsplit_once('/') {
                Some((start, total)) if total.parse::<u32>().is_ok() => format!("{start}/[..]"),
                _ => part.to_owned(),
            })
            .collect();
        return counts.join("  ");
    }
    line.to_owned()
}
