use crate::{parse, parse_bytes};

fn message(text: &str) -> String {
    match parse(text) {
        Ok(value) => panic!("{text} was taken for {value}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn messages_name_what_was_expected_and_what_was_found() {
    for (text, expected) in [
        (
            "",
            "line 1, column 1: expected a value, found the end of the text",
        ),
        (
            "  ",
            "line 1, column 3: expected a value, found the end of the text",
        ),
        (
            "[1,]",
            "line 1, column 4: expected a value after the comma, found `]`",
        ),
        ("[1 2]", "line 1, column 4: expected `,` or `]`, found `2`"),
        (
            "[",
            "line 1, column 2: expected a value or `]`, found the end of the text",
        ),
        (
            "[1",
            "line 1, column 3: expected `,` or `]`, found the end of the text",
        ),
        ("[1}", "line 1, column 3: expected `,` or `]`, found `}`"),
        (
            "{\"a\":1,}",
            "line 1, column 8: expected a member's name in double quotes after the comma, found `}`",
        ),
        (
            "{a: 1}",
            "line 1, column 2: expected a member's name in double quotes or `}`, found `a`",
        ),
        (
            "{\"a\" 1}",
            "line 1, column 6: expected `:` after the member's name, found `1`",
        ),
        ("{\"a\":}", "line 1, column 6: expected a value, found `}`"),
        (
            "{\"a\":1",
            "line 1, column 7: expected `,` or `}`, found the end of the text",
        ),
        (
            "1 x",
            "line 1, column 3: expected the end of the text after its one value, found `x`",
        ),
        (
            "{}\n{}",
            "line 2, column 1: expected the end of the text after its one value, found `{`",
        ),
        (
            "NaN",
            "line 1, column 1: expected a value, found `NaN`, which is no JSON number",
        ),
        (
            "[Infinity]",
            "line 1, column 2: expected a value or `]`, found `Infinity`, which is no JSON number",
        ),
        (
            "-Infinity",
            "line 1, column 2: expected a digit, found `Infinity`, which is no JSON number",
        ),
        ("+1", "line 1, column 1: expected a value, found `+`"),
        (
            "\u{feff}{}",
            "line 1, column 1: expected a value, found a byte order mark (U+FEFF)",
        ),
        (
            "1\u{feff}",
            "line 1, column 2: expected the end of the text after its one value, found U+FEFF",
        ),
        (
            "1\u{a0}",
            "line 1, column 2: expected the end of the text after its one value, found U+00A0",
        ),
        (
            "\"a\nb\"",
            "line 1, column 3: expected an escape for the control character in the string, found U+000A",
        ),
        (
            "\"a",
            "line 1, column 3: expected the closing quote of the string, found the end of the text",
        ),
        (
            "\"a\\\"",
            "line 1, column 5: expected the closing quote of the string, found the end of the text",
        ),
        (
            "'a'",
            "line 1, column 1: expected a value, found `'`; strings stand in double quotes",
        ),
        (
            "\"\\x\"",
            "line 1, column 3: expected one of `\" \\ / b f n r t u` after the backslash, found `x`",
        ),
        (
            "\"\\u12g4\"",
            "line 1, column 6: expected four hexadecimal digits after `\\u`, found `g4`",
        ),
        (
            "\"\\u12é\"",
            "line 1, column 6: expected four hexadecimal digits after `\\u`, found `é`",
        ),
        (
            "01",
            "line 1, column 2: expected no digit after a leading zero, found `1`",
        ),
        (
            "-",
            "line 1, column 2: expected a digit, found the end of the text",
        ),
        (
            "1.",
            "line 1, column 3: expected a digit after the decimal point, found the end of the text",
        ),
        (
            "1.x",
            "line 1, column 3: expected a digit after the decimal point, found `x`",
        ),
        (
            "1e",
            "line 1, column 3: expected a digit in the exponent, found the end of the text",
        ),
        (".5", "line 1, column 1: expected a value, found `.`"),
        ("True", "line 1, column 1: expected a value, found `True`"),
        ("nulls", "line 1, column 1: expected a value, found `nulls`"),
        ("tru", "line 1, column 1: expected a value, found `tru`"),
        (
            "[1, // one\n2]",
            "line 1, column 5: expected a value after the comma, found a comment, which JSON does not have",
        ),
        (
            "undefined",
            "line 1, column 1: expected a value, found `undefined`",
        ),
        ("]", "line 1, column 1: expected a value, found `]`"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn places_count_characters_and_bytes() {
    let error = parse("[\n  \"é😀\", x]").expect_err("x is no value");
    assert_eq!((error.line(), error.column(), error.offset), (2, 9, 14));
}

#[test]
fn long_words_are_cut() {
    assert_eq!(
        message(&"x".repeat(1000)),
        format!(
            "line 1, column 1: expected a value, found `{}`",
            "x".repeat(20)
        )
    );
}

#[test]
fn bytes_are_utf_8() {
    assert_eq!(
        parse_bytes("\"é\"".as_bytes()).map(|value| value.to_text()),
        Ok("\"é\"".to_owned())
    );
    let error = parse_bytes(b"[\n\"\xc3\x28\"]").expect_err("no UTF-8");
    assert_eq!(
        error.to_string(),
        "line 2, column 2: expected UTF-8, found the byte 0xc3 out of place"
    );
    assert_eq!(error.offset, 3);
    // A surrogate in UTF-8 is none.
    assert!(parse_bytes(b"\"\xed\xa0\x80\"").is_err());
}
