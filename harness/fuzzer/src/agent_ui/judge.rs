//! Judging an answer: by what the text says of each input and of the records, in the words of a case file, so that whatever is found
//! is a case that can be replayed.

use uiconform_catalogue::{Answer as Read, Exercise, Judgement, Level, Verdict};
use uiconform_json::{Array, JsonString, Object, Value};
use uiconform_runner::suites;

use super::SUITE;
use super::script::{Profile, Script};
use super::told::{Claim, Said, Told};
use crate::Finding;
use crate::target::Reply;

/// What of a case is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'c> {
    /// What becomes of each input.
    Steps,
    /// What is kept of them.
    Claims,
    /// One thing that is kept.
    Claim(usize),
    /// In which order the fixtures are called in that phase.
    Calls(usize, &'c [JsonString]),
    /// Nothing.
    Nothing,
}

/// The members of a case that says that part at that level.
pub(super) fn case(told: &Told, part: Part<'_>, advised: bool) -> Object {
    let phases: Array = told
        .phases
        .iter()
        .enumerate()
        .map(|(at, phase)| {
            let mut members = phase.members.clone();
            let steps: Array = phase
                .steps
                .iter()
                .map(|step| {
                    let mut members = step.members.clone();
                    let words = match part {
                        Part::Steps => step.words(advised),
                        _ => "any".into(),
                    };
                    members.insert("expect", words);
                    members
                })
                .collect();
            members.insert("steps", steps);
            let mut records = Array::new();
            for (number, claim) in told.claims.iter().enumerate() {
                let is_said = match part {
                    Part::Claims => claim.advised == advised,
                    Part::Claim(wanted) => number == wanted,
                    _ => false,
                };
                if claim.phase != at || !is_said {
                    continue;
                }
                match &claim.said {
                    Said::Record(record) => records.push(record.clone().into()),
                    Said::Order(order) => {
                        members.insert("record_order", ids(order));
                    }
                }
            }
            if !records.is_empty() {
                members.insert("records", records);
            }
            if let Part::Calls(wanted, order) = part
                && wanted == at
            {
                members.insert("calls", ids(order));
            }
            members
        })
        .collect();
    Object::from_iter([("phases", phases)])
}

fn ids(ids: &[JsonString]) -> Array {
    ids.iter().map(Value::from).collect()
}

/// A case of the suite with these members; `None` if its form does not allow it.
pub(super) fn exercise(profile: Profile, level: Level, case: Object) -> Option<Box<dyn Exercise>> {
    suites::exercise(SUITE, profile.name(), level, &case.into())?.ok()
}

/// What was answered as exercises read it; `None` if it is no JSON.
pub(super) fn read(reply: &Reply) -> Option<Read> {
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{}}}"#, reply.text());
    Read::read(&line, 1).ok()
}

/// The first thing that is wrong with an answer: what is binding comes before what is advised.
pub(super) fn judge(script: &Script, told: &Told, answer: &Read) -> Option<Finding> {
    let judged = |part, advised| {
        let level = if advised {
            Level::Recommended
        } else {
            Level::Required
        };
        let exercise = exercise(script.profile, level, case(told, part, advised))?;
        let judgement = exercise.judge(std::slice::from_ref(answer));
        (judgement.verdict != Verdict::Pass).then_some(judgement)
    };
    for advised in [false, true] {
        if let Some(judgement) = judged(Part::Steps, advised) {
            return Some(of_step(script, told, answer, &judgement, advised));
        }
        if judged(Part::Claims, advised).is_none() {
            continue;
        }
        let mut claims = told.claims.iter().enumerate();
        let found = claims.find_map(|(number, claim)| {
            let judgement = (claim.advised == advised)
                .then(|| judged(Part::Claim(number), advised))
                .flatten()?;
            Some(of_claim(script, answer, claim, &judgement))
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A finding of what a judgement says.
fn finding(oracle: &'static str, judgement: &Judgement) -> Finding {
    let wrong = judgement.finding.clone().unwrap_or_default();
    let mut finding = Finding::new(oracle, wrong.message);
    finding.expected = wrong.expected;
    finding.got = wrong.got;
    finding.place = wrong.difference.map(|difference| difference.pointer);
    finding
}

fn of_step(
    script: &Script,
    told: &Told,
    answer: &Read,
    judgement: &Judgement,
    advised: bool,
) -> Finding {
    let level = if advised {
        Level::Recommended
    } else {
        Level::Required
    };
    let mut finding = finding("differential", judgement);
    let place = judgement.finding.as_ref().and_then(|finding| finding.step);
    let found = place.and_then(|place| {
        let phases = told.phases.iter().enumerate();
        let mut steps =
            phases.flat_map(|(at, phase)| phase.steps.iter().map(move |step| (at, step)));
        steps.nth(place)
    });
    let Some((phase, step)) = found else {
        // What belongs to no input.
        finding.oracle = "evidence";
        return finding.under(None, level);
    };
    finding.input = step.word.to_owned();
    finding.event = step.input.map(|input| script.line(phase, input));
    finding.reference = step
        .expectation
        .words(advised)
        .first()
        .copied()
        .unwrap_or_default();
    finding.target = outcome(answer, phase, step.id.as_ref());
    finding.under(step.expectation.rule(advised), level)
}

fn of_claim(script: &Script, answer: &Read, claim: &Claim, judgement: &Judgement) -> Finding {
    let mut finding = finding("records", judgement);
    finding.event = Some(script.line(claim.phase, 0).saturating_sub(1));
    let mut rule = claim.rule;
    if let Said::Record(record) = &claim.said {
        let wanted = record.get("envelopeId");
        if record.contains("renderStatus") {
            finding.target = status(answer, claim.phase, wanted);
            rule = match (rule, finding.target) {
                ("AUI-5-04" | "AUI-5-03", "pending") => "AUI-5-05",
                (_, "another") if !claim.advised => "AUI-5-25",
                (rule, _) => rule,
            };
        }
        finding.input = ["envelope", "createdAt", "error", "renderStatus", "times"]
            .into_iter()
            .find(|name| record.contains(name))
            .unwrap_or("record")
            .to_owned();
    }
    let level = if claim.advised {
        Level::Recommended
    } else {
        Level::Required
    };
    finding.under(Some(rule), level)
}

/// What the implementation says has become of an envelope, in one of the words that there are.
fn outcome(answer: &Read, phase: usize, id: Option<&JsonString>) -> &'static str {
    const WORDS: [&str; 5] = ["rendered", "fallback", "rejected", "error", "pending"];
    let outcomes = of_phase(answer, phase).and_then(|phase| phase.get("outcomes")?.as_array());
    let mut outcomes = outcomes.into_iter().flatten();
    let outcome = outcomes.find(|outcome| outcome.get("id").and_then(Value::as_string) == id);
    let word = outcome.and_then(|outcome| outcome.get("outcome")?.as_str());
    let known = WORDS.into_iter().find(|known| Some(*known) == word);
    known.unwrap_or("nothing")
}

/// The status in the record of an envelope.
fn status(answer: &Read, phase: usize, id: Option<&Value>) -> &'static str {
    const WORDS: [&str; 4] = ["pending", "rendered", "fallback", "error"];
    let records = of_phase(answer, phase).and_then(|phase| phase.get("records")?.as_array());
    let mut records = records.into_iter().flatten();
    let Some(record) = records.find(|record| record.get("envelopeId") == id) else {
        return "nothing";
    };
    let word = record.get("renderStatus").and_then(Value::as_str);
    let known = WORDS.into_iter().find(|known| Some(*known) == word);
    known.unwrap_or("another")
}

fn of_phase(answer: &Read, phase: usize) -> Option<&Value> {
    answer
        .result()
        .value()
        .get("phases")?
        .as_array()?
        .get(phase)
}
