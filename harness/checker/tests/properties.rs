//! Laws that join emitters, resuming and order: what is lawful has no findings, and its model is the one that was meant.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use proptest::prelude::*;
use proptest::sample::select;
use uiconform_checker::{Checker, Deliveries, Expected, Tolerance, check_delivery, check_resumed};
use uiconform_json::{JsonString, Number, Object, Value, parse};
use uiconform_protocols::agentue::emitter::{DELTA_BYTES, Emitted, Emitter, Options};
use uiconform_protocols::agentue::resume::resume;
use uiconform_protocols::agentue::{Event, Reducer, Reference};

const IDS: &[&str] = &["a", "b", "__proto__"];

/// What an application does, once it has started.
#[derive(Clone, Debug)]
enum Action {
    Start,
    Set(Value),
    SetField(&'static str, Vec<&'static str>, Value),
    SetMeta(Vec<&'static str>, Value),
    Append(&'static str, &'static str, Value),
    Fail,
    Ping,
    End,
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    members.into_iter().collect::<Object>().into()
}

fn value() -> impl Strategy<Value = Value> {
    select(vec![
        "null",
        "1.50",
        r#""x""#,
        r#""\ud83d""#,
        r#"["y"]"#,
        r#"{"z":null}"#,
        "[]",
    ])
    .prop_map(|text| parse(text).unwrap())
}

fn path() -> impl Strategy<Value = Vec<&'static str>> {
    let names = select(vec![
        "content",
        "tool",
        "status",
        "parent_id",
        "error",
        "stats",
        "id",
        "x.y",
        "",
    ]);
    prop::collection::vec(names, 0..3)
}

fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (select(IDS), value()).prop_map(|(id, content)| {
            object([("id", id.into()), ("type", "text".into()), ("content", content)])
        }),
        1 => select(IDS).prop_map(|id| object([("id", id.into()), ("ref", "k".into())])),
        1 => select(IDS).prop_map(|id| object([("id", id.into())])),
    ]
}

fn delta() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => value(),
        1 => (0_usize..4).prop_map(|more| "é€".repeat(DELTA_BYTES / 2 + more).into()),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        1 => Just(Action::Start),
        4 => block().prop_map(Action::Set),
        4 => (select(IDS), path(), value()).prop_map(|(id, path, value)| Action::SetField(id, path, value)),
        3 => (path(), value()).prop_map(|(path, value)| Action::SetMeta(path, value)),
        5 => (select(IDS), select(vec!["content", "items", "tool"]), delta())
            .prop_map(|(id, field, delta)| Action::Append(id, field, delta)),
        1 => Just(Action::Fail),
        2 => Just(Action::Ping),
        1 => Just(Action::End),
    ]
}

fn model() -> Value {
    parse(
        r#"{"biz":"chat","meta":{},"blocks":[{"id":"a","type":"text","content":"go","tool":{"status":"on"}},{"id":"b","ref":"k"}]}"#,
    )
    .unwrap()
}

fn names(path: &[&str]) -> Vec<JsonString> {
    path.iter().map(|name| JsonString::from(*name)).collect()
}

fn act(emitter: &mut Emitter, action: &Action) -> Emitted {
    let steps = &mut Reference;
    match action {
        Action::Start => emitter.start(steps, &model()),
        Action::Set(block) => emitter.set(steps, block),
        Action::SetField(id, path, value) => {
            emitter.set_field(steps, &(*id).into(), &names(path), value)
        }
        Action::SetMeta(path, value) => emitter.set_meta(steps, &names(path), value),
        Action::Append(id, field, delta) => {
            let block = object([
                ("id", (*id).into()),
                ("type", "text".into()),
                (field, delta.clone()),
            ]);
            emitter.append(steps, &block, &(*field).into())
        }
        Action::Fail => emitter.fail(
            steps,
            &parse(r#"{"code":"c","message":"m","detail":null}"#).unwrap(),
        ),
        Action::Ping => emitter.ping(steps, 5),
        Action::End => emitter.end(steps),
    }
}

/// What an accepted action says of the model, checked without an emitter or a reducer.
fn said(action: &Action, before: Option<&Value>, after: &Value) -> bool {
    let block = |model: &Value, id: &str| {
        let blocks = model.get("blocks")?.as_array()?;
        let named = |block: &&Value| block.get("id").and_then(Value::as_str) == Some(id);
        blocks.iter().find(named).cloned()
    };
    let field = |value: Option<Value>, path: &[&str]| {
        let value = value?;
        path.iter()
            .try_fold(value, |value, name| value.get(name).cloned())
    };
    match action {
        Action::Start => after.get("blocks") == model().get("blocks"),
        Action::Set(whole) => {
            block(after, whole.get("id").unwrap().as_str().unwrap()).as_ref() == Some(whole)
        }
        Action::SetField(id, path, value) => field(block(after, id), path).as_ref() == Some(value),
        Action::SetMeta(path, value) => {
            field(after.get("meta").cloned(), path).as_ref() == Some(value)
        }
        Action::Append(id, name, delta) => {
            let was = before.and_then(|model| field(block(model, id), &[name]));
            let now = field(block(after, id), &[name]).unwrap();
            match (was, delta) {
                (Some(Value::String(mut was)), Value::String(delta)) => {
                    was.push(delta);
                    now == Value::from(was)
                }
                (Some(Value::Array(mut was)), Value::Array(delta)) => {
                    was.extend(delta.iter().cloned());
                    now == Value::from(was)
                }
                (None, delta) => now == *delta,
                _ => false,
            }
        }
        Action::Fail => field(after.get("meta").cloned(), &["error", "code"]) == Some("c".into()),
        Action::Ping | Action::End => before == Some(after),
    }
}

fn json(reducer: &Reducer) -> Option<Value> {
    reducer.model().map(|model| model.document().clone().into())
}

/// What a client that knows one stream makes of a delivery.
fn receive(events: &[Event]) -> Option<Value> {
    let mut reducer = Reducer::new();
    for event in events {
        reducer.apply(&mut Reference, event).unwrap();
    }
    json(&reducer)
}

/// A log: what an emitter sends for the actions, its `seq` stretched by gaps, its pings gone astray.
fn log() -> impl Strategy<Value = Vec<Event>> {
    let actions = prop::collection::vec(action(), 0..14);
    (actions, prop::collection::vec(0_u64..4, 40), any::<bool>()).prop_map(
        |(actions, gaps, ended)| {
            let mut emitter = Emitter::new(Options {
                stream_id: Some("s".into()),
                inline_only: false,
            });
            let mut events = act(&mut emitter, &Action::Start).unwrap();
            for action in &actions {
                events.extend(act(&mut emitter, action).unwrap_or_default());
            }
            if ended {
                events.extend(act(&mut emitter, &Action::End).unwrap_or_default());
            }
            let mut latest = 0;
            let mut number = |(event, gap): (&Event, &u64)| {
                let mut members = event.members().clone();
                if members.get("op").and_then(Value::as_str) == Some("ping") {
                    members.insert("seq", latest + gap * 5);
                } else {
                    latest += 1 + gap;
                    members.insert("seq", latest);
                }
                Event::from(members)
            };
            events
                .iter()
                .zip(gaps.iter().cycle())
                .map(&mut number)
                .collect()
        },
    )
}

fn last_seq(events: &[Event]) -> u64 {
    let seqs = events
        .iter()
        .filter(|event| event.get("op").and_then(Value::as_str) != Some("ping"));
    let seqs = seqs.filter_map(|event| event.get("seq")?.as_number()?.to_u64());
    seqs.max().unwrap_or(0)
}

proptest! {
    #[test]
    fn what_is_emitted_says_what_was_done(
        actions in prop::collection::vec(action(), 0..16),
        stream_id in select(vec![None, Some(""), Some("s")]),
        inline_only in any::<bool>(),
    ) {
        let options = Options { stream_id: stream_id.map(JsonString::from), inline_only };
        let mut emitter = Emitter::new(options.clone());
        let mut client = Reducer::new();
        let mut events = Vec::new();
        for action in &actions {
            let before = json(&client);
            if let Ok(emitted) = act(&mut emitter, action) {
                prop_assert!(!emitted.is_empty());
                for event in &emitted {
                    client.apply(&mut Reference, event).unwrap();
                }
                events.extend(emitted);
                prop_assert!(said(action, before.as_ref(), &json(&client).unwrap()), "{:?}", action);
            }
            prop_assert_eq!(emitter.model(), client.model());
        }
        let open = emitter.end(&mut Reference).map(|end| events.extend(end)).is_err() && events.is_empty();
        let expected = Expected { stream_id: options.stream_id, inline_only, open };
        let findings = check_delivery(&events, &expected);
        prop_assert!(findings.is_empty(), "{:?}", findings);
        let mut checker = Checker::new(Tolerance::Recommended);
        let order: Vec<_> = events.iter().flat_map(|event| checker.event(&mut Reference, event)).collect();
        prop_assert!(order.iter().all(|finding| finding.objection.rule == "AUE-5-06"), "{:?}", order);
    }

    #[test]
    fn a_client_may_resume_anywhere_and_again(log in log()) {
        let whole = receive(&log);
        let end = last_seq(&log);
        for cursor in 0..end + 2 {
            let cursor = Number::from(cursor);
            let resumed = resume(&mut Reference, &log, &cursor).unwrap();
            prop_assert_eq!(&receive(&resumed), &whole, "at {}", cursor);
            prop_assert_eq!(check_resumed(&resumed, &log, &cursor).unwrap(), []);
            let mut deliveries = Deliveries::new();
            for event in &resumed {
                deliveries.apply(&mut Reference, event).unwrap();
            }
            prop_assert_eq!(deliveries.complete(&mut Reference), ["s"]);
            for later in [cursor.clone(), Number::from(end / 2), Number::from(end)] {
                let again = resume(&mut Reference, &resumed, &later).unwrap();
                prop_assert_eq!(&receive(&again), &whole, "at {} and {}", cursor, later);
                if later.cmp_value(&cursor).is_ge() {
                    // As if it had never been resumed, but for an `end` that was added.
                    let at_once = resume(&mut Reference, &log, &later).unwrap();
                    prop_assert_eq!(again.first(), at_once.first());
                }
            }
        }
    }

    #[test]
    fn a_refused_event_leaves_no_trace(
        log in log(),
        stray in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
    ) {
        // Events of the log at places that are not theirs.
        let mut events = log.clone();
        for (from, to) in stray {
            events.insert(to.index(events.len() + 1), log[from.index(log.len())].clone());
        }
        let mut all = Deliveries::new();
        let mut accepted = Vec::new();
        for event in &events {
            if all.apply(&mut Reference, event).is_ok() {
                accepted.push(event);
            }
        }
        let mut again = Deliveries::new();
        for event in accepted {
            prop_assert_eq!(again.apply(&mut Reference, event), Ok(()));
        }
        prop_assert_eq!(again.complete(&mut Reference), all.complete(&mut Reference));
    }
}
