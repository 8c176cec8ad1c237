//! A case of AG-UI as a request, and the judging of its answer.

use std::collections::HashSet;

use uiconform_catalogue::{Answer, Fit, Judgement, Offer, Relation, Size, depth};
use uiconform_json::{JsonString, Located, Value};

use super::body::{Body, Run, Stream};
use super::{answer, judge, request};
use crate::asked::{Asked, Request};

/// What a driver that has it can be sent: pieces of a body that are no text.
const BYTES: &str = "bytes";

/// A client that has it makes the ids of threads and runs itself, so that nobody else can write its streams.
const OWN_IDS: &str = "own-ids";

/// The profile of clients that tell what changes, as it does.
const UPDATES: &str = "ag-ui/updates";

impl Request for Body {
    const METHOD: &'static str = "ag-ui/run";

    fn input(&self) -> Value {
        request::described(self)
    }

    fn input_at(&self, step: usize) -> Option<String> {
        request::inputs(self).nth(step)
    }

    fn relation(&self) -> Relation {
        Self::relation(self)
    }

    fn size(&self) -> Size {
        let mut largest = Size::default();
        for (index, run) in self.runs.iter().enumerate() {
            for event in request::events(run, index) {
                largest.depth = largest.depth.max(depth(&event));
                largest.bytes = largest.bytes.max(event.to_text().len());
            }
        }
        largest
    }

    fn fit(&self, offer: &Offer) -> Fit {
        let has_bytes = self.runs.iter().any(Run::has_bytes);
        if has_bytes && offer.has_feature(OWN_IDS) {
            return Fit::Unsupported;
        }
        if has_bytes && !offer.has_feature(BYTES) && !self.is_text() {
            return Fit::Unsupported;
        }
        if self.tells_ends_alone || offer.has_profile(UPDATES) {
            return Fit::AsItIs;
        }
        let body = Self {
            tells_ends_alone: true,
            ..self.clone()
        };
        Fit::Adapted(Box::new(Asked::new(body, &self.again)))
    }

    fn variants(&self) -> usize {
        request::variants(self)
    }

    fn params(&self, variant: usize) -> String {
        request::params(self, variant).to_text()
    }

    fn judge(&self, answer: &Answer) -> Result<Judgement, Located> {
        judge::judge(self, answer)
    }

    fn is_refusal(&self, answer: &Answer) -> Result<bool, Located> {
        judge::is_refusal(self, answer)
    }

    fn comparable(&self, answer: &Answer) -> Result<Value, Located> {
        let runs = answer::read(answer, self.runs.len())?;
        let mut known = HashSet::new();
        add_strings(&request::params(self, 0), &mut known);
        Ok(answer::comparable(&runs, &known))
    }
}

impl Body {
    /// Whether each piece of each of its bodies is text by itself.
    fn is_text(&self) -> bool {
        let mut runs = self.runs.iter().enumerate();
        runs.all(|(index, run)| match &run.stream {
            Stream::Events(_) => true,
            Stream::Bytes(_) => (0..request::variants(self)).all(|variant| {
                let pieces = request::pieces(self, run, index, variant);
                pieces
                    .iter()
                    .all(|piece| std::str::from_utf8(piece).is_ok())
            }),
        })
    }
}

/// Adds all strings in a value.
fn add_strings(value: &Value, strings: &mut HashSet<JsonString>) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(string) => drop(strings.insert(string.clone())),
            Value::Array(list) => open.extend(list.iter()),
            Value::Object(object) => open.extend(object.iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}
