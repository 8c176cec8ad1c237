//! Scripts that are to come to the same as another one.

use std::collections::BTreeSet;

use uiconform_catalogue::Level;
use uiconform_json::{Array, JsonString, Object, Value};

use super::bytes;
use super::facts;
use super::script::{Input, Phase, Profile, Script, What};
use super::told::{self, Step};
use crate::Finding;
use crate::target::Reply;

/// Another script, and what of its answer is that of the first one.
pub(super) struct Related {
    pub(super) oracle: &'static str,
    pub(super) requirement: Option<&'static str>,
    pub(super) message: &'static str,
    pub(super) script: Script,
    /// The identifier that is not looked at, if there is one.
    pub(super) but: Option<JsonString>,
}

impl Related {
    /// What is wrong with the two answers.
    pub(super) fn judge(&self, first: &Reply, second: &Reply) -> Option<Finding> {
        let looks_at = |id: &JsonString| self.but.as_ref() != Some(id);
        let first = facts::of(first, &looks_at)?;
        let second = facts::of(second, &looks_at)?;
        uiconform_json::compare(&first, &second)
            .difference
            .as_ref()?;
        let finding = Finding::new(self.oracle, self.message);
        Some(
            finding
                .under(self.requirement, Level::Required)
                .between(&first, &second),
        )
    }
}

/// Without an envelope that must not be rendered, the others come to the same (1).
pub(super) fn without(script: &Script, salt: usize) -> Option<Related> {
    if script.profile == Profile::Sse {
        return None;
    }
    let told = told::tell(script);
    let mut refused: Vec<(usize, usize, JsonString)> = Vec::new();
    for (at, phase) in told.phases.iter().enumerate() {
        let is_refused = |step: &&Step| {
            let must = step.expectation.required.is_some();
            must && matches!(step.envelope, Some((_, false)))
        };
        refused.extend(phase.steps.iter().filter(is_refused).filter_map(|step| {
            let id = step.id.clone().filter(|id| !told.repeated.contains(id))?;
            Some((at, step.input?, id))
        }));
    }
    let (phase, input, id) = refused.get(salt.checked_rem(refused.len())?)?.clone();
    let mut script = script.clone();
    script.phases[phase].inputs.remove(input);
    // Nothing is said any more of what is not there.
    for phase in &mut script.phases {
        phase
            .inputs
            .retain(|input| input.what != What::Report(id.clone()));
    }
    Some(Related {
        oracle: "independence",
        requirement: Some("AUI-1-06"),
        message: "without an envelope that is not rendered, the others come to something else",
        script,
        but: Some(id),
    })
}

/// The order of members means nothing, nor do events of other names.
pub(super) fn adorned(script: &Script) -> Option<Related> {
    if script.profile == Profile::Sse {
        return None;
    }
    let other = Input::plain(What::Event {
        name: "token".to_owned(),
        data: Object::from_iter([("text", "a")]).into(),
    });
    let phases = script.phases.iter().map(|phase| {
        let inputs = phase.inputs.iter().flat_map(|input| {
            let what = match &input.what {
                What::Event { name, data } => What::Event {
                    name: name.clone(),
                    data: reversed(data),
                },
                other => other.clone(),
            };
            let input = Input {
                what,
                renderer: input.renderer,
            };
            [input, other.clone()]
        });
        Phase {
            registry: phase.registry.as_ref().map(reversed),
            reload: phase.reload.as_ref().map(reversed),
            session: phase.session.clone(),
            inputs: inputs.collect(),
        }
    });
    Some(Related {
        oracle: "writing",
        requirement: None,
        message: "with its members in another order, and with events of another name in between, the same comes to something else",
        script: Script {
            profile: script.profile,
            phases: phases.collect(),
        },
        but: None,
    })
}

fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(reversed).collect::<Array>().into(),
        Value::Object(object) => {
            let mut members: Vec<(JsonString, Value)> = object
                .iter()
                .map(|(name, member)| (name.clone(), reversed(member)))
                .collect();
            members.reverse();
            members.into_iter().collect::<Object>().into()
        }
        plain => plain.clone(),
    }
}

/// Sessions that are called otherwise.
pub(super) fn renamed(script: &Script, salt: usize) -> Option<Related> {
    const OTHERS: [&str; 5] = ["one", "b", "x1", "Ä", "s s"];
    if script.profile == Profile::Sse {
        return None;
    }
    let mut sessions: BTreeSet<JsonString> = BTreeSet::new();
    for phase in &script.phases {
        sessions.extend(phase.session.clone());
        for input in &phase.inputs {
            if let What::Event { data, .. } = &input.what {
                let session = data.get("session_id").and_then(Value::as_string);
                sessions.extend(session.cloned());
            }
        }
    }
    // What an empty one means is open.
    sessions.retain(|session| !session.is_empty());
    if sessions.is_empty() {
        return None;
    }
    let other = |session: &JsonString| -> Option<JsonString> {
        let at = sessions.iter().position(|known| known == session)?;
        let word = OTHERS[(salt + at) % OTHERS.len()];
        Some(format!("{word}-{at}").as_str().into())
    };
    let mut renamed = script.clone();
    for phase in &mut renamed.phases {
        phase.session = phase
            .session
            .as_ref()
            .map(|session| other(session).unwrap_or_else(|| session.clone()));
        for input in &mut phase.inputs {
            if let What::Event {
                data: Value::Object(data),
                ..
            } = &mut input.what
                && let Some(session) = data.get("session_id").and_then(Value::as_string)
                && let Some(session) = other(session)
            {
                data.insert("session_id", &session);
            }
        }
    }
    Some(Related {
        oracle: "naming",
        requirement: None,
        message: "with sessions of other names, the same comes to something else",
        script: renamed,
        but: None,
    })
}

/// The same events, written plainly and cut in another way.
pub(super) fn reframed(script: &Script, salt: usize) -> Option<Related> {
    const SIZES: [usize; 5] = [1, 2, 7, 64, usize::MAX];
    if script.profile != Profile::Sse {
        return None;
    }
    let mut phases = Vec::new();
    for phase in &script.phases {
        let mut stream = String::new();
        let mut reader = bytes::Reader::default();
        let mut reports = Vec::new();
        for input in &phase.inputs {
            match &input.what {
                What::Piece(piece) if input.renderer.is_none() => {
                    let text = String::from_utf8(piece.clone()).ok()?;
                    // What becomes of a mark is not the same everywhere.
                    if text.contains('\u{feff}') {
                        return None;
                    }
                    for (_, message) in reader.parts(piece) {
                        let Some(message) = message else { continue };
                        if !message.name.is_empty() {
                            stream.push_str(&format!("event: {}\n", message.name));
                        }
                        for line in message.data.split('\n') {
                            stream.push_str(&format!("data: {line}\n"));
                        }
                        stream.push('\n');
                    }
                }
                What::Report(_) => reports.push(input.clone()),
                _ => return None,
            }
        }
        if reader.unfinished().is_some() {
            return None;
        }
        let size = SIZES[salt % SIZES.len()].min(stream.len()).max(1);
        let pieces = stream.as_bytes().chunks(size);
        let pieces = pieces.map(|piece| Input::plain(What::Piece(piece.to_vec())));
        phases.push(Phase {
            inputs: reports.into_iter().chain(pieces).collect(),
            ..phase.clone()
        });
    }
    Some(Related {
        oracle: "framing",
        requirement: Some("AUI-2-11"),
        message: "written plainly and cut in another way, the same events come to something else",
        script: Script {
            profile: Profile::Sse,
            phases,
        },
        but: None,
    })
}
