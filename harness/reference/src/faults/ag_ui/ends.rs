//! Faults in how runs end (seed, "The three ways a run ends", "Success means the agent said so").

use uiconform_json::{JsonString, Value};
use uiconform_protocols::ag_ui::{
    Conversation, End, Error, ErrorKind, Options, Outcome, Reference, Session, Stop, Update,
};

use super::state::is_false;
use super::{ANY, COMMON, SEED, UNVERIFIED, of_apply};

of_apply! {
    "takes-no-outcome-for-a-failure" aims ["AGU-END-01"] in ANY
    "Ends a run as failed whose finish names no interrupt." => {
        fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
            match outcome {
                Outcome::Success => End::Failed { message: "no outcome".into(), code: None },
                _ => Reference.finish(result, outcome),
            }
        }
    }

    "drops-the-result" aims ["AGU-END-02"] in COMMON
    "Ends a run without what it returned." => {
        fn finish(&mut self, _: Option<Value>, outcome: &Outcome) -> End {
            Reference.finish(None, outcome)
        }
    }

    "keeps-the-result-of-an-earlier-run" aims ["AGU-END-03"] in COMMON { last: Option<Value> }
    "Ends a run that returned nothing with what an earlier one returned." => {
        fn open(&mut self, _: &mut Session) {
            self.last = None;
        }

        fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
            self.last = result.or(self.last.take());
            Reference.finish(self.last.clone(), outcome)
        }
    }

    "makes-a-result-of-none" aims ["AGU-END-03"] in COMMON
    "Ends a run that returned nothing with an empty object." => {
        fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
            let nothing = || uiconform_json::Object::new().into();
            Reference.finish(Some(result.unwrap_or_else(nothing)), outcome)
        }
    }

    "has-a-message-of-its-own" aims ["AGU-END-04"] in ANY
    "Ends a run that the agent calls failed with words of its own." => {
        fn fail(&mut self, error: &Error, message: JsonString, code: Option<JsonString>) -> End {
            let message = if error.kind == ErrorKind::Run { "the run failed".into() } else { message };
            End::Failed { message, code }
        }
    }

    "drops-the-code" aims ["AGU-END-05"] in ANY
    "Ends a failed run without the code of its error." => {
        fn fail(&mut self, _: &Error, message: JsonString, _: Option<JsonString>) -> End {
            End::Failed { message, code: None }
        }
    }

    "makes-up-a-code" aims ["AGU-END-06"] in COMMON
    "Gives a run error without a code the code `unknown`." => {
        fn fail(&mut self, error: &Error, message: JsonString, code: Option<JsonString>) -> End {
            let code = match error.kind {
                ErrorKind::Run => code.or(Some("unknown".into())),
                _ => code,
            };
            End::Failed { message, code }
        }
    }

    "reports-a-run-error-twice" aims ["AGU-END-07"] in ANY
    "Reports a run error where it comes, and once more as the reason for the end." => {
        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if matches!(update, Update::Error(Error { kind: ErrorKind::Run, .. })) {
                out(update.clone());
            }
            out(update);
        }
    }

    "takes-a-broken-connection-for-a-success" aims ["AGU-END-10"] in ANY
    "Ends a run as a success whose connection breaks." => {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            match stop {
                Stop::Broken => None,
                _ => Reference.stop(options, stop),
            }
        }
    }

    "gives-a-refused-request-a-code" aims ["AGU-END-11"] in ANY { refused: bool }
    "Ends a run whose request was refused with the code of its transport." => {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            self.refused = stop == Stop::Refused;
            Reference.stop(options, stop)
        }

        fn fail(&mut self, _: &Error, message: JsonString, code: Option<JsonString>) -> End {
            let refused = std::mem::take(&mut self.refused);
            End::Failed { message, code: code.or(refused.then(|| "ECONNREFUSED".into())) }
        }
    }

    "forgets-everything-on-a-failure" aims ["AGU-END-12"] in ANY
    "Clears messages and state when a run fails." => {
        fn end(&mut self, session: &mut Session, end: End) -> End {
            if matches!(end, End::Failed { .. }) {
                session.conversation = Conversation::default();
                session.state = uiconform_json::Object::new().into();
            }
            end
        }
    }

    "succeeds-without-verification" aims ["AGU-END-15"] in UNVERIFIED
    "Looks for the end of a run only where it verifies the order." => {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            if options.verify { Reference.stop(options, stop) } else { None }
        }
    }

    "fails-a-run-with-an-error" aims ["AGU-END-16"] in ANY { failed: Option<Error> }
    "Ends a run as failed in which there was an error." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.failed = None;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Update::Error(error) = &update {
                self.failed = Some((*error).clone());
            }
            out(update);
        }

        fn end(&mut self, _: &mut Session, end: End) -> End {
            match (&end, self.failed.take()) {
                (End::Success { .. }, Some(error)) => {
                    End::Failed { message: error.text.into(), code: None }
                }
                _ => end,
            }
        }
    }

    "drops-a-result-of-false" aims ["AGU-END-02"] in COMMON
    "Takes a result that is false, null, 0 or empty for none." => {
        fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
            Reference.finish(result.filter(|result| !is_false(result)), outcome)
        }
    }

    "takes-the-turn-back" aims ["AGU-END-12"] in COMMON { is_refused: bool }
    "Takes the user's own turn back when the request is refused." => {
        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            self.is_refused = stop == Stop::Refused;
            Reference.stop(options, stop)
        }

        fn end(&mut self, session: &mut Session, end: End) -> End {
            if std::mem::take(&mut self.is_refused) {
                let mut messages = session.conversation.take();
                messages.pop_if(|message| message.role() == "user");
                session.conversation = Conversation::new(messages);
            }
            end
        }
    }

    "fails-a-run-with-a-violation" aims ["AGU-END-16"] in SEED { broken: Option<Error> }
    "Ends a run as failed in which an event broke a rule." => {
        fn begin(&mut self, session: &mut Session) {
            Reference.begin(session);
            self.broken = None;
        }

        fn tell(&mut self, update: Update<'_>, out: &mut dyn FnMut(Update<'_>)) {
            if let Update::Error(error) = &update
                && error.kind == ErrorKind::Protocol
            {
                self.broken = Some((*error).clone());
            }
            out(update);
        }

        fn end(&mut self, _: &mut Session, end: End) -> End {
            match (&end, self.broken.take()) {
                (End::Success { .. }, Some(error)) => {
                    End::Failed { message: error.text.into(), code: None }
                }
                _ => end,
            }
        }
    }
}
