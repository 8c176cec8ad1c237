//! The reference frontend of agent-ui@1.

#![allow(clippy::unwrap_used)] // A test says what it expects.

use uiconform_json::{JsonString, Value, parse};
use uiconform_protocols::agent_ui::{
    Became, Call, Entry, Frontend, Kind, Outcome, Program, Reference, Registry, Renderer, Report,
    Status,
};

/// Notes what it is called with, and does with each envelope as it is told.
#[derive(Default)]
struct Screen {
    calls: Vec<Call>,
    reports: Vec<(&'static str, Report)>,
}

impl Renderer for Screen {
    fn render(&mut self, call: &Call) -> Report {
        self.calls.push(call.clone());
        let report = self.reports.iter().find(|(id, _)| call.id == *id);
        report.map_or(Report::Done, |(_, report)| report.clone())
    }
}

fn program() -> Program {
    let even = |params: &Value| match params.as_number().and_then(|number| number.to_u64()) {
        Some(number) if number % 2 == 0 => Ok(()),
        _ => Err("not even".to_owned()),
    };
    let entry = |name: &str, fits| Entry {
        name: name.into(),
        fits,
    };
    Program {
        components: vec![entry("panel", |_| Ok(())), entry("even", even)],
        actions: vec![entry("zoom", even)],
    }
}

const ALL: &str = r#"{"components":["panel","even","absent"],"actions":["zoom","absent"],"grammars":["echarts-safe-subset"]}"#;

/// A frontend with a registry and a screen.
struct Page<'p> {
    frontend: Frontend<'p>,
    screen: Screen,
}

impl<'p> Page<'p> {
    fn new(program: &'p Program, registry: &str) -> Self {
        let mut page = Self {
            frontend: Frontend::new(program),
            screen: Screen::default(),
        };
        page.allow(registry);
        page
    }

    fn allow(&mut self, registry: &str) {
        let registry = Registry::read(&parse(registry).unwrap());
        self.frontend.set_registry(&mut Reference, registry);
    }

    /// What has become of an envelope that arrives under that id.
    fn take(&mut self, id: &str, envelope: &str) -> Became {
        let data = format!(
            r#"{{"session_id":"s","envelope_id":"{id}","created_at":1.50,"envelope":{envelope}}}"#
        );
        let events = vec![("ui_envelope".to_owned(), parse(&data).unwrap())];
        self.frontend
            .events(&mut Reference, &mut self.screen, events);
        let told = self.frontend.take_told();
        assert!(told.errors.is_empty(), "{:?}", told.errors);
        let [outcome] = &told.outcomes[..] else {
            panic!("{:?}", told.outcomes);
        };
        assert_eq!(outcome.id, *id);
        outcome.became.clone()
    }

    fn reload(&mut self, message: Option<&str>) -> Vec<Outcome> {
        let message = message.map(|message| parse(message).unwrap());
        self.screen.calls.clear();
        self.frontend
            .reload(&mut Reference, &mut self.screen, message.as_ref());
        self.frontend.take_told().outcomes
    }
}

fn panel(more: &str) -> String {
    format!(
        r#"{{"kind":"registered_component","schemaVersion":"agent-ui@1","component":"panel","surface":"canvas","props":null{more}}}"#
    )
}

fn zoom(params: &str, more: &str) -> String {
    format!(
        r#"{{"kind":"map_action","schemaVersion":"agent-ui@1","action":"zoom","surface":"map_overlay","params":{params}{more}}}"#
    )
}

const CHART: &str = r#"{"kind":"chart","schemaVersion":"agent-ui@1","grammar":"echarts-safe-subset","surface":"side_panel","spec":{},"data":[1]}"#;

/// The rule by which an envelope is rejected.
fn rule(became: &Became) -> &str {
    match became {
        Became::Rejected(why) => why.split(':').next().unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_three_kinds_are_handed_on_as_they_are() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    for (id, envelope) in [
        ("a", panel(r#","data":null,"more":1"#)),
        ("b", CHART.to_owned()),
        ("c", zoom("4", r#","data":5,"fallbackText":"f""#)),
    ] {
        assert_eq!(page.take(id, &envelope), Became::Rendered);
    }
    let calls = &page.screen.calls;
    assert_eq!(calls[0].data, Some(Value::Null));
    assert_eq!(
        (&*calls[1].value.to_text(), calls[1].kind),
        ("{}", Kind::Chart)
    );
    assert_eq!(calls[2].data, None);
    let statuses: Vec<Status> = page
        .frontend
        .records()
        .iter()
        .map(|record| record.status)
        .collect();
    assert_eq!(statuses, [Status::Rendered; 3]);
    assert_eq!(page.frontend.records()[0].created_at.to_text(), "1.50");
}

#[test]
fn what_is_wrong_is_named_by_its_rule() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    let panel = panel("");
    for (envelope, expected) in [
        ("7".to_owned(), "AUI-3-23"),
        ("{}".to_owned(), "AUI-3-01"),
        (panel.replace("agent-ui@1", "agent-ui@2"), "AUI-3-03"),
        (panel.replace("canvas", "Canvas"), "AUI-3-05"),
        (CHART.replace("side_panel", "map_overlay"), "AUI-3-07"),
        (CHART.replace("echarts", "x"), "AUI-3-08"),
        (panel.replace(r#""panel""#, "7"), "AUI-3-09"),
        (zoom("4", "").replace(r#""zoom""#, "7"), "AUI-3-10"),
        (panel.replace("props", "p"), "AUI-3-11"),
        (zoom("4", "").replace("params", "p"), "AUI-3-12"),
        (CHART.replace("spec", "s"), "AUI-3-13"),
        (CHART.replace("data", "d"), "AUI-3-14"),
        (
            panel.replace("props", "fallbackText\":0,\"props"),
            "AUI-3-20",
        ),
        (panel.replace(r#""panel""#, r#""other""#), "AUI-4-02"),
        (zoom("4", "").replace("zoom", "other"), "AUI-4-04"),
        (zoom("4", "").replace("map_overlay", "canvas"), "AUI-4-10"),
        (zoom("3", ""), "AUI-4-11"),
        (panel.replace(r#""panel""#, r#""even""#), "AUI-4-19"),
        (panel.replace(r#""panel""#, r#""absent""#), "AUI-4-24"),
    ] {
        let became = page.take("a", &envelope);
        assert_eq!(rule(&became), expected, "{envelope}");
    }
    page.allow("null");
    assert_eq!(rule(&page.take("a", &panel)), "AUI-4-15");
    assert!(page.screen.calls.is_empty() && page.frontend.records().is_empty());
}

#[test]
fn only_map_actions_fall_back() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    let text = r#","fallbackText":"\ud800""#;
    let lone = parse(r#""\ud800""#).unwrap().as_string().cloned().unwrap();
    for invalid in [
        zoom("3", text),
        zoom("4", text).replace("zoom", "other"),
        zoom("4", text).replace("agent-ui@1", "other"),
    ] {
        assert_eq!(page.take("a", &invalid), Became::Fallback(lone.clone()));
    }
    let other = panel(text).replace(r#""panel""#, r#""other""#);
    assert_eq!(rule(&page.take("b", &other)), "AUI-4-02");
    let [record] = page.frontend.records() else {
        panic!("{:?}", page.frontend.records());
    };
    assert_eq!((record.status, &record.error), (Status::Fallback, &None));
}

#[test]
fn renderers_report_in_their_time() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    page.screen.reports = vec![
        ("a", Report::Held),
        ("b", Report::Threw("ouch".to_owned())),
        ("c", Report::Held),
    ];
    assert_eq!(page.take("a", &panel("")), Became::Pending);
    assert_eq!(page.take("b", &panel("")), Became::Error("ouch".to_owned()));
    assert_eq!(page.take("c", &panel("")), Became::Pending);
    let report = |page: &mut Page<'_>, id: &str, report| {
        page.frontend.report(&mut Reference, &id.into(), report);
        page.frontend.take_told().outcomes
    };
    let outcomes = report(&mut page, "a", Report::Done);
    assert_eq!(outcomes[0].became, Became::Rendered);
    assert!(
        report(&mut page, "a", Report::Done).is_empty(),
        "it has reported"
    );
    assert!(
        report(&mut page, "b", Report::Done).is_empty(),
        "it was not held"
    );
    report(&mut page, "c", Report::Threw("late".to_owned()));
    let records = page.frontend.records().iter();
    let records: Vec<_> = records
        .map(|record| (record.status, record.error.clone()))
        .collect();
    let error = |why: &str| Some(JsonString::from(why));
    assert_eq!(
        records,
        [
            (Status::Rendered, None),
            (Status::Error, error("ouch")),
            (Status::Error, error("late"))
        ]
    );
}

#[test]
fn events_that_cannot_be_read_are_told() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    let event = |data: &str| vec![("ui_envelope".to_owned(), parse(data).unwrap())];
    for (data, rule) in [
        ("[]", "AUI-2-04"),
        (r#"{"envelope_id":"a"}"#, "AUI-2-04"),
        (r#"{"envelope":1}"#, "AUI-2-05"),
        (r#"{"envelope":1,"envelope_id":"a"}"#, "AUI-2-06"),
        (
            r#"{"envelope":1,"envelope_id":"a","session_id":"s","created_at":"1"}"#,
            "AUI-2-07",
        ),
        (r#"{"envelope":{"a":[{"b":1,"b":1}]}}"#, "AUI-2-23"),
    ] {
        page.frontend
            .events(&mut Reference, &mut page.screen, event(data));
        let told = page.frontend.take_told();
        assert!(told.outcomes.is_empty());
        assert!(told.errors[0].starts_with(rule), "{:?}", told.errors);
    }
    let other = vec![("UI_ENVELOPE".to_owned(), Value::Null)];
    page.frontend
        .events(&mut Reference, &mut page.screen, other);
    assert!(page.frontend.take_told().errors.is_empty());
}

#[test]
fn a_stream_is_read_as_its_standard_has_it() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    let data = |id: &str| {
        let envelope = panel("");
        format!(r#"{{"session_id":"s","envelope_id":"{id}","created_at":0,"envelope":{envelope}}}"#)
    };
    let text = format!(
        "\u{feff}: hello\r\nevent: ui_envelope\rdata: {}\n\ndata: {}\n\nevent:ui_envelope\ndata: {{\n\nevent: ui_envelope\ndata: {}\n",
        data("é"),
        data("unnamed"),
        data("unfinished")
    );
    let pieces: Vec<Vec<u8>> = text.bytes().map(|byte| vec![byte]).collect();
    page.frontend
        .stream(&mut Reference, &mut page.screen, &pieces);
    let told = page.frontend.take_told();
    let ids: Vec<String> = told
        .outcomes
        .iter()
        .map(|outcome| outcome.id.to_string_lossy().into_owned())
        .collect();
    assert_eq!(ids, ["é"]);
    assert!(told.errors[0].starts_with("AUI-2-03"), "{:?}", told.errors);
}

#[test]
fn a_reload_judges_anew_and_keeps_what_was() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    page.screen.reports = vec![("d", Report::Held), ("e", Report::Threw("ouch".to_owned()))];
    page.take("a", &panel(r#","more":1"#));
    page.take("b", &zoom("4", ""));
    page.take("c", &zoom("3", r#","fallbackText":"f""#));
    page.take("d", &panel(""));
    page.take("e", CHART);
    let before = page.frontend.records().to_vec();
    page.screen.reports.clear();
    let outcomes = page.reload(None);
    let became: Vec<(String, Became)> = outcomes
        .into_iter()
        .map(|outcome| (outcome.id.to_string(), outcome.became))
        .collect();
    let is = |id: &str, became| (id.to_owned(), became);
    assert_eq!(
        became,
        [
            is("a", Became::Rendered),
            is("c", Became::Fallback("f".into())),
            is("d", Became::Rendered),
            is("e", Became::Error("ouch".to_owned())),
        ]
    );
    assert_eq!(page.screen.calls.len(), 2, "an act is not repeated");
    let after = page.frontend.records().to_vec();
    assert_eq!(after[3].status, Status::Rendered, "it was pending");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(
            (&before.id, &before.envelope, &before.created_at),
            (&after.id, &after.envelope, &after.created_at)
        );
    }

    page.allow(r#"{"components":[],"actions":[],"grammars":[]}"#);
    let outcomes = page.reload(None);
    assert!(page.screen.calls.is_empty());
    assert_eq!(rule(&outcomes[0].became), "AUI-4-02");
    assert_eq!(
        page.frontend.records()[0].status,
        Status::Rendered,
        "as it was"
    );
}

#[test]
fn a_message_from_the_history_takes_the_place_of_all() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    page.take("a", &panel(""));
    assert!(page.reload(Some("{}")).is_empty());
    assert!(page.frontend.records().is_empty());
    let record = |status: &str| {
        format!(
            r#"{{"envelopeId":"x","createdAt":1,"envelope":{},"renderStatus":"{status}"}}"#,
            panel("")
        )
    };
    let message = format!(
        r#"{{"uiEnvelopes":[{},7,{}]}}"#,
        record("rendered"),
        record("shown")
    );
    assert_eq!(page.reload(Some(&message)).len(), 1);
    let persisted = page.frontend.persisted(&mut Reference);
    assert_eq!(persisted.len(), 1, "what is no record is left out");
    assert_eq!(persisted[0].to_text(), record("rendered"));
}

#[test]
fn one_id_has_one_record() {
    let program = program();
    let mut page = Page::new(&program, ALL);
    page.take("a", &panel(""));
    page.take("b", CHART);
    page.take("a", CHART);
    let records = page.frontend.records();
    let ids: Vec<String> = records.iter().map(|record| record.id.to_string()).collect();
    assert_eq!(ids, ["a", "b"]);
    assert!(
        records[0].envelope.get("spec").is_some(),
        "the last is kept"
    );
}
