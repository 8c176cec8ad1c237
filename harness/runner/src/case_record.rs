//! Turning what came of a case into its record.

use uiconform_catalogue::record::{
    CaseRecord, Exchange as Said, Failure, INPUTS, NumberedInput, Recorded, TRANSCRIPT_LINE, raw,
};
use uiconform_catalogue::{Case, Finding, Verdict};
use uiconform_json::{Array, Number, Object, Value};

use crate::case_run::CaseRun;

impl CaseRun {
    /// Turns what came of a case into its record.
    pub fn into_record(self, case: &Case) -> CaseRecord {
        let Self {
            verdict, judgement, ..
        } = &self;
        let recorded = judgement.outcome.clone().map(|outcome| Recorded {
            asks: case.asks.clone().unwrap_or_default(),
            outcome,
        });
        let number_lossy = judgement.lossy.iter().map(ToString::to_string).collect();
        CaseRecord {
            id: case.id.as_str().to_owned(),
            profile: case.profile_id(),
            level: case.level,
            requirements: case.requirements.clone(),
            verdict: *verdict,
            recorded,
            number_lossy,
            beyond_limit: self.beyond_limit,
            baseline: None,
            micros: self.micros,
            failure: verdict.is_failure().then(|| self.failure(case)),
        }
    }

    fn failure(self, case: &Case) -> Failure {
        let finding = self.judgement.finding.unwrap_or_default();
        Failure {
            fingerprint: fingerprint(self.verdict, self.exit.as_deref(), &finding),
            at_any_level: self.at_any_level,
            why: case.why.clone(),
            place: case.place.to_string(),
            step: finding.step.map(|step| step + 1),
            inputs: inputs(case, finding.step),
            pointer: finding
                .difference
                .as_ref()
                .map(|difference| shorten(difference.pointer.to_string(), MESSAGE)),
            expected: finding.expected.as_ref().and_then(raw),
            got: finding.got.as_ref().and_then(raw),
            message: finding.message,
            transcript: self.transcript,
            stderr: self.stderr,
            exit: self.exit,
            hint: self.hint,
        }
    }
}

/// The fingerprint of a failure; see [`Failure::fingerprint`].
fn fingerprint(verdict: Verdict, exit: Option<&str>, finding: &Finding) -> String {
    let mut text = verdict.word().to_owned();
    let ending = exit.filter(|_| verdict == Verdict::Crash).and_then(ending);
    for what in ending.iter().chain(&finding.kind) {
        text.push_str(&format!(" ({what})"));
    }
    if let Some(step) = finding.step {
        text.push_str(&format!(" step {}", step + 1));
    }
    if let Some(difference) = &finding.difference {
        let kind = |value: &Option<Value>| match value {
            Some(value) => value.kind().to_string(),
            None => "nothing".to_owned(),
        };
        let pointer = shorten(difference.pointer.to_string(), MESSAGE);
        text.push_str(&format!(
            " at {}: {} for {}",
            // The pointer to the whole is empty, which would look like a gap.
            if pointer.is_empty() {
                "the root"
            } else {
                &pointer
            },
            kind(&difference.got),
            kind(&difference.expected)
        ));
    }
    text
}

/// How a driver ended, as numbers alone: whether a core was written is the machine's doing.
fn ending(exit: &str) -> Option<String> {
    [("exit status ", "exit "), ("signal ", "signal ")]
        .into_iter()
        .find_map(|(before, word)| {
            let (_, rest) = exit.split_once(before)?;
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let number = &rest[..end.unwrap_or(rest.len())];
            (!number.is_empty()).then(|| format!("{word}{number}"))
        })
}

/// The longest message of a failure, in bytes: a driver can put a lot into its errors.
const MESSAGE: usize = 4096;

/// The largest value that a record keeps whole, in bytes of its text, for a case that sends so many bytes: what a right answer
/// has comes from what was sent.
pub(crate) fn most_kept(sent: usize) -> usize {
    TRANSCRIPT_LINE + 4 * sent
}

/// Cuts a message.
pub(crate) fn cut_message(message: &mut String) {
    if message.len() > MESSAGE {
        *message = shorten(std::mem::take(message), MESSAGE);
    }
}

/// Cuts what a finding says in the driver's words, and leaves values out that have more than `most` bytes: the message tells the
/// first difference then.
pub(crate) fn cut_finding(finding: &mut Finding, most: usize) {
    cut_message(&mut finding.message);
    let is_large = |value: &Option<Value>| {
        let value = value.as_ref();
        value.is_some_and(|value| value.to_text().len() > most)
    };
    if !is_large(&finding.got) && !is_large(&finding.expected) {
        return;
    }
    finding.expected = None;
    finding.got = None;
    let Some(difference) = &mut finding.difference else {
        return;
    };
    let show = |value: &Option<Value>| match value {
        Some(value) => shorten(value.to_text(), SHOWN),
        None => "nothing".to_owned(),
    };
    finding.message.push_str(&format!(
        "; at `{}`: expected {}, got {}; the whole is too large to be kept",
        shorten(difference.pointer.to_string(), SHOWN),
        show(&difference.expected),
        show(&difference.got)
    ));
    let values = [&mut difference.expected, &mut difference.got];
    for value in values.into_iter().flatten() {
        empty(value, most);
    }
}

/// Takes a large value's content away; its kind is part of the fingerprint.
fn empty(value: &mut Value, most: usize) {
    if value.to_text().len() > most {
        *value = match value {
            Value::Array(_) => Value::from(Array::from(Vec::new())),
            Value::Object(_) => Object::new().into(),
            Value::String(_) => Value::from(""),
            Value::Number(_) => Value::Number(Number::from(0_u64)),
            Value::Null | Value::Bool(_) => return,
        };
    }
}

/// Bytes of a value that a message shows.
const SHOWN: usize = 200;

/// Cuts the lines of a transcript that a record does not keep whole.
pub(crate) fn cut(said: Said) -> Said {
    Said {
        purpose: said.purpose,
        sent: shorten(said.sent, TRANSCRIPT_LINE),
        received: said.received.map(|line| shorten(line, TRANSCRIPT_LINE)),
    }
}

/// The inputs that a record shows: all if they are few, else those up to the step.
fn inputs(case: &Case, step: Option<usize>) -> Vec<NumberedInput> {
    let few = case.exercise.input_at(INPUTS).is_none();
    let first = match step {
        Some(step) if !few => (step + 1).saturating_sub(INPUTS),
        _ => 0,
    };
    (first..first + INPUTS)
        .map_while(|index| {
            Some(NumberedInput {
                number: index + 1,
                text: shorten(case.exercise.input_at(index)?, INPUT),
            })
        })
        .collect()
}

/// The longest input that a record keeps whole, in bytes.
const INPUT: usize = 2048;

fn shorten(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let end = text.floor_char_boundary(most);
    format!("{}… ({} bytes in all)", &text[..end], text.len())
}

/// Says that a rejection proves nothing, since its twin does not pass, or only since it was refused beyond a limit.
pub(crate) fn unproven(case: &Case, twin: Option<Verdict>) -> Finding {
    let id = case
        .twin
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    Finding::new(match twin {
        Some(Verdict::Pass) => format!(
            "rejected as expected, which proves nothing: its accepted twin {id} was refused too, beyond a limit that the driver declares"
        ),
        Some(verdict) => format!(
            "rejected as expected, which proves nothing yet: its accepted twin {id} gives `{verdict}`, and until that passes this may be rejected for another reason"
        ),
        None => format!(
            "rejected as expected, which proves nothing: the accepted twin {id} was not run"
        ),
    })
}

#[cfg(test)]
mod tests {
    use uiconform_catalogue::Difference;
    use uiconform_json::Pointer;

    use super::*;

    #[test]
    fn a_difference_of_the_whole_has_a_place() {
        let finding = Finding {
            step: Some(0),
            difference: Some(Difference {
                pointer: Pointer::root(),
                expected: Some(Value::Null),
                got: None,
            }),
            ..Finding::default()
        };
        assert_eq!(
            fingerprint(Verdict::Fail, None, &finding),
            "fail step 1 at the root: nothing for null"
        );
    }

    #[test]
    fn a_crash_is_known_by_how_it_ended_and_a_bad_answer_by_its_kind() {
        let crash = |exit: Option<&str>| fingerprint(Verdict::Crash, exit, &Finding::default());
        assert_eq!(crash(Some("exit status 3")), "crash (exit 3)");
        assert_eq!(
            crash(Some("killed by signal 11 (SIGSEGV) (core dumped)")),
            "crash (signal 11)"
        );
        assert_eq!(crash(Some("it closed its standard output")), "crash");
        assert_eq!(crash(None), "crash");
        let finding = Finding {
            kind: Some("error -32603".to_owned()),
            ..Finding::default()
        };
        assert_eq!(
            fingerprint(Verdict::BadAnswer, Some("exit status 0"), &finding),
            "bad-answer (error -32603)"
        );
    }
}
