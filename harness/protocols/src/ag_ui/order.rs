//! What is open in a run.

use hashbrown::{HashMap, HashSet};
use uiconform_json::JsonString;

use super::{Id, Stream};

/// What the events of a run so far have opened and not closed.
///
/// It is kept whether or not the order is checked: chunks need it in any case.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The run has started.
    pub started: bool,
    open: [HashMap<Id, Opened>; 3],
    /// By owner and name.
    steps: HashSet<(Option<Id>, JsonString)>,
    /// The subagents that were announced in this run, and whether they are at work.
    subagents: HashMap<Id, bool>,
    running: usize,
    /// For each kind of stream, the one that the chunks of an owner have opened; of all kinds together, an owner has one.
    lanes: [HashMap<Option<Id>, Lane>; 3],
    opened_by_chunks: u64,
    thinking: Option<Id>,
    thoughts: usize,
}

/// A stream that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Who opened it, and so the lane that it is in if chunks did.
    pub owner: Option<Id>,
    /// Whether chunks opened it, so that it is closed with the next stream of its owner, or with the run.
    pub by_chunks: bool,
}

#[derive(Clone, Debug)]
struct Lane {
    id: Id,
    /// Lanes are closed in the order in which they were opened.
    number: u64,
}

/// Something that a run has opened, and that only an event of its own closes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unfinished<'o> {
    /// A message, a call or reasoning.
    Stream(Stream, &'o Id),
    /// A step, and who takes it.
    Step(&'o Option<Id>, &'o JsonString),
    /// A subagent.
    Subagent(&'o Id),
}

/// What an id-less chunk may continue.
#[derive(Clone, Debug, PartialEq)]
pub enum Continued {
    /// This stream.
    One(Id),
    /// Nothing is open.
    None,
    /// Several are.
    Several,
}

impl Order {
    /// What is known of the stream, if it is open.
    pub fn open(&self, stream: Stream, id: &Id) -> Option<&Opened> {
        self.open[stream as usize].get(id)
    }

    /// Opens a stream.
    pub fn start(&mut self, stream: Stream, id: &Id, opened: Opened) {
        // Without verification it may be open already.
        self.end(stream, id);
        if opened.by_chunks {
            self.opened_by_chunks += 1;
            let lane = Lane {
                id: id.clone(),
                number: self.opened_by_chunks,
            };
            self.lanes[stream as usize].insert(opened.owner.clone(), lane);
        }
        self.open[stream as usize].insert(id.clone(), opened);
    }

    /// Closes a stream, if it is open.
    pub fn end(&mut self, stream: Stream, id: &Id) {
        if let Some(Opened {
            owner,
            by_chunks: true,
        }) = self.open[stream as usize].remove(id)
        {
            self.lanes[stream as usize].remove(&owner);
        }
    }

    /// The stream that chunks of the owner have opened.
    pub fn lane(&self, owner: &Option<Id>) -> Option<(Stream, Id)> {
        Stream::ALL.into_iter().find_map(|stream| {
            let lane = self.lanes[stream as usize].get(owner)?;
            Some((stream, lane.id.clone()))
        })
    }

    /// All streams that chunks have opened, in that order.
    pub fn lanes(&self) -> Vec<(Stream, Id)> {
        let mut lanes: Vec<_> = Stream::ALL
            .into_iter()
            .flat_map(|stream| {
                self.lanes[stream as usize]
                    .values()
                    .map(move |lane| (stream, lane))
            })
            .collect();
        lanes.sort_by_key(|(_, lane)| lane.number);
        lanes
            .into_iter()
            .map(|(stream, lane)| (stream, lane.id.clone()))
            .collect()
    }

    /// What a chunk without an id continues: with a tag, what chunks with that tag have opened; without one, what the agent's own
    /// have, or else the only one that is open.
    pub fn continued(&self, stream: Stream, tag: &Option<Id>) -> Continued {
        let lanes = &self.lanes[stream as usize];
        let lane = match (lanes.get(tag), tag) {
            (None, None) => {
                let mut all = lanes.values();
                let first = all.next();
                if all.next().is_some() {
                    return Continued::Several;
                }
                first
            }
            (lane, _) => lane,
        };
        lane.map_or(Continued::None, |lane| Continued::One(lane.id.clone()))
    }

    /// Opens a step.
    pub fn start_step(&mut self, owner: &Option<Id>, name: &JsonString) {
        self.steps.insert((owner.clone(), name.clone()));
    }

    /// Closes a step.
    pub fn finish_step(&mut self, owner: &Option<Id>, name: &JsonString) {
        self.steps.remove(&(owner.clone(), name.clone()));
    }

    /// Whether the step is open.
    pub fn has_step(&self, owner: &Option<Id>, name: &JsonString) -> bool {
        self.steps.contains(&(owner.clone(), name.clone()))
    }

    /// Notes that a subagent was announced in this run.
    pub fn announce(&mut self, id: &Id) {
        if self.subagents.insert(id.clone(), true) != Some(true) {
            self.running += 1;
        }
    }

    /// Notes that a subagent is no longer at work.
    pub fn conclude(&mut self, id: &Id) {
        if let Some(running) = self.subagents.get_mut(id)
            && std::mem::take(running)
        {
            self.running -= 1;
        }
    }

    /// Whether the subagent is at work; none if it was not announced in this run.
    pub fn subagent(&self, id: &Id) -> Option<bool> {
        self.subagents.get(id).copied()
    }

    /// What is open and is not closed by the end of the run itself.
    pub fn unfinished(&self) -> Option<&'static str> {
        let streams = Stream::ALL.into_iter().find(|stream| {
            let (open, lanes) = (&self.open[*stream as usize], &self.lanes[*stream as usize]);
            open.len() > lanes.len()
        });
        streams
            .map(Stream::name)
            .or((!self.steps.is_empty()).then_some("step"))
            .or((self.running > 0).then_some("subagent"))
    }

    /// Everything that is open and is not closed by the end of the run itself, in no order.
    pub fn all_unfinished(&self) -> impl Iterator<Item = Unfinished<'_>> {
        let streams = Stream::ALL.into_iter().flat_map(|stream| {
            let open = self.open[stream as usize].iter();
            let open = open.filter(|(_, opened)| !opened.by_chunks);
            open.map(move |(id, _)| Unfinished::Stream(stream, id))
        });
        let steps = self.steps.iter();
        let steps = steps.map(|(owner, name)| Unfinished::Step(owner, name));
        let subagents = self.subagents.iter().filter(|(_, running)| **running);
        let subagents = subagents.map(|(id, _)| Unfinished::Subagent(id));
        streams.chain(steps).chain(subagents)
    }

    /// Opens a thought of the retired kind, which names no id, under one of our own.
    pub fn start_thinking(&mut self) -> Id {
        self.thoughts += 1;
        let id = Id::from(format!("thinking-{}", self.thoughts));
        self.thinking = Some(id.clone());
        id
    }

    /// The thought of the retired kind that is open.
    pub fn thinking(&self) -> Option<&Id> {
        self.thinking.as_ref()
    }

    /// Closes the thought of the retired kind.
    pub fn end_thinking(&mut self) -> Option<Id> {
        self.thinking.take()
    }
}

impl Stream {
    const ALL: [Self; 3] = [Self::Text, Self::Call, Self::Reasoning];
}
