//! The schema of result files.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use uiconform_catalogue::record::{
    BaselineCounts, BaselineStanding, Baselined, CaseRecord, DriverRecord, Exchange, Failure,
    Header, KnownFailure, LevelCounts, NumberedInput, ProfileRecord, Record, Recorded,
    SCHEMA_VERSION, Selection, Shard, SuiteRecord, Trailer,
};
use uiconform_catalogue::schemas::RESULT;
use uiconform_catalogue::summary::{Conformance, ProfileSummary};
use uiconform_catalogue::{Level, Verdict};

use super::{assert_fits, assert_refused, edited, validator};

fn line(record: Record) -> Value {
    serde_json::from_str(&record.to_line()).unwrap()
}

fn raw(text: &str) -> Option<Box<RawValue>> {
    Some(RawValue::from_string(text.to_owned()).unwrap())
}

fn header(selection: Selection, driver: DriverRecord) -> Value {
    let profile = ProfileRecord {
        profile: "agentue-1.1/reducer".to_owned(),
        headline: true,
        offered: true,
        cases: LevelCounts::default(),
    };
    line(Record::Header(Box::new(Header {
        schema: SCHEMA_VERSION,
        harness: "0.1.0".to_owned(),
        suites: vec![SuiteRecord {
            suite: "agentue-1.1".to_owned(),
            version: "1.0.0".to_owned(),
            digest: format!("sha256:{}", "0f".repeat(32)),
            foreign: false,
            profiles: vec![profile],
        }],
        selection,
        driver,
    })))
}

fn short_header() -> Value {
    header(Selection::default(), DriverRecord::default())
}

fn full_header() -> Value {
    let selection = Selection {
        profiles: vec!["reducer".to_owned()],
        filters: vec!["*/append/*".to_owned()],
        failed_only: true,
        strict: true,
        shuffle: Some(u64::MAX),
        repeat: Some(3),
        shard: Some(Shard { index: 2, total: 4 }),
        baselined: true,
        timeout: Some("10s".to_owned()),
        startup_timeout: Some("0".to_owned()),
        cases: 9,
    };
    let driver = DriverRecord {
        command: vec!["python3".to_owned(), "driver.py".to_owned()],
        embedded: true,
        name: "mine".to_owned(),
        version: "1".to_owned(),
        language: Some("Python".to_owned()),
        url: Some("https://example.org".to_owned()),
        profiles: vec!["agentue-1.1/reducer".to_owned()],
        features: vec!["batch".to_owned()],
        limits: [("depth".to_owned(), 100)].into(),
        choices: [("empty mask".to_owned(), raw("[1.0]").unwrap())].into(),
    };
    header(selection, driver)
}

fn case(verdict: Verdict, recorded: Option<Recorded>, failure: Option<Failure>) -> Value {
    let failure_is_there = failure.is_some();
    line(Record::Case(Box::new(CaseRecord {
        id: "agentue-1.1/append/existing-block/keeps-equal-deltas".to_owned(),
        profile: "agentue-1.1/reducer".to_owned(),
        level: if recorded.is_some() {
            Level::Informative
        } else {
            Level::Required
        },
        requirements: vec!["AUE-5.3-02".to_owned()],
        verdict,
        number_lossy: if failure.is_some() {
            vec!["/meta/a~1b".to_owned(), String::new()]
        } else {
            Vec::new()
        },
        recorded,
        beyond_limit: failure.is_some(),
        failure,
        baseline: failure_is_there.then(|| Baselined {
            standing: BaselineStanding::Changed,
            reason: Some("known".to_owned()),
            was: Some(KnownFailure {
                verdict: Verdict::Crash,
                fingerprint: String::new(),
            }),
            note: Some("the case is new".to_owned()),
        }),
        micros: 41,
    })))
}

fn short_failure() -> Failure {
    Failure {
        fingerprint: "crash".to_owned(),
        message: "the driver ended".to_owned(),
        at_any_level: false,
        why: "A driver answers.".to_owned(),
        place: "cases/append/existing-block.json:7:5".to_owned(),
        step: None,
        inputs: Vec::new(),
        pointer: None,
        expected: None,
        got: None,
        transcript: Vec::new(),
        stderr: String::new(),
        exit: None,
        hint: None,
    }
}

fn full_failure() -> Failure {
    let said = |received: Option<&str>| Exchange {
        purpose: "the case".to_owned(),
        sent: "{}".to_owned(),
        received: received.map(str::to_owned),
    };
    Failure {
        at_any_level: true,
        step: Some(1),
        inputs: vec![NumberedInput {
            number: 1,
            text: "{\"op\":\"ping\"}".to_owned(),
        }],
        pointer: Some("/blocks/0".to_owned()),
        expected: raw("null"),
        got: raw("{\"a\":[1.0]}"),
        transcript: vec![said(Some("{}")), said(None)],
        stderr: "panicked".to_owned(),
        exit: Some("exit status 1".to_owned()),
        hint: Some("flush".to_owned()),
        ..short_failure()
    }
}

fn recorded() -> Value {
    let recorded = Recorded {
        asks: "append to an absent field".to_owned(),
        outcome: "other".to_owned(),
    };
    case(Verdict::Recorded, Some(recorded), None)
}

fn trailer(stopped: Option<&str>) -> Value {
    line(Record::Trailer(Box::new(Trailer {
        profiles: vec![ProfileSummary {
            profile: "agentue-1.1/reducer".to_owned(),
            headline: true,
            cases: LevelCounts::default(),
            passed: LevelCounts::default(),
            failed: LevelCounts::default(),
            not_run: 1,
            missing: stopped.is_some(),
            conformance: Conformance::Partial,
        }],
        stopped: stopped.map(str::to_owned),
        baseline: stopped.map(|_| BaselineCounts::default()),
        exit: 5,
        millis: 812,
    })))
}

#[test]
fn records_as_rust_writes_them_fit() {
    let validator = validator(RESULT, "");
    for (record, what) in [
        (short_header(), "a short header"),
        (full_header(), "a full header"),
        (case(Verdict::Pass, None, None), "a pass"),
        (
            case(Verdict::Crash, None, Some(short_failure())),
            "a short failure",
        ),
        (
            case(Verdict::Fail, None, Some(full_failure())),
            "a full failure",
        ),
        (recorded(), "a recorded case"),
        (trailer(None), "a trailer"),
        (
            trailer(Some("stopped after 1 failure")),
            "a trailer of a stopped run",
        ),
    ] {
        assert_fits(&validator, &record, what);
    }
}

/// The names of members, sorted.
fn names(value: &Value) -> Vec<String> {
    match value {
        Value::Object(members) => members.keys().cloned().collect(),
        Value::Array(names) => {
            let mut names: Vec<String> = names
                .iter()
                .map(|name| name.as_str().unwrap().to_owned())
                .collect();
            names.sort();
            names
        }
        other => panic!("{other} has no names"),
    }
}

#[test]
fn schema_and_records_name_the_same_members() {
    let schema: Value = serde_json::from_str(RESULT).unwrap();
    let failed = case(Verdict::Fail, None, Some(full_failure()));
    let crashed = case(Verdict::Crash, None, Some(short_failure()));
    let passed = case(Verdict::Pass, None, None);
    let everything = edited(&failed, "/recorded", Some(recorded()["recorded"].clone()));
    let (short, full) = (short_header(), full_header());
    let (ended, stopped) = (trailer(None), trailer(Some("")));
    // The definition, a record without its optional members, one with all of them, and the place in both.
    for (definition, least, most, place) in [
        ("/header", &short, &full, ""),
        ("/suite", &short, &full, "/suites/0"),
        (
            "/suite/properties/profiles/items",
            &short,
            &full,
            "/suites/0/profiles/0",
        ),
        ("/levelCounts", &short, &full, "/suites/0/profiles/0/cases"),
        ("/selection", &short, &full, "/selection"),
        ("/driver", &short, &full, "/driver"),
        ("/case", &passed, &everything, ""),
        (
            "/case/properties/recorded",
            &everything,
            &everything,
            "/recorded",
        ),
        ("/failure", &crashed, &failed, "/failure"),
        ("/trailer", &ended, &stopped, ""),
        ("/profileSummary", &ended, &stopped, "/profiles/0"),
    ] {
        let part = schema.pointer(&format!("/$defs{definition}")).unwrap();
        let (least, most) = (least.pointer(place).unwrap(), most.pointer(place).unwrap());
        assert_eq!(
            names(&part["required"]),
            names(least),
            "required of {definition}"
        );
        let mut known = names(&part["properties"]);
        known.sort();
        assert_eq!(known, names(most), "members of {definition}");
    }
    let exchange = &schema
        .pointer("/$defs/failure/properties/transcript/items")
        .unwrap();
    let said = |index: usize| &failed["failure"]["transcript"][index];
    assert_eq!(
        names(&exchange["properties"]),
        names(&edited(said(0), "/received", Some(json!(""))))
    );
    assert_eq!(names(&exchange["required"]), names(said(1)));
}

#[test]
fn schema_and_records_use_the_same_words() {
    let schema: Value = serde_json::from_str(RESULT).unwrap();
    let words = |pointer: &str| names(schema.pointer(&format!("/$defs{pointer}/enum")).unwrap());
    let sorted = |words: &[&str]| names(&json!(words));
    assert_eq!(
        words("/case/properties/verdict"),
        sorted(&Verdict::ALL.map(Verdict::word))
    );
    assert_eq!(
        words("/case/properties/level"),
        sorted(&Level::ALL.map(Level::word))
    );
    let conformance = [
        Conformance::Conformant,
        Conformance::NotConformant,
        Conformance::Partial,
        Conformance::Unsupported,
        Conformance::NotSelected,
    ];
    assert_eq!(
        words("/profileSummary/properties/conformance"),
        names(&json!(conformance))
    );
    let failures = schema
        .pointer("/$defs/case/allOf/0/if/properties/verdict/enum")
        .unwrap();
    let wanting: Vec<Verdict> = Verdict::ALL
        .into_iter()
        .filter(|verdict| verdict.is_failure())
        .collect();
    assert_eq!(names(failures), names(&json!(wanting)));
}

#[test]
fn broken_records_are_refused() {
    let validator = validator(RESULT, "");
    let (header, trailer, recorded) = (full_header(), trailer(None), recorded());
    let (passed, failed) = (
        case(Verdict::Pass, None, None),
        case(Verdict::Fail, None, Some(full_failure())),
    );
    for (base, pointer, new) in [
        (&header, "/record", None),
        (&header, "/record", Some(json!("Header"))),
        (&header, "/record", Some(json!("trailer"))),
        (&header, "/schema", Some(json!(2))),
        (&header, "/driver", None),
        (&header, "/suites/0/digest", Some(json!("sha256:0f"))),
        (&header, "/suites/0/foreign", None),
        (
            &header,
            "/suites/0/profiles/0/profile",
            Some(json!("reducer")),
        ),
        (
            &header,
            "/suites/0/profiles/0/cases/required",
            Some(json!(-1)),
        ),
        (&header, "/selection/cases", None),
        (&header, "/selection/shuffle", Some(Value::Null)),
        (&header, "/driver/command", Some(json!("python3 driver.py"))),
        (&header, "/driver/limits/depth", Some(json!("100"))),
        (&passed, "/id", None),
        (&passed, "/verdict", Some(json!("passed"))),
        (&passed, "/verdict", Some(json!("fail"))),
        (&passed, "/verdict", Some(json!("recorded"))),
        (&passed, "/level", Some(json!("must"))),
        (&passed, "/requirements", Some(json!("AUE-5.3-02"))),
        (&passed, "/micros", Some(json!(0.5))),
        (&passed, "/number_lossy", Some(json!(["meta"]))),
        (&failed, "/failure", None),
        (&failed, "/verdict", Some(json!("pass"))),
        (&failed, "/failure/fingerprint", None),
        (&failed, "/failure/place", Some(json!("cases/a.json"))),
        (&failed, "/failure/step", Some(json!(0))),
        (&failed, "/failure/transcript/0/sent", None),
        (&failed, "/failure/exit", Some(json!(1))),
        (&recorded, "/recorded", None),
        (&recorded, "/recorded/outcome", None),
        (&recorded, "/level", Some(json!("required"))),
        (&recorded, "/verdict", Some(json!("pass"))),
        (&trailer, "/exit", Some(json!(6))),
        (&trailer, "/millis", None),
        (&trailer, "/stopped", Some(Value::Null)),
        (
            &trailer,
            "/profiles/0/conformance",
            Some(json!("not conformant")),
        ),
        (&trailer, "/profiles/0/passed", None),
    ] {
        let what = format!("{new:?} at {pointer}");
        assert_refused(&validator, &edited(base, pointer, new), &what);
    }
}
