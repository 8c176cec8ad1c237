//! Sections 3.1 to 3.3 and 3.5, by way of `start`.

use uiconform_json::parse;
use uiconform_protocols::agentue::Reducer;

use crate::{apply, json, model, refuses};

fn start(model: &str) -> String {
    format!(r#"{{"op":"start","seq":1,"model":{model}}}"#)
}

#[track_caller]
fn starts(model: &str) {
    let mut reducer = Reducer::new();
    apply(&mut reducer, &start(model)).unwrap();
    assert_eq!(json(&reducer), parse(model).unwrap());
}

#[track_caller]
fn refuses_to_start(bad: &str, section: &str, pointer: &str) {
    let rejection = refuses(
        &model(r#"{"id":"old","type":"text"}"#),
        &start(bad),
        section,
    );
    assert_eq!(rejection.pointer().to_string(), pointer);
}

fn with_meta(meta: &str) -> String {
    format!(r#"{{"version":"1.1","biz":"chat","meta":{meta},"blocks":[]}}"#)
}

#[test]
fn everything_is_kept() {
    starts(&with_meta(
        r#"{"error":null,"task_id":null,"trace_id":"t","stats":{},"__proto__":[1.50],"":{"a.b":null}}"#,
    ));
    starts(&with_meta(
        r#"{"error":{"code":"c","message":"m","detail":7,"trace_id":null,"more":[]}}"#,
    ));
    starts(
        r#"{"version":"1.0","biz":"b","meta":{},"blocks":[{"id":"a","type":"t","x":{"y":null}}],"extra":{"z":1}}"#,
    );
    starts(&model(
        r#"{"id":"a","type":"frame"},{"id":"b","type":"t","parent_id":"c","group_id":null}"#,
    ));
    starts(&model(r#"{"id":"a","type":"t","parent_id":"a"}"#));
}

#[test]
fn the_four_members_are_required() {
    refuses_to_start(r#"{"biz":"c","meta":{},"blocks":[]}"#, "3.1-01", "/model");
    refuses_to_start(
        r#"{"version":1.1,"biz":"c","meta":{},"blocks":[]}"#,
        "3.1-01",
        "/model/version",
    );
    refuses_to_start(
        r#"{"version":"1.1","meta":{},"blocks":[]}"#,
        "3.1-02",
        "/model",
    );
    refuses_to_start(
        r#"{"version":"1.1","biz":"","meta":{},"blocks":[]}"#,
        "3.1-07",
        "/model/biz",
    );
    refuses_to_start(
        r#"{"version":"1.1","biz":"c","blocks":[]}"#,
        "3.1-03",
        "/model",
    );
    refuses_to_start(
        r#"{"version":"1.1","biz":"c","meta":[],"blocks":[]}"#,
        "3.1-03",
        "/model/meta",
    );
    refuses_to_start(
        r#"{"version":"1.1","biz":"c","meta":{},"Blocks":[]}"#,
        "3.1-04",
        "/model",
    );
    refuses_to_start(
        r#"{"version":"1.1","biz":"c","meta":{},"blocks":null}"#,
        "3.1-04",
        "/model/blocks",
    );
}

#[test]
fn there_are_two_versions() {
    for version in ["9.0", "1", "1.2", "1.1 "] {
        let bad = format!(r#"{{"version":"{version}","biz":"c","meta":{{}},"blocks":[]}}"#);
        refuses_to_start(&bad, "3.5-06", "/model/version");
    }
}

#[test]
fn common_metadata_has_its_types() {
    for (meta, pointer) in [
        (r#"{"error":"late"}"#, "/model/meta/error"),
        (r#"{"error":{"message":"m"}}"#, "/model/meta/error"),
        (
            r#"{"error":{"code":"c","message":7}}"#,
            "/model/meta/error/message",
        ),
        (r#"{"task_id":5}"#, "/model/meta/task_id"),
        (r#"{"trace_id":{}}"#, "/model/meta/trace_id"),
        (r#"{"stats":[]}"#, "/model/meta/stats"),
    ] {
        refuses_to_start(&with_meta(meta), "3.2", pointer);
    }
}

#[test]
fn blocks_have_an_id_and_a_type() {
    for (block, pointer) in [
        ("7", "/model/blocks/0"),
        (r#"{"type":"t"}"#, "/model/blocks/0"),
        (r#"{"id":7,"type":"t"}"#, "/model/blocks/0/id"),
        (r#"{"id":"","type":"t"}"#, "/model/blocks/0/id"),
        (r#"{"id":"a"}"#, "/model/blocks/0"),
        (r#"{"id":"a","type":null}"#, "/model/blocks/0/type"),
        (r#"{"id":"a","type":""}"#, "/model/blocks/0/type"),
        (
            r#"{"id":"a","type":"t","parent_id":1}"#,
            "/model/blocks/0/parent_id",
        ),
        (
            r#"{"id":"a","type":"t","group_id":[]}"#,
            "/model/blocks/0/group_id",
        ),
    ] {
        refuses_to_start(&model(block), "3.3", pointer);
    }
}

#[test]
fn identifiers_are_unique_across_both_forms() {
    let (inline, reference) = (r#"{"id":"a","type":"t"}"#, r#"{"id":"a","ref":"r"}"#);
    for (blocks, rule) in [
        ([inline, inline], "3.3-03"),
        ([inline, reference], "3.4-08"),
        ([reference, reference], "3.4-09"),
    ] {
        refuses_to_start(&model(&blocks.join(",")), rule, "/model/blocks/1/id");
    }
    starts(&model(
        r#"{"id":"a","type":"t"},{"id":"A","type":"t"},{"id":"a ","type":"t"},{"id":"\ud800","type":"t"}"#,
    ));
}
