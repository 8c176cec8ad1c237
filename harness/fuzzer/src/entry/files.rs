//! Files and answers, which anybody may have written.

use std::borrow::Cow;

use uiconform_catalogue::{Answer, SourceFile};
use uiconform_runner::suites;

/// A case file: it is loaded, or every fault of it is told with a place in it.
///
/// # Panics
///
/// If a fault has no place in the file.
pub fn case_file(data: &[u8]) {
    let Some(text) = super::text(data) else {
        return;
    };
    let name = "cases/fuzzed/file.json";
    let file = SourceFile {
        path: name.to_owned(),
        shown: name.to_owned(),
        text: Cow::Owned(text.to_owned()),
    };
    let Some(Err(faults)) = suites::load_other(suites::MAIN, &[file]) else {
        return;
    };
    assert!(!faults.errors.is_empty(), "refused without a fault");
    let lines = text.split('\n').count();
    for fault in &faults.errors {
        assert_eq!(fault.name, name, "{fault}");
        assert!(
            (1..=lines).contains(&fault.line) && fault.column > 0,
            "{fault}"
        );
        assert!(!fault.message.is_empty(), "a fault says nothing");
    }
}

/// The line of a driver as an answer: it is one, or it is said why not.
///
/// # Panics
///
/// If what is taken for an answer has no result.
pub fn answer(data: &[u8]) {
    let Some(line) = super::text(data) else {
        return;
    };
    let Ok(answer) = Answer::read(line, 1) else {
        return;
    };
    assert_eq!(answer.text(), line);
    let whole = uiconform_json::parse(line);
    let result = whole.as_ref().ok().and_then(|whole| whole.get("result"));
    assert_eq!(
        result,
        Some(answer.result().value()),
        "another result: {line}"
    );
}
