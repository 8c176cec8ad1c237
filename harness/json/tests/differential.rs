//! The same verdict as serde_json's, and the same values, wherever both have to agree.
//!
//! They may differ lawfully on texts that the grammar allows and serde_json refuses or reads otherwise:
//!
//! - lone surrogates, which it refuses;
//! - numbers that are infinite as binary64, which it refuses;
//! - more than 127 levels, which it refuses;
//! - members that share a name, of which it keeps the last;
//! - the last bits of a binary64: in its default build it rounds up to three times on the way.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use support::tree;
use uiconform_json::{JsonString, Number, Value, parse_bytes};

/// The depth that serde_json refuses.
const TOO_DEEP: usize = 128;

/// Pieces of which texts near the grammar are made.
const PIECES: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "\\n", "\\x", "a", "u",
    "0", "1", "9", "-", "+", ".", "e", "E", "true", "false", "null", "nul", "NaN", " ", "\t", "\n",
    "\r", "\u{b}", "\u{0}", "\u{1f}", "\u{7f}", "\u{a0}", "é", "😀", "\u{feff}", "\"a\"", "\"a\":",
    "[]", "{}", "1e400", "/", "//", "'", "00", "-0", "1.0", "e5", "\u{2028}",
];

/// Whether serde_json has a reason of its own to refuse a text that we have read.
fn refused_for_its_own_reasons(value: &Value, level: usize) -> bool {
    let odd = |name: &JsonString| name.has_lone_surrogates();
    match value {
        Value::Number(number) => number.to_f64().is_infinite(),
        Value::String(string) => odd(string),
        Value::Array(array) => {
            level == TOO_DEEP - 1
                || array
                    .iter()
                    .any(|value| refused_for_its_own_reasons(value, level + 1))
        }
        Value::Object(object) => {
            level == TOO_DEEP - 1
                || object
                    .iter()
                    .any(|(name, value)| odd(name) || refused_for_its_own_reasons(value, level + 1))
        }
        _ => false,
    }
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let shown = String::from_utf8_lossy(bytes);
    match (parse_bytes(bytes), serde_json::from_slice(bytes)) {
        (Ok(ours), Ok(theirs)) => {
            prop_assert!(agree(&ours, &theirs), "{}: {} and {}", shown, ours, theirs)
        }
        (Ok(ours), Err(error)) => prop_assert!(
            refused_for_its_own_reasons(&ours, 0),
            "{}: serde_json: {}",
            shown,
            error
        ),
        (Err(error), Ok(_)) => prop_assert!(false, "{}: ours: {}", shown, error),
        (Err(error), Err(_)) => {
            prop_assert!(error.offset <= bytes.len());
            // What stands before the place is well and good.
            prop_assert!(std::str::from_utf8(&bytes[..error.offset]).is_ok());
        }
    }
    Ok(())
}

fn agree(ours: &Value, theirs: &serde_json::Value) -> bool {
    match (ours, theirs) {
        (Value::Null, serde_json::Value::Null) => true,
        (Value::Bool(a), serde_json::Value::Bool(b)) => a == b,
        (Value::Number(a), serde_json::Value::Number(b)) => agree_on_number(a, b),
        (Value::String(a), serde_json::Value::String(b)) => a == b.as_str(),
        (Value::Array(a), serde_json::Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b))
        }
        (Value::Object(a), serde_json::Value::Object(b)) => {
            a.names()
                .all(|name| name.as_str().is_some_and(|name| b.contains_key(name)))
                && b.iter()
                    .all(|(name, b)| a.get(name).is_some_and(|a| agree(a, b)))
        }
        _ => false,
    }
}

fn agree_on_number(ours: &Number, theirs: &serde_json::Number) -> bool {
    if theirs.is_u64() || theirs.is_i64() {
        return (ours.to_u64(), ours.to_i64()) == (theirs.as_u64(), theirs.as_i64());
    }
    let (a, b) = (ours.to_f64(), theirs.as_f64().unwrap());
    // Three roundings of half a unit each, and a whole unit where a power of two lies between; at the least, three of the smallest number.
    let tolerance = (3.0 * f64::EPSILON * a.abs()).max(3.0 * f64::from_bits(1));
    (a - b).abs() <= tolerance
}

/// A change of one byte or a few.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(Index, u8),
    Remove(Index),
    Insert(Index, &'static str),
    Repeat(Index, Index),
    Cut(Index),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    let byte = prop_oneof![
        select(&b"{}[],:\"\\0123456789+-.eEtfnu/ \t\n\r\x00\x1f\x7f\x80\xc3\xed\xff"[..]),
        any::<u8>()
    ];
    prop_oneof![
        (at(), byte).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        at().prop_map(Mutation::Remove),
        (at(), select(PIECES)).prop_map(|(at, piece)| Mutation::Insert(at, piece)),
        (at(), at()).prop_map(|(from, to)| Mutation::Repeat(from, to)),
        at().prop_map(Mutation::Cut),
    ]
}

fn mutate(bytes: &mut Vec<u8>, mutation: &Mutation) {
    if bytes.is_empty() {
        return;
    }
    let place = |index: &Index| index.index(bytes.len());
    match mutation {
        Mutation::Replace(at, byte) => {
            let at = place(at);
            bytes[at] = *byte;
        }
        Mutation::Remove(at) => {
            bytes.remove(place(at));
        }
        Mutation::Insert(at, piece) => {
            let at = place(at);
            bytes.splice(at..at, piece.bytes());
        }
        Mutation::Repeat(from, to) => {
            let (from, to) = (place(from), place(to));
            let piece = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(to..to, piece);
        }
        Mutation::Cut(at) => bytes.truncate(place(at)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn on_texts(tree in tree()) {
        check(tree.text().as_bytes())?;
        check(tree.compact().as_bytes())?;
    }

    #[test]
    fn on_texts_with_a_few_bytes_changed(tree in tree(), mutations in vec(mutation(), 1..4)) {
        let mut bytes = tree.text().into_bytes();
        for mutation in &mutations {
            mutate(&mut bytes, mutation);
            check(&bytes)?;
        }
    }

    #[test]
    fn on_pieces_in_any_order(pieces in vec(select(PIECES), 0..8)) {
        let text = pieces.concat();
        check(text.as_bytes())?;
        // In a string, in a list and as a number's tail, more of them are right.
        for text in [format!("\"{text}\""), format!("[{text}]"), format!("1{text}"), format!("{{\"a\":{text}}}")] {
            check(text.as_bytes())?;
        }
    }

    #[test]
    fn on_any_bytes(bytes in vec(any::<u8>(), 0..20)) {
        check(&bytes)?;
        check(&[b"\"", bytes.as_slice(), b"\""].concat())?;
    }
}

#[test]
fn each_lawful_difference_is_one() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    for text in [
        r#""\ud800""#,
        r#"{"\udc00":1}"#,
        "1e400",
        "[-1E+999]",
        &nested(TOO_DEEP),
    ] {
        let ours = parse_bytes(text.as_bytes()).unwrap();
        assert!(refused_for_its_own_reasons(&ours, 0), "{text}");
        assert!(
            serde_json::from_str::<serde_json::Value>(text).is_err(),
            "{text}"
        );
    }
    assert!(serde_json::from_str::<serde_json::Value>(&nested(TOO_DEEP - 1)).is_ok());
    let last = serde_json::from_str::<serde_json::Value>(r#"{"a":1,"a":2}"#).unwrap();
    assert_eq!(last["a"], 2);
}

#[test]
fn on_all_texts_of_two_pieces_and_a_half() {
    // Exhaustive where random draws would miss a corner: each pair, bare and in each surrounding.
    for (first, second) in PIECES
        .iter()
        .flat_map(|first| PIECES.iter().map(move |second| (first, second)))
    {
        for (before, after) in [
            ("", ""),
            ("[", "]"),
            ("\"", "\""),
            ("{\"a\":", "}"),
            ("{", ":1}"),
            ("[1,", "]"),
            ("-", ""),
            ("1", "1"),
        ] {
            check(format!("{before}{first}{second}{after}").as_bytes()).unwrap();
        }
    }
}
