//! Findings as case files, so that they are replayed as any case and become golden ones once somebody has read them.

use uiconform_catalogue::Level;
use uiconform_json::{Array, Object, Value};

use super::case::Case;
use super::expect::{self, Expectation};
use super::probe::ProbeKind;
use super::sequence::{Input, Method, Sequence};
use super::world::World;
use super::world::{op_of, stream_of};
use crate::{Chain, Finding};

/// Relations between different requests, which no case file can say.
const RELATIONS: [&str; 5] = ["chunking", "writing", "ping", "naming", "interleaving"];

/// The file of a finding: what has to go before, then the case that shows it. `provenance` says where it comes from.
pub(super) fn of(chain: &Chain<Case>, finding: &Finding, provenance: &Object) -> Option<Value> {
    let shown = &chain.case;
    if RELATIONS.contains(&finding.oracle) {
        return None;
    }
    let mut cases = Array::new();
    for (at, before) in chain.before.iter().enumerate() {
        // A case file is of one profile.
        if before.sequence.method == shown.sequence.method {
            let why = "What the process is asked before the case that shows the finding.";
            cases.push(entry(
                before,
                &format!("before-{}", at + 1),
                why,
                None,
                provenance,
            )?);
        }
    }
    cases.push(entry(
        shown,
        "finding",
        &finding.message,
        Some(finding),
        provenance,
    )?);
    let profile = match shown.sequence.method {
        Method::Reduce => "reducer",
        Method::Route => "router",
    };
    Some(
        Object::from_iter([
            ("suite", Value::from("agentue-1.1")),
            ("profile", profile.into()),
            (
                "topic",
                format!("Found by fuzzing: {}", finding.oracle).into(),
            ),
            ("cases", cases.into()),
        ])
        .into(),
    )
}

fn entry(
    case: &Case,
    name: &str,
    why: &str,
    finding: Option<&Finding>,
    provenance: &Object,
) -> Option<Value> {
    let sequence = &case.sequence;
    let told = tell(sequence)?;
    let event = finding.and_then(|finding| finding.event);
    // What is open besides is left open once, as case files have it.
    let open = told
        .verdicts
        .iter()
        .enumerate()
        .position(|(at, expectation)| expectation.verdict != Level::Required && Some(at) != event);
    let steps: Array = sequence
        .inputs
        .iter()
        .zip(&told.verdicts)
        .enumerate()
        .map(|(at, (input, expectation))| {
            let expect = match expectation.accepted {
                _ if open == Some(at) => "either",
                true => "accept",
                false => "reject",
            };
            let (member, value) = match input {
                Input::Event(event) => ("event", event.clone()),
                Input::Wire(text) => ("wire", text.clone().into()),
            };
            Object::from_iter([(member, value), ("expect", expect.into())])
        })
        .collect();
    let mut provenance = provenance.clone();
    if let Some(requirement) = finding.and_then(|finding| finding.requirement) {
        // A guess, for whoever adopts the case to look at.
        provenance.insert("requirement", requirement);
    }
    let mut entry = Object::from_iter([
        ("name", Value::from(name)),
        ("review", true.into()),
        ("provenance", provenance.into()),
        ("why", why.into()),
    ]);
    if let Some(finding) = finding {
        entry.insert("level", finding.level.word());
    }
    if sequence.method == Method::Reduce && !sequence.model.is_null() {
        entry.insert("model", sequence.model.clone());
        entry.insert("model_seq", sequence.model_seq);
    }
    entry.insert("steps", steps);
    let result = match open {
        None => told.result,
        Some(at) => Object::from_iter([
            ("accepted", forced(sequence, at, true)?),
            ("rejected", forced(sequence, at, false)?),
        ])
        .into(),
    };
    entry.insert("result", result);
    let holds = holds(case, finding);
    if !holds.is_empty() {
        entry.insert("holds", holds);
    }
    Some(entry.into())
}

/// The relations that a finding is about.
fn holds(case: &Case, finding: Option<&Finding>) -> Array {
    let mut holds: Vec<&str> = Vec::new();
    if let Some(finding) = finding {
        if finding.oracle == "replay" || case.sequence.replay {
            holds.push("replay");
        }
        if case.sequence.trace && case.sequence.method == Method::Reduce {
            holds.push("trace");
        }
    }
    match case.probe.kind {
        ProbeKind::Repeat => holds.push("repeat"),
        ProbeKind::Fresh => holds.push("fresh"),
        ProbeKind::Resume => holds.push("resume"),
        _ => {}
    }
    holds.into_iter().collect()
}

/// What the reference makes of a sequence.
struct Told {
    verdicts: Vec<Expectation>,
    result: Value,
}

fn tell(sequence: &Sequence) -> Option<Told> {
    let mut worlds = Worlds::new(sequence)?;
    let verdicts = sequence
        .inputs
        .iter()
        .map(|input| worlds.apply(&input.text()))
        .collect();
    Some(Told {
        verdicts,
        result: worlds.result(sequence.method),
    })
}

/// The result if one event is accepted or rejected, whatever the reference does with it; one that need not be accepted and is has no
/// effect that anybody could name.
fn forced(sequence: &Sequence, open: usize, accepted: bool) -> Option<Value> {
    let mut worlds = Worlds::new(sequence)?;
    for (at, input) in sequence.inputs.iter().enumerate() {
        let text = input.text();
        if at != open {
            worlds.apply(&text);
        } else if accepted {
            worlds.accept(&text);
        }
    }
    Some(worlds.result(sequence.method))
}

/// The streams of a sequence, of which a reducer has one.
struct Worlds {
    routes: bool,
    worlds: Vec<(uiconform_json::JsonString, World)>,
}

impl Worlds {
    fn new(sequence: &Sequence) -> Option<Self> {
        let routes = sequence.method == Method::Route;
        let mut worlds = Vec::new();
        if !routes {
            let world = World::new(&sequence.model, sequence.model_seq)?;
            worlds.push((Default::default(), world));
        }
        Some(Self { routes, worlds })
    }

    fn of(&mut self, read: &expect::Read) -> &mut World {
        let name = match read {
            expect::Read::Event(event) if self.routes => stream_of(event).unwrap_or_default(),
            expect::Read::Open(Some(stream)) if self.routes => stream.clone(),
            _ => Default::default(),
        };
        let at = match self.worlds.iter().position(|(other, _)| *other == name) {
            Some(at) => at,
            None => {
                self.worlds.push((name, World::default()));
                self.worlds.len() - 1
            }
        };
        &mut self.worlds[at].1
    }

    fn apply(&mut self, text: &str) -> Expectation {
        let read = expect::read(text);
        let world = self.of(&read);
        let before = world.model();
        let expectation = expect::apply(world, &read, &before);
        if let expect::Read::Event(event) = &read {
            world.time.note(op_of(event), event, expectation.accepted);
        }
        expectation
    }

    fn accept(&mut self, text: &str) {
        let read = expect::read(text);
        let world = self.of(&read);
        let before = world.model();
        let expectation = expect::apply(world, &read, &before);
        if let Some(model) = expectation.otherwise {
            world.move_to(&model);
        }
    }

    fn result(&self, method: Method) -> Value {
        match method {
            Method::Reduce => self.worlds[0].1.model(),
            Method::Route => self
                .worlds
                .iter()
                .filter(|(_, world)| world.reducer.model().is_some())
                .map(|(name, world)| {
                    Object::from_iter([("stream_id", Value::from(name)), ("model", world.model())])
                })
                .collect::<Array>()
                .into(),
        }
    }
}
