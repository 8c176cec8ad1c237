//! The body of a case: what goes in and what is expected. Values are kept as the case file describes them.

use std::borrow::Cow;
use std::ops::Range;

use uiconform_catalogue::Described;
use uiconform_json::{Array, Value};

use super::Method;

/// What a step expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    Accept,
    Reject,
    Either,
}

impl Expect {
    pub(super) fn allows(self, accepted: bool) -> bool {
        match self {
            Self::Accept => accepted,
            Self::Reject => !accepted,
            Self::Either => true,
        }
    }
}

/// One step of input: an event, copies of one, or a text.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// An event as a JSON value.
    Event(Described),
    /// So many copies of an event, each with its index.
    Copies(Described, u64),
    /// An event as text: a string, or a list of strings to be joined.
    Wire(Described),
}

impl Input {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Copies(_, times) => usize::try_from(*times).unwrap_or(usize::MAX),
            Self::Event(_) | Self::Wire(_) => 1,
        }
    }

    /// The copy of that index: an event, or a text as a string.
    fn at(&self, index: usize) -> Cow<'_, Value> {
        match self {
            Self::Event(event) => event.get(),
            Self::Copies(event, _) => Cow::Owned(event.copy(index as u64)),
            Self::Wire(pieces) => match pieces.get() {
                Cow::Borrowed(text @ Value::String(_)) => Cow::Borrowed(text),
                pieces => Cow::Owned(text(&pieces).into()),
            },
        }
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Array(pieces) => pieces.iter().map(text).collect(),
        piece => piece.as_str().unwrap_or_default().to_owned(),
    }
}

/// The events of a case. One text among them makes texts of them all.
#[derive(Clone, Debug)]
pub(super) struct Inputs(Vec<Input>);

impl Inputs {
    pub(super) fn new(list: Vec<Input>) -> Self {
        Self(list)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Input::len).sum()
    }

    fn are_texts(&self) -> bool {
        self.0.iter().any(|input| matches!(input, Input::Wire(_)))
    }

    /// The member of the params that carries them.
    pub(super) fn member(&self) -> &'static str {
        if self.are_texts() { "wire" } else { "events" }
    }

    /// Some of them, as they are sent.
    pub(super) fn sent(&self, range: Range<usize>) -> impl Iterator<Item = Cow<'_, Value>> {
        let texts = self.are_texts();
        self.0
            .iter()
            .flat_map(|input| (0..input.len()).map(move |index| (input, index)))
            .skip(range.start)
            .take(range.len())
            .map(move |(input, index)| match input {
                Input::Event(_) | Input::Copies(..) if texts => {
                    Cow::Owned(input.at(index).to_text().into())
                }
                _ => input.at(index),
            })
    }

    /// All of them as described, for a comparison with those of a twin.
    pub(super) fn described(&self) -> Array {
        self.0
            .iter()
            .map(|input| match input {
                Input::Event(event) => event.as_given().clone(),
                // One copy is an event like any other; more are compared as the description that they are.
                Input::Copies(event, 1) => event.copy(0),
                Input::Copies(event, times) => {
                    Value::from(vec![event.as_given().clone(), Value::from(*times)])
                }
                // A text is one value, in however many pieces it is described.
                Input::Wire(pieces) => match pieces.as_given() {
                    Value::String(text) => text.clone().into(),
                    pieces => pieces.to_text().into(),
                },
            })
            .collect()
    }

    /// These with others around them.
    pub(super) fn amid(&self, before: &[Described], after: &[Described]) -> Self {
        let events =
            |events: &[Described]| events.iter().cloned().map(Input::Event).collect::<Vec<_>>();
        Self([events(before), self.0.clone(), events(after)].concat())
    }
}

/// A relation between answers that is checked besides the expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// The same parsed events applied again give the same.
    Replay,
    /// The model after each event is what a request with only that many events gives.
    Trace,
    /// The same request again is answered equally.
    Repeat,
    /// So it is in a fresh process.
    Fresh,
    /// From the model after each event, the remaining ones lead to the same end.
    Resume,
}

impl Hold {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("replay", Self::Replay),
        ("trace", Self::Trace),
        ("repeat", Self::Repeat),
        ("fresh", Self::Fresh),
        ("resume", Self::Resume),
    ];
}

/// What a case expects. For a router, a result is an object from stream identifier to model; for the order of deliveries, one from
/// the identifier of each complete stream to true.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// One verdict a step; the result depends on it only if one of them is open.
    Fixed {
        /// One for each input.
        steps: Vec<Expect>,
        /// The result if what may be either is accepted, or if nothing is open.
        accepted: Described,
        /// The result if it is rejected.
        rejected: Described,
    },
    /// One of these, whichever it is.
    OneOf(Vec<Outcome>),
    /// Nothing is expected: what matches is recorded.
    Open(Vec<Outcome>),
}

/// A behaviour that a case knows by name.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) name: String,
    /// Whether each input is accepted.
    pub(super) steps: Vec<bool>,
    pub(super) result: Described,
}

/// A case of AgentUE.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) method: Method,
    /// The model to start from; null for none, and for a router.
    pub(super) model: Described,
    /// The `seq` that it covers.
    pub(super) model_seq: Option<u64>,
    pub(super) inputs: Inputs,
    pub(super) expectation: Expectation,
    pub(super) holds: Vec<Hold>,
}

impl Body {
    pub(super) fn holds(&self, hold: Hold) -> bool {
        self.holds.contains(&hold)
    }
}
