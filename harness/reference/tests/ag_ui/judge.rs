//! Whether a driver does what a case expects.

use std::collections::BTreeMap;

use uiconform_driver::Service;
use uiconform_json::{JsonString, Object, Value};

use crate::cases::{Case, expand, list};
use crate::compare::{are_messages, has, is, match_in_any_order};
use crate::request::request;
use crate::{ask, updates};

/// The name of the outcome that fits, if the case has some.
type Judged = Result<Option<String>, String>;

/// Judges what a driver makes of a case.
pub(crate) fn judge(case: &Case, service: &mut dyn Service) -> Judged {
    let whole = ask(service, &request(case, &|body| vec![body]));
    let judged = judge_answer(case, &whole)?;
    for (relation, cuts) in [("lines", 0..2), ("split", 2..6)] {
        if case.holds(relation) {
            for cut in cuts {
                let other = ask(service, &request(case, &|body| change(body, cut)));
                if comparable(&whole) != comparable(&other) {
                    return Err(format!("{relation}: another answer to the same body"));
                }
            }
        }
    }
    if case.holds("repeat") {
        let again = ask(service, &request(case, &|body| vec![body]));
        if again != whole {
            return Err("another answer to the same request".to_owned());
        }
    }
    Ok(judged)
}

/// The same body with other ends of lines, or in pieces of one size.
fn change(body: Vec<u8>, how: usize) -> Vec<Vec<u8>> {
    let with_ends = |end: &[u8]| {
        let mut changed = Vec::new();
        for byte in &body {
            match byte {
                b'\n' => changed.extend_from_slice(end),
                other => changed.push(*other),
            }
        }
        vec![changed]
    };
    match how {
        0 => with_ends(b"\r\n"),
        1 => with_ends(b"\r"),
        how => {
            let size = [1, 2, 3, 7][how - 2];
            body.chunks(size).map(<[u8]>::to_vec).collect()
        }
    }
}

/// An answer without the texts of errors, and the messages of failures that no agent sent.
fn comparable(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let runs = answer
        .as_object_mut()
        .and_then(|answer| answer.get_mut("runs"));
    for run in runs
        .and_then(Value::as_array_mut)
        .into_iter()
        .flat_map(|runs| runs.iter_mut())
    {
        let updates = run.as_object_mut().and_then(|run| run.get_mut("updates"));
        let updates = updates.and_then(Value::as_array_mut).unwrap();
        let agent_said = updates
            .iter()
            .any(|update| update.get("kind").and_then(Value::as_str) == Some("run"));
        for update in updates.iter_mut().filter_map(Value::as_object_mut) {
            update.remove("text");
            if !agent_said && update.get("end").is_some() {
                update.remove("message");
            }
        }
    }
    answer
}

fn judge_answer(case: &Case, answer: &Value) -> Judged {
    let runs = list(answer.get("runs"));
    if runs.len() != case.runs.len() {
        return Err(format!("{} runs were answered", runs.len()));
    }
    let Some(outcomes) = case.body.get("outcomes").and_then(Value::as_object) else {
        for (index, run) in runs.iter().enumerate() {
            judge_run(case, index, &case.runs[index], run)
                .map_err(|why| format!("run {}: {why}\n    {}", index + 1, run.to_text()))?;
        }
        return Ok(None);
    };
    let fits = |outcome: &Value| {
        let outcome = expand(outcome, None);
        let of_runs = list(outcome.get("runs"));
        runs.iter().enumerate().all(|(index, run)| {
            let expected = match of_runs.get(index) {
                Some(expected) => expected.as_object(),
                None if of_runs.is_empty() => outcome.as_object(),
                None => None,
            };
            match expected {
                Some(expected) => judge_run(case, index, expected, run).is_ok(),
                None => judge_run(case, index, &Object::new(), run).is_ok(),
            }
        })
    };
    match outcomes.iter().find(|(_, outcome)| fits(outcome)) {
        Some((name, _)) => Ok(Some(name.to_string())),
        None if case.is_informative() => Ok(Some("other".to_owned())),
        None => Err(format!("no outcome fits\n    {}", answer.to_text())),
    }
}

fn judge_run(case: &Case, index: usize, expected: &Object, run: &Value) -> Result<(), String> {
    let updates = list(run.get("updates"));
    let after = expected.get("after").cloned().unwrap_or_default();
    judge_invariants(case, index, &after, &updates, run)?;
    if let Some(expected) = expected.get("updates")
        && !updates::are(&case.profile, expected, &updates)
    {
        return Err("other updates".to_owned());
    }
    let Some(after) = after.as_object() else {
        return Ok(());
    };
    for (name, expected) in after {
        let fits = match name.as_str().unwrap() {
            "done" => updates::is_end(expected, updates.last().unwrap()),
            "errors" => {
                let count = updates
                    .iter()
                    .filter(|update| is_kind(update, "error"))
                    .count();
                match expected.as_str().unwrap() {
                    "none" => count == 0,
                    "one" => count == 1,
                    _ => count > 0,
                }
            }
            "messages" => are_messages(expected, run.get("messages"), case.profile == "activity"),
            "state" => run.get("state").is_some_and(|state| expected == state),
            "reasoning" => {
                let thoughts = reasoning(run);
                let expected = list(Some(expected));
                expected.len() == thoughts.len()
                    && expected.iter().zip(&thoughts).all(|(expected, got)| {
                        let expected = expected.as_object().unwrap();
                        has(expected, got)
                            && ["subagentRunId"]
                                .iter()
                                .all(|name| expected.contains(name) || is(None, got.get(name)))
                    })
            }
            "subagents" => {
                let (expected, got) = (list(Some(expected)), list(run.get("subagents")));
                expected.len() == got.len()
                    && expected
                        .iter()
                        .zip(&got)
                        .all(|(expected, got)| has(expected.as_object().unwrap(), got))
            }
            "interrupts" => match_in_any_order(
                &list(Some(expected)),
                &list(run.get("interrupts")),
                &|expected, got| expected == got,
            ),
            other => panic!("`{other}` stands after no run"),
        };
        if !fits {
            return Err(format!("{name} is not {}", expected.to_text()));
        }
    }
    Ok(())
}

/// The reasoning that stands in the list of messages and beside it.
fn reasoning(run: &Value) -> Vec<Value> {
    let mut thoughts: Vec<Value> = list(run.get("messages"))
        .into_iter()
        .filter(|message| message.get("role").and_then(Value::as_str) == Some("reasoning"))
        .collect();
    thoughts.extend(list(run.get("reasoning")));
    thoughts
}

fn is_kind(update: &Value, kind: &str) -> bool {
    update.get("update").and_then(Value::as_str) == Some(kind)
}

/// What holds in every case.
fn judge_invariants(
    case: &Case,
    index: usize,
    after: &Value,
    updates: &[Value],
    run: &Value,
) -> Result<(), String> {
    let dones = updates
        .iter()
        .filter(|update| is_kind(update, "done"))
        .count();
    let Some(done) = updates
        .last()
        .filter(|last| dones == 1 && is_kind(last, "done"))
    else {
        return Err("there is not exactly one done, or it is not the last update".to_owned());
    };
    let has_error = updates.iter().any(|update| is_kind(update, "error"));
    let end = done.get("end").and_then(Value::as_str).unwrap_or_default();
    if end == "failed" && !has_error {
        return Err("it failed without an error".to_owned());
    }
    let goes_well = matches!(end, "success" | "interrupted");
    let is_silent = case.is_sound(index) && !case.is_informative() && after.get("errors").is_none();
    if goes_well && is_silent && has_error {
        return Err("an error where nothing is wrong".to_owned());
    }
    judge_messages(updates, run)
}

fn judge_messages(updates: &[Value], run: &Value) -> Result<(), String> {
    let mut texts: BTreeMap<(JsonString, JsonString), JsonString> = BTreeMap::new();
    let mut places: BTreeMap<JsonString, Value> = BTreeMap::new();
    for update in updates {
        if is_kind(update, "messages") {
            texts.clear();
            places.clear();
            continue;
        }
        if !is_kind(update, "message") {
            continue;
        }
        let string = |value: Option<&Value>| {
            value
                .and_then(Value::as_string)
                .cloned()
                .unwrap_or_default()
        };
        let id = string(update.get("id"));
        let change = update
            .get("change")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if matches!(change, "tool_result" | "activity") {
            places.clear();
        }
        let place = update.get("index").cloned().unwrap_or_default();
        if places
            .insert(id.clone(), place.clone())
            .is_some_and(|before| before != place)
        {
            return Err(format!("the index of `{id}` changes"));
        }
        let Some(message) = update.get("message") else {
            continue;
        };
        if string(message.get("id")) != id {
            return Err(format!("the message of `{id}` has another id"));
        }
        let delta = string(update.get("delta"));
        let content = (id.clone(), JsonString::new());
        let text = string(message.get("content"));
        if change == "content" {
            let mut expected = texts.get(&content).cloned().unwrap_or_default();
            expected.push(&delta);
            if texts.contains_key(&content) && expected != text {
                return Err(format!(
                    "the text of `{id}` is not the one before with the delta"
                ));
            }
        }
        texts.insert(content, text);
        for call in list(message.get("toolCalls")) {
            let key = (id.clone(), string(call.get("id")));
            let arguments = string(
                call.get("function")
                    .and_then(|function| function.get("arguments")),
            );
            if change == "tool_args" && update.get("tool") == call.get("id") {
                let mut expected = texts.get(&key).cloned().unwrap_or_default();
                expected.push(&delta);
                if texts.contains_key(&key) && expected != arguments {
                    return Err("the arguments are not those before with the delta".to_owned());
                }
            }
            texts.insert(key, arguments);
        }
    }
    let messages = list(run.get("messages"));
    for (id, place) in places {
        let place = place
            .as_number()
            .and_then(|place| place.to_u64())
            .unwrap_or(u64::MAX);
        let there = usize::try_from(place)
            .ok()
            .and_then(|place| messages.get(place));
        let there = there
            .and_then(|message| message.get("id"))
            .and_then(Value::as_string);
        if there != Some(&id) {
            return Err(format!("at the end, `{id}` does not stand at its index"));
        }
    }
    Ok(())
}
