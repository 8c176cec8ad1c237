#![allow(clippy::unwrap_used, reason = "a test")]

use super::*;
use crate::{Fault, Within};

/// The texts and sentences of all records.
fn told(mut records: Records, pushes: &[&[u8]]) -> Vec<String> {
    let mut told = Vec::new();
    for push in pushes {
        told.extend(records.push(push));
    }
    told.extend(records.finish());
    told.into_iter()
        .map(|record| record.text.unwrap_or_else(|fault| fault.to_string()))
        .collect()
}

const FORMATS: [Option<Format>; 4] = [
    None,
    Some(Format::Sse),
    Some(Format::Lines),
    Some(Format::Array),
];

#[test]
fn the_format_is_detected_or_given() {
    for (input, format, texts) in [
        (" [1,\n2]", Format::Array, &["1", "2"][..]),
        ("\r\n{\"a\":1}\n2", Format::Lines, &["{\"a\":1}", "2"]),
        ("\n: x\ndata: 1\n\n", Format::Sse, &["1"]),
        ("data\n\n", Format::Sse, &[""]),
        ("data x\n1", Format::Lines, &["data x", "1"]),
        ("even", Format::Lines, &["even"]),
    ] {
        for mark in ["", "\u{feff}"] {
            let input = format!("{mark}{input}");
            let bytes: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
            for records in [Records::detect(), Records::new(format)] {
                assert_eq!(
                    told(records.clone(), &[input.as_bytes()]),
                    texts,
                    "{input:?}"
                );
                assert_eq!(told(records, &bytes), texts, "{input:?} byte by byte");
            }
            let mut records = Records::detect();
            assert!(records.format().is_none());
            let _ = records.push(input.as_bytes());
            // Input that ends within the name of a field is only then known to be no field.
            if input.len() > 8 {
                assert_eq!(records.format(), Some(format), "{input:?}");
            }
            assert_eq!(records.has_bom(), !mark.is_empty());
        }
    }
}

#[test]
fn places_count_what_was_passed_before_the_format_was_known() {
    for (input, start) in [
        ("\u{feff}\r\n \n  [ 1]", (11, 3, 5)),
        ("\u{feff}\n  {}", (6, 2, 3)),
        ("\u{feff}\r\r\n\ndata: 1\n\n", (13, 4, 7)),
        ("\u{feff}data:1\n\n", (8, 1, 6)),
        ("\u{feff}[1]", (4, 1, 2)),
        ("date", (0, 1, 1)),
        ("\u{feff}date", (3, 1, 1)),
    ] {
        let mut detecting = Records::detect();
        let mut found: Vec<Record> = detecting.push(input.as_bytes()).collect();
        let format = detecting.format().unwrap_or(Format::Lines);
        found.extend(detecting.finish());
        let at = found[0].start;
        assert_eq!((at.offset, at.line, at.column), start, "{input:?}");
        let mut told = Records::new(format);
        let mut same: Vec<Record> = told.push(input.as_bytes()).collect();
        same.extend(told.finish());
        assert_eq!(found, same, "{input:?}");
    }
}

#[test]
fn blank_input_has_no_events() {
    for input in ["", "\u{feff}", " \r\n\t\n"] {
        assert_eq!(told(Records::detect(), &[input.as_bytes()]), [""; 0]);
        assert_eq!(
            told(Records::new(Format::Lines), &[input.as_bytes()]),
            [""; 0]
        );
        let array = told(Records::new(Format::Array), &[input.as_bytes()]);
        assert_eq!(array, ["the input ends within the array: `]` is missing"]);
    }
    assert_eq!(told(Records::new(Format::Sse), &[b"\n\r\n"]), [""; 0]);
}

#[test]
fn the_start_of_a_mark_is_text() {
    for start in [&b"\xef"[..], b"\xef\xbb"] {
        for format in FORMATS {
            let mut records = Records::of(format, 99);
            let mut found: Vec<Record> = records.push(start).collect();
            found.extend(records.finish());
            assert_eq!(found.len(), 1, "{format:?}");
            assert_eq!(found[0].start, Place::START, "{format:?}");
            match (format, &found[0].text) {
                (Some(Format::Sse), Err(Fault::Unfinished { .. })) => {
                    assert_eq!(found[0].malformed, Some(Place::START));
                }
                (None | Some(Format::Lines), Err(Fault::NotUtf8 { at })) => {
                    assert_eq!(*at, Place::START);
                }
                (Some(Format::Array), Err(Fault::Stray { found, .. })) => assert_eq!(*found, 0xef),
                (format, text) => panic!("{format:?}: {text:?}"),
            }
        }
    }
}

#[test]
fn a_record_of_an_event_stream_has_the_name_and_the_id() {
    let mut records = Records::detect().with_limit(6);
    let bytes = b"id: 1\nevent: a\ndata: x\n\ndata: y\ndata: z\n\ndata: 1234567\n\nretry: 9\ndata: \xff\n\nid\ndata";
    let mut found: Vec<Record> = records.push(bytes).collect();
    assert_eq!(records.retry(), Some(9));
    found.extend(records.finish());
    let [first, second, third, fourth, last] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(first.text.as_deref(), Ok("x"));
    assert_eq!(first.event.as_deref(), Some("a"));
    assert_eq!(first.id.as_deref(), Some("1"));
    assert_eq!(second.text.as_deref(), Ok("y\nz"));
    assert_eq!(second.event, None);
    assert_eq!(second.id.as_deref(), Some("1"));
    assert_eq!(second.place(2).to_string(), "line 6, column 7");
    assert_eq!(third.text, Err(Fault::TooLong { limit: 6 }));
    assert_eq!(third.place(3), third.start);
    assert_eq!(third.start.to_string(), "line 8, column 1");
    assert_eq!(fourth.text.as_deref(), Ok("\u{fffd}"));
    assert_eq!(fourth.malformed, Some(fourth.start));
    let within = Within::Frame;
    assert!(matches!(last.text, Err(Fault::Unfinished { within: found, .. }) if found == within));
    assert_eq!(last.start.to_string(), "line 13, column 1");
}

#[test]
fn bad_bytes_after_the_last_frame_are_a_record() {
    let mut records = Records::new(Format::Sse);
    assert_eq!(records.push(b"data: 1\n\n: \xff\n").count(), 1);
    let last = records.finish().unwrap();
    assert_eq!(last.text, Err(Fault::NotUtf8 { at: last.start }));
    assert_eq!(last.malformed, Some(last.start));
    assert_eq!(last.start.offset, 11);
}

#[test]
fn records_that_are_not_taken_are_passed() {
    let mut records = Records::detect();
    let first = records.push(b"1\n2\n3\n4").next().unwrap();
    assert_eq!(first.text.as_deref(), Ok("1"));
    let next: Vec<Record> = records.push(b"5\n").collect();
    assert_eq!(next[0].text.as_deref(), Ok("45"));
    assert_eq!(next[0].start.line, 4);
}

#[test]
fn a_limit_below_the_bytes_that_tell_the_format_holds() {
    for (input, limit) in [("date", 3), ("eventual\n", 0), ("\u{feff}retr", 2)] {
        let bytes: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
        let expected = [format!(
            "the event is longer than the limit of {limit} bytes"
        )];
        let records = Records::detect().with_limit(limit);
        assert_eq!(told(records.clone(), &bytes), expected);
        assert_eq!(told(records, &[input.as_bytes()]), expected);
    }
}

impl Records {
    /// Bytes of memory that are taken by the event in progress.
    fn memory(&self) -> usize {
        match &self.reader {
            Reader::Detecting(_) => 0,
            Reader::Sse(decoder) => decoder.held(),
            Reader::Lines(lines) => lines.held(),
            Reader::Array(array) => array.held(),
        }
    }
}

#[test]
fn the_limit_bounds_memory() {
    const LIMIT: usize = 1000;
    // Events that are never complete, in pushes of sizes that do not divide the limit.
    let endless: [(Format, &[u8], &[u8]); 6] = [
        (Format::Lines, b"\"", b"abcdefg"),
        (Format::Array, b"[\"", b"abcdefg"),
        (Format::Array, b"", b"[[[{\"a\":"),
        (Format::Sse, b"data:", b"abcdefg"),
        (Format::Sse, b"", b"data: a\nevent: b\nid: c\n:\nx: y\n"),
        (Format::Sse, b"id: ", b"abcdefg"),
    ];
    for (format, start, more) in endless {
        let mut records = Records::new(format).with_limit(LIMIT);
        let mut faults = 0;
        let mut most = 0;
        assert_eq!(records.push(start).count(), 0);
        for _ in 0..3 * LIMIT {
            for record in records.push(more) {
                assert_eq!(record.text, Err(Fault::TooLong { limit: LIMIT }));
                faults += 1;
            }
            most = most.max(records.memory());
        }
        assert_eq!(faults, 1, "{format:?}");
        assert!((LIMIT / 2..=LIMIT).contains(&most), "{format:?}: {most}");
    }
}

#[test]
fn memory_of_an_event_goes_with_the_event() {
    for (format, bytes) in [
        (Format::Lines, &b"\"abc\"\n"[..]),
        (Format::Array, b"[\"abc\",\n"),
        (Format::Sse, b"event: a\nid: b\ndata: abc\n\n"),
    ] {
        let mut records = Records::new(format);
        assert_eq!(records.push(bytes).count(), 1);
        assert_eq!(records.memory(), 0, "{format:?}");
    }
}
