//! What `--write-baseline` makes of what was there before.

use uiconform_catalogue::{CaseId, IdState};
use uiconform_runner::suites;

use crate::support::{DIGITS, Folder, RIGHT, ends};

/// A buried case, and the one that replaced it.
fn buried_with_successor() -> (String, String) {
    let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
    let buried = catalogue.ids.iter().find_map(|(id, state)| match state {
        IdState::Buried { note, .. } => {
            let (_, successor) = note.rsplit_once("; ")?;
            Some((id.to_owned(), successor.to_owned()))
        }
        IdState::Alive(_) => None,
    });
    buried.unwrap()
}

#[test]
fn what_is_written_says_what_became_of_the_entries_before() {
    let folder = Folder::new("rewritten");
    let write = ["run", "--write-baseline", "known.toml"];
    let entry = |id: &str| {
        format!(
            "\n# Of {id}.\n[[failure]]\ncase = \"{id}\" # here\nverdict = \"fail\"\nreason = \"so\" # for now\n"
        )
    };
    // An id that never was leaves the file alone.
    let text =
        "schema = 1\n".to_owned() + &entry("agentue-1.1/envelope/seq/refuses-digits-in-a-strin");
    folder.write("known.toml", &text);
    let said = ends(&folder.run(Some(RIGHT), &write), 2);
    assert!(
        said.contains("known.toml:5:8: no case ") && said.contains("did you mean"),
        "{said}"
    );
    assert_eq!(folder.read("known.toml"), text);

    let (buried, successor) = buried_with_successor();
    let text = "\u{feff}schema = 1\n".to_owned() + &entry(&buried) + "# The end.\n";
    folder.write("known.toml", &text.replace('\n', "\r\n"));
    let said = ends(&folder.run(Some(RIGHT), &write), 0);
    let told = format!(
        "taken out, since there is no such case any more: {buried} (so): gone from the suite: "
    );
    assert!(said.contains(&told), "{said}");
    assert!(
        said.contains(&format!("it was replaced by `{successor}`")),
        "{said}"
    );
    let written = folder.read("known.toml");
    assert!(written.starts_with("\u{feff}schema = 1\r\n"), "{written:?}");
    assert!(
        written.ends_with(&format!("# Of {buried}.\r\n# The end.\r\n")),
        "{written:?}"
    );
    assert_eq!(
        written.matches('\n').count(),
        written.matches("\r\n").count()
    );
}

#[cfg(unix)]
#[test]
fn what_replaced_a_case_takes_its_entry_over_where_it_fails() {
    let folder = Folder::new("moved");
    let (buried, successor) = buried_with_successor();
    folder.write(
        "known.toml",
        &format!("schema = 1\n\n# Why.\n[[failure]]\ncase = \"{buried}\" # here\nverdict = \"fail\"\nreason = \"so\" # for now\n"),
    );
    // It answers every request with an error.
    let script = r#"while read -r line; do
      id=${line#*'"id":'}; id=${id%%,*}
      case $line in
        *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocol":1,"implementation":{"name":"sh","version":"1"},"profiles":["PROFILE"]}}';;
        *'"shutdown"'*) exit;;
        *) echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32603,"message":"no"}}';;
      esac
    done"#;
    let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
    let case = catalogue.case(&CaseId::new(successor.as_str())).unwrap();
    let script = script.replace("PROFILE", &case.profile_id());
    let words = [
        "run",
        "--write-baseline",
        "known.toml",
        "--",
        "sh",
        "-c",
        &script,
    ];
    let said = ends(&folder.run(None, &words), 0);
    assert!(
        said.contains(&format!("{buried} was replaced by {successor}")),
        "{said}"
    );
    let written = folder.read("known.toml");
    let moved = format!(
        "# Why.\n[[failure]]\ncase = \"{successor}\" # here\nverdict = \"bad-answer\"\nreason = \"so\" # for now\n"
    );
    assert!(written.contains(&moved), "{written}");
    assert_eq!(written.matches(&successor).count(), 1, "{written}");
}

#[test]
fn the_first_baseline_is_written_where_the_options_name_it_already() {
    let folder = Folder::new("first");
    let program = env!("CARGO_BIN_EXE_uiconform");
    folder.write(
        "uiconform.toml",
        &format!("[run]\ndriver = [{program:?}, \"driver\", \"reference\", \"--fault\", \"{DIGITS}\"]\nbaseline = \"known.toml\"\n"),
    );
    ends(&folder.run(None, &["run"]), 2);
    ends(
        &folder.run(None, &["run", "--write-baseline", "known.toml"]),
        0,
    );
    let said = ends(&folder.run(None, &["run"]), 0);
    assert!(said.contains("as the baseline says, with "), "{said}");
    assert!(
        said.contains("known.toml: ") && said.contains("unexplained"),
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
    // What stands in a file is named as it stands there.
    folder.write("filter.toml", "[run]\nfilter = \"*/seq/*\"\n");
    let words = [
        "run",
        "--config",
        "filter.toml",
        "--write-baseline",
        "known.toml",
    ];
    let said = ends(&folder.run(Some(DIGITS), &words), 2);
    assert!(said.contains("leave `filter` of filter.toml out"), "{said}");
    let words = ["run", "--write-baseline", "known.toml", "--max-fail", "1"];
    let said = ends(&folder.run(Some(DIGITS), &words), 5);
    assert!(said.contains("known.toml was not written"), "{said}");
    assert!(!folder.0.join("known.toml").exists());
}
