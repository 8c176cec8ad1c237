//! From shards to a whole, and from there to a certificate.

use std::process::Output;

use crate::support::{DIGITS, Folder, RIGHT, ends};

/// Two shards, with further options.
fn shards(folder: &Folder, fault: &str, options: &[&str]) {
    for index in ["1", "2"] {
        let (shard, report) = (format!("{index}/2"), format!("shard-{index}"));
        let words = ["run", "--shard", &shard, "--report", &report];
        let output = folder.run(Some(fault), &[&words[..], options].concat());
        assert!(matches!(output.status.code(), Some(0 | 1)));
    }
}

fn merge(folder: &Folder, options: &[&str]) -> Output {
    let files = ["shard-1/results.jsonl", "shard-2/results.jsonl"];
    folder.run(None, &[&["report", "merge"], &files[..], options].concat())
}

#[test]
fn what_was_held_against_a_baseline_is_certified_without_it() {
    let folder = Folder::new("released");
    let write = ["run", "--write-baseline", "known.toml"];
    ends(&folder.run(Some(DIGITS), &write), 0);
    shards(
        &folder,
        DIGITS,
        &["--baseline", "known.toml", "--timeout", "10s"],
    );

    // With a folder, people are told; without, programs.
    let said = ends(&merge(&folder, &["--report", "report"]), 0);
    assert!(said.contains("\nas the baseline says, with "), "{said}");
    assert!(!said.contains("\"record\""), "{said}");
    let replays = folder.read("report/report.txt");
    assert!(replays.contains(" --timeout 10s --filter "), "{replays}");
    let notice = folder.read("report/annotations.txt");
    assert!(notice.contains("::notice title=uiconform::"), "{notice}");
    let certify = |file: &str, more: &[&str]| {
        folder.run(None, &[&["report", "certificate", file], more].concat())
    };
    let said = ends(&certify("report/results.jsonl", &[]), 2);
    assert!(
        said.contains("`uiconform report merge report/results.jsonl --no-baseline > whole.jsonl`"),
        "{said}"
    );
    for files in [
        &["report/results.jsonl"][..],
        &["shard-1/results.jsonl", "shard-2/results.jsonl"],
    ] {
        let words = [&["report", "merge", "--no-baseline"], files].concat();
        let whole = folder.run(None, &words);
        ends(&whole, 1);
        folder.write("whole.jsonl", &String::from_utf8_lossy(&whole.stdout));
        let written = certify("whole.jsonl", &[]);
        let said = ends(&written, 0);
        assert!(said.contains("the certificate says FAILED: "), "{said}");
        folder.write(
            "certificate.json",
            &String::from_utf8_lossy(&written.stdout),
        );
        let said = ends(
            &certify("whole.jsonl", &["--verify", "certificate.json"]),
            1,
        );
        assert!(
            said.contains("the certificate says FAILED, as the files do: "),
            "{said}"
        );
    }
}

#[test]
fn a_baseline_is_written_from_shards_as_from_the_whole() {
    let folder = Folder::new("sharded");
    let write = ["run", "--write-baseline", "known.toml"];
    ends(&folder.run(Some(DIGITS), &write), 0);
    shards(&folder, DIGITS, &[]);
    ends(&merge(&folder, &["--write-baseline", "other.toml"]), 0);
    let entries = |name: &str| {
        let text = folder.read(name);
        let mut entries: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
        entries.sort();
        entries
    };
    assert_eq!(entries("other.toml"), entries("known.toml"));
    shards(&folder, DIGITS, &["--filter", "*/seq/*"]);
    let said = ends(&merge(&folder, &["--write-baseline", "other.toml"]), 2);
    assert!(said.contains("this one was run with --filter"), "{said}");
}

#[test]
fn shards_that_are_missing_or_empty_leave_reports_that_say_so() {
    let folder = Folder::new("missing");
    shards(&folder, RIGHT, &["--profile", "delivery"]);
    folder.write("empty.jsonl", "");
    let empty =
        "empty.jsonl: it has no record, so its run ended before it began; run that shard again";
    for (files, why) in [
        (&["shard-2/results.jsonl"][..], "shard 1 of 2 is missing"),
        (&["shard-2/results.jsonl", "empty.jsonl"], empty),
    ] {
        let words = [&["report", "merge"], files].concat();
        let said = ends(&folder.run(None, &words), 5);
        assert!(said.starts_with(&format!("error: {why}")), "{said}");
        assert!(!said.contains("\"record\""), "{said}");
        let words = [&words[..], &["--report", "report"]].concat();
        let said = ends(&folder.run(None, &words), 5);
        assert!(said.contains(&format!("error: {why}")), "{said}");
        let summary = folder.read("report/summary.md");
        assert!(summary.contains("**Verdict: incomplete"), "{summary}");
        let junit = folder.read("report/junit.xml");
        assert!(junit.contains("<error type=\"incomplete\""), "{junit}");
        let badge = ["report", "badge", "report/results.jsonl"];
        ends(&folder.run(None, &badge), 5);
    }
    let said = ends(&folder.run(None, &["report", "merge", "empty.jsonl"]), 5);
    assert!(said.contains(empty), "{said}");
}

/// A driver that offers a small profile, and fails every request in a way of its own.
#[cfg(unix)]
const FAILING: &str = r#"while read -r line; do
  id=${line#*'"id":'}; id=${id%%,*}
  case $line in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"sh","version":"1"},"profiles":["agentue-1.1/delivery"]}}';;
    *'"shutdown"'*) exit;;
    *) case $1 in
         exits) exit 3;;
         dies) kill -SEGV $$;;
         errs) echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32603,"message":"no"}}';;
         cuts) echo '{"jsonrpc":'; exit;;
         sometimes) case $id in *7000) exit 3;; esac; echo '{"jsonrpc":"2.0","id":'"$id"',"result":{}}';;
         shapes) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{}}';;
       esac;;
  esac
done"#;

#[cfg(unix)]
#[test]
fn a_failure_of_another_kind_is_not_the_known_one() {
    let folder = Folder::new("kinds");
    let case = "agentue-1.1/delivery/*/*";
    let driver = |kind: &str| {
        let script = ["--", "sh", "-c", FAILING, "sh"].map(str::to_owned);
        [&script[..], &[kind.to_owned()]].concat()
    };
    let fingerprint = |kind: &str| {
        let words = [
            "run",
            "--format",
            "json",
            "--filter",
            case,
            "--max-fail",
            "1",
        ];
        let words: Vec<String> = [&words.map(str::to_owned)[..], &driver(kind)].concat();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = folder.run(None, &words);
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, rest) = text.split_once("\"fingerprint\":\"").unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    for (kind, wanted) in [
        ("exits", "crash (exit 3)"),
        ("dies", "crash (signal 11)"),
        ("errs", "bad-answer (error -32603)"),
        ("cuts", "bad-answer (no JSON-RPC answer)"),
        ("shapes", "bad-answer (wrong shape)"),
    ] {
        assert_eq!(fingerprint(kind), wanted, "{kind}");
    }
}

#[cfg(unix)]
#[test]
fn failures_that_may_not_come_again_are_written_with_a_warning() {
    let folder = Folder::new("fleeting");
    let driver = ["--", "sh", "-c", FAILING, "sh", "sometimes"];
    let words = ["run", "--write-baseline", "known.toml"];
    let said = ends(&folder.run(None, &[&words[..], &driver].concat()), 0);
    assert!(
        said.contains("which may not come again each time: agentue-1.1/"),
        "{said}"
    );
    assert!(folder.read("known.toml").contains("verdict = \"crash\""));
    // An entry that stays as it is was warned of before.
    let said = ends(&folder.run(None, &[&words[..], &driver].concat()), 0);
    assert!(!said.contains("may not come again"), "{said}");
}
