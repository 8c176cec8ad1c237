//! agent-ui@1: what arrives at a frontend, with registries, renderers, reloads and streams.
//!
//! Each envelope is judged by itself beside the registry that it meets, in one of three zones. Where the text is full, what becomes of it
//! is what the words of case files say, and the calls of the fixtures are the evidence. At the edge something is only advised, or an
//! implementation may render or refuse. Beyond, where the text is silent or readers of JSON differ, an implementation has to live, to
//! answer alike, and to render nothing that it must not.

mod bytes;
mod case;
mod case_file;
mod evidence;
mod exercised;
mod expect;
mod facts;
mod generate;
mod judge;
mod looks;
mod probe;
mod related;
mod rewrite;
mod script;
mod told;
mod verdict;

use std::sync::LazyLock;

use uiconform_catalogue::Call;
use uiconform_json::{JsonString, Object, Pointer, Value};

pub use self::case::Case;
pub use self::expect::Zone;
pub use self::probe::{Probe, ProbeKind};
pub use self::script::{Input, Phase, Profile, Renderer, Script, What};

use crate::alive::alive;
use crate::protocol::{Protocol, Request};
use crate::target::{Answer, Breakage, Cause, Reply};
use crate::{ALL_STARTS, Bucket, Chain, Draw, FEW_STARTS, Finding, Kind};

/// The suite whose cases say what is expected.
const SUITE: &str = "agent-ui-1";

/// Phases of a script whose inputs are looked at when one is made smaller.
const PHASES: usize = 4;

/// Names of members that say something about the cause of a difference.
const KNOWN_NAMES: [&str; 20] = [
    "outcomes",
    "calls",
    "records",
    "outcome",
    "text",
    "id",
    "name",
    "surface",
    "value",
    "data",
    "envelopeId",
    "createdAt",
    "envelope",
    "renderStatus",
    "kind",
    "props",
    "params",
    "spec",
    "fallbackText",
    "level",
];

/// A registry with all that the fixtures of the suite have.
pub(crate) fn full_registry() -> Value {
    uiconform_json::parse(concat!(
        r#"{"components":["fixture_panel","fixture_strict"],"actions":["fixture_zoom","fixture_clear"],"#,
        r#""grammars":["echarts-safe-subset"]}"#
    ))
    .unwrap_or_default()
}

/// The bytes of a piece of a stream as it stands in a request.
pub(crate) fn piece_bytes(piece: &Value) -> Option<Vec<u8>> {
    bytes::of(piece)
}

/// Requirements by which an envelope must not be rendered where the registry has everything.
pub(crate) fn offences(envelope: &Value) -> Vec<&'static str> {
    let registry = uiconform_protocols::agent_ui::Registry::read(&full_registry());
    verdict::Verdict::of(envelope, registry.as_ref()).must_not
}

/// agent-ui@1 as something to be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct AgentUi {
    /// What can be asked for, as [`Profile::ALL`] has it.
    offered: [bool; 3],
    /// How many fresh processes are asked for, in 256 of those that would be.
    starts: u64,
    /// How far from what is fully specified events may lie.
    zone: Zone,
}

impl Default for AgentUi {
    /// Everything that can be fuzzed.
    fn default() -> Self {
        Self {
            offered: [true; 3],
            starts: ALL_STARTS,
            zone: Zone::Wild,
        }
    }
}

impl AgentUi {
    /// What a driver process offers by the profiles that it lists, such as `agent-ui-1/frontend`; `None` if nothing of that can be fuzzed.
    pub fn offered(profiles: &[String]) -> Option<Self> {
        let offered = Profile::ALL.map(|(name, _)| {
            profiles
                .iter()
                .any(|profile| profile.strip_prefix(SUITE) == Some(&format!("/{name}")))
        });
        offered.contains(&true).then_some(Self {
            offered,
            starts: FEW_STARTS,
            zone: Zone::Wild,
        })
    }

    /// The same, with events of that zone alone and of those nearer to what is fully specified.
    #[must_use]
    pub fn within(self, zone: Zone) -> Self {
        Self { zone, ..self }
    }

    /// The profiles that can be asked for.
    fn profiles(&self) -> Vec<Profile> {
        let all = Profile::ALL.iter().zip(self.offered);
        all.filter(|(_, offered)| *offered)
            .map(|((_, profile), _)| *profile)
            .collect()
    }
}

impl Protocol for AgentUi {
    type Case = Case;

    fn generate(&self, draw: &mut Draw<'_>) -> Case {
        let mut case = Case::draw(draw, &self.profiles());
        if case.probe.kind == ProbeKind::Fresh && case.probe.salt >= self.starts {
            case.probe.kind = ProbeKind::Repeat;
        }
        if self.zone < Zone::Wild {
            case.script = case::within(case.script, self.zone);
        }
        case
    }

    fn calls(&self, case: &Case) -> Vec<Call> {
        let mut calls = vec![case.script.call()];
        calls.extend(case.probe.calls(&case.script));
        calls
    }

    fn is_same(&self, _case: &Case, _call: usize, one: &Reply, other: &Reply) -> bool {
        facts::are_same(one, other)
    }

    fn judge(&self, case: &Case, answers: &[Answer]) -> Vec<Finding> {
        let Some((answer, others)) = answers.split_first() else {
            return Vec::new();
        };
        let told = told::tell(&case.script);
        let is_open = told
            .phases
            .iter()
            .flat_map(|phase| &phase.steps)
            .any(|step| step.zone() == Zone::Wild);
        let reply = match answer {
            Ok(reply) => reply,
            Err(breakage) => return vec![alive(breakage, is_open)],
        };
        let Some(read) = judge::read(reply) else {
            let breakage = Breakage::new(Cause::BadAnswer("it is no JSON".to_owned()));
            return vec![alive(&breakage, is_open)];
        };
        let mut findings: Vec<Finding> = judge::judge(&case.script, &told, &read)
            .into_iter()
            .collect();
        findings.extend(evidence::unexplained(&told, reply));
        findings.extend(evidence::ordered(&told, reply));
        let related = case.probe.related(&case.script);
        for other in others {
            let found = match (other, &related) {
                (Err(breakage), _) => Some(alive(breakage, is_open)),
                (Ok(again), None) => {
                    probe::repeated(reply, again, case.probe.kind == ProbeKind::Fresh)
                }
                (Ok(other), Some(related)) => related.judge(reply, other),
            };
            findings.extend(found);
        }
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
        let case = Case::from_value(value)?;
        self.profiles()
            .contains(&case.script.profile)
            .then_some(case)
    }

    fn lists(&self) -> &[Pointer] {
        static LISTS: LazyLock<Vec<Pointer>> = LazyLock::new(|| {
            let phases = Pointer::root().join("phases");
            let steps = (0..PHASES).map(|at| phases.join(at).join("steps"));
            std::iter::once(phases.clone()).chain(steps).collect()
        });
        &LISTS
    }

    fn rewrites(&self, value: &Value, finding: &Finding) -> Vec<Value> {
        let Some(case) = Case::from_value(value) else {
            return Vec::new();
        };
        rewrite::cases(&case, finding)
            .into_iter()
            .map(|case| case.to_value())
            .chain(rewrite::renames(value))
            .collect()
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
        let mut requests = vec![case.script.request("the request")];
        let again = match case.probe.kind {
            ProbeKind::Repeat => Some("the same, asked again"),
            ProbeKind::Fresh => Some("the same, asked of a fresh process"),
            _ => None,
        };
        requests.extend(again.map(|purpose| case.script.request(purpose)));
        let related = case.probe.related(&case.script);
        requests.extend(related.map(|related| related.script.request(related.oracle)));
        requests
    }

    fn exercised(&self, case: &Case, answers: &[Answer]) -> Vec<Kind> {
        let answered = answers.first().and_then(|answer| answer.as_ref().ok());
        exercised::kinds(&case.script, answered)
    }
}

#[cfg(test)]
mod tests;
