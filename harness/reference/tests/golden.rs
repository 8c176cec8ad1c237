//! The golden cases against the reference of this build, over real pipes: the one test of a mutant.
//!
//! The command that runs them is named by the variable `UICONFORM` and built beforehand, so that a mutant changes what is judged and
//! never the judge.

use std::process::{Command, ExitCode};
use std::{env, io};

fn main() -> io::Result<ExitCode> {
    if env::args().nth(1).as_deref() == Some("serve") {
        uiconform_driver::serve(&mut *uiconform_reference::reference())?;
        return Ok(ExitCode::SUCCESS);
    }
    let command = env::var_os("UICONFORM").ok_or_else(|| {
        io::Error::other(
            "set UICONFORM to the absolute path of a `uiconform` that is built already",
        )
    })?;
    let status = Command::new(command)
        // One failure tells; a mutant that loops for ever is a failure too.
        .args([
            "run",
            "--strict",
            "--max-fail",
            "1",
            "--timeout",
            "20s",
            "--",
        ])
        .arg(env::current_exe()?)
        .arg("serve")
        .status()?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
