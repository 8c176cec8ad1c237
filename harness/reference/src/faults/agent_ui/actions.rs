//! Faults in map actions, their names and params (Envelope Types, Registry).

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agent_ui::{Became, Call, Entry, Kind, Reference, Refusal, Steps as _};

use super::tools::{INHERITED, folded, is_no_string, refuse_if};
use super::{ANY, faults};

const ZOOM: &str = "fixture_zoom";
const CLEAR: &str = "fixture_clear";

/// The name, or the one of which it is a spelling.
fn name_by(
    kind: Kind,
    envelope: &Object,
    alike: impl Fn(&str) -> bool,
) -> Result<JsonString, Refusal> {
    let name = Reference.name(kind, envelope)?;
    Ok(match name.as_str() {
        Some(text) if kind == Kind::MapAction && alike(text) => ZOOM.into(),
        _ => name,
    })
}

/// Reads the level of a zoom in another way before it is validated.
fn level_by(
    kind: Kind,
    envelope: &Object,
    read: impl Fn(&Value) -> Option<Value>,
) -> Result<Value, Refusal> {
    let mut params = Reference.payload(kind, envelope)?;
    if kind == Kind::MapAction
        && let Some(level) = params.get("level").and_then(read)
        && let Some(params) = params.as_object_mut()
    {
        params.insert("level", level);
    }
    Ok(params)
}

/// The params, or others in their place.
fn params_by(
    kind: Kind,
    envelope: &Object,
    read: impl Fn(&Value) -> Option<Value>,
) -> Result<Value, Refusal> {
    let params = Reference.payload(kind, envelope)?;
    Ok(match kind {
        Kind::MapAction => read(&params).unwrap_or(params),
        _ => params,
    })
}

fn level(level: u64) -> Value {
    Object::from_iter([("level", level)]).into()
}

/// Another text in place of an invalid map action.
fn shown(
    kind: Option<Kind>,
    refusal: &Refusal,
    fallback: Option<&JsonString>,
    change: impl Fn(&str) -> String,
) -> Became {
    match Reference.instead(kind, refusal, fallback) {
        Became::Fallback(text) => Became::Fallback(change(&text.to_string_lossy()).as_str().into()),
        other => other,
    }
}

faults! {
    "actions-without-a-name-are-zooms" aims ["AUI-3-10"] in ANY
    "Takes an action that is no string for a zoom." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match kind == Kind::MapAction && is_no_string(envelope, "action") {
                true => Ok(ZOOM.into()),
                false => Reference.name(kind, envelope),
            }
        }
    }

    "actions-may-be-missing" aims ["AUI-3-10", "AUI-3-22"] in ANY
    "Takes an action that is missing for a zoom." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            match kind == Kind::MapAction && !envelope.contains("action") {
                true => Ok(ZOOM.into()),
                false => Reference.name(kind, envelope),
            }
        }
    }

    "actions-in-every-writing" aims ["AUI-4-07"] in ANY
    "Compares the letters of actions alone, in any case." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| folded(&name.into()) == folded(&ZOOM.into()))
        }
    }

    "actions-by-a-part" aims ["AUI-4-07"] in ANY
    "Finds actions by a part of their names, or by names that they are a part of." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| {
                name.len() > 8 && (ZOOM.starts_with(name) || name.contains(ZOOM))
            })
        }
    }

    "actions-by-their-looks" aims ["AUI-4-07"] in ANY
    "Compares actions without regard to foreign letters." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| !name.is_ascii())
        }
    }

    "inherited-actions" aims ["AUI-4-07"] in ANY
    "Finds actions in an object that inherits some." => {
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            name_by(kind, envelope, |name| INHERITED.contains(&name))
        }
    }

    "params-may-be-missing" aims ["AUI-3-12"] in ANY
    "Makes up the params of an action that has none." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match kind == Kind::MapAction && !envelope.contains("params") {
                true if envelope.get("action").and_then(Value::as_str) == Some(CLEAR) => {
                    Ok(Object::new().into())
                }
                true => Ok(level(0)),
                false => Reference.payload(kind, envelope),
            }
        }
    }

    "a-level-of-zero-is-none" aims ["AUI-4-09"] in ANY
    "Refuses a level of zero." => {
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            let zero = Value::from(0_u64);
            refuse_if(kind == Kind::MapAction && value.get("level") == Some(&zero))?;
            Reference.fits(kind, entry, value)
        }
    }

    "levels-end-below-the-highest" aims ["AUI-4-09"] in ANY
    "Refuses the highest level." => {
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            let highest = Value::from(22_u64);
            refuse_if(kind == Kind::MapAction && value.get("level") == Some(&highest))?;
            Reference.fits(kind, entry, value)
        }
    }

    "actions-have-params" aims ["AUI-4-09"] in ANY
    "Refuses an action whose params are empty." => {
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            refuse_if(kind == Kind::MapAction && value.as_object().is_some_and(Object::is_empty))?;
            Reference.fits(kind, entry, value)
        }
    }

    "levels-are-one-less" aims ["AUI-4-09"] in ANY
    "Counts levels of the map from one." => {
        fn handed(&mut self, mut call: Call, _envelope: &Value) -> Vec<Call> {
            if call.kind == Kind::MapAction
                && let Some(Value::Number(level)) = call.value.get("level")
                && let Some(level) = level.to_u64()
                && let Some(params) = call.value.as_object_mut()
            {
                params.insert("level", level + 1);
            }
            vec![call]
        }
    }

    "params-are-not-validated" aims ["AUI-4-11"] in ANY
    "Performs an action whatever its params are." => {
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            match kind {
                Kind::MapAction => Ok(()),
                _ => Reference.fits(kind, entry, value),
            }
        }
    }

    "levels-may-be-digits" aims ["AUI-4-11"] in ANY
    "Takes a string of digits for a level." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            level_by(kind, envelope, |level| Number::parse(level.as_str()?).map(Value::from))
        }
    }

    "true-is-a-level" aims ["AUI-4-11"] in ANY
    "Takes true for a level of one, and null for zero." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            level_by(kind, envelope, |level| match level {
                Value::Bool(truth) => Some(u64::from(*truth).into()),
                Value::Null => Some(0_u64.into()),
                _ => None,
            })
        }
    }

    "levels-are-rounded" aims ["AUI-4-11"] in ANY
    "Rounds a level to an integer." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            level_by(kind, envelope, |level| Some((level.as_number()?.to_f64().round() as i64).into()))
        }
    }

    "levels-are-computed" aims ["AUI-4-11"] in ANY
    "Computes a level that is an expression, a function or a template." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            level_by(kind, envelope, |level| {
                let is_code = |code: &str| code.contains(['+', '(', '{', '*']);
                level.as_str().filter(|code| is_code(code)).map(|_| 5_u64.into())
            })
        }
    }

    "levels-are-clamped" aims ["AUI-4-11", "AUI-4-12"] in ANY
    "Takes the nearest level for one that is out of range." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            level_by(kind, envelope, |level| {
                let level = level.as_number()?;
                level.is_integer().then(|| (level.to_f64().clamp(0.0, 22.0) as u64).into())
            })
        }
    }

    "surplus-params-are-passed-over" aims ["AUI-4-11"] in ANY
    "Takes the params that an action has and passes over the others." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            params_by(kind, envelope, |params| {
                let level = params.get("level")?;
                Some(Object::from_iter([("level", level.clone())]).into())
            })
        }
    }

    "params-in-a-list" aims ["AUI-4-11"] in ANY
    "Takes params in a list, and levels in one." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            params_by(kind, envelope, |params| {
                let inner = params.get("level").unwrap_or(params);
                let number = inner.as_array()?.first()?.as_number()?;
                Some(Object::from_iter([("level", number.clone())]).into())
            })
        }
    }

    "null-is-no-params" aims ["AUI-4-11"] in ANY
    "Takes null for an empty object." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            params_by(kind, envelope, |params| params.is_null().then(|| Object::new().into()))
        }
    }

    "params-once-valid-stay" aims ["AUI-4-11"] in ANY { valid: bool }
    "Validates the params of an action until they have been valid once." => {
        fn begin(&mut self) {
            self.valid = false;
        }
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            if kind == Kind::MapAction && self.valid {
                return Ok(());
            }
            let fits = Reference.fits(kind, entry, value);
            self.valid |= kind == Kind::MapAction && fits.is_ok();
            fits
        }
    }

    "no-fallback" aims ["AUI-4-12"] in ANY
    "Rejects an invalid map action that has a fallback text." => {
        fn instead(&mut self, _kind: Option<Kind>, refusal: &Refusal, _fallback: Option<&JsonString>) -> Became {
            Became::Rejected(refusal.to_string())
        }
    }

    "fallback-texts-are-escaped" aims ["AUI-4-12"] in ANY
    "Escapes the fallback text." => {
        fn instead(&mut self, kind: Option<Kind>, refusal: &Refusal, fallback: Option<&JsonString>) -> Became {
            shown(kind, refusal, fallback, |text| {
                text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
            })
        }
    }

    "fallback-texts-are-trimmed" aims ["AUI-4-12"] in ANY
    "Trims the fallback text and shortens its spaces." => {
        fn instead(&mut self, kind: Option<Kind>, refusal: &Refusal, fallback: Option<&JsonString>) -> Became {
            shown(kind, refusal, fallback, |text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }

    "a-fallback-text-of-its-own" aims ["AUI-4-12"] in ANY
    "Shows a text of its own for an invalid map action." => {
        fn instead(&mut self, kind: Option<Kind>, refusal: &Refusal, fallback: Option<&JsonString>) -> Became {
            shown(kind, refusal, fallback, |_| "This action is not valid.".to_owned())
        }
    }
}
