//! Faults in which what is told of an event is not what becomes of it (seed, "Errors").

use uiconform_protocols::ag_ui::order::Order;
use uiconform_protocols::ag_ui::{
    Announcement, Error, ErrorKind, Id, Reference, Result, Session, Stream, Update,
};

use super::{ANY, SEED, SUBAGENTS, of_order_and_apply};

of_order_and_apply! {
    "applies-what-it-reports" aims ["AGU-ORDER-03"] in ANY { reported: Option<Error> }
    "Reports a content for what is not open, and adds it all the same." => {
        fn continuing(&mut self, order: &Order, stream: Stream, id: &Id) -> Result<()> {
            self.reported = Reference.continuing(order, stream, id).err();
            Ok(())
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            uiconform_protocols::ag_ui::ApplySteps::begin(&mut Reference, session);
            self.reported = None;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Some(error) = self.reported.take() {
                out(Update::Error(&error));
            }
            out(update);
        }
    }

    "announces-what-it-reports" aims ["AGU-ORDER-03"] in SUBAGENTS { reported: bool }
    "Reports a second announcement of a subagent, and enters it all the same." => {
        fn announcement(&mut self, order: &Order, announcement: &Announcement) -> Result<()> {
            self.reported = Reference.announcement(order, announcement).is_err();
            Ok(())
        }
    } and {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if std::mem::take(&mut self.reported) {
                let error = Error::new(ErrorKind::Protocol, "it was announced already");
                out(Update::Error(&error));
            }
            out(update);
        }
    }

    "reads-on-behind-the-end" aims ["AGU-STREAM-12"] in SEED { is_over: bool, is_broken: bool }
    "Applies what follows the end that the agent gave a run." => {
        fn is_closed(&mut self, is_over: bool) -> bool {
            is_over && self.is_broken
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            uiconform_protocols::ag_ui::ApplySteps::begin(&mut Reference, session);
            *self = Self::default();
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if self.is_over {
                return;
            }
            match &update {
                Update::Error(error) => {
                    self.is_broken = matches!(error.kind, ErrorKind::Bytes | ErrorKind::Transport);
                }
                Update::Done(_) => self.is_over = true,
                _ => {}
            }
            out(update);
        }
    }
}
