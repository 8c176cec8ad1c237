//! What the executor makes of answers: verdicts that depend on other cases, on repetition, and on how the driver broke.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use std::borrow::Cow;
use std::ops::ControlFlow;

use uiconform_catalogue::record::{
    CaseRecord, DriverRecord, Header, LevelCounts, ProfileRecord, Record, SCHEMA_VERSION,
    Selection, SuiteRecord, Trailer,
};
use uiconform_catalogue::{Catalogue, Offer, SourceFile, Verdict};
use uiconform_driver::serde_json::value::RawValue;
use uiconform_driver::{
    Failure, Implementation, InitializeResult, Limits, PROTOCOL_VERSION, Service,
};
use uiconform_runner::{
    Choice, Connection, Execution, GIVE_UP_AFTER, InProcess, Plan, RunEvent, StartError, Stop,
    Terms, execute, suites,
};

/// Two cases: a delta that is appended, and a number that is refused.
const PAIR: &str = r#"{"suite":"agentue-1.1","profile":"reducer","topic":"t","cases":[
  {"name":"appends","requirements":["AUE-5.3-01"],"level":"required","why":"w",
   "model":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","type":"text","content":"x"}]},
   "steps":[{"event":{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"y"}},"expect":"accept"}],
   "result":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","type":"text","content":"xy"}]}},
  {"name":"refuses","twin":"appends","requirements":["AUE-5.3-15"],"level":"required","why":"w",
   "model":{"version":"1.1","biz":"b","meta":{},"blocks":[{"id":"a","type":"text","content":"x"}]},
   "steps":[{"event":{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":7}},"expect":"reject"}],
   "result":"unchanged"}]}"#;

/// The model of `PAIR` with that content.
fn model(content: &str) -> String {
    format!(
        r#"{{"version":"1.1","biz":"b","meta":{{}},"blocks":[{{"id":"a","type":"text","content":"{content}"}}]}}"#
    )
}

fn catalogue(text: String) -> Catalogue {
    let file = SourceFile {
        path: "cases/area/file.json".to_owned(),
        shown: "file.json".to_owned(),
        text: Cow::Owned(text),
    };
    suites::load_other("agentue-1.1", &[file]).unwrap().unwrap()
}

fn catalogue_of(texts: Vec<String>) -> Catalogue {
    let files: Vec<SourceFile> = texts
        .into_iter()
        .enumerate()
        .map(|(index, text)| SourceFile {
            path: format!("cases/area/file-{index}.json"),
            shown: format!("file-{index}.json"),
            text: Cow::Owned(text),
        })
        .collect();
    suites::load_other("agentue-1.1", &files).unwrap().unwrap()
}

/// So many cases like the first of `PAIR`.
fn many(count: usize) -> Catalogue {
    catalogue(text_of_many(count))
}

fn text_of_many(count: usize) -> String {
    let first = PAIR.split_once("  {\"name\":\"refuses\"").unwrap().0;
    let (head, case) = first.split_once("  {\"name\"").unwrap();
    let case = case.trim_end().trim_end_matches(',');
    let cases: Vec<String> = (0..count)
        .map(|index| {
            format!(
                "{{\"name\"{}",
                case.replace("appends", &format!("appends-{index}"))
            )
        })
        .collect();
    format!("{head}{}]}}", cases.join(","))
}

type Answers = fn(usize, &str) -> Result<String, Failure>;

/// Answers by the number of the request to this process and its params.
struct Scripted {
    answers: Answers,
    asked: usize,
}

impl Service for Scripted {
    fn initialize(&mut self) -> InitializeResult {
        InitializeResult {
            protocol: PROTOCOL_VERSION,
            implementation: Implementation::new("scripted", "1"),
            profiles: vec!["agentue-1.1/reducer".to_owned()],
            features: Vec::new(),
            limits: None,
            choices: Default::default(),
        }
    }

    fn call(&mut self, _method: &str, params: &RawValue) -> Result<String, Failure> {
        self.asked += 1;
        (self.answers)(self.asked, params.get())
    }
}

fn start(answers: Answers) -> Result<Box<dyn Connection>, StartError> {
    let make = move || Box::new(Scripted { answers, asked: 0 }) as Box<dyn Service + Send>;
    Ok(Box::new(InProcess::start(make, &[])?.0))
}

const PLAIN: Execution<'static> = Execution {
    jobs: 1,
    terms: Terms {
        times: 1,
        limits: Limits {
            depth: None,
            bytes: None,
        },
        offer: Offer {
            profiles: Vec::new(),
            features: Vec::new(),
        },
    },
    max_fail: None,
    gate: None,
};

fn run(
    catalogue: Catalogue,
    execution: &Execution,
    answers: Answers,
) -> (Vec<CaseRecord>, Trailer) {
    let catalogues = [catalogue];
    let plan = Plan::new(&catalogues, &Choice::default()).unwrap();
    let cases = LevelCounts {
        required: plan.cases.len(),
        ..LevelCounts::default()
    };
    let header = Header {
        schema: SCHEMA_VERSION,
        harness: "0".to_owned(),
        suites: vec![SuiteRecord {
            suite: "agentue-1.1".to_owned(),
            version: "0".to_owned(),
            digest: String::new(),
            foreign: false,
            profiles: vec![ProfileRecord {
                profile: "agentue-1.1/reducer".to_owned(),
                headline: true,
                offered: true,
                cases,
            }],
        }],
        selection: Selection::default(),
        driver: DriverRecord {
            profiles: vec!["agentue-1.1/reducer".to_owned()],
            ..DriverRecord::default()
        },
    };
    let mut records = Vec::new();
    let trailer = execute(
        &plan,
        header,
        execution,
        start(answers).unwrap(),
        &|| start(answers),
        &Stop::default(),
        &mut |event| {
            if let RunEvent::Record(Record::Case(record), _) = event {
                records.push((**record).clone());
            }
            ControlFlow::Continue(())
        },
    );
    (records, trailer)
}

fn verdicts(records: &[CaseRecord]) -> Vec<Verdict> {
    records.iter().map(|record| record.verdict).collect()
}

fn message(record: &CaseRecord) -> &str {
    &record.failure.as_ref().unwrap().message
}

fn accepted(content: &str) -> String {
    format!(r#"{{"steps":[{{"ok":true}}],"model":{}}}"#, model(content))
}

fn rejected(content: &str) -> String {
    format!(r#"{{"steps":[{{"ok":false}}],"model":{}}}"#, model(content))
}

/// Right for both cases of `PAIR`.
fn right(params: &str) -> String {
    if params.contains(":7}") {
        rejected("x")
    } else {
        accepted("xy")
    }
}

#[test]
fn what_is_right_passes() {
    let (records, trailer) = run(catalogue(PAIR.to_owned()), &PLAIN, |_, params| {
        Ok(right(params))
    });
    assert_eq!(verdicts(&records), [Verdict::Pass, Verdict::Pass]);
    assert_eq!(trailer.exit, 0);
}

#[test]
fn a_rejection_proves_nothing_if_the_twin_is_rejected_too() {
    let (records, trailer) = run(catalogue(PAIR.to_owned()), &PLAIN, |_, _| Ok(rejected("x")));
    assert_eq!(verdicts(&records), [Verdict::Fail, Verdict::Unproven]);
    assert!(message(&records[1]).contains("agentue-1.1/area/file/appends"));
    assert_eq!(trailer.exit, 1);
}

#[test]
fn a_rejection_that_changes_the_model_fails_and_says_where() {
    let (records, _) = run(catalogue(PAIR.to_owned()), &PLAIN, |_, params| {
        Ok(if params.contains(":7}") {
            rejected("x7")
        } else {
            accepted("xy")
        })
    });
    assert_eq!(verdicts(&records), [Verdict::Pass, Verdict::Fail]);
    let failure = records[1].failure.as_ref().unwrap();
    assert_eq!(failure.pointer.as_deref(), Some("/blocks/0/content"));
    assert_eq!(failure.step, Some(1));
    assert_eq!(
        failure.fingerprint,
        "fail step 1 at /blocks/0/content: string for string"
    );
}

#[test]
fn crashes_throughout_five_files_give_up_the_profile() {
    let files: Vec<String> = vec![text_of_many(2); GIVE_UP_AFTER + 2];
    let (records, trailer) = run(catalogue_of(files), &PLAIN, |_, _| panic!("on purpose"));
    // The first case of the fifth file is the last that is run.
    let mut expected = vec![Verdict::Crash; 2 * GIVE_UP_AFTER - 1];
    expected.resize(2 * (GIVE_UP_AFTER + 2), Verdict::NotRun);
    assert_eq!(verdicts(&records), expected);
    assert_eq!(trailer.exit, 5);
    assert!(trailer.stopped.unwrap().contains("given up"));
}

#[test]
fn crashes_in_one_file_give_nothing_up() {
    let (records, trailer) = run(many(8), &PLAIN, |_, _| panic!("on purpose"));
    assert_eq!(verdicts(&records), [Verdict::Crash; 8]);
    assert_eq!(trailer.exit, 1);
}

/// The cases of `PAIR` with that level and a model of 100,000 bytes, so that an event that is as large can be sent.
fn large_pair(level: &str) -> Catalogue {
    let long = format!(r#"{{"$text":{{"of":"y","times":{LARGE}}}}}"#);
    let text = PAIR
        .replace(r#""level":"required""#, &format!(r#""level":"{level}""#))
        .replace(
            r#""content":"y""#,
            &format!(r#""content":{long},"big":true"#),
        )
        .replace(r#""content":7"#, &format!(r#""content":{long},"big":7"#));
    catalogue(text)
}

/// More than any limit that is believed.
const LARGE: usize = 100_000;

fn limited(bytes: u64) -> Execution<'static> {
    let mut execution = PLAIN;
    execution.terms.limits.bytes = Some(bytes);
    execution
}

#[test]
fn what_is_refused_beyond_a_declared_limit_passes() {
    let refuse: Answers = |_, _| Ok(rejected("x"));
    // The second case is as large as its twin, so it is refused for the same reason, which is fine.
    let (records, trailer) = run(large_pair("recommended"), &limited(80_000), refuse);
    assert_eq!(verdicts(&records), [Verdict::Pass, Verdict::Pass]);
    assert!(records.iter().all(|record| record.beyond_limit));
    assert_eq!(trailer.exit, 0);

    let (records, _) = run(large_pair("recommended"), &limited(200_000), refuse);
    assert_eq!(
        verdicts(&records),
        [Verdict::Fail, Verdict::Unproven],
        "within the limit"
    );
    let (records, _) = run(large_pair("required"), &limited(80_000), refuse);
    assert_eq!(
        verdicts(&records),
        [Verdict::Fail, Verdict::Unproven],
        "no limit excuses a required case"
    );
}

#[test]
fn a_limit_that_is_too_low_excuses_nothing_and_is_told() {
    for bytes in [0, 20] {
        let (records, trailer) = run(
            catalogue(PAIR.replace("required", "recommended")),
            &limited(bytes),
            |_, _| Ok(rejected("x")),
        );
        assert_eq!(verdicts(&records), [Verdict::Fail, Verdict::Unproven]);
        assert!(records.iter().all(|record| !record.beyond_limit));
        let hint = records[0].failure.as_ref().unwrap().hint.as_deref();
        assert_eq!(
            hint,
            Some(
                format!(
                    "the driver declares a limit of {bytes} for `bytes`; whoever conforms takes 65536 bytes of an event, \
                     so the limit counts as 65536"
                )
                .as_str()
            )
        );
        assert_eq!(trailer.exit, 0, "recommended cases cost no conformance");
    }
}

#[test]
fn a_refusal_for_a_limit_proves_no_rejection() {
    // The twin is large and refused for that; the case is small.
    let long = format!(r#""content":{{"$text":{{"of":"y","times":{LARGE}}}}}"#);
    let text = PAIR
        .replace("required", "recommended")
        .replace(r#""content":"y""#, &long);
    let (records, _) = run(catalogue(text), &limited(80_000), |_, _| Ok(rejected("x")));
    assert_eq!(verdicts(&records), [Verdict::Pass, Verdict::Unproven]);
    assert!(
        message(&records[1]).contains("was refused too, beyond a limit"),
        "{}",
        message(&records[1])
    );
}

#[test]
fn a_result_file_is_read_as_it_was_written() {
    let (records, _) = run(catalogue(PAIR.to_owned()), &PLAIN, |_, _| {
        Ok(accepted("wrong"))
    });
    for record in records {
        let line = Record::Case(Box::new(record)).to_line();
        let again = Record::from_line(&line).unwrap();
        assert_eq!(again.to_line(), line);
    }
}

#[test]
fn a_crash_now_and_then_gives_nothing_up() {
    // Each process crashes at its third request, so two cases pass between crashes.
    let (records, trailer) = run(many(9), &PLAIN, |asked, params| {
        assert!(asked < 3, "on purpose");
        Ok(right(params))
    });
    let crashes = verdicts(&records)
        .iter()
        .filter(|verdict| **verdict == Verdict::Crash)
        .count();
    assert_eq!(crashes, 3);
    assert_eq!(trailer.exit, 1);
}

#[test]
fn the_run_stops_after_the_failures_that_are_allowed() {
    let execution = Execution {
        max_fail: Some(2),
        ..PLAIN
    };
    let (records, trailer) = run(many(4), &execution, |_, _| Ok(accepted("wrong")));
    use Verdict::{Fail, NotRun};
    assert_eq!(verdicts(&records), [Fail, Fail, NotRun, NotRun]);
    assert_eq!(trailer.exit, 5);
}

#[test]
fn failures_that_cost_nothing_do_not_stop_the_run() {
    let execution = Execution {
        max_fail: Some(1),
        ..PLAIN
    };
    let text = text_of_many(3).replacen("\"required\"", "\"recommended\"", 1);
    let (records, _) = run(catalogue(text), &execution, |_, _| Ok(accepted("wrong")));
    use Verdict::{Fail, NotRun};
    assert_eq!(verdicts(&records), [Fail, Fail, NotRun]);
}

#[test]
fn a_repetition_that_is_answered_differently_is_nondeterministic() {
    let mut execution = PLAIN;
    execution.terms.times = 2;
    let (records, _) = run(many(1), &execution, |asked, _| {
        Ok(accepted(if asked == 1 { "xy" } else { "yx" }))
    });
    assert_eq!(verdicts(&records), [Verdict::Nondeterministic]);
    let failure = records[0].failure.as_ref().unwrap();
    assert_eq!(failure.transcript.len(), 2, "both answers are shown");
}

#[test]
fn failures_of_the_driver_are_told_from_those_of_the_implementation() {
    let (records, _) = run(many(1), &PLAIN, |_, _| {
        Err(Failure::Internal("out of paper".to_owned()))
    });
    assert_eq!(verdicts(&records), [Verdict::BadAnswer]);
    assert!(message(&records[0]).contains("out of paper"));

    let (records, _) = run(many(1), &PLAIN, |_, _| Err(Failure::UnknownMethod));
    assert_eq!(verdicts(&records), [Verdict::Fail]);
    assert!(message(&records[0]).contains("has no method `agentue/reduce`"));
}

#[test]
fn answers_of_the_wrong_shape_are_named_by_their_place() {
    let shapes: [(Answers, &str); 4] = [
        (|_, _| Ok("null".to_owned()), "expected an object"),
        (
            |_, _| Ok(r#"{"steps":[],"model":null}"#.to_owned()),
            "0 verdicts for 1 events",
        ),
        (
            |_, _| Ok(r#"{"steps":[{"ok":1}],"model":null}"#.to_owned()),
            "/result/steps/0/ok",
        ),
        (
            |_, _| Ok(r#"{"steps":[{"ok":true}],"model":[]}"#.to_owned()),
            "expected a model",
        ),
    ];
    for (answers, words) in shapes {
        let (records, _) = run(many(1), &PLAIN, answers);
        assert_eq!(verdicts(&records), [Verdict::BadAnswer], "{words}");
        assert!(
            message(&records[0]).contains(words),
            "{}",
            message(&records[0])
        );
    }
}

#[test]
fn what_a_case_leaves_behind_is_its_own_fault() {
    // The first case touches `__proto__`; the process that has seen it answers wrongly ever after.
    let plain = r#""id":"a","content":"y""#;
    let touching = r#""id":"a","content":"y","__proto__":{}"#;
    let text = text_of_many(2).replacen(plain, touching, 1);
    let (records, trailer) = run(catalogue(text), &PLAIN, |asked, params| {
        // Before the case the canary was asked, after it is asked again: the third request.
        Ok(
            if params.contains("blocks\":[]") || params.contains("\"ping\"") {
                let start = "{\"version\":\"1.1\"}";
                let verdict = asked < 3;
                format!(
                    r#"{{"steps":[{}],"model":{start}}}"#,
                    vec![format!(r#"{{"ok":{verdict}}}"#); 9].join(",")
                )
            } else {
                right(params)
            },
        )
    });
    assert_eq!(verdicts(&records), [Verdict::Fail, Verdict::Pass]);
    assert!(
        message(&records[0]).contains("left something behind"),
        "{}",
        message(&records[0])
    );
    assert!(records[0].failure.as_ref().unwrap().at_any_level);
    assert_eq!(trailer.exit, 1);
}
