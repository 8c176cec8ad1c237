//! Faults in the surfaces (Envelope Types).

use uiconform_json::{JsonString, Object};
use uiconform_protocols::agent_ui::{Kind, Reference, Refusal, SURFACES, Steps as _};

use super::tools::{INHERITED, folded, is_no_string, refusal, text};
use super::{ANY, faults};

/// The surface that a kind has where none is named.
fn default_of(kind: Kind) -> JsonString {
    kind.surfaces().first().copied().unwrap_or_default().into()
}

/// The surface, or the one of its kind if so.
fn or_if(so: bool, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
    if so {
        Ok(default_of(kind))
    } else {
        Reference.surface(kind, envelope)
    }
}

/// The surface of the kind of which this is another spelling.
fn alike(
    kind: Kind,
    envelope: &Object,
    alike: impl Fn(&str, &str) -> bool,
) -> Result<JsonString, Refusal> {
    let named = text(envelope, "surface");
    let known = kind
        .surfaces()
        .iter()
        .find(|known| named.is_some_and(|named| alike(known, named)));
    match known {
        Some(surface) => Ok((*surface).into()),
        None => Reference.surface(kind, envelope),
    }
}

/// Refuses a surface for a kind.
fn not_on(refused: (Kind, &str), kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
    match (kind, text(envelope, "surface")) == (refused.0, Some(refused.1)) {
        true => Err(refusal()),
        false => Reference.surface(kind, envelope),
    }
}

faults! {
    "no-components-on-the-map" aims ["AUI-3-04"] in ANY
    "Renders no component on the map." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            not_on((Kind::Component, "map_overlay"), kind, envelope)
        }
    }

    "no-components-on-the-canvas" aims ["AUI-3-04"] in ANY
    "Renders no component on the canvas." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            not_on((Kind::Component, "canvas"), kind, envelope)
        }
    }

    "no-components-in-the-side-panel" aims ["AUI-3-04"] in ANY
    "Renders every component of the side panel in the chat." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match (kind, Reference.surface(kind, envelope)?) {
                (Kind::Component, surface) if surface == "side_panel" => Ok("chat_inline".into()),
                (_, surface) => Ok(surface),
            }
        }
    }

    "no-charts-in-the-side-panel" aims ["AUI-3-06"] in ANY
    "Renders no chart in the side panel." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            not_on((Kind::Chart, "side_panel"), kind, envelope)
        }
    }

    "charts-are-in-the-chat" aims ["AUI-3-06"] in ANY
    "Renders charts in the chat, wherever they are to be." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            let surface = Reference.surface(kind, envelope)?;
            Ok(if kind == Kind::Chart { "chat_inline".into() } else { surface })
        }
    }

    "no-charts-in-the-chat" aims ["AUI-3-06"] in ANY
    "Renders no chart in the chat." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            not_on((Kind::Chart, "chat_inline"), kind, envelope)
        }
    }

    "charts-on-the-map" aims ["AUI-3-07"] in ANY
    "Renders charts on the map too." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match (kind, text(envelope, "surface")) {
                (Kind::Chart, Some("map_overlay")) => Ok("map_overlay".into()),
                _ => Reference.surface(kind, envelope),
            }
        }
    }

    "map-actions-on-every-surface" aims ["AUI-4-10"] in ANY
    "Performs map actions on every surface that there is." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match (kind, text(envelope, "surface")) {
                (Kind::MapAction, Some(named)) if SURFACES.contains(&named) => Ok(named.into()),
                _ => Reference.surface(kind, envelope),
            }
        }
    }

    "map-actions-in-the-side-panel" aims ["AUI-4-10"] in ANY
    "Performs map actions of the side panel too." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match (kind, text(envelope, "surface")) {
                (Kind::MapAction, Some("side_panel")) => Ok("side_panel".into()),
                _ => Reference.surface(kind, envelope),
            }
        }
    }

    "surfaces-are-not-looked-at" aims ["AUI-3-05", "AUI-3-07", "AUI-4-10", "AUI-3-22"] in ANY
    "Renders on a surface of its kind, whatever is named." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            Ok(Reference.surface(kind, envelope).unwrap_or_else(|_| default_of(kind)))
        }
    }

    "component-surfaces-of-any-type" aims ["AUI-3-05"] in ANY
    "Renders a component in the chat if its surface is no string." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            or_if(kind == Kind::Component && is_no_string(envelope, "surface"), kind, envelope)
        }
    }

    "chart-surfaces-of-any-type" aims ["AUI-3-07"] in ANY
    "Renders a chart in the chat if its surface is no string." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            or_if(kind == Kind::Chart && is_no_string(envelope, "surface"), kind, envelope)
        }
    }

    "map-surfaces-of-any-type" aims ["AUI-4-10"] in ANY
    "Performs a map action if its surface is no string." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            or_if(kind == Kind::MapAction && is_no_string(envelope, "surface"), kind, envelope)
        }
    }

    "empty-surfaces" aims ["AUI-3-05"] in ANY
    "Renders an envelope with an empty surface where its kind usually is." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            or_if(text(envelope, "surface") == Some(""), kind, envelope)
        }
    }

    "the-map-by-another-word" aims ["AUI-3-05"] in ANY
    "Takes `map` for the map." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            alike(kind, envelope, |known, named| known == "map_overlay" && named == "map")
        }
    }

    "surfaces-in-every-writing" aims ["AUI-3-22"] in ANY
    "Compares the letters of surfaces alone, in any case." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            alike(kind, envelope, |known, named| folded(&known.into()) == folded(&named.into()))
        }
    }

    "surfaces-by-their-beginning" aims ["AUI-3-22"] in ANY
    "Takes the beginning of a surface for the surface." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            alike(kind, envelope, |known, named| named.len() > 3 && known.starts_with(named))
        }
    }

    "inherited-surfaces" aims ["AUI-3-22"] in ANY
    "Finds surfaces in an object that inherits some." => {
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            let inherited = text(envelope, "surface").is_some_and(|named| INHERITED.contains(&named));
            or_if(inherited, kind, envelope)
        }
    }
}
