//! Smaller scripts by what is known of the protocol.

use std::collections::BTreeSet;

use uiconform_json::{JsonString, Object, Value, parse};

use super::bytes::{Message, Reader};
use super::case::Case;
use super::probe::Probe;
use super::script::{Input, Phase, Profile, Script, What};
use crate::Finding;

/// Smaller variants of a case in which something was found, the boldest first.
pub(super) fn cases(case: &Case, finding: &Finding) -> Vec<Case> {
    let mut variants = Vec::new();
    let with = |script: Script| Case {
        script,
        probe: case.probe,
    };
    variants.extend(until(&case.script, finding).map(with));
    variants.push(Case {
        script: case.script.clone(),
        probe: Probe::NONE,
    });
    variants.extend(as_events(&case.script).map(with));
    for script in [plainly(&case.script), joined(&case.script)]
        .into_iter()
        .flatten()
    {
        variants.push(with(script));
    }
    variants.extend(merged(&case.script).into_iter().map(with));
    if case.script.profile == Profile::Records {
        variants.push(with(Script {
            profile: Profile::Frontend,
            ..case.script.clone()
        }));
    }
    variants
}

/// Without what comes behind the input that it shows at.
fn until(script: &Script, finding: &Finding) -> Option<Script> {
    let event = finding.event?;
    let phase = (0..script.phases.len())
        .rev()
        .find(|phase| script.line(*phase, 0) <= event + 1)?;
    let mut script = script.clone();
    script.phases.truncate(phase + 1);
    let count = event + 1 - script.line(phase, 0).min(event + 1);
    if count > 0 {
        script.phases[phase].inputs.truncate(count);
    }
    Some(script)
}

/// A stream as the events that are in it, if all of them are JSON.
fn as_events(script: &Script) -> Option<Script> {
    let phases = of_stream(script, |message, input| {
        Some(Input {
            what: What::Event {
                name: message.name.clone(),
                data: parse(&message.data).ok()?,
            },
            renderer: input.renderer,
        })
    })?;
    Some(Script {
        profile: Profile::Frontend,
        phases,
    })
}

/// A stream written plainly.
fn plainly(script: &Script) -> Option<Script> {
    let phases = of_stream(script, |message, input| {
        let name = match message.name.is_empty() {
            true => String::new(),
            false => format!("event: {}\n", message.name),
        };
        let data: String = message
            .data
            .split('\n')
            .map(|line| format!("data: {line}\n"))
            .collect();
        Some(Input {
            what: What::Piece(format!("{name}{data}\n").into_bytes()),
            renderer: input.renderer,
        })
    })?;
    Some(Script {
        profile: Profile::Sse,
        phases,
    })
}

fn of_stream(
    script: &Script,
    write: impl Fn(&Message, &Input) -> Option<Input>,
) -> Option<Vec<Phase>> {
    if script.profile != Profile::Sse {
        return None;
    }
    script
        .phases
        .iter()
        .map(|phase| {
            let mut reader = Reader::default();
            let mut inputs = Vec::new();
            for input in &phase.inputs {
                let What::Piece(piece) = &input.what else {
                    inputs.push(input.clone());
                    continue;
                };
                for (_, message) in reader.parts(piece) {
                    if let Some(message) = message {
                        inputs.push(write(&message, input)?);
                    }
                }
            }
            Some(Phase {
                inputs,
                ..phase.clone()
            })
        })
        .collect()
}

/// A stream with a piece for each event, whatever is in it.
fn joined(script: &Script) -> Option<Script> {
    if script.profile != Profile::Sse {
        return None;
    }
    let phases = script.phases.iter().map(|phase| {
        let mut reader = Reader::default();
        let mut inputs: Vec<Input> = Vec::new();
        let mut open: Vec<u8> = Vec::new();
        for input in &phase.inputs {
            let What::Piece(piece) = &input.what else {
                inputs.push(input.clone());
                continue;
            };
            for (part, message) in reader.parts(piece) {
                open.extend(part);
                if message.is_some() {
                    inputs.push(Input {
                        what: What::Piece(std::mem::take(&mut open)),
                        renderer: input.renderer,
                    });
                }
            }
        }
        if !open.is_empty() {
            inputs.push(Input::plain(What::Piece(open)));
        }
        Phase {
            inputs,
            ..phase.clone()
        }
    });
    Some(Script {
        profile: Profile::Sse,
        phases: phases.collect(),
    })
}

/// Two phases as one, where the second changes nothing.
fn merged(script: &Script) -> Vec<Script> {
    let merge = |at: usize| {
        let mut script = script.clone();
        let second = script.phases.remove(at);
        if second.reload.is_some() {
            return None;
        }
        let first = &mut script.phases[at - 1];
        first.inputs.extend(second.inputs);
        if let Some(registry) = second.registry {
            first.registry = Some(registry);
        }
        Some(script)
    };
    (1..script.phases.len()).filter_map(merge).collect()
}

/// Identifiers, sessions, times and registries, each replaced by a plain one throughout the case.
pub(super) fn renames(case: &Value) -> Vec<Value> {
    let mut found = BTreeSet::new();
    collect(case, &mut found);
    let mut variants: Vec<Value> = found
        .into_iter()
        .flat_map(|(member, old)| {
            let plain: &[&str] = match member {
                "session_id" => &["s"],
                _ => &["a", "b", "c"],
            };
            let at = plain
                .iter()
                .position(|new| old == *new)
                .unwrap_or(plain.len());
            plain[..at]
                .iter()
                .map(|new| renamed(case, &old, new))
                .collect::<Vec<_>>()
        })
        .collect();
    variants.push(changed(case, "registry", &|old| match old {
        Value::Null => old.clone(),
        _ => parse(FULL).unwrap_or_default(),
    }));
    variants.push(changed(case, "created_at", &|old| match old {
        Value::Number(_) => 1_710_000_000_000_u64.into(),
        other => other.clone(),
    }));
    variants
}

/// Everything that the fixtures have and no more.
const FULL: &str = r#"{"components":["fixture_panel"],"actions":["fixture_zoom"],"grammars":["echarts-safe-subset"]}"#;

fn collect(value: &Value, found: &mut BTreeSet<(&'static str, JsonString)>) {
    match value {
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, found)),
        Value::Object(object) => {
            for (name, inner) in object {
                let known = ["envelope_id", "envelopeId", "report", "session_id"]
                    .into_iter()
                    .find(|known| name == known);
                if let (Some(known), Value::String(text)) = (known, inner) {
                    let member = if known == "session_id" { known } else { "id" };
                    found.insert((member, text.clone()));
                }
                collect(inner, found);
            }
        }
        _ => {}
    }
}

/// Every string that is `old`, replaced; also where it stands in a stream.
fn renamed(value: &Value, old: &JsonString, new: &str) -> Value {
    match value {
        Value::String(text) if text == old => new.into(),
        Value::String(text) => match text.as_str() {
            Some(plain) if plain.contains("data:") => {
                let (old, new) = (Value::from(old).to_text(), Value::from(new).to_text());
                plain.replace(&old, &new).into()
            }
            _ => text.into(),
        },
        Value::Array(list) => Value::from(
            list.iter()
                .map(|inner| renamed(inner, old, new))
                .collect::<Vec<_>>(),
        ),
        Value::Object(object) => object
            .iter()
            .map(|(name, inner)| (name.clone(), renamed(inner, old, new)))
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}

/// Every member of that name, changed.
fn changed(value: &Value, member: &str, change: &dyn Fn(&Value) -> Value) -> Value {
    match value {
        Value::Array(list) => Value::from(
            list.iter()
                .map(|inner| changed(inner, member, change))
                .collect::<Vec<_>>(),
        ),
        Value::Object(object) => object
            .iter()
            .map(|(name, inner)| {
                let inner = match *name == member {
                    true => change(inner),
                    false => changed(inner, member, change),
                };
                (name.clone(), inner)
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}
