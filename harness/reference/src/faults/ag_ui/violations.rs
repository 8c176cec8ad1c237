//! Faults in what comes after a violation (seed, "Errors").

use uiconform_protocols::ag_ui::{
    Body, Error, ErrorKind, Event, Reference, Session, Stream, Update,
};

use super::{SEED, of_read_and_apply};

of_read_and_apply! {
    "takes-no-more-text-after-a-violation" aims ["AGU-ORDER-01"] in SEED { is_broken: bool }
    "Passes over the contents of texts once an event has broken a rule." => {
        fn event(&mut self, event: Event) -> Option<Event> {
            let is_text = matches!(event.body, Body::Content { stream: Stream::Text, .. });
            (!(self.is_broken && is_text)).then_some(event)
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.is_broken = false;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            self.is_broken |= matches!(update, Update::Error(Error { kind: ErrorKind::Protocol, .. }));
            out(update);
        }
    }
}
