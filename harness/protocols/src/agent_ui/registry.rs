//! What the service allows a frontend to render.

use uiconform_json::{JsonString, Value};

/// The names that are allowed (section 4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    /// Components.
    pub components: Vec<JsonString>,
    /// Map actions.
    pub actions: Vec<JsonString>,
    /// Grammars of charts.
    pub grammars: Vec<JsonString>,
}

impl Registry {
    /// The registry in a value; `None` if it is null or no object. A list that is missing allows nothing.
    pub fn read(value: &Value) -> Option<Self> {
        let registry = value.as_object()?;
        let names = |name: &str| -> Vec<JsonString> {
            let list = registry.get(name).and_then(Value::as_array);
            let names = list.into_iter().flat_map(|list| list.iter());
            names.filter_map(Value::as_string).cloned().collect()
        };
        Some(Self {
            components: names("components"),
            actions: names("actions"),
            grammars: names("grammars"),
        })
    }
}
