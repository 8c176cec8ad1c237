//! What holds of every implementation before anything else: it answers.

use uiconform_catalogue::Level;

use crate::Finding;
use crate::finding::ALIVE;
use crate::target::{Breakage, Cause};

/// A crash, a time-out, or an answer that is none. What the text leaves open may lead to an answer that is no JSON, as `Infinity`,
/// which then is advised against only.
pub(crate) fn alive(breakage: &Breakage, is_open: bool) -> Finding {
    let message = match &breakage.cause {
        Cause::Crash(how) => format!("there is no answer: {how}"),
        Cause::Timeout(None) => "there is no answer in time".to_owned(),
        Cause::Timeout(Some(hint)) => format!("there is no answer in time: {hint}"),
        Cause::BadAnswer(why) => format!("what was answered is no answer: {why}"),
        Cause::DriverError(code, said) => format!("the driver failed ({code}): {said}"),
        Cause::NotStarted(why) => format!("nothing could be asked: {why}"),
    };
    let mut finding = Finding::new(ALIVE, message);
    finding.target = breakage.cause.kind();
    finding.stderr.clone_from(&breakage.stderr);
    if is_open && matches!(breakage.cause, Cause::BadAnswer(_)) {
        finding.level = Level::Recommended;
    }
    finding
}
