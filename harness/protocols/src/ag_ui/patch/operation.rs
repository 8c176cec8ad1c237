//! One operation of a patch.

use uiconform_json::{JsonString, Pointer, Value};

use crate::ag_ui::{Error, PatchSteps, Result};

/// An operation (RFC 6902, section 4). Members that it does not define are ignored.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// 4.1
    Add {
        /// Where to.
        path: Pointer,
        /// What.
        value: Value,
    },
    /// 4.2
    Remove {
        /// What is taken away.
        path: Pointer,
    },
    /// 4.3
    Replace {
        /// What gives way.
        path: Pointer,
        /// To what.
        value: Value,
    },
    /// 4.4
    Move {
        /// Where from.
        from: Pointer,
        /// Where to.
        path: Pointer,
    },
    /// 4.5
    Copy {
        /// Where from.
        from: Pointer,
        /// Where to.
        path: Pointer,
    },
    /// 4.6
    Test {
        /// What is compared.
        path: Pointer,
        /// With what.
        value: Value,
    },
}

impl Operation {
    /// Reads an operation.
    ///
    /// # Errors
    ///
    /// It is no object, its `op` is unknown, or it lacks a member that it needs. Where a patch has such an operation, that is a patch
    /// that fails and no event that cannot be read: the update stream goes on after the one and not after the other.
    pub fn read<S: PatchSteps + ?Sized>(steps: &mut S, operation: &Value) -> Result<Self> {
        let op = operation
            .get("op")
            .and_then(Value::as_str)
            .ok_or_else(|| Error::patch("an operation has an `op`, which is a string"))?;
        let mut pointer = |member| {
            let text = operation.get(member).and_then(Value::as_string);
            let text =
                text.ok_or_else(|| Error::patch(format!("`{op}` needs a string `{member}`")))?;
            steps.pointer(text)
        };
        let value = || {
            let value = operation.get("value").cloned();
            value.ok_or_else(|| Error::patch(format!("`{op}` needs a `value`")))
        };
        let path = pointer("path")?;
        Ok(match op {
            "add" => Self::Add {
                path,
                value: value()?,
            },
            "remove" => Self::Remove { path },
            "replace" => Self::Replace {
                path,
                value: value()?,
            },
            "move" => Self::Move {
                from: pointer("from")?,
                path,
            },
            "copy" => Self::Copy {
                from: pointer("from")?,
                path,
            },
            "test" => Self::Test {
                path,
                value: value()?,
            },
            other => return Err(Error::patch(format!("there is no operation `{other}`"))),
        })
    }
}

/// Reads a pointer (RFC 6901).
///
/// # Errors
///
/// It neither is empty nor starts with `/`, or has a `~` that neither `0` nor `1` follows.
pub(in crate::ag_ui) fn pointer(text: &JsonString) -> Result<Pointer> {
    Pointer::try_from(text.clone())
        .map_err(|text| Error::patch(format!("`{text}` is no JSON Pointer")))
}
