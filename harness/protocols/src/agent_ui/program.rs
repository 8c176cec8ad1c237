//! What a frontend is able to render.

use uiconform_json::{JsonString, Value};

use super::Call;

/// A component or an action that a frontend has.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: JsonString,
    /// Validates its props or params; an error says what is wrong with them.
    pub fits: fn(&Value) -> Result<(), String>,
}

/// The components and the map actions that a frontend has, whatever the registry allows.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Components.
    pub components: Vec<Entry>,
    /// Map actions.
    pub actions: Vec<Entry>,
}

/// The screen, the map included.
pub trait Renderer {
    /// Renders a component or a chart, or performs a map action.
    fn render(&mut self, call: &Call) -> Report;
}

/// What a renderer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// It is done.
    Done,
    /// It threw, with this message.
    Threw(String),
    /// Nothing yet.
    Held,
}
