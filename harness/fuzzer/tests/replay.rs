//! What engines have found and what they begin with, on stable and without an engine.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // A test says what it expects, and which input broke something.
#![allow(missing_docs)] // Each test says what it is by its name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use uiconform_fuzzer::entry::{self, Entry, seeds};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The files in a folder, by name; none if it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn entry_of(name: &str) -> Entry {
    let found = entry::ALL.iter().find(|(known, _)| *known == name);
    found
        .unwrap_or_else(|| panic!("there is no target {name}"))
        .1
}

#[test]
fn the_golden_cases_break_nothing() {
    for (name, seeds) in seeds::all().unwrap() {
        let run = entry_of(name);
        for (seed, bytes) in seeds {
            told(name, &seed, || run(&bytes));
        }
    }
}

/// `fuzz/findings` holds what was once found and is mended; `fuzz/corpus` is what an engine has gathered here, if one has run.
#[test]
fn what_was_found_is_mended() {
    let mut count = 0;
    for folder in ["findings", "corpus"] {
        for target in files(&fuzz().join(folder))
            .iter()
            .filter(|path| path.is_dir())
        {
            let name = target.file_name().unwrap().to_string_lossy().into_owned();
            let run = entry_of(&name);
            for file in files(target) {
                let bytes = fs::read(&file).unwrap();
                told(&name, &file.display().to_string(), || run(&bytes));
                count += usize::from(folder == "findings");
            }
        }
    }
    assert!(count > 0, "no finding was kept: {}", fuzz().display());
}

#[test]
fn every_entry_is_a_target_and_every_target_an_entry() {
    let entries: BTreeSet<String> = entry::ALL
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let targets: BTreeSet<String> = files(&fuzz().join("fuzz_targets"))
        .iter()
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(targets, entries);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    for name in &entries {
        assert!(
            manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")),
            "fuzz/Cargo.toml does not build {name}"
        );
    }
}

/// Says which input it was that broke something.
fn told(target: &str, input: &str, run: impl FnOnce()) {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    if let Err(panic) = outcome {
        eprintln!("{target}: broken by {input}");
        std::panic::resume_unwind(panic);
    }
}
