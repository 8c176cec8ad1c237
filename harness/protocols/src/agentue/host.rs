//! The host: events and loaded content as they arrive, in any order (section 3.4).
//!
//! A reducer refuses the patch of a block whose content is not there yet. A host, which knows that the content will come, keeps
//! such a patch until then: nothing is lost, doubled or applied to an empty body. After all loads the model is the one
//! that the accepted inputs give when every block is inline from the beginning:
//!
//! - A patch depends on the content of its own block alone, so patches of other blocks and of metadata need not wait.
//! - Patches of one block wait in the order of their events, and all of them precede any that arrives after the load.
//! - What replaces a reference as a whole, a `set` or a `start`, leaves nothing that its waiting patches could show in.
//!
//! # Open points
//!
//! | open point | here |
//! | --- | --- |
//! | a patch that no content could take, such as a `parent_id` that is a number | refused as it arrives |
//! | a waiting patch that the loaded content cannot take | passed over, as a reducer would have refused it |
//! | a failed load | refused; the reference stays, its patches wait on, and loading may be tried again |
//! | a load that comes twice, late, or for a block that is not there (yet) | refused: nothing is kept of it |
//! | a whole-block `set` to the very same reference | the block begins anew; what waited is gone |
//! | patches that still wait at the end | not in the model |

use std::collections::HashMap;

use uiconform_json::{JsonString, Value};

use super::resolver::{self, Resolution, ResolveSteps};
use super::{Envelope, Event, Model, Op, Reducer, Reference, Rejection, Root, Steps, Verdict};
use super::{decode, mask, rules};

/// What became of an input at the time of its arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is in the model.
    Applied,
    /// It waits for the content of its block.
    Deferred,
    /// It has no effect, now or later.
    Refused(Rejection),
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Self {
        verdict.map_or_else(Self::Refused, |()| Self::Applied)
    }
}

/// Of which blocks an accepted event leaves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Of all of them: a `start`.
    All,
    /// Of one of them: a whole-block `set`.
    Block(JsonString),
    /// Of none of them.
    Nothing,
}

/// The patches that wait, for each block in the order of their arrival.
pub type Waiting = HashMap<JsonString, Vec<Event>>;

/// What [`Host`] does beside reducing and resolving, step by step; the defaults are the protocol.
///
/// As with [`Steps`], a deliberately wrong variant replaces one of them, and the defaults are short and call no other step.
pub trait HostSteps: Steps + ResolveSteps {
    /// Whose content a patch must wait for: that of the unresolved reference which it would change in part.
    fn awaited(&mut self, model: &Model, envelope: &Envelope<'_>) -> Option<JsonString> {
        awaited(model, envelope).cloned()
    }

    /// Judges a patch that waits by what can be said without the content: `refusal` is why the reducer did not take it.
    fn patch(&mut self, envelope: &Envelope<'_>, refusal: Rejection) -> Result<(), Rejection> {
        lawful(envelope, refusal)
    }

    /// Keeps a patch of a reference: after those that wait already.
    fn defer(&mut self, model: &mut Model, queue: &mut Vec<Event>, event: &Event) -> Answer {
        let _ = model;
        queue.push(event.clone());
        Answer::Deferred
    }

    /// Which blocks an accepted event replaces.
    fn replaced(&mut self, event: &Event) -> Replaced {
        replaced(event)
    }

    /// Drops the patches that waited for what has been replaced.
    fn supersede(&mut self, waiting: &mut Waiting, replaced: &Replaced) {
        match replaced {
            Replaced::All => waiting.clear(),
            Replaced::Block(id) => drop(waiting.remove(id)),
            Replaced::Nothing => {}
        }
    }

    /// Judges what was loaded before it is used: nothing can be said yet.
    fn arrival(&mut self, model: &mut Model, resolution: &Resolution) -> Result<(), Rejection> {
        let _ = (model, resolution);
        Ok(())
    }

    /// Takes the patches that are due now that the content of a block is there: all of them, in order and once.
    fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
        waiting.remove(block_id).unwrap_or_default()
    }

    /// Concludes a patch that was due and has been applied or refused, and says whether those behind it are applied too: all.
    fn caught_up(&mut self, model: &mut Option<Model>, event: &Event, verdict: Verdict) -> bool {
        let _ = (model, event, verdict);
        true
    }
}

impl HostSteps for Reference {}

/// One model, the patches that wait for content, and the way in which events and loads change them.
#[derive(Clone, Debug)]
pub struct Host {
    reducer: Reducer,
    waiting: Waiting,
}

impl Host {
    /// A host of a model, which may hold references.
    ///
    /// # Errors
    ///
    /// If the model is not one that a `start` may have.
    pub fn new<S: HostSteps + ?Sized>(steps: &mut S, model: &Value) -> Result<Self, Rejection> {
        Ok(Self {
            reducer: Reducer::resume(steps, model, 0)?,
            waiting: Waiting::new(),
        })
    }

    /// The model, with a reference for each block of which the content is not there.
    pub fn model(&self) -> Option<&Model> {
        self.reducer.model()
    }

    /// How many patches wait for content.
    pub fn waiting(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    /// Takes an event.
    pub fn event<S: HostSteps + ?Sized>(&mut self, steps: &mut S, event: &Event) -> Answer {
        match self.reducer.apply(steps, event) {
            Ok(()) => {
                let replaced = steps.replaced(event);
                steps.supersede(&mut self.waiting, &replaced);
                Answer::Applied
            }
            // The reducer has checked all that it can before it looks for the block, so nothing but the content is missing.
            Err(refusal) => self.defer(steps, event, refusal),
        }
    }

    /// Takes what was loaded for a block, or that loading failed.
    pub fn loaded<S: HostSteps + ?Sized>(
        &mut self,
        steps: &mut S,
        resolution: &Resolution,
    ) -> Answer {
        let Some(model) = self.reducer.model_mut() else {
            return Answer::Refused(Rejection::new("AUE-3.4-27", "there is no model"));
        };
        if let Err(refusal) = steps
            .arrival(model, resolution)
            .and_then(|()| resolver::apply(steps, model, resolution))
        {
            return Answer::Refused(refusal);
        }
        for event in steps.due(&mut self.waiting, &resolution.block_id) {
            let verdict = self.reducer.apply(steps, &event);
            if !steps.caught_up(self.reducer.model_mut(), &event, verdict) {
                break;
            }
        }
        Answer::Applied
    }

    fn defer<S: HostSteps + ?Sized>(
        &mut self,
        steps: &mut S,
        event: &Event,
        refusal: Rejection,
    ) -> Answer {
        let (Ok(envelope), Some(model)) = (decode(&mut Reference, event), self.reducer.model_mut())
        else {
            return Answer::Refused(refusal);
        };
        let Some(block_id) = steps.awaited(model, &envelope) else {
            return Answer::Refused(refusal);
        };
        match steps.patch(&envelope, refusal) {
            Ok(()) => steps.defer(model, self.waiting.entry(block_id).or_default(), event),
            Err(refusal) => Answer::Refused(refusal),
        }
    }
}

/// The block that a patch changes in part, if it is an unresolved reference.
fn awaited<'e>(model: &Model, envelope: &Envelope<'e>) -> Option<&'e JsonString> {
    // A patch of a block alone has both a mask and a block: an envelope with one too many is refused.
    envelope.mask?;
    let id = envelope.block?.get("id")?.as_string()?;
    let block = model.block(model.position(id)?)?;
    block.contains("ref").then_some(id)
}

/// Whether some content could take a patch that the reducer has refused.
fn lawful(envelope: &Envelope<'_>, refusal: Rejection) -> Result<(), Rejection> {
    // Of all that the reducer checks in the patch of a reference, this alone is said of the block in the model.
    if !matches!(refusal.rule(), "AUE-3.4-12" | "AUE-3.4-13") {
        return Err(refusal);
    }
    let (Some(name), Some(Value::Object(payload))) = (envelope.mask, envelope.block) else {
        return Err(refusal);
    };
    let path = mask::parse(envelope.op, name)?.path;
    let value = mask::selected(envelope.op, payload, &path)?;
    match path.split_first() {
        // Whatever the block, its member of that name would become this, hold this at the same place, or be of this kind.
        Some((member, inner)) if envelope.op == Op::Set || value.as_array().is_some() => {
            rules::common_member(
                Op::Set,
                Root::Block,
                std::slice::from_ref(member),
                &mask::nest(inner, value.clone()),
            )
        }
        _ => Ok(()),
    }
}

/// Which blocks an event replaces if it is accepted, read as the reducer reads it.
fn replaced(event: &Event) -> Replaced {
    match event.get("op").and_then(Value::as_str) {
        Some("start") => Replaced::All,
        // With a mask it is the block as well: what is accepted changes an inline block, for which nothing waits.
        Some("set") => event
            .get("block")
            .and_then(|block| block.get("id"))
            .and_then(Value::as_string)
            .map_or(Replaced::Nothing, |id| Replaced::Block(id.clone())),
        _ => Replaced::Nothing,
    }
}

#[cfg(test)]
mod tests;
