//! The command line as files: each file in `cmd` holds commands and what they print. `TRYCMD=overwrite cargo test --test cli`
//! takes over what they print now.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::env;
use std::path::Path;

#[test]
fn commands_print_what_the_files_say() {
    let command = Path::new(env!("CARGO_BIN_EXE_uiconform"));
    // Drivers in the files are faulty variants of the reference, so the command must be found by its name.
    let mut path = vec![command.parent().unwrap().to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    trycmd::TestCases::new()
        .register_bin("uiconform", command)
        .env("PATH", env::join_paths(path).unwrap().to_string_lossy())
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.trycmd");
}
