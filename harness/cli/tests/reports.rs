//! Reports in a folder: all forms at once, what a killed run leaves, and a certificate from the run to its check.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn uiconform(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uiconform"));
    command.args(arguments);
    command
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reports-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[track_caller]
fn code(output: &Output, code: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

#[test]
fn a_whole_run_is_certified_and_the_certificate_holds() {
    let folder = folder("whole");
    let path = folder.to_str().unwrap();
    let program = env!("CARGO_BIN_EXE_uiconform");
    let driver = ["--", program, "driver", "reference"];
    let run = ["run", "--format", "json", "--report", path];
    let output = uiconform(&[&run[..], &driver].concat()).output().unwrap();
    code(&output, 0);
    let all = [
        "annotations.txt",
        "junit.xml",
        "report.txt",
        "results.jsonl",
        "results.tap",
        "summary.md",
    ];
    assert_eq!(names(&folder), all.map(str::to_owned).into());
    let results = folder.join("results.jsonl");
    assert_eq!(fs::read(&results).unwrap(), output.stdout);

    let results = results.to_str().unwrap();
    let artifact = folder.join("junit.xml");
    let artifact = artifact.to_str().unwrap();
    let certify = ["report", "certificate", results, "--artifact", artifact];
    let output = uiconform(&certify).output().unwrap();
    code(&output, 0);
    let certificate = folder.join("certificate.json");
    fs::write(&certificate, &output.stdout).unwrap();
    let verify = [&certify[..], &["--verify", certificate.to_str().unwrap()]].concat();
    assert_eq!(code(&uiconform(&verify).output().unwrap(), 0), "");
    // Without the artefact that it is about, only a part of it is verified.
    let part = [
        "report",
        "certificate",
        results,
        "--verify",
        certificate.to_str().unwrap(),
    ];
    let output = uiconform(&part).output().unwrap();
    code(&output, 5);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("verified only in part: "));
    // The artefact is another one now.
    fs::write(artifact, "changed").unwrap();
    let output = uiconform(&verify).output().unwrap();
    code(&output, 1);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("/subject/0/digest/sha256: "));

    // A record that is not as the suite has it.
    let text = fs::read_to_string(results).unwrap();
    fs::write(
        results,
        text.replacen(
            r#""level":"required","requirements":[""#,
            r#""level":"required","requirements":["X"#,
            1,
        ),
    )
    .unwrap();
    let said = code(&uiconform(&certify).output().unwrap(), 2);
    assert!(
        said.contains("is not as the suite agentue-1.1 has it"),
        "{said}"
    );
}

/// A driver that is killed half-way, with the harness, by itself.
#[cfg(unix)]
const KILLER: &str = r#"
n=0
while read -r line; do
  id=${line#*'"id":'}; id=${id%%,*}
  case $line in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"sh","version":"1"},"profiles":["agentue-1.1/reducer"]}}';;
    *) n=$((n + 1)); if [ $n -gt 20 ]; then kill -KILL $PPID; exit; fi
       echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"steps":[],"model":null}}';;
  esac
done"#;

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_a_result_file_that_is_called_incomplete_and_no_other_report() {
    use std::os::unix::process::ExitStatusExt as _;

    let folder = folder("killed");
    let path = folder.to_str().unwrap();
    // A run before it left its reports.
    let filter = [
        "run",
        "--filter",
        "*/sets-the-error/*",
        "--format",
        "tap",
        "--report",
        path,
    ];
    code(&uiconform(&filter).output().unwrap(), 0);
    assert_eq!(names(&folder).len(), 6);

    let run = ["run", "--report", path, "--", "sh", "-c", KILLER];
    let output = uiconform(&run).output().unwrap();
    assert_eq!(output.status.signal(), Some(9));
    assert_eq!(names(&folder), BTreeSet::from(["results.jsonl".to_owned()]));
    let results = folder.join("results.jsonl");
    let results = results.to_str().unwrap();
    for (format, wanted) in [
        ("pretty", "incomplete: some cases were not run"),
        (
            "json",
            "\"stopped\":\"the run was killed: its result file ends after ",
        ),
        (
            "junit",
            "<error type=\"incomplete\" message=\"the run was killed: ",
        ),
        ("tap", "\nBail out! the run was killed: "),
        (
            "github",
            "::error title=uiconform::the run is incomplete: the run was killed: ",
        ),
        (
            "markdown",
            "**Verdict: incomplete: some cases were not run**",
        ),
    ] {
        let words = ["report", "merge", results, "--format", format];
        let output = uiconform(&words).output().unwrap();
        let said = code(&output, 5);
        assert!(said.contains("told as an incomplete run"), "{said}");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.contains(wanted), "{format}: {shown}");
    }
    for action in [
        &["merge", results][..],
        &["compare", results, results],
        &["certificate", results],
        &["badge", results],
    ] {
        let output = uiconform(&[&["report"], action].concat()).output().unwrap();
        let said = code(&output, 5) + &String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("incomplete"), "{action:?}: {said}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_said() {
    let folder = folder("file");
    fs::write(&folder, "").unwrap();
    let path = folder.to_str().unwrap();
    let filter = ["run", "--filter", "*/sets-the-error/*", "--report", path];
    let said = code(&uiconform(&filter).output().unwrap(), 2);
    assert!(said.contains("--report: ") && said.contains(path), "{said}");
    // That is known before the driver is started.
    let filter = [&filter[..], &["--", "no-such-program"]].concat();
    code(&uiconform(&filter).output().unwrap(), 2);
    fs::remove_file(&folder).unwrap();
}
