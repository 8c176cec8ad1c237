//! How what came differs from what was to come: in the model, in the input beside its accepted twin, or between two answers.

use std::fmt::{self, Write as _};
use std::io::Write;

use uiconform_catalogue::record::{CaseRecord, Exchange, Failure};
use uiconform_catalogue::{Catalogue, Verdict};
use uiconform_json::{Pointer, Value, differences, parse};

use super::Pretty;
use super::failure::SHOWN;
use crate::diff;
use crate::inert::shortened;

/// Places at which a case differs from its twin that are shown.
const PLACES: usize = 3;

/// How the message ends where the answer to a step is wrong in itself, so that the model after it is only a consequence.
const REJECT: &str = "; it must be rejected";
const ACCEPT: &str = "; it must be accepted";

/// Characters of the value at such a place that are shown.
const VALUE: usize = 80;

impl<W: Write> Pretty<'_, W> {
    /// The difference in lines; empty if there is none to show.
    pub(super) fn difference(&self, case: &CaseRecord, failure: &Failure) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = if failure.message.ends_with(REJECT) {
            self.write_own_place(&mut text, case)
        } else if failure.message.ends_with(ACCEPT) {
            // It was refused: what the driver says of that is in the message, and the model tells no more.
            Ok(())
        } else if case.verdict == Verdict::Nondeterministic && failure.pointer.is_none() {
            self.write_answers(&mut text, failure)
        } else {
            self.write_models(&mut text, case, failure)
        };
        text
    }

    /// Where a case that is to be refused differs from its twin, which is accepted: that is what the driver overlooks. The model
    /// only shows what became of it.
    fn write_own_place(&self, out: &mut String, case: &CaseRecord) -> fmt::Result {
        let Some((case, catalogue)) = self.found(case) else {
            return Ok(());
        };
        let twin = case.twin.as_ref().and_then(|id| catalogue.case(id));
        let Some(twin) = twin else { return Ok(()) };
        let (own, other) = (case.exercise.input(), twin.exercise.input());
        let found = differences(&other, &own, PLACES + 1);
        let palette = self.options.palette;
        let show = |value: Option<&Value>| match value {
            Some(value) => shortened(&value.to_text(), VALUE),
            None => "nothing".to_owned(),
        };
        for (index, one) in found.iter().take(PLACES).enumerate() {
            let label = if index == 0 { "at       " } else { "         " };
            writeln!(
                out,
                "    {} {}: {} here, {} in the accepted twin",
                palette.dim(label),
                place(&one.pointer),
                show(one.got),
                show(one.expected),
            )?;
        }
        if found.len() > PLACES {
            writeln!(out, "{:14}{}", "", palette.dim("… and elsewhere"))?;
        }
        if found.is_empty() {
            return Ok(());
        }
        writeln!(out, "    {} {}", palette.dim("twin     "), twin.id)
    }

    fn found(&self, case: &CaseRecord) -> Option<(&uiconform_catalogue::Case, &Catalogue)> {
        let known = self.known(case)?;
        let catalogue = self
            .catalogues
            .iter()
            .find(|catalogue| catalogue.case(&known.id).is_some())?;
        Some((known, catalogue))
    }

    fn write_models(&self, out: &mut String, case: &CaseRecord, failure: &Failure) -> fmt::Result {
        let palette = self.options.palette;
        let (Some(expected), Some(got)) = (&failure.expected, &failure.got) else {
            return Ok(());
        };
        let (Ok(expected), Ok(got)) = (parse(expected.get()), parse(got.get())) else {
            return Ok(());
        };
        let Some(pointer) = failure.pointer.as_deref().and_then(Pointer::parse) else {
            return Ok(());
        };
        let show = |value: &Value| match value.pointer(&pointer) {
            Some(value) => shortened(&value.to_text(), SHOWN),
            None => "nothing".to_owned(),
        };
        writeln!(out, "    {} {}", palette.dim("at       "), place(&pointer))?;
        if let (Some(one), Some(other)) = (expected.pointer(&pointer), got.pointer(&pointer))
            && let Some(difference) = diff::in_characters(one, other)
        {
            writeln!(out, "{:14}{difference}", "")?;
        }
        let names = sides(case.verdict, failure);
        let lines = diff::lines(&expected, &got, palette);
        if lines.is_empty() {
            let (first, second) = names;
            let texts = match (expected.pointer(&pointer), got.pointer(&pointer)) {
                (Some(one), Some(other)) => diff::around(one, other),
                _ => None,
            };
            let (one, other) = texts.unwrap_or_else(|| (show(&expected), show(&got)));
            let expected = palette.expected(format_args!("- {first}: {one}"));
            let got = palette.got(format_args!("+ {second}: {other}"));
            return writeln!(out, "      {expected}\n      {got}");
        }
        self.write_lines(out, names, &lines)
    }

    /// Two answers to the same, where they are not told apart by one place in a model.
    fn write_answers(&self, out: &mut String, failure: &Failure) -> fmt::Result {
        let Some((first, second)) = answers(&failure.transcript) else {
            return Ok(());
        };
        let palette = self.options.palette;
        let lines = diff::lines(&first, &second, palette);
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(out, "    {} the two answers", palette.dim("at       "))?;
        self.write_lines(out, ("the first time", "the second time"), &lines)
    }

    fn write_lines(
        &self,
        out: &mut String,
        (first, second): (&str, &str),
        lines: &[String],
    ) -> fmt::Result {
        let palette = self.options.palette;
        writeln!(
            out,
            "      {}   {}",
            palette.expected(format_args!("- {first}")),
            palette.got(format_args!("+ {second}"))
        )?;
        for line in lines {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }
}

/// What the two sides of a difference are.
pub(crate) fn sides(verdict: Verdict, failure: &Failure) -> (&'static str, &'static str) {
    if verdict == Verdict::Nondeterministic {
        ("the first time", "the second time")
    } else if failure
        .message
        .starts_with("a plain request is answered differently")
    {
        ("before this case", "after it")
    } else {
        ("expected", "got")
    }
}

fn place(pointer: &Pointer) -> String {
    let text = shortened(&pointer.to_string(), SHOWN);
    match text.as_str() {
        "" => "the model as a whole".to_owned(),
        // An empty name or a blank at the end would not be seen.
        text if text.ends_with('/') || text.contains(' ') => format!("{text:?}"),
        text => text.to_owned(),
    }
}

/// The results of the first request and of the last one that asked the same; of one request that was to apply its events twice,
/// both of its results.
pub(crate) fn answers(transcript: &[Exchange]) -> Option<(Value, Value)> {
    let (first, others) = transcript.split_first()?;
    let asked = question(&first.sent)?;
    let again = others
        .iter()
        .rev()
        .find(|other| question(&other.sent).as_ref() == Some(&asked));
    let result = result(first)?;
    match again {
        Some(again) => Some((result, self::result(again)?)),
        None => {
            let replayed = result.get("replayed")?.clone();
            let members = ["steps", "model"].map(|name| Some((name, result.get(name)?.clone())));
            let once: uiconform_json::Object = members.into_iter().flatten().collect();
            Some((once.into(), replayed))
        }
    }
}

/// What a request asks for, without its number.
fn question(sent: &str) -> Option<(Value, Value)> {
    let sent = parse(sent).ok()?;
    Some((sent.get("method")?.clone(), sent.get("params")?.clone()))
}

fn result(said: &Exchange) -> Option<Value> {
    let answer = parse(said.received.as_deref()?).ok()?;
    let result = answer.get("result").or_else(|| answer.get("error"));
    result.cloned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn said(id: u32, params: &str, result: &str) -> Exchange {
        Exchange {
            purpose: "the case".to_owned(),
            sent: format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m","params":{params}}}"#),
            received: Some(format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
            )),
        }
    }

    #[test]
    fn answers_to_the_same_question_are_held_against_each_other() {
        let (first, second) = answers(&[
            said(1, "[1]", r#"{"steps":[{"ok":true}]}"#),
            said(2, "[2]", "{}"),
            said(3, "[1]", r#"{"steps":[{"ok":false}]}"#),
        ])
        .unwrap();
        assert_eq!(first.to_text(), r#"{"steps":[{"ok":true}]}"#);
        assert_eq!(second.to_text(), r#"{"steps":[{"ok":false}]}"#);
        assert!(answers(&[said(1, "[1]", "{}"), said(2, "[2]", "{}")]).is_none());
    }

    #[test]
    fn a_replay_is_held_against_the_first_time() {
        let answer = r#"{"steps":[1],"model":null,"replayed":{"steps":[2],"model":null}}"#;
        let (first, second) = answers(&[said(1, "[1]", answer)]).unwrap();
        assert_eq!(first.to_text(), r#"{"steps":[1],"model":null}"#);
        assert_eq!(second.to_text(), r#"{"steps":[2],"model":null}"#);
    }
}
