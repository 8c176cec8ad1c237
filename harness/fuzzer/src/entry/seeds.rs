//! What an engine begins with: the golden cases, in the form that each entry reads.

use std::collections::{BTreeMap, HashSet};

use uiconform_catalogue::{Call, Case, LoadError};
use uiconform_json::{Value, parse};
use uiconform_runner::suites;

use crate::bytes;

/// Bytes of a seed at most: engines change small inputs best.
const MOST: usize = 4_096;

/// Sequences that are drawn for the entries that draw.
const DRAWN: u64 = 64;

/// Bytes of each of them: enough for a few events.
const DRAWN_BYTES: usize = 768;

/// Cases of a file that become a file each.
const FILE_CASES: usize = 1;

/// The seeds of one entry, by a name that says where each is from.
pub type Seeds = BTreeMap<String, Vec<u8>>;

/// The seeds of every entry, made of the cases of the main suite.
///
/// # Errors
///
/// If the suite cannot be loaded.
pub fn all() -> Result<BTreeMap<&'static str, Seeds>, LoadError> {
    let mut seeds: BTreeMap<&'static str, Seeds> = BTreeMap::new();
    for (name, _) in super::ALL {
        seeds.entry(name).or_default();
    }
    let mut known = HashSet::new();
    let mut add = |entry: &'static str, name: &str, seed: Vec<u8>| {
        // What is there already is not worth a second file.
        if !seed.is_empty() && seed.len() <= MOST && known.insert((entry, seed.clone())) {
            let seeds = seeds.entry(entry).or_default();
            seeds.insert(name.to_owned(), seed);
        }
    };
    if let Some(catalogue) = suites::load(suites::MAIN) {
        for case in &catalogue?.cases {
            if let Some(call) = case.exercise.next_call(&[]) {
                of_call(case, &call, &mut add);
            }
        }
    }
    for suite in uiconform_spec_cases::SUITES {
        for file in suite
            .files
            .iter()
            .filter(|file| file.path.starts_with("cases/"))
        {
            for (at, text) in of_file(file.text).into_iter().enumerate() {
                let name = format!("{}-{at}", named(file.path));
                add("case_file", &name, text.into_bytes());
            }
        }
    }
    for entry in ["reduce", "route", "frame"] {
        for index in 0..DRAWN {
            let mut drawn = bytes(0, index);
            drawn.truncate(DRAWN_BYTES);
            add(entry, &format!("drawn-{index}"), drawn);
        }
    }
    Ok(seeds)
}

/// Small case files out of one: with a case each.
fn of_file(text: &str) -> Vec<String> {
    let Ok(Value::Object(file)) = parse(text) else {
        return Vec::new();
    };
    let Some(cases) = file.get("cases").and_then(Value::as_array) else {
        return Vec::new();
    };
    let with = |case: &Value| {
        let mut small = file.clone();
        small.insert("cases", vec![case.clone()]);
        small.to_text()
    };
    cases.iter().take(FILE_CASES).map(with).collect()
}

/// What the first request of a case gives.
fn of_call(case: &Case, call: &Call, add: &mut impl FnMut(&'static str, &str, Vec<u8>)) {
    let name = named(case.id.as_str());
    let Ok(params) = parse(&call.params) else {
        return;
    };
    add("json", &name, call.params.clone().into_bytes());
    let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{}}}"#, call.params);
    add("answer", &name, answer.into_bytes());
    if let Some(model) = params.get("model").filter(|model| !model.is_null()) {
        add("model", &name, model.to_text().into_bytes());
    }
    if let Some(frames) = params.get("frames") {
        add("unframe", &name, frames.to_text().into_bytes());
    }
    let list = |member| params.get(member).and_then(Value::as_array);
    let Some(events) = list("events")
        .or_else(|| list("wire"))
        .or_else(|| list("log"))
    else {
        return;
    };
    let texts: Vec<String> = events
        .iter()
        .map(|event| match event.as_str() {
            Some(wire) => wire.to_owned(),
            None => event.to_text(),
        })
        .collect();
    for (at, text) in texts.iter().enumerate() {
        add("event", &format!("{name}-{at}"), text.clone().into_bytes());
    }
    let lines = texts.join("\n").into_bytes();
    match call.method {
        "agentue/deliver" => add("deliver", &name, lines.clone()),
        "agentue/resume" => add("resume", &name, lines.clone()),
        _ => add("reduce_lines", &name, lines.clone()),
    }
    add("check", &name, lines);
    let frames: String = texts
        .iter()
        .map(|text| format!("data: {}\n\n", text.replace('\n', "\ndata: ")))
        .collect();
    add("sse", &name, frames.into_bytes());
}

/// A name that every file system takes.
fn named(id: &str) -> String {
    id.replace(['/', '.'], "-")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn every_entry_has_seeds() {
        for (entry, seeds) in all().unwrap() {
            assert!(seeds.len() >= 20, "{entry} has {}", seeds.len());
        }
    }
}
