//! Each event does what the text says, the reference being its reading: exactly where the text is full, within what is allowed
//! elsewhere.

use std::collections::HashMap;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Object, Value};

use crate::Finding;
use crate::agentue::answer::Answered;
use crate::agentue::expect::{self, Expectation, Read, Zone};
use crate::agentue::sequence::{Method, Sequence};
use crate::agentue::world::{World, op_of, stream_of};
use crate::agentue::{MODEL_MEMBERS, kind};

/// Judges the answer to a sequence: the first thing that is wrong in it.
pub(in crate::agentue) fn judge(sequence: &Sequence, answered: &Answered<'_>) -> Option<Finding> {
    match sequence.method {
        Method::Reduce => reduced(sequence, answered),
        Method::Route => routed(sequence, answered),
    }
}

fn reduced(sequence: &Sequence, answered: &Answered<'_>) -> Option<Finding> {
    let mut world = World::new(&sequence.model, sequence.model_seq)?;
    let mut before = sequence.model.clone();
    for (at, input) in sequence.inputs.iter().enumerate() {
        let read = expect::read(&input.text());
        let expectation = expect::apply(&mut world, &read, &before);
        let accepted = answered.accepted[at];
        let shown = answered.trace.as_ref().map(|trace| trace[at]);
        let event = Judged {
            at,
            read: &read,
            expectation: &expectation,
            accepted,
            refused_before: world.refused,
        };
        if let Some(finding) = event.verdict(&before, shown) {
            return Some(finding);
        }
        if let Some(finding) = shown.and_then(|shown| event.model(shown, &before)) {
            return Some(finding);
        }
        match event.continuation(&before, shown) {
            Some(model) => {
                if model != expectation.after && !world.move_to(&model) {
                    return None;
                }
                before = model;
            }
            // What the model is by now, only the implementation knows.
            None => return None,
        }
        conclude(&mut world, &read, accepted);
    }
    let last = sequence.inputs.len().checked_sub(1);
    let message = if answered.trace.is_some() {
        "the last model of the trace is not the final one"
    } else {
        "every verdict is right, and the model after the last event is not the expected one"
    };
    compared(&before, &answered.result).map(|(level, finding)| {
        let finding = Finding {
            message: message.to_owned(),
            ..finding
        };
        let level = if world.refused {
            level.min(Level::Recommended)
        } else {
            level
        };
        let at = last.unwrap_or_default();
        let input = sequence
            .inputs
            .last()
            .map(|input| kind::of(&expect::read(&input.text())));
        finding.at(at, input.unwrap_or_default()).under(None, level)
    })
}

/// One stream of a router, a world of its own.
#[derive(Default)]
struct Stream {
    world: World,
    /// Whether only the implementation knows its model.
    lost: bool,
}

fn routed(sequence: &Sequence, answered: &Answered<'_>) -> Option<Finding> {
    let mut streams: HashMap<JsonString, Stream> = HashMap::new();
    for (at, input) in sequence.inputs.iter().enumerate() {
        let read = expect::read(&input.text());
        let accepted = answered.accepted[at];
        let name = match &read {
            Read::Event(event) => stream_of(event),
            Read::Open(stream) => stream.clone(),
            Read::Refused(_) => None,
        };
        let mut nowhere = Stream::default();
        let known = name.is_some();
        let stream = match name {
            Some(name) => streams.entry(name).or_default(),
            None => &mut nowhere,
        };
        if stream.lost {
            continue;
        }
        let before = stream.world.model();
        let expectation = expect::apply(&mut stream.world, &read, &before);
        let event = Judged {
            at,
            read: &read,
            expectation: &expectation,
            accepted,
            refused_before: stream.world.refused,
        };
        if !known && expectation.zone() != Zone::Common {
            if accepted {
                // It may have done anything to any stream.
                return None;
            }
            continue;
        }
        if let Some(finding) = event.verdict(&before, None) {
            return Some(finding);
        }
        match event.continuation(&before, None) {
            Some(model) => {
                if model != expectation.after && !stream.world.move_to(&model) {
                    stream.lost = true;
                }
            }
            None => stream.lost = true,
        }
        conclude(&mut stream.world, &read, accepted);
    }
    models(&streams, &answered.result)
}

/// Compares the final models of all streams of which they are known.
fn models(streams: &HashMap<JsonString, Stream>, result: &Value) -> Option<Finding> {
    let got = result.as_object()?;
    let mut names: Vec<&JsonString> = streams.keys().collect();
    names.sort();
    let (mut wanted, mut found) = (Object::new(), Object::new());
    let mut refused = false;
    for name in names {
        let stream = &streams[name];
        if stream.lost {
            continue;
        }
        refused |= stream.world.refused;
        let model = stream.world.model();
        if !model.is_null() {
            wanted.push(name.clone(), model);
        }
        if let Some(model) = got.get_name(name) {
            found.push(name.clone(), model.clone());
        }
    }
    for (name, model) in got {
        if !streams.contains_key(name) {
            found.push(name.clone(), model.clone());
        }
    }
    let (wanted, found) = (wanted.into(), found.into());
    let finding = Finding::new(
        "differential",
        "every verdict is right, and the models of the streams are not the expected ones",
    );
    uiconform_json::compare(&wanted, &found)
        .difference
        .as_ref()?;
    let level = if refused {
        Level::Recommended
    } else {
        Level::Required
    };
    Some(
        finding
            .between(&wanted, &found)
            .under(Some("AUE-4.2-03"), level),
    )
}

fn conclude(world: &mut World, read: &Read, accepted: bool) {
    world.refused |= !accepted;
    if let Read::Event(event) = read {
        world.time.note(op_of(event), event, accepted);
    }
}

/// One event and what came of it.
struct Judged<'a> {
    at: usize,
    read: &'a Read,
    expectation: &'a Expectation,
    accepted: bool,
    refused_before: bool,
}

impl Judged<'_> {
    /// What is wrong with the verdict.
    fn verdict(&self, before: &Value, shown: Option<&Value>) -> Option<Finding> {
        let expectation = self.expectation;
        if self.accepted == expectation.accepted || expectation.verdict == Level::Informative {
            return None;
        }
        let message = if self.accepted {
            "the event was accepted; it must be rejected"
        } else {
            "the event was rejected; it must be accepted"
        };
        let mut level = expectation.verdict;
        let mut finding = Finding::new("differential", message);
        if self.accepted && level == Level::Recommended {
            finding.message = "the event was accepted; it should be rejected".to_owned();
            // That it has no effect then may be more than recommended.
            if let (Some(otherwise), Some(shown)) = (&expectation.otherwise, shown)
                && let Some((worse, compared)) = compared(otherwise, shown)
            {
                level = worse;
                finding = compared;
                finding.message =
                    "what the event says without any right was not left aside".to_owned();
            }
        } else {
            let expected = if self.accepted {
                before
            } else {
                &expectation.after
            };
            if let Some(shown) = shown {
                // The model tells what became of it; the verdict is what is wrong.
                finding.expected = Some(expected.clone());
                finding.got = Some(shown.clone());
            }
        }
        Some(self.finish(finding, level))
    }

    /// What is wrong with the model after the event, if the verdict is allowed.
    fn model(&self, shown: &Value, before: &Value) -> Option<Finding> {
        let expectation = self.expectation;
        if !self.accepted {
            let (_, finding) = compared(before, shown)?;
            let finding = Finding {
                oracle: "atomicity",
                message: "the event was rejected, and yet the model is not as it was".to_owned(),
                ..finding
            };
            return Some(self.finish_at(finding, Level::Required));
        }
        let expected = if expectation.accepted {
            &expectation.after
        } else {
            expectation.otherwise.as_ref()?
        };
        if expectation.model == Level::Informative {
            return None;
        }
        let (level, finding) = compared(expected, shown)?;
        Some(self.finish(finding, level.min(expectation.model)))
    }

    fn finish(&self, finding: Finding, level: Level) -> Finding {
        let level = if self.refused_before {
            level.min(Level::Recommended)
        } else {
            level
        };
        self.finish_at(finding, level)
    }

    fn finish_at(&self, finding: Finding, level: Level) -> Finding {
        finding
            .at(self.at, kind::of(self.read))
            .under(self.expectation.requirement, level)
            .verdicts(self.expectation.accepted, self.accepted)
    }

    /// The model that the next event meets: the one that is shown, or the only one that is allowed; nothing if that is not known.
    fn continuation(&self, before: &Value, shown: Option<&Value>) -> Option<Value> {
        let expectation = self.expectation;
        if let Some(shown) = shown {
            return Some(shown.clone());
        }
        if !self.accepted {
            return Some(before.clone());
        }
        match (expectation.accepted, expectation.model) {
            (true, Level::Required) => Some(expectation.after.clone()),
            (false, _) => expectation.otherwise.clone(),
            _ => None,
        }
    }
}

/// How two models differ, and how binding that is: members of a model that the text does not name are kept by recommendation.
fn compared(expected: &Value, got: &Value) -> Option<(Level, Finding)> {
    let differs =
        |expected: &Value, got: &Value| uiconform_json::compare(expected, got).difference.is_some();
    if !differs(expected, got) {
        return None;
    }
    let (named, shown) = (named_members(expected), named_members(got));
    let (level, expected, got) = if differs(&named, &shown) {
        (Level::Required, named, shown)
    } else {
        (Level::Recommended, expected.clone(), got.clone())
    };
    let finding = Finding::new(
        "differential",
        "the event was accepted, and the model after it is not the expected one",
    );
    Some((level, finding.between(&expected, &got)))
}

fn named_members(model: &Value) -> Value {
    match model {
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| MODEL_MEMBERS.iter().any(|known| *name == known))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect::<Object>()
            .into(),
        other => other.clone(),
    }
}
