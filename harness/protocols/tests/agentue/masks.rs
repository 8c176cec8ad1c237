//! Section 5.2, fields.

use crate::{accepts, model, refuses};

fn meta(members: &str) -> String {
    format!(r#"{{"version":"1.1","biz":"c","meta":{members},"blocks":[]}}"#)
}

fn set_meta(mask: &str, payload: &str) -> String {
    format!(r#"{{"op":"set","seq":2,"mask":"{mask}","meta":{payload}}}"#)
}

fn set_block(mask: &str, payload: &str) -> String {
    format!(r#"{{"op":"set","seq":2,"mask":"{mask}","block":{payload}}}"#)
}

#[test]
fn the_value_replaces_what_is_at_the_path_and_nothing_else() {
    let before = meta(r#"{"a":{"b":{"x":1},"c":2},"d":[1]}"#);
    accepts(
        &before,
        &set_meta("meta.a.b", r#"{"a":{"b":{"y":2},"c":9},"d":9}"#),
        &meta(r#"{"a":{"b":{"y":2},"c":2},"d":[1]}"#),
    );
    accepts(
        &before,
        &set_meta("meta.d", r#"{"d":[2]}"#),
        &meta(r#"{"a":{"b":{"x":1},"c":2},"d":[2]}"#),
    );
    accepts(
        &before,
        &set_meta("meta.a", r#"{"a":null}"#),
        &meta(r#"{"a":null,"d":[1]}"#),
    );
    accepts(
        &before,
        &set_meta("meta.e", r#"{"e":false}"#),
        &meta(r#"{"a":{"b":{"x":1},"c":2},"d":[1],"e":false}"#),
    );
}

#[test]
fn every_name_is_an_ordinary_name() {
    for name in ["__proto__", "constructor", "id", "ref", "é", "a b", "0"] {
        accepts(
            &meta("{}"),
            &set_meta(
                &format!("meta.x.{name}"),
                &format!(r#"{{"x":{{"{name}":1}}}}"#),
            ),
            &meta(&format!(r#"{{"x":{{"{name}":1}}}}"#)),
        );
        accepts(
            &model(r#"{"id":"a","type":"t","x":{}}"#),
            &set_block(
                &format!("block.x.{name}"),
                &format!(r#"{{"id":"a","x":{{"{name}":1}}}}"#),
            ),
            &model(&format!(r#"{{"id":"a","type":"t","x":{{"{name}":1}}}}"#)),
        );
    }
}

#[test]
fn missing_objects_are_created_and_others_not_entered() {
    accepts(
        &meta("{}"),
        &set_meta("meta.a.b.c", r#"{"a":{"b":{"c":1}}}"#),
        &meta(r#"{"a":{"b":{"c":1}}}"#),
    );
    for there in ["null", "7", r#""text""#, r#"[{"b":1}]"#] {
        refuses(
            &meta(&format!(r#"{{"a":{there}}}"#)),
            &set_meta("meta.a.b", r#"{"a":{"b":1}}"#),
            "5.2-49",
        );
    }
    refuses(
        &meta(r#"{"a":[0]}"#),
        &set_meta("meta.a.0", r#"{"a":{"5.2-50":1}}"#),
        "5.2",
    );
}

#[test]
fn a_refusal_leaves_no_objects_behind() {
    refuses(
        &meta("{}"),
        &set_meta("meta.a.b.c", r#"{"a":{"b":{}}}"#),
        "5.2-32",
    );
    refuses(&meta("{}"), &set_meta("meta.a.b", r#"{"b":1}"#), "5.2-46");
}

#[test]
fn a_mask_has_a_root_and_a_field() {
    let before = model(r#"{"id":"a","type":"t"}"#);
    for mask in [
        "block",
        "",
        "model.x",
        "blocks.x",
        "x",
        "block.",
        "block..x",
        "block.x.",
        "Block.x",
        "\\ud800.x",
    ] {
        refuses(
            &before,
            &set_block(mask, r#"{"id":"a","type":"t","x":1}"#),
            "5.2",
        );
    }
    refuses(&before, &set_block("meta", r#"{"id":"a","x":1}"#), "4-34");
    refuses(&before, &set_block("meta.x", r#"{"id":"a","x":1}"#), "4-34");
    refuses(&before, &set_meta("block.x", r#"{"id":"a","x":1}"#), "4-34");
}

#[test]
fn the_named_block_must_be_there() {
    let before = model(r#"{"id":"a","type":"t"}"#);
    for payload in [
        r#"{"x":1}"#,
        r#"{"id":7,"x":1}"#,
        r#"{"id":"b","x":1}"#,
        r#"{"id":"b","type":"t","x":1}"#,
    ] {
        assert!(
            refuses(
                &before,
                &set_block("block.x", payload),
                if payload.contains(r#""b""#) {
                    "5.2"
                } else {
                    "5.2-33"
                }
            )
            .to_string()
            .contains("/block")
        );
    }
}

#[test]
fn id_and_ref_are_not_fields() {
    let before = model(r#"{"id":"a","type":"t"}"#);
    for mask in ["block.id", "block.id.x", "block.ref", "block.ref.x"] {
        refuses(
            &before,
            &set_block(mask, r#"{"id":"a","ref":{"x":"r"},"x":1}"#),
            "5.2",
        );
    }
    refuses(
        &before,
        &set_block("block.x", r#"{"id":"a","x":1,"ref":"r"}"#),
        "5.2-43",
    );
}

#[test]
fn common_members_keep_their_types() {
    for (before, mask, payload) in [
        ("{}", "meta.error", r#"{"error":5}"#),
        ("{}", "meta.error.code", r#"{"error":{"code":"c"}}"#),
        (
            r#"{"error":{"code":"c","message":"m"}}"#,
            "meta.error.code",
            r#"{"error":{"code":5}}"#,
        ),
        ("{}", "meta.task_id", r#"{"task_id":5}"#),
        ("{}", "meta.task_id.x", r#"{"task_id":{"x":1}}"#),
        ("{}", "meta.stats", r#"{"stats":[]}"#),
    ] {
        refuses(&meta(before), &set_meta(mask, payload), "5.2-48");
    }
    let error = |detail: &str| {
        meta(&format!(
            r#"{{"error":{{"code":"c","message":"m"{detail}}}}}"#
        ))
    };
    accepts(
        &error(""),
        &set_meta("meta.error.detail", r#"{"error":{"detail":[5]}}"#),
        &error(r#","detail":[5]"#),
    );
    for payload in [r#"{"id":"a","type":""}"#, r#"{"id":"a","type":null}"#] {
        refuses(
            &model(r#"{"id":"a","type":"t"}"#),
            &set_block("block.type", payload),
            "5.2-47",
        );
    }
    accepts(
        &model(r#"{"id":"a","type":"t"}"#),
        &set_block("block.type", r#"{"id":"a","type":"u"}"#),
        &model(r#"{"id":"a","type":"u"}"#),
    );
    accepts(
        &model(r#"{"id":"a","type":"t"}"#),
        &set_block("block.parent_id", r#"{"id":"a","parent_id":null}"#),
        &model(r#"{"id":"a","type":"t","parent_id":null}"#),
    );
}

#[test]
fn a_mask_may_hold_lone_surrogates() {
    accepts(
        &meta("{}"),
        &set_meta(r"meta.\ud800.x", r#"{"\ud800":{"x":1}}"#),
        &meta(r#"{"\ud800":{"x":1}}"#),
    );
}
