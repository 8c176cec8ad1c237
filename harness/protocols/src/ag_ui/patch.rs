//! JSON Patch (RFC 6902): of the state, and of the content of an activity.
//!
//! Our own, because those that there are work on a `serde_json::Value`, which rounds numbers and forgets how they were written:
//! `test` compares by mathematical value here (4.6), whatever the length of the digits, and what is not touched stays as it came. It is
//! atomic (5) without a copy of the document: each change notes how it is undone, so that a patch costs what it changes and
//! not what there is.

mod document;
mod operation;

use uiconform_json::{Array, Value};

use super::{PatchSteps, Result};

pub use document::Document;
pub use operation::Operation;
pub(super) use operation::pointer;

/// Applies all operations, or none of them.
///
/// # Errors
///
/// The first operation that fails, or is none; the value is then as it was.
pub(super) fn apply<S: PatchSteps + ?Sized>(
    steps: &mut S,
    value: &mut Value,
    operations: &Array,
) -> Result<()> {
    steps.begin_patch(value);
    let mut document = Document::new(value);
    let result = operations.iter().enumerate().try_for_each(|(index, text)| {
        let operation = Operation::read(steps, text)
            .map_err(|reason| reason.within(format_args!("operation {index}")))?;
        steps
            .operation(&mut document, &operation)
            .map_err(|reason| reason.within(format_args!("operation {index}")))
    });
    match result {
        Ok(()) => Ok(()),
        Err(failure) => {
            steps.roll_back(document);
            Err(failure)
        }
    }
}

#[cfg(test)]
mod tests;
