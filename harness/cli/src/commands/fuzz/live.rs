//! A line on standard error that says how far it is and what it has come to.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use uiconform_fuzzer::campaign::Report;

/// How often the line changes.
const EVERY: Duration = Duration::from_millis(200);

/// How often it moves by itself, as a sign of life while something is shrunk.
const TICK: Duration = Duration::from_millis(500);

/// The line, shown or not.
pub(super) struct Live {
    bar: ProgressBar,
    began: Instant,
    last: Cell<Instant>,
}

impl Live {
    /// The line, if it would be seen.
    pub(super) fn new(shown: bool) -> Self {
        let bar = if shown {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(TICK);
            bar
        } else {
            ProgressBar::hidden()
        };
        let began = Instant::now();
        Self {
            bar,
            began,
            last: Cell::new(began),
        }
    }

    /// So far it has come to this.
    pub(super) fn at<C>(&self, report: &Report<C>) {
        if self.bar.is_hidden() || self.last.get().elapsed() < EVERY {
            return;
        }
        self.last.set(Instant::now());
        let rate = report.execs as f64 / self.began.elapsed().as_secs_f64();
        self.bar.set_message(format!(
            "{} sequences, {rate:.0} a second, {} found, {} kinds of events",
            report.execs,
            report.found.len(),
            report.coverage.len()
        ));
    }

    /// Does something that writes beside the line.
    pub(super) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        self.bar.suspend(write)
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
