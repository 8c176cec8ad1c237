//! A folder of reports belongs to one run, and what is in it at the end is what the run said.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{context, every_kind, text};
use uiconform_report::{Directory, Reporter as _, Run};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("uiconform-directory-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn open(&self) -> Directory<'static> {
        Directory::create(&self.0, context()).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is in the directory for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

const ALL: [&str; 6] = [
    "annotations.txt",
    "junit.xml",
    "report.txt",
    "results.jsonl",
    "results.tap",
    "summary.md",
];

/// Tells all records but the last, lets somebody interfere, and tells the last.
fn interfered(folder: &Folder, run: &Run, interfere: impl FnOnce()) -> std::io::Result<()> {
    let mut directory = folder.open();
    let records: Vec<_> = run.records().collect();
    let (last, before) = records.split_last().unwrap();
    for record in before {
        directory.record(record).unwrap();
    }
    interfere();
    directory.record(last)
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn nothing_that_is_there_already_is_opened() {
    let run = every_kind("x");
    let folder = Folder::new("open");
    let victim = Folder::new("victim");
    let precious = victim.file("precious");
    fs::write(&precious, "mine").unwrap();
    let link = |name: &str| {
        let path = folder.file(name);
        let _ = fs::remove_file(&path);
        std::os::unix::fs::symlink(&precious, path).unwrap();
    };
    link("results.jsonl");
    interfered(&folder, &run, || {
        link("junit.xml.partial");
        link("summary.md");
        fifo(&folder.file("results.tap.partial"));
        fifo(&folder.file("report.txt"));
    })
    .unwrap();
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    assert_eq!(folder.names(), ALL);
    for name in ALL {
        assert!(fs::symlink_metadata(folder.file(name)).unwrap().is_file());
    }
    assert_eq!(
        fs::read_to_string(folder.file("results.jsonl"))
            .unwrap()
            .lines()
            .count(),
        text(&run).lines().count()
    );
}

#[test]
fn a_pipe_in_the_place_of_the_result_file_is_not_waited_for() {
    let folder = Folder::new("pipes");
    fifo(&folder.file("results.jsonl"));
    interfered(&folder, &every_kind("x"), || {}).unwrap();
    assert_eq!(folder.names(), ALL);
}

#[test]
fn what_an_earlier_run_left_is_taken_away_before_anything_is_told() {
    let folder = Folder::new("stale");
    interfered(&folder, &every_kind("x"), || {}).unwrap();
    assert_eq!(folder.names(), ALL);
    drop(folder.open());
    assert_eq!(folder.names(), ["results.jsonl"]);
    assert_eq!(fs::read(folder.file("results.jsonl")).unwrap(), b"");
}

#[test]
fn two_runs_at_once_do_not_get_the_same_folder() {
    let folder = Folder::new("shared");
    let first = folder.open();
    let second = Directory::create(&folder.0, context());
    let refused = second.map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("another run writes there"), "{refused}");
    drop(first);
    // What a run left is no obstacle.
    drop(folder.open());
}

#[test]
fn a_result_file_that_is_not_as_it_was_written_is_noticed() {
    let run = every_kind("x");
    let (folder, other) = (Folder::new("changed"), Folder::new("other"));
    let results = folder.file("results.jsonl");
    let add = || File::options().append(true).open(&results).unwrap();
    let ways: [(&str, &dyn Fn()); 6] = [
        ("truncated", &|| {
            File::options()
                .write(true)
                .open(&results)
                .unwrap()
                .set_len(0)
                .unwrap();
        }),
        ("unlinked", &|| fs::remove_file(&results).unwrap()),
        ("replaced", &|| {
            let copy = other.file("copy");
            fs::copy(&results, &copy).unwrap();
            fs::rename(&copy, &results).unwrap();
        }),
        ("longer", &|| {
            use std::io::Write as _;
            // More than what is still to be written, which goes over it.
            add().write_all(&[b' '; 100_000]).unwrap();
        }),
        ("overwritten", &|| {
            use std::os::unix::fs::FileExt as _;
            let file = File::options().write(true).open(&results).unwrap();
            file.write_all_at(b"XX", 5).unwrap();
        }),
        ("moved", &|| {
            fs::rename(&results, other.file("results.jsonl")).unwrap();
        }),
    ];
    for (way, interfere) in ways {
        let told = interfered(&folder, &run, interfere);
        let Err(error) = told else {
            panic!("{way} is not noticed");
        };
        let message = error.to_string();
        assert!(message.contains("results.jsonl"), "{way}: {message}");
        assert!(
            message.contains("changed it or taken it away"),
            "{way}: {message}"
        );
        // The other forms are made from what was told, not from the file.
        assert!(folder.file("junit.xml").is_file(), "{way}");
    }
    interfered(&folder, &run, || {}).unwrap();
}

#[test]
fn a_form_that_cannot_be_written_does_not_keep_others_from_it() {
    let folder = Folder::new("hindered");
    let told = interfered(&folder, &every_kind("x"), || {
        fs::create_dir(folder.file("junit.xml")).unwrap();
    });
    let message = told.unwrap_err().to_string();
    assert!(message.contains("junit.xml"), "{message}");
    assert_eq!(folder.names(), ALL);
    for name in ALL {
        assert_eq!(folder.file(name).is_file(), name != "junit.xml", "{name}");
    }
}
