//! Faults in how runs end that depend on what came before (seed, "The three ways a run ends").

use uiconform_json::{JsonString, Value};
use uiconform_protocols::ag_ui::{
    Conversation, End, Error, Options, Outcome, Policy, Reference, Result, Session, Stop,
};

use super::{ANY, COMMON, SEED, of_read_and_apply};

of_read_and_apply! {
    "takes-a-truncated-stream-for-a-success" aims ["AGU-END-08"] in ANY { came: bool }
    "Ends a run as a success whose stream stops after its start." => {
        fn read(&mut self, text: &str) -> Result<Value> {
            self.came = true;
            Reference.read(text)
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            uiconform_protocols::ag_ui::ApplySteps::begin(&mut Reference, session);
            self.came = false;
        }

        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            match stop {
                Stop::Ended if self.came && options.verify => None,
                _ => Reference.stop(options, stop),
            }
        }
    }

    "takes-an-empty-stream-for-a-success" aims ["AGU-END-09"] in ANY { came: bool }
    "Ends a run as a success whose stream is empty." => {
        fn read(&mut self, text: &str) -> Result<Value> {
            self.came = true;
            Reference.read(text)
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            uiconform_protocols::ag_ui::ApplySteps::begin(&mut Reference, session);
            self.came = false;
        }

        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            match stop {
                Stop::Ended if !self.came && options.verify => None,
                _ => Reference.stop(options, stop),
            }
        }
    }

    "takes-a-connection-that-breaks-at-once-for-a-success" aims ["AGU-END-10"] in COMMON { came: bool }
    "Ends a run as a success whose connection breaks before anything came." => {
        fn read(&mut self, text: &str) -> Result<Value> {
            self.came = true;
            Reference.read(text)
        }
    } and {
        fn begin(&mut self, session: &mut Session) {
            uiconform_protocols::ag_ui::ApplySteps::begin(&mut Reference, session);
            self.came = false;
        }

        fn stop(&mut self, options: &Options, stop: Stop) -> Option<Error> {
            match stop {
                Stop::Broken if !self.came => None,
                _ => Reference.stop(options, stop),
            }
        }
    }

    "takes-every-outcome-for-an-interrupt" aims ["AGU-END-01"] in COMMON { is_named: bool }
    "Ends a run as interrupted whose finish has an outcome, whichever that is." => {
        fn read(&mut self, text: &str) -> Result<Value> {
            let event = Reference.read(text)?;
            self.is_named = event.get("outcome").is_some();
            Ok(event)
        }
    } and {
        fn finish(&mut self, result: Option<Value>, outcome: &Outcome) -> End {
            match outcome {
                Outcome::Success if self.is_named => End::Interrupted { interrupts: Vec::new() },
                _ => Reference.finish(result, outcome),
            }
        }
    }

    "takes-back-a-text-at-an-unknown-type" aims ["AGU-EVENT-03"] in SEED { is_unknown: bool }
    "Empties the last message when an event is of a type that it does not know." => {
        fn unknown(&mut self, policy: Policy, kind: &JsonString) -> Result<()> {
            let judged = Reference.unknown(policy, kind);
            self.is_unknown = judged.is_err();
            judged
        }
    } and {
        fn end(&mut self, session: &mut Session, end: End) -> End {
            if std::mem::take(&mut self.is_unknown) {
                empty_last(&mut session.conversation);
            }
            end
        }
    }
}

/// Empties the last message, which stays where it is.
pub(super) fn empty_last(conversation: &mut Conversation) {
    let last = conversation.messages().len().checked_sub(1);
    let message = last.and_then(|last| conversation.at_mut(last));
    if let Some(text) = message.and_then(|message| message.text_mut()) {
        *text = JsonString::new();
    }
}
