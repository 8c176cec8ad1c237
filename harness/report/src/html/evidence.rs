//! The failures of all results with what shows them, within the size of a page.

use serde::Serialize;
use uiconform_catalogue::record::{CaseRecord, Failure};

use super::difference;
use super::pool::Pool;
use super::visible::visible;

/// The longest transcript of a failure, in bytes of all its lines together.
const TRANSCRIPT: usize = 64 * 1024;

/// A page is no larger, in bytes, save where verdicts and stories alone are: what shows failures has the room that they leave.
const PAGE: usize = 14_500_000;

/// What the record of a failure takes by itself, in bytes, at the most.
const RECORD: usize = 140;

/// What messages, hints and fingerprints may add, in bytes; behind that they are cut to [`BRIEF`].
const MESSAGES: usize = 1024 * 1024;

/// Bytes of a message or of a hint that are shown.
const MESSAGE: usize = 2_000;

/// Bytes of one that a page shows which has no room for more.
const BRIEF: usize = 40;

/// One failure, its texts by their places in the pool of strings.
#[derive(Serialize)]
pub(super) struct Shown {
    message: usize,
    fingerprint: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    transcript: Vec<(usize, usize, Option<usize>)>,
    /// Bytes of the transcript that are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<usize>,
    /// Whether the page has no room for what shows this failure.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    left_out: bool,
}

/// The failures, the differences and the strings of a page, each as lines of JSON.
pub(super) struct Evidence {
    pub(super) failures: Vec<Shown>,
    pub(super) strings: Pool,
    pub(super) differences: Pool,
    room: usize,
    room_for_messages: usize,
}

impl Evidence {
    pub(super) fn new() -> Self {
        Self {
            failures: Vec::new(),
            strings: Pool::default(),
            differences: Pool::default(),
            room: 0,
            room_for_messages: MESSAGES,
        }
    }

    /// Takes up a failure by what it says, and returns its number. What shows it comes with [`show`](Self::show), as long as there
    /// is room.
    pub(super) fn take(&mut self, failure: &Failure) -> usize {
        let shown = Shown {
            message: self.brief(&failure.message),
            fingerprint: self.brief(&failure.fingerprint),
            step: failure.step,
            exit: failure.exit.as_deref().map(|text| self.brief(text)),
            hint: failure.hint.as_deref().map(|text| self.brief(text)),
            stderr: None,
            inputs: Vec::new(),
            difference: None,
            transcript: Vec::new(),
            cut: None,
            left_out: false,
        };
        self.failures.push(shown);
        self.failures.len() - 1
    }

    /// Adds a short text, cut to less where there is little room.
    fn brief(&mut self, text: &str) -> usize {
        let mut shown = cut(text, MESSAGE).0;
        if self.strings.cost(&shown) > self.room_for_messages {
            shown = cut(text, BRIEF).0;
        }
        let cost = self.strings.cost(&shown);
        self.room_for_messages = self.room_for_messages.saturating_sub(cost);
        self.strings.add(&shown)
    }

    /// Leaves to what shows failures the room that a page has beside so many bytes and what was taken up until now.
    pub(super) fn make_room(&mut self, others: usize) {
        let taken = others + self.strings.bytes() + self.failures.len() * RECORD;
        self.room = PAGE.saturating_sub(taken);
    }

    /// Adds inputs, difference, standard error and transcript to a failure.
    pub(super) fn show(&mut self, number: usize, case: &CaseRecord) {
        let Some(failure) = &case.failure else { return };
        let difference = difference::of(case);
        let (transcript, left) = transcript(failure);
        let inputs: Vec<(usize, String)> = failure
            .inputs
            .iter()
            .map(|input| (input.number, cut(&input.text, TRANSCRIPT).0))
            .collect();
        let stderr = visible(&failure.stderr);
        let strings = transcript.iter().flat_map(|exchange| {
            let received = exchange.received.iter();
            [&exchange.purpose, &exchange.sent]
                .into_iter()
                .chain(received)
        });
        let strings = strings.chain(inputs.iter().map(|(_, text)| text));
        let cost: usize = strings
            .chain([&stderr])
            .map(|text| self.strings.cost(text))
            .sum();
        let cost = cost
            + difference
                .as_ref()
                .map_or(0, |one| self.differences.cost(one));
        let shown = &mut self.failures[number];
        if cost > self.room {
            shown.left_out = true;
            return;
        }
        self.room -= cost;
        let strings = &mut self.strings;
        shown.inputs = inputs
            .iter()
            .map(|(number, text)| (*number, strings.add(text)))
            .collect();
        shown.transcript = transcript
            .iter()
            .map(|exchange| {
                let received = exchange.received.as_ref();
                (
                    strings.add(&exchange.purpose),
                    strings.add(&exchange.sent),
                    received.map(|text| strings.add(text)),
                )
            })
            .collect();
        shown.cut = (left > 0).then_some(left);
        shown.stderr = (!stderr.is_empty()).then(|| strings.add(&stderr));
        shown.difference = difference.map(|difference| self.differences.add(&difference));
    }
}

/// A request and what came back, as the page shows it.
struct Exchange {
    purpose: String,
    sent: String,
    received: Option<String>,
}

/// The lines of a transcript, cut where it is too long, and the number of bytes that are left out.
fn transcript(failure: &Failure) -> (Vec<Exchange>, usize) {
    let (mut room, mut left) = (TRANSCRIPT, 0);
    let mut take = |text: &str| {
        let (shown, rest) = cut(text, room);
        room = room.saturating_sub(text.len());
        left += rest;
        shown
    };
    let exchanges = failure
        .transcript
        .iter()
        .map(|exchange| Exchange {
            purpose: visible(&exchange.purpose),
            sent: take(&exchange.sent),
            received: exchange.received.as_deref().map(&mut take),
        })
        .collect();
    (exchanges, left)
}

/// At most so many bytes of a text, and the number of those left out.
fn cut(text: &str, most: usize) -> (String, usize) {
    if text.len() <= most {
        return (visible(text), 0);
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end));
    let end = end.unwrap_or_default();
    let left = text.len() - end;
    (
        format!("{}… ({left} more bytes)", visible(&text[..end])),
        left,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_is_between_characters_and_said() {
        assert_eq!(cut("go", 2), ("go".to_owned(), 0));
        assert_eq!(cut("éé", 3), ("é… (2 more bytes)".to_owned(), 2));
        assert_eq!(cut("éé", 0), ("… (4 more bytes)".to_owned(), 4));
    }
}
