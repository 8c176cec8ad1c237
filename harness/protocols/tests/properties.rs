//! Laws that hold for every delivery, over deliveries that are lawful, nearly lawful, or odd.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_protocols::agentue::{Event, Reducer, Reference, Router};

const IDS: &[&str] = &[
    "a",
    "b",
    "A",
    "__proto__",
    "1",
    "01",
    "é",
    "e\u{301}",
    "a.b",
];
const NAMES: &[&str] = &[
    "content",
    "items",
    "tool",
    "constructor",
    "__proto__",
    "status",
    "parent_id",
    "x.y",
    "ref",
    "id",
    "type",
];
const STREAMS: &[&str] = &["", "s", "S", "s ", "__proto__"];

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    members.into_iter().collect::<Object>().into()
}

/// Any small value, odd strings and numbers among them.
fn value() -> impl Strategy<Value = Value> {
    let leaf = select(vec![
        "null",
        "true",
        "0",
        "-0",
        "1.0",
        "1e400",
        "0.10",
        "9007199254740993",
        r#""""#,
        r#""go""#,
        r#""\ud83d""#,
        r#""\ude00""#,
        r#""\u0000 é""#,
        "[]",
        "{}",
    ])
    .prop_map(|text| parse(text).unwrap());
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            (select(NAMES), inner).prop_map(|(name, value)| object([(name, value)])),
        ]
    })
}

/// A string or a list for the most part, so that appends meet something.
fn content() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => "[a-c é]{0,3}".prop_map(Value::from),
        2 => prop::collection::vec(value(), 0..3).prop_map(Value::from),
        1 => value(),
    ]
}

/// A block that is inline, a reference, or not quite either.
fn block() -> impl Strategy<Value = Value> {
    let inline = (
        select(IDS),
        content(),
        prop::option::of((select(NAMES), value())),
    )
        .prop_map(|(id, content, more)| {
            let mut block = Object::from_iter([
                ("id", Value::from(id)),
                ("type", "text".into()),
                ("content", content),
            ]);
            if let Some((name, value)) = more {
                block.insert(name, value);
            }
            block.into()
        });
    let reference = select(IDS).prop_map(|id| object([("id", id.into()), ("ref", "key".into())]));
    prop_oneof![6 => inline, 2 => reference, 1 => value()]
}

fn model() -> impl Strategy<Value = Value> {
    let meta = prop::option::of((select(NAMES), value()));
    (
        prop::collection::vec(block(), 0..3),
        meta,
        select(vec!["1.1", "1.1", "1.0", "2"]),
    )
        .prop_map(|(blocks, meta, version)| {
            let meta: Object = meta.into_iter().collect();
            object([
                ("version", version.into()),
                ("biz", "chat".into()),
                ("meta", meta.into()),
                ("blocks", blocks.into()),
            ])
        })
}

/// A lawful model without references, to begin with.
fn plain_model() -> Value {
    parse(
        r#"{"version":"1.1","biz":"chat","meta":{"stats":{"x":1}},"blocks":[
            {"id":"a","type":"text","content":"go","items":[1],"tool":{"status":"on"}},
            {"id":"b","ref":"key"},{"id":"__proto__","type":"text","content":""}]}"#,
    )
    .unwrap()
}

fn mask() -> impl Strategy<Value = String> {
    let root = select(vec!["block", "block", "block", "meta", "model", ""]);
    (root, prop::collection::vec(select(NAMES), 0..3)).prop_map(|(root, path)| {
        std::iter::once(root)
            .chain(path)
            .collect::<Vec<_>>()
            .join(".")
    })
}

/// An object that has a value at the path of a mask, and perhaps the identifier of a block.
fn payload(mask: &str, id: Option<&str>, value: Value) -> Value {
    let path: Vec<&str> = mask.split('.').skip(1).collect();
    let nested = path
        .iter()
        .rev()
        .fold(value, |inner, name| object([(*name, inner)]));
    let mut payload = match nested {
        Value::Object(members) => members,
        _ => Object::new(),
    };
    if let Some(id) = id {
        payload.insert("id", id);
    }
    payload.into()
}

/// An event without its `seq`: mostly lawful, sometimes with something wrong.
fn event() -> impl Strategy<Value = Object> {
    let op = |name: &'static str| ("op", Value::from(name));
    let masked = (mask(), select(IDS), value()).prop_map(move |(mask, id, value)| {
        let slot = if mask.starts_with("meta") {
            "meta"
        } else {
            "block"
        };
        let payload = payload(&mask, (slot == "block").then_some(id), value);
        Object::from_iter([op("set"), ("mask", mask.into()), (slot, payload)])
    });
    let append = (
        select(vec!["content", "content", "items", "tool", "ref", "x"]),
        block(),
        content(),
    )
        .prop_map(move |(field, mut block, delta)| {
            block
                .as_object_mut()
                .map(|block| block.insert(field, delta));
            Object::from_iter([
                op("append"),
                ("mask", format!("block.{field}").into()),
                ("block", block),
            ])
        });
    let error = value().prop_map(move |more| {
        let error = object([
            ("code", "c".into()),
            ("message", "m".into()),
            ("more", more),
        ]);
        Object::from_iter([
            op("error"),
            ("mask", "meta.error".into()),
            ("meta", object([("error", error)])),
        ])
    });
    let lawful = prop_oneof![
        1 => model().prop_map(move |model| Object::from_iter([op("start"), ("model", model)])),
        4 => block().prop_map(move |block| Object::from_iter([op("set"), ("block", block)])),
        5 => masked,
        5 => append,
        1 => error,
        1 => Just(Object::from_iter([op("ping")])),
        1 => Just(Object::from_iter([op("end")])),
    ];
    let wrong = prop::option::weighted(
        0.1,
        (
            select(vec!["op", "mask", "block", "meta", "model", "ts", "Mask"]),
            value(),
        ),
    );
    (lawful, wrong).prop_map(|(mut event, wrong)| {
        if let Some((name, value)) = wrong {
            event.insert(name, value);
        }
        event
    })
}

fn delivery() -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(event(), 0..12).prop_map(|events| {
        let numbered = |(mut event, seq): (Object, u64)| {
            event.insert("seq", seq);
            Event::from(event)
        };
        events.into_iter().zip(2..).map(numbered).collect()
    })
}

fn having(model: &Value) -> Reducer {
    Reducer::resume(&mut Reference, model, 1).unwrap()
}

fn json(reducer: &Reducer) -> Value {
    reducer
        .model()
        .map_or(Value::Null, |model| model.document().clone().into())
}

fn run(reducer: &mut Reducer, events: &[Event]) -> Vec<bool> {
    events
        .iter()
        .map(|event| reducer.apply(&mut Reference, event).is_ok())
        .collect()
}

/// The same members in another order, at every depth.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(reversed).collect::<Vec<_>>().into(),
        Value::Object(members) => {
            let mut members: Vec<_> = members
                .iter()
                .map(|(name, value)| (name.clone(), reversed(value)))
                .collect();
            members.reverse();
            members.into_iter().collect::<Object>().into()
        }
        scalar => scalar.clone(),
    }
}

proptest! {
    #[test]
    fn a_model_taken_at_any_point_stands_for_all_events_before(events in delivery(), at in any::<Index>()) {
        let mut whole = having(&plain_model());
        let verdicts = run(&mut whole, &events);
        let at = at.index(events.len() + 1);
        let mut first = having(&plain_model());
        run(&mut first, &events[..at]);
        let mut second = having(&json(&first));
        prop_assert_eq!(run(&mut second, &events[at..]), &verdicts[at..]);
        prop_assert_eq!(json(&second), json(&whole));
    }

    #[test]
    fn a_refusal_changes_nothing(events in delivery()) {
        let mut reducer = having(&plain_model());
        for event in &events {
            let before = reducer.clone();
            if reducer.apply(&mut Reference, event).is_err() {
                prop_assert_eq!(&reducer, &before, "{:?}", event);
            }
        }
    }

    #[test]
    fn blocks_are_found_where_they_stand(events in delivery()) {
        let mut reducer = having(&plain_model());
        run(&mut reducer, &events);
        let model = reducer.model().unwrap();
        for (at, block) in model.blocks().iter().enumerate() {
            prop_assert_eq!(model.position(block.get("id").unwrap().as_string().unwrap()), Some(at));
        }
    }

    #[test]
    fn an_event_is_applied_alike_again(events in delivery()) {
        let copies = events.clone();
        let mut first = having(&plain_model());
        let mut second = having(&plain_model());
        prop_assert_eq!(run(&mut first, &events), run(&mut second, &events));
        prop_assert_eq!(json(&first), json(&second));
        prop_assert_eq!(events, copies);
    }

    #[test]
    fn pings_and_ends_may_stand_anywhere(events in delivery(), at in any::<Index>()) {
        let mut plain = having(&plain_model());
        run(&mut plain, &events);
        for text in [r#"{"op":"ping","seq":1}"#, r#"{"op":"end","seq":1}"#] {
            let mut more = events.clone();
            more.insert(at.index(events.len() + 1), Event::parse(text).unwrap());
            let mut reducer = having(&plain_model());
            run(&mut reducer, &more);
            prop_assert_eq!(json(&reducer), json(&plain));
        }
    }

    #[test]
    fn the_order_of_members_means_nothing(events in delivery()) {
        let other: Vec<Event> = events
            .iter()
            .map(|event| Event::try_from(reversed(&event.members().clone().into())).unwrap())
            .collect();
        let mut one = having(&plain_model());
        let mut two = having(&reversed(&plain_model()));
        prop_assert_eq!(run(&mut one, &events), run(&mut two, &other));
        prop_assert_eq!(json(&one), json(&two));
    }

    #[test]
    fn a_text_may_be_cut_anywhere(text in "\\PC{0,40}", cuts in prop::collection::vec(any::<Index>(), 0..5)) {
        let characters: Vec<char> = text.chars().collect();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(characters.len() + 1)).collect();
        cuts.extend([0, characters.len()]);
        cuts.sort_unstable();
        let mut reducer = having(&plain_model());
        for piece in cuts.windows(2) {
            let delta: String = characters[piece[0]..piece[1]].iter().collect();
            let block = object([("id", "a".into()), ("content", delta.into())]);
            let event = [("op", "append".into()), ("seq", 2_u64.into()), ("mask", "block.content".into()), ("block", block)];
            reducer.apply(&mut Reference, &Event::from(Object::from_iter(event))).unwrap();
        }
        let content = reducer.model().unwrap().block(0).unwrap().get("content").cloned();
        prop_assert_eq!(content, Some(format!("go{text}").into()));
    }

    #[test]
    fn interleaved_streams_end_as_each_does_alone(
        events in prop::collection::vec((select(STREAMS), event()), 0..20),
    ) {
        let named = |stream: &str, mut event: Object| {
            event.insert("seq", 1_u64);
            event.insert("stream_id", stream);
            Event::from(event)
        };
        let start = Object::from_iter([("op", Value::from("start")), ("model", plain_model())]);
        // The first and the last stream have a start; the others begin when they happen to.
        let events: Vec<(&str, Event)> = [(STREAMS[0], start.clone()), (STREAMS[4], start)]
            .into_iter()
            .chain(events)
            .map(|(stream, event)| (stream, named(stream, event)))
            .collect();
        let mut together = Router::new();
        events.iter().for_each(|(_, event)| drop(together.apply(&mut Reference, event)));
        let mut alone: Vec<(JsonString, Value)> = Vec::new();
        for stream in STREAMS {
            let mut reducer = Reducer::new();
            for (_, event) in events.iter().filter(|(of, _)| of == stream) {
                let _ = reducer.apply(&mut Reference, event);
            }
            if reducer.model().is_some() {
                alone.push(((*stream).into(), json(&reducer)));
            }
        }
        let mut together: Vec<(JsonString, Value)> =
            together.models().map(|(stream, model)| (stream.clone(), model.document().clone().into())).collect();
        together.sort_by(|(one, _), (two, _)| one.cmp(two));
        alone.sort_by(|(one, _), (two, _)| one.cmp(two));
        prop_assert_eq!(together, alone);
    }
}
