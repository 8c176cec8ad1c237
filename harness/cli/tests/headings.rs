//! A failure stands under the same heading in a whole run, in a shuffled one, and when it is replayed alone.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::env;
use std::path::Path;
use std::process::Command;

fn uiconform(words: &[&str]) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new(program)
        .args(words)
        .env("PATH", env::join_paths(path).unwrap())
        .env("NO_COLOR", "1")
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The requirements that failures stand under, each with the case that is shown.
fn headings(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut heading = None;
    for line in text.lines() {
        let id = line.split_whitespace().nth(1);
        if line.starts_with("FAILED  AUE-") || line.starts_with("failed  AUE-") {
            heading = id.map(str::to_owned);
        } else if let Some((_, rest)) = line.split_once(" --filter ")
            && line.starts_with("    replay ")
            && let Some(heading) = heading.take()
        {
            let case = rest.split_whitespace().next().unwrap();
            found.push((heading, case.to_owned()));
        }
    }
    found
}

#[test]
fn a_failure_keeps_its_heading() {
    for fault in [
        "seq-may-be-digits",
        "refused-appends-leave-a-field",
        "start-keeps-earlier-blocks",
    ] {
        let driver = format!("uiconform driver reference --fault {fault}");
        let run = |more: &[&str]| {
            let words = [&["run", "--no-config", "--driver", &driver], more].concat();
            headings(&uiconform(&words))
        };
        let whole = run(&[]);
        assert!(!whole.is_empty(), "{fault}");
        assert_eq!(whole, run(&["--shuffle", "7"]), "{fault}, shuffled");
        for (heading, case) in whole {
            let again = run(&["--filter", &case, "--transcript"]);
            // The twin of a case comes along, and may fail by itself.
            let kept = (heading, case);
            assert!(
                again.contains(&kept),
                "{fault}, replayed: {kept:?} {again:?}"
            );
        }
    }
}
