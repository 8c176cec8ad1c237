//! What the tests of the profiles share.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Answer, Exercise, Form, Judgement, Level, Verdict};
use uiconform_json::{Document, Located};

use super::AgentUe;

/// Reads a case of a file, both without what is the same in all profiles.
pub(super) fn read(
    profile: &str,
    file: &str,
    level: Level,
    case: &str,
) -> Result<Box<dyn Exercise>, Located> {
    let file = Document::parse("file.json", file).unwrap();
    let case = Document::parse("case.json", case).unwrap();
    let mut members = file.root().object()?;
    let form = AgentUe.open(profile, &mut members)?;
    members.finish()?;
    let mut members = case.root().object()?;
    let reading = form.read(level, &mut members)?;
    members.finish()?;
    Ok(reading.exercise)
}

/// The same, for a case that is well-formed.
pub(super) fn case(profile: &str, level: Level, case: &str) -> Box<dyn Exercise> {
    read(profile, "{}", level, case).unwrap_or_else(|error| panic!("{error}"))
}

/// What is wrong with the form of a case.
pub(super) fn slip(profile: &str, file: &str, level: Level, case: &str) -> String {
    match read(profile, file, level, case) {
        Ok(_) => panic!("it is taken: {case}"),
        Err(error) => error.to_string(),
    }
}

/// The answers with these results.
pub(super) fn answers(results: &[&str]) -> Vec<Answer> {
    let answer = |result: &&str| {
        Answer::read(
            &format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#),
            1,
        )
        .unwrap()
    };
    results.iter().map(answer).collect()
}

/// The judgement on answers with these results.
pub(super) fn judged(case: &dyn Exercise, results: &[&str]) -> Judgement {
    case.judge(&answers(results))
}

/// The answers pass.
#[track_caller]
pub(super) fn passes(case: &dyn Exercise, results: &[&str]) {
    let judgement = judged(case, results);
    assert_eq!(judgement.verdict, Verdict::Pass, "{:?}", judgement.finding);
}

/// The answers do not pass, and the finding has these words.
#[track_caller]
pub(super) fn fails(
    case: &dyn Exercise,
    results: &[&str],
    verdict: Verdict,
    words: &str,
) -> Judgement {
    let judgement = judged(case, results);
    assert_eq!(judgement.verdict, verdict, "{:?}", judgement.finding);
    let message = &judgement.finding.as_ref().unwrap().message;
    assert!(message.contains(words), "{message}");
    judgement
}
