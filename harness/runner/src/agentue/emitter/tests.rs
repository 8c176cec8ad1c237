#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Exercise, Level, Process, Relation, Verdict};

use crate::agentue::testing::{answers, case, fails, judged, passes, slip};

const MODEL: &str = r#"{"version":"1.1","biz":"b","meta":{},"blocks":[]}"#;
const START: &str =
    r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"b","meta":{},"blocks":[]}}"#;
const PING: &str = r#"{"op":"ping","seq":1,"ts":1}"#;
const END: &str = r#"{"op":"end","seq":2}"#;

/// A case of a start, a ping and an end that cites some requirements.
fn short(rules: &str, rest: &str) -> Box<dyn Exercise> {
    let steps = r#"[{"action": {"do": "start", "model": {"version":"1.1","biz":"b","meta":{},"blocks":[]}}, "expect": "accept"},
        {"action": {"do": "ping"}, "expect": "accept"}, {"action": {"do": "end"}, "expect": "accept"}]"#;
    let text = format!(r#"{{"requirements": [{rules}], "steps": {steps}{rest}}}"#);
    case("emitter", Level::Required, &text)
}

fn answer(steps: &[bool], events: &[&str]) -> String {
    let steps: Vec<String> = steps.iter().map(|ok| format!(r#"{{"ok":{ok}}}"#)).collect();
    format!(
        r#"{{"steps":[{}],"events":[{}]}}"#,
        steps.join(","),
        events.join(",")
    )
}

const ALL: [bool; 3] = [true; 3];

#[test]
fn a_request_has_the_actions_and_the_options() {
    let rest = format!(r#", "stream_id": "s\"", "consumer": "inline-only", "result": {MODEL}"#);
    let all = short("", &rest);
    assert_eq!(all.relation(), Relation::Accepts);
    let call = all.next_call(&[]).unwrap();
    assert_eq!(call.method, "agentue/emit");
    let begin = r#"{"stream_id":"s\"","consumer":"inline-only","actions":[{"do":"start","#;
    assert!(call.params.starts_with(begin), "{}", call.params);
    assert!(
        call.params.ends_with(r#"{"do":"ping"},{"do":"end"}]}"#),
        "{}",
        call.params
    );
    assert_eq!(all.input_at(1).unwrap(), r#"{"do":"ping"}"#);
}

#[test]
fn what_the_events_reduce_to_is_judged() {
    let rest = format!(r#", "result": {MODEL}"#);
    let result = short("", &rest);
    passes(&*result, &[&answer(&ALL, &[START])]); // What it cites no rule for is for other cases.
    let other = START.replace(r#""biz":"b""#, r#""biz":"c""#);
    for (answer, words) in [
        (answer(&ALL, &[]), "reduce to another model"),
        (answer(&ALL, &[&other]), "reduce to another model"),
        (
            answer(&ALL, &[START, "{}"]),
            "event 2 of the answer is refused by reducers",
        ),
        (
            answer(&[true, false, true], &[START]),
            "the action was refused; it is lawful",
        ),
    ] {
        fails(&*result, &[&answer], Verdict::Fail, words);
    }
    let refused = r#"{"steps":[{"ok":true},{"ok":true},{"ok":false,"error":"late"}],"events":[]}"#;
    let judgement = fails(&*result, &[refused], Verdict::Fail, "refused (“late”)");
    assert_eq!(judgement.finding.unwrap().step, Some(2));
    assert!(result.is_refusal(&answers(&[refused])));
}

#[test]
fn the_rules_that_a_case_cites_are_judged() {
    let rest = format!(r#", "result": {MODEL}"#);
    let late = END.replace('2', "1");
    let named = END.replace('{', r#"{"stream_id":"s","#);
    let timeless = PING.replace(r#","ts":1"#, "");
    let crowded = START.replacen('{', r#"{"meta":{},"#, 1);
    for (rule, events, words) in [
        (
            "AUE-4.1-15",
            vec![START, PING, &late],
            "event 3 of the answer at /seq: expected more than 1",
        ),
        (
            "AUE-4.1-16",
            vec![START, r#"{"op":"ping","seq":2}"#, END],
            "event 2 of the answer at /seq",
        ),
        (
            "AUE-4.1-16",
            vec![START, END],
            "1 actions `ping` were accepted, and 0 events `ping` emitted",
        ),
        (
            "AUE-4.2-20",
            vec![START, PING, &named],
            "event 3 of the answer at /stream_id",
        ),
        (
            "AUE-5-11",
            vec![PING, START, END],
            "event 1 of the answer at /op: expected a `start`",
        ),
        (
            "AUE-5-11",
            vec![],
            "expected a `start` as the first event, got nothing",
        ),
        (
            "AUE-5-12",
            vec![START, PING],
            "expected an `end` as the last event",
        ),
        (
            "AUE-5-12",
            vec![START, END, PING],
            "nothing after the `end`",
        ),
        ("AUE-5.1-07", vec![&crowded, END], "`meta` beside it"),
        ("AUE-5.5-03", vec![START, &timeless, END], "expected a `ts`"),
    ] {
        let case = short(&format!("\"{rule}\""), &rest);
        passes(&*case, &[&answer(&ALL, &[START, PING, END])]);
        fails(&*case, &[&answer(&ALL, &events)], Verdict::Fail, words);
        // Another rule is not looked at.
        let other = if rule == "AUE-5.4-15" {
            "AUE-3.5-08"
        } else {
            "AUE-5.4-15"
        };
        let case = short(&format!("\"{other}\""), r#", "result": "any""#);
        passes(&*case, &[&answer(&ALL, &events)]);
    }
}

#[test]
fn failures_and_references_are_judged() {
    let text = |action: &str| {
        format!(
            r#"{{"requirements": ["AUE-5-13", "AUE-5.4-15", "AUE-3.5-08"], "consumer": "inline-only", "result": "any", "steps": [
            {{"action": {{"do": "start", "model": {MODEL}}}, "expect": "accept"}}, {{"action": {action}, "expect": "accept"}}, {{"action": {{"do": "end"}}, "expect": "accept"}}]}}"#
        )
    };
    let failing = case(
        "emitter",
        Level::Required,
        &text(r#"{"do": "fail", "error": {"code": "c", "message": "m"}}"#),
    );
    let error =
        r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}}}"#;
    let end = END.replace('2', "3");
    passes(&*failing, &[&answer(&ALL, &[START, error, &end])]);
    let bare = error.replace(r#","message":"m""#, "");
    let reference = r#"{"op":"set","seq":2,"block":{"id":"r","ref":"k"}}"#;
    for (events, words) in [
        (
            vec![START, &end],
            "1 actions `fail` were accepted, and 0 events `error`",
        ),
        (vec![START, END, error], "nothing after the `end`"),
        (
            vec![START, &bare, &end],
            "an error with a `code` and a `message`",
        ),
        (
            vec![START, reference, error, &end],
            "event 2 of the answer at /block: expected an inline block",
        ),
    ] {
        fails(&*failing, &[&answer(&ALL, &events)], Verdict::Fail, words);
    }
}

#[test]
fn after_an_end_no_further_one_is_due() {
    let text = format!(
        r#"{{"requirements": ["AUE-5-12"], "result": {{"accepted": "any", "rejected": {MODEL}}}, "steps": [
        {{"action": {{"do": "start", "model": {MODEL}}}, "expect": "accept"}}, {{"action": {{"do": "end"}}, "expect": "accept"}},
        {{"action": {{"do": "set", "block": {{"id": "a", "type": "t"}}}}, "expect": "either"}}]}}"#
    );
    let late = case("emitter", Level::Required, &text);
    let set = r#"{"op":"set","seq":3,"block":{"id":"a","type":"t"}}"#;
    let again = START.replace(r#""seq":1"#, r#""seq":2"#);
    let refused = [true, true, false];
    passes(&*late, &[&answer(&refused, &[START, END])]);
    passes(&*late, &[&answer(&ALL, &[START, END])]);
    passes(&*late, &[&answer(&ALL, &[START, END, &again, set])]);
    for (steps, events, words) in [
        (refused, vec![START], "expected an `end` as the last event"),
        (ALL, vec![START, END, set], "nothing after the `end`"),
    ] {
        fails(&*late, &[&answer(&steps, &events)], Verdict::Fail, words);
    }
}

#[test]
fn refusals_sizes_and_repetitions_are_judged() {
    let text = format!(
        r#"{{"requirements": [], "largest": 90, "holds": ["repeat", "fresh"], "result": {{"accepted": {MODEL}, "rejected": null}},
        "steps": [{{"action": {{"do": "start", "model": {MODEL}}}, "expect": "either"}}]}}"#
    );
    let either = case("emitter", Level::Required, &text);
    assert_eq!(either.relation(), Relation::Rejects);
    let taken = answer(&[true], &[START]);
    let refused = answer(&[false], &[]);
    assert!(!judged(&*either, &[&taken]).rests_on_rejection);
    assert!(judged(&*either, &[&refused]).rests_on_rejection);
    fails(
        &*either,
        &[&answer(&[false], &[START])],
        Verdict::Fail,
        "reduce to another model",
    );
    let large = START.replacen('{', r#"{"event_type":"large","#, 1);
    fails(
        &*either,
        &[&answer(&[true], &[&large])],
        Verdict::Fail,
        "has 101 bytes; what is split has at most 90",
    );
    let fresh = either.next_call(&answers(&[&taken, &taken])).unwrap();
    assert_eq!(fresh.process, Process::Fresh);
    passes(
        &*either,
        &[&taken, &taken.replace(r#""seq":1"#, r#""seq":7"#), &taken],
    );
    fails(
        &*either,
        &[&taken, &answer(&[true], &[])],
        Verdict::Nondeterministic,
        "asked once more, the events",
    );
    assert!(
        either
            .differs(&answers(&[&taken]), &answers(&[&refused]))
            .is_some()
    );
    assert!(
        either
            .differs(&answers(&[&taken]), &answers(&[&taken]))
            .is_none()
    );
    let text = format!(
        r#"{{"requirements": [], "result": null, "steps": [{{"action": {{"do": "start", "model": {MODEL}}}, "expect": "reject"}}]}}"#
    );
    let reject = case("emitter", Level::Required, &text);
    passes(&*reject, &[&refused]);
    fails(
        &*reject,
        &[&taken],
        Verdict::Fail,
        "the action was accepted",
    );
}

#[test]
fn an_answer_of_another_form_is_a_bad_one() {
    let all = short("", &format!(r#", "result": {MODEL}"#));
    for (answer, words) in [
        (r#"{"events":[]}"#, "missing member `steps`"),
        (r#"{"steps":[],"events":[]}"#, "0 verdicts for 3 actions"),
        (
            r#"{"steps":[{"ok":true},{"ok":true},{"ok":true}]}"#,
            "missing member `events`",
        ),
        (
            r#"{"steps":[{"ok":true},{"ok":true},{}],"events":[]}"#,
            "missing member `ok`",
        ),
        (
            r#"{"steps":[{"ok":true},{"ok":true},{"ok":true}],"events":["start"]}"#,
            "found a string (at /result/events/0)",
        ),
    ] {
        fails(&*all, &[answer], Verdict::BadAnswer, words);
    }
}

#[test]
fn open_cases_record_what_matches() {
    let text = format!(
        r#"{{"steps": [{{"action": {{"do": "start", "model": {MODEL}}}}}],
        "outcomes": {{"sends-it": {{"steps": ["accept"], "result": {MODEL}}}, "refuses-it": {{"steps": ["reject"], "result": null}}}}}}"#
    );
    let open = case("emitter", Level::Informative, &text);
    let outcome = |answer: &str| judged(&*open, &[answer]).outcome.unwrap();
    assert_eq!(outcome(&answer(&[true], &[START])), "sends-it");
    assert_eq!(outcome(&answer(&[false], &[])), "refuses-it");
    assert_eq!(outcome(&answer(&[true], &[])), "other");
}

#[test]
fn slips_are_told_with_their_place() {
    let cites = r#""requirements": ["AUE-5.2-51"]"#;
    let steps = |action: &str| format!(r#""steps": [{{"action": {action}, "expect": "accept"}}]"#);
    let end = steps(r#"{"do": "end"}"#);
    for (text, words) in [
        (format!(r#"{cites}, {end}"#), "missing member `result`"),
        (
            format!(r#"{cites}, {end}, "result": "any""#),
            "it cites none of AUE-3.5-08",
        ),
        (
            format!(r#"{cites}, {end}, "result": "given""#),
            "no model `given`",
        ),
        (
            format!(r#"{cites}, "steps": [], "result": null"#),
            "at least one step",
        ),
        (
            format!(r#"{cites}, {}, "result": null"#, steps(r#"{"do": "stop"}"#)),
            "unknown action `stop`",
        ),
        (
            format!(r#"{cites}, {}, "result": null"#, steps(r#"{"do": "set"}"#)),
            "missing member `block`",
        ),
        (
            format!(
                r#"{cites}, {}, "result": null"#,
                steps(r#"{"do": "end", "seq": 1}"#)
            ),
            "unknown member `seq`",
        ),
        (
            format!(r#"{cites}, "steps": [{{"action": {{"do": "end"}}}}], "result": null"#),
            "says what it expects",
        ),
        (
            format!(r#"{cites}, {end}, "result": null, "consumer": "all""#),
            "unknown consumer",
        ),
        (
            format!(r#"{cites}, {end}, "result": null, "stream_id": 5"#),
            "a stream identifier is a string",
        ),
        (
            format!(r#"{cites}, {end}, "result": null, "holds": ["trace"]"#),
            "`trace` is for reducers only",
        ),
    ] {
        let error = slip("emitter", "{}", Level::Required, &format!("{{{text}}}"));
        assert!(error.contains(words), "{error}");
    }
    let error = slip(
        "emitter",
        r#"{"given": {"any": {}}}"#,
        Level::Required,
        "{}",
    );
    assert!(error.contains("of another name than `any`"), "{error}");
}
