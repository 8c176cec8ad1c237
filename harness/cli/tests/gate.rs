//! Gating on known failures: what a baseline excuses, what it does not, and how it is kept.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use uiconform_catalogue::IdState;
use uiconform_runner::suites;

/// Accepts sequence numbers written as digits.
const DIGITS: &str = "seq-may-be-digits";
/// Something else.
const OTHER: &str = "start-may-carry-meta";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gate-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn run(&self, fault: Option<&str>, words: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_uiconform");
        let mut command = Command::new(program);
        command
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .args(words);
        if let Some(fault) = fault {
            command.args(["--", program, "driver", "reference", "--fault", fault]);
        }
        command.output().unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }
}

#[track_caller]
fn ends(output: &Output, code: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{said}{shown}");
    said + &shown
}

#[test]
fn a_baseline_excuses_what_it_knows_and_nothing_else() {
    let folder = Folder::new("life");
    let write = ["run", "--write-baseline", "known.toml"];
    let gate = ["run", "--baseline", "known.toml"];

    ends(&folder.run(Some(DIGITS), &["run"]), 1);
    let said = ends(&folder.run(Some(DIGITS), &write), 0);
    assert!(said.contains("known.toml: "), "{said}");
    assert!(said.contains("of its entries are unexplained"), "{said}");
    let said = ends(&folder.run(Some(DIGITS), &gate), 0);
    assert!(said.contains("as the baseline says, with "), "{said}");
    assert!(said.contains("not conformant"), "{said}");

    // Another fault: its failures are new, and those of the first one are gone.
    let said = ends(&folder.run(Some(OTHER), &gate), 1);
    assert!(said.contains("baseline  not in the baseline"), "{said}");
    assert!(
        said.contains("BASELINE  ") && said.contains("out of the baseline"),
        "{said}"
    );
    // Nothing fails any more.
    let said = ends(&folder.run(None, &gate), 1);
    assert!(
        said.contains("not as the baseline says: 0 new, 0 changed, "),
        "{said}"
    );

    // Somebody explains the first entry, and the file is brought up to date for a driver with another fault.
    let text = folder.read("known.toml");
    let start = text.find("reason = \"").unwrap();
    let end = start + text[start..].find('\n').unwrap();
    let explained = format!(
        "{}reason = \"we know\" # for now{}",
        &text[..start],
        &text[end..]
    );
    folder.write("known.toml", &explained);
    ends(&folder.run(Some(DIGITS), &write), 0);
    assert_eq!(folder.read("known.toml"), explained);
    let said = ends(&folder.run(None, &write), 0);
    assert!(said.contains("(we know)"), "{said}");
    assert!(!folder.read("known.toml").contains("[[failure]]"));
    ends(&folder.run(None, &gate), 0);
}

#[test]
fn a_changed_fingerprint_is_told_with_what_it_was() {
    let folder = Folder::new("changed");
    ends(
        &folder.run(Some(DIGITS), &["run", "--write-baseline", "known.toml"]),
        0,
    );
    let text = folder
        .read("known.toml")
        .replacen("fingerprint = \"", "fingerprint = \"once: ", 1);
    folder.write("known.toml", &text);
    let said = ends(
        &folder.run(Some(DIGITS), &["run", "--baseline", "known.toml"]),
        1,
    );
    assert!(said.contains("0 new, 1 changed, 0 fixed"), "{said}");
    assert!(
        said.contains("the baseline has it as fail (once: "),
        "{said}"
    );
}

#[test]
fn entries_of_cases_that_are_not_there_are_refused_with_their_lines() {
    let folder = Folder::new("unknown");
    let entry =
        |id: &str| format!("[[failure]]\ncase = \"{id}\"\nverdict = \"fail\"\nreason = \"so\"\n");
    let gate = ["run", "--baseline", "known.toml"];
    let wrong = |text: &str, messages: &[&str]| {
        folder.write("known.toml", text);
        let said = ends(&folder.run(None, &gate), 2);
        for message in messages {
            assert!(said.contains(message), "{message}: {said}");
        }
    };
    let text =
        "schema = 1\n".to_owned() + &entry("agentue-1.1/envelope/seq/refuses-digits-in-a-strin");
    wrong(
        &text,
        &[
            "known.toml:3:8: no case `agentue-1.1/envelope/seq/refuses-digits-in-a-strin`; did you mean `agentue-1.1/envelope/seq/refuses-digits-in-a-string`?",
        ],
    );
    let text = "schema = 1\n".to_owned() + &entry("agentue-2/a/b/c");
    wrong(&text, &["known.toml:3:8: no suite `agentue-2`"]);
    wrong(
        "schema = 1\n[[failures]]\n",
        &["known.toml:2:3: unknown field `failures`"],
    );

    let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
    let (buried, note) = catalogue
        .ids
        .iter()
        .find_map(|(id, state)| match state {
            IdState::Buried { note, .. } => Some((id, note)),
            IdState::Alive(_) => None,
        })
        .unwrap();
    let text = "schema = 1\n".to_owned() + &entry(buried);
    wrong(&text, &["known.toml:3:8: the case ", "is gone", note]);

    let said = ends(&folder.run(None, &["run", "--baseline", "none.toml"]), 2);
    assert!(said.contains("--write-baseline"), "{said}");
}

#[test]
fn an_update_of_the_suite_explains_what_is_new() {
    let folder = Folder::new("update");
    let baseline =
        "schema = 1\n[suites.\"agentue-1.1\"]\nversion = \"0.1.0\"\ndigest = \"sha256:00\"\n";
    folder.write("known.toml", baseline);
    let said = ends(
        &folder.run(Some(DIGITS), &["run", "--baseline", "known.toml"]),
        1,
    );
    assert!(
        said.contains("known.toml was written for version 0.1.0 of the suite agentue-1.1"),
        "{said}"
    );
    assert!(
        said.contains("of the suite, and the baseline is of 0.1.0"),
        "{said}"
    );
}

#[test]
fn a_baseline_is_not_written_from_a_part_of_a_run() {
    let folder = Folder::new("part");
    for part in [
        &["--filter", "*/seq/*"][..],
        &["--profile", "reducer"],
        &["--shard", "1/2"],
    ] {
        let words = [&["run", "--write-baseline", "known.toml"], part].concat();
        let said = ends(&folder.run(Some(DIGITS), &words), 2);
        assert!(said.contains(part[0]), "{said}");
    }
    let words = ["run", "--write-baseline", "known.toml", "--max-fail", "1"];
    let said = ends(&folder.run(Some(DIGITS), &words), 5);
    assert!(said.contains("known.toml was not written"), "{said}");
    assert!(!folder.0.join("known.toml").exists());
}

#[test]
fn parts_of_a_run_are_held_against_their_own_entries() {
    let folder = Folder::new("parts");
    ends(
        &folder.run(Some(DIGITS), &["run", "--write-baseline", "known.toml"]),
        0,
    );
    for part in [
        &["--filter", "*/seq/*"][..],
        &["--filter", "*/append/*"],
        &["--shard", "1/3"],
        &["--shard", "2/3"],
        &["--shard", "3/3"],
    ] {
        let words = [&["run", "--baseline", "known.toml"], part].concat();
        ends(&folder.run(Some(DIGITS), &words), 0);
    }
}

#[test]
fn shards_join_to_the_whole_run() {
    let folder = Folder::new("shards");
    for shard in ["1/3", "2/3", "3/3"] {
        let report = format!("shard-{}", &shard[..1]);
        let output = folder.run(
            Some(DIGITS),
            &["run", "--shard", shard, "--report", &report],
        );
        // Only some of them have the failures.
        assert!(matches!(output.status.code(), Some(0 | 1)));
    }
    let whole = folder.run(Some(DIGITS), &["run", "--format", "json"]);
    let files = [
        "shard-2/results.jsonl",
        "shard-3/results.jsonl",
        "shard-1/results.jsonl",
    ];
    let merged = folder.run(None, &[&["report", "merge"], &files[..]].concat());
    ends(&merged, 1);
    let comparable = |output: &Output| -> Vec<String> {
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        text.lines()
            .map(|line| {
                // Ids of requests tell the place in the plan, which is another one in a shard.
                let ends = [",\"transcript\":", ",\"micros\":", ",\"millis\":"];
                let end = ends.iter().find_map(|end| line.find(end));
                line[..end.unwrap_or(line.len())].to_owned()
            })
            .collect()
    };
    let (merged, whole) = (comparable(&merged), comparable(&whole));
    assert_eq!(merged.len(), whole.len());
    for (merged, whole) in merged.iter().zip(&whole) {
        assert_eq!(merged, whole);
    }

    folder.write("empty.toml", "schema = 1\n");
    let gate = [
        &[
            "report",
            "merge",
            "--format",
            "pretty",
            "--baseline",
            "empty.toml",
        ],
        &files[..],
    ]
    .concat();
    let said = ends(&folder.run(None, &gate), 1);
    assert!(said.contains("not as the baseline says"), "{said}");
    for wrong in ["0/2", "3/2", "1", "a/b", "1/0"] {
        let said = ends(&folder.run(None, &["run", "--shard", wrong]), 2);
        assert!(said.contains("write I/N"), "{said}");
    }
}

#[test]
fn options_come_from_a_file_unless_they_are_given() {
    let folder = Folder::new("options");
    let program = env!("CARGO_BIN_EXE_uiconform");
    folder.write(
        "uiconform.toml",
        &format!("[run]\ndriver = [{program:?}, \"driver\", \"reference\", \"--fault\", \"{DIGITS}\"]\nprofile = [\"reducer\"]\n"),
    );
    let said = ends(&folder.run(None, &["run"]), 1);
    assert!(
        said.contains("uiconform.toml says driver, profile"),
        "{said}"
    );
    assert!(said.contains("not selected: agentue-1.1/router"), "{said}");
    let said = ends(&folder.run(Some(OTHER), &["run", "--profile", "router"]), 0);
    assert!(!said.contains("uiconform.toml says"), "{said}");
    assert!(
        said.contains(OTHER) && said.contains("not selected: agentue-1.1/reducer"),
        "{said}"
    );
    ends(&folder.run(None, &["run", "--no-config"]), 0);
    let said = ends(&folder.run(None, &["run", "--config", "none.toml"]), 2);
    assert!(said.contains("none.toml: "), "{said}");
    folder.write("other.toml", "[run]\njobs = 1000\n");
    let said = ends(&folder.run(None, &["run", "--config", "other.toml"]), 2);
    assert!(
        said.contains("other.toml:2:1: invalid value '1000'"),
        "{said}"
    );
}
