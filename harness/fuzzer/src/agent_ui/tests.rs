#![allow(clippy::unwrap_used)] // A test says what it expects.

use super::*;
use crate::bytes;

fn offered(profiles: &[&str]) -> Option<AgentUi> {
    let profiles: Vec<String> = profiles.iter().map(|name| (*name).to_owned()).collect();
    AgentUi::offered(&profiles)
}

#[test]
fn only_what_is_offered_is_asked_for() {
    assert!(offered(&["agentue-1.1/reducer", "agent-ui-1"]).is_none());
    for (name, profile) in Profile::ALL {
        let protocol = offered(&[&format!("agent-ui-1/{name}")]).unwrap();
        for index in 0..100 {
            let case = protocol.generate(&mut Draw::new(&bytes(1, index)));
            assert_eq!(case.script.profile, profile);
        }
    }
}

#[test]
fn a_case_is_the_same_after_it_was_json() {
    let protocol = AgentUi::default();
    for index in 0..500 {
        let case = protocol.generate(&mut Draw::new(&bytes(1, index)));
        let value = protocol.to_value(&case);
        let again = protocol.case_of(&value);
        assert_eq!(again.as_ref(), Some(&case), "{index} {value}");
    }
}

#[test]
fn without_bytes_there_is_still_a_script() {
    let case = AgentUi::default().generate(&mut Draw::new(&[]));
    assert_eq!(case.script.inputs(), 1);
}

#[test]
fn a_zone_is_kept_to() {
    let mut left = 0;
    for index in 0..300 {
        let draw = |zone| {
            let protocol = AgentUi::default().within(zone);
            protocol.generate(&mut Draw::new(&bytes(1, index))).script
        };
        let (all, common) = (draw(Zone::Wild), draw(Zone::Common));
        for phase in told::tell(&common).phases {
            for step in phase.steps.iter().filter(|step| step.input.is_some()) {
                let is_part = step.word == "part of an event";
                assert!(is_part || step.zone() == Zone::Common, "{index}: {step:?}");
            }
        }
        left += all.inputs() - common.inputs();
    }
    assert!(left > 100, "{left}");
}

/// What is sent is what the case sends that judges it.
#[test]
fn a_script_is_what_its_case_sends() {
    let protocol = AgentUi::default();
    let mut compared = 0;
    for index in 0..500 {
        let script = protocol.generate(&mut Draw::new(&bytes(2, index))).script;
        let told = told::tell(&script);
        let members = judge::case(&told, judge::Part::Steps, false);
        let text = members.to_text();
        let exercise = judge::exercise(
            script.profile,
            uiconform_catalogue::Level::Required,
            members,
        );
        let exercise = exercise.unwrap_or_else(|| panic!("{index}: no case: {text}"));
        let sent = exercise.next_call(&[]).unwrap().params;
        // Bytes are the same, however they are cut into steps.
        if script.profile != Profile::Sse && told.repeated.is_empty() {
            // Reports on what is not there are left out, since no case can have them.
            let sent = without_reports(&sent);
            let own = without_reports(&script.call().params);
            assert!(
                uiconform_json::compare(&own, &sent).difference.is_none(),
                "{index}\n{own}\n{sent}"
            );
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

fn without_reports(params: &str) -> Value {
    let mut params = uiconform_json::parse(params).unwrap();
    let phases = params.as_object_mut().unwrap().get_mut("phases").unwrap();
    for phase in phases.as_array_mut().unwrap().iter_mut() {
        phase.as_object_mut().unwrap().remove("render");
    }
    params
}
