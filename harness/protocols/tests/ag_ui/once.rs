//! Whatever comes, a run ends once, and an event that is refused has changed nothing.

use std::cell::Cell;

use proptest::prelude::*;
use uiconform_protocols::ag_ui::{Policy, Reference, Run, Session, Stop, Update};

use crate::session;

/// Events of every kind about a few ids, well-formed or not, in no order.
fn event() -> impl Strategy<Value = String> {
    let id = prop::sample::select(vec!["a", "b", "c"]);
    let other = prop::sample::select(vec!["a", "b", "s1", "s2"]);
    let tag = prop::sample::select(vec![
        "",
        r#","subagentRunId":"s1""#,
        r#","subagentRunId":"s2""#,
        r#","metadata":{"k":1}"#,
    ]);
    let kind = prop::sample::select(vec![
        r#""RUN_STARTED","threadId":"t","runId":"r1""#,
        r#""RUN_FINISHED","threadId":"t","runId":"r1""#,
        r#""RUN_FINISHED","threadId":"t","runId":"r1","outcome":{"type":"interrupt","interrupts":[]}"#,
        r#""RUN_ERROR","message":"boom""#,
        r#""STEP_STARTED","stepName":"ID""#,
        r#""STEP_FINISHED","stepName":"ID""#,
        r#""TEXT_MESSAGE_START","messageId":"ID""#,
        r#""TEXT_MESSAGE_CONTENT","messageId":"ID","delta":"x""#,
        r#""TEXT_MESSAGE_END","messageId":"ID""#,
        r#""TEXT_MESSAGE_CHUNK","messageId":"ID","delta":"x""#,
        r#""TEXT_MESSAGE_CHUNK","delta":"x""#,
        r#""TOOL_CALL_START","toolCallId":"ID","toolCallName":"f","parentMessageId":"OTHER""#,
        r#""TOOL_CALL_ARGS","toolCallId":"ID","delta":"x""#,
        r#""TOOL_CALL_END","toolCallId":"ID""#,
        r#""TOOL_CALL_CHUNK","toolCallId":"ID","toolCallName":"f","delta":"x""#,
        r#""TOOL_CALL_CHUNK","toolCallId":"ID""#,
        r#""TOOL_CALL_RESULT","messageId":"OTHER","toolCallId":"ID","content":"x""#,
        r#""STATE_SNAPSHOT","snapshot":{"ID":1}"#,
        r#""STATE_DELTA","delta":[{"op":"add","path":"/x","value":1},{"op":"replace","path":"/ID","value":2}]"#,
        r#""MESSAGES_SNAPSHOT","messages":[{"id":"ID","role":"assistant","content":[1]},{"id":"OTHER","role":"user"}]"#,
        r#""ACTIVITY_SNAPSHOT","messageId":"ID","activityType":"p","content":{"x":1}"#,
        r#""ACTIVITY_DELTA","messageId":"ID","activityType":"p","patch":[{"op":"remove","path":"/x"}]"#,
        r#""REASONING_MESSAGE_START","messageId":"ID""#,
        r#""REASONING_MESSAGE_CONTENT","messageId":"ID","delta":"x""#,
        r#""REASONING_MESSAGE_END","messageId":"ID""#,
        r#""REASONING_MESSAGE_CHUNK","messageId":"ID","delta":"x""#,
        r#""REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"ID","encryptedValue":"x""#,
        r#""REASONING_ENCRYPTED_VALUE","subtype":"tool-call","entityId":"ID","encryptedValue":"x""#,
        r#""SUBAGENT_STARTED","subagentRunId":"OTHER","name":"n""#,
        r#""SUBAGENT_FINISHED","subagentRunId":"OTHER""#,
        r#""SUBAGENT_ERROR","subagentRunId":"OTHER","message":"m""#,
        r#""THINKING_TEXT_MESSAGE_START""#,
        r#""THINKING_TEXT_MESSAGE_CONTENT","delta":"x""#,
        r#""THINKING_TEXT_MESSAGE_END""#,
    ]);
    (kind, id, other, tag).prop_map(|(kind, id, other, tag)| {
        let tag = if kind.contains("subagentRunId") && tag.contains("subagentRunId") {
            ""
        } else {
            tag
        };
        let members = kind
            .replace("ID\"", &format!("{id}\""))
            .replace("OTHER", other);
        let members = members.replace("/ID", &format!("/{id}"));
        format!(r#"{{"type":{members}{tag}}}"#)
    })
}

/// All that can be read of a session.
fn standing(session: &Session) -> String {
    format!(
        "{:?} {:?} {:?} {:?}",
        session.messages(),
        session.state,
        session.reasoning.thoughts(),
        session.subagents.entries()
    )
}

fn events() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(event(), 0..40).prop_map(|mut events| {
        events.insert(
            0,
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#.to_owned(),
        );
        events
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_run_ends_once_and_an_error_comes_before_a_failure(
        events in events(), verify: bool, v1: bool, stop in 0..3_usize,
    ) {
        let mut session = session(if v1 { Policy::V1 } else { Policy::Seed });
        session.options.verify = verify;
        let mut told = Vec::new();
        let mut out = |update: Update<'_>| told.push(match update {
            Update::Error(_) => "error",
            Update::Done(end) if end.name() == "failed" => "failed",
            Update::Done(_) => "done",
            _ => "",
        });
        let mut steps = Reference;
        let mut run = Run::begin(&mut steps, &mut session, "r1".into(), &mut out);
        for event in &events {
            run.text(event);
        }
        run.stop([Stop::Ended, Stop::Broken, Stop::Refused][stop]);
        let ends = told.iter().filter(|told| matches!(**told, "failed" | "done")).count();
        prop_assert_eq!(ends, 1);
        let last = told.last().copied();
        prop_assert!(matches!(last, Some("failed" | "done")), "{:?}", told);
        prop_assert!(last != Some("failed") || told.contains(&"error"));
    }

    #[test]
    fn what_is_reported_was_not_applied(events in events()) {
        let mut session = session(Policy::Seed);
        let (errors, others) = (Cell::new(0), Cell::new(0));
        let mut out = |update: Update<'_>| match update {
            Update::Error(_) => errors.set(errors.get() + 1),
            _ => others.set(others.get() + 1),
        };
        let mut steps = Reference;
        let mut run = Run::begin(&mut steps, &mut session, "r1".into(), &mut out);
        for event in &events {
            let (was_over, before) = (run.is_over(), standing(run.session()));
            let told = (errors.get(), others.get());
            run.text(event);
            let now = standing(run.session());
            let is_reported = errors.get() > told.0 && !run.is_over();
            if is_reported || was_over {
                prop_assert_eq!(others.get(), told.1, "{}", event);
                prop_assert_eq!(now, before, "{}", event);
            }
            if is_reported {
                prop_assert_eq!(errors.get(), told.0 + 1, "{}", event);
            }
        }
    }
}
