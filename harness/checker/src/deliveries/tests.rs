#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_protocols::agentue::Reference;

use super::*;

/// An event of a stream (`""` for none) in short: its operation and its `seq`.
pub(crate) fn event(stream: &str, short: &str) -> Event {
    let (op, seq) = short.split_once(' ').unwrap();
    let rest = match op {
        "start" => {
            r#","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","type":"text","content":""}]}"#
        }
        "set" => r#","block":{"id":"b","type":"text"}"#,
        "append" => r#","mask":"block.content","block":{"id":"a","content":"x"}"#,
        "error" => r#","mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}"#,
        // What no reducer takes, in its place or not.
        "broken" => r#","mask":"block.none","block":{"id":"a","none":"x"}"#,
        "ping" => r#","ts":1"#,
        _ => "",
    };
    let op = if op == "broken" { "append" } else { op };
    let stream = if stream.is_empty() {
        String::new()
    } else {
        format!(r#","stream_id":"{stream}""#)
    };
    Event::parse(&format!(r#"{{"op":"{op}","seq":{seq}{stream}{rest}}}"#)).unwrap()
}

/// Takes the events of the unnamed stream: `!` after one says that it is refused.
#[track_caller]
fn run(shorts: &str) -> Vec<JsonString> {
    streams(shorts.split(", ").map(|short| ("", short)))
}

#[track_caller]
fn streams<'s>(shorts: impl IntoIterator<Item = (&'s str, &'s str)>) -> Vec<JsonString> {
    let mut deliveries = Deliveries::new();
    for (stream, short) in shorts {
        let verdict = deliveries.apply(&mut Reference, &event(stream, short.trim_end_matches('!')));
        assert_eq!(
            verdict.is_err(),
            short.ends_with('!'),
            "{short}: {verdict:?}"
        );
    }
    deliveries.complete(&mut Reference)
}

const UNNAMED: [&str; 1] = [""];

#[test]
fn a_delivery_begins_with_start() {
    for op in ["set", "append", "error", "ping", "end"] {
        assert!(run(&format!("{op} 1!, {op} 2!")).is_empty());
        assert!(run(&format!("{op} 7!, start 1, set 2")).is_empty());
    }
}

#[test]
fn nothing_but_start_follows_end() {
    assert_eq!(
        run("start 1, set 2, end 3, set 4!, append 5!, error 6!, ping 2!, ping 3!, end 7!"),
        UNNAMED
    );
    assert!(run("start 1, end 2, start 3, set 4").is_empty());
    assert_eq!(
        run("start 1, end 2, set 3!, start 3, set 4, end 5"),
        UNNAMED
    );
}

#[test]
fn state_changes_are_above_the_latest() {
    run(
        "start 5, set 5!, append 4!, error 0!, set 6, append 6!, error 6!, set 5!, set 100, append 7!, append 101",
    );
    run("start 0, set 0!, set 1");
    run("start 18446744073709551616, set 18446744073709551616!, set 18446744073709551617");
    run("start 1.0, set 1!, set 20e-1, set 2!");
}

#[test]
fn a_refused_event_moves_nothing() {
    run("start 1, broken 9!, set 2, set 2!, set 3");
    run("start 1, broken 0!, append 1!, append 2");
}

#[test]
fn a_ping_repeats_the_latest_and_moves_nothing() {
    run("start 3, ping 3, ping 3, set 4, ping 4, ping 3!, ping 9!, set 5");
}

#[test]
fn an_end_is_not_below_the_latest() {
    assert!(run("start 1, set 5, end 4!").is_empty());
    assert_eq!(run("start 1, set 5, end 4!, end 5"), UNNAMED);
    assert_eq!(run("start 1, end 9, start 1, end 1"), UNNAMED);
}

#[test]
fn a_start_may_come_at_any_time() {
    run("start 1, set 2, start 2, set 2!, set 3");
    run("start 1, set 9, end 10, start 9, set 9!, set 10");
    run("start 5, start 2, set 3");
}

#[test]
fn data_may_follow_an_error() {
    assert_eq!(
        run("start 1, error 2, set 3, ping 3, error 4, end 5"),
        UNNAMED
    );
}

#[test]
fn a_stream_is_complete_from_its_end_to_its_next_start() {
    assert!(run("start 1").is_empty());
    assert!(run("start 1, error 2").is_empty());
    assert_eq!(run("start 1, end 2"), UNNAMED);
    assert!(run("start 1, end 2, start 2").is_empty());
    assert_eq!(run("start 1, end 2, start 2, end 3"), UNNAMED);
}

#[test]
fn each_stream_has_an_order_of_its_own() {
    let complete = streams([
        ("s", "start 5"),
        ("", "set 6!"),
        ("", "start 1"),
        ("S", "set 6!"),
        ("s", "end 6"),
        ("", "set 2"),
        ("s", "set 7!"),
        ("S", "start 1"),
        ("S", "end 2"),
    ]);
    assert_eq!(complete, ["s", "S"]);
}

#[test]
fn a_refusal_says_where_and_by_which_section() {
    let mut deliveries = Deliveries::new();
    deliveries
        .apply(&mut Reference, &event("", "start 5"))
        .unwrap();
    let rejection = deliveries
        .apply(&mut Reference, &event("", "set 5"))
        .unwrap_err();
    assert_eq!(rejection.rule(), "AUE-4.1-12");
    assert_eq!(rejection.pointer().to_string(), "/seq");
    assert!(rejection.message().contains("more than 5"), "{rejection}");
    let rejection = deliveries
        .apply(&mut Reference, &event("", "broken 6"))
        .unwrap_err();
    assert_eq!(rejection.rule(), "AUE-5.3-34");
    assert_eq!(rejection.pointer().to_string(), "/mask");
    let unknown = Event::parse(r#"{"op":"ping","seq":5,"more":1}"#).unwrap();
    let rejection = deliveries.apply(&mut Reference, &unknown).unwrap_err();
    assert_eq!(rejection.pointer().to_string(), "/more");
}
