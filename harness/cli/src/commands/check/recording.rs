//! What a check asks of the rules of a suite.

use uiconform_checker::{Finding, Hygiene, Mark, Recorded};
use uiconform_json::{Object, Value};
use uiconform_protocols::agentue::{Op, Rejection};
use uiconform_runner::suites;
use uiconform_stream::{Fault, Place};

/// A recording of some suite, as it is read.
pub(super) trait Recording {
    /// Says where what comes next begins.
    fn at(&mut self, place: Place);

    /// Everything that is wrong with the next event, of which this is the text.
    fn event(&mut self, text: &str) -> Vec<Finding>;

    /// Everything that is wrong where there is no text of an event.
    fn fault(&mut self, fault: &Fault) -> Vec<Finding>;

    /// What is wrong with the latest event having bytes that are not UTF-8, in the place of which readers put U+FFFD.
    fn malformed(&mut self) -> Vec<Finding>;

    /// Everything that is missing at the end of the input.
    fn finish(&mut self) -> Vec<Finding>;

    /// Events so far.
    fn events(&self) -> usize;

    /// Streams so far.
    fn streams(&self) -> usize;

    /// Events that were judged without a model, or without the block that they change.
    fn judged_in_part(&self) -> usize;

    /// The recording in numbers, each with its name.
    fn statistics(&self) -> Vec<(String, u64)>;

    /// What the events add up to, as JSON.
    fn finals(&self) -> Vec<Value>;
}

/// A recording of that suite; nothing if its recordings cannot be checked.
pub(super) fn of(suite: &str, hygiene: bool, large: usize) -> Option<Box<dyn Recording>> {
    let hygiene = match hygiene {
        true => Hygiene {
            empty_deltas: true,
            large: Some(large),
        },
        false => Hygiene::default(),
    };
    (suite == suites::MAIN).then(|| -> Box<dyn Recording> {
        Box::new(AgentUe {
            recorded: Recorded::new(hygiene),
        })
    })
}

struct AgentUe {
    recorded: Recorded,
}

impl Recording for AgentUe {
    fn at(&mut self, place: Place) {
        self.recorded.at(Mark {
            offset: place.offset,
            line: place.line,
            column: place.column,
        });
    }

    fn event(&mut self, text: &str) -> Vec<Finding> {
        self.recorded.event(text)
    }

    fn fault(&mut self, fault: &Fault) -> Vec<Finding> {
        let rejection = Rejection::new("AUE-4-02", fault.to_string());
        match fault {
            Fault::TooLong { limit } => self.recorded.unread(*limit),
            Fault::Unfinished { .. } => self.recorded.cut(&rejection),
            Fault::Stray { .. } => self.recorded.stray(&rejection),
            Fault::NotUtf8 { .. } => self.recorded.unreadable(&rejection),
        }
    }

    fn malformed(&mut self) -> Vec<Finding> {
        let message = "bytes that are not UTF-8, for which readers of event streams put U+FFFD";
        self.recorded.stray(&Rejection::new("AUE-4-02", message))
    }

    fn finish(&mut self) -> Vec<Finding> {
        self.recorded.finish()
    }

    fn events(&self) -> usize {
        self.recorded.events()
    }

    fn streams(&self) -> usize {
        self.recorded.streams()
    }

    fn judged_in_part(&self) -> usize {
        self.recorded.judged_in_part()
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let statistics = self.recorded.statistics();
        let by_op = Op::ALL.iter().zip(statistics.by_op);
        let counts = [
            ("events".to_owned(), statistics.events as u64),
            ("bytes of events".to_owned(), statistics.bytes),
            ("bytes of the largest".to_owned(), statistics.largest as u64),
        ];
        let by_op = by_op.map(|(op, count)| (format!("{} events", op.name()), count as u64));
        let others = [
            ("other events".to_owned(), statistics.others as u64),
            ("refused events".to_owned(), statistics.refused as u64),
            ("streams".to_owned(), statistics.streams as u64),
            ("complete streams".to_owned(), statistics.complete as u64),
            ("deliveries".to_owned(), statistics.deliveries as u64),
            (
                "complete deliveries".to_owned(),
                statistics.complete_deliveries as u64,
            ),
            ("blocks".to_owned(), statistics.blocks as u64),
        ];
        counts.into_iter().chain(by_op).chain(others).collect()
    }

    fn finals(&self) -> Vec<Value> {
        let finals = self.recorded.finals();
        finals
            .map(|one| {
                let mut stream = Object::new();
                stream.push("stream_id", one.stream.clone());
                stream.push("seq", one.seq.clone());
                stream.push("complete", one.complete);
                if one.stale {
                    stream.push("stale", true);
                }
                stream.push("model", one.model.document().clone());
                stream.into()
            })
            .collect()
    }
}
