//! Runs against drivers that misbehave: every case gets its own verdict, whatever its neighbours do.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test says what it expects.

#[path = "../process/support.rs"]
#[allow(
    dead_code,
    reason = "shared with the tests of single calls, which use more of it"
)]
mod process;

mod blame;
mod chaos;
mod evidence;
mod poison;
mod restarts;
mod stops;
mod support;
mod verdicts;
