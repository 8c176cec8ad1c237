//! Section 5.2, whole blocks.

use crate::{accepts, model, refuses};

#[test]
fn a_new_block_goes_last() {
    let (a, b) = (
        r#"{"id":"b","type":"t"}"#,
        r#"{"id":"a","type":"t","x":{"y":[null]}}"#,
    );
    accepts(
        &model(a),
        &format!(r#"{{"op":"set","seq":2,"block":{b}}}"#),
        &model(&format!("{a},{b}")),
    );
}

#[test]
fn a_known_block_is_replaced_entirely_in_its_place() {
    let event = r#"{"op":"set","seq":2,"block":{"id":"a","type":"u","y":null}}"#;
    let blocks = |a: &str| {
        model(&format!(
            r#"{{"id":"z","type":"t"}},{a},{{"id":"b","type":"t"}}"#
        ))
    };
    accepts(
        &blocks(r#"{"id":"a","type":"t","x":1}"#),
        event,
        &blocks(r#"{"id":"a","type":"u","y":null}"#),
    );
}

#[test]
fn identifiers_match_exactly() {
    for (there, id) in [
        ("a", "A"),
        ("a", "a "),
        ("1", "01"),
        ("é", "e\u{301}"),
        ("a.b", "a"),
        ("constructor", "__proto__"),
    ] {
        let old = format!(r#"{{"id":"{there}","type":"t"}}"#);
        let new = format!(r#"{{"id":"{id}","type":"t"}}"#);
        accepts(
            &model(&old),
            &format!(r#"{{"op":"set","seq":2,"block":{new}}}"#),
            &model(&format!("{old},{new}")),
        );
    }
}

#[test]
fn lone_surrogates_tell_identifiers_apart() {
    let (old, new) = (
        r#"{"id":"\ud800","type":"t"}"#,
        r#"{"id":"\ud801","type":"t"}"#,
    );
    accepts(
        &model(old),
        &format!(r#"{{"op":"set","seq":2,"block":{new}}}"#),
        &model(&format!("{old},{new}")),
    );
}

#[test]
fn what_is_no_complete_block_is_refused() {
    let before = model(r#"{"id":"a","type":"t"}"#);
    refuses(&before, r#"{"op":"set","seq":2}"#, "5.2-08");
    for block in [
        r#"{"type":"t"}"#,
        r#"{"id":"a"}"#,
        r#"{"id":["a"],"type":"t"}"#,
        r#"{"id":"a","type":7}"#,
    ] {
        let rejection = refuses(
            &before,
            &format!(r#"{{"op":"set","seq":2,"block":{block}}}"#),
            "5.2",
        );
        assert!(
            rejection.pointer().to_string().starts_with("/block"),
            "{rejection}"
        );
    }
    refuses(&before, r#"{"op":"set","seq":2,"block":"a"}"#, "5.2-09");
}
