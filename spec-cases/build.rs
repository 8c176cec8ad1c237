//! Embeds every data file of every suite, so that the command is one file and a new case is seen without a list to keep.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // A new suite is to be seen as well, so all that stands here is watched.
    println!("cargo::rerun-if-changed={}", root.display());
    let mut code = String::from("&[\n");
    for suite in sorted(&root)? {
        if !suite.join("suite.json").is_file() {
            continue;
        }
        let mut files = Vec::new();
        collect(&suite, &mut files)?;
        writeln!(code, "    Suite {{ name: {:?}, files: &[", name(&suite))
            .map_err(io::Error::other)?;
        for file in files {
            let path = file.strip_prefix(&suite).map_err(io::Error::other)?;
            let path = path.to_string_lossy().replace('\\', "/");
            writeln!(
                code,
                "        File {{ path: {path:?}, text: include_str!({:?}) }},",
                file.display().to_string()
            )
            .map_err(io::Error::other)?;
        }
        code.push_str("    ] },\n");
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("suites.rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in sorted(folder)? {
        if path.is_dir() {
            // Recordings are for tests of the checker; nobody needs them in the command.
            if path.file_name().is_none_or(|name| name != "traces") {
                collect(&path, files)?;
            }
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json" || extension == "txt")
        {
            files.push(path);
        }
    }
    Ok(())
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
