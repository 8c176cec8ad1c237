//! However loads and events interleave, the model is that of the run on inline blocks.

use proptest::prelude::*;
use proptest::sample::select;
use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_protocols::agentue::host::{Answer, Host};
use uiconform_protocols::agentue::resolver::Resolution;
use uiconform_protocols::agentue::{Event, Reducer, Reference};

const IDS: &[&str] = &["a", "b", "c", "d"];
const KEYS: &[&str] = &["k", "k", "l"];

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    members.into_iter().collect::<Object>().into()
}

/// What the store has under a key for a block.
fn stored(id: &str, key: &str) -> Value {
    object([
        ("id", id.into()),
        ("type", "text".into()),
        ("content", format!("<{id} {key}>").into()),
        ("items", vec![Value::from(key)].into()),
        ("tool", object([("status", "stored".into())])),
    ])
}

/// The block with its content, if it is a lawful reference.
fn inline(block: &Value) -> Value {
    let text = |member| block.get(member).and_then(Value::as_str);
    match (text("id"), text("ref"), block.as_object()) {
        (Some(id), Some(key), Some(members)) if members.len() == 2 => stored(id, key),
        _ => block.clone(),
    }
}

fn inline_model(model: &Value) -> Value {
    let mut model = model.clone();
    if let Some(Value::Array(blocks)) = model
        .as_object_mut()
        .and_then(|model| model.get_mut("blocks"))
    {
        blocks.iter_mut().for_each(|block| *block = inline(block));
    }
    model
}

fn inline_event(event: &Event) -> Event {
    let mut members = event.members().clone();
    for (name, value) in members.iter_mut() {
        match name.as_str() {
            Some("model") => *value = inline_model(value),
            Some("block") if event.get("mask").is_none() => *value = inline(value),
            _ => {}
        }
    }
    members.into()
}

fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => (select(IDS), select(KEYS)).prop_map(|(id, key)| object([("id", id.into()), ("ref", key.into())])),
        2 => (select(IDS), "[a-c]{0,2}").prop_map(|(id, content)| {
            object([("id", id.into()), ("type", "text".into()), ("content", content.into())])
        }),
        1 => select(IDS).prop_map(|id| object([("id", id.into()), ("ref", "k".into()), ("x", "y".into())])),
    ]
}

fn model() -> impl Strategy<Value = Value> {
    prop::collection::vec(block(), 0..4).prop_map(|blocks| {
        let mut unique: Vec<Value> = Vec::new();
        for block in blocks {
            let lawful = block.get("x").is_none();
            if lawful
                && unique
                    .iter()
                    .all(|other| other.get("id") != block.get("id"))
            {
                unique.push(block);
            }
        }
        object([
            ("version", "1.1".into()),
            ("biz", "chat".into()),
            ("meta", object([])),
            ("blocks", unique.into()),
        ])
    })
}

/// A patch of some field: one that fits what blocks have there, or does not, or that no block could take.
fn patch() -> impl Strategy<Value = Value> {
    let fields = select(vec![
        ("set", "content", r#""x""#),
        ("set", "tool.status", r#""done""#),
        ("set", "content.deep", "1"),
        ("set", "new.deep", "[]"),
        ("set", "content", "null"),
        ("set", "items", "[]"),
        ("set", "parent_id", r#""p""#),
        ("set", "parent_id", "5"),
        ("set", "parent_id.x", "5"),
        ("set", "type", r#""list""#),
        ("set", "type.x", "1"),
        ("set", "id", r#""a""#),
        ("append", "content", r#""1""#),
        ("append", "content", r#""2""#),
        ("append", "content", r#""3""#),
        ("append", "items", "[1,2]"),
        ("append", "items", r#""x""#),
        ("append", "none", r#""x""#),
        ("append", "content", "5"),
        ("append", "type", r#""+""#),
        ("append", "type", "[]"),
        ("append", "ref", r#""x""#),
    ]);
    (select(IDS), fields, any::<bool>()).prop_map(|(id, (op, path, value), whole)| {
        let nested = path
            .rsplit('.')
            .fold(parse(value).unwrap(), |inner, name| object([(name, inner)]));
        let Value::Object(mut block) = nested else {
            unreachable!("a path has a name")
        };
        block.insert("id", id);
        if whole && !block.contains("type") {
            block.insert("type", "text");
        }
        object([
            ("op", op.into()),
            ("mask", format!("block.{path}").into()),
            ("block", block.into()),
        ])
    })
}

fn event() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => patch(),
        3 => block().prop_map(|block| object([("op", "set".into()), ("block", block)])),
        1 => model().prop_map(|model| object([("op", "start".into()), ("model", model)])),
        1 => Just(parse(r#"{"op":"set","mask":"meta.x.y","meta":{"x":{"y":1}}}"#).unwrap()),
        1 => Just(parse(r#"{"op":"error","mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}}"#).unwrap()),
        1 => Just(parse(r#"{"op":"end"}"#).unwrap()),
    ]
}

#[derive(Clone, Debug)]
enum Input {
    Event(Value),
    /// What the store has, or nothing.
    Loaded(&'static str, &'static str, bool),
    /// Something that may not be used.
    Wrong(&'static str, &'static str),
}

fn input() -> impl Strategy<Value = Input> {
    prop_oneof![
        5 => event().prop_map(Input::Event),
        3 => (select(IDS), select(KEYS), prop::bool::weighted(0.8))
            .prop_map(|(id, key, found)| Input::Loaded(id, key, found)),
        1 => (select(IDS), select(KEYS)).prop_map(|(id, key)| Input::Wrong(id, key)),
    ]
}

fn resolution(id: &JsonString, key: &JsonString, content: Result<Value, String>) -> Resolution {
    Resolution {
        block_id: id.clone(),
        key: key.clone(),
        content,
    }
}

/// The references of the model, each with its key.
fn references(host: &Host) -> Vec<(JsonString, JsonString)> {
    let blocks = host.model().unwrap().blocks().iter();
    let text = |block: &Value, member| block.get(member).and_then(Value::as_string).cloned();
    blocks
        .filter_map(|block| Some((text(block, "id")?, text(block, "ref")?)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn loads_may_come_at_any_time(model in model(), inputs in prop::collection::vec(input(), 0..24)) {
        let mut host = Host::new(&mut Reference, &model).unwrap();
        let mut reducer = Reducer::resume(&mut Reference, &inline_model(&model), 0).unwrap();
        for (input, seq) in inputs.iter().zip(1_u64..) {
            match input {
                Input::Event(event) => {
                    let mut members = event.as_object().unwrap().clone();
                    members.insert("seq", seq);
                    let event = Event::from(members);
                    let answer = host.event(&mut Reference, &event);
                    let verdict = reducer.apply(&mut Reference, &inline_event(&event));
                    // What waits may turn out not to fit; all else is answered as on inline blocks.
                    match answer {
                        Answer::Applied => prop_assert_eq!(verdict, Ok(())),
                        Answer::Refused(_) => prop_assert!(verdict.is_err(), "{:?}", event),
                        Answer::Deferred => {}
                    }
                }
                Input::Loaded(id, key, found) => {
                    let pending = references(&host).contains(&((*id).into(), (*key).into()));
                    let content = if *found { Ok(stored(id, key)) } else { Err("gone".to_owned()) };
                    let answer = host.loaded(&mut Reference, &resolution(&(*id).into(), &(*key).into(), content));
                    prop_assert_eq!(answer == Answer::Applied, pending && *found);
                }
                Input::Wrong(id, key) => {
                    let content = Ok(object([("id", (*id).into()), ("ref", "x".into())]));
                    let answer = host.loaded(&mut Reference, &resolution(&(*id).into(), &(*key).into(), content));
                    prop_assert!(matches!(answer, Answer::Refused(_)));
                }
            }
        }
        for (id, key) in references(&host) {
            let content = Ok(stored(id.as_str().unwrap(), key.as_str().unwrap()));
            prop_assert_eq!(host.loaded(&mut Reference, &resolution(&id, &key, content)), Answer::Applied);
        }
        prop_assert_eq!(host.waiting(), 0);
        prop_assert_eq!(host.model(), reducer.model());
    }
}
