use super::*;

/// Text of each value, as parsed and written again.
fn again(text: &str) -> String {
    parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .to_text()
}

#[test]
fn nothing_is_lost() {
    for text in [
        "null",
        "true",
        "false",
        "-0",
        "1E+02",
        "0.10",
        "1e99999999999999999999999",
        r#""""#,
        r#""\ud83d""#,
        r#""\udc00\ud800 é 😀""#,
        "[]",
        "{}",
        "[[],{},[{}]]",
        r#"{"b":1,"a":2,"b":{"b":3}}"#,
        r#"{"":[null,true,-1.50,"x"]}"#,
        r#"{"\ud800":1}"#,
    ] {
        assert_eq!(again(text), text);
    }
}

#[test]
fn white_space_goes_and_escapes_become_what_they_mean() {
    assert_eq!(again(" \t\r\n[ 1 ,\n2 ] \n"), "[1,2]");
    assert_eq!(again("{ \"a\" :\t1 , \"b\":[ ]\n}"), r#"{"a":1,"b":[]}"#);
    assert_eq!(
        again(r#""\u0041\/\b\f\n\r\t\"\\\u00e9\uD83D\uDE00\u001f\u007F""#),
        "\"A/\\b\\f\\n\\r\\t\\\"\\\\é😀\\u001f\u{7f}\""
    );
}

#[test]
fn special_characters_are_seen_at_every_place_of_a_word() {
    for length in 0..40 {
        let plain = "é".repeat(length / 2) + &"x".repeat(length % 2);
        assert_eq!(again(&format!("\"{plain}\"")), format!("\"{plain}\""));
        assert_eq!(
            again(&format!("\"{plain}\\\"{plain}\"")),
            format!("\"{plain}\\\"{plain}\"")
        );
        for control in ["\0", "\u{1f}", "\n"] {
            let error =
                parse(&format!("\"{plain}{control}{plain}\"")).expect_err("a control character");
            assert_eq!(error.offset, 1 + plain.len());
        }
        assert_eq!(
            again(&format!("\"{plain} \u{7f}\u{80}!#[]{plain}\"")),
            format!("\"{plain} \u{7f}\u{80}!#[]{plain}\"")
        );
    }
}
