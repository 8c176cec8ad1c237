//! Laws of streams on random bytes and random frames.

#![allow(clippy::unwrap_used, reason = "a test")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use uiconform_stream::sse::{Decoder, End, Frame, TooLong};
use uiconform_stream::{Fault, Format, Place, Record, Records};

/// Pieces that are put together to inputs which meet many rules at once.
const PIECES: [&[u8]; 48] = [
    b"data",
    b"data:",
    b"data: ",
    b"event: a",
    b"event",
    b"id: 1",
    b"id",
    b"retry: 5",
    b"retry:x",
    b":",
    b": c",
    b"foo: x",
    b"\n",
    b"\n",
    b"\n\n",
    b"\r",
    b"\r\r",
    b"\r\n",
    b"\r\n\r\n",
    b" ",
    b"\t",
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b"\"",
    b"\\",
    b"\\\"",
    b"{\"a\":1}",
    b"[1,2]",
    b"\"x\"",
    b"12",
    b"null",
    b"x",
    b"\xc3\xa9",
    b"\xf0\x9f\x98\x80",
    b"\xef\xbb\xbf",
    b"\xef",
    b"\xbb",
    b"\xff",
    b"\xe2\x82",
    b"\x80",
    b"\0",
    b"[\n",
    b"}\n",
    b"dat",
    b"1\n",
];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat()),
        vec(any::<u8>(), 0..200),
    ]
}

fn format() -> impl Strategy<Value = Option<Format>> {
    select(vec![
        None,
        Some(Format::Sse),
        Some(Format::Lines),
        Some(Format::Array),
    ])
}

fn limit() -> impl Strategy<Value = usize> {
    prop_oneof![0_usize..12, Just(1 << 20)]
}

fn records_of(format: Option<Format>, limit: usize, pushes: &[&[u8]]) -> Vec<Record> {
    let records = format.map_or_else(Records::detect, Records::new);
    let mut records = records.with_limit(limit);
    let mut found = Vec::new();
    for push in pushes {
        found.extend(records.push(push));
    }
    found.extend(records.finish());
    found
}

/// Whether the input is an event stream, and its records.
fn read(format: Option<Format>, bytes: &[u8]) -> (bool, Vec<Record>) {
    let mut records = format.map_or_else(Records::detect, Records::new);
    let mut found: Vec<Record> = records.push(bytes).collect();
    // An input may end before its format is known; a line end settles it, and changes nothing else.
    let format = records
        .format()
        .or_else(|| Format::detect(&[bytes, b"\n"].concat()));
    let is_sse = format == Some(Format::Sse);
    found.extend(records.finish());
    (is_sse, found)
}

fn frames_of(bytes: &[u8]) -> (Vec<Result<Frame, TooLong>>, End) {
    let mut decoder = Decoder::new();
    let frames = decoder.push(bytes).collect();
    (frames, decoder.finish())
}

/// The bytes cut at the places, some of which may be the same.
fn cut<'a>(bytes: &'a [u8], places: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = places
        .iter()
        .map(|place| place.index(bytes.len() + 1))
        .collect();
    places.sort_unstable();
    let mut pushes = Vec::new();
    let mut from = 0;
    for to in places {
        pushes.push(&bytes[from..to]);
        from = to;
    }
    pushes.push(&bytes[from..]);
    pushes
}

/// A frame as a producer means it.
#[derive(Clone, Debug)]
struct Meant {
    event: Option<String>,
    id: Option<String>,
    data: Vec<String>,
}

fn meant() -> impl Strategy<Value = Meant> {
    // No line ends; those of an id no NUL either.
    let value = "[^\r\n]{0,12}";
    let event = proptest::option::of("[^\r\n]{1,6}");
    let id = proptest::option::of("[^\r\n\0]{0,6}");
    (event, id, vec(value, 1..5)).prop_map(|(event, id, data)| Meant { event, id, data })
}

/// The lines of a frame, with what may stand between them.
fn lines_of(frame: &Meant, extra: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = extra.iter().map(|line| (*line).to_owned()).collect();
    lines.extend(frame.event.iter().map(|event| format!("event: {event}")));
    for (index, data) in frame.data.iter().enumerate() {
        lines.push(match data.as_str() {
            "" if index % 2 == 0 => "data".to_owned(),
            value if value.starts_with(' ') || index % 2 == 0 => format!("data: {value}"),
            value => format!("data:{value}"),
        });
    }
    lines.extend(frame.id.iter().map(|id| format!("id: {id}")));
    lines.push(String::new());
    lines
}

/// Where the byte at the offset stands, counted anew: lines end with LF, or in an event stream with CR and CRLF, too.
fn place_of(bytes: &[u8], offset: u64, cr_ends_lines: bool) -> (u64, usize) {
    let before = &bytes[..offset as usize];
    let mut line = 1;
    let mut start = if bytes.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    for (index, byte) in before.iter().enumerate() {
        let is_crlf = *byte == b'\r' && bytes.get(index + 1) == Some(&b'\n');
        if *byte == b'\n' || (cr_ends_lines && *byte == b'\r' && !is_crlf) {
            line += 1;
            start = index + 1;
        }
    }
    let column = before
        .get(start..)
        .unwrap_or_default()
        .iter()
        .filter(|byte| **byte & 0xc0 != 0x80)
        .count();
    (line, 1 + column)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn pushes_do_not_matter(
        bytes in bytes(),
        places in vec(any::<Index>(), 0..6),
        format in format(),
        limit in limit(),
    ) {
        let whole = records_of(format, limit, &[&bytes]);
        prop_assert_eq!(&records_of(format, limit, &cut(&bytes, &places)), &whole);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        prop_assert_eq!(&records_of(format, limit, &single), &whole);
    }

    #[test]
    fn places_are_in_the_input_and_never_go_back(bytes in bytes(), format in format(), limit in limit()) {
        let length = bytes.len() as u64;
        let mut last = Place::START;
        for record in records_of(format, limit, &[&bytes]) {
            prop_assert!(last.offset <= record.start.offset && last.line <= record.start.line, "{record:?}");
            last = record.start;
            let text_length = record.text.as_ref().map_or(0, String::len);
            let mut within = record.start;
            for offset in (0..=text_length).chain([usize::MAX]) {
                let place = record.place(offset);
                prop_assert!(within <= place && place.offset <= length, "{offset} of {record:?}: {place:?}");
                within = place;
            }
            let bad = match record.text {
                Err(Fault::NotUtf8 { at }) => Some(at),
                _ => record.malformed,
            };
            if let Some(bad) = bad {
                prop_assert!(bad.offset < length, "{bad:?}");
                prop_assert!(str::from_utf8(&bytes).is_err_and(|error| error.valid_up_to() as u64 <= bad.offset));
            }
        }
    }

    #[test]
    fn starts_are_counted_right(bytes in bytes(), format in format()) {
        let (is_sse, found) = read(format, &bytes);
        for record in found {
            let Place { offset, line, column } = record.start;
            prop_assert_eq!((line, column as usize), place_of(&bytes, offset, is_sse), "{:?}", record);
            if let Some(Place { offset, line, column }) = record.malformed {
                prop_assert_eq!((line, column as usize), place_of(&bytes, offset, is_sse), "{:?}", record);
            }
        }
    }

    #[test]
    fn a_text_stands_where_its_record_says(bytes in bytes(), format in format()) {
        let (is_sse, found) = read(format, &bytes);
        for record in found {
            let Ok(text) = &record.text else { continue };
            if record.malformed.is_some() {
                continue;
            }
            for (offset, character) in text.char_indices() {
                let found = &bytes[record.place(offset).offset as usize..];
                let mut expected = [0; 4];
                let expected = character.encode_utf8(&mut expected).as_bytes();
                // Between data lines any line end stands for the line feed.
                let is_line_end = is_sse && character == '\n' && found[0] == b'\r';
                prop_assert!(is_line_end || found.starts_with(expected), "{offset} of {record:?}");
            }
        }
    }

    #[test]
    fn no_text_is_over_the_limit(bytes in bytes(), format in format(), limit in 0_usize..12) {
        for record in records_of(format, limit, &[&bytes]) {
            if record.malformed.is_none() && let Ok(text) = &record.text {
                prop_assert!(text.len() <= limit, "{record:?}");
            }
        }
    }

    #[test]
    fn lines_are_what_is_between_line_feeds(text in "[a-z\"é{} \t\r\n]{0,60}") {
        let expected: Vec<&str> = text
            .split_inclusive('\n')
            .map(|line| line.strip_suffix("\r\n").or(line.strip_suffix('\n')).unwrap_or(line))
            .map(|line| line.trim_start_matches([' ', '\t', '\r']))
            .filter(|line| !line.is_empty())
            .collect();
        let found: Vec<String> = records_of(Some(Format::Lines), 1 << 20, &[text.as_bytes()])
            .into_iter()
            .map(|record| record.text.unwrap())
            .collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn elements_come_back_from_an_array(
        elements in vec(
            (select(&["1", "-2.5e3", "null", "\"é]\\\"\"", "{\"a\":[{}]}", "[[],\"[\"]", "{}"][..]), "[ \t\r\n]{0,3}", "[ \t\r\n]{0,3}"),
            0..8,
        ),
    ) {
        let spaced: Vec<String> = elements
            .iter()
            .map(|(element, before, after)| format!("{before}{element}{after}"))
            .collect();
        let input = format!("[{}]\n", spaced.join(","));
        let found: Vec<String> = records_of(None, 1 << 20, &[input.as_bytes()])
            .into_iter()
            .map(|record| record.text.unwrap())
            .collect();
        let expected: Vec<&str> = elements.iter().map(|(element, ..)| *element).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn frames_come_back_from_their_bytes(
        frames in vec((meant(), subsequence(vec![":", ": data: x", "foo: y", "retry: 1", "Data: z"], 0..=5)), 0..6),
        ends in vec(select(&["\n", "\r", "\r\n"][..]), 1..8),
    ) {
        let lines = frames.iter().flat_map(|(frame, extra)| lines_of(frame, extra));
        // A CR followed by the LF of an empty line would be one line end.
        let mut input = String::new();
        for (line, end) in lines.zip(ends.iter().cycle()) {
            let is_one_end = line.is_empty() && input.ends_with('\r') && end.starts_with('\n');
            input += &line;
            input += if is_one_end { "\r" } else { end };
        }
        let (found, end) = frames_of(input.as_bytes());
        prop_assert_eq!(end, End::default());
        prop_assert_eq!(found.len(), frames.len());
        let mut id = String::new();
        for (found, (meant, _)) in found.iter().zip(&frames) {
            let found = found.as_ref().unwrap();
            id = meant.id.clone().unwrap_or(id);
            prop_assert_eq!(&found.data, &meant.data.join("\n"));
            prop_assert_eq!(&found.event, &meant.event);
            prop_assert_eq!(&*found.id, id.as_str());
            prop_assert_eq!(found.malformed, None);
        }
    }

    #[test]
    fn line_ends_do_not_matter_to_frames(pieces in vec(select(&PIECES[..]), 0..40)) {
        // All line ends are LF first.
        let input: Vec<u8> = pieces.concat().into_iter().filter(|byte| *byte != b'\r').collect();
        let with = |end: &[u8]| {
            let parts: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
            let (frames, end) = frames_of(&parts.join(end));
            let told: Vec<_> = frames
                .into_iter()
                .map(|frame| {
                    let frame = frame.unwrap();
                    let place = |place: Place| (place.line, place.column);
                    let ends: Vec<_> = (0..=frame.data.len()).map(|offset| place(frame.place(offset))).collect();
                    let malformed = frame.malformed.map(place);
                    (place(frame.start), place(frame.data_start), frame.event, frame.id, frame.data, malformed, ends)
                })
                .collect();
            (told, end.unfinished.map(|left| left.start.line))
        };
        let lf = with(b"\n");
        prop_assert_eq!(&with(b"\r\n"), &lf);
        prop_assert_eq!(&with(b"\r"), &lf);
    }
}
