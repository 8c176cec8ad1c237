//! `uiconform driver new`: a driver to start from.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::args::Language;
use crate::failure::Failure;
use crate::output::Output;

/// A driver that runs at once and conforms to nothing.
struct Starter {
    /// Its files by their names in the folder.
    files: &'static [(&'static str, &'static str)],
    /// What has to be done before it can be run.
    build: Option<&'static str>,
    /// The command that runs it in its folder.
    command: &'static str,
}

const PYTHON: Starter = Starter {
    files: &[(
        "driver.py",
        include_str!("../../../starters/python/driver.py"),
    )],
    build: None,
    command: "python3 driver.py",
};

const NODE: Starter = Starter {
    files: &[(
        "driver.mjs",
        include_str!("../../../starters/node/driver.mjs"),
    )],
    build: None,
    command: "node driver.mjs",
};

const RUST: Starter = Starter {
    files: &[
        // A manifest of its own name would make it a package within this one.
        (
            "Cargo.toml",
            include_str!("../../../starters/rust/manifest.toml"),
        ),
        (
            "src/main.rs",
            include_str!("../../../starters/rust/src/main.rs"),
        ),
    ],
    build: Some("cargo build --release"),
    command: "target/release/my-reducer-driver",
};

const GO: Starter = Starter {
    files: &[
        ("go.mod", include_str!("../../../starters/go/go.mod")),
        ("main.go", include_str!("../../../starters/go/main.go")),
    ],
    build: Some("go build -o driver ."),
    command: "./driver",
};

fn starter(language: Language) -> Starter {
    match language {
        Language::Python => PYTHON,
        Language::Node => NODE,
        Language::Rust => RUST,
        Language::Go => GO,
    }
}

/// Writes the files of a starter into a folder, which is created. Nothing that is there is overwritten.
pub(super) fn new(language: Language, folder: &Path, output: &mut Output) -> Result<u8, Failure> {
    let starter = starter(language);
    let wrong =
        |path: &Path, error: &io::Error| Failure::Usage(format!("{}: {error}", path.display()));
    // Before anything is written, so that no half of it is left.
    for (name, _) in starter.files {
        let path = folder.join(name);
        if fs::symlink_metadata(&path).is_ok() {
            return Err(Failure::Usage(format!(
                "{}: there is such a file; nothing was written, choose another folder",
                path.display()
            )));
        }
    }
    for (name, text) in starter.files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| wrong(parent, &error))?;
        let created = fs::File::create_new(&path);
        created
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| wrong(&path, &error))?;
        writeln!(output, "wrote {}", path.display())?;
    }
    let folder = folder.display().to_string();
    let folder = shlex::try_quote(&folder).unwrap_or_default();
    writeln!(
        output,
        "\nIt runs at once and conforms to nothing yet; its comments say what to do next.\n"
    )?;
    writeln!(output, "    cd {folder}")?;
    if let Some(build) = starter.build {
        writeln!(output, "    {build}")?;
    }
    writeln!(output, "    uiconform run --driver '{}'", starter.command)?;
    output.flush()?;
    Ok(0)
}
