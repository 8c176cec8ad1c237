//! A check of a recorded stream of AG-UI: what a client would object to, and what the protocol forbids whoever sends.
//!
//! Events are read, ordered and applied by the reference client, in runs that the recording begins and ends; the
//! [judge](judge::Judge) stands in for the steps of that client and notes which rule each refusal is of.
//!
//! # Levels
//!
//! A finding is of the level of its rule, with these exceptions.
//!
//! - The order of events binds whoever sends them, since clients leave out what breaks it, or end the run: rules of order, of
//!   owners and of chunks are told as required.
//! - Where the text leaves open what a client makes of another form than the one it gives, whoever sends is bound to the form: a
//!   role or an outcome that is not defined (`AGU-EVENT-10`, `AGU-END-18`), a tag of null (`AGU-EVENT-08`), a malformed patch
//!   (`AGU-STATE-12`), bytes that are not UTF-8 (`AGU-SSE-10`), and a line that is not of the stream (`AGU-SSE-07`).
//! - What some clients take and others do not is told as recommended, whatever the rule says: a member that is null where it may be
//!   absent, what is new in protocol 1.0, a result before the end of its call, ids that are taken again.
//! - What cannot be known from a recording is told as informative: patches of a state, results of calls and patches of activities
//!   that may be from before it.

mod bounds;
mod current;
mod doubt;
mod hygiene;
mod judge;
mod origins;
mod shape;
mod statistics;
mod take;
mod thread;

#[cfg(test)]
mod tests;

use hashbrown::HashMap;
use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Object, ParseError, Value};
use uiconform_protocols::ag_ui::{Event, Id, Policy};

use self::current::Current;
use self::hygiene::Hygiene;
use self::origins::Origin;
use self::shape::{Act, Thing, Type};
use self::thread::Knowledge;
use crate::{Finding, Mark, Objection};

pub use statistics::RunStatistics;
pub use thread::{RecordedRun, RecordedThread, RunEnd};

const LOST: &str = "A client of the seed text ends the run as failed where something cannot be read; here the check goes on, and holds nothing against later events that this may explain.";
const UNENDED: &str =
    "Only the agent can say how a run ended, so clients take one that just stops for failed.";

/// A recording of AG-UI as it is read, event by event.
///
/// ```
/// use uiconform_checker::RecordedRuns;
///
/// let mut recorded = RecordedRuns::new(false);
/// recorded.event(r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#);
/// let findings = recorded.event(r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}"#);
/// let rules: Vec<&str> = findings.iter().map(|finding| finding.objection.rule).collect();
/// assert_eq!(rules, ["AGU-ORDER-08"]);
/// assert_eq!(recorded.finish()[0].objection.rule, "AGU-END-08");
/// ```
#[derive(Clone, Debug, Default)]
pub struct RecordedRuns {
    hygiene: Hygiene,
    statistics: RunStatistics,
    /// Events so far, also those that cannot be read.
    events: usize,
    /// Where the event begins that is judged, if that is known.
    mark: Option<Mark>,
    threads: Vec<RecordedThread>,
    places: HashMap<Id, usize>,
    /// The latest run.
    current: Option<Current>,
    /// Whether something was lost where no run was open, which may have been the start of one.
    lost_start: bool,
    /// Whether it has been said that something came before any run.
    told_of_start: bool,
    /// Whether it has been said what came last is cut off.
    is_cut: bool,
    judged_in_part: usize,
}

impl RecordedRuns {
    /// A recording of which nothing has been read; whether what works and is better otherwise is looked for too.
    pub fn new(hygiene: bool) -> Self {
        let mut recorded = Self::default();
        recorded.hygiene.is_asked = hygiene;
        recorded
    }

    /// Says where the next event begins.
    pub fn at(&mut self, mark: Mark) {
        self.mark = Some(mark);
    }

    /// Everything that is wrong with the next event, of which this is the text.
    pub fn event(&mut self, text: &str) -> Vec<Finding> {
        self.parsed_event(text, uiconform_json::parse(text))
    }

    /// The same for whoever has parsed the text already.
    pub fn parsed_event(&mut self, text: &str, parsed: Result<Value, ParseError>) -> Vec<Finding> {
        self.count(text.len());
        let objections = match parsed {
            Ok(Value::Object(event)) => self.object(event),
            Ok(other) => {
                let expected = "an event, which is an object with a `type`";
                let got = other.kind().to_string();
                self.lost(Objection::new(
                    "AGU-EVENT-07",
                    Level::Required,
                    expected,
                    got,
                    LOST,
                ))
            }
            Err(_) if text.trim() == "[DONE]" => vec![self.done()],
            Err(error) => self.lost(Objection::new(
                "AGU-SSE-09",
                Level::Required,
                "an event, which is JSON",
                error.to_string(),
                LOST,
            )),
        };
        self.findings(objections)
    }

    /// What there is to say of the next event being no text, since it is not UTF-8.
    pub fn unreadable(&mut self, why: String) -> Vec<Finding> {
        self.count(0);
        let expected = "an event in UTF-8";
        let objection = Objection::new("AGU-SSE-10", Level::Required, expected, why, LOST);
        let objections = self.lost(objection);
        self.findings(objections)
    }

    /// What there is to say of the next event having more bytes than whoever reads the recording takes, so that it was not read.
    pub fn unread(&mut self, limit: usize) -> Vec<Finding> {
        self.count(0);
        let objection = Objection::new(
            "AGU-TEXT-11",
            Level::Required,
            format!("an event of {limit} bytes at most, which is the limit of this check"),
            "a longer one, which was not read",
            "What it says is not checked, so nobody can say that the recording is valid. It breaks no rule of the text.",
        );
        let objections = self.lost(objection);
        self.findings(objections)
    }

    /// What is wrong with the input ending within an event, which is then none.
    pub fn cut(&mut self, why: String) -> Vec<Finding> {
        self.is_cut = true;
        let objection = match self.open_run() {
            Some(_) => Objection::new(
                "AGU-SSE-12",
                Level::Required,
                "whole events up to the end of the run",
                why,
                "An event that is cut off reaches no client, and one whose stream stops before the run is over takes it for failed.",
            ),
            None => Objection::new(
                "AGU-SSE-11",
                Level::Informative,
                "whole events up to the end",
                why,
                "The text leaves open whether a client takes it; by the standard of event streams it does not.",
            ),
        };
        self.stray_findings(objection)
    }

    /// What is wrong where there is no event, but something between events that does not belong there.
    pub fn stray(&mut self, why: String) -> Vec<Finding> {
        let expected = "events and nothing between them";
        let why_it_matters = "Readers differ in what they make of it.";
        let objection =
            Objection::new("AGU-SSE-09", Level::Required, expected, why, why_it_matters);
        self.stray_findings(objection)
    }

    /// What is wrong with the latest event having bytes that are not UTF-8, in the place of which readers have put U+FFFD.
    pub fn malformed(&mut self) -> Vec<Finding> {
        self.stray_findings(Objection::new(
            "AGU-SSE-10",
            Level::Required,
            "UTF-8",
            "bytes that are none, for which readers of event streams put U+FFFD",
            "Some clients end the run as failed, and others show something else than was meant.",
        ))
    }

    /// What is wrong with a line of JSON in an event stream that has no `data:` in front, which is no event.
    pub fn unprefixed(&mut self) -> Vec<Finding> {
        let objections = self.lost(Objection::new(
            "AGU-SSE-07",
            Level::Required,
            "`data:` in front of the JSON of an event",
            "a line that begins with `{`",
            "Readers of event streams pass over it, so what it says reaches no client.",
        ));
        self.stray_all(objections)
    }

    /// Everything that is wrong with the input having come to its end.
    pub fn finish(&mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some(run) = self.open_run()
            && !self.is_cut
        {
            let objection = Objection::new(
                "AGU-END-08",
                Level::Required,
                "`RUN_FINISHED` or `RUN_ERROR`, with which a run ends",
                run.left_open(),
                UNENDED,
            );
            findings.push(Finding {
                mark: run.last_mark,
                ..Finding::new(run.last.event, run.id.clone(), objection)
            });
        }
        let at_end = self.hygiene_at_end();
        findings.extend(at_end.map(|objection| {
            let event = self.events.saturating_sub(1);
            Finding {
                mark: self.mark,
                ..Finding::new(event, JsonString::new(), objection)
            }
        }));
        findings
    }

    /// Events so far, also those that cannot be read.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Runs so far.
    pub fn runs(&self) -> usize {
        self.threads.iter().map(|thread| thread.runs.len()).sum()
    }

    /// Events that were judged in part, since what they build on was lost, was refused, or is from before the recording.
    pub fn judged_in_part(&self) -> usize {
        let current = self.current.as_ref();
        self.judged_in_part + current.map_or(0, |run| run.judged_in_part)
    }

    /// What the events add up to, thread by thread, in the order in which they began.
    pub fn threads(&self) -> &[RecordedThread] {
        &self.threads
    }

    /// What has been read so far, in numbers.
    pub fn statistics(&self) -> RunStatistics {
        let mut statistics = self.statistics;
        statistics.events = self.events;
        statistics.threads = self.threads.len();
        for thread in &self.threads {
            statistics.messages += thread.session.messages().len();
            statistics.subagents += thread.session.subagents.entries().len();
            for run in &thread.runs {
                statistics.runs += 1;
                statistics.refused += run.refused;
                match run.end {
                    RunEnd::Success { .. } => statistics.successes += 1,
                    RunEnd::Interrupted => statistics.interrupted += 1,
                    RunEnd::Failed { .. } => statistics.failed += 1,
                    RunEnd::Open | RunEnd::Cancelled | RunEnd::Unreadable => {}
                }
            }
        }
        statistics
    }

    fn count(&mut self, bytes: usize) {
        self.events += 1;
        self.statistics.bytes += bytes as u64;
        self.statistics.largest = self.statistics.largest.max(bytes);
    }

    /// The event that is judged.
    fn here(&self) -> Origin {
        Origin {
            event: self.events.saturating_sub(1),
            line: self.mark.map(|mark| mark.line),
        }
    }

    /// The run that goes on, if one does.
    fn open_run(&self) -> Option<&Current> {
        self.current.as_ref().filter(|run| run.ended.is_none())
    }

    fn findings(&mut self, objections: Vec<Objection>) -> Vec<Finding> {
        let (here, mark) = (self.here(), self.mark);
        if let Some(run) = self.current.as_mut().filter(|run| run.ended.is_none()) {
            (run.last, run.last_mark) = (here, mark);
        }
        self.stray_all(objections)
    }

    fn stray_findings(&self, objection: Objection) -> Vec<Finding> {
        self.stray_all(vec![objection])
    }

    fn stray_all(&self, objections: Vec<Objection>) -> Vec<Finding> {
        let run = self.current.as_ref().map(|run| run.id.clone());
        let run = run.unwrap_or_default();
        let event = self.events.saturating_sub(1);
        let findings = objections.into_iter();
        findings
            .map(|objection| Finding::new(event, run.clone(), objection))
            .collect()
    }

    /// Something of which nothing is known has come in the place of an event.
    fn lost(&mut self, objection: Objection) -> Vec<Objection> {
        self.statistics.unreadable += 1;
        match self.current.as_mut().filter(|run| run.ended.is_none()) {
            Some(run) => {
                run.judge.doubt.cast_on_all();
                let thread = &mut self.threads[run.thread];
                thread.knowledge = Knowledge::Unknown;
                thread.knows_messages = false;
            }
            None => self.lost_start = true,
        }
        vec![objection]
    }

    /// The line with which other streams end.
    fn done(&mut self) -> Objection {
        self.statistics.unreadable += 1;
        let (rule, level, why) = match self.open_run() {
            Some(_) => (
                "AGU-SSE-09",
                Level::Required,
                "A client of the seed text ends the run as failed where something cannot be read.",
            ),
            None => (
                "AGU-SSE-13",
                Level::Recommended,
                "Clients that read on after the end of a run refuse the run for it.",
            ),
        };
        Objection::new(rule, level, "an event, which is JSON", "`[DONE]`", why)
    }

    /// Everything that is wrong with an event that is an object.
    fn object(&mut self, mut event: Object) -> Vec<Objection> {
        let Some(name) = event.get("type").and_then(Value::as_string).cloned() else {
            let got = event.get("type").map_or_else(
                || "none".to_owned(),
                |other| format!("{} in its place", other.kind()),
            );
            let expected = "a `type`, which is a string";
            return self.lost(Objection::new(
                "AGU-EVENT-07",
                Level::Required,
                expected,
                got,
                LOST,
            ));
        };
        self.hygiene.has_times |= event.contains("timestamp");
        let known = name.as_str().and_then(shape::named);
        let meant = known.or_else(|| name.as_str().and_then(shape::meant));
        let is_start = meant.is_some_and(|kind| kind.name == "RUN_STARTED");
        if !is_start && let Some(objections) = self.after_end(&name, meant) {
            return objections;
        }
        let Some(kind) = known else {
            return self.unknown(&name, meant, &event);
        };
        if kind.name == "RUN_STARTED" {
            return self.run_started(kind, event);
        }
        let mut objections = self.before_start(kind);
        let found = shape::check(kind, &mut event);
        objections.extend(found.objections);
        if self.open_run().is_none() {
            // For the application alone, before any run.
            return objections;
        }
        if found.is_unreadable {
            self.unreadable_event(kind, &event, found.is_patch_only);
            return objections;
        }
        objections.extend(self.readable(kind, event));
        objections
    }

    /// What there is to say of an event of a type that is not defined.
    fn unknown(
        &mut self,
        name: &JsonString,
        meant: Option<&'static Type>,
        event: &Object,
    ) -> Vec<Objection> {
        self.statistics.unreadable += 1;
        let expected = match meant {
            Some(kind) => format!("`{}`, which seems to be meant", kind.name),
            None => "a type of the protocol".to_owned(),
        };
        let objection = Objection::new(
            "AGU-EVENT-01",
            Level::Required,
            expected,
            format!("{name:?}"),
            "A client of the seed text ends the run as failed; one of protocol 1.0 passes the event over.",
        );
        match meant {
            Some(kind) if kind.name == "RUN_STARTED" => self.begin(event, kind.name),
            Some(kind) => {
                self.before_start(kind);
                self.unreadable_event(kind, event, false);
            }
            None => {}
        }
        vec![objection.at("type")]
    }

    /// An event that cannot be read has come in its place: what it may have done is held against nobody.
    fn unreadable_event(&mut self, kind: &'static Type, event: &Object, is_patch_only: bool) {
        let here = self.here();
        let Some(run) = self.current.as_mut().filter(|run| run.ended.is_none()) else {
            return;
        };
        let thread = &mut self.threads[run.thread];
        run.judge.doubt.cast_by(kind, event);
        match kind.act {
            Act::State => {
                thread.knowledge = match (thread.knowledge, is_patch_only) {
                    (Knowledge::Unknown, _) | (_, false) => Knowledge::Unknown,
                    (_, true) => Knowledge::Doubtful,
                };
            }
            Act::Messages => thread.knows_messages = false,
            Act::Activity => {
                let id = event.get("messageId").and_then(Value::as_string);
                run.doubtful.extend(id.cloned());
            }
            Act::Run => run.ended = Some((here, kind.name)),
            _ => {}
        }
        if let Some(entry) = thread.runs.last_mut() {
            entry.refused += 1;
            if kind.act == Act::Run {
                entry.end = RunEnd::Unreadable;
            }
        }
    }

    /// What becomes of an event that can be read, in a run that goes on.
    fn readable(&mut self, kind: &'static Type, raw: Object) -> Vec<Objection> {
        let here = self.here();
        let Some(run) = self.current.as_mut() else {
            return Vec::new();
        };
        let thread = &mut self.threads[run.thread];
        // The members beside the body are not needed by it, and are few.
        let kept = self.hygiene.is_asked.then(|| raw.clone());
        let span = raw.get("messageId").and_then(Value::as_string).cloned();
        let event = match Event::read(Policy::V1, Value::Object(raw)) {
            Ok(Some(event)) => event,
            Ok(None) => return Vec::new(),
            Err(error) => {
                // The form of the type says the same, so this is not to be expected.
                let why = "A client cannot read the event.";
                let rule = "AGU-EVENT-05";
                let expected = Objection::TAKEN;
                let found = Objection::new(rule, Level::Required, expected, error.text, why);
                return vec![found];
            }
        };
        let mut objections = Vec::from_iter(run.retired(kind));
        if let (Some(id), Act::Begin(Thing::Span) | Act::End(Thing::Span)) = (&span, kind.act) {
            objections.extend(run.span(id, kind.act == Act::Begin(Thing::Span), here));
        }
        if let Some(raw) = &kept {
            objections.extend(self.hygiene.of(raw, &event, thread));
        }
        let (found, _) = run.take(thread, event, here);
        objections.extend(found);
        if run.progress.is_over() {
            run.ended = Some((here, kind.name));
        }
        objections
    }
}
