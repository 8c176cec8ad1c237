//! Ctrl-C and its relatives.

use std::sync::atomic::{AtomicBool, Ordering};

use uiconform_runner::Stop;

/// What a shell gives for a program that ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Lets the first Ctrl-C (SIGINT, SIGTERM or SIGHUP) stop the run in order, and the second one end the program at once.
pub(super) fn set_on_signal(stop: &Stop) {
    let stop = stop.clone();
    let again = AtomicBool::new(false);
    let handler = move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        stop.set();
    };
    // Where the system has no such thing, signals do what they always do.
    let _ = ctrlc::set_handler(handler);
}
