//! Faults in the version of an envelope (Envelope Types).

use uiconform_json::{Object, Value};
use uiconform_protocols::agent_ui::{Kind, Reference, Refusal, Steps as _};

use super::tools::{INHERITED, is_no_string, text};
use super::{ANY, faults};

/// Accepts another version if so.
fn or_if(so: bool, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
    if so {
        Ok(())
    } else {
        Reference.version(kind, envelope)
    }
}

fn is(envelope: &Object, fits: impl Fn(&str) -> bool) -> bool {
    text(envelope, "schemaVersion").is_some_and(fits)
}

faults! {
    "versions-are-not-looked-at" aims ["AUI-3-03", "AUI-3-22"] in ANY
    "Takes every version, and none." => {
        fn version(&mut self, _kind: Kind, _envelope: &Object) -> Result<(), Refusal> {
            Ok(())
        }
    }

    "minor-versions-are-taken" aims ["AUI-3-03"] in ANY
    "Takes a version that has a minor one." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(is(envelope, |version| version.starts_with("agent-ui@1.")), kind, envelope)
        }
    }

    "versions-by-their-beginning" aims ["AUI-3-03", "AUI-3-22"] in ANY
    "Compares the beginning of the version." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(is(envelope, |version| version.starts_with("agent-ui@1")), kind, envelope)
        }
    }

    "empty-versions" aims ["AUI-3-03"] in ANY
    "Takes an empty version." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(is(envelope, str::is_empty), kind, envelope)
        }
    }

    "versions-of-any-type" aims ["AUI-3-03"] in ANY
    "Takes a version that is no string." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(is_no_string(envelope, "schemaVersion"), kind, envelope)
        }
    }

    "versions-of-components-alone" aims ["AUI-3-03"] in ANY
    "Looks at the version of components alone." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(kind != Kind::Component, kind, envelope)
        }
    }

    "versions-in-any-case" aims ["AUI-3-22"] in ANY
    "Compares versions without regard to case, spaces and hyphens." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            let like = |version: &str| version.trim().to_lowercase().replace('_', "-") == "agent-ui@1";
            or_if(is(envelope, like), kind, envelope)
        }
    }

    "inherited-versions" aims ["AUI-3-22"] in ANY
    "Finds versions in an object that inherits some." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(is(envelope, |version| INHERITED.contains(&version)), kind, envelope)
        }
    }

    "versions-in-snake-case" aims ["AUI-3-22"] in ANY
    "Takes the version under `schema_version` too." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            let is_there = |name| text(envelope, name) == Some("agent-ui@1");
            or_if(is_there("schema_version") || is_there("schemaversion"), kind, envelope)
        }
    }

    "versions-may-be-missing" aims ["AUI-3-03"] in ANY
    "Takes an envelope without a version." => {
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            or_if(envelope.get("schemaVersion").is_none_or(Value::is_null), kind, envelope)
        }
    }
}
