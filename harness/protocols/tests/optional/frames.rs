//! Whatever the block, the budget and the order of its frames, it comes back.

use proptest::prelude::*;
use proptest::sample::select;
use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_protocols::agentue::Reference;
use uiconform_protocols::agentue::frames::{join, split};

/// Text of all kinds of characters: those that need escapes, of one to four bytes, and lone surrogates.
fn text() -> impl Strategy<Value = JsonString> {
    let unit = prop_oneof![
        4 => 0x20_u16..0x7f,
        2 => 0_u16..0x20,
        1 => select(vec![0x22_u16, 0x5c, 0x7f, 0xe9, 0x20ac, 0x2028, 0xfffd]),
        1 => 0xd800_u16..0xe000,
    ];
    prop::collection::vec(unit, 0..60).prop_map(JsonString::from_units)
}

fn value() -> impl Strategy<Value = Value> {
    let number = select(vec![
        "0",
        "-0",
        "1.50",
        "1e400",
        "9007199254740993",
        "null",
        "true",
    ]);
    let leaf = prop_oneof![
        text().prop_map(Value::from),
        number.prop_map(|text| parse(text).unwrap()),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..4).prop_map(|members| {
                let mut object = Object::new();
                for (name, value) in members {
                    object.insert(name, value);
                }
                object.into()
            }),
        ]
    })
}

fn block() -> impl Strategy<Value = Value> {
    let id = text().prop_filter("an identifier is not empty", |id| !id.is_empty());
    (id, value(), value()).prop_map(|(id, content, more)| {
        let members: [(&str, Value); 4] = [
            ("id", id.into()),
            ("type", "text".into()),
            ("content", content),
            ("", more),
        ];
        Object::from_iter(members).into()
    })
}

proptest! {
    #[test]
    fn frames_fit_and_join_in_any_order(block in block(), budget in 60_usize..400, order in any::<u64>()) {
        let id = block.get("id").unwrap();
        match split(&mut Reference, &block, budget) {
            Ok(mut frames) => {
                for (index, frame) in frames.iter().enumerate() {
                    prop_assert!(frame.to_text().len() <= budget, "{}", frame);
                    prop_assert_eq!(frame.get("seq"), Some(&index.into()));
                    prop_assert_eq!(frame.get("total"), Some(&frames.len().into()));
                    prop_assert_eq!(frame.get("block_id"), Some(id));
                    prop_assert!(!frame.get("data").unwrap().as_string().unwrap().has_lone_surrogates());
                }
                let mut random = order;
                for at in (1..frames.len()).rev() {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let other = (random >> 33) as usize % (at + 1);
                    frames.swap(at, other);
                }
                let restored = join(&mut Reference, &frames).unwrap();
                prop_assert_eq!(restored.to_text(), block.to_text());
            }
            // The identifier stands in a frame twice; the rest of it takes some seventy bytes.
            Err(rejection) => prop_assert!(budget < 2 * id.to_text().len() + 85, "{}", rejection),
        }
    }

    #[test]
    fn a_group_with_a_frame_lost_or_doubled_is_refused(block in block(), at in any::<prop::sample::Index>()) {
        // Room for the longest identifier, of sixty characters that take six bytes each, twice.
        let frames = split(&mut Reference, &block, 900).unwrap();
        let at = at.index(frames.len());
        let mut lost = frames.clone();
        lost.remove(at);
        prop_assert!(join(&mut Reference, &lost).is_err());
        let mut doubled = frames.clone();
        doubled.push(frames[at].clone());
        prop_assert!(join(&mut Reference, &doubled).is_err());
    }
}
