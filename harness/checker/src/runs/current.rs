//! The latest run of a recording: what is known of it while it goes on.

use hashbrown::HashSet;
use uiconform_catalogue::Level;
use uiconform_protocols::ag_ui::{Id, Progress};

use super::judge::Judge;
use super::origins::Origin;
use super::shape::{Thing, Type};
use crate::{Mark, Objection};

/// The latest run, which goes on or is over.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) thread: usize,
    pub(super) id: Id,
    pub(super) begun: Origin,
    pub(super) last: Origin,
    pub(super) last_mark: Option<Mark>,
    /// Whether nothing has said that it begins.
    pub(super) is_implicit: bool,
    /// The event that ended it, and its type.
    pub(super) ended: Option<(Origin, &'static str)>,
    /// Whether it has been said that something follows its end.
    pub(super) told_of_more: bool,
    pub(super) told_of_state: bool,
    /// The retired types that have been told of.
    pub(super) retired: HashSet<&'static str>,
    /// What could not begin.
    pub(super) unbegun: HashSet<Id>,
    /// Activities of which a patch was refused.
    pub(super) doubtful: HashSet<Id>,
    pub(super) progress: Progress,
    pub(super) judge: Judge,
    pub(super) judged_in_part: usize,
}

impl Current {
    /// What there is to say of an event of a retired type, once for each type.
    pub(super) fn retired(&mut self, kind: &'static Type) -> Option<Objection> {
        let now = kind.name.strip_prefix("THINKING_")?;
        if !self.retired.insert(kind.name) {
            return None;
        }
        let now = match now.strip_prefix("TEXT_") {
            Some(message) => format!("`REASONING_{message}`"),
            None => format!("`REASONING_{now}`"),
        };
        let got = format!("`{}`, which is retired", kind.name);
        let why = "Clients to come need not know it; some drop it today.";
        let objection = Objection::new("AGU-SEND-02", Level::Recommended, now, got, why);
        Some(objection.at("type").bearable())
    }

    /// Keeps track of blocks of reasoning, which the reference passes over.
    pub(super) fn span(&mut self, id: &Id, begins: bool, here: Origin) -> Option<Objection> {
        let origins = &mut self.judge.origins;
        if begins {
            origins.begin(Thing::Span, id, here);
            return None;
        }
        if origins.end(Thing::Span, id, here) || self.judge.doubt.covers(Thing::Span, id) {
            return None;
        }
        let objection = Objection::new(
            "AGU-ORDER-18",
            Level::Informative,
            "the end of a block of reasoning that is open",
            format!("{id:?}, which is not"),
            "The text leaves open whether it is an error; some clients end the run for it.",
        );
        Some(objection.at("messageId").bearable())
    }

    /// What there is to say of a run that just stops.
    pub(super) fn left_open(&self) -> String {
        let run = match self.id.is_empty() {
            true => "nothing more of this run".to_owned(),
            false => format!("nothing more of run {:?}", self.id),
        };
        let open = self.progress.order().all_unfinished().count();
        match open {
            0 => run,
            1 => format!("{run}, in which something is open"),
            open => format!("{run}, in which {open} things are open"),
        }
    }
}
