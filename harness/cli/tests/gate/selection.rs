//! Parts of a run, options from a file, and what selects nothing.

use std::process::Output;

use uiconform_catalogue::CaseId;
use uiconform_catalogue::record::Shard;

use crate::support::{DIGITS, Folder, OTHER, RIGHT, ends};

#[test]
fn nothing_but_an_implementation_is_gated() {
    let folder = Folder::new("embedded");
    folder.write("known.toml", "schema = 1\n");
    let note =
        "note: no driver was given: this tests the built-in reference, not your implementation";
    let said = ends(
        &folder.run(None, &["run", "--filter", "*/sets-the-error/*"]),
        0,
    );
    assert!(said.contains(note), "{said}");
    for words in [
        ["--baseline", "known.toml"],
        ["--write-baseline", "known.toml"],
        ["--shard", "1/2"],
    ] {
        let said = ends(&folder.run(None, &[&["run"], &words[..]].concat()), 2);
        assert!(
            said.contains(words[0]) && said.contains("--driver \"uiconform driver reference\""),
            "{said}"
        );
    }
    let run = ["run", "--strict", "--report", "report"];
    let said = ends(&folder.run(None, &run), 0);
    let words = "conformant, strictly (the built-in reference, since no driver was given)";
    assert!(said.contains(words), "{said}");
    let summary = folder.read("report/summary.md");
    assert!(summary.contains(words), "{summary}");
    let certify = ["report", "certificate", "report/results.jsonl"];
    for artifact in [&[][..], &["--artifact", "known.toml"]] {
        let said = ends(&folder.run(None, &[&certify[..], artifact].concat()), 2);
        assert!(
            said.contains("it tested the built-in reference, since no driver was given"),
            "{said}"
        );
    }
    // Named, it is an implementation like any other.
    let said = ends(&folder.run(Some(RIGHT), &run), 0);
    assert!(!said.contains("built-in"), "{said}");
    ends(&folder.run(None, &certify), 0);
}

#[test]
fn what_selects_nothing_is_named() {
    let folder = Folder::new("nothing");
    let case = "agentue-1.1/envelope/seq/refuses-digits-in-a-string";
    let empty = (1..=2)
        .map(|index| Shard { index, total: 2 })
        .find(|shard| !shard.holds(&CaseId::new(case)))
        .unwrap();
    let words = ["run", "--filter", case, "--shard", &empty.to_string()];
    let said = ends(&folder.run(Some(RIGHT), &words), 3);
    assert!(
        said.contains(&format!(
            "the shard {empty} holds none of the 1 cases that match `{case}`"
        )),
        "{said}"
    );
    let words = ["run", "--filter", case, "--profile", "router"];
    let said = ends(&folder.run(Some(RIGHT), &words), 3);
    assert!(
        said.contains("of the profile router or of its requirements matches"),
        "{said}"
    );
    let words = ["run", "--report", "right", "--filter", "*/sets-the-error/*"];
    ends(&folder.run(Some(RIGHT), &words), 0);
    let words = ["run", "--failed", "right/results.jsonl"];
    let said = ends(&folder.run(Some(RIGHT), &words), 3);
    assert!(said.contains("the result file has no failure"), "{said}");
    ends(
        &folder.run(
            Some(DIGITS),
            &["run", "--report", "wrong", "--filter", case],
        ),
        1,
    );
    let words = [
        "run",
        "--failed",
        "wrong/results.jsonl",
        "--filter",
        "*/sets-the-error/*",
    ];
    let said = ends(&folder.run(Some(DIGITS), &words), 3);
    assert!(
        said.contains("no failure of the result file is among the cases that match"),
        "{said}"
    );
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
