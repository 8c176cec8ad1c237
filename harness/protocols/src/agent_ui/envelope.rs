//! The kinds of envelope, and what a valid one asks for.

use uiconform_json::{JsonString, Value};

/// The three kinds (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `registered_component`.
    Component,
    /// `chart`.
    Chart,
    /// `map_action`.
    MapAction,
}

impl Kind {
    /// The kinds with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("registered_component", Self::Component),
        ("chart", Self::Chart),
        ("map_action", Self::MapAction),
    ];

    /// The member that names what is to be rendered.
    pub fn called(self) -> &'static str {
        match self {
            Self::Component => "component",
            Self::Chart => "grammar",
            Self::MapAction => "action",
        }
    }

    /// The member that is handed to the renderer.
    pub fn payload(self) -> &'static str {
        match self {
            Self::Component => "props",
            Self::Chart => "spec",
            Self::MapAction => "params",
        }
    }

    /// The surfaces that its type allows.
    pub fn surfaces(self) -> &'static [&'static str] {
        match self {
            Self::Component => &SURFACES,
            Self::Chart => &SURFACES[..3],
            Self::MapAction => &SURFACES[3..],
        }
    }
}

/// The surfaces, of which the last is the map.
pub const SURFACES: [&str; 4] = ["chat_inline", "side_panel", "canvas", "map_overlay"];

/// What a renderer is called with.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The identifier of the envelope.
    pub id: JsonString,
    /// Its kind.
    pub kind: Kind,
    /// The component, the action or the grammar.
    pub name: JsonString,
    /// Where.
    pub surface: JsonString,
    /// The props, the params or the spec.
    pub value: Value,
    /// The data of a component or a chart, if it has some.
    pub data: Option<Value>,
}

/// What has become of an envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// It is rendered, or performed.
    Rendered,
    /// This text is shown in its place.
    Fallback(JsonString),
    /// It is not rendered, and nothing is shown in its place; why.
    Rejected(String),
    /// Its renderer threw; with which message.
    Error(String),
    /// Its renderer has not reported yet.
    Pending,
}
