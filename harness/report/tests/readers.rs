//! Real readers of JUnit XML and TAP take what is written. They are fetched by pip and npm; where that cannot be done, the test says
//! so and leaves it at that.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::{HOSTILE, every_kind, rendered};
use uiconform_report::{Format, Run};

/// Counts by the reader: tests, failures, errors, skipped.
const JUNIT: &str = r#"
import sys
from junitparser import JUnitXml
for path in sys.argv[1:]:
    xml = JUnitXml.fromfile(path)
    cases = [case for suite in xml for case in suite]
    told = (xml.tests, xml.failures, xml.errors)
    xml.update_statistics()
    assert told == (xml.tests, xml.failures, xml.errors), (told, xml.tests, xml.failures, xml.errors)
    assert all(case.name and case.classname and case.time is not None for case in cases)
    results = [type(result).__name__ for case in cases for result in case.result]
    print(len(cases), results.count("Failure"), results.count("Error"), results.count("Skipped"))
"#;

/// Counts by the reader: tests, those that pass, failures, TODO, skipped; it also wants each diagnostic to have a message or an answer.
const TAP: &str = r#"
const { Parser } = require('tap-parser');
const fs = require('fs');
for (const path of process.argv.slice(2)) {
  const text = fs.readFileSync(path, 'utf8');
  let result, bad = [];
  const parser = new Parser({ strict: true }, r => { result = r; });
  parser.on('extra', line => bad.push(line));
  parser.on('assert', a => {
    if (!a.ok && !(a.diag && a.diag.message !== undefined && a.diag.verdict && a.diag.at.line === 7)) bad.push(a);
  });
  parser.end(text);
  if (bad.length) { console.error(JSON.stringify(bad)); process.exit(1); }
  const odd = (result.failures || []).filter(f => f.tapError);
  if (odd.length) { console.error(JSON.stringify(odd)); process.exit(1); }
  console.log(result.count, result.pass, result.fail, result.todo, result.skip);
}
"#;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Whether a command did what it was told; what it said is shown if not.
fn works(command: &mut Command) -> bool {
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => true,
        Ok(output) => {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            false
        }
        Err(error) => {
            eprintln!("{error}");
            false
        }
    }
}

fn skipped(reader: &str) {
    eprintln!("SKIPPED: {reader} could not be installed, so nothing was read by it");
    assert!(
        std::env::var_os("UICONFORM_NEED_READERS").is_none(),
        "{reader} is needed here"
    );
}

fn written(folder: &Path, format: Format, name: &str) -> Vec<(PathBuf, Run)> {
    HOSTILE
        .iter()
        .chain([&"plain"])
        .enumerate()
        .map(|(index, text)| {
            let run = every_kind(text);
            let path = folder.join(format!("{index}-{name}"));
            fs::write(&path, rendered(format, &run)).unwrap();
            (path, run)
        })
        .collect()
}

fn lines(command: &mut Command) -> Vec<String> {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn junitparser_reads_junit_xml() {
    let folder = folder("junitparser");
    let library = folder.join("library");
    if !library.join("junitparser").exists()
        && !works(
            Command::new("python3")
                .args([
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--target",
                ])
                .arg(&library)
                .arg("junitparser==5.0.3"),
        )
    {
        return skipped("junitparser");
    }
    let files = written(&folder, Format::Junit, "junit.xml");
    let mut command = Command::new("python3");
    command.args(["-c", JUNIT]).env("PYTHONPATH", &library);
    let counts = lines(command.args(files.iter().map(|(path, _)| path)));
    assert_eq!(counts.len(), files.len());
    for (counts, (_, run)) in counts.iter().zip(&files) {
        // Of six ways to fail, three are no answer at all; recommended and informative ones are skipped, like two that were not run.
        assert_eq!(run.cases.len(), 22);
        // The last error is that the run is incomplete.
        assert_eq!(counts, "23 3 4 14");
    }
}

#[test]
fn tap_parser_reads_tap() {
    let folder = folder("tap-parser");
    let modules = folder.join("node_modules");
    if !modules.join("tap-parser").exists()
        && !works(
            Command::new("npm")
                .args([
                    "install",
                    "--silent",
                    "--no-audit",
                    "--no-fund",
                    "--no-save",
                    "--prefix",
                ])
                .arg(&folder)
                .arg("tap-parser@18.3.4"),
        )
    {
        return skipped("tap-parser");
    }
    let files = written(&folder, Format::Tap, "results.tap");
    let script = folder.join("read.cjs");
    fs::write(&script, TAP).unwrap();
    let mut command = Command::new("node");
    command.arg(&script);
    let counts = lines(command.args(files.iter().map(|(path, _)| path)));
    assert_eq!(counts.len(), files.len());
    for counts in counts {
        // Six required failures; twelve that cost nothing; two that were not run.
        assert_eq!(counts, "22 4 18 12 2");
    }
}
