//! Driver processes for a campaign.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uiconform_fuzzer::campaign::Purpose;
use uiconform_fuzzer::{BATCH, DriverTarget, Target};
use uiconform_runner::{DriverCommand, DriverIdentity, DriverProcess, Settings, Stop};

/// How long is waited for an answer that did not come in time before, while the request is made smaller.
const HASTY: Duration = Duration::from_secs(1);

/// Starts drivers that are the same as the first.
pub(super) struct Drivers<'d> {
    command: &'d DriverCommand,
    settings: &'d Settings,
    suites: &'d [String],
    stop: &'d Stop,
    identity: DriverIdentity,
    /// The one that runs already, until it is taken.
    first: Mutex<Option<DriverProcess>>,
    batch: usize,
    no_batches: Arc<AtomicBool>,
}

impl<'d> Drivers<'d> {
    pub(super) fn new(
        command: &'d DriverCommand,
        settings: &'d Settings,
        suites: &'d [String],
        stop: &'d Stop,
        identity: DriverIdentity,
        first: DriverProcess,
    ) -> Self {
        Self {
            command,
            settings,
            suites,
            stop,
            identity,
            first: Mutex::new(Some(first)),
            batch: BATCH,
            no_batches: Arc::default(),
        }
    }

    /// The same, with several requests in a line or without.
    pub(super) fn batching(mut self, batches: bool) -> Self {
        if !batches {
            self.batch = 1;
        }
        self
    }

    /// Whether batches were of no use to a driver that takes them.
    pub(super) fn have_given_up_batches(&self) -> bool {
        self.no_batches.load(Ordering::Relaxed)
    }

    /// Starts one.
    ///
    /// # Errors
    ///
    /// If it does not start: why.
    pub(super) fn start(&self, purpose: Purpose) -> Result<Box<dyn Target + Send>, String> {
        let running = match purpose {
            Purpose::Trying => {
                let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
                first.take()
            }
            Purpose::Shrinking | Purpose::ShrinkingTimeouts => None,
        };
        let mut settings = *self.settings;
        if purpose == Purpose::ShrinkingTimeouts {
            let limit = settings.timeouts.request;
            settings.timeouts.request = limit.map(|limit| limit.min(HASTY));
        }
        let driver = match running {
            Some(driver) => driver,
            None => DriverProcess::start_another(
                self.command,
                &settings,
                self.suites,
                self.stop,
                &self.identity,
            )
            .map_err(|error| error.summary())?,
        };
        Ok(Box::new(DriverTarget::new(
            driver,
            self.batch,
            &self.no_batches,
        )))
    }
}
