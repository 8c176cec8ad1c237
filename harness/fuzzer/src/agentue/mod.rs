//! AgentUE 1.1: sequences of events for reducers and routers.
//!
//! Each event is judged by the model that it meets, in one of three zones. Where the text is full, what the reference does is what
//! everybody does. At the edge a refusal or a model is only recommended, or the text says no more than that something has no effect; a
//! deviation there is a finding of the level `recommended`, or none. Beyond, where the text is silent or readers of JSON differ, an
//! implementation has to live, to answer alike, and to leave no trace of what it refuses. After an event whose effect is open the model
//! of the implementation counts, where it was shown, and otherwise nothing more is said of that stream.

mod alike;
mod answer;
mod case;
mod case_file;
mod effect;
mod exercised;
mod expect;
mod generate;
mod kind;
mod open;
mod oracles;
mod probe;
mod rewrite;
mod sequence;
mod streams;
mod world;

use std::sync::LazyLock;

use uiconform_catalogue::Call;
use uiconform_json::{JsonString, Object, Pointer, Value};

pub use self::case::Case;
pub use self::expect::Zone;
pub use self::probe::{Probe, ProbeKind};
pub use self::sequence::{Input, Method, Sequence};

use self::answer::Answered;
use self::expect::Read;
use self::oracles::{differential, reducer, universal};
use crate::protocol::{Protocol, Request};
use crate::target::{Answer, Reply};
use crate::{Bucket, Chain, Draw, Finding, Kind};

/// A drawn sequence for a reducer or a router.
pub(crate) fn sequence(draw: &mut Draw<'_>, method: Method) -> Sequence {
    generate::sequence(draw, method)
}

/// A drawn block, complete and inline.
pub(crate) fn block(draw: &mut Draw<'_>) -> Value {
    generate::block(draw)
}

/// A drawn value of any kind.
pub(crate) fn value(draw: &mut Draw<'_>) -> Value {
    generate::value(draw)
}

/// The inputs of a sequence that are JSON.
pub(crate) fn event_values(sequence: &Sequence) -> Vec<Value> {
    let texts = sequence.inputs.iter().map(Input::text);
    texts
        .filter_map(|text| uiconform_json::parse(&text).ok())
        .collect()
}

/// The members of a model that the text names (3.1).
const MODEL_MEMBERS: [&str; 4] = ["version", "biz", "meta", "blocks"];

/// Names of members that say something about the cause of a difference.
const KNOWN_NAMES: [&str; 14] = [
    "version",
    "biz",
    "meta",
    "blocks",
    "id",
    "type",
    "ref",
    "error",
    "parent_id",
    "group_id",
    "stats",
    "task_id",
    "trace_id",
    "stream_id",
];

/// AgentUE 1.1 as something to be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct AgentUe {
    /// Who takes the events; never empty.
    methods: &'static [Method],
    /// How many fresh processes are asked for, in 256 of those that would be: starting one can take as long as some hundred cases.
    starts: u64,
    /// How far from what is fully specified events may lie.
    zone: Zone,
}

/// As many fresh processes as there can be, where they cost nothing.
const ALL_STARTS: u64 = 256;

/// As many as cost drivers in interpreters little of their time: one in some thousand cases.
const FEW_STARTS: u64 = 2;

impl Default for AgentUe {
    /// Everything that can be fuzzed.
    fn default() -> Self {
        Self {
            methods: &[Method::Reduce, Method::Route],
            starts: ALL_STARTS,
            zone: Zone::Wild,
        }
    }
}

impl AgentUe {
    /// What a driver process offers by the profiles that it lists, such as `agentue-1.1/reducer`; `None` if nothing of that can be fuzzed.
    pub fn offered(profiles: &[String]) -> Option<Self> {
        let offers = |name: &str| profiles.iter().any(|profile| profile == name);
        let methods: &'static [Method] =
            match (offers("agentue-1.1/reducer"), offers("agentue-1.1/router")) {
                (true, true) => &[Method::Reduce, Method::Route],
                (true, false) => &[Method::Reduce],
                (false, true) => &[Method::Route],
                (false, false) => return None,
            };
        Some(Self {
            methods,
            starts: FEW_STARTS,
            zone: Zone::Wild,
        })
    }

    /// The same, with events of that zone alone and of those nearer to what is fully specified.
    #[must_use]
    pub fn within(self, zone: Zone) -> Self {
        Self { zone, ..self }
    }
}

impl Protocol for AgentUe {
    type Case = Case;

    fn generate(&self, draw: &mut Draw<'_>) -> Case {
        let mut case = Case::draw(draw, self.methods);
        if case.probe.kind == ProbeKind::Fresh && case.probe.salt >= self.starts {
            case.probe.kind = ProbeKind::Repeat;
        }
        if self.zone < Zone::Wild {
            case.sequence = streams::within(case.sequence, self.zone);
        }
        case
    }

    fn calls(&self, case: &Case) -> Vec<Call> {
        let mut calls = vec![case.sequence.call()];
        calls.extend(case.probe.calls(&case.sequence));
        calls
    }

    fn is_same(&self, case: &Case, call: usize, one: &Reply, other: &Reply) -> bool {
        if alike::are_alike(one.text(), other.text()) {
            return true;
        }
        let is_same = |sequence: &Sequence| {
            let one = answer::read_reply(sequence, one);
            let other = answer::read_reply(sequence, other);
            one.is_ok_and(|one| other.is_ok_and(|other| one.is_same(&other)))
        };
        match (call, case.probe.kind) {
            (0, _) | (_, ProbeKind::Repeat | ProbeKind::Fresh) => is_same(&case.sequence),
            _ => {
                let related = case.probe.related(&case.sequence);
                let related = related.get(call - 1);
                related.is_some_and(|related| is_same(&related.sequence))
            }
        }
    }

    fn judge(&self, case: &Case, answers: &[Answer]) -> Vec<Finding> {
        let sequence = &case.sequence;
        let Some((answer, others)) = answers.split_first() else {
            return Vec::new();
        };
        let answered = match answer::read(sequence, answer) {
            Ok(answered) => answered,
            Err(breakage) => return vec![universal::alive(&breakage, is_open(sequence))],
        };
        let mut findings: Vec<Finding> = differential::judge(sequence, &answered)
            .into_iter()
            .collect();
        if findings.is_empty() {
            findings.extend(reducer::frame_rule(sequence, &answered));
        }
        findings.extend(universal::replayed(&answered));
        findings.extend(related(case, &answered, others));
        findings
    }

    fn bucket(&self, finding: &Finding) -> Bucket {
        Bucket::of(finding, |name: &JsonString| {
            KNOWN_NAMES.iter().any(|known| name == known)
        })
    }

    fn to_value(&self, case: &Case) -> Value {
        case.to_value()
    }

    fn case_of(&self, value: &Value) -> Option<Case> {
        Case::from_value(value).filter(|case| self.methods.contains(&case.sequence.method))
    }

    fn lists(&self) -> &[Pointer] {
        static LISTS: LazyLock<[Pointer; 1]> = LazyLock::new(|| [Pointer::root().join("steps")]);
        &*LISTS
    }

    fn rewrites(&self, value: &Value, finding: &Finding) -> Vec<Value> {
        let Some(case) = Case::from_value(value) else {
            return Vec::new();
        };
        let mut variants: Vec<Value> = rewrite::sequences(&case.sequence, finding)
            .into_iter()
            .map(|sequence| {
                Case {
                    sequence,
                    probe: case.probe,
                }
                .to_value()
            })
            .collect();
        let plain = Case {
            sequence: case.sequence.clone(),
            probe: Probe::NONE,
        };
        variants.push(plain.to_value());
        variants.extend(rewrite::renames(value));
        variants
    }

    fn case_file(
        &self,
        chain: &Chain<Case>,
        finding: &Finding,
        provenance: &Object,
    ) -> Option<Value> {
        case_file::of(chain, finding, provenance)
    }

    fn requests(&self, case: &Case) -> Vec<Request> {
        let mut requests = vec![case.sequence.request("the sequence")];
        let again = match case.probe.kind {
            ProbeKind::Repeat => Some("the same, asked again"),
            ProbeKind::Fresh => Some("the same, asked of a fresh process"),
            _ => None,
        };
        requests.extend(again.map(|purpose| case.sequence.request(purpose)));
        let related = case.probe.related(&case.sequence);
        requests.extend(
            related
                .iter()
                .map(|related| related.sequence.request(related.oracle)),
        );
        requests
    }

    fn exercised(&self, case: &Case, answers: &[Answer]) -> Vec<Kind> {
        let answered = answers
            .first()
            .and_then(|answer| answer::read(&case.sequence, answer).ok());
        exercised::kinds(&case.sequence, answered.as_ref())
    }
}

/// What is wrong with the answers to further requests.
fn related(case: &Case, answered: &Answered<'_>, others: &[Answer]) -> Vec<Finding> {
    let sequence = &case.sequence;
    let fresh = case.probe.kind == ProbeKind::Fresh;
    if fresh || case.probe.kind == ProbeKind::Repeat {
        let again = others
            .iter()
            .filter_map(|again| match answer::read(sequence, again) {
                Ok(again) => universal::repeated(answered, &again, fresh),
                Err(breakage) => Some(universal::alive(&breakage, is_open(sequence))),
            });
        return again.collect();
    }
    let related = case.probe.related(sequence);
    let pairs = related.iter().zip(others);
    pairs
        .filter_map(
            |(related, answer)| match answer::read(&related.sequence, answer) {
                Ok(second) => related.judge(sequence, answered, &second),
                Err(breakage) => Some(universal::alive(&breakage, is_open(&related.sequence))),
            },
        )
        .collect()
}

/// Whether something in a sequence is read differently by different readers.
fn is_open(sequence: &Sequence) -> bool {
    sequence
        .inputs
        .iter()
        .any(|input| matches!(expect::read(&input.text()), Read::Open(_)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::bytes;

    fn offered(profiles: &[&str]) -> Option<AgentUe> {
        let profiles: Vec<String> = profiles.iter().map(|name| (*name).to_owned()).collect();
        AgentUe::offered(&profiles)
    }

    #[test]
    fn only_what_is_offered_is_asked_for() {
        assert!(offered(&["agentue-1.1/framing"]).is_none());
        for (profile, method) in [
            ("agentue-1.1/reducer", "agentue/reduce"),
            ("agentue-1.1/router", "agentue/route"),
        ] {
            let protocol = offered(&[profile]).unwrap();
            for index in 0..200 {
                let case = protocol.generate(&mut Draw::new(&bytes(1, index)));
                assert!(
                    protocol
                        .calls(&case)
                        .iter()
                        .all(|call| call.method == method)
                );
            }
        }
    }

    #[test]
    fn a_zone_is_kept_to() {
        let mut left = 0;
        for index in 0..200 {
            let draw = |zone| {
                let protocol = AgentUe::default().within(zone);
                protocol.generate(&mut Draw::new(&bytes(1, index))).sequence
            };
            let (all, common) = (draw(Zone::Wild), draw(Zone::Common));
            let mut streams = streams::Streams::new(&common).unwrap();
            for input in &common.inputs {
                let expectation = streams.apply(&expect::read(&input.text()));
                assert_eq!(expectation.zone(), Zone::Common, "{index}");
                assert!(all.inputs.contains(input), "{index}");
            }
            left += all.inputs.len() - common.inputs.len();
        }
        assert!(left > 100, "{left}");
    }

    #[test]
    fn a_case_is_the_same_after_it_was_json() {
        let protocol = AgentUe::default();
        for index in 0..300 {
            let case = protocol.generate(&mut Draw::new(&bytes(1, index)));
            let again = protocol.case_of(&protocol.to_value(&case)).unwrap();
            assert_eq!(again, case);
            assert_eq!(
                again.sequence.call().params,
                case.sequence.call().params,
                "{index}"
            );
        }
    }
}
