//! Ctrl-C and its like end the reading of a live recording, so that what was found until then is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether reading is to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on: the first signal ends the reading, and another one the program.
    ///
    /// Where the system cannot do that, signals do what they always do.
    pub(super) fn listen() -> Self {
        let interrupt = Self::default();
        listen(&interrupt.0);
        interrupt
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
fn listen(flag: &Arc<AtomicBool>) {
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// What a shell gives for a program that ended by Ctrl-C.
    const INTERRUPTED: i32 = 130;
    /// Signals that come this soon after the first one are the same: `timeout` and others send it to the process and to its
    /// group.
    const ECHO: Duration = Duration::from_millis(500);

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    let flag = Arc::clone(flag);
    let wait = move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            match first {
                None => {
                    first = Some(Instant::now());
                    flag.store(true, Ordering::Relaxed);
                }
                Some(first) if first.elapsed() < ECHO => {}
                Some(_) => std::process::exit(INTERRUPTED),
            }
        }
    };
    // Without it, signals do less.
    let _ = std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(wait);
}

#[cfg(not(unix))]
fn listen(flag: &Arc<AtomicBool>) {
    use signal_hook::consts::{SIGINT, SIGTERM};

    for signal in [SIGINT, SIGTERM] {
        let _ = signal_hook::flag::register(signal, Arc::clone(flag));
    }
}
