//! What is asked for has to be there: a driver in a file of options, a profile by its name, values of the right kind.

use std::fs;

use crate::support::{DIGITS, Folder, RIGHT, ends};

#[test]
fn a_file_of_options_names_the_driver() {
    let folder = Folder::new("nodriver");
    folder.write("other.toml", "[run]\nstrict = true\n");
    let named = ["run", "--config", "other.toml"];
    let said = ends(&folder.run(None, &named), 2);
    assert!(
        said.contains("error: other.toml names no driver; "),
        "{said}"
    );
    ends(&folder.run(None, &["run"]), 0);
    folder.write("uiconform.toml", "");
    for words in [&["run"][..], &["run", "--explain-driver"]] {
        let said = ends(&folder.run(None, words), 2);
        assert!(said.contains("uiconform.toml names no driver"), "{said}");
    }
    // The command line may name it, and the file may be left aside.
    ends(&folder.run(Some(RIGHT), &["run"]), 0);
    ends(&folder.run(None, &["run", "--no-config"]), 0);
}

#[cfg(unix)]
#[test]
fn a_profile_that_is_asked_for_is_offered() {
    let folder = Folder::new("asked");
    let sentence = "profile router was asked for, and the driver does not offer it";
    let both = ["run", "--profile", "delivery,router", "--report", "report"];
    let said = ends(&folder.run_without("router", &both), 1);
    assert!(said.contains(sentence), "{said}");
    for name in ["summary.md", "junit.xml", "results.tap", "annotations.txt"] {
        let report = folder.read(&format!("report/{name}")).replace('`', "");
        assert!(report.contains(sentence), "{name}: {report}");
    }
    // Also against a baseline, and from a file.
    folder.write("empty.toml", "schema = 1\n");
    folder.write(
        "pinned.toml",
        "[run]\nprofile = [\"delivery\", \"router\"]\nbaseline = \"empty.toml\"\n",
    );
    let said = ends(
        &folder.run_without("router", &["run", "--config", "pinned.toml"]),
        1,
    );
    assert!(
        said.contains("as the baseline says, with 0 known failures; a profile that was asked for"),
        "{said}"
    );
    // Where nothing asks for it, it is no failure.
    ends(
        &folder.run_without("router", &["run", "--profile", "delivery"]),
        0,
    );
    // Where nothing is left, nothing is judged.
    let said = ends(
        &folder.run_without("router", &["run", "--profile", "router"]),
        3,
    );
    assert!(said.contains(sentence), "{said}");
}

#[test]
fn all_offered_profiles_by_name_are_a_whole_run() {
    let folder = Folder::new("pinned");
    let all = "reducer,router,delivery,framing,resolver,host,resume,emitter";
    let run = ["run", "--report", "report", "--profile", all];
    ends(&folder.run(Some(RIGHT), &run), 0);
    let certify = ["report", "certificate", "report/results.jsonl"];
    ends(&folder.run(None, &certify), 0);
    let write = ["run", "--write-baseline", "known.toml", "--profile", all];
    ends(&folder.run(Some(DIGITS), &write), 0);
    assert!(folder.read("known.toml").contains("[[failure]]"));

    let part = ["run", "--report", "report", "--profile", "delivery"];
    ends(&folder.run(Some(RIGHT), &part), 0);
    let said = ends(&folder.run(None, &certify), 2);
    assert!(said.contains("which --profile left out"), "{said}");
}

#[test]
fn errors_say_where_an_option_stands() {
    let folder = Folder::new("origin");
    let from_file = |text: &str, code: i32, message: &str| {
        folder.write("c.toml", &format!("[run]\n{text}\n"));
        let said = ends(
            &folder.run(Some(RIGHT), &["run", "--config", "c.toml"]),
            code,
        );
        assert!(said.contains(message), "{message}: {said}");
    };
    from_file(
        "profile = \"redcer\"",
        2,
        "`profile` of c.toml: no profile `redcer`",
    );
    from_file("filter = \"[\"", 2, "`filter` of c.toml: the filter `[`");
    from_file("filter = \"no/such\"", 3, "(with `filter` of c.toml)");
    from_file("report = \"c.toml/x\"", 2, "`report` of c.toml: ");
    from_file(
        "report = \"c.toml\"",
        2,
        "c.toml is a file, and the reports",
    );
    from_file("jobs = \"2\"", 2, "c.toml:2:1: `jobs` takes a whole number");
    from_file(
        "timeout = 5\nfilter = \"*/sets-the-error/*\"",
        0,
        "as expected",
    );
    for (option, value, message) in [
        ("--profile", "redcer", "error: --profile: no profile"),
        (
            "--report",
            "c.toml",
            "error: --report: c.toml: c.toml is a file",
        ),
    ] {
        let said = ends(&folder.run(Some(RIGHT), &["run", option, value]), 2);
        assert!(said.contains(message), "{said}");
    }
    let utf16: Vec<u8> = "\u{feff}[run]\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(folder.0.join("wide.toml"), utf16).unwrap();
    let said = ends(&folder.run(None, &["run", "--config", "wide.toml"]), 2);
    assert!(
        said.contains("wide.toml: this is UTF-16, and TOML is UTF-8; save it as UTF-8"),
        "{said}"
    );
}

#[test]
fn a_command_that_is_meant_for_a_shell_says_how_to_have_one() {
    let folder = Folder::new("shell");
    fs::create_dir(folder.0.join("sdk")).unwrap();
    folder.write("sdk/driver.py", "");
    let says = |driver: &str, message: &str| {
        let said = ends(&folder.run(None, &["run", "--driver", driver]), 4);
        assert!(said.contains(message), "{message}: {said}");
    };
    says(
        "cd sdk && python3 driver.py",
        "cd is a word of shells, and no shell is involved: write sh -c 'cd …'",
    );
    says(
        "BUGS=x python3 driver.py",
        "BUGS=x sets a variable, and no shell is involved: write env BUGS=x …",
    );
    says(
        r"uiconform-none sdk\driver.py",
        "note: --driver: a backslash is taken away, as a shell would, so this was read as `uiconform-none sdkdriver.py`",
    );
    folder.write(
        "sdk/uiconform.toml",
        "[run]\ndriver = \"uiconform-none driver.py\"\n",
    );
    let words = ["run", "--config", "sdk/uiconform.toml"];
    let said = ends(&folder.run(None, &words), 4);
    assert!(
        said.contains("there is no driver.py here, and there is sdk/driver.py"),
        "{said}"
    );
}
