#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::parse;

use super::*;
use crate::agentue::Reference;

const MODEL: &str = r#"{"biz":"chat","meta":{},"blocks":[{"id":"a","type":"text","content":"go","tool":{"x":1}},{"id":"r","ref":"k"}]}"#;

fn json(text: &str) -> Value {
    parse(text).unwrap()
}

fn path(names: &[&str]) -> Vec<JsonString> {
    names.iter().map(|name| JsonString::from(*name)).collect()
}

fn begun() -> Emitter {
    let mut emitter = Emitter::default();
    emitter.start(&mut Reference, &json(MODEL)).unwrap();
    emitter
}

/// The action emits that one event.
#[track_caller]
fn emits(emitted: Emitted, event: &str) {
    let events = emitted.unwrap();
    let events: Vec<Value> = events
        .iter()
        .map(|event| event.members().clone().into())
        .collect();
    assert_eq!(events, [json(event)]);
}

/// The action is refused for that reason, and the next event has the next `seq`.
#[track_caller]
fn refuses(action: impl FnOnce(&mut Emitter) -> Emitted, words: &str) {
    let mut emitter = begun();
    let before = emitter.model().cloned();
    let rejection = action(&mut emitter).unwrap_err();
    assert!(rejection.message().contains(words), "{rejection}");
    assert_eq!(emitter.model().cloned(), before);
    emits(emitter.end(&mut Reference), r#"{"op":"end","seq":2}"#);
}

#[test]
fn a_start_has_the_model_and_its_version() {
    let mut emitter = Emitter::default();
    let with_version = MODEL.replacen('{', r#"{"version":"1.1","#, 1);
    emits(
        emitter.start(&mut Reference, &json(MODEL)),
        &format!(r#"{{"op":"start","seq":1,"model":{with_version}}}"#),
    );
    let old = r#"{"version":"1.0","biz":"chat","meta":{},"blocks":[]}"#;
    emits(
        emitter.start(&mut Reference, &json(old)),
        &format!(r#"{{"op":"start","seq":2,"model":{old}}}"#),
    );
    refuses(
        |emitter| emitter.start(&mut Reference, &json(r#"{"biz":"chat"}"#)),
        "missing",
    );
}

#[test]
fn blocks_are_set_whole() {
    let block = r#"{"id":"a","type":"text","content":null}"#;
    emits(
        begun().set(&mut Reference, &json(block)),
        &format!(r#"{{"op":"set","seq":2,"block":{block}}}"#),
    );
    refuses(
        |emitter| emitter.set(&mut Reference, &json(r#"{"id":"a"}"#)),
        "type",
    );
}

#[test]
fn fields_are_set_by_mask() {
    emits(
        begun().set_field(
            &mut Reference,
            &"a".into(),
            &path(&["tool", "y"]),
            &Value::Null,
        ),
        r#"{"op":"set","seq":2,"mask":"block.tool.y","block":{"id":"a","tool":{"y":null}}}"#,
    );
    emits(
        begun().set_meta(&mut Reference, &path(&["stats"]), &Value::Null),
        r#"{"op":"set","seq":2,"mask":"meta.stats","meta":{"stats":null}}"#,
    );
    for (block, names, words) in [
        ("a", &["id"][..], "`id`"),
        ("a", &["ref", "x"], "`ref`"),
        ("a", &["content", "x"], "leads through"),
        ("a", &["parent_id"], "a string or null"),
        ("a", &[], "names no field"),
        ("z", &["x"], "no such block"),
        ("r", &["x"], "is a reference"),
    ] {
        let action = |emitter: &mut Emitter| {
            emitter.set_field(&mut Reference, &block.into(), &path(names), &json("5"))
        };
        refuses(action, words);
    }
    refuses(
        |emitter| emitter.set_meta(&mut Reference, &path(&["error"]), &json("5")),
        "object",
    );
}

#[test]
fn a_field_that_no_mask_can_name_is_set_with_its_block() {
    emits(
        begun().set_field(
            &mut Reference,
            &"a".into(),
            &path(&["tool", "x.y"]),
            &json("5"),
        ),
        r#"{"op":"set","seq":2,"block":{"id":"a","type":"text","content":"go","tool":{"x":1,"x.y":5}}}"#,
    );
    emits(
        begun().set_field(&mut Reference, &"a".into(), &path(&["new", ""]), &json("5")),
        r#"{"op":"set","seq":2,"block":{"id":"a","type":"text","content":"go","tool":{"x":1},"new":{"":5}}}"#,
    );
    for (block, names, words) in [
        ("a", &["id", "x.y"][..], "`id`"),
        ("a", &["content", "x.y"], "leads through"),
        ("z", &["x.y"], "no block"),
        ("r", &["x.y"], "is a reference"),
    ] {
        let action = |emitter: &mut Emitter| {
            emitter.set_field(&mut Reference, &block.into(), &path(names), &json("5"))
        };
        refuses(action, words);
    }
    for names in [&["a.b"][..], &["stats", ""], &[]] {
        let action =
            |emitter: &mut Emitter| emitter.set_meta(&mut Reference, &path(names), &json("5"));
        refuses(action, "no mask");
    }
}

#[test]
fn deltas_are_appended() {
    emits(
        begun().append(
            &mut Reference,
            &json(r#"{"id":"a","content":"!"}"#),
            &"content".into(),
        ),
        r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"!"}}"#,
    );
    let new = r#"{"id":"n","type":"list","items":[],"more":1}"#;
    emits(
        begun().append(&mut Reference, &json(new), &"items".into()),
        &format!(r#"{{"op":"append","seq":2,"mask":"block.items","block":{new}}}"#),
    );
    for (block, field, words) in [
        (r#"{"id":"a"}"#, "content", "no delta"),
        (
            r#"{"id":"a","content":[]}"#,
            "content",
            "cannot be appended",
        ),
        (r#"{"id":"a","content":5}"#, "content", "has a number at"),
        (r#"{"id":"n","content":"x"}"#, "content", "type"),
        (r#"{"id":"r","content":"x"}"#, "content", "is a reference"),
        (r#"{"id":"a","x.y":"x"}"#, "x.y", "no mask"),
        (r#"{"id":"a","ref":"x"}"#, "ref", "`ref`"),
        (r#"["a"]"#, "content", "an object"),
    ] {
        let action =
            |emitter: &mut Emitter| emitter.append(&mut Reference, &json(block), &field.into());
        refuses(action, words);
    }
}

#[test]
fn long_deltas_are_cut_between_characters_and_elements() {
    let long = "𝄞é".repeat(DELTA_BYTES / 2);
    let list: Vec<Value> = (0..DELTA_BYTES).map(Value::from).collect();
    for (delta, whole) in [
        (Value::from(long.as_str()), true),
        (
            json(&format!(r#""{}""#, "\\ud83d".repeat(DELTA_BYTES))),
            true,
        ),
        (list.into(), false),
    ] {
        let mut block = json(r#"{"id":"n","type":"text"}"#);
        block
            .as_object_mut()
            .unwrap()
            .insert("content", delta.clone());
        let mut emitter = begun();
        let events = emitter
            .append(&mut Reference, &block, &"content".into())
            .unwrap();
        assert!(events.len() > 3, "{}", events.len());
        for (event, seq) in events.iter().zip(2_u64..) {
            assert_eq!(event.get("seq"), Some(&seq.into()));
            let piece = event.get("block").unwrap().get("content").unwrap();
            let length = match piece {
                Value::String(text) => text.len(),
                list => list.to_text().len(),
            };
            assert!(length <= DELTA_BYTES + 2, "{length}");
            assert!(!whole || length <= DELTA_BYTES);
            assert_eq!(event.get("block").unwrap().get("type").is_some(), seq == 2);
        }
        let block = emitter.model().unwrap().block(2).unwrap();
        assert_eq!(block.get("content"), Some(&delta));
    }
}

#[test]
fn a_failure_is_an_error_before_the_end() {
    let error = r#"{"code":"c","message":"m","detail":{"x":null}}"#;
    let mut emitter = begun();
    emits(
        emitter.fail(&mut Reference, &json(error)),
        &format!(r#"{{"op":"error","seq":2,"mask":"meta.error","meta":{{"error":{error}}}}}"#),
    );
    emits(emitter.end(&mut Reference), r#"{"op":"end","seq":3}"#);
    for error in [r#"{"code":"c"}"#, r#"{"message":"m"}"#, "null", r#""c""#] {
        refuses(|emitter| emitter.fail(&mut Reference, &json(error)), "");
    }
}

#[test]
fn a_ping_repeats_the_latest_seq_with_the_time() {
    let mut emitter = begun();
    for now in [5, 6] {
        emits(
            emitter.ping(&mut Reference, now),
            &format!(r#"{{"op":"ping","seq":1,"ts":{now}}}"#),
        );
    }
    emits(emitter.end(&mut Reference), r#"{"op":"end","seq":2}"#);
}

#[test]
fn a_delivery_begins_with_start_and_is_over_with_end() {
    let mut emitter = Emitter::default();
    for _ in 0..2 {
        let steps = &mut Reference;
        assert!(
            emitter
                .set(steps, &json(r#"{"id":"a","type":"text"}"#))
                .is_err()
        );
        assert!(
            emitter
                .set_field(steps, &"a".into(), &path(&["x"]), &Value::Null)
                .is_err()
        );
        assert!(
            emitter
                .set_meta(steps, &path(&["x"]), &Value::Null)
                .is_err()
        );
        let delta = json(r#"{"id":"a","type":"text","content":""}"#);
        assert!(emitter.append(steps, &delta, &"content".into()).is_err());
        assert!(
            emitter
                .fail(steps, &json(r#"{"code":"c","message":"m"}"#))
                .is_err()
        );
        assert!(emitter.ping(steps, 0).is_err());
        assert!(emitter.end(steps).is_err());
        if emitter.model().is_none() {
            emitter.start(steps, &json(MODEL)).unwrap();
            emitter.end(steps).unwrap();
        }
    }
    let events = emitter.start(&mut Reference, &json(MODEL)).unwrap();
    assert_eq!(events[0].get("seq"), Some(&3_u64.into()));
}

#[test]
fn every_event_names_the_stream() {
    let mut emitter = Emitter::new(Options {
        stream_id: Some("s".into()),
        inline_only: false,
    });
    let steps = &mut Reference;
    let mut events = emitter.start(steps, &json(MODEL)).unwrap();
    events.extend(
        emitter
            .fail(steps, &json(r#"{"code":"c","message":"m"}"#))
            .unwrap(),
    );
    events.extend(emitter.ping(steps, 1).unwrap());
    events.extend(emitter.end(steps).unwrap());
    assert!(
        events
            .iter()
            .all(|event| event.get("stream_id") == Some(&"s".into()))
    );
}

#[test]
fn consumers_of_inline_blocks_get_no_reference() {
    let mut emitter = Emitter::new(Options {
        stream_id: None,
        inline_only: true,
    });
    let steps = &mut Reference;
    assert!(emitter.start(steps, &json(MODEL)).unwrap_err().section() == "3.5");
    let inline = json(r#"{"biz":"chat","meta":{},"blocks":[]}"#);
    emitter.start(steps, &inline).unwrap();
    let rejection = emitter
        .set(steps, &json(r#"{"id":"r","ref":"k"}"#))
        .unwrap_err();
    assert_eq!(rejection.section(), "3.5");
    emits(emitter.end(steps), r#"{"op":"end","seq":2}"#);
    let nested = r#"{"id":"n","type":"text","x":{"ref":"k"}}"#;
    emitter.start(steps, &inline).unwrap();
    emitter.set(steps, &json(nested)).unwrap();
}
