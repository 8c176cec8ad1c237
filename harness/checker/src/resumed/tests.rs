#![allow(clippy::unwrap_used)] // A test says what it expects.

use super::*;
use crate::deliveries::tests::event;

fn events(shorts: &str) -> Vec<Event> {
    shorts.split(", ").map(|short| event("", short)).collect()
}

const LOG: &str = "start 1, append 2, ping 2, append 5, error 6, append 7, end 8";

/// The lawful delivery that resumes the log at 2, changed, and what is found in it.
#[track_caller]
fn finds(change: impl FnOnce(&mut Vec<Event>), findings: &[&str]) {
    let log = events(LOG);
    let cursor = 2_u64.into();
    let mut resumed = resume(&mut Reference, &log, &cursor).unwrap();
    change(&mut resumed);
    let found: Vec<String> = check_resumed(&resumed, &log, &cursor)
        .unwrap()
        .iter()
        .map(|finding| format!("{} {}", finding.event, finding.objection.rule))
        .collect();
    assert_eq!(found, findings, "{resumed:?}");
}

fn with(event: &Event, member: &str, value: impl Into<Value>) -> Event {
    let mut members = event.members().clone();
    members.insert(member, value);
    members.into()
}

#[test]
fn what_resuming_gives_has_no_findings() {
    finds(|_| {}, &[]);
    finds(|resumed| resumed.insert(1, event("", "ping 2")), &[]);
}

#[test]
fn a_resumed_delivery_is_a_start_the_rest_and_an_end() {
    finds(Vec::clear, &["0 AUE-6-08"]);
    finds(|resumed| drop(resumed.pop()), &["3 AUE-6-12"]);
    finds(|resumed| drop(resumed.remove(2)), &["2 AUE-6-10"]);
    finds(|resumed| drop(resumed.remove(3)), &["3 AUE-6-10"]);
    finds(
        |resumed| resumed[1] = with(&resumed[1], "event_type", "x"),
        &["1 AUE-6-10", "2 AUE-6-10"],
    );
}

#[test]
fn the_start_has_the_covered_model_and_seq() {
    finds(|resumed| resumed[0] = event("", "start 2"), &["0 AUE-6-08"]);
    finds(
        |resumed| resumed[0] = with(&resumed[0], "seq", 4_u64),
        &["0 AUE-6-16"],
    );
    finds(
        |resumed| resumed[0] = with(&resumed[0], "seq", 5_u64),
        &["0 AUE-6-16", "1 AUE-6-15"],
    );
    finds(
        |resumed| resumed[0] = with(&resumed[0], "stream_id", "s"),
        &["0 AUE-4.2-20"],
    );
}

#[test]
fn a_cursor_at_the_end_leaves_the_seq_of_the_start_open() {
    let log = events(LOG);
    for (cursor, seq, findings) in [
        (8_u64, 7_u64, 0),
        (8, 8, 0),
        (9, 9, 0),
        (8, 6, 1),
        (7, 8, 1),
    ] {
        let cursor = cursor.into();
        let mut resumed = resume(&mut Reference, &log, &cursor).unwrap();
        resumed[0] = with(&resumed[0], "seq", seq);
        let mut found = check_resumed(&resumed, &log, &cursor).unwrap();
        // That the `end` then repeats or undercuts the `seq` is another matter.
        found.retain(|finding| !finding.objection.rule.starts_with("AUE-4.1"));
        assert_eq!(found.len(), findings, "{cursor} {seq}: {found:?}");
    }
}

#[test]
fn nothing_is_sent_twice() {
    finds(
        |resumed| resumed.insert(1, event("", "append 2")),
        &["1 AUE-6-15", "1 AUE-6-11"],
    );
    let twice = |resumed: &mut Vec<Event>| resumed.insert(2, resumed[1].clone());
    finds(twice, &["2 AUE-4.1-03", "2 AUE-6-11"]);
}

#[test]
fn a_log_that_is_none_has_nothing_to_compare_with() {
    assert!(check_resumed(&[], &[], &0_u64.into()).is_err());
}
