//! What a driver says is kept as evidence, and not without end.

use uiconform_catalogue::Verdict::{BadAnswer, Fail};

use crate::process::PLENTY;
use crate::support::*;

#[test]
fn what_a_record_keeps_does_not_grow_with_what_the_driver_says() {
    for (behaviour, verdict, words) in [
        ("long-error", BadAnswer, "error 1: xxx"),
        ("long-model", Fail, "too large to be kept"),
        ("long-name", Fail, "too large to be kept"),
    ] {
        let told = run(&[behaviour, behaviour], &Setup::new(PLENTY));
        assert_eq!(told.verdicts(), [verdict; 2], "{behaviour}");
        let message = told.message(0);
        assert!(message.contains(words), "{behaviour}: {message}");
        for line in told.lines() {
            assert!(line.len() < 200_000, "{behaviour}: {} bytes", line.len());
        }
        let failure = told.cases[0].failure.as_ref().unwrap();
        assert!(failure.fingerprint.len() < 5_000, "{behaviour}");
    }
}

#[test]
fn what_differs_is_told_by_its_kind_whatever_its_size() {
    let told = run(&["long-model"], &Setup::new(PLENTY));
    let failure = told.cases[0].failure.as_ref().unwrap();
    assert_eq!(
        failure.fingerprint,
        "fail step 1 at /blocks/0/content: string for string"
    );
}
