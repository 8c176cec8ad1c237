//! A recorded stream: what a conforming consumer objects to in it, and what the text forbids whoever has produced it.

mod completion;
mod hygiene;
mod production;
mod statistics;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Rejection};

use self::production::Production;
use crate::{Checker, Finding, Objection, State, Tolerance};

pub use hygiene::Hygiene;
pub use statistics::Statistics;

/// A recording of AgentUE as it is read, event by event.
///
/// ```
/// use uiconform_checker::{Hygiene, Recorded};
///
/// let mut recorded = Recorded::new(Hygiene::default());
/// recorded.event(r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}}"#);
/// let findings = recorded.event(r#"{"op":"set","seq":1,"ts":"now","block":{"id":"a"}}"#);
/// let rules: Vec<&str> = findings.iter().map(|finding| finding.objection.rule).collect();
/// assert_eq!(rules, ["AUE-4.1-12"]);
/// ```
#[derive(Clone, Debug)]
pub struct Recorded {
    checker: Checker,
    hygiene: Hygiene,
    statistics: Statistics,
    /// The stream of the latest event; nothing if that cannot be read.
    latest: Option<JsonString>,
}

/// What the events of one stream add up to.
#[derive(Clone, Debug, PartialEq)]
pub struct Final<'r> {
    /// The stream, empty for the unnamed one.
    pub stream: &'r JsonString,
    /// Its model.
    pub model: &'r Model,
    /// The latest `seq` that changed it.
    pub seq: &'r Number,
    /// Whether its latest delivery has ended.
    pub complete: bool,
}

impl Recorded {
    /// A recording of which nothing has been read.
    pub fn new(hygiene: Hygiene) -> Self {
        Self {
            checker: Checker::new(Tolerance::Recommended),
            hygiene,
            statistics: Statistics::default(),
            latest: None,
        }
    }

    /// Everything that is wrong with the next event, of which this is the text.
    pub fn event(&mut self, text: &str) -> Vec<Finding> {
        self.statistics.text(text);
        match Event::parse(text) {
            Ok(event) => self.parsed(&event, text.len()),
            Err(rejection) => self.unreadable(&rejection),
        }
    }

    /// Everything that is wrong with the next event if it has no text: it is too long, or not UTF-8.
    pub fn unreadable(&mut self, rejection: &Rejection) -> Vec<Finding> {
        self.statistics.unreadable();
        self.latest = None;
        let mut findings = self.checker.unreadable(rejection);
        for finding in &mut findings {
            // Readers differ in what it means, and the text does not say.
            if finding.objection.rule == "AUE-4-36" {
                finding.objection.level = Level::Informative;
            }
        }
        findings
    }

    /// What is wrong where there is no event, but something between events that does not belong there.
    pub fn stray(&mut self, rejection: &Rejection) -> Vec<Finding> {
        self.latest = None;
        vec![Finding {
            event: self.checker.events().saturating_sub(1),
            stream: JsonString::new(),
            objection: Objection::reducing(Level::Required, rejection),
        }]
    }

    /// Everything that is wrong with the input having come to its end, stream by stream.
    pub fn finish(&mut self) -> Vec<Finding> {
        let mut findings = self.checker.finish(&mut Production);
        for (stream, timeline) in self.checker.timelines() {
            // At an end its frames and references have been looked at.
            if timeline.state != State::Ended
                && let Some(model) = self.checker.model(stream)
            {
                findings.extend(completion::of(model).map(|objection| Finding {
                    event: timeline.last_event,
                    stream: stream.clone(),
                    objection,
                }));
            }
        }
        findings
    }

    /// What the events add up to, stream by stream, in the order of their first `start`.
    pub fn finals(&self) -> impl Iterator<Item = Final<'_>> {
        self.checker.timelines().filter_map(|(stream, timeline)| {
            Some(Final {
                stream,
                model: self.checker.model(stream)?,
                seq: &timeline.latest,
                complete: timeline.state == State::Ended,
            })
        })
    }

    /// Events so far, also those that cannot be read.
    pub fn events(&self) -> usize {
        self.checker.events()
    }

    /// The stream of the latest event, if that can be read.
    pub fn stream(&self) -> Option<&JsonString> {
        self.latest.as_ref()
    }

    /// What has been read so far, in numbers.
    pub fn statistics(&self) -> Statistics {
        let finals = self.finals();
        finals.fold(self.statistics.clone(), |mut statistics, one| {
            statistics.streams += 1;
            statistics.complete += usize::from(one.complete);
            statistics.blocks += one.model.blocks().len();
            statistics
        })
    }

    fn parsed(&mut self, event: &Event, bytes: usize) -> Vec<Finding> {
        let op = event.get("op").and_then(Value::as_str).and_then(Op::named);
        let mut findings = self.checker.event(&mut Production, event);
        let taken = findings
            .iter()
            .all(|finding| self.checker.allows(&finding.objection));
        self.statistics.event(op, taken);
        let number = self.checker.events() - 1;
        let stream = event.get("stream_id").and_then(Value::as_string);
        let stream = stream.cloned().unwrap_or_default();
        let mut objections = own_rules(op, event, &findings);
        objections.extend(self.hygiene.of(op, event, bytes));
        if taken
            && op == Some(Op::End)
            && let Some(model) = self.checker.model(&stream)
        {
            objections.extend(completion::of(model));
        }
        findings.extend(objections.into_iter().map(|objection| Finding {
            event: number,
            stream: stream.clone(),
            objection,
        }));
        self.latest = Some(stream);
        findings
    }
}

/// What binds a producer beside order, and no consumer.
fn own_rules(op: Option<Op>, event: &Event, found: &[Finding]) -> Vec<Objection> {
    let mut objections = Vec::new();
    if op == Some(Op::Ping) && event.get("ts").is_none() {
        objections.push(Objection::new(
            "AUE-5.5-03",
            Level::Recommended,
            "a `ts`",
            "none",
            "A ping tells a client when the stream was last alive.",
        ));
    }
    // Consumers may take an error object that says too little; producers must not send one.
    let vague = found
        .iter()
        .find(|finding| matches!(finding.objection.rule, "AUE-5.4-11" | "AUE-5.4-12"));
    if let Some(finding) = vague {
        let error = event.get("meta").and_then(|meta| meta.get("error"));
        let mut objection = Objection::new(
            "AUE-5.4-15",
            Level::Required,
            "an error with a `code` and a `message`",
            error.map_or_else(|| "none".to_owned(), Value::to_text),
            "A consumer shows the message, and programs act upon the code.",
        );
        objection.pointer = finding.objection.pointer.clone();
        objections.push(objection);
    }
    objections
}

#[cfg(test)]
mod tests;
