//! A recording in numbers.

use uiconform_protocols::agentue::Op;

/// How much of what there is in a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Events, also those that cannot be read.
    pub events: usize,
    /// Bytes of their texts.
    pub bytes: u64,
    /// The largest text, in bytes.
    pub largest: usize,
    /// Events of each operation, in the order of [`Op::ALL`].
    pub by_op: [usize; 6],
    /// Events of no operation, and those that cannot be read.
    pub others: usize,
    /// Events that a consumer refuses.
    pub refused: usize,
    /// Streams of which a delivery has begun.
    pub streams: usize,
    /// Those of them whose latest delivery has ended.
    pub complete: usize,
    /// Deliveries that a `start` has begun, be it refused.
    pub deliveries: usize,
    /// Those of them that an `end` has closed.
    pub complete_deliveries: usize,
    /// Blocks in the models that the events add up to.
    pub blocks: usize,
}

impl Statistics {
    pub(super) fn text(&mut self, text: &str) {
        self.bytes += text.len() as u64;
        self.largest = self.largest.max(text.len());
    }

    pub(super) fn unread(&mut self) {
        self.events += 1;
        self.others += 1;
    }

    pub(super) fn unreadable(&mut self) {
        self.events += 1;
        self.others += 1;
        self.refused += 1;
    }

    /// Counts an event; whether it closes a delivery that a `start` has begun.
    pub(super) fn event(&mut self, op: Option<Op>, taken: bool, closes: bool) {
        self.events += 1;
        self.deliveries += usize::from(op == Some(Op::Start));
        self.complete_deliveries += usize::from(closes);
        self.refused += usize::from(!taken);
        let at = Op::ALL.iter().position(|one| Some(*one) == op);
        match at.and_then(|at| self.by_op.get_mut(at)) {
            Some(count) => *count += 1,
            None => self.others += 1,
        }
    }
}
