//! Writes what engines begin with below a folder: `cargo run --example seeds -- fuzz/corpus` makes `fuzz/corpus/<target>/…`.

#![allow(clippy::print_stdout, clippy::print_stderr)] // It talks to whoever runs it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use uiconform_fuzzer::entry::seeds;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("name a folder, such as fuzz/corpus");
        return ExitCode::from(2);
    };
    let seeds = match seeds::all() {
        Ok(seeds) => seeds,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    for (target, seeds) in seeds {
        let written = write(&folder.join(target), &seeds);
        if let Err(error) = written {
            eprintln!("{}: {error}", folder.join(target).display());
            return ExitCode::from(2);
        }
        println!("{target}: {} seeds", seeds.len());
    }
    ExitCode::SUCCESS
}

fn write(folder: &PathBuf, seeds: &seeds::Seeds) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, seed) in seeds {
        fs::write(folder.join(name), seed)?;
    }
    Ok(())
}
