//! Recordings of AgentUE.

use uiconform_checker::{Finding, Hygiene, Mark, Recorded};
use uiconform_json::{Object, Value};
use uiconform_protocols::agentue::{Op, Rejection};
use uiconform_stream::{Fault, Place};

use super::{Recording, Traits};

pub(super) struct AgentUe {
    recorded: Recorded,
}

impl AgentUe {
    pub(super) fn new(hygiene: Hygiene) -> Self {
        Self {
            recorded: Recorded::new(hygiene),
        }
    }
}

impl Recording for AgentUe {
    fn at(&mut self, place: Place) {
        self.recorded.at(Mark {
            offset: place.offset,
            line: place.line,
            column: place.column,
        });
    }

    fn event(&mut self, _name: Option<&str>, text: &str) -> Vec<Finding> {
        self.recorded.event(text)
    }

    fn fault(&mut self, fault: &Fault) -> Vec<Finding> {
        let rejection = Rejection::new("AUE-4-02", fault.to_string());
        match fault {
            Fault::TooLong { limit } => self.recorded.unread(*limit),
            Fault::Unfinished { .. } => self.recorded.cut(&rejection),
            Fault::Stray { .. } => self.recorded.stray(&rejection),
            Fault::Unprefixed => Vec::new(), // Readers of event streams pass over it.
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

    fn finals(&self) -> Option<Vec<Value>> {
        let finals = self.recorded.finals();
        let finals = finals.map(|one| {
            let mut stream = Object::new();
            stream.push("stream_id", one.stream.clone());
            stream.push("seq", one.seq.clone());
            stream.push("complete", one.complete);
            if one.stale {
                stream.push("stale", true);
            }
            stream.push("model", one.model.document().clone());
            stream.into()
        });
        Some(finals.collect())
    }

    fn traits(&self) -> &'static Traits {
        &Traits {
            members: &["op", "seq", "stream_id", "mask", "model", "meta", "block"],
            own_limit: "AUE-8-05",
            no_end: Some("AUE-5-03"),
            no_json: &["AUE-4-02", "AUE-4-03", "AUE-4-04"],
            done: "`[DONE]` is no event: the APIs of many models send it last, and here an `end` closes a stream; leave it out",
        }
    }
}
