//! Signals: Ctrl-C and its like stop a run in order, and those that would hide or end something are kept from it.

use uiconform_runner::Stop;

/// Lets the first signal stop the run in order, and another one end the program at once.
///
/// Where the system cannot do that, signals do what they always do.
#[cfg(unix)]
pub(super) fn set_on_signal(stop: &Stop) {
    unix::answer_what_is_inherited();
    unix::listen(stop);
}

/// Lets a signal stop the run in order.
#[cfg(not(unix))]
pub(super) fn set_on_signal(stop: &Stop) {
    use signal_hook::consts::{SIGINT, SIGTERM};

    for signal in [SIGINT, SIGTERM] {
        let _ = signal_hook::flag::register(signal, stop.flag());
    }
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Write as _};
    use std::process;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use uiconform_runner::Stop;

    /// What a shell gives for a program that ended by Ctrl-C.
    const INTERRUPTED: i32 = 130;

    /// The exit code of a run whose end was not told.
    const UNTOLD: i32 = 5;

    /// Signals that come this soon after the first one are the same: `timeout` and others send it to the process and to its
    /// group.
    const ECHO: Duration = Duration::from_millis(500);

    /// How long an output that nobody reads is waited for when the run is being stopped. In this time all drivers have ended.
    const UNREAD: Duration = Duration::from_secs(5);

    /// How often is looked whether it is read.
    const LOOK: Duration = Duration::from_millis(200);

    /// Takes two signals over that do nothing else here.
    ///
    /// A program whose children's ends are ignored, as its parent may have it, is never told how a driver ended. And one that
    /// does not care about the limit of a file's size is ended by it, where otherwise a write fails and the run can say so.
    pub(super) fn answer_what_is_inherited() {
        for signal in [SIGCHLD, SIGXFSZ] {
            // Drivers get these as they are without us: a handler does not outlive the start of another program.
            let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
        }
    }

    pub(super) fn listen(stop: &Stop) {
        let mut wanted = vec![SIGINT, SIGTERM];
        // What `nohup` has switched off stays so.
        wanted.extend(
            [SIGHUP, SIGQUIT]
                .into_iter()
                .filter(|signal| !is_ignored(*signal)),
        );
        let Ok(mut signals) = Signals::new(wanted) else {
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
                        start("output watch", end_if_unread);
                    }
                    Some(first) if first.elapsed() < ECHO => {}
                    Some(_) => process::exit(INTERRUPTED),
                }
            }
        };
        start("signals", listen);
    }

    /// Starts a thread that ends with the program.
    fn start(name: &str, work: impl FnOnce() + Send + 'static) {
        // Without it, signals do less.
        let _ = thread::Builder::new().name(name.to_owned()).spawn(work);
    }

    /// Whether this program was started with that signal ignored.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status
            .lines()
            .find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
        // Elsewhere than on Linux that is not to be known without asking the system in an unsafe way.
        ignored.is_some_and(|ignored| ignored & (1 << (signal - 1)) != 0)
    }

    /// Ends the program if nobody reads what it has to say: a write that waits for a reader would wait for ever.
    fn end_if_unread() {
        let mut last_read = Instant::now();
        while last_read.elapsed() < UNREAD {
            thread::sleep(LOOK);
            if is_read() {
                last_read = Instant::now();
            }
        }
        let _ = writeln!(
            io::stderr(),
            "error: the run was stopped, and nobody reads the output, so its end was not told"
        );
        process::exit(UNTOLD);
    }

    fn is_read() -> bool {
        let out = io::stdout();
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        !matches!(
            poll(&mut [PollFd::new(&out, PollFlags::OUT)], Some(&now)),
            Ok(0)
        )
    }
}
