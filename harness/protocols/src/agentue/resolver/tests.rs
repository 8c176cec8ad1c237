#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::parse;

use super::*;

const MODEL: &str = r#"{"version":"1.1","biz":"chat","meta":{"x":1},"blocks":[
    {"id":"a","type":"text","content":"a"},{"id":"b","ref":"k"},{"id":"c","ref":"k"}]}"#;

fn json(text: &str) -> Value {
    parse(text).unwrap()
}

fn loaded(block_id: &str, key: &str, content: &str) -> Resolution {
    Resolution {
        block_id: block_id.into(),
        key: key.into(),
        content: Ok(json(content)),
    }
}

fn blocks(resolutions: &[Resolution]) -> Value {
    let model = resolve(&mut Reference, &json(MODEL), resolutions).unwrap();
    assert_eq!(model.meta().unwrap().get("x"), Some(&json("1")));
    Value::Array(model.blocks().iter().cloned().collect())
}

/// The resolution is not applied for that reason, and one of the other reference is.
#[track_caller]
fn leaves(resolution: &Resolution, words: &str) {
    let good = loaded("c", "k", r#"{"id":"c","type":"text"}"#);
    let after = json(
        r#"[{"id":"a","type":"text","content":"a"},{"id":"b","ref":"k"},{"id":"c","type":"text"}]"#,
    );
    assert_eq!(blocks(&[resolution.clone(), good]), after);
    let mut model = started(&json(MODEL)).unwrap();
    let rejection = apply(&mut Reference, &mut model, resolution).unwrap_err();
    assert!(rejection.message().contains(words), "{rejection}");
    assert_eq!(Value::from(model.document().clone()), json(MODEL));
}

#[test]
fn content_takes_the_place_of_its_reference_whole() {
    let b = loaded(
        "b",
        "k",
        r#"{"id":"b","type":"text","content":{"id":"x","ref":"y"},"group_id":null}"#,
    );
    let c = loaded("c", "k", r#"{"id":"c","type":"list"}"#);
    let after = r#"[{"id":"a","type":"text","content":"a"},
        {"id":"b","type":"text","content":{"id":"x","ref":"y"},"group_id":null},{"id":"c","type":"list"}]"#;
    assert_eq!(blocks(&[b.clone(), c.clone()]), json(after));
    assert_eq!(blocks(&[c, b]), json(after));
}

#[test]
fn references_that_nobody_resolves_stay() {
    assert_eq!(blocks(&[]), json(MODEL).get("blocks").unwrap().clone());
}

#[test]
fn content_that_may_not_stand_there_is_left_out() {
    for (content, words) in [
        (r#"{"id":"c","type":"text"}"#, "another block"),
        (r#"{"id":"b","ref":"other"}"#, "no other reference"),
        (
            r#"{"id":"b","type":"text","ref":"k"}"#,
            "no other reference",
        ),
        (r#"{"id":"b"}"#, "`type` is missing"),
        (r#"{"type":"text"}"#, "`id` is missing"),
        (r#"{"id":"b","type":""}"#, "empty"),
        (r#"{"id":"b","type":"text","parent_id":5}"#, "null"),
        (r#"{"id":"b","type":"text","x":1,"x":2}"#, "two members"),
        ("null", "an object"),
    ] {
        leaves(&loaded("b", "k", content), words);
    }
}

#[test]
fn a_failure_leaves_the_reference() {
    let failure = Resolution {
        block_id: "b".into(),
        key: "k".into(),
        content: Err("gone".to_owned()),
    };
    leaves(&failure, "gone");
}

#[test]
fn what_is_for_another_time_or_place_is_left_out() {
    let content = r#"{"id":"b","type":"text"}"#;
    leaves(&loaded("b", "K", content), "another key");
    leaves(&loaded("a", "k", r#"{"id":"a","type":"text"}"#), "inline");
    leaves(&loaded("B", "k", r#"{"id":"B","type":"text"}"#), "no block");
    let first = loaded("b", "k", r#"{"id":"b","type":"one"}"#);
    let second = loaded("b", "k", r#"{"id":"b","type":"two"}"#);
    let after = blocks(&[first, second]);
    assert_eq!(
        after.as_array().unwrap()[1],
        json(r#"{"id":"b","type":"one"}"#)
    );
}

#[test]
fn a_model_is_one_that_a_start_may_have() {
    for (model, section) in [
        ("5", "3.1"),
        (
            r#"{"version":"1.0","biz":"chat","meta":{},"blocks":[{"id":"b","ref":"k"}]}"#,
            "3.5",
        ),
    ] {
        let rejection = resolve(&mut Reference, &json(model), &[]).unwrap_err();
        assert_eq!(rejection.section(), section);
    }
    let old = r#"{"version":"1.0","biz":"chat","meta":{},"blocks":[]}"#;
    let model = resolve(&mut Reference, &json(old), &[]).unwrap();
    assert_eq!(Value::from(model.document().clone()), json(old));
}
