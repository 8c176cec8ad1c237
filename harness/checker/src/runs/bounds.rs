//! Where runs begin and end in a recording.

use std::mem;

use hashbrown::HashSet;
use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::ag_ui::{Body, Event, Progress};

use super::current::Current;
use super::judge::Judge;
use super::shape::{self, Type};
use super::thread::{Knowledge, RecordedThread};
use super::{RecordedRuns, take};
use crate::Objection;

const OUT_OF_PLACE: &str =
    "A run is over with its terminal event, so nothing of what follows is taken.";
const UNSTARTED: &str =
    "Clients take nothing before the start of the run; here the run is taken to have begun.";

impl RecordedRuns {
    /// What there is to say of an event that follows the end of a run, before which no other has begun. Nothing where there is none.
    pub(super) fn after_end(
        &mut self,
        name: &JsonString,
        kind: Option<&Type>,
    ) -> Option<Vec<Objection>> {
        let is_lost = self.lost_start;
        let run = self.current.as_mut()?;
        let (ended, by) = run.ended?;
        if is_lost {
            return None;
        }
        if let Some(entry) = self.threads[run.thread].runs.last_mut() {
            entry.refused += 1;
        }
        let is_end = kind.is_some_and(|kind| ["RUN_FINISHED", "RUN_ERROR"].contains(&kind.name));
        if !is_end && mem::replace(&mut run.told_of_more, true) {
            return Some(Vec::new());
        }
        let (rule, expected) = match is_end {
            true => ("AGU-STREAM-01", "one event that ends a run"),
            false => ("AGU-STREAM-12", "the start of another run, or nothing"),
        };
        let got = format!("`{name}` after the `{by}` of {ended}");
        Some(vec![Objection::new(
            rule,
            Level::Required,
            expected,
            got,
            OUT_OF_PLACE,
        )])
    }

    /// What there is to say of the start of a run, which begins it.
    pub(super) fn run_started(&mut self, kind: &'static Type, mut event: Object) -> Vec<Objection> {
        let mut objections = Vec::new();
        let id = |event: &Object, name: &str| event.get(name).and_then(Value::as_string).cloned();
        if let Some(run) = self.current.as_ref().filter(|run| run.ended.is_none()) {
            if run.is_implicit {
                return self.late_start(kind, event);
            }
            let is_other = id(&event, "runId").is_some_and(|id| id != run.id);
            if !run.judge.doubt.covers_all() {
                let got = match is_other {
                    true => "the start of another run",
                    false => "its start again",
                };
                let expected = format!(
                    "the end of run {:?}, which began with {}",
                    run.id, run.begun
                );
                let why = match is_other {
                    true => {
                        "A run is started while none is active; here the run before is taken to have stopped."
                    }
                    false => {
                        "A run is started once; clients refuse the event, or end the run as failed."
                    }
                };
                let objection = Objection::new("AGU-ORDER-06", Level::Required, expected, got, why);
                objections.push(objection);
            }
            if !is_other {
                let found = shape::check(kind, &mut event);
                objections.extend(found.objections);
                return objections;
            }
        }
        let found = shape::check(kind, &mut event);
        objections.extend(found.objections);
        self.begin(&event, kind.name);
        objections
    }

    /// The start of a run of which events have come already.
    fn late_start(&mut self, kind: &'static Type, mut event: Object) -> Vec<Objection> {
        let found = shape::check(kind, &mut event);
        let text = |name: &str| event.get(name).and_then(Value::as_string).cloned();
        let (thread, id) = (text("threadId"), text("runId"));
        if let Some(run) = &mut self.current {
            run.is_implicit = false;
            run.id = id.unwrap_or_default();
            let entry = &mut self.threads[run.thread];
            if let Some(latest) = entry.runs.last_mut() {
                latest.id = run.id.clone();
            }
            if let Some(thread) = thread
                && !self.places.contains_key(&thread)
                && entry.session.thread.is_empty()
            {
                entry.session.thread = thread.clone();
                self.places.remove(&JsonString::new());
                self.places.insert(thread, run.thread);
            }
        }
        found.objections
    }

    /// Begins a run with that event, as far as it says which.
    pub(super) fn begin(&mut self, event: &Object, by: &'static str) {
        let text = |name: &str| event.get(name).and_then(Value::as_string).cloned();
        let (thread, run) = match by {
            "RUN_STARTED" => (text("threadId"), text("runId")),
            _ => (None, None),
        };
        let (thread, run) = (thread.unwrap_or_default(), run.unwrap_or_default());
        let place = *self.places.entry(thread.clone()).or_insert_with(|| {
            self.threads.push(RecordedThread::new(thread));
            self.threads.len() - 1
        });
        self.threads[place].begin(run.clone(), take::input(event));
        let here = self.here();
        let mut judge = Judge::default();
        if mem::take(&mut self.lost_start) {
            judge.doubt.cast_on_all();
            self.threads[place].knowledge = Knowledge::Unknown;
        }
        self.judged_in_part = self.judged_in_part();
        self.hygiene.patches = 0;
        let mut current = Current {
            thread: place,
            id: run.clone(),
            begun: here,
            last: here,
            last_mark: self.mark,
            is_implicit: by != "RUN_STARTED",
            ended: None,
            told_of_more: false,
            told_of_state: false,
            retired: HashSet::new(),
            unbegun: HashSet::new(),
            doubtful: HashSet::new(),
            progress: Progress::new(run.clone()),
            judge,
            judged_in_part: 0,
        };
        let thread = &mut self.threads[place];
        let body = Body::RunStarted {
            thread: thread.session.thread.clone(),
            run,
        };
        thread.session.interrupts.clear();
        current.take(thread, Event::new(body), here);
        self.current = Some(current);
    }

    /// Begins a run where an event has come that can only be of one, and says what is wrong with that.
    pub(super) fn before_start(&mut self, kind: &'static Type) -> Vec<Objection> {
        if self.open_run().is_some() {
            return Vec::new();
        }
        let is_told = mem::replace(&mut self.told_of_start, true);
        let (rule, level, why) = match kind.name {
            "RAW" | "CUSTOM" => (
                "AGU-ORDER-05",
                Level::Informative,
                "The text leaves open whether it may come before the start of a run.",
            ),
            "RUN_ERROR" => (
                "AGU-END-24",
                Level::Informative,
                "The text leaves open how a stream ends that begins with it; some clients want the start of the run first.",
            ),
            _ => ("AGU-ORDER-04", Level::Required, UNSTARTED),
        };
        let is_lost = self.lost_start;
        if rule == "AGU-ORDER-05" {
            // The start may still come, and its absence be told of.
            self.told_of_start = false;
        } else {
            self.begin(&Object::new(), kind.name);
        }
        if is_told || is_lost {
            return Vec::new();
        }
        let expected = "`RUN_STARTED`, with which a run begins";
        let got = format!("`{}`", kind.name);
        vec![Objection::new(rule, level, expected, got, why)]
    }
}
