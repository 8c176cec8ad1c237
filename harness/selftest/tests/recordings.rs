//! The golden cases as recordings: what the reference refuses has a finding of the same requirement, and what it accepts has none
//! that says it would be refused.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::collections::HashSet;

use uiconform_catalogue::{Case, Level, Relation};
use uiconform_checker::{Finding, Hygiene, Recorded, RecordedRuns};
use uiconform_json::{Array, Object, Value};
use uiconform_protocols::ag_ui;
use uiconform_protocols::agentue::{Event, Reducer, Reference, Router, Verdict};
use uiconform_runner::suites;

/// The start model and the events of a case, as its first request has them; an event as its text.
fn inputs(case: &Case) -> Option<(Option<Value>, Vec<String>)> {
    let call = case.exercise.next_call(&[])?;
    let params = uiconform_json::parse(&call.params).unwrap();
    let model = params
        .get("model")
        .filter(|model| !model.is_null())
        .cloned();
    let texts = match (params.get("events"), params.get("wire")) {
        (Some(events), _) => events.as_array()?.iter().map(Value::to_text).collect(),
        (None, Some(wire)) => wire
            .as_array()?
            .iter()
            .map(|text| text.as_string().unwrap().to_string_lossy().into_owned())
            .collect(),
        (None, None) => return None,
    };
    Some((model, texts))
}

/// What the cases of a profile are about.
enum Consumer {
    Reducer(Reducer),
    Router(Router),
}

impl Consumer {
    fn apply(&mut self, text: &str) -> Verdict {
        let event = Event::parse(text)?;
        match self {
            Self::Reducer(reducer) => reducer.apply(&mut Reference, &event),
            Self::Router(router) => router.apply(&mut Reference, &event),
        }
    }
}

/// A `start` with the model, so that a recording can begin.
fn start(model: &Value) -> String {
    let mut event = Object::new();
    event.push("op", "start");
    event.push("seq", 0_u64);
    event.push("model", model.clone());
    event.to_text()
}

#[test]
fn what_a_consumer_refuses_has_a_finding_and_what_it_accepts_has_none() {
    let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
    let (mut refused, mut accepted) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for case in &catalogue.cases {
        let mut consumer = match &case.profile[..] {
            "reducer" => Consumer::Reducer(Reducer::new()),
            "router" => Consumer::Router(Router::new()),
            _ => continue,
        };
        let Some((model, texts)) = inputs(case) else {
            continue;
        };
        let mut recorded = Recorded::new(Hygiene::default());
        if let Some(model) = &model {
            let start = start(model);
            consumer.apply(&start).unwrap();
            assert!(recorded.event(&start).is_empty(), "{}", case.id);
        }
        for text in &texts {
            let verdict = consumer.apply(text);
            let findings = recorded.event(text);
            // Order binds deliveries and not reducers; an event that is out of its place is looked at no further.
            let is_order = |rule: &str| {
                rule.starts_with("AUE-4.1-") || rule.starts_with("AUE-5-0") || rule == "AUE-5.5-03"
            };
            if findings
                .iter()
                .any(|finding| is_order(finding.objection.rule))
            {
                break;
            }
            match &verdict {
                Err(rejection) => {
                    refused += 1;
                    let named = |rule| findings.iter().any(|f| f.objection.rule == rule);
                    // What a producer must not send is told in the place of what a consumer may refuse.
                    let rule = match rejection.rule() {
                        "AUE-5.4-11" | "AUE-5.4-12" => "AUE-5.4-15",
                        rule => rule,
                    };
                    if !named(rule) {
                        wrong.push(format!(
                            "{}: {rejection}, and found is {findings:?} in {text:.500}",
                            case.id
                        ));
                    }
                }
                Ok(()) => {
                    accepted += 1;
                    // A position that is one by its value is accepted, and told of.
                    let is_told = |rule: &str| matches!(rule, "AUE-4-15" | "AUE-4-16");
                    if !findings.iter().all(|one| is_told(one.objection.rule)) {
                        wrong.push(format!(
                            "{}: accepted, and found is {findings:?} in {text:.500}",
                            case.id
                        ));
                    }
                }
            }
            // Each finding is of a requirement of the suite, at its level; what binds a producer more weighs more.
            for finding in &findings {
                let rule = finding.objection.rule;
                let requirement = catalogue.requirement(rule).unwrap();
                let level = finding.objection.level;
                let heavier = match rule {
                    "AUE-4-19" | "AUE-4-20" | "AUE-4-21" | "AUE-4-22" => Level::Required,
                    "AUE-5.2-46" => Level::Recommended,
                    _ => requirement.level,
                };
                if requirement.level != level && heavier != level {
                    wrong.push(format!(
                        "{}: {rule} is {}, found as {level}",
                        case.id, requirement.level
                    ));
                }
            }
            // What follows a refused start is judged by the model that was meant, and a consumer goes on with the earlier one.
            if verdict.is_err() && text.contains(r#""op":"start""#) {
                break;
            }
            let is_light =
                |f: &Finding| f.objection.bearable || f.objection.level < Level::Required;
            if verdict.is_err() && findings.iter().all(is_light) {
                // A checker takes what consumers may take, and goes on from there.
                break;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        refused > 700 && accepted > 10_000,
        "{refused} and {accepted}"
    );
}

/// The events of each run of a case of AG-UI, as texts, if it sends them as values, and its first state and messages.
fn runs(case: &Case) -> Option<(Value, Vec<Vec<Value>>)> {
    let call = case.exercise.next_call(&[])?;
    let params = uiconform_json::parse(&call.params).unwrap();
    let runs = params
        .get("runs")?
        .as_array()?
        .iter()
        .map(|run| Some(run.get("events")?.as_array()?.iter().cloned().collect()));
    let runs = runs.collect::<Option<_>>()?;
    Some((params, runs))
}

/// The start of a run with what the client sends, so that the recording knows the state and the messages.
fn informed(start: &Value, params: &Value) -> Value {
    let mut start = start.clone();
    let mut input = Object::new();
    let none = [
        ("state", Object::new().into()),
        ("messages", Value::Array(Array::new())),
    ];
    for (name, none) in none {
        input.push(name, params.get(name).cloned().unwrap_or(none));
    }
    if let Value::Object(start) = &mut start {
        start.insert("input", input);
    }
    start
}

/// Whether an event is the start of a run.
fn is_start(event: &Value) -> bool {
    event.get("type").and_then(Value::as_str) == Some("RUN_STARTED")
}

#[test]
fn what_a_client_of_runs_takes_has_no_heavy_finding_and_what_it_refuses_has_one() {
    let catalogue = suites::load("ag-ui").unwrap().unwrap();
    let (mut accepted, mut refused) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for case in &catalogue.cases {
        // What is left open is judged by the reference alone; what is not checked is not refused; and the type of a state is the
        // application's.
        let is_apart = matches!(&case.profile[..], "verify-off" | "typed-state");
        if case.level == Level::Informative || is_apart {
            continue;
        }
        let Some((params, runs)) = runs(case) else {
            continue;
        };
        // A connection that breaks behind the end of a run leaves nothing in its recording.
        let is_finish =
            |event: &Value| event.get("type").and_then(Value::as_str) == Some("RUN_FINISHED");
        let is_whole = runs
            .iter()
            .all(|events| events.last().is_some_and(is_finish));
        if is_whole && params.to_text().contains(r#""end":"reset""#) {
            continue;
        }
        let mut recorded = RecordedRuns::new(false);
        let mut findings: Vec<Finding> = Vec::new();
        for (index, events) in runs.iter().enumerate() {
            for event in events {
                let event = match index == 0 && is_start(event) {
                    true => informed(event, &params),
                    false => event.clone(),
                };
                findings.extend(recorded.event(&event.to_text()));
            }
        }
        findings.extend(recorded.finish());
        for finding in &findings {
            // Each is of a requirement of the suite.
            catalogue.requirement(finding.objection.rule).unwrap();
        }
        // Clients of protocol 1.0 pass over what they do not know.
        let is_known = |rule: &str| rule != "AGU-EVENT-01" || case.profile != "v1";
        // That a client does not read what follows the end is asked of the client, and is no permission to send it.
        let is_read =
            |rule: &str| rule != "AGU-STREAM-12" || !case.requirements.iter().any(|id| id == rule);
        let heavy = |one: &&Finding| {
            let rule = one.objection.rule;
            one.objection.level == Level::Required && is_known(rule) && is_read(rule)
        };
        match case.exercise.relation() {
            Relation::Accepts => {
                accepted += 1;
                if let Some(finding) = findings.iter().find(heavy) {
                    wrong.push(format!("{}: accepted, and found is {finding}", case.id));
                }
            }
            // A request that never became a stream leaves no recording.
            Relation::Rejects if recorded.events() > 0 => {
                refused += 1;
                let lightly = |one: &Finding| one.objection.level == Level::Informative;
                if findings.iter().all(lightly) {
                    wrong.push(format!("{}: rejected, and found is {findings:?}", case.id));
                }
            }
            _ => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(accepted > 200 && refused > 60, "{accepted} and {refused}");
}

/// The same event with each member taken out, and with other values in its place.
fn variants(event: &Value) -> Vec<Value> {
    let Value::Object(members) = event else {
        return Vec::new();
    };
    let others = [
        None,
        Some(Value::Null),
        Some(Value::from(5_u64)),
        Some(Value::from("other")),
        Some(Object::new().into()),
        Some(Array::new().into()),
    ];
    let names = members.names().filter_map(|name| name.as_str());
    let names: Vec<&str> = names
        .chain(["subagentRunId", "metadata", "timestamp"])
        .collect();
    let mut variants = vec![event.clone()];
    for name in names {
        for other in &others {
            let mut members = members.clone();
            match other {
                None => drop(members.remove(name)),
                Some(other) => drop(members.insert(name, other.clone())),
            }
            variants.push(members.into());
        }
    }
    variants
}

#[test]
fn an_event_of_a_run_has_its_form_where_the_reference_can_read_it() {
    let catalogue = suites::load("ag-ui").unwrap().unwrap();
    let (mut read, mut unread) = (0, 0);
    // One event of each set of members is enough.
    let mut seen = HashSet::new();
    for case in &catalogue.cases {
        let runs = runs(case).into_iter().flat_map(|(_, runs)| runs);
        let mut events: Vec<Value> = runs.flatten().collect();
        events.retain(|event| {
            let names = event.as_object().map(|event| event.names().cloned());
            let names: Option<Vec<_>> = names.map(Iterator::collect);
            seen.insert((event.get("type").map(Value::to_text), names))
        });
        for event in events.iter().flat_map(variants) {
            let mut recorded = RecordedRuns::new(false);
            if !is_start(&event) {
                recorded.event(r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#);
            }
            let text = event.to_text();
            let findings = recorded.event(&text);
            // An outcome of protocol 1.0 can be read, and weighs less.
            let is_form = |one: &&Finding| {
                let rule = one.objection.rule;
                rule.starts_with("AGU-EVENT-") || matches!(rule, "AGU-META-08" | "AGU-END-18")
            };
            let found = findings.iter().find(is_form);
            match ag_ui::Event::read(ag_ui::Policy::V1, event) {
                Ok(Some(_)) => {
                    read += 1;
                    let heavy = found.filter(|one| one.objection.level == Level::Required);
                    assert_eq!(heavy, None, "{}: {text}", case.id);
                }
                // It is passed over for its type.
                Ok(None) => assert_eq!(found.unwrap().objection.rule, "AGU-EVENT-01"),
                Err(error) => {
                    unread += 1;
                    assert!(found.is_some(), "{}: {error}: {text}", case.id);
                }
            }
        }
    }
    assert!(read > 500 && unread > 1000, "{read} and {unread}");
}
