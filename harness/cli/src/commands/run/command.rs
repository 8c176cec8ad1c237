//! What a run without a driver refuses, and the command that replays a case.

use crate::args::{REQUEST_TIMEOUT, Run};
use crate::commands::subject;
use crate::failure::Failure;

/// Refuses options that are about an implementation of one's own where the built-in reference is tested: a gate on something else is
/// always green.
pub(super) fn check_embedded(args: &Run) -> Result<(), Failure> {
    subject::check_file(&args.subject, &args.source)?;
    if !subject::is_embedded(&args.subject) {
        return Ok(());
    }
    let given = [
        ("--baseline", args.baseline.is_some()),
        ("--write-baseline", args.write_baseline.is_some()),
        ("--shard", args.shard.is_some()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::Usage(format!(
            "{option} without a driver would be about the built-in reference, not your implementation; give --driver, or name the reference: --driver \"uiconform driver reference\""
        ))),
        None => Ok(()),
    }
}

/// The command line that runs the same again, for one case to be named.
pub(super) fn replay(args: &Run) -> String {
    let mut words = vec!["uiconform".to_owned(), "run".to_owned()];
    words.extend(subject::driver_words(&args.subject));
    if let Some(cases) = &args.cases {
        words.extend(["--cases".to_owned(), cases.display().to_string()]);
    }
    if !args.limits.timeout.is(REQUEST_TIMEOUT) {
        words.extend(["--timeout".to_owned(), args.limits.timeout.to_string()]);
    }
    if args.repeat > 1 {
        words.extend(["--repeat".to_owned(), args.repeat.to_string()]);
    }
    for suite in &args.suite {
        words.extend(["--suite".to_owned(), suite.clone()]);
    }
    subject::line(&words)
}
