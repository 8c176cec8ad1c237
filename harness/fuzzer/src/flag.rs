//! Truth values in cases that are shrunk.

use uiconform_json::Value;

/// A truth value of which the false one is the smaller: the words for them are not.
pub(crate) fn flag(truth: bool) -> Value {
    u64::from(truth).into()
}

/// The truth value that stands there; `None` if it is none.
pub(crate) fn is_set(value: &Value) -> Option<bool> {
    Some(value.as_number()?.to_u64()? == 1)
}
