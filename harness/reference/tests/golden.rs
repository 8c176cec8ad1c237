//! The golden cases against the reference of this build, over real pipes: the one test of a mutant.
//!
//! The command that runs them is named by the variable `UICONFORM` and built beforehand, so that a mutant changes what is judged and
//! never the judge.

use std::process::{Command, ExitCode};
use std::{env, io};

/// What makes this program a driver.
const SERVE: &str = "serve";
/// The same by the other policy of AG-UI.
const SERVE_V1: &str = "serve-v1";

fn main() -> io::Result<ExitCode> {
    let served = match env::args().nth(1).as_deref() {
        Some(SERVE) => Some(uiconform_reference::reference()),
        Some(SERVE_V1) => Some(uiconform_reference::reference_v1()),
        _ => None,
    };
    if let Some(mut service) = served {
        uiconform_driver::serve(&mut *service)?;
        return Ok(ExitCode::SUCCESS);
    }
    let command = env::var_os("UICONFORM").ok_or_else(|| {
        io::Error::other(
            "set UICONFORM to the absolute path of a `uiconform` that is built already",
        )
    })?;
    let all: &[&str] = &[];
    for (serve, chosen) in [(SERVE, all), (SERVE_V1, &["--profile", "ag-ui/v1"])] {
        let status = Command::new(&command)
            // One failure tells; a mutant that loops for ever is a failure too.
            .args(["run", "--strict", "--max-fail", "1", "--timeout", "20s"])
            .args(chosen)
            .arg("--")
            .arg(env::current_exe()?)
            .arg(serve)
            .status()?;
        if !status.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
