//! Gating on known failures: what a baseline excuses, what it does not, and how it is kept.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod asked;
mod selection;
mod support;
mod whole;
mod written;

use std::fs;

use uiconform_catalogue::IdState;
use uiconform_runner::suites;

use support::{DIGITS, Folder, OTHER, RIGHT, ends};

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
    // In annotations, what passes now is no failure.
    let github = [&gate[..], &["--format", "github"]].concat();
    let said = ends(&folder.run(Some(RIGHT), &github), 1);
    assert!(said.contains("title=passes now%3A agentue-1.1/"), "{said}");
    assert!(
        said.contains("::passes now, so take it out of the baseline"),
        "{said}"
    );
    assert!(
        !said.contains("cases fail") && !said.contains("title=pass "),
        "{said}"
    );
    assert!(
        said.contains("\nuiconform: not as the baseline says: 0 new"),
        "{said}"
    );

    // Nothing fails any more.
    let said = ends(&folder.run(Some(RIGHT), &gate), 1);
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
    let said = ends(&folder.run(Some(RIGHT), &write), 0);
    assert!(said.contains("(we know)"), "{said}");
    assert!(!folder.read("known.toml").contains("[[failure]]"));
    ends(&folder.run(Some(RIGHT), &gate), 0);
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
        let said = ends(&folder.run(Some(RIGHT), &gate), 2);
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
    let text = "schema = 1\n".to_owned() + &entry(buried) + &entry("AUE-4-12");
    let (reason, successor) = note.rsplit_once("; ").unwrap();
    let replaced = format!("is gone from the suite: {reason}; it was replaced by `{successor}`");
    wrong(
        &text,
        &[
            "error: known.toml:3:8: the case ",
            &replaced,
            "error: known.toml:7:8: `AUE-4-12` is a requirement",
        ],
    );
    let far = entry("agentue-1.1/envelope/seq/refuses-nothing-of-the-kind");
    folder.write("known.toml", &("schema = 1\n".to_owned() + &far));
    let said = ends(&folder.run(Some(RIGHT), &gate), 2);
    assert!(!said.contains("did you mean"), "{said}");
    wrong(
        "schema = 1\n[suites.other]\nversion = \"1.0.0\"\ndigest = \"d\"\n",
        &["known.toml:2:9: no suite `other`"],
    );
}

#[test]
fn a_baseline_that_cannot_be_read_is_told_by_what_is_wrong_with_it() {
    let folder = Folder::new("unreadable");
    let read = |name: &str| ends(&folder.run(Some(RIGHT), &["run", "--baseline", name]), 2);
    let said = read("none.toml");
    assert!(
        said.contains("none.toml: there is no such file; `uiconform run --write-baseline`"),
        "{said}"
    );
    fs::create_dir(folder.0.join("folder")).unwrap();
    let said = read("folder");
    assert!(said.contains("folder: this is no ordinary file"), "{said}");
    assert!(!said.contains("--write-baseline"), "{said}");
    fs::write(folder.0.join("latin.toml"), b"schema = 1\n# gr\xfc\xdfe\n").unwrap();
    let said = read("latin.toml");
    assert!(
        said.contains("latin.toml:2: this line is not valid UTF-8"),
        "{said}"
    );
    folder.write("empty.toml", "");
    let said = read("empty.toml");
    assert!(said.contains("empty.toml:1:1: the file is empty"), "{said}");
    // Files come before what is selected.
    let words = ["run", "--baseline", "none.toml", "--filter", "no/such/case"];
    ends(&folder.run(Some(RIGHT), &words), 2);
    // What could only fail at the end fails before the run.
    let said = ends(
        &folder.run(Some(RIGHT), &["run", "--write-baseline", "nodir/x.toml"]),
        2,
    );
    assert!(
        said.contains("nodir/x.toml: there is no folder nodir"),
        "{said}"
    );
    assert!(!said.contains("testing "), "{said}");
}

#[cfg(unix)]
#[test]
fn an_entry_of_a_profile_that_is_not_offered_is_not_judged() {
    let folder = Folder::new("dropped");
    let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
    let case = catalogue
        .cases
        .iter()
        .find(|case| case.profile == "router")
        .unwrap();
    let entry = format!(
        "schema = 1\n\n[[failure]]\ncase = \"{}\"\nverdict = \"fail\"\nreason = \"so\"\n",
        case.id
    );
    folder.write("known.toml", &entry);
    let gate = ["run", "--baseline", "known.toml", "--format", "github"];
    let said = ends(&folder.run_without("router", &gate), 1);
    let title = format!(
        "title=not judged%3A {}::not judged, since the driver does not offer the profile any more",
        case.id
    );
    assert!(said.contains(&title), "{said}");
    assert!(!said.contains("passes now"), "{said}");
    // Left out by selection, it is nothing at all.
    let words = [&gate[..], &["--profile", "delivery"]].concat();
    ends(&folder.run_without("router", &words), 0);
    let said = ends(
        &folder.run_without("router", &["run", "--write-baseline", "known.toml"]),
        0,
    );
    let told = format!(
        "taken out, since the driver does not offer its profile any more, so that it was not judged: {}",
        case.id
    );
    assert!(said.contains(&told), "{said}");
    assert!(!said.contains("does not fail any more"), "{said}");
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
