#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Exercise, Level, Process, Relation, Verdict};

use crate::agentue::testing::{answers, case, fails, judged, passes, read, slip};

const START: &str = r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","type":"t","x":"1"}]}}"#;
const TWO: &str = r#"{"op":"append","seq":2,"mask":"block.x","block":{"id":"a","x":"2"},"ts":5}"#;
const THREE: &str = r#"{"op":"append","seq":3,"mask":"block.x","block":{"id":"a","x":"3"}}"#;
const END: &str = r#"{"op":"end","seq":4}"#;
/// What the log up to the second event makes.
const RESUMED: &str = r#"{"op":"start","seq":2,"model":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","type":"t","x":"12"}]}}"#;

/// A case about the log at the second event.
fn expects(expect: &str) -> Box<dyn Exercise> {
    about(&format!(r#""cursor": 2, "expect": {expect}"#))
}

fn about(rest: &str) -> Box<dyn Exercise> {
    let ping = r#"{"op":"ping","seq":2}"#;
    let text = format!(r#"{{"log": [{START},{TWO},{ping},{THREE},{END}], {rest}}}"#);
    case("resume", Level::Required, &text)
}

fn model(x: &str) -> String {
    format!(
        r#"{{"version":"1.1","biz":"b","meta":{{}},"blocks":[{{"id":"a","type":"t","x":"{x}"}}]}}"#
    )
}

fn events(events: &[&str]) -> String {
    format!(r#"{{"events":[{}]}}"#, events.join(","))
}

#[test]
fn a_request_has_the_log_and_the_cursor() {
    let ends = expects(r#"{"ends": true}"#);
    assert_eq!(ends.relation(), Relation::Accepts);
    let call = ends.next_call(&[]).unwrap();
    assert_eq!(call.method, "agentue/resume");
    assert!(
        call.params.starts_with(r#"{"log":[{"op":"start""#),
        "{}",
        call.params
    );
    assert!(call.params.ends_with(r#""cursor":2}"#), "{}", call.params);
    assert_eq!(ends.input_at(4).unwrap(), END);
    assert_eq!(ends.input_at(5).unwrap(), "cursor 2");
    assert_eq!(ends.input_at(6), None);
}

#[test]
fn the_start_is_judged() {
    let start = expects(&format!(
        r#"{{"start": {{"seq": 2, "model": {}}}}}"#,
        model("12")
    ));
    passes(&*start, &[&events(&[RESUMED])]);
    passes(&*start, &[&events(&[RESUMED, "{}"])]); // What follows is for other cases.
    for (answer, words) in [
        (events(&[]), "does not begin with a `start`"),
        (events(&[THREE]), "does not begin with a `start`"),
        (
            events(&[START]),
            "the `seq` of the start is 1; it must be 2",
        ),
        (
            events(&[&RESUMED.replace("12", "1")]),
            "not the one that the cursor covers",
        ),
        (r#"{"error":"no"}"#.to_owned(), "not resumed (“no”)"),
    ] {
        fails(&*start, &[&answer], Verdict::Fail, words);
    }
    let difference = judged(&*start, &[&events(&[&RESUMED.replace("12", "1")])]);
    let difference = difference.finding.unwrap().difference.unwrap();
    assert_eq!(difference.pointer.to_string(), "/blocks/0/x");
    let below = expects(r#"{"start": {"seq": {"at_least": 2, "below": 4}}}"#);
    passes(
        &*below,
        &[&events(&[&RESUMED.replace(r#""seq":2"#, r#""seq":3"#)])],
    );
    let at_four = events(&[&RESUMED.replace(r#""seq":2"#, r#""seq":4"#)]);
    fails(
        &*below,
        &[&at_four],
        Verdict::Fail,
        "at least 2 and below 4",
    );
    let no_number = events(&[&RESUMED.replace(r#""seq":2"#, r#""seq":"2""#)]);
    fails(&*below, &[&no_number], Verdict::Fail, r#"is "2""#);
}

#[test]
fn the_later_events_are_judged_by_what_they_do() {
    let from_start = about(r#""cursor": 1, "expect": {"then": [2, 3]}"#);
    let other_hint = TWO.replace(r#""ts":5"#, r#""event_type":"delta""#);
    let ping = r#"{"op":"ping","seq":2}"#;
    passes(&*from_start, &[&events(&[START, TWO, THREE, END])]);
    passes(&*from_start, &[&events(&[START, &other_hint, ping, THREE])]);
    for (answer, words) in [
        (events(&[START, THREE, END]), "with the seq 2 is left out"),
        (events(&[START, TWO, END]), "with the seq 3 is left out"),
        (
            events(&[START, TWO, TWO, THREE, END]),
            "with the seq 2 is sent, which",
        ),
        (
            events(&[START, TWO, THREE, THREE, END]),
            "with the seq 3 is sent, which",
        ),
        (
            events(&[START, &TWO.replace(r#""x":"2""#, r#""x":"!""#), THREE, END]),
            "with the seq 2 is not the one of the log",
        ),
        (
            events(&[START, THREE, TWO, END]),
            "with the seq 2 is left out",
        ),
    ] {
        let finding = fails(&*from_start, &[&answer], Verdict::Fail, words)
            .finding
            .unwrap();
        assert!(finding.expected.is_some() && finding.got.is_some());
    }
    let exact = about(&format!(r#""cursor": 1, "expect": {{"then": [{TWO}, 3]}}"#));
    passes(&*exact, &[&events(&[START, TWO, THREE, END])]);
    let answer = events(&[START, &other_hint, THREE, END]);
    fails(&*exact, &[&answer], Verdict::Fail, "not the one of the log");
}

#[test]
fn the_end_and_the_stream_are_judged() {
    let ends = expects(r#"{"ends": true}"#);
    passes(&*ends, &[&events(&[RESUMED, END])]);
    fails(
        &*ends,
        &[&events(&[RESUMED, THREE])],
        Verdict::Fail,
        "not its `end`",
    );
    let open = expects(r#"{"ends": false}"#);
    fails(
        &*open,
        &[&events(&[RESUMED, END])],
        Verdict::Fail,
        "the log does not",
    );
    let named = expects(r#"{"stream_id": "s"}"#);
    let of = |stream: &str| END.replace(r#""seq""#, &format!(r#""stream_id":{stream},"seq""#));
    passes(&*named, &[&events(&[&of(r#""s""#)])]);
    for stream in [r#""t""#, "5", r#""""#] {
        let answer = events(&[&of(r#""s""#), &of(stream)]);
        fails(
            &*named,
            &[&answer],
            Verdict::Fail,
            "event 2 of the delivery is of the stream",
        );
    }
    let unnamed = expects(r#"{"stream_id": ""}"#);
    passes(&*unnamed, &[&events(&[END, &of(r#""""#)])]);
}

#[test]
fn the_end_of_a_client_is_judged_at_every_cursor() {
    let every = about(&format!(
        r#""cursors": [1, 2], "expect": {{"final": {}}}"#,
        model("123")
    ));
    assert!(
        every
            .next_call(&answers(&[&events(&[START, TWO, THREE])]))
            .is_some()
    );
    assert!(every.next_call(&answers(&[&events(&[START])])).is_none());
    let first = events(&[START, TWO, THREE]);
    passes(&*every, &[&first, &events(&[RESUMED, THREE])]);
    for (second, words) in [
        (
            events(&[RESUMED]),
            "at the cursor 2: a client of the delivery ends in another model",
        ),
        (
            events(&[START, TWO, THREE]),
            "at the cursor 2: a change that the cursor covers follows",
        ),
        (
            events(&[RESUMED, &THREE.replace("append", "add")]),
            "event 2 of the answer is refused",
        ),
    ] {
        fails(&*every, &[&first, &second], Verdict::Fail, words);
    }
}

#[test]
fn a_resumed_delivery_is_resumed_again() {
    let again = about(&format!(
        r#""cursor": 2, "again": [3], "expect": {{"final": {}}}"#,
        model("123")
    ));
    let first = events(&[RESUMED, THREE, END]);
    let call = again.next_call(&answers(&[&first])).unwrap();
    assert_eq!(
        call.params,
        format!(r#"{{"log":[{RESUMED},{THREE},{END}],"cursor":3}}"#)
    );
    fails(
        &*again,
        &[&first, r#"{"error":"no"}"#],
        Verdict::Fail,
        "resumed again at the cursor 3",
    );
    let second = events(&[
        &RESUMED
            .replace("12", "123")
            .replace(r#""seq":2"#, r#""seq":3"#),
        END,
    ]);
    passes(&*again, &[&first, &second]);
}

#[test]
fn repetitions_are_held_against_the_first_answer() {
    let held = about(r#""cursor": 2, "holds": ["repeat", "fresh"], "expect": {"ends": true}"#);
    let first = events(&[RESUMED, TWO, END]);
    let fresh = held.next_call(&answers(&[&first, &first])).unwrap();
    assert_eq!(fresh.process, Process::Fresh);
    let later = events(&[RESUMED, &TWO.replace(r#""ts":5"#, r#""ts":6"#), END]);
    passes(&*held, &[&first, &later, &first]);
    let other = events(&[RESUMED, END]);
    fails(
        &*held,
        &[&first, &first, &other],
        Verdict::Nondeterministic,
        "by a fresh process",
    );
    assert!(
        held.differs(&answers(&[&first]), &answers(&[&other]))
            .is_some()
    );
    assert!(
        held.differs(&answers(&[&first]), &answers(&[&later]))
            .is_none()
    );
}

#[test]
fn an_answer_of_another_form_is_a_bad_one() {
    let ends = expects(r#"{"ends": true}"#);
    for (answer, words) in [
        ("[]", "expected an object"),
        ("{}", "either `events` or an `error`"),
        (
            r#"{"events":[],"error":"no"}"#,
            "either `events` or an `error`",
        ),
        (r#"{"events":{}}"#, "expected a list"),
        (
            r#"{"events":[{"op":"end"},[]]}"#,
            "found a list (at /result/events/1)",
        ),
    ] {
        fails(&*ends, &[answer], Verdict::BadAnswer, words);
    }
    assert!(ends.is_refusal(&answers(&[r#"{"error":"too large"}"#])));
    assert!(!ends.is_refusal(&answers(&[&events(&[])])));
}

#[test]
fn open_cases_record_what_matches() {
    let text = format!(
        r#"{{"log": [{START}], "cursor": 9, "outcomes": {{"refuses-it": "refused", "ends": {{"ends": true}}}}}}"#
    );
    let open = case("resume", Level::Informative, &text);
    assert_eq!(open.relation(), Relation::Records);
    let outcome = |answer: &str| judged(&*open, &[answer]).outcome.unwrap();
    assert_eq!(outcome(r#"{"error":"no"}"#), "refuses-it");
    assert_eq!(outcome(&events(&[START, END])), "ends");
    assert_eq!(outcome(&events(&[START])), "other");
}

#[test]
fn slips_are_told_with_their_place() {
    let file = format!(
        r#"{{"given": {{"chat": [{START}, {END}], "done": {}}}}}"#,
        model("1")
    );
    let expect = r#""expect": {"ends": true}"#;
    for (text, words) in [
        (format!(r#""cursor": 1, {expect}"#), "missing member `log`"),
        (format!(r#""log": "chatt", "cursor": 1, {expect}"#), "did you mean `chat`?"),
        (format!(r#""log": [], "cursor": 1, {expect}"#), "at least one event"),
        (format!(r#""log": [5], "cursor": 1, {expect}"#), "which are objects"),
        (format!(r#""log": "chat", {expect}"#), "either a `cursor`, or `cursors`"),
        (format!(r#""log": "chat", "cursor": -1, {expect}"#), "expected an integer"),
        (r#""log": "chat", "cursor": 1, "expect": {}"#.to_owned(), "say something"),
        (r#""log": "chat", "cursor": 1, "expect": {"start": {}}"#.to_owned(), "say the `model`"),
        (r#""log": "chat", "cursor": 1, "expect": {"then": [2]}"#.to_owned(), "no event with the seq 2"),
        (r#""log": "chat", "cursor": 1, "expect": {"final": "don"}"#.to_owned(), "did you mean `done`?"),
        (r#""log": "chat", "cursors": [1, 2], "expect": {"then": []}"#.to_owned(), "with several cursors"),
        (r#""log": "chat", "cursor": 1, "again": [1], "expect": {"ends": true}"#.to_owned(), "which `final` model"),
        (r#""log": "chat", "cursor": 1, "expect": {"start": {"seq": {"at_least": 2, "below": 2}}}"#.to_owned(), "no number is"),
        (format!(r#""log": "chat", "cursor": 1, "holds": ["trace"], {expect}"#), "`trace` is for reducers only"),
        (format!(r#""log": [{END}, {END}], "cursor": 1, "expect": {{"then": [4]}}"#), "two events with the seq 4"),
    ] {
        let text = format!("{{{text}}}");
        let error = slip("resume", &file, Level::Required, &text);
        assert!(error.contains(words) && error.starts_with("case.json:1:"), "{error}");
    }
    let copies = format!(
        r#"{{"log": [{START}, {{"times": 2, "event": {{"op": "ping", "seq": {{"$count": 5}}}}}}], "cursor": 1, {expect}}}"#
    );
    let copies = read("resume", &file, Level::Required, &copies).unwrap();
    assert_eq!(copies.input_at(2).unwrap(), r#"{"op":"ping","seq":6}"#);
}
