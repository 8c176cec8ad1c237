//! What is wrong with an event of a stream.

use std::borrow::Cow;
use std::fmt;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Pointer};
use uiconform_protocols::agentue::Rejection;

use crate::meant::Meant;

/// Where in the input something begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Bytes before it.
    pub offset: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

/// What becomes of an event against which there is something to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is left out.
    Refused,
    /// It is applied, as far as it says anything.
    Applied,
    /// It counts, and changes nothing.
    Idle,
    /// It counts, and nobody knows what it does, since the model or the block is not known.
    Unknown,
}

impl Outcome {
    /// Why an objection of reducing matters.
    fn why(self, level: Level) -> &'static str {
        match (self, level) {
            (_, Level::Required) => {
                "A consumer refuses the event, and its state lacks what the event says."
            }
            (Self::Refused, _) => {
                "This alone need not have the event refused; something else about it does."
            }
            (Self::Applied, Level::Recommended) => {
                "A strict consumer refuses the event; others take it all the same, as is done here."
            }
            (Self::Applied, Level::Informative) => {
                "The text leaves open what comes of it; here the event is applied, as most would."
            }
            (Self::Idle, Level::Recommended) => {
                "Consumers refuse the event or pass over it; here it counts and changes nothing."
            }
            (Self::Idle, Level::Informative) => {
                "The text leaves open what comes of it; here the event counts and changes nothing."
            }
            (Self::Unknown, _) => {
                "Consumers may refuse the event; here it counts, and what it changes is not known anyway."
            }
        }
    }
}

/// What a rule has to say against an event, wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The requirement, such as `AUE-4.1-03`.
    pub rule: &'static str,
    /// How much the text wants it.
    pub level: Level,
    /// The offending member of the event; the root if it is the event as a whole.
    pub pointer: Pointer,
    /// What the rule wants to see there, in words.
    pub expected: Cow<'static, str>,
    /// What is there, in words.
    pub got: Cow<'static, str>,
    /// Why it matters, in one sentence.
    pub why: &'static str,
    /// Whether a consumer takes the event all the same, so that what follows is judged as after it.
    pub bearable: bool,
}

impl Objection {
    /// What is expected where all that can be said is what is wrong.
    pub const TAKEN: &'static str = "an event that a reducer takes";

    /// An objection to the event as a whole.
    pub fn new(
        rule: &'static str,
        level: Level,
        expected: impl Into<Cow<'static, str>>,
        got: impl Into<Cow<'static, str>>,
        why: &'static str,
    ) -> Self {
        Self {
            rule,
            level,
            pointer: Pointer::root(),
            expected: expected.into(),
            got: got.into(),
            why,
            bearable: false,
        }
    }

    /// The same, of an event that a consumer takes all the same.
    #[must_use]
    pub fn bearable(mut self) -> Self {
        self.bearable = true;
        self
    }

    /// The same, said of a member of the event.
    #[must_use]
    pub fn at(mut self, member: &str) -> Self {
        self.pointer = Pointer::root().join(member);
        self
    }

    /// The objection that reducing makes, with its level.
    pub(crate) fn weighed((level, rejection): &(Level, Rejection)) -> Self {
        Self::reducing(*level, rejection)
    }

    /// The objection that reducing makes.
    pub fn reducing(level: Level, rejection: &Rejection) -> Self {
        Self {
            rule: rejection.rule(),
            level,
            pointer: rejection.pointer(),
            expected: Self::TAKEN.into(),
            got: rejection.message().to_owned().into(),
            why: "A consumer refuses the event, and its state lacks what the event says.",
            bearable: false,
        }
    }

    /// Says why it matters, if reducing made it: that depends on what becomes of the event.
    pub(crate) fn explain(&mut self, outcome: Outcome) {
        if self.expected == Self::TAKEN {
            self.why = outcome.why(self.level);
        }
    }

    /// Says by what the stream is judged from here on, since a consumer has no model of it.
    pub(crate) fn go_on(&mut self, meant: &Meant) {
        self.why = match meant {
            _ if meant.is_missing() => {
                "A consumer has no model now; up to the next `start` what follows in this stream is judged by what it says alone, without a model."
            }
            _ if meant.is_whole() => {
                "A consumer has no model now; what follows in this stream is judged here as if it had taken this one, so that each event is told of its own faults alone."
            }
            _ => {
                "A consumer has no model now; what follows in this stream is judged here as if it had taken this one, and patches of blocks that are not clear in it by what they say alone."
            }
        };
    }

    /// The objection as a consumer tells it.
    pub fn rejection(&self) -> Rejection {
        let message = format!("expected {}, got {}", self.expected, self.got);
        let tokens: Vec<JsonString> = self.pointer.tokens().collect();
        tokens
            .into_iter()
            .rev()
            .fold(Rejection::new(self.rule, message), Rejection::at)
    }
}

/// An objection to one event of a stream, or to the place where the stream stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of the event, from zero. At the end of a delivery or of the input: of the one that brought what is wrong, or else
    /// of the last one of the stream that was applied.
    pub event: usize,
    /// Where that event begins, if it is an earlier one than the latest and places are known.
    pub mark: Option<Mark>,
    /// The stream, empty for the unnamed one.
    pub stream: JsonString,
    /// What is wrong.
    pub objection: Objection,
}

impl Finding {
    /// An objection to an event whose place whoever reads the findings knows.
    pub fn new(event: usize, stream: JsonString, objection: Objection) -> Self {
        Self {
            event,
            mark: None,
            stream,
            objection,
        }
    }
}

impl fmt::Display for Finding {
    /// On one line, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Objection {
            rule,
            level,
            pointer,
            expected,
            got,
            why,
            bearable: _,
        } = &self.objection;
        write!(f, "event {}", self.event)?;
        if !self.stream.is_empty() {
            write!(f, " of stream {:?}", self.stream)?;
        }
        if *pointer != Pointer::root() {
            write!(f, " at {pointer}")?;
        }
        let level = level.word();
        write!(
            f,
            ": expected {expected}, got {got} ({rule}, {level}). {why}"
        )
    }
}
