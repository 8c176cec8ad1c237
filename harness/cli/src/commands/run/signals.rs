//! Ctrl-C and SIGTERM.

use signal_hook::consts::{SIGINT, SIGTERM};
use uiconform_runner::Stop;

/// Lets the first signal stop the run in order, and another one end the program at once.
///
/// Where the system cannot do that, signals do what they always do.
#[cfg(unix)]
pub(super) fn set_on_signal(stop: &Stop) {
    use std::time::{Duration, Instant};

    use signal_hook::iterator::Signals;

    /// What a shell gives for a program that ended by Ctrl-C.
    const INTERRUPTED: i32 = 130;

    /// Signals that come this soon after the first one are the same: `timeout` and others send it to the process and to its
    /// group.
    const ECHO: Duration = Duration::from_millis(500);

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    let stop = stop.clone();
    let listen = move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            match first {
                None => {
                    first = Some(Instant::now());
                    stop.set();
                }
                Some(first) if first.elapsed() < ECHO => {}
                Some(_) => std::process::exit(INTERRUPTED),
            }
        }
    };
    // The thread ends with the program.
    let _ = std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(listen);
}

/// Lets a signal stop the run in order.
#[cfg(not(unix))]
pub(super) fn set_on_signal(stop: &Stop) {
    for signal in [SIGINT, SIGTERM] {
        let _ = signal_hook::flag::register(signal, stop.flag());
    }
}
