//! What a script exercises: each input by what it is, what is said of it, what its renderer does, and what came of it.

use uiconform_json::Value;

use super::script::Script;
use super::told::{self, Step};
use crate::Kind;
use crate::target::Reply;

/// The kinds of all inputs of a script; `answered` is nothing if there was no answer.
pub(super) fn kinds(script: &Script, answered: Option<&Reply>) -> Vec<Kind> {
    let told = told::tell(script);
    let phases = answered.and_then(|reply| reply.value().ok()?.get("phases")?.as_array());
    let mut kinds = Vec::new();
    for (at, phase) in told.phases.iter().enumerate() {
        let outcomes = phases.and_then(|phases| phases.get(at)?.get("outcomes")?.as_array());
        for step in phase
            .steps
            .iter()
            .filter(|step| step.word != "part of an event")
        {
            kinds.push(Kind {
                operation: step.word,
                target: step.expectation.rule(true).unwrap_or("open"),
                value: renderer(script, at, step),
                verdict: match answered {
                    None => "no answer",
                    Some(_) => outcome(step, outcomes.into_iter().flatten()),
                },
            });
        }
    }
    kinds
}

fn renderer(script: &Script, phase: usize, step: &Step) -> &'static str {
    let input = step
        .input
        .and_then(|input| script.phases[phase].inputs.get(input));
    let renderer = input.and_then(|input| input.renderer);
    renderer.map_or("plain", |renderer| renderer.text())
}

fn outcome<'v>(step: &Step, mut outcomes: impl Iterator<Item = &'v Value>) -> &'static str {
    const WORDS: [&str; 5] = ["rendered", "fallback", "rejected", "error", "pending"];
    let own =
        outcomes.find(|outcome| outcome.get("id").and_then(Value::as_string) == step.id.as_ref());
    let word = own.and_then(|outcome| outcome.get("outcome")?.as_str());
    let known = WORDS.into_iter().find(|known| Some(*known) == word);
    known.unwrap_or("nothing")
}
