//! What the README shows is so. Its driver, behind which stands the reducer of the Python sample, is conformant: nothing is missing
//! from it. Its failure is what the command prints.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and loudly what it skips.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The sample's reducer under the names that the README's driver uses.
const MY_REDUCER: &str = "
import sys
sys.path.insert(0, SAMPLE)
import agentue
from agentue import Rejected, parse_event as parse

class Reducer(agentue.Reducer):
    @property
    def model(self):
        return self.snapshot()
";

#[test]
fn the_driver_of_the_readme_is_conformant() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(env::var_os("CI").is_none(), "python3 is needed in CI");
        eprintln!("SKIPPED: python3 is not installed, so the driver of the README was not run");
        return;
    }
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(repository.join("README.md")).unwrap();
    let driver = readme
        .split("```python\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("my_driver.py"), driver).unwrap();
    let sample = repository
        .canonicalize()
        .unwrap()
        .join("harness/drivers/python");
    let reducer = MY_REDUCER.replace("SAMPLE", &format!("{:?}", sample.display().to_string()));
    fs::write(folder.join("my_reducer.py"), reducer).unwrap();

    let output = Command::new(env!("CARGO_BIN_EXE_uiconform"))
        .args([
            "run",
            "--strict",
            "--timeout",
            "60s",
            "--driver",
            "python3 my_driver.py",
        ])
        .current_dir(&folder)
        .env_remove("PYTHONUNBUFFERED")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("conformant, strictly"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_failure_of_the_readme_is_what_is_printed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(repository.join("README.md")).unwrap();
    let section = readme.split("## What a failure looks like").nth(1).unwrap();
    let sample = section.split("```console\n").nth(1).unwrap();
    let (command, shown) = sample.split_once("\n…\n").unwrap();
    let shown = shown.split("\n```").next().unwrap();
    let words = command.strip_prefix("$ uiconform ").unwrap();
    let (words, driver) = words.split_once(" --driver ").unwrap();

    let program = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new(program)
        .args(words.split(' '))
        .args(["--driver", driver.trim_matches('"')])
        .env("PATH", env::join_paths(path).unwrap())
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (text, shown) = (without_places(&text), without_places(shown));
    assert!(text.contains(&shown), "{text}\nhas not:\n{shown}");
}

/// The text without the lines at which cases stand in their files, which other cases move.
fn without_places(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(".json:") {
        Some((file, _)) if line.contains(" spec-cases/") => file,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}
