use super::*;
use crate::sse::{Decoder, Frame};

fn frame(input: &[u8]) -> Frame {
    let mut decoder = Decoder::new();
    let mut frames = decoder.push(input);
    frames.next().expect("a frame").expect("a short one")
}

/// Checks each byte of the data against the input, save for the line feeds between the lines.
fn check(input: &str) -> Frame {
    let frame = frame(input.as_bytes());
    for (offset, byte) in frame.data.bytes().enumerate() {
        if byte != b'\n' && frame.data.is_char_boundary(offset) {
            let at = frame.place(offset).offset as usize;
            assert_eq!(input.as_bytes()[at], byte, "{input:?}, byte {offset}");
        }
    }
    frame
}

#[test]
fn each_byte_of_one_data_line_has_its_place() {
    let frame = check(": x\nevent: a\ndata: é€b\n\n");
    let place = |offset| frame.place(offset).to_string();
    assert_eq!(place(0), "line 3, column 7");
    assert_eq!(place(2), "line 3, column 8");
    assert_eq!(place(4), "line 3, column 8");
    assert_eq!(place(5), "line 3, column 9");
    assert_eq!(place(99), "line 3, column 10");
}

#[test]
fn regular_data_lines_are_one_run() {
    for end in ["\n", "\r", "\r\n"] {
        let input = ["data: {", "data:  \"é\": 1", "data: ", "data: }", "", ""].join(end);
        let frame = check(&input);
        assert!(frame.layout.more.is_empty());
        let place = |offset| frame.place(offset).to_string();
        assert_eq!(place(1), "line 1, column 8");
        assert_eq!(place(2), "line 2, column 7");
        assert_eq!(place(frame.data.len() - 1), "line 4, column 7");
    }
}

#[test]
fn data_lines_may_have_any_form() {
    let frame = check(
        "data: a\r\ndata:b\ndata\n: comment\ndata: cc\rid: 1\ndata: d\n\u{20}\ndata:e\ndata:f\ndata: g\n\n",
    );
    assert_eq!(frame.data, "a\nb\n\ncc\nd\ne\nf\ng");
    let lines: Vec<u64> = (0..frame.data.len())
        .filter(|offset| frame.data.as_bytes()[*offset] != b'\n')
        .map(|offset| frame.place(offset).line)
        .collect();
    assert_eq!(lines, [1, 2, 5, 5, 7, 9, 10, 11]);
    // The line without a value, where its name ends.
    let empty = frame.place(4);
    assert_eq!((empty.line, empty.column), (3, 5));
}

#[test]
fn memory_for_irregular_lines_is_bounded() {
    let input = "data:a\ndata: b\ndata:c\n:\n".repeat(5_000) + "\n";
    let frame = frame(input.as_bytes());
    assert_eq!(frame.layout.more.len(), MORE_AT_MOST);
    assert!(frame.layout.cut);
    let last_known = frame.layout.more[MORE_AT_MOST - 1];
    let beyond = frame.place(frame.data.len());
    assert_eq!(beyond, frame.place(frame.data.len() / 2));
    assert_eq!(
        beyond.line,
        last_known.at(last_known.index + last_known.count - 1).1
    );
    assert!(matches!(
        input.as_bytes()[beyond.offset as usize],
        b'a' | b'b' | b'c'
    ));
}

#[test]
fn after_malformed_bytes_lines_and_columns_are_right() {
    let frame = frame(b"data: \xff\xffa\ndata: \xffb\n\n");
    assert_eq!(frame.data, "\u{fffd}\u{fffd}a\n\u{fffd}b");
    assert_eq!(frame.place(6).to_string(), "line 1, column 9");
    let last = frame.place(frame.data.len() - 1);
    assert_eq!(last.to_string(), "line 2, column 8");
    assert!(last.offset <= 19);
}
