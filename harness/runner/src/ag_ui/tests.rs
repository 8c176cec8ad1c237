#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{
    Answer, Exercise, Fit, Form, Judgement, Level, Offer, Reading, Relation, Verdict,
};
use uiconform_json::{Document, Located, Value};

use super::AgUi;

fn read(profile: &str, level: Level, case: &str) -> Result<Reading, Located> {
    let file = Document::parse("file.json", "{}").unwrap();
    let case = Document::parse("case.json", case).unwrap();
    let mut members = file.root().object()?;
    let form = AgUi.open(profile, &mut members)?;
    members.finish()?;
    let mut members = case.root().object()?;
    let reading = form.read(level, &mut members)?;
    members.finish()?;
    Ok(reading)
}

fn reading(profile: &str, level: Level, text: &str) -> Reading {
    read(profile, level, text).unwrap_or_else(|error| panic!("{error}"))
}

/// A required case that streams nothing that matters, and expects this.
fn expecting(profile: &str, expected: &str) -> Box<dyn Exercise> {
    let text = format!(r#"{{"events":["RUN_STARTED","RUN_FINISHED"],{expected}}}"#);
    reading(profile, Level::Required, &text).exercise
}

#[track_caller]
fn slip(profile: &str, level: Level, text: &str, words: &str) {
    match read(profile, level, text) {
        Ok(_) => panic!("it is taken: {text}"),
        Err(error) => assert!(error.to_string().contains(words), "{error}"),
    }
}

fn answer(runs: &[&str]) -> Answer {
    let runs = runs.join(",");
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"runs":[{runs}]}}}}"#);
    Answer::read(&line, 1).unwrap()
}

/// The answer to a run: updates, without the done of a success, and what stands after it.
fn run(updates: &[&str], rest: &str) -> String {
    let mut updates = updates.to_vec();
    updates.push(r#"{"update":"done","end":"success"}"#);
    whole_run(&updates, rest)
}

fn whole_run(updates: &[&str], rest: &str) -> String {
    format!(r#"{{"updates":[{}],{rest}}}"#, updates.join(","))
}

const NOTHING: &str = r#""messages":[],"state":{}"#;

fn judged(case: &dyn Exercise, run: &str) -> Judgement {
    case.judge(&[answer(&[run])])
}

#[track_caller]
fn passes(case: &dyn Exercise, run: &str) {
    let judgement = judged(case, run);
    assert_eq!(judgement.verdict, Verdict::Pass, "{:?}", judgement.finding);
}

#[track_caller]
fn fails(case: &dyn Exercise, run: &str, words: &str) {
    fails_as(case, run, Verdict::Fail, words);
}

#[track_caller]
fn fails_as(case: &dyn Exercise, run: &str, verdict: Verdict, words: &str) {
    let judgement = judged(case, run);
    assert_eq!(judgement.verdict, verdict, "{:?}", judgement.finding);
    let message = judgement.finding.unwrap().message;
    assert!(message.contains(words), "{message}");
}

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

#[test]
fn rejections_are_what_is_refused_cut_short_or_open_to_several() {
    let of = |text: &str| reading("common", Level::Required, text).exercise;
    let refused = of(r#"{"events":[{"refused":{"type":"X","a":1}}],"after":{"done":"success"}}"#);
    assert_eq!(refused.relation(), Relation::Rejects);
    assert_eq!(
        refused.input().to_text(),
        r#"{"runs":[{"events":[{"type":"X","a":1}],"end":"eof"}]}"#
    );
    // An error may be reported where something is refused.
    let error = r#"{"update":"error","kind":"protocol"}"#;
    passes(&*refused, &run(&[error], NOTHING));
    let cut = of(r#"{"events":[],"end":"reset","after":{"done":"failed"}}"#);
    assert_eq!(cut.relation(), Relation::Rejects);
    let several =
        of(r#"{"events":[],"outcomes":{"a":{"after":{"state":1}},"b":{"after":{"state":2}}}}"#);
    assert_eq!(several.relation(), Relation::Rejects);
    passes(&*several, &run(&[], r#""messages":[],"state":2"#));
    fails(
        &*several,
        &run(&[], r#""messages":[],"state":3"#),
        "it is none of a, b; for the first: the state is another",
    );
    let open = r#"{"events":[],"outcomes":{"a":{"after":{"state":1}},"b":{"after":{"state":2}}}}"#;
    let open = reading("common", Level::Informative, open).exercise;
    assert_eq!(open.relation(), Relation::Records);
    let outcome = |state| {
        judged(
            &*open,
            &run(&[], &format!(r#""messages":[],"state":{state}"#)),
        )
    };
    assert_eq!(outcome(2).outcome.as_deref(), Some("b"));
    assert_eq!(outcome(3).outcome.as_deref(), Some("other"));
}

/// The params of the call of a case.
fn params(case: &dyn Exercise) -> Value {
    uiconform_json::parse(&case.next_call(&[]).unwrap().params).unwrap()
}

#[test]
fn a_case_is_sent_as_it_says() {
    let text = r#"{"state":{"count":0},"runs":[{"send":{"id":"u","text":"Hi"},"events":["RUN_STARTED"],"after":{"state":1}},
        {"resume":[],"events":[{"times":2,"event":{"type":"X","n":"{n}"}}],"end":"refused","after":{"state":1}}]}"#;
    let case = reading("typed-state", Level::Required, text).exercise;
    assert_eq!(
        params(&*case).to_text(),
        r#"{"thread":"t","state":{"count":0},"typed":true,"runs":[{"run":"r1","send":{"id":"u","text":"Hi"},"events":[{"type":"RUN_STARTED","threadId":"t","runId":"r1"}]},{"run":"r2","resume":[],"events":[{"type":"X","n":"0"},{"type":"X","n":"1"}],"end":"refused"}]}"#
    );
    assert_eq!(
        case.input_at(1).unwrap(),
        r#"{"event":{"type":"X","n":"{n}"},"times":2}"#
    );
    assert!(case.input_at(2).is_none());
    let large = r#"{"events":[{"type":"X","delta":{"$text":{"of":"a","times":1048577}}}],"after":{"state":1}}"#;
    let case = reading("verify-off", Level::Required, large).exercise;
    let params = params(&*case);
    assert_eq!(params.get("detail").and_then(Value::as_str), Some("light"));
    assert_eq!(params.get("verify").and_then(Value::as_bool), Some(false));
    assert!(case.size().bytes > 1 << 20);
}

#[test]
fn bytes_are_framed_cut_and_split() {
    let text = r#"{"sse":["RUN_STARTED",{"type":"X","t":"é"}],"after":{"state":1},"framings":"line-ends"}"#;
    let reading = reading("sse", Level::Required, text);
    let body = |case: &dyn Exercise| {
        let params = params(case);
        let run = &params.get("runs").unwrap().as_array().unwrap()[0];
        let pieces = run.get("sse").unwrap().as_array().unwrap();
        pieces
            .iter()
            .map(|piece| piece.as_str().unwrap_or("?").to_owned())
            .collect::<Vec<_>>()
    };
    let started = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#;
    let x = r#"{"type":"X","t":"é"}"#;
    assert_eq!(
        body(&*reading.exercise),
        [format!("data: {started}\n\ndata: {x}\n\n")]
    );
    let cr = reading
        .derived
        .iter()
        .find(|derived| derived.suffix == "cr");
    assert_eq!(
        body(&*cr.unwrap().exercise),
        [format!("data: {started}\r\r"), format!("data: {x}\r\r")]
    );
    // Cut within a character, it needs a driver that takes bytes.
    let bytes = |features: &[&str]| Offer {
        profiles: vec!["ag-ui/updates".to_owned()],
        features: features.iter().map(|&feature| feature.to_owned()).collect(),
    };
    let cut = reading
        .derived
        .iter()
        .find(|derived| derived.suffix == "crlf-cut-in-two");
    let cut = &cut.unwrap().exercise;
    assert!(matches!(cut.fit(&bytes(&["bytes"])), Fit::AsItIs));
    assert!(matches!(cut.fit(&bytes(&[])), Fit::Unsupported));
    assert!(matches!(reading.exercise.fit(&bytes(&[])), Fit::AsItIs));
    assert!(matches!(
        reading.exercise.fit(&bytes(&["bytes", "own-ids"])),
        Fit::Unsupported
    ));

    let split = r#"{"sse":[{"text":"abcdefgh"}],"holds":["split"],"after":{"state":1}}"#;
    let split = self::reading("sse", Level::Required, split).exercise;
    let state = |state: u8| answer(&[&run(&[], &format!(r#""messages":[],"state":{state}"#))]);
    let mut answers = Vec::new();
    let mut pieces = Vec::new();
    while let Some(call) = split.next_call(&answers) {
        let params = uiconform_json::parse(&call.params).unwrap();
        let run = &params.get("runs").unwrap().as_array().unwrap()[0];
        pieces.push(run.get("sse").unwrap().as_array().unwrap().len());
        answers.push(state(1));
    }
    assert_eq!(pieces, [1, 8, 4, 3, 2]);
    assert_eq!(split.judge(&answers).verdict, Verdict::Pass);
    answers[4] = state(2);
    assert_eq!(split.judge(&answers).verdict, Verdict::Fail);
}

#[test]
fn repetitions_may_differ_in_what_a_client_makes_up() {
    let text =
        r#"{"events":[{"type":"X","messageId":"m"}],"after":{"errors":"some"},"holds":["repeat"]}"#;
    let case = reading("common", Level::Required, text).exercise;
    let answered = |text: &str, id: &str, why: &str| {
        let error = format!(r#"{{"update":"error","kind":"other","text":"{text}"}}"#);
        let done = format!(r#"{{"update":"done","end":"failed","message":"{why}"}}"#);
        let rest = format!(r#""messages":[{{"id":"{id}","toolCallId":"{id}"}}],"state":{{}}"#);
        answer(&[&whole_run(&[&error, &done], &rest)])
    };
    let verdict = |first, again| case.judge(&[first, again]).verdict;
    assert_eq!(
        verdict(answered("a", "x", "w"), answered("b", "y", "v")),
        Verdict::Pass
    );
    // An id of the request is no other than it is.
    assert_eq!(
        verdict(answered("a", "m", "w"), answered("a", "y", "w")),
        Verdict::Nondeterministic
    );
}

#[test]
fn a_refusal_is_told_from_a_wrong_answer() {
    let case = expecting("common", r#""after":{"done":"success","state":{}}"#);
    let failed = [
        r#"{"update":"error","kind":"bytes"}"#,
        r#"{"update":"done","end":"failed"}"#,
    ];
    let is_refusal = |run: &str| case.is_refusal(&[answer(&[run])]);
    assert!(is_refusal(&whole_run(&failed, NOTHING)));
    assert!(!is_refusal(&whole_run(&failed[1..], NOTHING)));
    assert!(!is_refusal(&run(&[], r#""messages":[],"state":1"#)));
}

#[test]
fn answers_of_another_shape_are_told() {
    let case = expecting("common", r#""after":{"state":{}}"#);
    let fails = |run: &str, words| fails_as(&*case, run, Verdict::BadAnswer, words);
    fails(r#"{"messages":[],"state":{}}"#, "missing member `updates`");
    fails(
        r#"{"updates":[{}],"messages":[],"state":{}}"#,
        "missing member `update`",
    );
    fails(
        r#"{"updates":[],"messages":[1],"state":{}}"#,
        "expected an object",
    );
    fails(r#"{"updates":[],"messages":[]}"#, "missing member `state`");
    fails(
        &whole_run(&[r#"{"update":"done"}"#], NOTHING),
        "does not say how the run ended",
    );
    let two = case.judge(&[answer(&["{}", "{}"])]);
    assert!(two.finding.unwrap().message.contains("2 answers to 1 runs"));
}

#[test]
fn slips_of_the_pen_are_told_with_their_place() {
    let required = |profile: &str, text: &str, words: &str| {
        slip(profile, Level::Required, text, words);
    };
    let ends = r#""after":{"done":"success"}"#;
    required("common", r#"{"events":[]}"#, "say what is expected");
    required(
        "common",
        &format!("{{{ends}}}"),
        "say what the agent streams",
    );
    required(
        "common",
        &format!(r#"{{"sse":[],{ends}}}"#),
        "for the profile `sse`",
    );
    required(
        "sse",
        &format!(r#"{{"sse":[],"events":[],{ends}}}"#),
        "not both",
    );
    required(
        "common",
        &format!(r#"{{"events":["RUN_BEGUN"],{ends}}}"#),
        "by their type alone",
    );
    required(
        "common",
        &format!(r#"{{"events":[{{"typ":"X"}}],{ends}}}"#),
        "missing member `event`",
    );
    required(
        "common",
        &format!(r#"{{"events":[],"end":"stop",{ends}}}"#),
        "a stream ends by",
    );
    required(
        "common",
        r#"{"events":[],"after":{"done":"ok"}}"#,
        "a run ends as",
    );
    required(
        "common",
        r#"{"events":[],"after":{"errors":"few"}}"#,
        "errors are",
    );
    required(
        "common",
        r#"{"events":[],"after":{"messages":{}}}"#,
        "a list of objects",
    );
    required(
        "common",
        r#"{"events":[],"after":{"state":{"$any":1}}}"#,
        "write {\"$any\": true}",
    );
    required(
        "common",
        r#"{"events":[],"after":{"state":{"$some":true}}}"#,
        "unknown description",
    );
    required(
        "common",
        r#"{"events":[],"updates":[]}"#,
        "no updates are listed",
    );
    required(
        "common",
        &format!(r#"{{"events":[],{ends},"holds":["split"]}}"#),
        "only bytes can be split",
    );
    required(
        "common",
        &format!(r#"{{"runs":[],{ends}}}"#),
        "has `after` in these",
    );
    required("common", r#"{"runs":[]}"#, "at least one run");
    required(
        "common",
        &format!(r#"{{"events":[],{ends},"outcomes":{{"a":{{}},"b":{{}}}}}}"#),
        "not both",
    );
    required(
        "sse",
        &format!(r#"{{"sse":[{{"text":"a"}}],{ends},"framings":"cuts"}}"#),
        "all of whose pieces are events",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"note":1}]}"#,
        "an update is about one of",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"message":"m","change":"begun"}]}"#,
        "no change of a message",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"message":7}]}"#,
        "followed by an id",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"error":"many"}]}"#,
        "an error is",
    );
    required(
        "updates",
        r#"{"events":[],"updates":[{"any_order":[{"any_order":[]}]}]}"#,
        "not ordered itself",
    );
    slip(
        "common",
        Level::Informative,
        r#"{"events":[]}"#,
        "missing member `outcomes`",
    );
    slip(
        "common",
        Level::Informative,
        r#"{"runs":[{"events":[]},{"events":[]}],"outcomes":{"a":{"runs":[null]},"b":{"after":{"state":1}}}}"#,
        "1 runs of 2",
    );
}
