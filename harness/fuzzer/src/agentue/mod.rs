//! AgentUE 1.1.

mod answer;
mod case;
mod case_file;
mod expect;
mod generate;
mod kind;
mod open;
mod oracles;
mod rewrite;
mod sequence;
mod world;

use std::sync::LazyLock;

use uiconform_catalogue::{Call, Process};
use uiconform_json::{JsonString, Object, Pointer, Value};

pub use self::case::{Case, Probe};
pub use self::expect::Zone;
pub use self::sequence::{Input, Method, Sequence};

use self::expect::Read;
use self::oracles::{differential, universal};
use crate::protocol::Protocol;
use crate::target::Answer;
use crate::{Bucket, Chain, Draw, Finding};

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
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentUe;

impl Protocol for AgentUe {
    type Case = Case;

    fn generate(&self, draw: &mut Draw<'_>) -> Case {
        Case::draw(draw)
    }

    fn calls(&self, case: &Case) -> Vec<Call> {
        let call = case.sequence.call();
        match case.probe {
            Probe::None => vec![call],
            Probe::Repeat => vec![call.clone(), call.clone(), call],
            Probe::Fresh => {
                let process = Process::Fresh;
                vec![call.clone(), Call { process, ..call }]
            }
        }
    }

    fn probes(&self, _case: &Case, _answers: &[Answer]) -> Vec<Call> {
        Vec::new()
    }

    fn judge(&self, case: &Case, answers: &[Answer], _probed: &[Answer]) -> Vec<Finding> {
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
        findings.extend(universal::replayed(&answered));
        let read = |answer: &Answer| {
            let answered = answer::read(sequence, answer).ok()?;
            Some((answered.accepted, answered.result.into_owned()))
        };
        for again in others {
            findings.extend(universal::repeated(
                &answered,
                again,
                read,
                case.probe == Probe::Fresh,
            ));
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

    fn from_value(&self, value: &Value) -> Option<Case> {
        Case::from_value(value)
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
        variants.push(Case::with_probe(value, Probe::None));
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

    fn exercised(&self, case: &Case, answers: &[Answer]) -> Vec<String> {
        let answered = answers
            .first()
            .and_then(|answer| answer::read(&case.sequence, answer).ok());
        let inputs = case.sequence.inputs.iter().enumerate();
        inputs
            .map(|(at, input)| {
                let kind = kind::of(&expect::read(&input.text()));
                let accepted = answered.as_ref().map(|answered| answered.accepted[at]);
                let verdict = match accepted {
                    Some(true) => "accept",
                    Some(false) => "reject",
                    None => "none",
                };
                format!("{kind}: {verdict}")
            })
            .collect()
    }
}

/// Whether something in a sequence is read differently by different readers.
fn is_open(sequence: &Sequence) -> bool {
    sequence
        .inputs
        .iter()
        .any(|input| matches!(expect::read(&input.text()), Read::Open(_)))
}
