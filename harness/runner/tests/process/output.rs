//! Drivers whose output is no answer to the request.

use std::time::Duration;

use uiconform_catalogue::{Call, Process};
use uiconform_runner::{Breakage, Connection, Origin, Settings};

use crate::support::*;

#[test]
fn logs_to_standard_output() {
    for method in ["bad/log-before", "bad/log-inside", "bad/log-after"] {
        let (why, hint) = bad_answer(method);
        assert!(!why.contains('\u{1b}'), "{why}");
        if method == "bad/log-inside" {
            assert!(hint.contains("one line of JSON"), "{hint}");
        } else {
            assert!(
                hint.contains("write logs and banners to standard error"),
                "{hint}"
            );
        }
    }
}

#[test]
fn output_between_two_cases_belongs_to_the_first() {
    for (method, expected) in [
        ("bad/log-later", "output that nobody asked for: `INFO done`"),
        ("bad/twice-later", "a second answer to request 1 came"),
    ] {
        let mut driver = started(&settings(PLENTY));
        assert!(driver.call(&call(method, "{}")).reply.is_ok());
        let Breakage::BadAnswer { why, hint } = wait_for(|| aftermath(&mut driver)) else {
            panic!("{method}");
        };
        assert_eq!(why, expected);
        assert!(hint.is_some());
        assert!(!driver.is_alive());
        works(&mut driver);
    }
}

#[test]
fn a_restart_does_not_hide_what_was_done_before() {
    let mut driver = started(&settings(PLENTY));
    assert!(driver.call(&call("bad/log-later", "{}")).reply.is_ok());
    std::thread::sleep(Duration::from_secs(1));
    let fresh = Call {
        process: Process::Fresh,
        ..call("echo", "{}")
    };
    assert!(driver.call(&fresh).reply.is_ok());
    let aftermath = aftermath(&mut driver);
    assert!(
        matches!(aftermath, Some(Breakage::BadAnswer { .. })),
        "{aftermath:?}"
    );
    works(&mut driver);
}

#[test]
fn output_before_a_request_blames_an_earlier_one() {
    let mut driver = started(&settings(PLENTY));
    assert!(driver.call(&call("bad/log-later", "{}")).reply.is_ok());
    std::thread::sleep(Duration::from_secs(1));
    let exchange = driver.call(&call("echo", "{}"));
    let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
        panic!("{exchange:?}");
    };
    assert_eq!(why, "output that nobody asked for: `INFO done`");
    assert_eq!(exchange.received.as_deref(), Some("INFO done"));
    assert_eq!(exchange.origin, Origin::Earlier);
    works(&mut driver);
}

#[test]
fn answers_twice() {
    let (why, hint) = bad_answer("bad/twice");
    assert!(why.starts_with("more output after the answer"), "{why}");
    assert_eq!(hint, "each request has one answer");

    let mut driver = started(&settings(PLENTY));
    assert!(driver.call(&call("bad/twice-on-next", "{}")).reply.is_ok());
    let exchange = driver.call(&call("echo", "{}"));
    let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
        panic!("{exchange:?}");
    };
    assert_eq!(why, "a second answer to request 1 came");
    assert_eq!(exchange.origin, Origin::Request(1));
    works(&mut driver);
}

#[test]
fn answers_with_the_wrong_id() {
    assert_eq!(
        bad_answer("bad/wrong-id").0,
        "the answer has the id 1002, the request had 2"
    );
    assert_eq!(
        bad_answer("bad/text-id").0,
        "the answer has the id \"2\", the request had 2"
    );
    assert_eq!(
        bad_answer("bad/no-id").0,
        "the answer has no `id`; the request had 2"
    );
    assert_eq!(
        bad_answer("bad/error-with-wrong-id").0,
        "the answer has the id 0, the request had 2"
    );
}

#[test]
fn answers_with_what_is_no_answer() {
    for (method, expected) in [
        ("bad/no-result", "missing member `result`"),
        ("bad/cut", "answer:1:"),
        ("bad/pretty", "answer:1:"),
        ("bad/infinity", "Infinity"),
        ("bad/not-utf-8", "not UTF-8: byte 34 of the line is 0xff"),
        ("bad/empty-line", "answer:1:1"),
        ("bad/null", "expected an object, found null"),
        (
            "bad/no-version",
            r#"write `"jsonrpc":"2.0"` into every answer"#,
        ),
        (
            "bad/version-1",
            r#"write `"jsonrpc":"2.0"` into every answer"#,
        ),
        ("bad/null-error", "leave the error out where there is none"),
        ("bad/result-and-error", "has an `error` beside its `result`"),
        ("bad/only-null-error", "the `error` of the answer is null"),
    ] {
        let (why, _) = bad_answer(method);
        assert!(why.contains(expected), "{method}: {why}");
    }
}

#[test]
fn an_endless_line_ends_at_the_limit() {
    let settings = Settings {
        answer_limit: 10_000_000,
        ..settings(PLENTY)
    };
    for method in ["bad/endless", "bad/flood-of-lines"] {
        let (exchange, _) = misbehave(method, &settings);
        let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
            panic!("{exchange:?}");
        };
        if method == "bad/endless" {
            assert_eq!(why, "the answer is longer than the limit of 10000000 bytes");
        }
        // Evidence, not everything.
        assert!(exchange.received.unwrap().len() < 100_000);
    }
}

#[test]
fn an_answer_before_the_request_is_read_is_none() {
    let large = format!("\"{}\"", "x".repeat(10_000_000));
    let mut driver = started(&settings(PLENTY));
    assert!(
        driver
            .call(&call("bad/answer-without-reading", "{}"))
            .reply
            .is_ok()
    );
    let exchange = driver.call(&call("echo", large.clone()));
    let Err(Breakage::BadAnswer { why, .. }) = &exchange.reply else {
        panic!("{:?}", exchange.reply);
    };
    assert_eq!(why, "the answer came before the whole request was read");
    works(&mut driver);

    driver.restart().unwrap();
    assert!(
        driver
            .call(&call("bad/refuse-without-reading", "{}"))
            .reply
            .is_ok()
    );
    let exchange = driver.call(&call("echo", large));
    let Err(Breakage::DriverError { message, .. }) = &exchange.reply else {
        panic!("{:?}", exchange.reply);
    };
    assert_eq!(message, "too large");
    assert!(!driver.is_alive());
    works(&mut driver);
}

#[test]
fn an_answer_that_holds_too_much_is_not_read() {
    let mut driver = started(&settings(PLENTY));
    for (levels, too_deep) in [(100_000, false), (3_000_000, true)] {
        let exchange = driver.call(&call("bad/deep", format!(r#"{{"levels":{levels}}}"#)));
        match exchange.reply {
            Ok(_) => assert!(!too_deep),
            Err(Breakage::BadAnswer { why, .. }) => {
                assert!(too_deep, "{why}");
                assert_eq!(
                    why,
                    "the answer is nested deeper than the limit of 1000000 levels"
                );
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    works(&mut driver);
}
