//! The reference client, of which every refusal is noted with the rule that was broken.

use uiconform_json::JsonString;
use uiconform_protocols::ag_ui::order::{Continued, Order, Unfinished};
use uiconform_protocols::ag_ui::patch::{Document, Operation};
use uiconform_protocols::ag_ui::{
    Announcement, ApplySteps, Body, Error, ErrorKind, Id, MessageChange, OrderSteps, PatchSteps,
    Policy, ReadSteps, ReasoningChange, Reference, Result, Session, Stream, SubagentChange, Update,
};

use super::doubt::Doubt;
use super::origins::{Origin, Origins, Seen};
use super::shape::Thing;
use crate::{Level, Objection};

/// Things left open that are told of one by one.
const MOST: usize = 20;

const ORDER: &str =
    "A client of the seed text leaves the event out; one of protocol 1.0 ends the run as failed.";
const OWNER: &str =
    "What one subagent says would stand in the words of another, so clients refuse the event.";
const GUESS: &str = "Nobody knows what it belongs to, so clients refuse it and its text is lost.";
const OPEN: &str = "A view that shows it as growing never learns that it is complete, and clients refuse the finish.";
const AGAIN: &str =
    "Clients take it for the same thing and go on with it, so that two things become one.";

/// The steps of the reference, with what is found by them in one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    /// What cannot be held against anybody.
    pub(super) doubt: Doubt,
    /// When things were begun and ended.
    pub(super) origins: Origins,
    /// The event that is judged.
    here: Origin,
    /// What is wrong with it.
    objections: Vec<Objection>,
    /// Whether it was refused for something that nobody is to blame for.
    is_excused: bool,
    /// The refusal of the event, if it was refused.
    refusal: Option<Error>,
    /// The calls that it has ended.
    ended_calls: Vec<Id>,
    /// What it is about, and whether it is to begin that.
    subject: Option<(Thing, JsonString)>,
    begins: bool,
    /// How often it was asked whose something is.
    owners: usize,
    /// The operation of the patch that is applied.
    operation: usize,
}

/// What has become of an event.
#[derive(Debug)]
pub(super) struct Judged {
    /// What is wrong with it.
    pub(super) objections: Vec<Objection>,
    /// Whether it was refused for something that nobody is to blame for.
    pub(super) is_excused: bool,
    /// The refusal, if it was refused.
    pub(super) refusal: Option<Error>,
    /// The calls that it has ended.
    pub(super) ended_calls: Vec<Id>,
    /// The operation of its patch at which that failed.
    pub(super) operation: usize,
}

impl Judge {
    /// Begins the next event.
    pub(super) fn begin(&mut self, here: Origin) {
        self.here = here;
        self.is_excused = false;
        self.subject = None;
        self.begins = false;
        self.owners = 0;
        self.operation = 0;
    }

    /// What has become of the event.
    pub(super) fn end(&mut self) -> Judged {
        let refusal = self.refusal.take();
        let is_order = |error: &Error| error.kind == ErrorKind::Protocol;
        // What was to begin has not, and all that follows of it is due to that.
        if refusal.as_ref().is_some_and(is_order)
            && self.begins
            && let Some((thing, id)) = &self.subject
            && self
                .origins
                .of(*thing, id)
                .is_none_or(|seen| seen.ended.is_some())
        {
            self.doubt.cast(*thing, id);
        }
        Judged {
            objections: std::mem::take(&mut self.objections),
            is_excused: self.is_excused,
            refusal,
            ended_calls: std::mem::take(&mut self.ended_calls),
            operation: self.operation,
        }
    }

    /// Adds an objection.
    pub(super) fn object(&mut self, objection: Objection) {
        self.objections.push(objection);
    }

    /// Adds a breach of the order.
    fn breach(
        &mut self,
        rule: &'static str,
        member: &str,
        expected: impl Into<String>,
        got: impl Into<String>,
        why: &'static str,
    ) {
        let (expected, got) = (expected.into(), got.into());
        self.object(Objection::new(rule, Level::Required, expected, got, why).at(member));
    }

    fn excuse(&mut self) {
        self.is_excused = true;
    }

    /// What there is to say of something that is not open.
    fn not_open(&self, thing: Thing, id: &JsonString) -> String {
        let word = thing.word();
        match self.origins.of(thing, id) {
            Some(Seen {
                ended: Some(ended), ..
            }) => format!("{word} {id:?}, which was ended by {ended}"),
            _ => format!("{word} {id:?}, which was not started in this run"),
        }
    }

    /// What there is to say of something that is open.
    fn open_since(&self, thing: Thing, id: &JsonString) -> String {
        let word = thing.word();
        match self.origins.of(thing, id) {
            Some(seen) => format!("{word} {id:?}, which is open since {}", seen.begun),
            None => format!("{word} {id:?}, which is open"),
        }
    }

    /// Says of something that begins that its id was another's, or its own before.
    fn note_reuse(&mut self, thing: Thing, id: &JsonString) {
        if let Some(Seen {
            ended: Some(ended), ..
        }) = self.origins.of(thing, id)
        {
            let word = thing.word();
            let objection = Objection::new(
                "AGU-SEND-03",
                Level::Recommended,
                format!("{} with an id of its own", thing.one()),
                format!("{id:?}, that of the {word} which was ended by {ended}"),
                AGAIN,
            );
            self.object(objection.at(thing.member()).bearable());
        }
    }
}

impl Thing {
    pub(super) fn of(stream: Stream) -> Self {
        match stream {
            Stream::Text => Self::Message,
            Stream::Call => Self::Call,
            Stream::Reasoning => Self::Reasoning,
        }
    }

    /// The rule that it is not begun while it is open, and the rule that only what is open goes on.
    fn rules(self) -> (&'static str, &'static str) {
        match self {
            Self::Message => ("AGU-ORDER-07", "AGU-ORDER-08"),
            Self::Call => ("AGU-ORDER-09", "AGU-ORDER-10"),
            Self::Reasoning | Self::Span => ("AGU-ORDER-11", "AGU-ORDER-11"),
            Self::Step => ("AGU-ORDER-12", "AGU-ORDER-12"),
            Self::Subagent => ("AGU-ORDER-14", "AGU-ORDER-16"),
        }
    }
}

impl ReadSteps for Judge {}

impl OrderSteps for Judge {
    fn is_fatal(&mut self, _policy: Policy, _error: &Error) -> bool {
        false // A check goes on.
    }

    // Runs are begun and ended by whoever reads the recording.

    fn first(&mut self, _order: &Order, _body: &Body) -> Result<()> {
        Ok(())
    }

    fn start(&mut self, _order: &Order) -> Result<()> {
        Ok(())
    }

    fn identity(&mut self, _policy: Policy, expected: (&Id, &Id), found: (&Id, &Id)) -> Result<()> {
        let pairs = [
            ("AGU-END-21", "threadId", expected.0, found.0),
            ("AGU-END-20", "runId", expected.1, found.1),
        ];
        for (rule, member, expected, found) in pairs {
            // Where a run has begun without its ids, there is nothing to compare.
            if expected != found && !expected.is_empty() && !self.doubt.covers_all() {
                let objection = Objection::new(
                    rule,
                    Level::Recommended,
                    format!("{expected:?}, as the start of the run says"),
                    format!("{found:?}"),
                    "Some clients of protocol 1.0 end a run as failed that changes its ids.",
                );
                self.object(objection.at(member).bearable());
            }
        }
        Ok(())
    }

    fn finishing(&mut self, order: &Order) -> Result<()> {
        if self.doubt.covers_all() {
            return Ok(());
        }
        let mut open: Vec<(Origin, Thing, JsonString)> = order
            .all_unfinished()
            .map(|unfinished| match unfinished {
                Unfinished::Stream(stream, id) => (Thing::of(stream), id.clone()),
                Unfinished::Step(_, name) => (Thing::Step, name.clone()),
                Unfinished::Subagent(id) => (Thing::Subagent, id.clone()),
            })
            .filter(|(thing, id)| !self.doubt.covers(*thing, id))
            .map(|(thing, id)| {
                let seen = self.origins.of(thing, &id);
                (seen.map(|seen| seen.begun).unwrap_or_default(), thing, id)
            })
            .collect();
        open.sort();
        let more = open.len().saturating_sub(MOST);
        for (index, (begun, thing, id)) in open.into_iter().take(MOST).enumerate() {
            let mut got = format!("{} {id:?}, open since {begun}", thing.word());
            if index + 1 == MOST && more > 0 {
                got = format!("{got}, and {more} more that are not told of");
            }
            let expected = "nothing open where the run finishes";
            let objection = Objection::new("AGU-ORDER-13", Level::Required, expected, got, OPEN);
            self.object(objection);
        }
        let mut spans: Vec<(Origin, JsonString)> = self
            .origins
            .open(Thing::Span)
            .filter(|(id, _)| !self.doubt.covers(Thing::Span, id))
            .map(|(id, begun)| (begun, id.clone()))
            .collect();
        spans.sort();
        for (begun, id) in spans.into_iter().take(MOST) {
            let objection = Objection::new(
                "AGU-SEND-08",
                Level::Recommended,
                "each block of reasoning closed where the run finishes",
                format!("block of reasoning {id:?}, open since {begun}"),
                "Clients that keep track of blocks refuse the finish.",
            );
            self.object(objection.bearable());
        }
        // The agent says that the run is over, and what follows is judged as after it.
        Ok(())
    }

    fn interrupts(&mut self, count: usize) -> Result<()> {
        if count == 0 {
            let objection = Objection::new(
                "AGU-INT-07",
                Level::Required,
                "at least one interrupt",
                "an empty list",
                "There would be nothing to answer, so no client takes the run for one that waits.",
            );
            let mut objection = objection.at("outcome");
            objection.pointer.push("interrupts");
            self.object(objection);
        }
        Ok(())
    }

    fn opening(&mut self, order: &Order, stream: Stream, id: &Id) -> Result<()> {
        let thing = Thing::of(stream);
        self.subject = Some((thing, id.clone()));
        self.begins = true;
        let Err(refusal) = Reference.opening(order, stream, id) else {
            if self.doubt.covers(thing, id) {
                self.doubt.dispel(thing, id);
            } else {
                self.note_reuse(thing, id);
            }
            return Ok(());
        };
        if self.doubt.covers(thing, id) {
            // What ended it may be what was lost.
            self.doubt.dispel(thing, id);
            return Ok(());
        }
        let got = self.open_since(thing, id);
        let expected = format!("{} that is not open", thing.one());
        self.breach(thing.rules().0, thing.member(), expected, got, ORDER);
        Err(refusal)
    }

    fn continuing(&mut self, order: &Order, stream: Stream, id: &Id) -> Result<()> {
        let thing = Thing::of(stream);
        self.subject = Some((thing, id.clone()));
        let Err(refusal) = Reference.continuing(order, stream, id) else {
            return Ok(());
        };
        if self.doubt.covers(thing, id) {
            self.excuse();
            return Err(refusal);
        }
        let got = self.not_open(thing, id);
        let expected = format!("{} that is open", thing.one());
        self.breach(thing.rules().1, thing.member(), expected, got, ORDER);
        // The same start is missed once.
        self.doubt.cast(thing, id);
        Err(refusal)
    }

    fn owned(&mut self, opener: Option<Option<&Id>>, tag: Option<&Id>) -> Result<()> {
        self.owners += 1;
        let Err(refusal) = Reference.owned(opener, tag) else {
            return Ok(());
        };
        let is_lost = self.doubt.covers_all();
        let subject = self.subject.as_ref();
        if is_lost || subject.is_some_and(|(thing, id)| self.doubt.covers(*thing, id)) {
            self.excuse();
            return Ok(());
        }
        let rule = match (self.begins, self.owners) {
            (true, 1) => "AGU-ORDER-19",
            (true, _) => "AGU-SUB-24",
            (false, _) => "AGU-SUB-22",
        };
        let whose = |owner: Option<&Id>| match owner {
            Some(owner) => format!("{owner:?}"),
            None => "no tag, which is that of the agent itself".to_owned(),
        };
        let expected = match rule {
            "AGU-SUB-24" => format!(
                "{}, the owner of the message that holds the call",
                whose(opener.flatten())
            ),
            _ => format!("{}, who opened it", whose(opener.flatten())),
        };
        let got = whose(tag);
        self.breach(rule, "subagentRunId", expected, got, OWNER);
        Err(refusal)
    }

    fn step(
        &mut self,
        order: &Order,
        owner: &Option<Id>,
        name: &JsonString,
        starts: bool,
    ) -> Result<()> {
        let thing = Thing::Step;
        self.subject = Some((thing, name.clone()));
        let Err(refusal) = Reference.step(order, owner, name, starts) else {
            match starts {
                true => self.origins.begin(thing, name, self.here),
                false => {
                    self.origins.end(thing, name, self.here);
                }
            }
            return Ok(());
        };
        if self.doubt.covers(thing, name) {
            self.excuse();
            return Err(refusal);
        }
        let (expected, got) = match starts {
            true => ("a step that is not open", self.open_since(thing, name)),
            false => ("a step that is open", self.not_open(thing, name)),
        };
        self.breach("AGU-ORDER-12", thing.member(), expected, got, ORDER);
        Err(refusal)
    }

    fn announcement(&mut self, order: &Order, announcement: &Announcement) -> Result<()> {
        let thing = Thing::Subagent;
        let id = &announcement.id;
        self.subject = Some((thing, id.clone()));
        let Err(refusal) = Reference.announcement(order, announcement) else {
            self.doubt.dispel(thing, id);
            return Ok(());
        };
        if self.doubt.covers(thing, id) {
            self.excuse();
            return Err(refusal);
        }
        match (order.subagent(id), &announcement.parent) {
            (None, Some(parent)) => {
                if self.doubt.covers(thing, parent) {
                    return Ok(());
                }
                let got = format!("{parent:?}, which was not announced in this run");
                let expected = "a subagent that was announced before";
                self.breach("AGU-ORDER-15", "parentSubagentRunId", expected, got, ORDER);
                self.begins = true;
            }
            _ => {
                let got = match self.origins.of(thing, id) {
                    Some(seen) => format!("{id:?}, announced by {} already", seen.begun),
                    None => format!("{id:?}, announced already"),
                };
                let expected = "a subagent that was not announced in this run";
                self.breach("AGU-ORDER-14", thing.member(), expected, got, ORDER);
            }
        }
        Err(refusal)
    }

    fn conclusion(&mut self, order: &Order, id: &Id) -> Result<()> {
        let thing = Thing::Subagent;
        self.subject = Some((thing, id.clone()));
        let Err(refusal) = Reference.conclusion(order, id) else {
            return Ok(());
        };
        if self.doubt.covers(thing, id) {
            self.excuse();
            return Err(refusal);
        }
        let got = match self.origins.of(thing, id) {
            Some(Seen {
                ended: Some(ended), ..
            }) => format!("{id:?}, which is done since {ended}"),
            _ => format!("{id:?}, which was not announced in this run"),
        };
        self.breach(
            "AGU-ORDER-16",
            thing.member(),
            "a subagent at work",
            got,
            ORDER,
        );
        Err(refusal)
    }

    fn continued(&mut self, order: &Order, stream: Stream, tag: &Option<Id>) -> Continued {
        let thing = Thing::of(stream);
        let continued = Reference.continued(order, stream, tag);
        let word = thing.word();
        match &continued {
            Continued::One(_) => {}
            _ if self.doubt.covers_any(thing) => self.excuse(),
            Continued::None => {
                let expected = format!("the `{}` of what it begins", thing.member());
                let got = format!("none, where no {word} is open that the chunk could go on with");
                let objection =
                    Objection::new("AGU-CHUNK-05", Level::Required, expected, got, GUESS);
                self.object(objection);
            }
            Continued::Several => {
                let expected = format!("a `{}` or a `subagentRunId`", thing.member());
                let got = format!("neither, where chunks have opened more than one {word}");
                let objection =
                    Objection::new("AGU-CHUNK-04", Level::Required, expected, got, GUESS);
                self.object(objection);
            }
        }
        continued
    }
}

impl PatchSteps for Judge {
    fn operation(&mut self, document: &mut Document<'_>, operation: &Operation) -> Result<()> {
        Reference.operation(document, operation)?;
        self.operation += 1;
        Ok(())
    }
}

impl ApplySteps for Judge {
    fn begin(&mut self, session: &mut Session) {
        Reference.begin(session);
    }

    fn tell(&mut self, update: Update<'_>, _out: &mut dyn FnMut(Update<'_>)) {
        let here = self.here;
        match update {
            Update::Message(message) => match message.change {
                MessageChange::Started => self.origins.begin(Thing::Message, message.id, here),
                MessageChange::Ended => {
                    self.origins.end(Thing::Message, message.id, here);
                }
                MessageChange::ToolCallStarted { call, .. } => {
                    self.origins.begin(Thing::Call, call, here);
                }
                MessageChange::ToolCallEnded { call } => {
                    self.origins.end(Thing::Call, call, here);
                    self.ended_calls.push(call.clone());
                }
                _ => {}
            },
            Update::Reasoning(reasoning) => match reasoning.change {
                ReasoningChange::Started => {
                    self.origins
                        .begin(Thing::Reasoning, &reasoning.thought.id, here);
                }
                ReasoningChange::Ended => {
                    self.origins
                        .end(Thing::Reasoning, &reasoning.thought.id, here);
                }
                _ => {}
            },
            Update::Subagent { change, subagent } => {
                let id = &subagent.announcement.id;
                match change {
                    SubagentChange::Started | SubagentChange::Resumed => {
                        self.origins.begin(Thing::Subagent, id, here);
                    }
                    _ => {
                        self.origins.end(Thing::Subagent, id, here);
                    }
                }
            }
            // What the agent says of its own failure is no fault of the stream.
            Update::Error(error) if error.kind != ErrorKind::Run => {
                self.refusal = Some(error.clone());
            }
            _ => {}
        }
    }
}
