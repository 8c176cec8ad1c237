//! Faults in the kinds of errors (seed, "Errors").

use uiconform_protocols::ag_ui::{ApplySteps, Error, ErrorKind, Options, Reference, Stop, Update};

use super::{KINDS, TYPED, of_apply};

/// Tells an error of one kind as one of another.
fn tell(from: ErrorKind, to: ErrorKind, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
    match update {
        Update::Error(error) if error.kind == from => {
            out(Update::Error(&Error::new(to, error.text.clone())));
        }
        other => out(other),
    }
}

/// What is wrong with a stream that stopped in that way, called by another kind.
fn stopped(at: Stop, kind: ErrorKind, options: &Options, stop: Stop) -> Option<Error> {
    let error = Reference.stop(options, stop);
    error.map(|error| {
        if stop == at {
            Error::new(kind, error.text)
        } else {
            error
        }
    })
}

of_apply! {
    "calls-a-violation-bytes" aims ["AGU-EVENT-11"] in KINDS
    "Says of a broken rule that the bytes were wrong." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            tell(ErrorKind::Protocol, ErrorKind::Bytes, update, out);
        }
    }

    "calls-a-failed-patch-a-violation" aims ["AGU-EVENT-12"] in KINDS
    "Says of a patch that fails that it broke a rule." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            tell(ErrorKind::Patch, ErrorKind::Protocol, update, out);
        }
    }

    "calls-a-state-that-does-not-fit-bytes" aims ["AGU-EVENT-13"] in TYPED
    "Says of a state that does not fit that the bytes were wrong." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            tell(ErrorKind::State, ErrorKind::Bytes, update, out);
        }
    }

    "calls-a-run-error-transport" aims ["AGU-EVENT-14"] in KINDS
    "Says of a run error that the connection broke." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            tell(ErrorKind::Run, ErrorKind::Transport, update, out);
        }
    }

    "calls-what-is-no-event-a-run-error" aims ["AGU-EVENT-15"] in KINDS
    "Says of what is no event that the agent's run failed." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            tell(ErrorKind::Bytes, ErrorKind::Run, update, out);
        }
    }

    "calls-a-broken-connection-bytes" aims ["AGU-EVENT-16"] in KINDS
    "Says of a broken connection that the bytes were wrong." => {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            stopped(Stop::Broken, ErrorKind::Bytes, options, stop)
        }
    }

    "calls-a-refused-request-a-run-error" aims ["AGU-EVENT-17"] in KINDS
    "Says of a request that was refused that the run failed." => {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            stopped(Stop::Refused, ErrorKind::Run, options, stop)
        }
    }
}
