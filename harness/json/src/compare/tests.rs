use super::*;
use crate::parse;

fn value(text: &str) -> Value {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Each difference as `pointer: expected, got`, with `-` for nothing.
fn described(expected: &str, got: &str) -> Vec<String> {
    let (expected, got) = (value(expected), value(got));
    let text = |value: Option<&Value>| value.map_or("-".to_owned(), Value::to_text);
    let all = differences(&expected, &got, usize::MAX);
    let first = compare(&expected, &got).difference;
    assert_eq!(all.first(), first.as_ref());
    all.iter()
        .map(|d| format!("{}: {}, {}", d.pointer, text(d.expected), text(d.got)))
        .collect()
}

fn lossy(expected: &str, got: &str) -> Vec<String> {
    let (expected, got) = (value(expected), value(got));
    compare(&expected, &got)
        .lossy
        .iter()
        .map(Pointer::to_string)
        .collect()
}

/// Pairs of texts, and whether their values are equal.
const EQUALITIES: &[(&str, &str, bool)] = &[
    ("null", "null", true),
    ("null", "false", false),
    ("0", "false", false),
    ("[]", "{}", false),
    ("[]", "[]", true),
    ("[]", "[[]]", false),
    ("[1]", "[]", false),
    ("[1]", "{}", false),
    ("[[]]", "[{}]", false),
    ("[1,2]", "[2,1]", false),
    ("[1.0,2e0]", "[1,2]", true),
    (r#""a""#, r#""\u0061""#, true),
    (r#""é""#, r#""e\u0301""#, false),
    (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, true),
    (r#"{"a":1}"#, r#"{"a":1,"b":2}"#, false),
    (r#"{"a":null}"#, r#"{"b":null}"#, false),
    (r#"{"a":null}"#, "{}", false),
    (r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#, true),
    (r#"{"a":1,"a":2}"#, r#"{"a":2}"#, false),
    (r#"{"a":1,"a":1}"#, r#"{"a":1}"#, false),
    (r#"{"a":1,"a":1,"a":2}"#, r#"{"a":1,"a":2,"a":2}"#, false),
    (r#"{"a":1,"b":1}"#, r#"{"a":1,"a":1}"#, false),
    (r#"{"a":1,"a":1}"#, r#"{"a":1,"b":1}"#, false),
    (
        r#"{"a":[{"b":1.0,"b":[]}],"a":3}"#,
        r#"{"a":3e0,"a":[{"b":[],"b":1}]}"#,
        true,
    ),
    (
        r#"{"a":[{"b":1.0,"b":[]}],"a":3}"#,
        r#"{"a":3e0,"a":[{"b":{},"b":1}]}"#,
        false,
    ),
    ("9007199254740993", "9007199254740992", false),
    ("1e999999999", "10e999999998", true),
    (r#""\ud83d""#, r#""\ufffd""#, false),
];

#[test]
fn values_are_equal_as_what_they_stand_for() {
    for (a, b, equal) in EQUALITIES {
        assert_eq!(value(a) == value(b), *equal, "{a} {b}");
        assert_eq!(value(b) == value(a), *equal, "{b} {a}");
    }
}

#[test]
fn a_comparison_agrees_with_equality() {
    for (a, b, equal) in EQUALITIES {
        let (left, right) = (value(a), value(b));
        let Comparison { difference, lossy } = compare(&left, &right);
        assert_eq!(difference.is_none() && lossy.is_empty(), *equal, "{a} {b}");
    }
}

#[test]
fn differences_are_as_deep_as_can_be() {
    assert_eq!(described("1", "2"), [": 1, 2"]);
    assert_eq!(described("[]", "{}"), [": [], {}"]);
    assert_eq!(described("[1,[2,3],4]", "[1,[2,0],4]"), ["/1/1: 3, 0"]);
    assert_eq!(described("[1]", "[1,2,3]"), ["/1: -, 2", "/2: -, 3"]);
    assert_eq!(
        described("[1,2,3]", "[0]"),
        ["/0: 1, 0", "/1: 2, -", "/2: 3, -"]
    );
    assert_eq!(
        described(r#"{"a":{"b":[{}]}}"#, r#"{"a":{"b":[{"c~/":1}]}}"#),
        ["/a/b/0/c~0~1: -, 1"]
    );
    assert_eq!(described(r#"{"a":null}"#, "{}"), ["/a: null, -"]);
}

#[test]
fn differences_come_in_the_order_of_what_was_expected() {
    let expected = r#"{"z":1,"y":{"b":1,"a":2},"x":3,"same":[1.0]}"#;
    let got = r#"{"new":0,"x":0,"y":{"c":0,"a":0},"same":[1]}"#;
    assert_eq!(
        described(expected, got),
        [
            "/z: 1, -",
            "/y/b: 1, -",
            "/y/a: 2, 0",
            "/y/c: -, 0",
            "/x: 3, 0",
            "/new: -, 0"
        ]
    );
    let (expected, got) = (value(expected), value(got));
    assert_eq!(differences(&expected, &got, 2).len(), 2);
    assert_eq!(differences(&expected, &got, 0), []);
}

#[test]
fn members_that_share_a_name_are_matched_before_they_differ() {
    assert_eq!(described(r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1.0}"#), [""; 0]);
    assert_eq!(
        described(r#"{"a":1,"a":[2]}"#, r#"{"a":[3],"a":1}"#),
        ["/a: [2], [3]"]
    );
    assert_eq!(described(r#"{"a":1}"#, r#"{"a":1,"a":2}"#), ["/a: -, 2"]);
    assert_eq!(
        described(r#"{"a":1,"b":5,"a":1}"#, r#"{"a":1,"b":6}"#),
        ["/a: 1, -", "/b: 5, 6"]
    );
    assert_eq!(
        described(r#"{"a":1,"a":1}"#, "{}"),
        ["/a: 1, -", "/a: 1, -"]
    );
}

#[test]
fn numbers_that_are_one_binary64_pass_and_are_named() {
    assert_eq!(
        lossy(
            r#"[1, {"n": 9007199254740993}]"#,
            r#"[1.0, {"n": 9007199254740992}]"#
        ),
        ["/1/n"]
    );
    assert_eq!(
        described(r#"[9007199254740993, 1]"#, "[9007199254740992, 2]"),
        ["/1: 1, 2"]
    );
    assert_eq!(
        lossy(
            r#"{"n":[9007199254740993],"n":1}"#,
            r#"{"n":1.0,"n":[9007199254740992]}"#
        ),
        ["/n"]
    );
    assert_eq!(
        described(
            r#"{"n":[9007199254740993],"n":1}"#,
            r#"{"n":1.0,"n":[9007199254740992]}"#
        ),
        [""; 0]
    );
    // Zero has no sign, not even where it is what a tiny number is rounded to.
    assert_eq!(
        lossy(r#"{"n":[-1e-400],"n":1}"#, r#"{"n":[0],"n":1}"#),
        ["/n"]
    );
    // Exact matches go first, so that only the odd ones are lossy.
    assert_eq!(
        lossy(
            r#"{"n":9007199254740992,"n":9007199254740993}"#,
            r#"{"n":9007199254740993,"n":9007199254740992}"#
        ),
        [""; 0]
    );
    let many = |lexeme: &str| format!("[{}]", vec![lexeme; 100].join(","));
    assert_eq!(
        lossy(&many("9007199254740993"), &many("9007199254740992")).len(),
        LOSSY_AT_MOST
    );
}

#[test]
fn wide_objects_take_no_quadratic_time() {
    // Quadratic time would be minutes.
    let members = 100_000;
    let forth: Object = (0..members).map(|i| (format!("member {i}"), i)).collect();
    let back: Object = (0..members)
        .rev()
        .map(|i| (format!("member {i}"), i))
        .collect();
    assert_eq!(forth, back);
    let mut doubled = forth.clone();
    doubled.push("member 5", 5);
    let mut doubled_back = back.clone();
    doubled_back.push("member 5", 5);
    assert_eq!(doubled, doubled_back);
    assert_ne!(doubled, forth);
    let same: Object = (0..members).map(|i| ("same", i)).collect();
    let same_back: Object = (0..members).rev().map(|i| ("same", i)).collect();
    assert_eq!(same, same_back);
    let (doubled, back) = (Value::from(doubled), Value::from(back));
    assert_eq!(differences(&doubled, &back, 10).len(), 1);
    let (same, same_back) = (Value::from(same), Value::from(same_back));
    assert_eq!(differences(&same, &same_back, 10), []);
}
