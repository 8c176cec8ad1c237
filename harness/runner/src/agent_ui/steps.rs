//! What the words that a case says of a step mean.

use uiconform_json::{JsonString, Pointer, Value};

use super::answer::{Became, FixtureCall, Outcome};
use super::body::Renderer;
use super::calls;
use super::expect::{Word, Words};
use crate::wrong::Wrong;

/// A step, and what belongs to it in the answer.
pub(super) struct Seen<'s, 'a> {
    pub(super) id: Option<&'s JsonString>,
    /// The envelope that it is about, if there is one.
    pub(super) envelope: Option<&'s Value>,
    /// Whether the envelope came in an earlier phase, or with a message.
    pub(super) earlier: bool,
    /// Whether its phase began with a reload.
    pub(super) after_reload: bool,
    /// What the fixture does.
    pub(super) renderer: Option<Renderer>,
    pub(super) outcomes: &'s [&'s Outcome<'a>],
    pub(super) calls: &'s [&'s FixtureCall<'a>],
}

/// How many calls there may be.
#[derive(Clone, Copy, Debug)]
enum Times {
    None,
    AtMostOne,
    One,
}

/// Checks that one of the words is true of a step. Gives places where numbers agree only as binary64.
pub(super) fn check(words: &Words, seen: &Seen<'_, '_>) -> Result<Vec<Pointer>, Wrong> {
    let mut first = None;
    let mut count = 0;
    for word in words.iter() {
        match seen.check(word) {
            Ok(lossy) => return Ok(lossy),
            Err(wrong) => {
                first.get_or_insert(wrong);
            }
        }
        count += 1;
    }
    let wrong = first.unwrap_or_else(|| Wrong::new("nothing is expected"));
    Err(match seen.outcomes {
        // With several words the reason against the first of them says less than what came.
        [outcome] if count > 1 && !words.iter().any(|word| seen.is_named(word, outcome)) => {
            seen.other_outcome(outcome, &words.shown())
        }
        _ => wrong,
    })
}

impl Seen<'_, '_> {
    /// Whether an event that cannot be read has an outcome that says so.
    pub(super) fn is_reported(&self) -> bool {
        let says_so =
            |outcome: &&Outcome<'_>| matches!(outcome.became, Became::Rejected | Became::Error);
        self.outcomes.iter().any(says_so)
    }

    fn check(&self, word: Word) -> Result<Vec<Pointer>, Wrong> {
        match word {
            Word::Rendered => self.rendered(false),
            Word::RenderedOrNot if self.is_rendered() => self.rendered(false),
            Word::RenderedInPartOrNot if self.is_rendered() => self.rendered(true),
            Word::NotRendered | Word::RenderedOrNot | Word::RenderedInPartOrNot => {
                self.not_rendered(word)
            }
            Word::Pending => self.pending(),
            Word::Fallback => self.fallback(),
            Word::Rejected => {
                self.outcome(Became::Rejected)?;
                self.called(Times::None, false)
            }
            Word::Error => self.error(),
            Word::Any => Ok(Vec::new()),
            Word::Ignored => match self.outcomes.first() {
                Some(outcome) => Err(Wrong::new(format!(
                    "the outcome of {} is `{}`; the event brings no envelope, so it has none",
                    self.name(),
                    outcome.became.text()
                ))),
                None => self.called(Times::None, false),
            },
            Word::Unread | Word::Reported => {
                let other = |outcome: &&&Outcome<'_>| {
                    matches!(outcome.became, Became::Rendered | Became::Pending)
                };
                match self.outcomes.iter().find(other) {
                    Some(outcome) => Err(Wrong::new(format!(
                        "the outcome of {} is `{}`; the event cannot be read, so nothing of it is rendered",
                        self.name(),
                        outcome.became.text()
                    ))),
                    None => self.called(Times::None, false),
                }
            }
        }
    }

    fn name(&self) -> String {
        match self.id {
            Some(id) => format!("{id:?}"),
            None => "the event".to_owned(),
        }
    }

    fn is_rendered(&self) -> bool {
        matches!(self.outcomes, [outcome] if outcome.became == Became::Rendered)
    }

    /// Whether a word is that of an outcome, so that something else must be wrong with it.
    fn is_named(&self, word: Word, outcome: &Outcome<'_>) -> bool {
        let of_not_rendered = [Became::Fallback, Became::Rejected, Became::Error];
        word.text() == outcome.became.text()
            || (word == Word::NotRendered && of_not_rendered.contains(&outcome.became))
    }

    fn rendered(&self, in_part: bool) -> Result<Vec<Pointer>, Wrong> {
        self.outcome(Became::Rendered)?;
        let times = match self.earlier && !self.after_reload {
            true => Times::AtMostOne,
            false => Times::One,
        };
        self.called(times, in_part)
    }

    fn pending(&self) -> Result<Vec<Pointer>, Wrong> {
        self.outcome(Became::Pending)?;
        let times = match self.renderer {
            Some(Renderer::Hold) => Times::One,
            _ => Times::None,
        };
        self.called(times, false)
    }

    fn fallback(&self) -> Result<Vec<Pointer>, Wrong> {
        let outcome = self.outcome(Became::Fallback)?;
        let text = self
            .envelope
            .and_then(|envelope| envelope.get("fallbackText"));
        if let Some(text) = text.filter(|text| text.as_string().is_some())
            && outcome.text != Some(text)
        {
            let got = outcome.text.cloned().unwrap_or_default();
            return Err(Wrong::new(format!(
                "the text that was shown for {} is not its `fallbackText`",
                self.name()
            ))
            .between(text, &got));
        }
        self.called(self.unless_it_threw(), false)
    }

    fn error(&self) -> Result<Vec<Pointer>, Wrong> {
        let outcome = self.outcome(Became::Error)?;
        let message = outcome.error.and_then(Value::as_string);
        if message.is_none_or(JsonString::is_empty) {
            return Err(Wrong::new(format!(
                "the outcome of {} is `error`, without an `error` that says why",
                self.name()
            )));
        }
        self.called(self.unless_it_threw(), false)
    }

    fn not_rendered(&self, word: Word) -> Result<Vec<Pointer>, Wrong> {
        if !(self.earlier && self.outcomes.is_empty()) {
            let outcome = self.only_outcome(word.text())?;
            if matches!(outcome.became, Became::Rendered | Became::Pending) {
                return Err(self.other_outcome(outcome, "not rendered"));
            }
        }
        self.called(self.unless_it_threw(), false)
    }

    /// A renderer that throws may have been called.
    fn unless_it_threw(&self) -> Times {
        match self.renderer {
            Some(Renderer::Threw) => Times::AtMostOne,
            _ => Times::None,
        }
    }

    fn outcome(&self, wanted: Became) -> Result<&Outcome<'_>, Wrong> {
        let outcome = self.only_outcome(wanted.text())?;
        match outcome.became == wanted {
            true => Ok(outcome),
            false => Err(self.other_outcome(outcome, &format!("`{}`", wanted.text()))),
        }
    }

    fn only_outcome(&self, wanted: &str) -> Result<&Outcome<'_>, Wrong> {
        match self.outcomes {
            [outcome] => Ok(outcome),
            [] => {
                let message = format!(
                    "there is no outcome of {}; it must be `{wanted}`",
                    self.name()
                );
                Err(match self.earlier {
                    true => Wrong::new(message),
                    false => Wrong::bad_answer(message),
                })
            }
            outcomes => Err(Wrong::new(format!(
                "there are {} outcomes of {}, which came once",
                outcomes.len(),
                self.name()
            ))),
        }
    }

    fn other_outcome(&self, outcome: &Outcome<'_>, wanted: &str) -> Wrong {
        let why = outcome.error.and_then(Value::as_string);
        let why = why.map_or_else(String::new, |why| format!(" (“{}”)", why.to_string_lossy()));
        Wrong::new(format!(
            "the outcome of {} is `{}`{why}; it must be {wanted}",
            self.name(),
            outcome.became.text()
        ))
    }

    /// Checks how often the fixture was called, and with what.
    fn called(&self, times: Times, in_part: bool) -> Result<Vec<Pointer>, Wrong> {
        let calls = self.calls.len();
        let wrong = |must: &str| {
            Err(Wrong::new(format!(
                "the fixture was called {} for {}; it must be called {must}",
                match calls {
                    0 => "never".to_owned(),
                    1 => "once".to_owned(),
                    calls => format!("{calls} times"),
                },
                self.name()
            )))
        };
        match (times, self.calls) {
            (Times::None | Times::AtMostOne, []) => Ok(Vec::new()),
            (Times::AtMostOne | Times::One, [call]) => match self.envelope {
                Some(envelope) => calls::check(call, envelope, in_part),
                None => wrong("never"),
            },
            (Times::None, _) => wrong("never"),
            (Times::AtMostOne, _) => wrong("at most once"),
            (Times::One, _) => wrong("once"),
        }
    }
}
