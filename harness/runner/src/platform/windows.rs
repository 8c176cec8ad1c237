//! Windows: job objects. A job ends with the last handle to it, so a driver dies with the harness.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use win32job::{ExtendedLimitInfo, Job};

use super::threads::Pipes;

/// Starts a command in a job of its own, with pipes for its standard streams.
///
/// What the process starts before it is in the job, which is a matter of microseconds, is not killed with it.
pub(crate) fn spawn(mut command: Command) -> io::Result<(Group, Pipes)> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let handle = child.as_raw_handle() as isize;
    let mut group = Group {
        child,
        job: Some(job),
    };
    if let Some(job) = &group.job {
        job.assign_process(handle).map_err(io::Error::other)?;
    }
    let pipes = Pipes::of(&mut group.child)?;
    Ok((group, pipes))
}

/// A process and all that it started.
pub(crate) struct Group {
    child: Child,
    job: Option<Job>,
}

impl Group {
    /// Whether the process has ended.
    pub(crate) fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// The job knows.
    #[allow(clippy::unused_self, reason = "the same form as on Unix")]
    pub(crate) fn note_family(&mut self) {}

    /// Kills the job and waits for the process at most `within`. `None` if it has not ended by then.
    pub(crate) fn end(&mut self, within: Duration) -> Option<ExitStatus> {
        self.job = None;
        // It may not have come as far as the job.
        let _ = self.child.kill();
        let until = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end(Duration::from_secs(1));
    }
}
