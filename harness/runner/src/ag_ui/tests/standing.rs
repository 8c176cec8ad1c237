//! What stands after a run, and how it ended.

use super::*;

#[test]
fn every_run_has_one_end() {
    let case = expecting("common", r#""after":{"state":{}}"#);
    assert_eq!(case.relation(), Relation::Accepts);
    passes(&*case, &run(&[], NOTHING));
    let done = r#"{"update":"done","end":"success"}"#;
    let fails = |updates: &[&str], words| fails(&*case, &whole_run(updates, NOTHING), words);
    fails(&[], "no done came");
    fails(&[done, done], "2 dones came");
    fails(&[done, r#"{"update":"note"}"#], "came after the done");
    fails(
        &[r#"{"update":"done","end":"failed"}"#],
        "no error was reported",
    );
    fails(
        &[r#"{"update":"error","kind":"other"}"#, done],
        "where nothing is wrong",
    );
}

#[test]
fn messages_are_compared_by_what_they_have_on_the_wire() {
    let messages = r#""after":{"messages":[{"id":"m","role":"assistant","content":"Hi"}]}"#;
    let case = expecting("common", messages);
    let stands = |messages: &str| run(&[], &format!(r#""messages":[{messages}],"state":{{}}"#));
    let good =
        r#"{"id":"m","role":"assistant","content":"Hi","toolCalls":[],"metadata":null,"name":"x"}"#;
    passes(&*case, &stands(good));
    // Reasoning may stand among them, and activities are for their own profile.
    let thought = r#"{"id":"r","role":"reasoning","content":"hm"}"#;
    let activity = r#"{"id":"a","role":"activity","content":{}}"#;
    passes(&*case, &stands(&format!("{thought},{good},{activity}")));
    let wrong = |messages: &str| {
        let judgement = judged(&*case, &stands(messages));
        let finding = judgement.finding.unwrap();
        assert_eq!(finding.message, "the list of messages is another");
        finding.difference.unwrap().pointer.to_string()
    };
    assert_eq!(wrong(&good.replace("Hi", "Ho")), "/0/content");
    assert_eq!(
        wrong(&good.replace(r#""metadata":null"#, r#""metadata":{"a":1}"#)),
        "/0/metadata"
    );
    assert_eq!(wrong(&format!("{good},{good}")), "/1");
    let twice = good.replace(r#""metadata":null"#, r#""metadata":{"a":1,"a":1}"#);
    fails_as(
        &*case,
        &stands(&twice),
        Verdict::BadAnswer,
        "two members are named",
    );
    // Nothing is as good as an empty text, and one call is as good as the same with a type.
    let calls = r#""after":{"messages":[{"id":"m","role":"assistant","content":"",
        "toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]}]}"#;
    let case = expecting("common", calls);
    passes(
        &*case,
        &stands(
            r#"{"id":"m","role":"assistant","toolCalls":[{"id":"c","function":{"name":"f","arguments":"","x":1}}]}"#,
        ),
    );
    fails(
        &*case,
        &stands(r#"{"id":"m","role":"assistant","toolCalls":[]}"#),
        "the list of messages",
    );
}

#[test]
fn marks_stand_for_values() {
    let case = expecting(
        "common",
        r#""after":{"done":{"end":"failed","message":{"$contains":"XYZ"},"code":{"$absent":true},"result":{"$any":true}},"errors":"one"}"#,
    );
    let done = |rest: &str| {
        let done = format!(r#"{{"update":"done","end":"failed"{rest}}}"#);
        whole_run(&[r#"{"update":"error","kind":"run"}"#, &done], NOTHING)
    };
    passes(&*case, &done(r#","message":"no XYZ here""#));
    passes(&*case, &done(r#","message":"XYZ","code":null,"result":3"#));
    fails(&*case, &done(r#","message":"none""#), "ended otherwise");
    fails(
        &*case,
        &done(r#","message":"XYZ","code":"c""#),
        "ended otherwise",
    );
    // A result of null is told from none.
    let case = expecting(
        "common",
        r#""after":{"done":{"end":"success","result":null}}"#,
    );
    passes(
        &*case,
        &whole_run(
            &[r#"{"update":"done","end":"success","result":null}"#],
            NOTHING,
        ),
    );
    fails(&*case, &run(&[], NOTHING), "ended otherwise");
}

#[test]
fn what_is_reasoned_stands_among_the_messages_or_beside_them() {
    let case = expecting(
        "reasoning",
        r#""after":{"reasoning":[{"id":"r","content":"hm"}]}"#,
    );
    let beside = r#""messages":[],"state":{},"reasoning":[{"id":"r","content":"hm"}]"#;
    let among = r#""messages":[{"id":"r","role":"reasoning","content":"hm"}],"state":{}"#;
    passes(&*case, &run(&[], beside));
    passes(&*case, &run(&[], among));
    fails(&*case, &run(&[], NOTHING), "the reasoning is another");
    let owned = beside.replace("\"hm\"", r#""hm","subagentRunId":"s""#);
    fails(&*case, &run(&[], &owned), "the reasoning is another");
}
