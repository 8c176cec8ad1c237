//! A recorded stream: what a conforming consumer objects to in it, and what the text forbids whoever has produced it.

mod completion;
mod hygiene;
mod names;
mod obligations;
mod origins;
mod production;
mod statistics;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Number, ParseError, Value};
use uiconform_protocols::agentue::{ByStream, Event, Model, Op, Rejection};

use self::completion::Lack;
use self::origins::{Origin, Origins};
use self::production::Production;
use crate::meant::begins;
use crate::{Checker, Finding, Mark, Objection, State, Tolerance};

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
    /// Where the next event begins, if that is known.
    mark: Option<Mark>,
    streams: ByStream<Kept>,
    /// Whether there has been a stream with a name.
    is_named: bool,
    /// Whether the input ends within an event.
    cut: bool,
}

/// What is kept of a stream beside its model and its timeline.
#[derive(Clone, Debug, Default)]
struct Kept {
    blocks: Origins,
    /// Its last event that counts.
    last: Option<Origin>,
    /// Whether its model is from before a `start` that was refused.
    stale: bool,
}

/// What the events of one stream add up to.
#[derive(Clone, Debug, PartialEq)]
pub struct Final<'r> {
    /// The stream, empty for the unnamed one.
    pub stream: &'r JsonString,
    /// Its model.
    pub model: &'r Model,
    /// The latest `seq` that changed it; of a stale model, that of what came after it.
    pub seq: &'r Number,
    /// Whether a later `start` was refused, so that this is what a consumer has kept from before it.
    pub stale: bool,
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
            mark: None,
            streams: ByStream::default(),
            is_named: false,
            cut: false,
        }
    }

    /// Says where the next event begins: what is found later can then say where what it is about stands.
    pub fn at(&mut self, mark: Mark) {
        self.mark = Some(mark);
        self.checker.at_line(mark.line);
    }

    /// Everything that is wrong with the next event, of which this is the text.
    pub fn event(&mut self, text: &str) -> Vec<Finding> {
        self.parsed_event(text, uiconform_json::parse(text))
    }

    /// The same for whoever has parsed the text already, as can be done ahead and elsewhere.
    pub fn parsed_event(&mut self, text: &str, parsed: Result<Value, ParseError>) -> Vec<Finding> {
        self.statistics.text(text);
        match Event::read(text, parsed) {
            Ok(event) => self.parsed(&event, text.len()),
            Err(rejection) if rejection.rule() == "AUE-4-36" => self.doubled(text, &rejection),
            Err(rejection) => {
                let found = self.unreadable(&rejection);
                let says = |word: &str| text.contains(&format!("\"{word}\""));
                if says("op") && says("start") {
                    self.checker.may_have_begun();
                }
                if says("op") && (says("set") || says("append")) {
                    self.checker.lose_anywhere();
                }
                found
            }
        }
    }

    /// What there is to say of the next event having more bytes than whoever reads the recording takes, so that it was not read.
    ///
    /// It may be of any stream, and the `start` of one that has none.
    pub fn unread(&mut self, limit: usize) -> Vec<Finding> {
        self.statistics.unread();
        self.latest = None;
        let objection = Objection::new(
            "AUE-8-05",
            Level::Required,
            format!("an event of {limit} bytes at most, which is the limit of this check"),
            "a longer one, which was not read",
            "What it says is not checked, so nobody can say that the recording is valid. It breaks no rule of the text.",
        );
        let number = self.checker.unread();
        self.checker.lose_anywhere();
        vec![Finding::new(number, JsonString::new(), objection)]
    }

    /// What is wrong with the input ending within an event, which is then none.
    pub fn cut(&mut self, rejection: &Rejection) -> Vec<Finding> {
        self.cut = true;
        let mut findings = self.stray(rejection);
        for finding in &mut findings {
            finding.objection.why = "An event that is cut off reaches no consumer.";
        }
        findings
    }

    /// Everything that is wrong with the next event if it has no text, since it is not UTF-8.
    pub fn unreadable(&mut self, rejection: &Rejection) -> Vec<Finding> {
        self.statistics.unreadable();
        self.latest = None;
        self.checker.unreadable(rejection)
    }

    /// What is wrong where there is no event, but something between events that does not belong there.
    pub fn stray(&mut self, rejection: &Rejection) -> Vec<Finding> {
        self.latest = None;
        let mut objection = Objection::reducing(Level::Required, rejection);
        objection.why = "Readers differ in what they make of it.";
        let number = self.checker.events().saturating_sub(1);
        vec![Finding::new(number, JsonString::new(), objection)]
    }

    /// Everything that is wrong with the input having come to its end, stream by stream.
    pub fn finish(&mut self) -> Vec<Finding> {
        let mut findings = self.checker.finish(&mut Production);
        for finding in &mut findings {
            let kept = self.streams.get(&finding.stream);
            finding.mark = kept.and_then(|kept| kept.last?.mark);
            if self.cut {
                finding.objection.got = "nothing more of this stream: the input is cut off".into();
            }
        }
        for (stream, timeline) in self.checker.timelines() {
            // At an end its frames and references have been looked at.
            if timeline.state != State::Ended
                && let Some(model) = self.checker.whole(stream)
            {
                let lacks = completion::of(model);
                findings.extend(lacks.map(|lack| self.lack(stream, timeline.last_event, lack)));
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
                stale: self.streams.get(stream).is_some_and(|kept| kept.stale),
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
        let mut statistics = self.statistics.clone();
        for (_, timeline) in self.checker.timelines() {
            statistics.streams += 1;
            statistics.complete += usize::from(timeline.state == State::Ended);
        }
        statistics.blocks = self.finals().map(|one| one.model.blocks().len()).sum();
        statistics
    }

    /// Events that were judged in part: without a model, or without the block that they change, since what would bring it was
    /// refused or is missing.
    pub fn judged_in_part(&self) -> usize {
        self.checker.judged_in_part()
    }

    /// Streams so far, those too that have no model since none of their `start`s can be taken.
    pub fn streams(&self) -> usize {
        self.checker.timelines().count()
    }

    /// Reads an event in which members share a name as most readers do: the last counts.
    fn doubled(&mut self, text: &str, rejection: &Rejection) -> Vec<Finding> {
        let value = uiconform_json::parse(text).ok().map(names::settled);
        let Some(Ok(event)) = value.map(Event::try_from) else {
            return self.unreadable(rejection);
        };
        let mut findings = self.parsed(&event, text.len());
        let mut objection = Objection::reducing(Level::Informative, rejection);
        objection.why = "The text leaves open what comes of it; here the last of them counts, as with most readers.";
        let number = self.checker.events() - 1;
        let stream = self.latest.clone().unwrap_or_default();
        findings.insert(0, Finding::new(number, stream, objection));
        findings
    }

    /// What a model lacks, said of the event that brought the block in question.
    fn lack(&self, stream: &JsonString, otherwise: usize, lack: Lack) -> Finding {
        let kept = self.streams.get(stream);
        let origin = lack.block.and_then(|block| kept?.blocks.of(&block));
        let event = origin.map_or(otherwise, |origin| origin.event);
        Finding {
            mark: origin.and_then(|origin| origin.mark),
            ..Finding::new(event, stream.clone(), lack.objection)
        }
    }

    fn parsed(&mut self, event: &Event, bytes: usize) -> Vec<Finding> {
        let op = event.get("op").and_then(Value::as_str).and_then(Op::named);
        let stream = event.get("stream_id").and_then(Value::as_string);
        let stream = stream.cloned().unwrap_or_default();
        let before = self.checker.timeline(&stream);
        let begun = before.is_some_and(|before| before.begun);
        let before = before.map(|before| before.state);
        let mut findings = self.checker.event_of(&mut Production, &stream, op, event);
        let taken = findings
            .iter()
            .all(|finding| self.checker.allows(&finding.objection));
        let ends =
            taken && op == Some(Op::End) && before.is_some_and(|state| state != State::Ended);
        self.statistics.event(op, taken, ends && begun);
        let number = self.checker.events() - 1;
        let origin = Origin {
            event: number,
            mark: self.mark,
        };
        let kept = self.streams.entry(&stream, Kept::default);
        if let Some(timeline) = self.checker.timeline(&stream) {
            self.is_named |= !stream.is_empty();
            if timeline.last_event == number {
                kept.last = Some(origin);
            }
        }
        let begins = begins(op, event);
        if begins {
            kept.stale = !taken;
        }
        // What a refused `start` was meant to bring is judged as if it had.
        let noted = match begins {
            true => Some(Op::Start),
            false => op.filter(|_| taken),
        };
        if let (Some(op), Some(model)) = (noted, self.checker.whole(&stream)) {
            kept.blocks.note(op, event, model, origin);
        }
        if !findings.is_empty() {
            obligations::weigh(event, self.is_named, &mut findings);
        }
        let mut objections = obligations::of(op, event);
        if taken {
            objections.extend(self.hygiene.of(op, event, bytes));
        }
        findings.extend(
            objections
                .into_iter()
                .map(|objection| Finding::new(number, stream.clone(), objection)),
        );
        if ends && let Some(model) = self.checker.whole(&stream) {
            let lacks = completion::of(model);
            findings.extend(lacks.map(|lack| self.lack(&stream, number, lack)));
        }
        self.latest = Some(stream);
        findings
    }
}

#[cfg(test)]
mod tests;
