//! Faults against protocol 1.0, where it says something else than the seed text.

use uiconform_json::JsonString;
use uiconform_protocols::ag_ui::order::Order;
use uiconform_protocols::ag_ui::{
    Body, Error, ErrorKind, Event, Id, OrderSteps, Outcome, Policy, ReadSteps, Reference, Result,
    Stream,
};

use super::{ANY_V1, V1};

crate::faults::faults! {
    impl ReadSteps, and OrderSteps, over [
        uiconform_protocols::ag_ui::ApplySteps,
        uiconform_protocols::ag_ui::PatchSteps
    ] => super::client_v1;

    "goes-on-after-a-violation" aims ["AGU-ORDER-02"] in V1
    "Reports an event that breaks a rule and goes on without it." => {} and {
        fn is_fatal(&mut self, _: Policy, error: &Error) -> bool {
            Reference.is_fatal(Policy::Seed, error)
        }
    }

    "fails-at-unknown-types" aims ["AGU-EVENT-04"] in V1
    "Ends a run as failed at an event of a type that it does not know." => {
        fn unknown(&mut self, _: Policy, kind: &JsonString) -> Result<()> {
            Reference.unknown(Policy::Seed, kind)
        }
    } and {}

    "takes-cancelled-for-a-success" aims ["AGU-END-17"] in V1
    "Ends a run as a success that was cancelled." => {
        fn event(&mut self, mut event: Event) -> Option<Event> {
            if let Body::RunFinished(finish) = &mut event.body
                && finish.outcome == Outcome::Cancelled
            {
                finish.outcome = Outcome::Success;
            }
            Some(event)
        }
    } and {}

    "takes-any-run" aims ["AGU-END-20", "AGU-END-21"] in V1
    "Takes a run of another id, or of another thread, for the one that it asked for." => {} and {
        fn identity(&mut self, _: Policy, _: (&Id, &Id), _: (&Id, &Id)) -> Result<()> {
            Ok(())
        }
    }

    "goes-on-with-others-texts" aims ["AGU-SUB-22"] in ANY_V1
    "Takes what one subagent adds to the text of another, at which the run has to fail." => {} and {
        fn owned(&mut self, _: Option<Option<&Id>>, _: Option<&Id>) -> Result<()> {
            Ok(())
        }
    }

    "finishes-whatever-is-open" aims ["AGU-ORDER-13"] in ANY_V1
    "Takes the finish of a run in the middle of anything." => {} and {
        fn finishing(&mut self, _: &Order) -> Result<()> {
            Ok(())
        }
    }

    "takes-notes-for-violations" aims ["AGU-ORDER-06", "AGU-ORDER-08"] in ANY_V1
    "Ends a run at an event for the application." => {} and {
        fn first(&mut self, order: &Order, body: &Body) -> Result<()> {
            match body {
                Body::Application => Err(refused("an event for the application")),
                _ => Reference.first(order, body),
            }
        }
    }

    "takes-nothing-but-chunks" aims ["AGU-ORDER-08", "AGU-ORDER-10", "AGU-ORDER-11", "AGU-CHUNK-06"] in ANY_V1
    "Ends a run at the content and the end of what is open." => {} and {
        fn continuing(&mut self, _: &Order, _: Stream, _: &Id) -> Result<()> {
            Err(refused("a content or an end"))
        }
    }

    "takes-one-step-at-a-time" aims ["AGU-ORDER-12"] in V1
    "Ends a run at a step that is started while another is open." => {} and {
        fn step(&mut self, order: &Order, owner: &Option<Id>, name: &JsonString, starts: bool) -> Result<()> {
            if starts && order.unfinished() == Some("step") {
                return Err(refused("a second step"));
            }
            Reference.step(order, owner, name, starts)
        }
    }

    "takes-no-error-in-the-middle" aims ["AGU-ORDER-21"] in V1
    "Takes the error of a run for a violation while something is open." => {} and {
        fn first(&mut self, order: &Order, body: &Body) -> Result<()> {
            match body {
                Body::RunError { .. } if order.unfinished().is_some() => Err(refused("a run error")),
                _ => Reference.first(order, body),
            }
        }
    }

    "goes-on-after-content-for-nothing" aims ["AGU-ORDER-02"] in V1 { is_for_nothing: bool }
    "Reports a content or an end of what is not open, and goes on without it." => {} and {
        fn continuing(&mut self, order: &Order, stream: Stream, id: &Id) -> Result<()> {
            let judged = Reference.continuing(order, stream, id);
            self.is_for_nothing = judged.is_err();
            judged
        }

        fn is_fatal(&mut self, policy: Policy, error: &Error) -> bool {
            !std::mem::take(&mut self.is_for_nothing) && Reference.is_fatal(policy, error)
        }
    }
}

fn refused(what: &str) -> Error {
    Error::new(ErrorKind::Protocol, format!("{what} may not come here"))
}
