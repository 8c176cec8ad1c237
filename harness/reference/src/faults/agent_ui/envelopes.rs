//! Faults in the kinds of envelope and in their common members (Envelope Types).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{Became, Call, Kind, Reference, Refusal, Steps as _};

use super::tools::{INHERITED, folded, is_no_string, kind_by_members, panel, refusal, text};
use super::{ANY, faults};

/// The kind, or the one that its members speak for if so.
fn kind_or(envelope: &Object, so: bool) -> Result<Kind, Refusal> {
    Reference
        .kind(envelope)
        .or_else(|why| match kind_by_members(envelope) {
            Some(kind) if so => Ok(kind),
            _ => Err(why),
        })
}

/// The kind of which this is another spelling.
fn kind_like(name: &str, alike: impl Fn(&str, &str) -> bool) -> Option<Kind> {
    let known = Kind::ALL.iter().find(|(known, _)| alike(known, name));
    known.map(|(_, kind)| *kind)
}

fn kind_by(envelope: &Object, alike: impl Fn(&str, &str) -> bool) -> Result<Kind, Refusal> {
    match text(envelope, "kind").and_then(|name| kind_like(name, alike)) {
        Some(kind) => Ok(kind),
        None => Reference.kind(envelope),
    }
}

faults! {
    "kinds-may-be-missing" aims ["AUI-3-01", "AUI-3-22"] in ANY
    "Tells the kind by the members where there is none." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_or(envelope, !envelope.contains("kind"))
        }
    }

    "kinds-may-be-empty" aims ["AUI-3-01"] in ANY
    "Tells the kind by the members where it is an empty string." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_or(envelope, text(envelope, "kind") == Some(""))
        }
    }

    "kinds-may-be-no-strings" aims ["AUI-3-01"] in ANY
    "Tells the kind by the members where it is no string." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_or(envelope, is_no_string(envelope, "kind"))
        }
    }

    "unknown-kinds-are-told-by-their-members" aims ["AUI-3-01", "AUI-3-02"] in ANY
    "Tells the kind by the members where it is unknown." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_or(envelope, true)
        }
    }

    "an-empty-envelope-is-shown" aims ["AUI-3-01"] in ANY
    "Shows an envelope without members on a panel." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            let object = Reference.object(envelope)?;
            Ok(if object.is_empty() { panel(envelope) } else { object })
        }
    }

    "an-envelope-in-an-envelope" aims ["AUI-3-01"] in ANY
    "Takes the envelope that stands in an envelope." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            Reference.object(envelope.get("envelope").unwrap_or(envelope))
        }
    }

    "components-are-charts-where-they-are-called-so" aims ["AUI-3-08"] in ANY
    "Renders what a component has as a chart, if it is called one." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            match envelope.contains("grammar") {
                false if envelope.contains("props") => Ok("echarts-safe-subset".into()),
                _ => Reference.grammar(envelope),
            }
        }
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match (kind, envelope.get("props")) {
                (Kind::Chart, Some(props)) => Ok(props.clone()),
                _ => Reference.payload(kind, envelope),
            }
        }
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            match Reference.data(kind, envelope) {
                Err(_) if envelope.contains("props") => Ok(None),
                data => data,
            }
        }
    }

    "charts-are-components-where-they-are-called-so" aims ["AUI-3-09"] in ANY
    "Renders what a chart has on a panel, if it is called a component." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match kind == Kind::Component && envelope.contains("spec") {
                true => Ok("fixture_panel".into()),
                false => Reference.name(kind, envelope),
            }
        }
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match (kind, envelope.get("spec")) {
                (Kind::Component, Some(spec)) => Ok(spec.clone()),
                _ => Reference.payload(kind, envelope),
            }
        }
    }

    "kinds-in-any-case" aims ["AUI-3-22"] in ANY
    "Compares kinds without regard to case." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_by(envelope, |known, name| known.eq_ignore_ascii_case(name))
        }
    }

    "kinds-are-trimmed" aims ["AUI-3-22"] in ANY
    "Compares kinds without the spaces around them." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_by(envelope, |known, name| known == name.trim())
        }
    }

    "kinds-in-every-writing" aims ["AUI-3-22"] in ANY
    "Compares the letters of kinds alone." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_by(envelope, |known, name| folded(&known.into()) == folded(&name.into()))
        }
    }

    "kinds-in-the-plural" aims ["AUI-3-22"] in ANY
    "Takes the plural of a kind for the kind." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            kind_by(envelope, |known, name| Some(known) == name.strip_suffix('s'))
        }
    }

    "inherited-kinds" aims ["AUI-3-22"] in ANY
    "Finds kinds in an object that inherits some." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            let inherited = text(envelope, "kind").is_some_and(|name| INHERITED.contains(&name));
            kind_or(envelope, inherited)
        }
    }

    "unknown-kinds-show-a-notice" aims ["AUI-3-02"] in ANY
    "Shows a notice in place of an envelope of an unknown kind." => {
        fn instead(&mut self, kind: Option<Kind>, refusal: &Refusal, fallback: Option<&JsonString>) -> Became {
            match kind {
                None => Became::Fallback("This cannot be shown.".into()),
                kind => Reference.instead(kind, refusal, fallback),
            }
        }
    }

    "what-is-no-envelope-is-shown-as-it-is" aims ["AUI-3-23"] in ANY
    "Shows an envelope that is no object on a panel." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            Ok(Reference.object(envelope).unwrap_or_else(|_| panel(envelope)))
        }
    }

    "envelopes-in-a-list" aims ["AUI-3-23"] in ANY
    "Takes the first element of an envelope that is a list." => {
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            let first = envelope.as_array().and_then(|list| list.first());
            Reference.object(first.unwrap_or(envelope))
        }
    }

    "an-empty-fallback-text-is-no-text" aims ["AUI-3-19"] in ANY
    "Refuses an envelope whose fallback text is empty." => {
        fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
            match text(envelope, "fallbackText") {
                Some("") => Err(refusal()),
                _ => Reference.fallback_text(envelope),
            }
        }
    }

    "fallback-texts-without-markup" aims ["AUI-3-19"] in ANY
    "Refuses an envelope whose fallback text has a `<` in it." => {
        fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
            match text(envelope, "fallbackText") {
                Some(text) if text.contains('<') => Err(refusal()),
                _ => Reference.fallback_text(envelope),
            }
        }
    }

    "fallback-texts-are-needed" aims ["AUI-3-19"] in ANY
    "Refuses an envelope without a fallback text." => {
        fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
            match Reference.fallback_text(envelope) {
                Ok(None) => Err(refusal()),
                text => text,
            }
        }
    }

    "fallback-texts-are-unknown" aims ["AUI-3-19"] in ANY
    "Refuses an envelope with a fallback text." => {
        fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
            match envelope.contains("fallbackText") {
                true => Err(refusal()),
                false => Ok(None),
            }
        }
    }

    "fallback-texts-of-any-type" aims ["AUI-3-20"] in ANY
    "Takes a fallback text that is no string for none." => {
        fn fallback_text(&mut self, envelope: &Object) -> Result<Option<JsonString>, Refusal> {
            Ok(Reference.fallback_text(envelope).unwrap_or_default())
        }
    }

    "surplus-members-are-refused" aims ["AUI-3-26"] in ANY
    "Refuses an envelope with a member that its type does not have." => {
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            let kind = Reference.kind(envelope)?;
            let known = ["kind", "schemaVersion", "surface", "fallbackText", kind.called(), kind.payload()];
            let is_known = |name: &JsonString| {
                known.iter().any(|known| *name == *known) || (*name == "data" && kind != Kind::MapAction)
            };
            match envelope.names().all(is_known) {
                true => Ok(kind),
                false => Err(refusal()),
            }
        }
    }

    "unknown-members-go-into-the-spec" aims ["AUI-3-21"] in ANY
    "Gives the members of a chart that it does not know to the spec." => {
        fn handed(&mut self, mut call: Call, envelope: &Value) -> Vec<Call> {
            if call.kind == Kind::Chart {
                add_unknown(&mut call.value, envelope);
            }
            vec![call]
        }
    }

    "unknown-members-are-handed-on" aims ["AUI-3-21"] in ANY
    "Gives the members of an envelope that it does not know to the renderer." => {
        fn handed(&mut self, mut call: Call, envelope: &Value) -> Vec<Call> {
            add_unknown(&mut call.value, envelope);
            vec![call]
        }
    }

    "members-of-others-are-handed-on" aims ["AUI-3-21"] in ANY
    "Gives the props of an envelope to whatever it renders." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match envelope.get("props") {
                Some(props) if kind != Kind::MapAction => Ok(props.clone()),
                _ => match (kind, envelope.get("spec")) {
                    (Kind::Component, Some(spec)) => Ok(spec.clone()),
                    _ => Reference.payload(kind, envelope),
                },
            }
        }
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            match (kind, envelope.get("params")) {
                (Kind::Component, Some(params)) => Ok(Some(params.clone())),
                _ => Reference.data(kind, envelope),
            }
        }
    }

    "the-map-gets-data" aims ["AUI-3-21"] in ANY
    "Gives a map action the data of its envelope." => {
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            match kind {
                Kind::MapAction => Ok(envelope.get("data").cloned()),
                _ => Reference.data(kind, envelope),
            }
        }
    }

    "surplus-members-of-inherited-names-are-handed-on" aims ["AUI-3-21"] in ANY
    "Gives members of inherited names to the props." => {
        fn handed(&mut self, mut call: Call, envelope: &Value) -> Vec<Call> {
            if let (Some(value), Some(envelope)) = (call.value.as_object_mut(), envelope.as_object()) {
                for name in INHERITED {
                    if let Some(member) = envelope.get(name) {
                        value.insert(name, member.clone());
                    }
                }
            }
            vec![call]
        }
    }
}

/// Adds the members of an envelope that no kind has.
fn add_unknown(value: &mut Value, envelope: &Value) {
    let known = [
        "kind",
        "schemaVersion",
        "surface",
        "fallbackText",
        "component",
        "grammar",
        "action",
        "props",
        "spec",
        "params",
        "data",
    ];
    let (Some(value), Some(envelope)) = (value.as_object_mut(), envelope.as_object()) else {
        return;
    };
    for (name, member) in envelope.iter() {
        if !known.iter().any(|known| *name == *known) {
            value.insert(name, member.clone());
        }
    }
}
