#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::parse;

use super::*;

const START: &str = r#"{"op":"start","seq":1,"stream_id":"s","model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","type":"text","content":""}]}}"#;

fn append(seq: u64) -> String {
    format!(
        r#"{{"op":"append","seq":{seq},"stream_id":"s","mask":"block.content","block":{{"id":"a","content":"{seq}"}}}}"#
    )
}

fn plain(op: &str, seq: u64) -> String {
    format!(r#"{{"op":"{op}","seq":{seq},"stream_id":"s"}}"#)
}

fn error(seq: u64) -> String {
    format!(
        r#"{{"op":"error","seq":{seq},"stream_id":"s","mask":"meta.error","meta":{{"error":{{"code":"c","message":"m"}}}}}}"#
    )
}

fn events(texts: &[String]) -> Vec<Event> {
    texts
        .iter()
        .map(|text| Event::parse(text).unwrap())
        .collect()
}

/// Resumes, and gives the operation and `seq` of each event, and what the block of the `start` holds.
#[track_caller]
fn run(log: &[String], cursor: u64) -> (String, String) {
    let log = events(log);
    let resumed = resume(&mut Reference, &log, &cursor.into()).unwrap();
    let words = resumed.iter().map(|event| {
        assert_eq!(event.get("stream_id").and_then(Value::as_str), Some("s"));
        let op = event.get("op").unwrap().as_str().unwrap();
        format!("{op} {}", event.get("seq").unwrap())
    });
    let words = words.collect::<Vec<_>>().join(", ");
    let model = resumed[0].get("model").unwrap();
    let block = &model.get("blocks").unwrap().as_array().unwrap()[0];
    (
        words,
        block.get("content").unwrap().as_str().unwrap().to_owned(),
    )
}

#[track_caller]
fn gives(log: &[String], cursor: u64, words: &str, content: &str) {
    assert_eq!(run(log, cursor), (words.to_owned(), content.to_owned()));
}

fn log() -> Vec<String> {
    vec![
        START.to_owned(),
        append(2),
        plain("ping", 2),
        append(5),
        plain("ping", 99),
        append(6),
        plain("end", 7),
    ]
}

#[test]
fn what_the_cursor_covers_is_in_the_start_and_the_rest_follows() {
    gives(
        &log(),
        1,
        "start 1, append 2, append 5, append 6, end 7",
        "",
    );
    gives(&log(), 2, "start 2, append 5, append 6, end 7", "2");
    gives(&log(), 5, "start 5, append 6, end 7", "25");
    gives(&log(), 6, "start 6, end 7", "256");
}

#[test]
fn a_cursor_in_a_gap_stands_for_the_event_before() {
    gives(&log(), 3, "start 2, append 5, append 6, end 7", "2");
    gives(&log(), 4, "start 2, append 5, append 6, end 7", "2");
}

#[test]
fn a_cursor_outside_the_log_stands_for_its_nearest_event() {
    gives(
        &log(),
        0,
        "start 1, append 2, append 5, append 6, end 7",
        "",
    );
    gives(&log(), 7, "start 6, end 7", "256");
    gives(&log(), 1000, "start 6, end 7", "256");
}

#[test]
fn a_log_without_end_gets_one() {
    let open = &log()[..6];
    gives(open, 2, "start 2, append 5, append 6, end 7", "2");
    gives(open, 6, "start 6, end 7", "256");
}

#[test]
fn an_error_is_in_the_model_or_follows() {
    let log = [START.to_owned(), append(2), error(3), plain("end", 4)];
    gives(&log, 2, "start 2, error 3, end 4", "2");
    gives(&log, 3, "start 3, end 4", "2");
    let resumed = resume(&mut Reference, &events(&log), &3_u64.into()).unwrap();
    let error = resumed[0]
        .get("model")
        .unwrap()
        .get("meta")
        .unwrap()
        .get("error");
    assert_eq!(error.unwrap().get("code").unwrap().as_str(), Some("c"));
}

#[test]
fn a_log_of_several_deliveries_goes_on_as_it_did() {
    let again = START
        .replace(r#""seq":1"#, r#""seq":2"#)
        .replace(r#""content":"""#, r#""content":"2""#);
    let resumed = [
        START.to_owned(),
        append(2),
        plain("end", 3),
        again,
        append(4),
        plain("end", 5),
    ];
    gives(
        &resumed,
        1,
        "start 1, append 2, end 3, start 2, append 4, end 5",
        "",
    );
    gives(&resumed, 2, "start 2, append 4, end 5", "2");
    gives(&resumed, 3, "start 2, append 4, end 5", "2");
    let anew = START.replace(r#""seq":1"#, r#""seq":6"#);
    let anew = [
        START.to_owned(),
        append(2),
        plain("end", 3),
        anew,
        append(7),
        plain("end", 8),
    ];
    gives(&anew, 2, "start 2, end 3, start 6, append 7, end 8", "2");
    gives(&anew, 3, "start 2, start 6, append 7, end 8", "2");
    gives(&anew, 6, "start 6, append 7, end 8", "");
    let lower = [
        START.to_owned(),
        append(9),
        plain("end", 10),
        START.to_owned(),
        append(2),
        plain("end", 3),
    ];
    gives(&lower, 9, "start 2, end 3", "2");
}

#[test]
fn a_log_that_is_none_is_refused() {
    let refused = |log: &[String], section: &str, pointer: &str| {
        let rejection = resume(&mut Reference, &events(log), &2_u64.into()).unwrap_err();
        assert_eq!(rejection.section(), section, "{rejection}");
        assert_eq!(rejection.pointer().to_string(), pointer, "{rejection}");
    };
    refused(&[], "6", "");
    refused(&log()[1..], "5", "/0");
    let other = append(2).replace(r#""s""#, r#""t""#);
    refused(&[START.to_owned(), other], "4.2", "/1/stream_id");
    refused(
        &[
            START.to_owned(),
            append(2).replace("block.content", "block.none"),
        ],
        "5.3",
        "/1/mask",
    );
    refused(
        &[
            START.to_owned(),
            r#"{"op":"stop","seq":9,"stream_id":"s"}"#.to_owned(),
        ],
        "4",
        "/1/op",
    );
}

#[test]
fn an_unnamed_log_stays_unnamed_and_an_old_model_old() {
    let start =
        r#"{"op":"start","seq":1,"model":{"version":"1.0","biz":"chat","meta":{},"blocks":[]}}"#;
    let resumed = resume(
        &mut Reference,
        &[Event::parse(start).unwrap()],
        &1_u64.into(),
    )
    .unwrap();
    let whole: Vec<Value> = resumed
        .iter()
        .map(|event| event.members().clone().into())
        .collect();
    assert_eq!(
        whole,
        [
            parse(start).unwrap(),
            parse(r#"{"op":"end","seq":2}"#).unwrap()
        ]
    );
}
