#![allow(clippy::unwrap_used, reason = "a test")]

use super::*;

/// The start of each record as offset, line and column, and its text.
type Found = ((u64, u64, u64), Result<String, Fault>);

/// Reads the input as one push, and byte by byte: what is found does not depend on that.
fn read(limit: usize, input: &str) -> Vec<Found> {
    let found = read_in(limit, &[input.as_bytes()]);
    let bytes: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
    assert_eq!(read_in(limit, &bytes), found, "{input:?} byte by byte");
    found
}

fn read_in(limit: usize, pushes: &[&[u8]]) -> Vec<Found> {
    let mut array = Array::new(Place::START, limit);
    let mut records = Vec::new();
    for push in pushes {
        let mut input = *push;
        while let Some(record) = array.next(&mut input) {
            records.push(record);
        }
        assert!(input.is_empty());
    }
    records.extend(array.finish());
    records
        .into_iter()
        .map(|record| {
            let start = record.start;
            ((start.offset, start.line, start.column), record.text)
        })
        .collect()
}

/// The texts of an input without faults.
fn texts(input: &str) -> Vec<String> {
    read(99, input)
        .into_iter()
        .map(|(_, text)| text.unwrap())
        .collect()
}

/// The offset of each record, and its text or the sentence of its fault.
fn told(input: &str) -> Vec<(u64, String)> {
    read(99, input)
        .into_iter()
        .map(|((offset, ..), text)| (offset, text.unwrap_or_else(|fault| fault.to_string())))
        .collect()
}

fn is(told: &[(u64, String)], expected: &[(u64, &str)]) {
    let told: Vec<_> = told.iter().map(|(at, text)| (*at, text.as_str())).collect();
    assert_eq!(told, expected);
}

const NO_ELEMENT: &str = "expected an element of the array, found ";
const NO_COMMA: &str = "expected `,` or `]` after an element, found ";
const NO_ARRAY: &str = "expected `[`, the start of an array, found ";
const NOT_THE_END: &str = "expected nothing after the end of the array, found ";
const NO_BRACKET: &str = "the input ends within the array: `]` is missing";
const IN_ELEMENT: &str = "the input ends within an element of the array";

#[test]
fn elements_are_any_values() {
    assert_eq!(
        texts(r#"[{"a":[1,"]"]},[],"x,\"]",-1.5e3,null]"#),
        [r#"{"a":[1,"]"]}"#, "[]", r#""x,\"]""#, "-1.5e3", "null"]
    );
    assert_eq!(texts("[]"), [""; 0]);
    assert_eq!(texts(" [\r\n] \n"), [""; 0]);
}

#[test]
fn white_space_does_not_matter_and_places_are_kept() {
    let input = "[\n  {\n    \"é\": 1\n  } ,\t2\r\n,\"é\",3 ]\n";
    assert_eq!(
        read(99, input),
        [
            ((4, 2, 3), Ok("{\n    \"é\": 1\n  }".into())),
            ((24, 4, 7), Ok("2".into())),
            ((28, 5, 2), Ok("\"é\"".into())),
            ((33, 5, 6), Ok("3".into())),
        ]
    );
    let mut array = Array::new(Place::START, 99);
    let record = array.next(&mut input.as_bytes()).unwrap();
    // The `1` stands on the third line.
    let place = record.place(11);
    assert_eq!((place.offset, place.line, place.column), (15, 3, 9));
}

#[test]
fn a_missing_comma_is_told_of_and_the_element_read() {
    is(
        &told("[1 2{\"a\":3}4\"5\"[6]]"),
        &[
            (1, "1"),
            (3, &format!("{NO_COMMA}`2`")),
            (3, "2"),
            (4, &format!("{NO_COMMA}`{{`")),
            (4, "{\"a\":3}"),
            (11, &format!("{NO_COMMA}`4`")),
            (11, "4"),
            (12, &format!("{NO_COMMA}`\"`")),
            (12, "\"5\""),
            (15, &format!("{NO_COMMA}`[`")),
            (15, "[6]"),
        ],
    );
}

#[test]
fn a_missing_element_is_told_of() {
    is(
        &told("[,1,,2,]"),
        &[
            (1, &format!("{NO_ELEMENT}`,`")),
            (2, "1"),
            (4, &format!("{NO_ELEMENT}`,`")),
            (5, "2"),
            (7, &format!("{NO_ELEMENT}`]`")),
        ],
    );
}

#[test]
fn garbage_is_an_element_that_a_parser_will_refuse() {
    is(&told("[}:x,\u{0}]"), &[(1, "}:x"), (5, "\u{0}")]);
}

#[test]
fn after_the_array_and_before_it_there_is_nothing() {
    is(
        &told("[1] \n[2] 3"),
        &[(1, "1"), (5, &format!("{NOT_THE_END}`[`"))],
    );
    is(&told(" {\"a\":1}\n[2]"), &[(1, &format!("{NO_ARRAY}`{{`"))]);
    is(&told("é[1]"), &[(0, &format!("{NO_ARRAY}the byte 0xc3"))]);
}

#[test]
fn the_input_may_end_too_early() {
    is(&told(""), &[(0, NO_BRACKET)]);
    is(&told(" \n"), &[(2, NO_BRACKET)]);
    is(&told("["), &[(1, NO_BRACKET)]);
    is(&told("[\"1\" "), &[(1, "\"1\""), (5, NO_BRACKET)]);
    is(&told("[[],\n"), &[(1, "[]"), (5, NO_BRACKET)]);
    is(&told("[1, 23"), &[(1, "1"), (4, IN_ELEMENT)]);
    is(&told("[ {\"a\":[}"), &[(2, IN_ELEMENT)]);
    is(&told("[\"a\\\"]"), &[(1, IN_ELEMENT)]);
}

#[test]
fn what_is_over_the_limit_is_skipped_to_the_next_element() {
    let too_long = |offset, column| ((offset, 1, column), Err(Fault::TooLong { limit: 3 }));
    assert_eq!(
        read(3, "[123,1234,{\"],\":[1,2]},[1]]"),
        [
            ((1, 1, 2), Ok("123".into())),
            too_long(5, 6),
            too_long(10, 11),
            ((23, 1, 24), Ok("[1]".into())),
        ]
    );
    let within = Within::Array;
    let end = Place {
        offset: 5,
        line: 1,
        column: 6,
    };
    assert_eq!(
        read(3, "[1234"),
        [
            too_long(1, 2),
            ((5, 1, 6), Err(Fault::Unfinished { within, end }))
        ]
    );
    assert_eq!(read(3, "[\"12345\"]"), [too_long(1, 2)]);
}

#[test]
fn a_long_element_is_told_of_before_it_ends() {
    let mut array = Array::new(Place::START, 3);
    assert!(array.next(&mut &b"[\"abc"[..]).is_some());
    assert_eq!(array.held(), 0);
    assert!(array.next(&mut &b"def"[..]).is_none());
    assert_eq!(array.held(), 0);
}

#[test]
fn what_is_not_utf8_has_its_place() {
    let found = read_in(99, &[b"[1,\n \"\xc3", b"\xa9\xff\", 2]"]);
    let at = Place {
        offset: 8,
        line: 2,
        column: 4,
    };
    assert_eq!(
        found[1..],
        [
            ((5, 2, 2), Err(Fault::NotUtf8 { at })),
            ((12, 2, 8), Ok("2".into()))
        ]
    );
}
