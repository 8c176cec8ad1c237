//! What is said of a driver before it is certified: by `--explain-driver`, and at the start of a run.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::process::{Command, Output};

/// One plain case.
const ONE: &str = "*/sets-the-error/code-and-message";

fn uiconform(arguments: &[&str], driver: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_uiconform"))
        .arg("run")
        .args(arguments)
        .args(["--", "sh", "-c", driver])
        .output()
        .unwrap()
}

/// The reference, and what the shell does after it.
fn reference_then(after: &str) -> String {
    format!(
        "'{}' driver reference; {after}",
        env!("CARGO_BIN_EXE_uiconform")
    )
}

#[track_caller]
fn explained(driver: &str, code: i32, lines: &[&str]) {
    let output = uiconform(&["--explain-driver"], driver);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    for line in lines {
        assert!(
            said.lines().any(|one| one.trim_end() == *line),
            "{line} is not in\n{said}"
        );
    }
}

#[test]
fn a_good_driver_can_be_certified() {
    explained(
        &reference_then("exit 0"),
        0,
        &[
            "right     it ended: exit status 0",
            "the driver can be certified: run it without --explain-driver",
        ],
    );
}

#[test]
fn a_driver_that_dies_at_its_end_cannot() {
    explained(
        &reference_then("kill -SEGV $$"),
        1,
        &[
            "wrong     it did not end by itself: killed by signal 11 (SIGSEGV)",
            "the driver starts, and does not behave as it must",
        ],
    );
}

#[test]
fn a_driver_that_goes_on_talking_cannot() {
    explained(
        &reference_then("echo bye"),
        1,
        &["the driver starts, and does not behave as it must"],
    );
}

#[test]
fn limits_that_are_too_low_are_told_at_once() {
    let script = r#"
while read -r line; do
  id=${line#*'"id":'}; id=${id%%,*}
  case $line in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"sh","version":"1"},"profiles":["agentue-1.1/reducer"],"limits":{"depth":4}}}';;
    *'"shutdown"'*) exit;;
    *) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"steps":[{"accepted":true}],"model":null}}';;
  esac
done"#;
    let output = uiconform(&["--filter", ONE], script);
    let said = String::from_utf8(output.stderr).unwrap();
    let note = "note: the driver declares a limit of 4 for `depth`; whoever conforms takes 32 levels, so the limit counts as 32";
    assert!(said.lines().any(|line| line == note), "{said}");
    explained(script, 1, &[&note.replacen("note: ", "odd       ", 1)]);
}
