#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::{Value, parse};

use super::*;
use crate::agentue::Reference;

const BLOCK: &str = r#"{"id":"a","type":"text","content":"go"}"#;

fn json(text: &str) -> Value {
    parse(text).unwrap()
}

/// The frames of a text that is cut into pieces of so many characters.
fn frames(text: &str, size: usize) -> Vec<Value> {
    let characters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = characters
        .chunks(size)
        .map(|piece| piece.iter().collect())
        .collect();
    let frame = |(index, piece): (usize, &String)| {
        let total = pieces.len();
        let data = Value::from(piece.as_str());
        json(&format!(
            r#"{{"id":"f{index}","type":"frame","block_id":"a","seq":{index},"total":{total},"data":{data}}}"#
        ))
    };
    pieces.iter().enumerate().map(frame).collect()
}

fn with(frame: &Value, member: &str, value: &str) -> Value {
    let mut frame = frame.clone();
    frame.as_object_mut().unwrap().insert(member, json(value));
    frame
}

#[track_caller]
fn refuses(frames: &[Value], words: &str, pointer: &str) {
    let rejection = join(&mut Reference, frames).unwrap_err();
    assert!(rejection.message().contains(words), "{rejection}");
    assert_eq!(rejection.pointer().to_string(), pointer, "{rejection}");
}

#[track_caller]
fn joins(frames: &[Value]) {
    assert_eq!(join(&mut Reference, frames).unwrap(), json(BLOCK));
}

#[test]
fn a_group_is_joined_in_any_order() {
    let mut group = frames(BLOCK, 9);
    joins(&group);
    group.reverse();
    joins(&group);
    group.swap(0, 2);
    joins(&group);
}

#[test]
fn a_frame_needs_its_members_and_their_types() {
    let group = frames(BLOCK, 9);
    for member in ["id", "block_id", "seq", "total", "data"] {
        let mut wrong = group.clone();
        wrong[1].as_object_mut().unwrap().remove(member);
        refuses(&wrong, &format!("`{member}` is missing"), "/1");
        wrong[1] = with(&group[1], member, "true");
        refuses(
            &wrong,
            &format!("`{member}` is not"),
            &format!("/1/{member}"),
        );
    }
    for member in ["seq", "total"] {
        let mut wrong = group.clone();
        wrong[1] = with(&group[1], member, "1.5");
        refuses(&wrong, "is not an integer", &format!("/1/{member}"));
    }
    let mut wrong = group.clone();
    wrong[1] = with(&group[1], "type", r#""text""#);
    refuses(&wrong, "`type`", "/1/type");
    wrong[1] = json("[]");
    refuses(&wrong, "an object", "/1");
    wrong[1] = with(&group[1], "id", r#""""#);
    refuses(&wrong, "empty", "/1/id");
}

#[test]
fn a_group_is_of_one_block_and_one_total() {
    let mut group = frames(BLOCK, 9);
    let good = group[2].clone();
    group[2] = with(&good, "block_id", r#""b""#);
    refuses(&group, "among those of", "/2/block_id");
    group[2] = with(&good, "total", "6");
    refuses(&group, "total", "/2/total");
    group[2] = with(&good, "id", r#""f0""#);
    refuses(&group, "an earlier frame", "/2/id");
}

#[test]
fn indices_are_exactly_those_below_the_total() {
    refuses(&[], "no frames", "");
    let group = frames(BLOCK, 9);
    let total = group.len();
    refuses(&group[1..], &format!("{} of {total} frames", total - 1), "");
    for (index, words) in [
        ("0", "two frames"),
        ("-1", "no index"),
        ("1e2", "no index"),
        ("1e99", "no index"),
    ] {
        let mut wrong = group.clone();
        wrong[2] = with(&group[2], "seq", index);
        refuses(&wrong, words, "/2/seq");
    }
    let mut wrong = group.clone();
    wrong[2] = with(&group[2], "seq", &total.to_string());
    refuses(&wrong, "no index", "/2/seq");
    let more = with(&with(&group[0], "id", r#""g""#), "seq", "1");
    let doubled = [group.clone(), vec![more]].concat();
    refuses(&doubled, "two frames", &format!("/{total}/seq"));
}

#[test]
fn the_joined_data_is_the_one_complete_block() {
    for (text, words) in [
        (r#"{"id":"a","type":"text""#, "not JSON"),
        (r#"{"id":"a","type":"text"} {}"#, "not JSON"),
        (r#"["a"]"#, "expected an object"),
        (r#"{"id":"a"}"#, "`type` is missing"),
        (r#"{"id":"a","type":5}"#, "a string"),
        (r#"{"type":"text"}"#, "`id` is missing"),
        (r#"{"id":"b","type":"text"}"#, "with the id"),
        (r#"{"id":"a","ref":"key"}"#, "references"),
        (r#"{"id":"a","type":"text","ref":"key"}"#, "references"),
        (
            r#"{"id":"a","type":"text","x":{"y":1,"y":2}}"#,
            "two members",
        ),
        (
            r#"{"id":"a","type":"frame","block_id":"b","seq":0,"total":1,"data":"x"}"#,
            "nested",
        ),
    ] {
        let rejection = join(&mut Reference, &frames(text, 7)).unwrap_err();
        assert!(rejection.message().contains(words), "{text}: {rejection}");
    }
}

#[test]
fn what_the_text_leaves_open_is_accepted() {
    let mut group = frames(BLOCK, 9);
    group[1] = with(&group[1], "seq", "10e-1");
    group[0] = with(&group[0], "more", "{}");
    group[2] = with(&group[2], "id", r#""a""#);
    joins(&group);
    let halves = ["", BLOCK].iter().enumerate().map(|(index, data)| {
        let data = Value::from(*data);
        json(&format!(
            r#"{{"id":"{index}","type":"frame","block_id":"a","seq":{index},"total":2,"data":{data}}}"#
        ))
    });
    joins(&halves.collect::<Vec<_>>());
}

#[test]
fn only_a_complete_inline_block_is_split() {
    for (block, words) in [
        (r#"{"id":"a","type":"frame","data":"x"}"#, "nested"),
        (r#"{"id":"a","ref":"key"}"#, "references"),
        (r#"{"id":"a"}"#, "`type`"),
        (r#"{"id":"","type":"text"}"#, "empty"),
        (r#"{"id":"a","type":"text","parent_id":5}"#, "null"),
        (r#"{"id":"a","type":"text","x":1,"x":2}"#, "two members"),
        ("5", "an object"),
    ] {
        let rejection = split(&mut Reference, &json(block), 1000).unwrap_err();
        assert!(rejection.message().contains(words), "{block}: {rejection}");
    }
}

#[test]
fn frames_are_filled_to_the_byte() {
    // Quotes take two bytes in the data, and the total one more from the tenth frame on.
    let block = json(&format!(
        r#"{{"id":"a","type":"text","content":"{}"}}"#,
        "é\\\"x".repeat(200)
    ));
    let mut counts = Vec::new();
    for budget in 80..160 {
        let group = split(&mut Reference, &block, budget).unwrap();
        counts.push(group.len());
        for (index, frame) in group.iter().enumerate() {
            let length = frame.to_text().len();
            // What is left has no room for a character of two bytes.
            let least = if index + 1 < group.len() {
                budget - 1
            } else {
                0
            };
            assert!(
                (least..=budget).contains(&length),
                "{length} of {budget}: {frame}"
            );
        }
        assert_eq!(join(&mut Reference, &group).unwrap(), block);
    }
    assert!(counts.is_sorted_by(|more, less| more >= less), "{counts:?}");
    assert!(counts[0] > 100 && counts[79] < 30, "{counts:?}");
}

#[test]
fn a_budget_for_less_than_a_character_is_refused() {
    let block = json(r#"{"id":"a","type":"text","content":"𝄞"}"#);
    let least = (1..200)
        .find(|budget| split(&mut Reference, &block, *budget).is_ok())
        .unwrap();
    let longest = split(&mut Reference, &block, least).unwrap();
    assert!(longest.iter().any(|frame| frame.to_text().len() == least));
    let rejection = split(&mut Reference, &block, least - 1).unwrap_err();
    assert!(
        rejection.message().contains(&format!("{least} bytes")),
        "{rejection}"
    );
    assert!(split(&mut Reference, &block, 0).is_err());
    assert_eq!(split(&mut Reference, &block, usize::MAX).unwrap().len(), 1);
}

#[test]
fn numbers_and_lone_surrogates_come_back_as_they_were_written() {
    let text = r#"{"id":"\ud83d","type":"t","n":[1.50,1e400,-0],"\ude00":"\ud83d\ud83d"}"#;
    let group = split(&mut Reference, &json(text), 95).unwrap();
    assert!(group.len() > 2);
    assert_eq!(
        join(&mut Reference, group.iter().rev()).unwrap().to_text(),
        text
    );
}

#[test]
fn a_large_block_takes_time_in_proportion() {
    let block = json(&format!(
        r#"{{"id":"a","type":"text","content":"{}"}}"#,
        "x".repeat(1 << 20)
    ));
    let group = split(&mut Reference, &block, 200).unwrap();
    assert!(group.len() > 5000);
    assert_eq!(join(&mut Reference, &group).unwrap(), block);
}
