//! Drivers that do not answer in time.

use uiconform_runner::{Breakage, Connection};

use crate::support::*;

#[test]
fn never_answers() {
    assert_eq!(timeout("bad/silent"), None);
    assert_eq!(timeout("bad/ignore"), None);
    assert_eq!(timeout("bad/stop"), None);
}

#[test]
fn answers_without_flushing() {
    let hint = timeout("bad/unflushed").unwrap();
    assert!(hint.contains("flush standard output"), "{hint}");
}

#[test]
fn answers_without_a_line_end() {
    let hint = timeout("bad/no-line-end").unwrap();
    assert!(hint.contains("write a newline after each answer"), "{hint}");
}

#[test]
fn answers_a_byte_at_a_time_for_ever() {
    let hint = timeout("bad/trickle").unwrap();
    assert!(hint.contains("one line of JSON"), "{hint}");
}

#[test]
fn floods_standard_error_and_never_answers() {
    assert_eq!(timeout("bad/flood-stderr-for-ever"), None);
}

#[test]
fn does_not_read() {
    let mut driver = started(&settings(SHORT));
    let answered = driver.call(&call("bad/answer-and-stop-reading", "{}"));
    assert!(answered.reply.is_ok(), "{answered:?}");
    let params = format!("\"{}\"", "x".repeat(10_000_000));
    let exchange = driver.call(&call("echo", params));
    let Err(Breakage::Timeout { hint, .. }) = exchange.reply else {
        panic!("{:?}", exchange.reply);
    };
    if cfg!(target_os = "linux") {
        assert!(hint.unwrap().contains("has not read the request"));
    }
    works(&mut driver);
}
