//! `uiconform check`: what is wrong with a recorded stream.

mod explain;
mod finals;
mod recording;
mod source;

use std::collections::HashMap;
use std::io::{self, IsTerminal as _, Write as _};

use uiconform_catalogue::{Level, Requirement, did_you_mean};
use uiconform_checker::{Finding, Objection};
use uiconform_json::{JsonString, Pointer, Value, offset_of};
use uiconform_report::check::{
    CheckFinding, CheckFormat, CheckReporter, CheckSubject, CheckSummary, check_reporter,
};
use uiconform_runner::suites;
use uiconform_stream::{Place, Record};

use self::recording::Recording;
use self::source::Source;
use super::unknown_suite;
use crate::args::{Check, CheckFormatName, LevelName};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<u8, Failure> {
    let suite = args.suite.as_deref().unwrap_or(suites::MAIN);
    if let Some(rule) = &args.explain {
        return explain::explain(suite, rule, output);
    }
    let requirements = suites::requirements(suite).ok_or_else(|| unknown_suite(suite))??;
    let rules: HashMap<&str, &Requirement> = requirements
        .iter()
        .map(|requirement| (requirement.id.as_str(), requirement))
        .collect();
    for rule in args.rule.iter().chain(&args.off) {
        if !rules.contains_key(rule.as_str()) {
            let known = rules.keys().copied();
            return Err(Failure::Usage(format!(
                "no rule `{rule}`{}; `uiconform requirements --suite {suite}` lists them",
                did_you_mean(rule, known)
            )));
        }
    }
    if args.file.is_none() && io::stdin().is_terminal() {
        return Err(Failure::Usage(
            "name the file of the recording, or pipe it in: `curl -N … | uiconform check -`"
                .to_owned(),
        ));
    }
    let mut source = Source::open(args)?;
    let mut recording = recording::of(suite, args.hygiene, args.large)
        .ok_or_else(|| Failure::Usage(format!("recordings of {suite} cannot be checked yet")))?;

    let palette = output.palette();
    let subject = CheckSubject {
        input: source.name().to_owned(),
        suite: suite.to_owned(),
        harness: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut check = Checking {
        args,
        rules: &rules,
        fail_on: args.fail_on.into(),
        summary: CheckSummary::default(),
        places: HashMap::new(),
        shown: 0,
    };
    let mut reporter = check_reporter(args.format.into(), output, subject, palette)?;
    // What is slow is told of as it comes; what is fast is not flushed line by line.
    while let Some(batch) = source.next()? {
        for record in batch {
            check.record(&record, &mut *recording, &mut *reporter)?;
        }
        reporter.flush()?;
    }
    check.end(&mut *recording, &mut *reporter)?;
    if check.summary.events == 0 && check.summary.total() == 0 {
        drop(reporter);
        return Err(Failure::Nothing(format!(
            "no event in {}: {}",
            source.name(),
            source.hint()
        )));
    }
    if args.stats {
        check.summary.statistics = recording.statistics();
    }
    reporter.finish(&check.summary)?;
    drop(reporter);
    output.flush()?;
    if let Some(path) = &args.final_models {
        finals::write(path, suite, &*recording)?;
    }
    Ok(u8::from(check.summary.failed))
}

/// A check under way.
struct Checking<'c> {
    args: &'c Check,
    rules: &'c HashMap<&'c str, &'c Requirement>,
    fail_on: Level,
    summary: CheckSummary,
    /// The latest event of each stream that counts, where what is found at the end is placed.
    places: HashMap<JsonString, Place>,
    shown: usize,
}

impl Checking<'_> {
    fn record(
        &mut self,
        record: &Record,
        recording: &mut dyn Recording,
        reporter: &mut dyn CheckReporter,
    ) -> io::Result<()> {
        let found = match &record.text {
            Ok(text) => recording.event(text),
            Err(fault) => recording.fault(fault),
        };
        // A text of an event that was not UTF-8 has been mended by the rules of its format.
        let malformed = record.malformed.filter(|_| record.text.is_ok());
        let number = recording.events();
        self.summary.events = number;
        let mut refused = false;
        for finding in &found {
            refused |= finding.objection.level == Level::Required;
            let pointer = finding.objection.pointer.to_string();
            let place = match &record.text {
                Ok(text) => member_place(record, text, &pointer),
                Err(_) => record.start,
            };
            let value = record.text.as_deref().ok().map(|text| (text, pointer));
            self.tell(finding, record.start, place, value, false, reporter)?;
        }
        if let Some(at) = malformed {
            for finding in recording.malformed() {
                self.tell(&finding, record.start, at, None, false, reporter)?;
            }
        }
        if !refused && let Some(stream) = recording.stream() {
            self.places.insert(stream.clone(), record.start);
        }
        Ok(())
    }

    fn end(
        &mut self,
        recording: &mut dyn Recording,
        reporter: &mut dyn CheckReporter,
    ) -> io::Result<()> {
        for finding in recording.finish() {
            let place = self.places.get(&finding.stream);
            let place = place.copied().unwrap_or(Place::START);
            self.tell(&finding, place, place, None, true, reporter)?;
        }
        self.summary.streams = recording.streams();
        Ok(())
    }

    /// Tells a finding, unless it is not wanted.
    fn tell(
        &mut self,
        finding: &Finding,
        event: Place,
        place: Place,
        value: Option<(&str, String)>,
        at_end: bool,
        reporter: &mut dyn CheckReporter,
    ) -> io::Result<()> {
        let objection = &finding.objection;
        let rule = objection.rule;
        let wanted = self.args.rule.is_empty() || self.args.rule.iter().any(|one| one == rule);
        if !wanted || self.args.off.iter().any(|one| one == rule) {
            return Ok(());
        }
        *self.summary.findings.entry(objection.level).or_default() += 1;
        self.summary.failed |= objection.level >= self.fail_on;
        if self.args.max.is_some_and(|most| self.shown >= most) {
            self.summary.hidden += 1;
            return Ok(());
        }
        self.shown += 1;
        let requirement = self
            .rules
            .get(rule)
            .map(|requirement| requirement.text.clone());
        // Where all that can be said is what is wrong, the rule says what was expected, and the event what is there.
        let (expected, problem, got) = match &objection.expected[..] {
            Objection::TAKEN => (
                requirement.clone().unwrap_or_default(),
                Some(objection.got.to_string()),
                value.map_or_else(String::new, |(text, pointer)| excerpt(text, &pointer)),
            ),
            expected => (expected.to_owned(), None, objection.got.to_string()),
        };
        reporter.finding(&CheckFinding {
            rule: rule.to_owned(),
            requirement,
            level: objection.level,
            event: finding.event + 1,
            at_end,
            offset: event.offset,
            line: place.line,
            column: place.column,
            stream: finding.stream.to_string_lossy().into_owned(),
            pointer: objection.pointer.to_string(),
            expected,
            problem,
            got,
            why: objection.why.to_owned(),
        })
    }
}

/// Characters of a value that are kept.
const EXCERPT: usize = 1000;

/// The value at a pointer as JSON text, or as much of the event as there is.
fn excerpt(text: &str, pointer: &str) -> String {
    let value = uiconform_json::parse(text).ok();
    let pointer = Pointer::parse(pointer);
    let value = value
        .as_ref()
        .zip(pointer)
        .and_then(|(value, pointer)| value.pointer(&pointer).map(Value::to_text));
    let shown = value.as_deref().unwrap_or(text);
    match shown.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown.to_owned(),
    }
}

/// Where the offending member of an event stands, if that is found; else where the event begins.
fn member_place(record: &Record, text: &str, pointer: &str) -> Place {
    if pointer.is_empty() {
        return record.start;
    }
    Pointer::parse(pointer).map_or(record.start, |pointer| {
        record.place(offset_of(text, &pointer))
    })
}

impl From<CheckFormatName> for CheckFormat {
    fn from(name: CheckFormatName) -> Self {
        match name {
            CheckFormatName::Pretty => Self::Pretty,
            CheckFormatName::Json => Self::Json,
            CheckFormatName::Junit => Self::Junit,
            CheckFormatName::Sarif => Self::Sarif,
            CheckFormatName::Github => Self::Github,
        }
    }
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Required => Self::Required,
            LevelName::Recommended => Self::Recommended,
            LevelName::Informative => Self::Informative,
        }
    }
}
