//! What is unusual and right.

use std::time::Duration;

use uiconform_catalogue::{Call, Process};
use uiconform_runner::{Breakage, Connection, DriverProcess, Exchange};

use crate::support::*;

#[test]
fn an_error_of_the_driver_is_told_and_the_driver_stays() {
    let mut driver = started(&settings(PLENTY));
    let exchange = driver.call(&call("bad/error", "{}"));
    assert!(
        matches!(&exchange.reply, Err(Breakage::DriverError { code, message }) if code == "-32000" && message == "no luck"),
        "{exchange:?}"
    );
    assert!(driver.is_alive());
    works(&mut driver);
}

#[test]
fn a_flood_on_standard_error_is_drained_and_its_end_kept() {
    let mut driver = started(&settings(PLENTY));
    let exchange = driver.call(&call("bad/flood-stderr", "{}"));
    assert!(exchange.reply.is_ok(), "{exchange:?}");
    let stderr = driver.evidence().stderr;
    assert!(stderr.starts_with('…') && stderr.ends_with("\nthe end\n"));
    assert!(stderr.contains("lots of logs \u{fffd}"));
    assert_eq!(driver.evidence().stderr, "");
    works(&mut driver);
}

#[test]
fn large_deep_and_odd_answers_are_taken() {
    let mut driver = started(&settings(PLENTY));
    let size = 20_000_000;
    let exchange = driver.call(&call("bad/large", format!("{{\"size\":{size}}}")));
    let answer = exchange.reply.unwrap();
    assert_eq!(answer.result().value().as_str().unwrap().len(), size);

    let exchange = driver.call(&call("bad/deep", r#"{"levels":100000}"#));
    let received = exchange.received.unwrap();
    assert!(exchange.reply.is_ok() && received.contains(&"[".repeat(100_000)));

    let exchange = driver.call(&call("bad/odd-but-legal", "{}"));
    let answer = exchange.reply.unwrap();
    assert_eq!(answer.result().value().to_text(), r#""\ud83d""#);
    works(&mut driver);
}

#[test]
fn large_requests_go_through() {
    let mut driver = started(&settings(PLENTY));
    let params = format!("\"{}\"", "ü".repeat(2_000_000));
    let exchange = driver.call(&call("echo", params));
    let answer = exchange.reply.unwrap();
    assert_eq!(
        answer.result().value().as_str().unwrap().chars().count(),
        2_000_000
    );
    assert_eq!(exchange.sent.lines().count(), 1);
}

#[test]
fn a_fresh_process_has_answered_nothing() {
    let mut driver = started(&settings(PLENTY));
    let id = |exchange: &Exchange| {
        let sent = uiconform_json::parse(&exchange.sent).unwrap();
        sent.get("id").unwrap().to_text()
    };
    let fresh = || Call {
        process: Process::Fresh,
        ..call("echo", "{}")
    };
    let exchanges = [
        driver.call(&fresh()),
        driver.call(&call("echo", "{}")),
        driver.call(&fresh()),
        driver.call(&call("echo", "{}")),
    ];
    assert_eq!(exchanges.each_ref().map(id), ["1", "2", "3", "4"]);
    assert!(exchanges.iter().all(|exchange| exchange.reply.is_ok()));
}

#[test]
fn it_may_run_elsewhere_and_with_other_variables() {
    let directory = std::env::temp_dir().canonicalize().unwrap();
    let mut command = driver("well");
    command.directory = Some(directory.clone());
    command
        .environment
        .push(("BAD_VARIABLE".to_owned(), Some("x y".to_owned())));
    let (_, identity) = DriverProcess::start(&command, &settings(PLENTY), &[]).unwrap();
    assert_eq!(identity.choices["directory"].as_str(), directory.to_str());
    assert_eq!(identity.choices["variable"].as_str(), Some("x y"));
}

#[test]
fn a_driver_outlives_the_thread_that_started_it() {
    let mut driver = std::thread::spawn(|| started(&settings(PLENTY)))
        .join()
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    works(&mut driver);
}
