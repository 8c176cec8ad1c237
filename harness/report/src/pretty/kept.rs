//! What is kept of a failure until the end of the run. All failures are, so one that is about large values is written out at
//! once as far as it will be shown, and the values go.

use std::io::Write;

use uiconform_catalogue::record::CaseRecord;

use super::Pretty;
use super::failure::{LINE, SHOWN};
use crate::inert::shortened;

/// Bytes of values and lines of one failure that are kept as they are.
const SMALL: usize = 64 * 1024;

/// What is shown of a failure whose values are not kept.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The difference, in lines.
    pub(super) difference: String,
    /// What came in place of an answer.
    pub(super) received: Option<String>,
}

impl<W: Write> Pretty<'_, W> {
    /// Keeps a failure.
    pub(super) fn keep(&mut self, case: &CaseRecord) {
        let mut case = case.clone();
        if let Some(failure) = &case.failure
            && size(&case) > SMALL
        {
            let received = failure.transcript.last();
            let shown = Shown {
                difference: self.difference(&case, failure),
                received: received
                    .and_then(|said| said.received.as_ref())
                    .map(|line| shortened(line, SHOWN)),
            };
            self.shown.insert(case.id.clone(), shown);
            strip(&mut case, self.options.transcript);
        }
        self.failures.push(case);
    }
}

fn size(case: &CaseRecord) -> usize {
    let Some(failure) = &case.failure else {
        return 0;
    };
    let values = [&failure.expected, &failure.got];
    let values = values.into_iter().flatten().map(|value| value.get().len());
    let lines = failure
        .transcript
        .iter()
        .map(|said| said.sent.len() + said.received.as_ref().map_or(0, String::len));
    values.chain(lines).sum()
}

/// Takes away what is large; the lines of the transcript stay as they will be shown, if they will.
fn strip(case: &mut CaseRecord, with_transcript: bool) {
    let Some(failure) = &mut case.failure else {
        return;
    };
    failure.expected = None;
    failure.got = None;
    if !with_transcript {
        failure.transcript = Vec::new();
    }
    for said in &mut failure.transcript {
        said.sent = shortened(&said.sent, LINE);
        said.received = said.received.as_ref().map(|line| shortened(line, LINE));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use uiconform_catalogue::record::{Exchange, Failure, Record, raw};
    use uiconform_catalogue::{Level, Verdict};
    use uiconform_json::Value;

    use super::*;
    use crate::pretty::PrettyOptions;
    use crate::{Palette, Reporter};

    fn failed(verdict: Verdict, letters: usize) -> CaseRecord {
        let value = |letter: &str| {
            let text = Value::from(letter.repeat(letters).as_str()).to_text();
            raw(&uiconform_json::parse(&format!(r#"{{"a":{text}}}"#)).unwrap())
        };
        CaseRecord {
            id: format!("s/a/f/{verdict}"),
            profile: "s/p".to_owned(),
            level: Level::Required,
            requirements: vec!["R-1".to_owned()],
            verdict,
            recorded: None,
            number_lossy: Vec::new(),
            beyond_limit: false,
            failure: Some(Failure {
                fingerprint: String::new(),
                message: "it differs".to_owned(),
                at_any_level: false,
                why: "w".to_owned(),
                place: "f:1:1".to_owned(),
                step: None,
                inputs: Vec::new(),
                pointer: Some("/a".to_owned()),
                expected: value("x"),
                got: value("y"),
                transcript: vec![Exchange {
                    purpose: "the case".to_owned(),
                    sent: "s\u{1b}".repeat(letters),
                    received: Some("r".repeat(letters)),
                }],
                stderr: String::new(),
                exit: None,
                hint: None,
            }),
            baseline: None,
            micros: 0,
        }
    }

    fn report(letters: usize, transcript: bool) -> (usize, String) {
        let mut out = Vec::new();
        let options = PrettyOptions {
            palette: Palette::new(false),
            full: true,
            transcript,
            replay: "uiconform run".to_owned(),
        };
        let mut pretty = Pretty::new(&mut out, &[], options);
        for verdict in [Verdict::Fail, Verdict::BadAnswer] {
            let record = Record::Case(Box::new(failed(verdict, letters)));
            pretty.record(&record).unwrap();
        }
        let kept = pretty.failures.iter().map(size).sum();
        pretty.write_failures().unwrap();
        (kept, String::from_utf8(out).unwrap())
    }

    #[test]
    fn large_values_are_not_kept_and_are_shown_all_the_same() {
        for transcript in [false, true] {
            let (kept, small) = report(8_000, transcript);
            assert!(kept > 70_000, "{kept}");
            let (kept, large) = report(2_000_000, transcript);
            assert!(kept < 70_000, "{kept}");
            for text in [small, large] {
                assert_eq!(text.matches("    at        /a").count(), 2, "{text}");
                assert!(text.contains("    received  rrr"), "{text}");
                assert!(
                    text.contains("- expected") && text.contains("xxx"),
                    "{text}"
                );
                assert!(text.contains("+ got") && text.contains("yyy"), "{text}");
                assert_eq!(transcript, text.contains("> s\\u{1b}s"), "{text}");
                assert_eq!(transcript, text.contains("< rrr"), "{text}");
            }
        }
    }
}
