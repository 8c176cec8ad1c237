//! The AG-UI reference: what the cases do not show, as they go through a driver.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod hostile;
mod once;

use uiconform_json::Object;
use uiconform_protocols::ag_ui::{Options, Policy, Reference, Run, Session, Stop, Update};

/// A session in which nothing has happened.
fn session(policy: Policy) -> Session {
    let options = Options {
        policy,
        ..Options::default()
    };
    Session::new("t".into(), options, Vec::new(), Object::new().into())
}

/// Makes a run of these events, and hands out how it went: the kinds of the updates, in order.
fn run(session: &mut Session, events: &[&str], stop: Stop) -> Vec<String> {
    let mut told = Vec::new();
    let mut out = |update: Update<'_>| {
        told.push(match update {
            Update::Message(message) => message.change.name().to_owned(),
            Update::Messages(_) => "messages".to_owned(),
            Update::State(_) => "state".to_owned(),
            Update::Reasoning(_) => "reasoning".to_owned(),
            Update::Interrupt(_) => "interrupt".to_owned(),
            Update::Subagent { change, .. } => change.name().to_owned(),
            Update::Error(error) => format!("error {}", error.kind.name()),
            Update::Done(end) => format!("done {}", end.name()),
        });
    };
    let mut steps = Reference;
    let mut run = Run::begin(&mut steps, session, "r1".into(), &mut out);
    for event in events {
        run.text(event);
    }
    run.stop(stop);
    told
}

const STARTED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#;
const FINISHED: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r1"}"#;
