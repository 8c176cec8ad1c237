//! Ctrl-C and its relatives.

use std::time::{Duration, Instant};

use uiconform_runner::Stop;

/// What a shell gives for a program that ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Signals that come this soon after the first one are the same: `timeout` and others send it to the process and to its group.
const ECHO: Duration = Duration::from_millis(500);

/// Lets the first Ctrl-C (SIGINT, SIGTERM or SIGHUP) stop the run in order, and another one end the program at once.
pub(super) fn set_on_signal(stop: &Stop) {
    let stop = stop.clone();
    let mut first: Option<Instant> = None;
    let handler = move || match first {
        None => {
            first = Some(Instant::now());
            stop.set();
        }
        Some(first) if first.elapsed() < ECHO => {}
        Some(_) => std::process::exit(INTERRUPTED),
    };
    // Where the system has no such thing, signals do what they always do.
    let _ = ctrlc::set_handler(handler);
}
