//! Section 5.3.

use crate::{accepts, apply, having, json, model, refuses};

fn append(payload: &str) -> String {
    format!(r#"{{"op":"append","seq":2,"mask":"block.x","block":{payload}}}"#)
}

fn block(x: &str) -> String {
    model(&format!(r#"{{"id":"a","type":"t","x":{x}}}"#))
}

#[test]
fn strings_and_lists_are_joined_as_they_are() {
    for (there, delta, joined) in [
        (r#""go""#, r#""go""#, r#""gogo""#),
        (r#""a ""#, r#"" b""#, r#""a  b""#),
        (r#""""#, r#""""#, r#""""#),
        (r#""e""#, r#""\u0301""#, r#""e\u0301""#),
        (r#""\ud83d""#, r#""\ude00""#, r#""😀""#),
        ("[1]", "[1,[2],null]", "[1,1,[2],null]"),
        ("[]", "[]", "[]"),
    ] {
        accepts(
            &block(there),
            &append(&format!(r#"{{"id":"a","x":{delta},"type":"other","y":1}}"#)),
            &block(joined),
        );
    }
}

#[test]
fn nothing_else_is_joined() {
    for (there, delta) in [
        (r#""""#, "[]"),
        ("[]", r#""""#),
        ("7", r#""x""#),
        ("true", "[]"),
        ("{}", r#""""#),
        ("null", r#""x""#),
        (r#""x""#, "7"),
        (r#""x""#, "null"),
        ("{}", "{}"),
    ] {
        refuses(
            &block(there),
            &append(&format!(r#"{{"id":"a","x":{delta}}}"#)),
            "5.3",
        );
    }
}

#[test]
fn an_absent_block_is_inserted_whole_at_the_end() {
    let payload = r#"{"id":"n","type":"t","x":"","y":{"z":null}}"#;
    accepts(
        &model(r#"{"id":"z","type":"t"}"#),
        &append(payload),
        &model(&format!(r#"{{"id":"z","type":"t"}},{payload}"#)),
    );
    refuses(&model(""), &append(r#"{"id":"n","x":""}"#), "5.3-20");
    refuses(
        &model(""),
        &append(r#"{"id":"n","type":7,"x":""}"#),
        "5.3-20",
    );
    refuses(
        &model(""),
        &append(r#"{"id":"n","type":"t","x":7}"#),
        "5.3-17",
    );
    refuses(&model(""), &append(r#"{"id":"n","type":"t"}"#), "5.3-29");
    refuses(
        &model(""),
        &append(r#"{"id":"n","type":"t","x":"","ref":"r"}"#),
        "5.3-22",
    );
}

#[test]
fn the_mask_names_a_member_of_a_block() {
    let payload = r#"{"id":"a","x":"s","ref":"r","y":{"z":"s"}}"#;
    for mask in [
        r#""mask":"block","#,
        r#""mask":"block.id","#,
        r#""mask":"block.ref","#,
        r#""mask":"block.y.z","#,
        r#""mask":"x","#,
        "",
    ] {
        refuses(
            &block(r#""""#),
            &format!(r#"{{"op":"append","seq":2,{mask}"block":{payload}}}"#),
            "5.3",
        );
    }
    refuses(
        &block(r#""""#),
        r#"{"op":"append","seq":2,"mask":"meta.x","block":{"id":"a","x":""}}"#,
        "5.3-27",
    );
    refuses(
        &block(r#""""#),
        r#"{"op":"append","seq":2,"mask":"block.x"}"#,
        "5.3-23",
    );
    refuses(&block(r#""""#), &append(r#"{"x":"s"}"#), "5.3-24");
}

#[test]
fn a_field_that_is_not_there_is_refused_whatever_its_name() {
    for field in ["y", "constructor", "__proto__", "toString"] {
        let event = format!(
            r#"{{"op":"append","seq":2,"mask":"block.{field}","block":{{"id":"a","{field}":"s"}}}}"#
        );
        refuses(&block(r#""""#), &event, "5.3-34");
    }
}

#[test]
fn an_event_can_be_applied_again() {
    let events = [
        append(r#"{"id":"n","type":"t","x":["1"]}"#),
        append(r#"{"id":"n","x":["2"]}"#),
    ];
    let run = || {
        let mut reducer = having(&model(""));
        events
            .iter()
            .for_each(|event| apply(&mut reducer, event).unwrap());
        json(&reducer)
    };
    assert_eq!(run(), run());
}
