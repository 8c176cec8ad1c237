//! Faults in charts (Envelope Types).

use uiconform_json::{Array, JsonString, Number, Object, Value};
use uiconform_protocols::agent_ui::{Call, Kind, Reference, Refusal, Registry, Steps as _};

use super::tools::{INHERITED, folded, is_no_string, refusal, refuse_if, text};
use super::{ANY, faults};

const GRAMMAR: &str = "echarts-safe-subset";

/// The grammar, if the one that is named may stand for it.
fn grammar_if(envelope: &Object, so: bool) -> Result<JsonString, Refusal> {
    if so {
        Ok(GRAMMAR.into())
    } else {
        Reference.grammar(envelope)
    }
}

fn is(envelope: &Object, fits: impl Fn(&str) -> bool) -> bool {
    text(envelope, "grammar").is_some_and(fits)
}

/// What is handed to charts, changed.
fn handed(call: Call, change: impl Fn(&mut Value, &mut Value)) -> Vec<Call> {
    let mut call = call;
    if let (Kind::Chart, Some(data)) = (call.kind, &mut call.data) {
        change(&mut call.value, data);
    }
    vec![call]
}

fn specs_unless(
    kind: Kind,
    envelope: &Object,
    refused: impl Fn(&Value) -> bool,
) -> Result<Value, Refusal> {
    let spec = Reference.payload(kind, envelope)?;
    refuse_if(kind == Kind::Chart && refused(&spec))?;
    Ok(spec)
}

faults! {
    "grammars-may-be-missing" aims ["AUI-3-08", "AUI-3-22"] in ANY
    "Takes a chart without a grammar for one of the only one." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, !envelope.contains("grammar"))
        }
    }

    "grammars-of-any-type" aims ["AUI-3-08"] in ANY
    "Takes a grammar that is no string for the only one." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is_no_string(envelope, "grammar"))
        }
    }

    "empty-grammars" aims ["AUI-3-08"] in ANY
    "Takes an empty grammar for the only one." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is(envelope, str::is_empty))
        }
    }

    "echarts-as-a-whole" aims ["AUI-3-08"] in ANY
    "Takes the grammar `echarts` too." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is(envelope, |grammar| grammar == "echarts"))
        }
    }

    "listed-grammars" aims ["AUI-3-08"] in ANY
    "Takes every grammar that the registry lists." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            match envelope.get("grammar").and_then(Value::as_string) {
                Some(grammar) => Ok(grammar.clone()),
                None => Reference.grammar(envelope),
            }
        }
    }

    "other-grammars" aims ["AUI-3-08"] in ANY
    "Renders a chart of another grammar as one of the only one." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is(envelope, |grammar| !grammar.contains("echarts") && !grammar.is_empty()))
        }
    }

    "grammars-in-every-writing" aims ["AUI-3-22"] in ANY
    "Compares the letters of grammars alone, in any case." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is(envelope, |grammar| folded(&grammar.into()) == folded(&GRAMMAR.into())))
        }
    }

    "grammars-by-their-beginning" aims ["AUI-3-22"] in ANY
    "Takes a grammar that begins as the only one does." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is(envelope, |grammar| grammar.starts_with(GRAMMAR)))
        }
    }

    "inherited-grammars" aims ["AUI-3-22"] in ANY
    "Finds grammars in an object that inherits some." => {
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            grammar_if(envelope, is(envelope, |grammar| INHERITED.contains(&grammar)))
        }
    }

    "one-grammar-is-listed" aims ["AUI-3-18"] in ANY
    "Refuses charts where the registry lists more than one grammar." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            refuse_if(kind == Kind::Chart && registry.grammars.len() > 1)?;
            Reference.listed(kind, name, registry)
        }
    }

    "charts-have-a-title" aims ["AUI-3-18"] in ANY
    "Refuses charts without a title." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            specs_unless(kind, envelope, |spec| spec.get("title").is_none())
        }
    }

    "charts-have-no-title" aims ["AUI-3-18"] in ANY
    "Refuses charts with a title." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            specs_unless(kind, envelope, |spec| spec.get("title").is_some())
        }
    }

    "charts-have-one-series" aims ["AUI-3-18"] in ANY
    "Refuses charts with two series." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            specs_unless(kind, envelope, |spec| {
                spec.get("series").and_then(Value::as_array).is_some_and(|series| series.len() > 1)
            })
        }
    }

    "specs-may-be-missing" aims ["AUI-3-13"] in ANY
    "Gives a chart without a spec an empty one." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match kind {
                Kind::Chart => Ok(Reference.payload(kind, envelope).unwrap_or_else(|_| Object::new().into())),
                _ => Reference.payload(kind, envelope),
            }
        }
    }

    "chart-data-may-be-missing" aims ["AUI-3-14"] in ANY
    "Renders a chart without data." => {
        fn data(&mut self, kind: Kind, envelope: &Object) -> Result<Option<Value>, Refusal> {
            Ok(Reference.data(kind, envelope).unwrap_or_default())
        }
    }

    "specs-become-objects" aims ["AUI-3-17"] in ANY
    "Puts a spec that is no object into one." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |spec, _| {
                if spec.as_object().is_none() {
                    *spec = Object::from_iter([("spec", spec.clone())]).into();
                }
            })
        }
    }

    "specs-get-series" aims ["AUI-3-17"] in ANY
    "Adds a series to a spec that has none." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |spec, _| {
                if let Some(spec) = spec.as_object_mut()
                    && !spec.contains("series")
                {
                    spec.insert("series", Array::new());
                }
            })
        }
    }

    "chart-data-becomes-a-list" aims ["AUI-3-17"] in ANY
    "Puts data of a chart that is no list into one." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |_, data| {
                if data.as_array().is_none() {
                    *data = Array::from(vec![data.clone()]).into();
                }
            })
        }
    }

    "empty-chart-data-gets-a-point" aims ["AUI-3-17"] in ANY
    "Adds a point to the data of a chart that has none." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |_, data| {
                if let Some(data) = data.as_array_mut().filter(|data| data.is_empty()) {
                    data.push(0_u64.into());
                }
            })
        }
    }

    "members-of-specs-are-renamed" aims ["AUI-3-17"] in ANY
    "Writes the members of specs that it does not know in upper case." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            let known = ["title", "xAxis", "yAxis", "series"];
            handed(call, |spec, _| {
                if let Some(spec) = spec.as_object_mut() {
                    let members = spec.iter().map(|(name, member)| match name.as_str() {
                        Some(text) if !known.contains(&text) => (text.to_uppercase().into(), member.clone()),
                        _ => (name.clone(), member.clone()),
                    });
                    *spec = members.collect();
                }
            })
        }
    }

    "chart-data-of-small-numbers" aims ["AUI-3-17"] in ANY
    "Takes numbers that are a chart's data as whole hundreds." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            handed(call, |_, data| {
                if data.as_number().is_some() {
                    *data = Number::from(100_u64).into();
                }
            })
        }
    }

    "charts-need-no-form" aims ["AUI-3-18"] in ANY
    "Refuses charts whose spec has axes." => {
        fn payload(&mut self, kind: Kind, envelope: &Object) -> Result<Value, Refusal> {
            match specs_unless(kind, envelope, |spec| spec.get("xAxis").is_some()) {
                Ok(spec) => Ok(spec),
                Err(_) => Err(refusal()),
            }
        }
    }
}
