#![allow(clippy::unwrap_used, reason = "a test")]

use super::*;

/// What a run over the pushes finds: the start of each record as offset, line and column, and its text.
type Found = ((u64, u64, u64), Result<String, Fault>);

fn read(limit: usize, pushes: &[&[u8]]) -> Vec<Found> {
    let mut lines = Lines::new(Place::START, limit);
    let mut records = Vec::new();
    for push in pushes {
        let mut input = *push;
        while let Some(record) = lines.next(&mut input) {
            records.push(record);
        }
        assert!(input.is_empty());
    }
    records.extend(lines.finish());
    records
        .into_iter()
        .map(|record| {
            let start = record.start;
            ((start.offset, start.line, start.column), record.text)
        })
        .collect()
}

fn text(offset: u64, line: u64, column: u64, text: &str) -> Found {
    ((offset, line, column), Ok(text.into()))
}

fn too_long(offset: u64, line: u64, limit: usize) -> Found {
    ((offset, line, 1), Err(Fault::TooLong { limit }))
}

#[test]
fn lines_end_with_lf_or_crlf_and_the_last_one_with_the_input() {
    assert_eq!(
        read(99, &[b"{}\n[1]\r\n2"]),
        [
            text(0, 1, 1, "{}"),
            text(3, 2, 1, "[1]"),
            text(8, 3, 1, "2")
        ]
    );
    assert_eq!(read(99, &[b"1\n"]), [text(0, 1, 1, "1")]);
}

#[test]
fn a_lone_cr_ends_no_line() {
    assert_eq!(
        read(99, &[b"1\r2\r\r\n3\r"]),
        [text(0, 1, 1, "1\r2\r"), text(6, 2, 1, "3\r")]
    );
}

#[test]
fn a_cr_is_part_of_the_line_end_wherever_the_input_is_cut() {
    for pushes in [
        &[&b"1\r"[..], b"\n2"][..],
        &[b"1", b"\r", b"\n", b"2"],
        &[b"1", b"", b"\r\n", b"", b"2"],
    ] {
        assert_eq!(
            read(1, pushes),
            [text(0, 1, 1, "1"), text(3, 2, 1, "2")],
            "{pushes:?}"
        );
    }
    for pushes in [
        &[&b"1\r"[..], b"\r\n2"][..],
        &[b"1", b"\r", b"\r", b"\n", b"2"],
    ] {
        assert_eq!(
            read(2, pushes),
            [text(0, 1, 1, "1\r"), text(4, 2, 1, "2")],
            "{pushes:?}"
        );
    }
}

#[test]
fn blank_lines_and_indentation_are_skipped() {
    assert_eq!(
        read(1, &[b"\n \t\r\n\r\n", b"  ", b" 1\n", b"\n"]),
        [text(10, 4, 4, "1")]
    );
    assert_eq!(read(1, &[b"", b" \n \n  "]), []);
}

#[test]
fn what_is_over_the_limit_is_skipped_to_the_next_line() {
    assert_eq!(
        read(3, &[b"abc\nabcd\nab"]),
        [text(0, 1, 1, "abc"), too_long(4, 2, 3), text(9, 3, 1, "ab")]
    );
    assert_eq!(
        read(3, &[b"abc", b"d", b"efghijkl", b"\r\nabc", b"\r", b"\n"]),
        [too_long(0, 1, 3), text(14, 2, 1, "abc")]
    );
    assert_eq!(read(3, &[b"abcd"]), [too_long(0, 1, 3)]);
    // The CR is part of the text where no LF follows.
    assert_eq!(read(3, &[b"abc\r"]), [too_long(0, 1, 3)]);
    assert_eq!(
        read(3, &[b"abc", b"\r", b"d\n1"]),
        [too_long(0, 1, 3), text(6, 2, 1, "1")]
    );
    assert_eq!(
        read(0, &[b"1\n\n2\n"]),
        [too_long(0, 1, 0), too_long(3, 3, 0)]
    );
}

#[test]
fn a_long_line_is_told_of_before_it_ends() {
    let mut lines = Lines::new(Place::START, 3);
    assert!(lines.next(&mut &b"abcd"[..]).is_some());
    assert_eq!(lines.held(), 0);
    assert!(lines.next(&mut &b"efgh"[..]).is_none());
    assert_eq!(lines.held(), 0);
}

#[test]
fn what_is_not_utf8_has_its_place() {
    let bad = |offset, column| {
        let at = Place {
            offset,
            line: 2,
            column,
        };
        ((3, 2, 2), Err(Fault::NotUtf8 { at }))
    };
    assert_eq!(
        read(99, &["1\n é€".as_bytes(), b"a\xff\xff\n2\n"])[1..],
        [bad(9, 5), text(12, 3, 1, "2")]
    );
    // A character that the line end cuts off.
    assert_eq!(
        read(99, &["1\n é€".as_bytes(), b"\xe2\x82\n2\n"])[1..],
        [bad(8, 4), text(11, 3, 1, "2")]
    );
}

#[test]
fn a_text_has_the_places_of_its_bytes() {
    let mut lines = Lines::new(Place::START, 99);
    let record = lines.next(&mut "\n  é\"x\n".as_bytes()).unwrap();
    assert_eq!(record.text.as_deref(), Ok("é\"x"));
    let place = |offset| {
        let place = record.place(offset);
        (place.offset, place.line, place.column)
    };
    assert_eq!(place(0), (3, 2, 3));
    assert_eq!(place(1), (3, 2, 3));
    assert_eq!(place(2), (5, 2, 4));
    assert_eq!(place(4), (7, 2, 6));
    assert_eq!(place(usize::MAX), (7, 2, 6));
}
