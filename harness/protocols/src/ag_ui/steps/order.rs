//! What may come when.

use uiconform_json::{JsonString, Object};

use crate::ag_ui::order::{Continued, Order};
use crate::ag_ui::{
    Announcement, Body, Chunk, Error, ErrorKind, Id, Policy, Result, Stop, Stream, rules,
};

/// The rules of order, and what is made of chunks. With verification turned off, those that return a [`Result`] are not asked.
pub trait OrderSteps {
    /// Whether an error ends the run.
    fn is_fatal(&mut self, policy: Policy, error: &Error) -> bool {
        match error.kind {
            ErrorKind::Protocol => policy == Policy::V1,
            ErrorKind::Patch | ErrorKind::State => false,
            ErrorKind::Run | ErrorKind::Bytes | ErrorKind::Transport => true,
        }
    }

    /// Whether nothing more is taken of the stream.
    fn is_closed(&mut self, is_over: bool) -> bool {
        is_over
    }

    /// Whether it means nothing that the stream stops.
    fn is_stopped(&mut self, is_over: bool, stop: Stop) -> bool {
        let _ = stop;
        is_over
    }

    /// Whether an event may come where the run has not started.
    fn first(&mut self, order: &Order, body: &Body) -> Result<()> {
        rules::first(order, body)
    }

    /// Whether a run may start.
    fn start(&mut self, order: &Order) -> Result<()> {
        rules::start(order)
    }

    /// Whether the thread and the run are those that were asked for.
    fn identity(&mut self, policy: Policy, expected: (&Id, &Id), found: (&Id, &Id)) -> Result<()> {
        match policy {
            Policy::Seed => Ok(()),
            Policy::V1 => rules::identity(expected, found),
        }
    }

    /// Whether a run may finish.
    fn finishing(&mut self, order: &Order) -> Result<()> {
        rules::finish(order)
    }

    /// Whether a run may wait for so many interrupts.
    fn interrupts(&mut self, count: usize) -> Result<()> {
        rules::interrupts(count)
    }

    /// Whether a message, a call or reasoning may be started.
    fn opening(&mut self, order: &Order, stream: Stream, id: &Id) -> Result<()> {
        rules::opening(order, stream, id)
    }

    /// Whether it may be continued or ended.
    fn continuing(&mut self, order: &Order, stream: Stream, id: &Id) -> Result<()> {
        rules::continuing(order, stream, id)
    }

    /// Whether an event with that tag may be of what `opener` opened; none if that is not known.
    fn owned(&mut self, opener: Option<Option<&Id>>, tag: Option<&Id>) -> Result<()> {
        rules::owned(opener, tag)
    }

    /// Whether a step may be started or finished.
    fn step(
        &mut self,
        order: &Order,
        owner: &Option<Id>,
        name: &JsonString,
        starts: bool,
    ) -> Result<()> {
        rules::step(order, owner, name, starts)
    }

    /// Whether a subagent may be announced.
    fn announcement(&mut self, order: &Order, announcement: &Announcement) -> Result<()> {
        rules::announcement(order, announcement)
    }

    /// Whether a subagent may finish or fail.
    fn conclusion(&mut self, order: &Order, id: &Id) -> Result<()> {
        rules::conclusion(order, id)
    }

    /// What a chunk without an id continues.
    fn continued(&mut self, order: &Order, stream: Stream, tag: &Option<Id>) -> Continued {
        order.continued(stream, tag)
    }

    /// What a chunk brings to the stream that it is of; none if it says nothing.
    fn brought(&mut self, chunk: &Chunk, metadata: &Object) -> Option<JsonString> {
        match &chunk.delta {
            Some(delta) => Some(delta.clone()),
            None => (!metadata.is_empty()).then(JsonString::new),
        }
    }

    /// The streams of chunks that an event closes before it is applied.
    fn closed_by(&mut self, order: &Order, owner: &Option<Id>) -> Option<(Stream, Id)> {
        order.lane(owner)
    }

    /// The streams of chunks that the end of the run closes.
    fn closed_by_end(&mut self, order: &Order) -> Vec<(Stream, Id)> {
        order.lanes()
    }
}
