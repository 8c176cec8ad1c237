//! The lifecycle of subagents. What they say is ordinary messages.

use super::Run;
use crate::ag_ui::{Announcement, Id, Result, Status, Steps, SubagentChange, Update};

impl<S: Steps + ?Sized> Run<'_, S> {
    pub(super) fn subagent_started(&mut self, announcement: &Announcement) -> Result<()> {
        self.check(|steps, order, _| steps.announcement(order, announcement))?;
        self.order.announce(&announcement.id);
        let subagents = &mut self.session.subagents;
        let (place, change) = self.steps.announce(subagents, announcement);
        self.tell_subagent(place, change);
        Ok(())
    }

    pub(super) fn subagent_ended(&mut self, id: &Id, status: Status) -> Result<()> {
        let change = match status {
            Status::Running => SubagentChange::Resumed,
            Status::Finished { .. } => SubagentChange::Finished,
            Status::Suspended { .. } => SubagentChange::Suspended,
            Status::Failed { .. } => SubagentChange::Failed,
        };
        self.check(|steps, order, _| steps.conclusion(order, id))?;
        self.order.conclude(id);
        let place = self.steps.conclude(&mut self.session.subagents, id, status);
        self.tell_subagent(place, change);
        Ok(())
    }

    fn tell_subagent(&mut self, place: usize, change: SubagentChange) {
        if let Some(subagent) = self.session.subagents.entries().get(place) {
            self.steps
                .tell(Update::Subagent { change, subagent }, self.out);
        }
    }
}
