#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_catalogue::{Answer, Exercise, Form, Judgement, Level, Reading, Relation, Verdict};
use uiconform_json::{Document, Located};

use super::AgentUi;

const GIVEN: &str = r#"{"given":{
    "full":{"components":["fixture_panel"],"actions":["fixture_zoom"],"grammars":["echarts-safe-subset"]},
    "panel":{"kind":"registered_component","component":"fixture_panel","surface":"canvas","props":{"a":1},"fallbackText":"No"},
    "chart":{"kind":"chart","grammar":"echarts-safe-subset","surface":"canvas","spec":{"a":[1,2]},"data":[3]}}}"#;

fn read(profile: &str, level: Level, case: &str) -> Result<Reading, Located> {
    let file = Document::parse("file.json", GIVEN).unwrap();
    let case = Document::parse("case.json", case).unwrap();
    let mut members = file.root().object()?;
    let form = AgentUi.open(profile, &mut members)?;
    members.finish()?;
    let mut members = case.root().object()?;
    let reading = form.read(level, &mut members)?;
    members.finish()?;
    Ok(reading)
}

fn case(profile: &str, level: Level, text: &str) -> Box<dyn Exercise> {
    match read(profile, level, text) {
        Ok(reading) => reading.exercise,
        Err(error) => panic!("{error}"),
    }
}

/// A required case of the profile `frontend` with these steps.
fn steps(steps: &str) -> Box<dyn Exercise> {
    case("frontend", Level::Required, &with_steps(steps))
}

fn with_steps(steps: &str) -> String {
    format!(r#"{{"registry":"full","steps":[{steps}]}}"#)
}

fn slip(profile: &str, level: Level, text: &str) -> String {
    match read(profile, level, text) {
        Ok(_) => panic!("it is taken: {text}"),
        Err(error) => error.to_string(),
    }
}

fn answer(result: &str) -> Answer {
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
    Answer::read(&line, 1).unwrap()
}

/// The answer of one phase.
fn phase(outcomes: &str, calls: &str) -> String {
    format!(r#"{{"outcomes":[{outcomes}],"calls":[{calls}],"errors":[],"records":[]}}"#)
}

fn phases(phases: &[String]) -> String {
    format!(r#"{{"phases":[{}]}}"#, phases.join(","))
}

fn judged(case: &dyn Exercise, outcomes: &str, calls: &str) -> Judgement {
    case.judge(&[answer(&phases(&[phase(outcomes, calls)]))])
}

#[track_caller]
fn passes(case: &dyn Exercise, outcomes: &str, calls: &str) {
    let judgement = judged(case, outcomes, calls);
    assert_eq!(judgement.verdict, Verdict::Pass, "{:?}", judgement.finding);
}

#[track_caller]
fn fails(case: &dyn Exercise, outcomes: &str, calls: &str, verdict: Verdict, words: &str) {
    let judgement = judged(case, outcomes, calls);
    assert_eq!(judgement.verdict, verdict, "{:?}", judgement.finding);
    let message = judgement.finding.unwrap().message;
    assert!(message.contains(words), "{message}");
}

const RENDERED: &str = r#"{"id":"e1","outcome":"rendered"}"#;
const REJECTED: &str = r#"{"id":"e1","outcome":"rejected"}"#;
const CALLED: &str = r#"{"id":"e1","name":"fixture_panel","surface":"canvas","value":{"a":1.0}}"#;

#[test]
fn what_is_rendered_was_called_with_what_the_envelope_has() {
    let case = steps(r#"{"envelope":"panel","expect":"rendered"}"#);
    assert_eq!(case.relation(), Relation::Accepts);
    passes(&*case, RENDERED, CALLED);
    passes(
        &*case,
        RENDERED,
        &CALLED.replace(r#","surface":"canvas""#, ""),
    );
    passes(&*case, RENDERED, &CALLED.replace("}}", r#"},"data":null}"#));
    let wrong = |calls: &str, words: &str| fails(&*case, RENDERED, calls, Verdict::Fail, words);
    wrong("", "called never for \"e1\"; it must be called once");
    wrong(&format!("{CALLED},{CALLED}"), "called 2 times");
    wrong(&CALLED.replace("panel", "zoom"), "another `name`");
    wrong(&CALLED.replace("1.0", "2"), "another `value`");
    wrong(
        &CALLED.replace("canvas", "chat_inline"),
        "another `surface`",
    );
    wrong(&CALLED.replace("}}", r#"},"data":0}"#), "another `data`");
    let repeated = CALLED.replace(r#"{"a":1.0}"#, r#"{"a":1,"a":1}"#);
    fails(
        &*case,
        RENDERED,
        &repeated,
        Verdict::BadAnswer,
        "two members are named",
    );
    fails(
        &*case,
        REJECTED,
        "",
        Verdict::Fail,
        "is `rejected`; it must be `rendered`",
    );
    fails(
        &*case,
        "",
        "",
        Verdict::BadAnswer,
        "there is no outcome of \"e1\"",
    );
    fails(
        &*case,
        &format!("{RENDERED},{RENDERED}"),
        CALLED,
        Verdict::Fail,
        "2 outcomes",
    );
}

#[test]
fn what_is_not_rendered_was_not_called() {
    let case = steps(r#"{"envelope":"panel","expect":"not-rendered"}"#);
    assert_eq!(case.relation(), Relation::Rejects);
    for word in ["rejected", "fallback", "error"] {
        let outcome = RENDERED.replace("rendered", word);
        passes(&*case, &outcome, "");
        fails(
            &*case,
            &outcome,
            CALLED,
            Verdict::Fail,
            "must be called never",
        );
    }
    assert!(judged(&*case, REJECTED, "").rests_on_rejection);
    fails(
        &*case,
        RENDERED,
        CALLED,
        Verdict::Fail,
        "it must be not rendered",
    );
    let threw = steps(r#"{"envelope":"panel","renderer":"threw","expect":"not-rendered"}"#);
    passes(&*threw, REJECTED, CALLED);
    passes(&*threw, REJECTED, "");
}

#[test]
fn words_say_what_is_shown() {
    let fallback = steps(r#"{"envelope":"panel","expect":"fallback"}"#);
    passes(
        &*fallback,
        r#"{"id":"e1","outcome":"fallback","text":"No"}"#,
        "",
    );
    let other = r#"{"id":"e1","outcome":"fallback","text":"no"}"#;
    fails(
        &*fallback,
        other,
        "",
        Verdict::Fail,
        "is not its `fallbackText`",
    );
    let error = steps(r#"{"envelope":"panel","renderer":"threw","expect":["error","fallback"]}"#);
    passes(
        &*error,
        r#"{"id":"e1","outcome":"error","error":"why"}"#,
        CALLED,
    );
    let silent = r#"{"id":"e1","outcome":"error","error":""}"#;
    fails(&*error, silent, "", Verdict::Fail, "without an `error`");
    fails(
        &*error,
        RENDERED,
        CALLED,
        Verdict::Fail,
        "must be `error` or `fallback`",
    );
    let held = steps(r#"{"envelope":"panel","renderer":"hold","expect":"pending"}"#);
    passes(&*held, r#"{"id":"e1","outcome":"pending"}"#, CALLED);
    fails(
        &*held,
        r#"{"id":"e1","outcome":"pending"}"#,
        "",
        Verdict::Fail,
        "called never",
    );
}

#[test]
fn charts_may_be_rendered_in_part_if_the_case_says_so() {
    let call = |value: &str, data: &str| {
        format!(r#"{{"id":"e1","name":"echarts-safe-subset","value":{value},"data":{data}}}"#)
    };
    let case = steps(r#"{"envelope":"chart","expect":"rendered-in-part-or-not"}"#);
    assert_eq!(case.relation(), Relation::Rejects);
    passes(&*case, RENDERED, &call(r#"{"a":[2]}"#, "[]"));
    passes(&*case, REJECTED, "");
    fails(
        &*case,
        RENDERED,
        &call(r#"{"a":[2,1]}"#, "[3]"),
        Verdict::Fail,
        "another `value`",
    );
    let whole = steps(r#"{"envelope":"chart","expect":"rendered-or-not"}"#);
    fails(
        &*whole,
        RENDERED,
        &call("{}", "[3]"),
        Verdict::Fail,
        "another `value`",
    );
}

#[test]
fn events_that_bring_no_envelope_have_no_outcome() {
    let ignored =
        steps(r#"{"event":"x","data":{"envelope_id":"e1","envelope":{}},"expect":"ignored"}"#);
    passes(&*ignored, "", "");
    fails(&*ignored, REJECTED, "", Verdict::Fail, "brings no envelope");
    fails(&*ignored, "", CALLED, Verdict::Fail, "must be called never");
    let unread = steps(r#"{"event":"ui_envelope","data":null,"expect":"unread"}"#);
    passes(&*unread, "", "");
    passes(&*unread, r#"{"outcome":"error"}"#, "");
    fails(
        &*unread,
        r#"{"outcome":"rendered"}"#,
        "",
        Verdict::Fail,
        "without an id is `rendered`",
    );
    fails(
        &*unread,
        "",
        r#"{"name":"x","value":0}"#,
        Verdict::Fail,
        "no envelope of that id",
    );
    fails(
        &*steps(r#"{"envelope":"panel","expect":"rendered"}"#),
        &format!(r#"{RENDERED},{{"id":"x","outcome":"error"}}"#),
        CALLED,
        Verdict::Fail,
        "every event could be read",
    );
}

#[test]
fn each_report_counts_once() {
    let event = r#"{"event":"ui_envelope","data":null,"expect":"reported"}"#;
    let two = steps(&format!("{event},{event}"));
    let said = |outcomes: &str, errors: &str| {
        let phase = format!(r#"{{"outcomes":[{outcomes}],"calls":[],"errors":[{errors}]}}"#);
        two.judge(&[answer(&phases(&[phase]))]).verdict
    };
    assert_eq!(said("", r#""a","b""#), Verdict::Pass);
    assert_eq!(
        said(r#"{"id":null,"outcome":"error"}"#, r#""a""#),
        Verdict::Pass
    );
    assert_eq!(said("", r#""a""#), Verdict::Fail);
    assert_eq!(said("", ""), Verdict::Fail);
}

#[test]
fn what_came_earlier_need_have_no_outcome() {
    let case = case(
        "records",
        Level::Required,
        r#"{"phases":[{"registry":"full","steps":[{"envelope":"panel","expect":"any"}]},
            {"registry":null,"reload":true,"steps":[{"earlier":"e1","expect":"not-rendered"}],
             "records":[{"envelopeId":"e1","envelope":"same","createdAt":"same","renderStatus":["rendered","error"]}]}]}"#,
    );
    let first = phase("", "");
    let record = |record: &str| {
        let second = format!(r#"{{"outcomes":[],"calls":[],"errors":[],"records":[{record}]}}"#);
        case.judge(&[answer(&phases(&[first.clone(), second]))])
    };
    let whole = r#"{"envelopeId":"e1","createdAt":1710000000000,"envelope":{"kind":"registered_component","component":"fixture_panel","surface":"canvas","props":{"a":1},"fallbackText":"No"},"renderStatus":"error"}"#;
    assert_eq!(record(whole).verdict, Verdict::Pass);
    for (from, to, words) in [
        ("envelopeId", "envelope_id", "no record has"),
        (r#""a":1"#, r#""a":2"#, "`envelope` in the record"),
        ("1710000000000", "1710000000", "`createdAt` in the record"),
        (
            r#":"error""#,
            r#":"pending""#,
            "must be `rendered` or `error`",
        ),
    ] {
        let judgement = record(&whole.replace(from, to));
        assert_eq!(judgement.verdict, Verdict::Fail);
        let message = judgement.finding.unwrap().message;
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_request_has_what_the_case_says() {
    let case = case(
        "records",
        Level::Required,
        r#"{"phases":[{"registry":"full","session":"s","steps":[{"envelope":{"kind":{"$text":{"of":"ab","times":2}}},"renderer":"hold","expect":"any"}]},
            {"reload":{"uiEnvelopes":[]},"steps":[{"event":"x","data":[],"expect":"ignored"}]}]}"#,
    );
    let call = case.next_call(&[]).unwrap();
    assert_eq!(call.method, "agent-ui/receive");
    let expected = [
        r#"{"phases":[{"registry":{"components":["fixture_panel"],"actions":["fixture_zoom"],"grammars":["echarts-safe-subset"]},"session":"s","#,
        r#""events":[{"event":"ui_envelope","data":{"session_id":"s","envelope_id":"e1","created_at":1710000000000,"envelope":{"kind":"abab"}}}],"render":{"e1":"hold"}},"#,
        r#"{"reload":{"uiEnvelopes":[]},"events":[{"event":"x","data":[]}]}]}"#,
    ];
    assert_eq!(call.params, expected.concat());
    assert_eq!(case.input_at(1).unwrap(), r#"{"event":"x","data":[]}"#);
}

#[test]
fn framings_make_cases_of_their_own() {
    let text = r#"{"registry":"full","steps":[{"envelope":"panel","expect":"rendered"}],"framings":"cuts"}"#;
    let reading = read("sse", Level::Required, text).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = reading.derived.iter().map(|case| &*case.suffix).collect();
    assert_eq!(
        names,
        [
            "in-one-piece",
            "byte-by-byte",
            "in-two-pieces",
            "with-empty-pieces"
        ]
    );
    let whole = reading.exercise.next_call(&[]).unwrap().params;
    let in_two = &reading.derived[2].exercise;
    let good = phases(&[phase(RENDERED, CALLED)]);
    let mut answers = Vec::new();
    let mut params = Vec::new();
    while let Some(call) = in_two.next_call(&answers) {
        params.push(call.params);
        answers.push(answer(&good));
    }
    // One request for each place between two bytes of the stream.
    let pieces = Document::parse("params", whole).unwrap();
    let stream = pieces.value().get("phases").unwrap().as_array().unwrap()[0]
        .get("sse")
        .unwrap();
    let stream = stream.as_array().unwrap()[0].as_str().unwrap().len();
    assert_eq!(params.len(), stream - 1);
    params.dedup();
    assert_eq!(params.len(), stream - 1);
    assert_eq!(in_two.judge(&answers).verdict, Verdict::Pass);
    // All of them count.
    *answers.last_mut().unwrap() = answer(&phases(&[phase(REJECTED, "")]));
    assert_eq!(in_two.judge(&answers).verdict, Verdict::Fail);
    assert!(
        in_two
            .next_call(&[answer(&phases(&[phase(REJECTED, "")]))])
            .is_none()
    );
}

#[test]
fn repetitions_are_answered_alike() {
    let text = r#"{"registry":"full","steps":[{"envelope":"panel","expect":"rendered-or-not"}],"holds":["repeat","fresh"]}"#;
    let case = case("frontend", Level::Required, text);
    let rendered = || answer(&phases(&[phase(RENDERED, CALLED)]));
    let rejected = |why: &str| {
        let outcome = format!(r#"{{"id":"e1","outcome":"rejected","error":"{why}"}}"#);
        answer(&phases(&[phase(&outcome, "")]))
    };
    let verdict = |answers: &[Answer]| case.judge(answers).verdict;
    assert_eq!(
        verdict(&[rendered(), rendered(), rendered()]),
        Verdict::Pass
    );
    assert_eq!(
        verdict(&[rejected("a"), rejected("b"), rejected("c")]),
        Verdict::Pass
    );
    assert_eq!(
        verdict(&[rendered(), rendered(), rejected("a")]),
        Verdict::Nondeterministic
    );
}

#[test]
fn a_refusal_is_told_from_a_wrong_answer() {
    let case = steps(r#"{"envelope":"panel","expect":"rendered"}"#);
    let is_refusal = |outcomes: &str, calls: &str| {
        case.is_refusal(&[answer(&phases(&[phase(outcomes, calls)]))])
    };
    assert!(is_refusal(REJECTED, ""));
    assert!(!is_refusal(REJECTED, CALLED));
    assert!(!is_refusal(RENDERED, CALLED));
}

#[test]
fn open_points_are_recorded() {
    let case = case(
        "frontend",
        Level::Informative,
        r#"{"registry":"full","steps":[{"envelope":"panel"}],"outcomes":{"a":{"steps":["rendered"],"calls":["e1"]},"b":{"steps":[null],"calls":[]}}}"#,
    );
    assert_eq!(case.relation(), Relation::Records);
    let outcome = |outcomes: &str, calls: &str| judged(&*case, outcomes, calls).outcome.unwrap();
    assert_eq!(outcome(RENDERED, CALLED), "a");
    assert_eq!(outcome(REJECTED, ""), "b");
    assert_eq!(outcome(REJECTED, CALLED), "other");
    assert_eq!(outcome(RENDERED, &CALLED.replace("1.0", "2")), "other");
}

#[test]
fn answers_of_another_shape_are_told_with_their_place() {
    let case = steps(r#"{"envelope":"panel","expect":"rendered"}"#);
    for (result, words) in [
        ("{}".to_owned(), "missing member `phases`"),
        (phases(&[]), "0 answers to 1 phases"),
        (
            phases(&["{}".to_owned()]),
            "missing member `outcomes` (at /result/phases/0)",
        ),
        (
            phases(&[phase(r#"{"id":"e1","outcome":"shown"}"#, "")]),
            "found \"shown\" (at /result/phases/0/outcomes/0/outcome)",
        ),
        (
            phases(&[phase(RENDERED, r#"{"id":"e1","name":"n"}"#)]),
            "missing member `value`",
        ),
    ] {
        let judgement = case.judge(&[answer(&result)]);
        let message = judgement.finding.unwrap().message;
        assert_eq!(judgement.verdict, Verdict::BadAnswer, "{message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn slips_of_the_pen_are_told() {
    let required = |text: String, words: &str| {
        let error = slip("frontend", Level::Required, &text);
        assert!(error.contains(words), "{error}");
    };
    for (step, words) in [
        (r#"{"envelope":"panel"}"#, "says what it expects"),
        (
            r#"{"envelope":"panels","expect":"any"}"#,
            "did you mean `panel`?",
        ),
        (
            r#"{"envelope":5,"expect":"any"}"#,
            "an object, or the name of one",
        ),
        (
            r#"{"envelope":"panel","expect":"shown"}"#,
            "unknown expectation `shown`",
        ),
        (
            r#"{"envelope":"panel","expect":["any"]}"#,
            "two words or more",
        ),
        (
            r#"{"envelope":"panel","expect":["any","ignored"]}"#,
            "`ignored` stands alone",
        ),
        (
            r#"{"envelope":"panel","expect":["any","any"]}"#,
            "stands twice",
        ),
        (
            r#"{"envelope":"panel","renderer":"done","expect":"any"}"#,
            "`threw` or `hold`",
        ),
        (r#"{"event":"x","expect":"any"}"#, "a step is an `envelope`"),
        (
            r#"{"event":"x","data":null,"expect":"rendered"}"#,
            "no `envelope_id`",
        ),
        (
            r#"{"earlier":"e1","expect":"any"}"#,
            "no envelope of this id",
        ),
        (
            r#"{"sse":"x","expect":"any"}"#,
            "bytes are for the profile `sse`",
        ),
    ] {
        required(with_steps(step), words);
    }
    required(r#"{"steps":[]}"#.to_owned(), "missing member `registry`");
    required(
        r#"{"registry":{"components":[]},"steps":[]}"#.to_owned(),
        "each a list of names",
    );
    required(
        r#"{"registry":null,"steps":[],"records":[]}"#.to_owned(),
        "for the profile `records`",
    );
    required(
        r#"{"registry":null,"phases":[]}"#.to_owned(),
        "has `registry` in these",
    );
    required(
        r#"{"phases":[{"registry":null,"steps":[]},{"session":"s","steps":[]}]}"#.to_owned(),
        "stands in the first phase",
    );
    required(
        r#"{"registry":null,"steps":[],"framings":"cuts"}"#.to_owned(),
        "framings are for the profile `sse`",
    );
    let sse = |text: &str| slip("sse", Level::Required, text);
    assert!(
        sse(r#"{"registry":null,"steps":[],"framings":"cut"}"#)
            .contains("there are byte-order-mark, cuts")
    );
    assert!(sse(&with_steps(r#"{"sse":"{data}","expect":"any"}"#)).contains("stands for the data"));
    assert!(sse(&with_steps(r#"{"sse":{"b64":"?"},"expect":"any"}"#)).contains("no base64"));
    let framed = r#"{"registry":null,"steps":[{"sse":"x","expect":"any"}],"framings":"cuts"}"#;
    assert!(sse(framed).contains("none of whose steps is written out"));
    let open = |text: &str| slip("frontend", Level::Informative, text);
    let outcomes = r#""outcomes":{"a":{"steps":[]},"b":{"steps":[null]}}"#;
    assert!(
        open(&format!(r#"{{"registry":null,"steps":[],{outcomes}}}"#))
            .contains("1 words for 0 steps")
    );
    let expects = with_steps(r#"{"envelope":"panel","expect":"any"}"#);
    assert!(open(&expects).contains("expects nothing"));
}
