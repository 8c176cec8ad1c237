#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::parse;

use super::*;

const MODEL: &str = r#"{"version":"1.1","biz":"chat","meta":{},"blocks":[
    {"id":"a","ref":"k"},{"id":"b","ref":"k"},{"id":"c","type":"text","content":"c"}]}"#;

/// An input, as a test writes it.
enum Input {
    Event(&'static str),
    Loaded(&'static str, &'static str, &'static str),
    Failed(&'static str, &'static str),
}
use Input::{Event as E, Failed as F, Loaded as L};

const A: Input = L("a", "k", r#"{"id":"a","type":"text","content":"A"}"#);
const B: Input = L("b", "k", r#"{"id":"b","type":"text","content":"B"}"#);
const APPEND_1: Input =
    E(r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"1"}}"#);
const APPEND_2: Input =
    E(r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"a","content":"2"}}"#);
const SET_X: Input =
    E(r#"{"op":"set","seq":4,"mask":"block.content","block":{"id":"a","content":"x"}}"#);
const WHOLE: Input = E(r#"{"op":"set","seq":5,"block":{"id":"a","type":"text","content":"new"}}"#);
const OTHER_KEY: Input = E(r#"{"op":"set","seq":6,"block":{"id":"a","ref":"k2"}}"#);
const A2: Input = L("a", "k2", r#"{"id":"a","type":"text","content":"A2"}"#);

fn take(host: &mut Host, input: &Input) -> Answer {
    let load = |block_id: &str, key: &str, content| Resolution {
        block_id: block_id.into(),
        key: key.into(),
        content,
    };
    match input {
        E(text) => host.event(&mut Reference, &Event::parse(text).unwrap()),
        L(block_id, key, content) => host.loaded(
            &mut Reference,
            &load(block_id, key, Ok(parse(content).unwrap())),
        ),
        F(block_id, key) => {
            host.loaded(&mut Reference, &load(block_id, key, Err("gone".to_owned())))
        }
    }
}

/// Takes the inputs, each of which is applied (`a`), deferred (`d`) or refused (`r`), and gives the first two blocks.
#[track_caller]
fn run(inputs: &[Input], answers: &str) -> String {
    let mut host = Host::new(&mut Reference, &parse(MODEL).unwrap()).unwrap();
    let taken = inputs.iter().map(|input| match take(&mut host, input) {
        Answer::Applied => 'a',
        Answer::Deferred => 'd',
        Answer::Refused(_) => 'r',
    });
    assert_eq!(taken.collect::<String>(), answers);
    let blocks = host.model().unwrap().blocks();
    let words = blocks.iter().take(2).map(|block| {
        let content = block.get("content").or(block.get("ref")).unwrap();
        content.as_str().unwrap().to_owned()
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn patches_wait_for_the_content_of_their_block() {
    assert_eq!(run(&[APPEND_1, APPEND_2], "dd"), "k k");
    assert_eq!(run(&[APPEND_1, APPEND_2, A], "dda"), "A12 k");
    assert_eq!(run(&[APPEND_1, A, APPEND_2], "daa"), "A12 k");
    assert_eq!(run(&[A, APPEND_1, APPEND_2], "aaa"), "A12 k");
    assert_eq!(run(&[SET_X, APPEND_1, A], "dda"), "x1 k");
    assert_eq!(run(&[APPEND_1, SET_X, A], "dda"), "x k");
}

#[test]
fn blocks_of_one_key_wait_each_for_their_own() {
    assert_eq!(run(&[APPEND_1, B], "da"), "k B");
    assert_eq!(run(&[APPEND_1, B, A], "daa"), "A1 B");
}

#[test]
fn a_block_that_is_replaced_leaves_no_patches() {
    assert_eq!(run(&[APPEND_1, WHOLE, A], "dar"), "new k");
    assert_eq!(run(&[APPEND_1, WHOLE, APPEND_2, A], "daar"), "new2 k");
    assert_eq!(run(&[APPEND_1, OTHER_KEY, A], "dar"), "k2 k");
    assert_eq!(run(&[APPEND_1, OTHER_KEY, APPEND_2, A2], "dada"), "A22 k");
    assert_eq!(run(&[OTHER_KEY, APPEND_1, A, A2], "adra"), "A21 k");
    let again = E(r#"{"op":"set","seq":5,"block":{"id":"a","ref":"k"}}"#);
    assert_eq!(run(&[APPEND_1, again, APPEND_2, A], "dada"), "A2 k");
    let start = r#"{"op":"start","seq":5,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[
        {"id":"a","ref":"k"},{"id":"z","type":"text","content":"z"}]}}"#;
    assert_eq!(run(&[APPEND_1, E(start), APPEND_2, A], "dada"), "A2 z");
}

#[test]
fn a_refused_event_replaces_nothing() {
    let broken = E(r#"{"op":"set","seq":5,"block":{"id":"a"}}"#);
    assert_eq!(run(&[APPEND_1, broken, A], "dra"), "A1 k");
    let broken = E(r#"{"op":"start","seq":5,"model":{}}"#);
    assert_eq!(run(&[APPEND_1, broken, A], "dra"), "A1 k");
}

#[test]
fn a_load_is_used_once_and_in_time() {
    assert_eq!(run(&[A, APPEND_1, A], "aar"), "A1 k");
    assert_eq!(run(&[A, WHOLE, A], "aar"), "new k");
    assert_eq!(run(&[A2], "r"), "k k");
    assert_eq!(
        run(&[L("z", "k", r#"{"id":"z","type":"text"}"#)], "r"),
        "k k"
    );
}

#[test]
fn patches_outlast_a_failed_load() {
    assert_eq!(run(&[APPEND_1, F("a", "k")], "dr"), "k k");
    assert_eq!(run(&[APPEND_1, F("a", "k"), APPEND_2, A], "drda"), "A12 k");
    let wrong = L("a", "k", r#"{"id":"b","type":"text"}"#);
    assert_eq!(run(&[APPEND_1, wrong, A], "dra"), "A1 k");
}

#[test]
fn a_patch_that_the_content_cannot_take_is_passed_over() {
    let list =
        E(r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":[1]}}"#);
    assert_eq!(run(&[APPEND_1, list, APPEND_2, A], "ddda"), "A12 k");
}

#[test]
fn a_patch_that_no_content_could_take_is_refused_at_once() {
    for event in [
        r#"{"op":"set","seq":2,"mask":"block.id","block":{"id":"a"}}"#,
        r#"{"op":"set","seq":2,"mask":"block.ref","block":{"id":"a","ref":"x"}}"#,
        r#"{"op":"set","seq":2,"mask":"block.content","block":{"id":"a"}}"#,
        r#"{"op":"set","seq":2,"mask":"block.content","block":{"id":"a","content":1},"more":1}"#,
        r#"{"op":"set","seq":2,"mask":"block.parent_id","block":{"id":"a","parent_id":5}}"#,
        r#"{"op":"set","seq":2,"mask":"block.type","block":{"id":"a","type":null}}"#,
        r#"{"op":"set","seq":2,"mask":"block.group_id.x","block":{"id":"a","group_id":{"x":"y"}}}"#,
        r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":5}}"#,
        r#"{"op":"append","seq":2,"mask":"block.type","block":{"id":"a","type":["x"]}}"#,
        r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"x","ref":"k"}}"#,
    ] {
        assert_eq!(run(&[E(event), A], "ra"), "A k", "{event}");
    }
}

#[test]
fn all_else_is_reduced_as_it_arrives() {
    let meta = E(r#"{"op":"set","seq":2,"mask":"meta.x","meta":{"x":1}}"#);
    let other =
        E(r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"c","content":"1"}}"#);
    let absent =
        E(r#"{"op":"append","seq":4,"mask":"block.content","block":{"id":"q","content":"1"}}"#);
    let error = E(
        r#"{"op":"error","seq":5,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}}"#,
    );
    let end = E(r#"{"op":"end","seq":6}"#);
    assert_eq!(
        run(&[APPEND_1, meta, other, absent, error, end, A], "daaraaa"),
        "A1 k"
    );
}
