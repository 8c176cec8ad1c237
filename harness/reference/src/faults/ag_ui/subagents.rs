//! Faults in the registry of subagents and in who says what (seed, "Subagents").

use uiconform_json::{JsonString, Object};
use uiconform_protocols::ag_ui::{
    Announcement, Conversation, Id, Reference, Result, Session, Status, Subagent, SubagentChange,
    Subagents, Update,
};

use super::{ANY, SUBAGENTS, TOLD, of_apply};

fn is_change(update: &Update<'_>, expected: SubagentChange) -> bool {
    matches!(update, Update::Subagent { change, .. } if *change == expected)
}

of_apply! {
    "tells-no-announcement" aims ["AGU-SUB-01"] in SUBAGENTS
    "Gives no update for a subagent that is announced." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if !is_change(&update, SubagentChange::Started) {
                out(update);
            }
        }
    }

    "keeps-the-name-alone" aims ["AGU-SUB-02"] in SUBAGENTS
    "Keeps of an announcement the id and the name." => {
        fn announce(&mut self, subagents: &mut Subagents, announcement: &Announcement) -> (usize, SubagentChange) {
            let brief = Announcement {
                description: None,
                parent: None,
                parent_call: None,
                parent_message: None,
                ..announcement.clone()
            };
            Reference.announce(subagents, &brief)
        }
    }

    "drops-the-result-of-a-subagent" aims ["AGU-SUB-03"] in SUBAGENTS
    "Keeps that a subagent has finished and not its result." => {
        fn conclude(&mut self, subagents: &mut Subagents, id: &Id, status: Status) -> usize {
            let status = match status {
                Status::Finished { .. } => Status::Finished { result: None },
                other => other,
            };
            Reference.conclude(subagents, id, status)
        }
    }

    "takes-a-pause-for-the-end" aims ["AGU-SUB-05"] in SUBAGENTS
    "Takes a suspended subagent for one that has finished." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Subagent { change: SubagentChange::Suspended, subagent } => {
                    let subagent = Subagent { status: Status::Finished { result: None }, ..subagent.clone() };
                    out(Update::Subagent { change: SubagentChange::Finished, subagent: &subagent });
                }
                other => out(other),
            }
        }
    }

    "forgets-what-a-subagent-waits-for" aims ["AGU-SUB-06"] in SUBAGENTS
    "Keeps that a subagent is suspended and not for what." => {
        fn conclude(&mut self, subagents: &mut Subagents, id: &Id, status: Status) -> usize {
            let status = match status {
                Status::Suspended { .. } => Status::Suspended { interrupts: Vec::new() },
                other => other,
            };
            Reference.conclude(subagents, id, status)
        }
    }

    "forgets-why-a-subagent-failed" aims ["AGU-SUB-09"] in SUBAGENTS
    "Keeps that a subagent has failed and not why." => {
        fn conclude(&mut self, subagents: &mut Subagents, id: &Id, status: Status) -> usize {
            let status = match status {
                Status::Failed { .. } => Status::Failed { message: "".into(), code: None },
                other => other,
            };
            Reference.conclude(subagents, id, status)
        }
    }

    "makes-a-second-entry-of-a-resumed-subagent" aims ["AGU-SUB-10"] in SUBAGENTS
    "Takes a suspended subagent that is announced again for another." => {
        fn announce(&mut self, subagents: &mut Subagents, announcement: &Announcement) -> (usize, SubagentChange) {
            let is_suspended = subagents
                .get(&announcement.id)
                .is_some_and(|subagent| matches!(subagent.status, Status::Suspended { .. }));
            if is_suspended {
                let entry = Subagent { announcement: announcement.clone(), status: Status::Running };
                return (subagents.push(entry), SubagentChange::Started);
            }
            Reference.announce(subagents, announcement)
        }
    }

    "finishes-suspended-subagents" aims ["AGU-SUB-11"] in SUBAGENTS
    "Takes a suspended subagent for finished when a run ends that does not announce it." => {
        fn end(&mut self, session: &mut Session, end: uiconform_protocols::ag_ui::End) -> uiconform_protocols::ag_ui::End {
            if matches!(end, uiconform_protocols::ag_ui::End::Success { .. }) {
                for place in 0..session.subagents.entries().len() {
                    if let Some(subagent) = session.subagents.at_mut(place)
                        && matches!(subagent.status, Status::Suspended { .. })
                    {
                        subagent.status = Status::Finished { result: None };
                    }
                }
            }
            end
        }
    }

    "tells-what-subagents-say-as-their-own" aims ["AGU-SUB-12"] in TOLD
    "Gives no message updates for what a subagent says." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match &update {
                Update::Message(told) if told.message.owner().is_some() => {}
                _ => out(update),
            }
        }
    }

    "loses-who-speaks" aims ["AGU-SUB-13"] in ANY
    "Keeps a text without the subagent that opened it." => {
        fn start_text(
            &mut self,
            conversation: &mut Conversation,
            id: &Id,
            role: Option<&JsonString>,
            name: Option<&JsonString>,
            _: Option<&Id>,
        ) -> Result<usize> {
            Reference.start_text(conversation, id, role, name, None)
        }
    }

    "forgets-subagents-between-runs" aims ["AGU-SUB-14"] in SUBAGENTS
    "Forgets the subagents of a run that are not suspended when the next one begins." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            let kept: Vec<Subagent> = session.subagents.entries().iter()
                .filter(|subagent| matches!(subagent.status, Status::Suspended { .. }))
                .cloned()
                .collect();
            session.subagents.clear();
            for subagent in kept {
                session.subagents.push(subagent);
            }
        }
    }

    "tells-what-is-new-of-a-subagent" aims ["AGU-SUB-21"] in SUBAGENTS
    "Tells of a subagent that ends no more than how." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Subagent { change, subagent } if change != SubagentChange::Started => {
                    let mut brief = subagent.clone();
                    brief.announcement.description = None;
                    out(Update::Subagent { change, subagent: &brief });
                }
                other => out(other),
            }
        }
    }

    "makes-up-the-result-of-a-subagent" aims ["AGU-SUB-25"] in SUBAGENTS
    "Gives a subagent that returned nothing an empty result." => {
        fn conclude(&mut self, subagents: &mut Subagents, id: &Id, status: Status) -> usize {
            let status = match status {
                Status::Finished { result: None } => Status::Finished { result: Some(Object::new().into()) },
                Status::Failed { message, code: None } => Status::Failed { message, code: Some("error".into()) },
                other => other,
            };
            Reference.conclude(subagents, id, status)
        }
    }

    "tells-a-new-subagent-as-one-that-waits" aims ["AGU-SUB-01"] in SUBAGENTS
    "Tells of a subagent that is announced before its entry is running." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            match update {
                Update::Subagent { change: SubagentChange::Started, subagent } => {
                    let status = Status::Suspended { interrupts: Vec::new() };
                    let subagent = &Subagent { status, ..subagent.clone() };
                    out(Update::Subagent { change: SubagentChange::Started, subagent });
                }
                other => out(other),
            }
        }
    }

    "keeps-no-parents" aims ["AGU-SUB-02"] in SUBAGENTS
    "Keeps of an announcement what is shown of it, and not where it belongs." => {
        fn announce(&mut self, subagents: &mut Subagents, announcement: &Announcement) -> (usize, SubagentChange) {
            let flat = Announcement {
                parent: None,
                parent_call: None,
                parent_message: None,
                ..announcement.clone()
            };
            Reference.announce(subagents, &flat)
        }
    }
}
