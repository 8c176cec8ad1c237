//! The rules of the HTML Living Standard, 9.2 "Server-sent events"; each test names the part that it is of.

#![allow(clippy::unwrap_used, reason = "a test")]

use super::*;

/// Decodes the input as one push, byte by byte, and cut at each place: the frames do not depend on that.
fn decode_all(input: &[u8]) -> (Vec<Frame>, End) {
    let (frames, end) = decode_in(&[input]);
    let bytes: Vec<&[u8]> = input.chunks(1).collect();
    assert_eq!(decode_in(&bytes), (frames.clone(), end), "byte by byte");
    for cut in 0..=input.len() {
        let (first, rest) = input.split_at(cut);
        assert_eq!(
            decode_in(&[first, rest]),
            (frames.clone(), end),
            "cut at {cut}"
        );
    }
    (frames, end)
}

fn decode_in(pushes: &[&[u8]]) -> (Vec<Frame>, End) {
    let mut decoder = Decoder::new();
    let mut frames = Vec::new();
    for push in pushes {
        frames.extend(decoder.push(push).map(|frame| frame.expect("a short one")));
    }
    (frames, decoder.finish())
}

/// The name of each event, its data and the last event id.
fn events(input: &str) -> Vec<(Option<String>, String, String)> {
    let (frames, _) = decode_all(input.as_bytes());
    frames
        .into_iter()
        .map(|frame| (frame.event, frame.data, frame.id.to_string()))
        .collect()
}

fn data(input: &str) -> Vec<String> {
    events(input).into_iter().map(|(_, data, _)| data).collect()
}

fn place(offset: u64, line: u64, column: u64) -> Place {
    Place {
        offset,
        line,
        column,
    }
}

/// 9.2.5: `stream = [ bom ] *event`; one mark is dropped, as UTF-8 decode does it.
#[test]
fn one_byte_order_mark_at_the_start_is_skipped() {
    assert_eq!(data("\u{feff}data:1\n\n"), ["1"]);
    assert_eq!(data("\u{feff}\u{feff}data:1\n\ndata:2\n\n"), ["2"]);
    assert_eq!(data("data:1\n\u{feff}data:2\n\n"), ["1"]);
    assert_eq!(data("\n\u{feff}data:1\n\n"), [""; 0]);
    assert_eq!(data("data:\u{feff}1\n\n"), ["\u{feff}1"]);
    let (frames, _) = decode_all("\u{feff}data: 1\n\n".as_bytes());
    assert_eq!(frames[0].start, place(3, 1, 1));
    assert_eq!(frames[0].data_start, place(9, 1, 7));
}

/// 9.2.5: `end-of-line = ( cr lf / cr / lf )`, in any mixture.
#[test]
fn lines_end_with_lf_cr_or_crlf() {
    for input in [
        "data:a\ndata:b\n\ndata:c\n\n",
        "data:a\rdata:b\r\rdata:c\r\r",
        "data:a\r\ndata:b\r\n\r\ndata:c\r\n\r\n",
        "data:a\r\ndata:b\r\n\rdata:c\n\r\n",
        "data:a\ndata:b\r\ndata:c\r",
    ] {
        let expected: &[&str] = if input.ends_with("c\r") {
            &[]
        } else {
            &["a\nb", "c"]
        };
        assert_eq!(data(input), expected, "{input:?}");
    }
    // LF CR are two ends.
    assert_eq!(data("data:a\n\rdata:b\n\r"), ["a", "b"]);
}

/// A frame is handed out at the CR of its empty line; whether LF follows may take long to know.
#[test]
fn an_empty_line_ends_with_its_cr() {
    let mut decoder = Decoder::new();
    assert_eq!(decoder.push(b"data:1\r\n\r").count(), 1);
    assert_eq!(decoder.push(b"\n").count(), 0);
    let frame = decoder.push(b"data:2\n\n").next().unwrap().unwrap();
    assert_eq!(frame.start, place(10, 3, 1));
}

/// 9.2.6: a line that starts with a colon is ignored.
#[test]
fn comments_are_ignored() {
    assert_eq!(
        data(":\n: data:x\n\ndata:1\n:data:2\ndata:3\n\n:\n\n"),
        ["1\n3"]
    );
}

/// 9.2.6: the field is before the first colon, the value after it without one space; without a colon, the value is empty.
#[test]
fn a_value_begins_after_the_colon_and_one_space() {
    assert_eq!(data("data: 1\n\n"), ["1"]);
    assert_eq!(data("data:  1 \n\n"), [" 1 "]);
    assert_eq!(data("data:\t1\n\n"), ["\t1"]);
    assert_eq!(data("data:a: b:c\n\n"), ["a: b:c"]);
    assert_eq!(data("data\n\ndata\ndata\n\ndata:"), ["", "\n"]);
    assert_eq!(data("data:test\n\ndata: test\n\n"), ["test", "test"]);
}

/// 9.2.6: field names are compared literally; others are ignored.
#[test]
fn unknown_fields_are_ignored() {
    assert_eq!(
        data("foo:1\nData:2\ndata2:3\n data:4\ndata :5\nda\0ta:6\ndata:7\nbar\n\nDATA:8\n\n"),
        ["7"]
    );
}

/// 9.2.6: values are joined by LF, and the one after the last is removed.
#[test]
fn data_lines_are_joined() {
    assert_eq!(
        data("data: YHOO\ndata: +2\ndata: 10\n\ndata\ndata:\ndata: \n\n"),
        ["YHOO\n+2\n10", "\n\n"]
    );
    assert_eq!(data("data:\0\n\n"), ["\0"]);
}

/// 9.2.6: without data there is no event, and the event type is forgotten.
#[test]
fn an_event_without_data_is_not_dispatched() {
    assert_eq!(
        events("event: a\n\ndata: 1\n\nevent: b\nid: 2\n\n\n\ndata: 3\n\n"),
        [
            (None, "1".into(), String::new()),
            (None, "3".into(), "2".into())
        ]
    );
}

/// 9.2.6: the last `event` line counts, an empty one means the default type, and the next frame begins without one.
#[test]
fn the_last_event_name_counts() {
    let names: Vec<_> =
        events("event: a\nevent: b\ndata\n\ndata\n\nevent: a\nevent\ndata\n\nevent:é \ndata\n\n")
            .into_iter()
            .map(|(name, ..)| name)
            .collect();
    assert_eq!(names, [Some("b".into()), None, None, Some("é ".into())]);
}

/// 9.2.6: the last event id stays until another is set, empties with an empty one, and is not changed by one with NUL.
#[test]
fn the_last_event_id_stays() {
    let ids: Vec<_> = events(
        "data\n\nid: 1\ndata\n\ndata\n\nid: 2\0\ndata\n\nid:\0\ndata\n\nid: 3\nid: 4\ndata\n\nid\ndata\n\n",
    )
    .into_iter()
    .map(|(.., id)| id)
    .collect();
    assert_eq!(ids, ["", "1", "1", "1", "1", "4", ""]);
}

/// 9.2.6: digits alone set the reconnection time, at once.
#[test]
fn the_reconnection_time_is_digits() {
    let retry = |input: &str| {
        let mut decoder = Decoder::new();
        let _ = decoder.push(input.as_bytes());
        decoder.retry()
    };
    assert_eq!(retry("data: 1\n\n"), None);
    assert_eq!(retry("retry: 1000\n"), Some(1000));
    assert_eq!(retry("retry: 1000"), None);
    assert_eq!(retry("retry:1\nretry:02\n\n"), Some(2));
    assert_eq!(
        retry("retry:1\nretry\nretry: \nretry:  3\nretry: x\nretry: -1\n"),
        Some(1)
    );
    assert_eq!(retry("retry: 99999999999999999999\n"), Some(u64::MAX));
}

/// 9.2.6: what is pending at the end of the stream is discarded.
#[test]
fn an_unfinished_frame_is_not_dispatched_but_told_of() {
    let unfinished = |input: &str| {
        let (_, end) = decode_all(input.as_bytes());
        end.unfinished.map(|left| {
            (
                left.start.offset,
                left.start.line,
                left.end.offset - left.start.offset,
            )
        })
    };
    assert_eq!(unfinished("data: 1\n\n"), None);
    assert_eq!(unfinished("data: 1\r\n\r"), None);
    assert_eq!(unfinished("data: 1\n\ndata: 2\n"), Some((9, 3, 8)));
    assert_eq!(unfinished("data: 1\n\n: x\n\r\ndata: 2"), Some((15, 5, 7)));
    assert_eq!(unfinished("data: 1\n\n:x\nda"), Some((12, 4, 2)));
    assert_eq!(unfinished("event: x\n: y\n"), Some((0, 1, 13)));
    // Comments are no frame.
    assert_eq!(unfinished("data: 1\n\n: x\n: y"), None);
    assert_eq!(unfinished(""), None);
    // An id in a line without an end is not processed.
    let mut decoder = Decoder::new();
    let _ = decoder.push(b"id: 1\n\nid: 2");
    assert_eq!(&*decoder.id, "1");
}

/// The examples of 9.2.6 with ids and with empty data.
#[test]
fn the_examples_of_the_standard() {
    assert_eq!(
        events(
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n"
        ),
        [
            (None, "first event".into(), "1".into()),
            (None, "second event".into(), String::new())
        ]
    );
    assert_eq!(data("data\n\ndata\ndata\n\ndata:\n"), ["", "\n"]);
}

#[test]
fn frames_have_their_places() {
    let (frames, _) = decode_all(
        "data: 1\r\n\r\n: ping\r\n\r\n\r\n: é\r\nevent: é\r\nid: 5\r\ndata:2\r\n\r\n".as_bytes(),
    );
    assert_eq!(frames[0].start, place(0, 1, 1));
    assert_eq!(frames[0].data_start, place(6, 1, 7));
    assert_eq!(frames[1].start, place(29, 7, 1));
    assert_eq!(frames[1].data_start, place(52, 9, 6));
    let (frames, _) = decode_all(b"event: a\ndata\ndata: x\n\n");
    assert_eq!(frames[0].data_start, place(13, 2, 5));
    assert_eq!(frames[0].place(1), place(20, 3, 7));
}

/// 9.2.5: streams are decoded with UTF-8 decode, which replaces what is malformed.
#[test]
fn what_is_not_utf8_is_replaced_and_told_of() {
    let (frames, end) = decode_all(
        b"data: \xc3\xa9\xff1\xe2\x82\n\ndata: 2\n\nevent: \xe2\x82\nid: \xff\ndata: 3\n\n",
    );
    assert_eq!(frames[0].data, "é\u{fffd}1\u{fffd}");
    assert_eq!(frames[0].malformed, Some(place(8, 1, 8)));
    assert_eq!(frames[1].malformed, None);
    assert_eq!(frames[2].event.as_deref(), Some("\u{fffd}"));
    assert_eq!(&*frames[2].id, "\u{fffd}");
    assert_eq!(frames[2].malformed, Some(place(30, 5, 8)));
    assert_eq!(end, End::default());
}

#[test]
fn malformed_bytes_count_wherever_they_are() {
    let (frames, end) = decode_all(b": \xff\n\ndata: 1\n\n\xe9t\xe9: x\ndata: 2\n\n:\n:\xe2\x82");
    assert_eq!(frames[0].malformed, Some(place(2, 1, 3)));
    assert_eq!(frames[1].malformed, Some(place(14, 5, 1)));
    assert_eq!(end.malformed, Some(place(33, 9, 2)));
    assert_eq!(end.unfinished, None);
    // A character is not continued on the next line.
    let (frames, _) = decode_all(b"data: \xc3\ndata: \xa9\n\n");
    assert_eq!(frames[0].data, "\u{fffd}\n\u{fffd}");
    assert_eq!(frames[0].malformed, Some(place(6, 1, 7)));
}

/// What the limit makes of an input: the data of each frame, or the start of one that is too long.
fn limited(limit: usize, pushes: &[&[u8]]) -> Vec<Result<(String, String), u64>> {
    let mut decoder = Decoder::with_limit(limit);
    let mut items = Vec::new();
    for push in pushes {
        items.extend(decoder.push(push).map(|item| {
            item.map(|frame| (frame.data, frame.id.to_string()))
                .map_err(|long| long.start.offset)
        }));
    }
    assert_eq!(decoder.finish(), End::default());
    items
}

#[test]
fn a_frame_over_the_limit_is_skipped() {
    let ok = |data: &str, id: &str| Ok((data.to_owned(), id.to_owned()));
    for (input, expected) in [
        (
            &b"data: abcd\n\ndata: abcde\n\ndata: x\n\n"[..],
            vec![ok("abcd", ""), Err(12), ok("x", "")],
        ),
        // Line feeds count, too.
        (
            b"data:ab\ndata:c\n\ndata:ab\ndata:cd\n\n",
            vec![ok("ab\nc", ""), Err(16)],
        ),
        (
            b"data\ndata\ndata\ndata\ndata\n\ndata\ndata\ndata\ndata\ndata\ndata\n\n",
            vec![ok("\n\n\n\n", ""), Err(26)],
        ),
        // So does the name.
        (
            b"event:ab\ndata:cd\n\nevent:ab\ndata:cde\n\n",
            vec![ok("cd", ""), Err(18)],
        ),
        (b"event:abcde\n\ndata:1\n\n", vec![Err(0), ok("1", "")]),
        // The id is kept, unless it is too long itself; one frame is told of once.
        (
            b":abcdef\ndata:abcde\nid:12\ndata:f\nevent:abcde\nid:12345\n\ndata:1\n\n",
            vec![Err(8), ok("1", "12")],
        ),
        (b"id:12345\ndata:1\n\ndata:2\n\n", vec![Err(0), ok("2", "")]),
        // Comments and other fields do not count.
        (
            b":abcdef\nfoobar:abcdef\nretry:123456\ndata:1\n\n",
            vec![ok("1", "")],
        ),
    ] {
        assert_eq!(
            limited(4, &[input]),
            expected,
            "{:?}",
            str::from_utf8(input)
        );
        let bytes: Vec<&[u8]> = input.chunks(1).collect();
        assert_eq!(
            limited(4, &bytes),
            expected,
            "{:?} byte by byte",
            str::from_utf8(input)
        );
    }
}

#[test]
fn a_long_frame_is_told_of_before_it_ends_and_once() {
    let mut decoder = Decoder::with_limit(3);
    assert_eq!(decoder.push(b"event: a\ndata: abc").count(), 1);
    assert_eq!(decoder.held(), 0);
    assert_eq!(decoder.push(b"defghi\ndata: jkl").count(), 0);
    assert_eq!(decoder.held(), 0);
    // The end of the stream is within a frame that has been told of.
    assert_eq!(decoder.finish(), End::default());
}

#[test]
fn a_long_frame_tells_what_is_malformed() {
    let mut decoder = Decoder::with_limit(3);
    let items: Vec<_> = decoder.push(b": \xff\n\ndata: \xffabcd\xc3").collect();
    let long = items[0].as_ref().unwrap_err();
    assert_eq!(long.malformed, Some(place(2, 1, 3)));
    assert_eq!(long.start, place(5, 3, 1));
    // What is bad on the line that is too much, or later, is told of with the next frame.
    let next = decoder.push(b"\xa9\n: \xff\ndata: 1\n\ndata: 2\n\n").next();
    assert_eq!(next.unwrap().unwrap().malformed, Some(place(11, 3, 7)));
}

#[test]
fn a_long_id_costs_nothing_where_it_is_repeated() {
    let (frames, _) = decode_in(&[b"id: 1\ndata\n\ndata\n\n"]);
    assert!(Arc::ptr_eq(&frames[0].id, &frames[1].id));
}
