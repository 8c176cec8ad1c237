//! A line on standard error that says how far a run is.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that takes longer than this shows how far it is.
const MOMENT: Duration = Duration::from_millis(500);

/// How far a run is, shown or not.
pub(super) struct Progress {
    bar: ProgressBar,
    began: Instant,
}

impl Progress {
    /// A progress line, if it would be seen.
    pub(super) fn new(shown: bool) -> Self {
        let bar = if shown {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} cases  {elapsed}")
            {
                bar.set_style(style);
            }
            bar
        } else {
            ProgressBar::hidden()
        };
        Self {
            bar,
            began: Instant::now(),
        }
    }

    /// So many of so many cases have been run.
    pub(super) fn at(&self, done: usize, total: usize) {
        if self.began.elapsed() > MOMENT {
            self.bar.set_length(total as u64);
            self.bar.set_position(done as u64);
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
