#![allow(clippy::unwrap_used)] // A test says what it expects.

mod answers;
mod reading;
mod standing;
mod updates;

use uiconform_catalogue::{Answer, Exercise, Form, Judgement, Level, Reading, Relation, Verdict};
use uiconform_json::{Document, Located};

use super::AgUi;

fn read(profile: &str, level: Level, case: &str) -> Result<Reading, Located> {
    let file = Document::parse("file.json", "{}").unwrap();
    let case = Document::parse("case.json", case).unwrap();
    let mut members = file.root().object()?;
    let form = AgUi.open(profile, &mut members)?;
    members.finish()?;
    let mut members = case.root().object()?;
    let reading = form.read(level, &mut members)?;
    members.finish()?;
    Ok(reading)
}

fn read_well(profile: &str, level: Level, text: &str) -> Reading {
    read(profile, level, text).unwrap_or_else(|error| panic!("{error}"))
}

/// A required case that streams nothing that matters, and expects this.
fn expecting(profile: &str, expected: &str) -> Box<dyn Exercise> {
    let text = format!(r#"{{"events":["RUN_STARTED","RUN_FINISHED"],{expected}}}"#);
    read_well(profile, Level::Required, &text).exercise
}

#[track_caller]
fn slip(profile: &str, level: Level, text: &str, words: &str) {
    match read(profile, level, text) {
        Ok(_) => panic!("it is taken: {text}"),
        Err(error) => assert!(error.to_string().contains(words), "{error}"),
    }
}

fn answer(runs: &[&str]) -> Answer {
    let runs = runs.join(",");
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"runs":[{runs}]}}}}"#);
    Answer::read(&line, 1).unwrap()
}

/// The answer to a run: updates, without the done of a success, and what stands after it.
fn run(updates: &[&str], rest: &str) -> String {
    let mut updates = updates.to_vec();
    updates.push(r#"{"update":"done","end":"success"}"#);
    whole_run(&updates, rest)
}

fn whole_run(updates: &[&str], rest: &str) -> String {
    format!(r#"{{"updates":[{}],{rest}}}"#, updates.join(","))
}

const NOTHING: &str = r#""messages":[],"state":{}"#;

fn judged(case: &dyn Exercise, run: &str) -> Judgement {
    case.judge(&[answer(&[run])])
}

#[track_caller]
fn passes(case: &dyn Exercise, run: &str) {
    let judgement = judged(case, run);
    assert_eq!(judgement.verdict, Verdict::Pass, "{:?}", judgement.finding);
}

#[track_caller]
fn fails(case: &dyn Exercise, run: &str, words: &str) {
    fails_as(case, run, Verdict::Fail, words);
}

#[track_caller]
fn fails_as(case: &dyn Exercise, run: &str, verdict: Verdict, words: &str) {
    let judgement = judged(case, run);
    assert_eq!(judgement.verdict, verdict, "{:?}", judgement.finding);
    let message = judgement.finding.unwrap().message;
    assert!(message.contains(words), "{message}");
}
