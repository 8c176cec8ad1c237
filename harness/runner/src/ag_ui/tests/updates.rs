//! Updates, in their order.

use uiconform_catalogue::{Fit, Offer};

use super::*;

const STARTED: &str = r#"{"update":"message","id":"m","change":"started","index":0,"message":{"id":"m","content":""}}"#;
const CONTENT: &str = r#"{"update":"message","id":"m","change":"content","index":0,"delta":"go","message":{"id":"m","content":"go"}}"#;
const ONE_MESSAGE: &str = r#""messages":[{"id":"m","role":"assistant","content":"go"}],"state":{}"#;

#[test]
fn updates_come_in_their_order() {
    let case = expecting(
        "updates",
        r#""updates":[{"message":"m","change":"started"},{"message":"m","change":"content","delta":"go"},
            {"optional":{"state":{}}},{"any_order":[{"interrupt":"i"},{"error":"some"}]},{"done":"success"}],"after":{"errors":"some"}"#,
    );
    let interrupt = r#"{"update":"interrupt","interrupt":{"id":"i"}}"#;
    let error = r#"{"update":"error","kind":"patch"}"#;
    let state = r#"{"update":"state","state":{}}"#;
    let unknown = r#"{"update":"note","text":"passed over"}"#;
    let told = |updates: &[&str]| run(updates, ONE_MESSAGE);
    passes(&*case, &told(&[STARTED, CONTENT, interrupt, error]));
    passes(
        &*case,
        &told(&[
            STARTED, unknown, CONTENT, state, error, interrupt, error, error,
        ]),
    );
    fails(
        &*case,
        &told(&[CONTENT, STARTED, interrupt, error]),
        r#"update 1 is {"message":"m","change":"content"}; expected {"message":"m","change":"started"}"#,
    );
    fails(
        &*case,
        &told(&[STARTED, CONTENT, error]),
        r#"update 4 is {"done":"success"}; expected {"interrupt":"i"}"#,
    );
    fails(
        &*case,
        &told(&[STARTED, CONTENT, interrupt, interrupt, error]),
        r#"update 4 is {"interrupt":"i"}; expected {"error":"some"}"#,
    );
    let other = CONTENT.replace("\"go\"", "\"no\"");
    fails(
        &*case,
        &run(
            &[STARTED, &other, interrupt, error],
            &ONE_MESSAGE.replace("go", "no"),
        ),
        r#"update 2 is {"message":"m","change":"content","delta":"no"}; expected"#,
    );
}

#[test]
fn a_message_may_start_before_its_call() {
    let case = expecting(
        "updates",
        r#""updates":[{"message":{"$any":true},"change":"tool_started","tool":"c"},{"times":2,"update":{"state":{"$count":0}}},{"done":"success"}]"#,
    );
    let called = r#"{"update":"message","id":"m","change":"tool_started","tool":"c","index":0}"#;
    let states = [
        r#"{"update":"state","state":0}"#,
        r#"{"update":"state","state":1}"#,
    ];
    passes(&*case, &run(&[called, states[0], states[1]], ONE_MESSAGE));
    passes(
        &*case,
        &run(&[STARTED, called, states[0], states[1]], ONE_MESSAGE),
    );
    fails(
        &*case,
        &run(
            &[STARTED, STARTED, called, states[0], states[1]],
            ONE_MESSAGE,
        ),
        "update 1",
    );
    fails(
        &*case,
        &run(&[called, states[0]], ONE_MESSAGE),
        r#"expected {"state":1}"#,
    );
}

#[test]
fn lists_of_other_profiles_are_about_their_own_kinds() {
    let case = expecting(
        "subagents",
        r#""updates":[{"subagent":"s","change":"started"}]"#,
    );
    let subagent = r#"{"update":"subagent","change":"started","subagent":{"id":"s"}}"#;
    passes(&*case, &run(&[STARTED, subagent, CONTENT], ONE_MESSAGE));
    let finished = subagent.replace("started", "finished");
    fails(
        &*case,
        &run(&[STARTED, subagent, &finished, CONTENT], ONE_MESSAGE),
        "expected no more",
    );
    // A client without a stream of updates is judged by errors and ends.
    let case = expecting(
        "activity",
        r#""updates":[{"message":"a","change":"activity"},{"error":"one"}],"after":{"errors":"one"}"#,
    );
    let Fit::Adapted(adapted) = case.fit(&Offer::default()) else {
        panic!("it is not adapted");
    };
    let error = r#"{"update":"error","kind":"patch"}"#;
    fails(&*case, &run(&[error], NOTHING), "update 1");
    passes(&*adapted, &run(&[error], NOTHING));
    fails(&*adapted, &run(&[], NOTHING), "no more");
    let offer = Offer {
        profiles: vec!["ag-ui/updates".to_owned()],
        features: Vec::new(),
    };
    assert!(matches!(case.fit(&offer), Fit::AsItIs));
}

#[test]
fn messages_grow_by_their_deltas_and_keep_their_places() {
    let case = expecting("common", r#""after":{"state":{}}"#);
    let fails = |updates: &[&str], words| fails(&*case, &run(updates, ONE_MESSAGE), words);
    passes(&*case, &run(&[STARTED, CONTENT], ONE_MESSAGE));
    let doubled = CONTENT.replace(r#""content":"go""#, r#""content":"gogo""#);
    fails(
        &[STARTED, &doubled],
        "update 2: the text of \"m\" is not the one before",
    );
    let moved = CONTENT.replace(r#""index":0"#, r#""index":1"#);
    fails(&[STARTED, &moved], "the index of \"m\" was 0 and is 1");
    fails(&[&moved], "had the index 1");
    let renamed = CONTENT.replace(r#"{"id":"m","content""#, r#"{"id":"n","content""#);
    fails(&[&renamed], "has another id");
    let call = |arguments: &str, delta: &str| {
        format!(
            r#"{{"update":"message","id":"m","change":"tool_args","tool":"c","delta":"{delta}","message":{{"id":"m","toolCalls":[{{"id":"c","function":{{"arguments":"{arguments}"}}}}]}}}}"#
        )
    };
    passes(
        &*case,
        &run(&[&call("1", "1"), &call("12", "2")], ONE_MESSAGE),
    );
    fails(
        &[&call("1", "1"), &call("2", "2")],
        "the arguments of a call",
    );
    // After a replacement everything is new.
    let replaced = r#"{"update":"messages","messages":[]}"#;
    passes(&*case, &run(&[STARTED, replaced, &doubled], ONE_MESSAGE));
}
