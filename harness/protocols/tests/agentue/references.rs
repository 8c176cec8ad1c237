//! Section 3.4.

use crate::{accepts, apply, having, json, model, refuses};

const REFERENCE: &str = r#"{"id":"r","ref":"https://x/../{}"}"#;
const INLINE: &str = r#"{"id":"r","type":"t"}"#;

fn set(block: &str) -> String {
    format!(r#"{{"op":"set","seq":2,"block":{block}}}"#)
}

#[test]
fn a_reference_is_exactly_id_and_ref() {
    accepts(&model(""), &set(REFERENCE), &model(REFERENCE));
    for block in [
        r#"{"id":"a","ref":""}"#,
        r#"{"id":"a","ref":null}"#,
        r#"{"id":"","ref":"r"}"#,
        r#"{"ref":"r"}"#,
        r#"{"id":"a","ref":"r","type":"t"}"#,
        r#"{"id":"a","ref":"r","x":null}"#,
    ] {
        refuses(&model(INLINE), &set(block), "5.2");
    }
}

#[test]
fn whole_block_sets_change_the_form_in_place() {
    let other = r#"{"id":"z","ref":"https://x/../{}"}"#;
    let around = |block: &str| model(&format!("{block},{other}"));
    accepts(&around(INLINE), &set(REFERENCE), &around(REFERENCE));
    accepts(&around(REFERENCE), &set(INLINE), &around(INLINE));
    let changed = r#"{"id":"r","ref":"2"}"#;
    accepts(&around(REFERENCE), &set(changed), &around(changed));
}

#[test]
fn references_take_no_field_patches() {
    let before = model(REFERENCE);
    refuses(
        &before,
        r#"{"op":"set","seq":2,"mask":"block.x","block":{"id":"r","x":1}}"#,
        "3.4-12",
    );
    refuses(
        &before,
        r#"{"op":"append","seq":2,"mask":"block.x","block":{"id":"r","x":"3.4-13"}}"#,
        "3.4",
    );
    refuses(
        &before,
        r#"{"op":"append","seq":2,"mask":"block.x","block":{"id":"r","type":"t","x":"3.4-13"}}"#,
        "3.4",
    );
}

#[test]
fn everything_else_goes_on_beside_them() {
    let mut reducer = having(&model(&format!(
        r#"{REFERENCE},{{"id":"a","type":"t","x":"1"}}"#
    )));
    for event in [
        r#"{"op":"set","seq":2,"mask":"meta.x","meta":{"x":1}}"#,
        r#"{"op":"error","seq":3,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}}"#,
        r#"{"op":"append","seq":4,"mask":"block.x","block":{"id":"a","x":"2"}}"#,
    ] {
        apply(&mut reducer, event).unwrap();
    }
    let model = json(&reducer);
    assert_eq!(
        model.get("blocks").unwrap().to_text(),
        format!(r#"[{REFERENCE},{{"id":"a","type":"t","x":"12"}}]"#)
    );
}

#[test]
fn references_need_version_1_1() {
    let old = r#"{"version":"1.0","biz":"c","meta":{},"blocks":[]}"#;
    refuses(old, &set(REFERENCE), "3.5-04");
    refuses(
        &model(""),
        r#"{"op":"start","seq":2,"model":{"version":"3.5-03","biz":"c","meta":{},"blocks":[{"id":"r","ref":"x"}]}}"#,
        "3.5",
    );
    let mut reducer = having(&model(""));
    apply(
        &mut reducer,
        &format!(r#"{{"op":"start","seq":2,"model":{old}}}"#),
    )
    .unwrap();
    assert!(apply(&mut reducer, &set(REFERENCE)).is_err());
    accepts(
        old,
        &set(INLINE),
        r#"{"version":"1.0","biz":"c","meta":{},"blocks":[{"id":"r","type":"t"}]}"#,
    );
}
