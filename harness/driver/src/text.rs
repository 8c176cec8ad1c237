//! JSON text in and out: params that are read, and results that are put together from what an implementation wrote.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::Failure;

/// An object that is put together from JSON texts, which are large at times and are copied as they are.
#[derive(Default)]
pub(crate) struct ResultText(String);

impl ResultText {
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(value);
    }

    pub(crate) fn add_list(&mut self, name: &str, values: &[String]) {
        self.add(name, &format!("[{}]", values.join(",")));
    }

    /// The text; at least one member was added.
    pub(crate) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

pub(crate) fn read<'a, P: Deserialize<'a>>(params: &'a RawValue) -> Result<P, Failure> {
    serde_json::from_str(params.get()).map_err(|error| Failure::InvalidParams(error.to_string()))
}

pub(crate) fn text<T: Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Internal(error.to_string()))
}

/// A member that is there, null included: serde alone takes null for its absence.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
