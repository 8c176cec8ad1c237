//! Faults in the order of events and in what its violations lead to (seed, "Success means the agent said so", "Errors").

use uiconform_json::JsonString;
use uiconform_protocols::ag_ui::order::Order;
use uiconform_protocols::ag_ui::{
    Announcement, Body, Error, ErrorKind, Id, Policy, Reference, Result, Stop, Stream,
};

use super::{ANY, PATCHED, SEED, TYPED, UPDATES, of_order};

of_order! {
    "ends-the-run-at-a-violation" aims ["AGU-ORDER-01"] in SEED
    "Ends a run as failed at the first event that breaks a rule." => {
        fn is_fatal(&mut self, policy: Policy, error: &Error) -> bool {
            error.kind == ErrorKind::Protocol || Reference.is_fatal(policy, error)
        }
    }

    "ends-the-run-at-a-failed-patch" aims ["AGU-STATE-05", "AGU-ACT-04"] in PATCHED
    "Ends a run as failed at a patch that fails." => {
        fn is_fatal(&mut self, policy: Policy, error: &Error) -> bool {
            error.kind == ErrorKind::Patch || Reference.is_fatal(policy, error)
        }
    }

    "ends-the-run-at-a-state-that-does-not-fit" aims ["AGU-STATE-10"] in TYPED
    "Ends a run as failed at a state whose type is another." => {
        fn is_fatal(&mut self, policy: Policy, error: &Error) -> bool {
            error.kind == ErrorKind::State || Reference.is_fatal(policy, error)
        }
    }

    "finishes-in-the-middle" aims ["AGU-END-13"] in ANY
    "Takes the finish of a run whatever is open." => {
        fn finishing(&mut self, _: &Order) -> Result<()> {
            Ok(())
        }
    }

    "insists-on-the-run-that-it-asked-for" aims ["AGU-END-19"] in SEED
    "Refuses a run that names another id than the request did." => {
        fn identity(&mut self, _: Policy, expected: (&Id, &Id), found: (&Id, &Id)) -> Result<()> {
            Reference.identity(Policy::V1, expected, found)
        }
    }

    "lets-subagents-go-on-with-each-other" aims ["AGU-SUB-22"] in ANY
    "Takes from one subagent what goes on with the text of another." => {
        fn owned(&mut self, _: Option<Option<&Id>>, _: Option<&Id>) -> Result<()> {
            Ok(())
        }
    }

    "takes-events-before-the-start" aims ["AGU-ORDER-04"] in SEED
    "Takes every event before the start of the run." => {
        fn first(&mut self, _: &Order, _: &Body) -> Result<()> {
            Ok(())
        }
    }

    "starts-a-run-twice" aims ["AGU-ORDER-06"] in SEED
    "Takes a second start of a run." => {
        fn start(&mut self, _: &Order) -> Result<()> {
            Ok(())
        }
    }

    "starts-what-is-open" aims ["AGU-ORDER-07", "AGU-ORDER-09"] in SEED
    "Takes a second start of a message or a call that is open." => {
        fn opening(&mut self, _: &Order, _: Stream, _: &Id) -> Result<()> {
            Ok(())
        }
    }

    "continues-what-is-not-open" aims ["AGU-ORDER-08", "AGU-ORDER-10", "AGU-ORDER-11"] in ANY
    "Takes contents and ends for what is not open." => {
        fn continuing(&mut self, _: &Order, _: Stream, _: &Id) -> Result<()> {
            Ok(())
        }
    }

    "takes-steps-in-any-order" aims ["AGU-ORDER-12"] in SEED
    "Starts and finishes steps whether they are open or not." => {
        fn step(&mut self, _: &Order, _: &Option<Id>, _: &JsonString, _: bool) -> Result<()> {
            Ok(())
        }
    }

    "announces-subagents-twice" aims ["AGU-ORDER-14", "AGU-ORDER-15"] in SEED
    "Takes every announcement of a subagent." => {
        fn announcement(&mut self, _: &Order, _: &Announcement) -> Result<()> {
            Ok(())
        }
    }

    "ends-subagents-that-do-not-run" aims ["AGU-ORDER-16"] in SEED
    "Takes every end of a subagent." => {
        fn conclusion(&mut self, _: &Order, _: &Id) -> Result<()> {
            Ok(())
        }
    }

    "reports-a-break-behind-the-end" aims ["AGU-STREAM-01"] in UPDATES
    "Reports a connection that breaks behind the end of a run, and ends the run once more." => {
        fn is_stopped(&mut self, is_over: bool, stop: Stop) -> bool {
            is_over && stop != Stop::Broken
        }
    }
}
