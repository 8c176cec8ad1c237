//! Nothing recurses: a million levels on a stack that would not hold a thousand.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::thread;

use uiconform_json::{Document, Pointer, Value, compare, differences, parse, parse_bytes};

const LEVELS: usize = 1_000_000;
/// Two bytes of stack a level: enough to end any recursion, where a million would only take longer.
const FEWER_LEVELS: usize = 30_000;
const STACK: usize = 64 << 10;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(test)
        .unwrap()
        .join()
        .unwrap();
}

/// The scalar in so many openings and closings.
fn nested(times: usize, open: &str, scalar: &str, close: &str) -> String {
    open.repeat(times) + scalar + &close.repeat(times)
}

/// Everything that one can do to a value.
fn exercise(times: usize, open: &str, close: &str, step: &str) {
    let text = nested(times, open, "9007199254740993", close);
    let other = nested(times, open, "1", close);
    let lossy = nested(times, open, "9007199254740992", close);

    let value = parse(&text).unwrap();
    assert_eq!(value.to_text(), text);
    assert_eq!(value.to_string().len(), text.len());
    assert_eq!(format!("{value:?}").len(), text.len());
    let copy = value.clone();
    assert!(copy == value);
    assert!(compare(&copy, &value).difference.is_none());

    // Lines are indented no further than 32 levels, or the text would be of quadratic length.
    let pretty = value.to_pretty();
    assert!(pretty.len() < text.len() * 100);
    assert!(times > FEWER_LEVELS || parse(&pretty).unwrap() == value);

    let pointer = Pointer::parse(&step.repeat(times)).unwrap();
    let other = parse(&other).unwrap();
    assert!(other != value);
    assert_eq!(differences(&value, &other, 5).len(), 1);
    assert!(compare(&value, &other).difference.unwrap().pointer == pointer);
    assert!(compare(&value, &parse(&lossy).unwrap()).lossy == [pointer.clone()]);

    assert_eq!(
        value.pointer(&pointer),
        Some(&9_007_199_254_740_993_u64.into())
    );
    let document = Document::parse("deep", text).unwrap();
    let place = document.place(&pointer);
    assert!(document.text()[place.offset..].starts_with("9007199254740993"));
    assert!(place.pointer == pointer);
}

#[test]
fn a_million_lists_and_objects() {
    // Each repetition is two levels.
    on_a_small_stack(|| exercise(LEVELS / 2, r#"[{"a":"#, "}]", "/0/a"));
}

#[test]
fn lists_in_lists() {
    on_a_small_stack(|| exercise(FEWER_LEVELS, "[", "]", "/0"));
}

#[test]
fn objects_in_objects() {
    on_a_small_stack(|| exercise(FEWER_LEVELS, r#"{"a":"#, "}", "/a"));
}

#[test]
fn trees_with_leaves_at_each_level() {
    on_a_small_stack(|| {
        exercise(
            FEWER_LEVELS,
            r#"{"x":[1,[]],"b":"#,
            r#","y":{"z":null}}"#,
            "/b",
        )
    });
}

#[test]
fn duplicates_at_each_level() {
    on_a_small_stack(|| {
        let forth = parse(&nested(FEWER_LEVELS, r#"{"a":1,"a":"#, "2", "}")).unwrap();
        let back = parse(&nested(FEWER_LEVELS, r#"{"a":"#, "2", r#","a":1.0}"#)).unwrap();
        assert!(forth == back);
        assert!(compare(&forth, &back).difference.is_none());
        let other = parse(&nested(FEWER_LEVELS, r#"{"a":"#, "3", r#","a":1.0}"#)).unwrap();
        assert!(forth != other);
        assert!(compare(&forth, &other).difference.is_some());
    });
}

#[test]
fn what_is_never_closed() {
    on_a_small_stack(|| {
        for open in ["[", r#"{"a":"#, r#"[{"a":"#] {
            let error = parse(&open.repeat(LEVELS)).unwrap_err();
            assert_eq!(error.offset, open.len() * LEVELS);
            assert!(parse_bytes(nested(LEVELS, open, "1", "x").as_bytes()).is_err());
        }
    });
}

#[test]
fn values_that_grow_by_hand_and_are_taken_apart() {
    on_a_small_stack(|| {
        let mut value = Value::Null;
        for level in 0..FEWER_LEVELS {
            value = if level % 2 == 0 {
                vec![value].into()
            } else {
                [("a", value)]
                    .into_iter()
                    .collect::<uiconform_json::Object>()
                    .into()
            };
        }
        let Value::Object(object) = value else {
            panic!("the last level is an object")
        };
        let copy = object.clone();
        assert!(copy == object);
        drop(copy);
        let values: Vec<Value> = object.into_iter().map(|(_, value)| value).collect();
        let array = values[0].as_array().cloned().unwrap();
        assert!(array == *values[0].as_array().unwrap());
    });
}
