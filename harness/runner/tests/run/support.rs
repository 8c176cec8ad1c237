//! Plans of cases that make the driver misbehave, and what came of them.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Duration;

use uiconform_catalogue::record::{
    CaseRecord, DriverRecord, Header, LevelCounts, ProfileRecord, Record, SCHEMA_VERSION,
    Selection, SuiteRecord, Trailer,
};
use uiconform_catalogue::{Catalogue, SourceFile, Verdict};
use uiconform_runner::{
    Choice, Connection, DriverCommand, DriverProcess, Execution, Plan, RunEvent, Settings, Stop,
    Terms, execute, suites,
};

/// A suite of one case for each of these: the driver behaves in it as the word says.
pub(crate) fn catalogue(behaviours: &[&str]) -> Catalogue {
    let cases: Vec<String> = behaviours
        .iter()
        .enumerate()
        .map(|(index, behaviour)| {
            let model = |content: &str| {
                format!(
                    r#"{{"version":"1.1","biz":"{behaviour}","meta":{{}},"blocks":[{{"id":"a","type":"text","content":"{content}"}}]}}"#
                )
            };
            // A case of several requests to one process.
            let more = if behaviour.ends_with("-amid") {
                r#","holds":["repeat"]"#
            } else {
                ""
            };
            format!(
                r#"{{"name":"case-{index}","requirements":["AUE-5.3-01"],"level":"required","why":"w","model":{},
                "steps":[{{"event":{{"op":"append","seq":2,"mask":"block.content","block":{{"id":"a","content":"y"}}}},"expect":"accept"}}],
                "result":{}{more}}}"#,
                model("x"),
                model("xy")
            )
        })
        .collect();
    let text = format!(
        r#"{{"suite":"agentue-1.1","profile":"reducer","topic":"t","cases":[{}]}}"#,
        cases.join(",")
    );
    let file = SourceFile {
        path: "cases/area/file.json".to_owned(),
        shown: "file.json".to_owned(),
        text: Cow::Owned(text),
    };
    suites::load_other("agentue-1.1", &[file]).unwrap().unwrap()
}

/// How a run is made.
pub(crate) struct Setup {
    pub(crate) command: DriverCommand,
    pub(crate) settings: Settings,
    pub(crate) jobs: usize,
    /// How often each case is run.
    pub(crate) times: u32,
    pub(crate) stop: Stop,
    /// Breaks off after so many records.
    pub(crate) listens: usize,
}

impl Setup {
    pub(crate) fn new(request: Duration) -> Self {
        Self {
            command: crate::process::driver("well"),
            settings: crate::process::settings(request),
            jobs: 1,
            times: 1,
            stop: Stop::default(),
            listens: usize::MAX,
        }
    }

    pub(crate) fn with_times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    pub(crate) fn with_jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs;
        self
    }
}

/// What a run told.
pub(crate) struct Told {
    pub(crate) cases: Vec<CaseRecord>,
    pub(crate) trailer: Trailer,
}

impl Told {
    pub(crate) fn verdicts(&self) -> Vec<Verdict> {
        self.cases.iter().map(|case| case.verdict).collect()
    }

    pub(crate) fn message(&self, index: usize) -> &str {
        let failure = self.cases[index].failure.as_ref();
        failure.map_or("", |failure| &failure.message)
    }

    pub(crate) fn hint(&self, index: usize) -> &str {
        let failure = self.cases[index].failure.as_ref();
        failure
            .and_then(|failure| failure.hint.as_deref())
            .unwrap_or_default()
    }

    /// The records without times.
    pub(crate) fn lines(&self) -> Vec<String> {
        let without_time = |case: &CaseRecord| CaseRecord {
            baseline: None,
            micros: 0,
            ..case.clone()
        };
        self.cases
            .iter()
            .map(|case| Record::Case(Box::new(without_time(case))).to_line())
            .collect()
    }
}

/// Runs one case for each behaviour.
pub(crate) fn run(behaviours: &[&str], setup: &Setup) -> Told {
    let catalogues = [catalogue(behaviours)];
    let plan = Plan::new(&catalogues, &Choice::default()).unwrap();
    let (first, identity) =
        DriverProcess::start_until(&setup.command, &setup.settings, &[], &setup.stop)
            .unwrap_or_else(|error| panic!("{error}"));
    let execution = Execution {
        jobs: setup.jobs,
        terms: Terms {
            times: setup.times,
            ..Terms::default()
        },
        max_fail: None,
        gate: None,
    };
    let mut cases = Vec::new();
    let mut records = 0;
    let trailer = execute(
        &plan,
        header(plan.cases.len()),
        &execution,
        Box::new(first),
        &|| {
            let driver = DriverProcess::start_another(
                &setup.command,
                &setup.settings,
                &[],
                &setup.stop,
                &identity,
            )?;
            Ok(Box::new(driver) as Box<dyn Connection>)
        },
        &setup.stop,
        &mut |event| {
            if let RunEvent::Record(record, _) = event {
                records += 1;
                if let Record::Case(case) = record {
                    cases.push((**case).clone());
                }
            }
            if records < setup.listens {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    Told { cases, trailer }
}

fn header(required: usize) -> Header {
    Header {
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
                cases: LevelCounts {
                    required,
                    ..LevelCounts::default()
                },
            }],
        }],
        selection: Selection::default(),
        driver: DriverRecord {
            profiles: vec!["agentue-1.1/reducer".to_owned()],
            ..DriverRecord::default()
        },
    }
}
