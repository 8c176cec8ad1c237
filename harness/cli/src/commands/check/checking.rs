//! From the records of an input to findings with their places.

use std::collections::BTreeSet;
use std::io;

use uiconform_catalogue::Level;
use uiconform_checker::{Finding, Objection};
use uiconform_json::{Pointer, Value, offset_of};
use uiconform_report::check::{CheckFinding, CheckReporter, CheckSummary};
use uiconform_stream::{Fault, Place, Record};

use super::recording::{Recording, Traits};
use super::rules::Rules;
use crate::args::Check;

/// A check under way.
pub(super) struct Checking<'c> {
    pub(super) args: &'c Check,
    rules: &'c Rules<'c>,
    fail_on: Level,
    pub(super) summary: CheckSummary,
    shown: usize,
    /// The rules of the findings that are told.
    pub(super) told: BTreeSet<String>,
    /// Whether something has come that looks like an event.
    pub(super) is_recording: bool,
    /// What has come in the place of events as long as there was none.
    pub(super) nothing: Nothing,
}

/// A finding on its way to the report.
pub(super) struct Told {
    finding: CheckFinding,
    /// Whether it is counted only.
    hidden: bool,
}

impl Told {
    pub(super) fn tell(&self, reporter: &mut dyn CheckReporter) -> io::Result<()> {
        match self.hidden {
            true => {
                reporter.hidden(&self.finding);
                Ok(())
            }
            false => reporter.finding(&self.finding),
        }
    }
}

/// What an input is that has no event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Nothing {
    /// Bytes or texts of any kind.
    #[default]
    Unlike,
    /// One JSON value over several lines.
    Spread,
    /// An object with a list of events in it.
    Wrapped,
}

impl Nothing {
    /// What to do about it.
    pub(super) fn hint(self, traits: &Traits) -> String {
        match self {
            Self::Unlike => format!(
                "there is no JSON object with `{}` or another member of an event in it; --input says in which form events are, and --suite of which protocol",
                traits.members[0]
            ),
            Self::Spread => {
                "a line is no whole JSON object; put each event on one line, as `jq -c . FILE | uiconform check -` does".to_owned()
            }
            Self::Wrapped => {
                "the events are in a list within an object; take them out, as `jq -c '.events[]' FILE | uiconform check -` does".to_owned()
            }
        }
    }

    /// What a text is that is no event.
    fn of(text: &str, traits: &Traits) -> Self {
        match uiconform_json::parse(text) {
            Ok(Value::Object(members))
                if members.iter().any(|(_, value)| is_list(value, traits)) =>
            {
                Self::Wrapped
            }
            Err(_) if matches!(text.trim(), "{" | "[") => Self::Spread,
            _ => Self::Unlike,
        }
    }
}

fn is_list(value: &Value, traits: &Traits) -> bool {
    let elements = value.as_array();
    elements.is_some_and(|elements| elements.iter().any(|element| traits.is_event(element)))
}

impl<'c> Checking<'c> {
    pub(super) fn new(args: &'c Check, rules: &'c Rules<'c>) -> Self {
        Self {
            args,
            rules,
            fail_on: args.fail_on.into(),
            summary: CheckSummary {
                left_out: rules.is_filtered().then_some(0),
                ..CheckSummary::default()
            },
            shown: 0,
            told: BTreeSet::new(),
            is_recording: false,
            nothing: Nothing::Unlike,
        }
    }

    /// Checks what comes next and adds what is found.
    pub(super) fn record(
        &mut self,
        record: &Record,
        recording: &mut dyn Recording,
        told: &mut Vec<Told>,
    ) {
        let traits = recording.traits();
        self.look(record, traits);
        recording.at(record.start);
        // What is passed over stands before the event, and explains what follows from it.
        if let Some(at) = record.unprefixed {
            for finding in recording.unprefixed() {
                self.find(&finding, at, None, false, traits, told);
            }
        }
        let found = match &record.text {
            Ok(text) => {
                // A frame without a name has an empty one; in other formats there are no names.
                let name = record.event.as_deref().unwrap_or_default();
                recording.event(record.is_frame().then_some(name), text)
            }
            Err(fault) => recording.fault(fault),
        };
        self.summary.events = recording.events();
        let text = record.text.as_deref().ok();
        // What is cut off stands after the last event.
        let is_cut = matches!(record.text, Err(Fault::Unfinished { .. }));
        let mut placed: Vec<(Place, Finding)> = found
            .into_iter()
            .map(|mut finding| (place_of(record, &mut finding, traits), finding))
            .collect();
        // In the order of the input, whichever rule is looked at first.
        placed.sort_by_key(|(place, _)| place.offset);
        for (place, finding) in placed {
            // What was brought by an earlier event is not in this text.
            let text = text.filter(|_| finding.mark.is_none());
            self.find(&finding, place, text, is_cut, traits, told);
        }
        // A text of an event that was not UTF-8 has been mended by the rules of its format.
        if let Some(at) = record.malformed.filter(|_| record.text.is_ok()) {
            for finding in recording.malformed() {
                self.find(&finding, at, None, false, traits, told);
            }
        }
    }

    /// Checks what is missing at the end.
    pub(super) fn end(&mut self, recording: &mut dyn Recording, told: &mut Vec<Told>) {
        let traits = recording.traits();
        for finding in recording.finish() {
            let place = marked(&finding).unwrap_or(Place::START);
            let is_missing = Some(finding.objection.rule) == traits.no_end;
            self.find(&finding, place, None, is_missing, traits, told);
        }
    }

    /// Finds out whether this is a recording at all.
    fn look(&mut self, record: &Record, traits: &Traits) {
        match &record.text {
            _ if self.is_recording => {}
            Ok(text) if traits.looks_like_event(text) => self.is_recording = true,
            Ok(text) if self.nothing == Nothing::Unlike => self.nothing = Nothing::of(text, traits),
            Ok(_) => {}
            // What was not read may be anything.
            Err(Fault::TooLong { .. }) => self.is_recording = true,
            Err(_) => {}
        }
        if matches!(record.text, Err(Fault::TooLong { .. })) {
            self.summary.unread += 1;
        }
    }

    /// Adds a finding, unless it is not wanted.
    fn find(
        &mut self,
        finding: &Finding,
        place: Place,
        text: Option<&str>,
        at_end: bool,
        traits: &Traits,
        told: &mut Vec<Told>,
    ) {
        let objection = &finding.objection;
        if !self.rules.wants(objection.rule) {
            self.summary.left_out = self.summary.left_out.map(|count| count + 1);
            return;
        }
        *self.summary.findings.entry(objection.level).or_default() += 1;
        self.summary.failed |= objection.level >= self.fail_on;
        let hidden = self.args.max.is_some_and(|most| self.shown >= most);
        match hidden {
            true => *self.summary.hidden.entry(objection.level).or_default() += 1,
            false => {
                self.shown += 1;
                if !self.told.contains(objection.rule) {
                    self.told.insert(objection.rule.to_owned());
                }
            }
        }
        let pointer = objection.pointer.to_string();
        let (expected, problem, got) = match &objection.expected[..] {
            // All that can be said is what is wrong; the event says what is there.
            Objection::TAKEN => (
                None,
                Some(objection.got.to_string()),
                text.map_or_else(String::new, |text| excerpt(text, &pointer)),
            ),
            expected => (Some(expected.to_owned()), None, objection.got.to_string()),
        };
        let finding = CheckFinding {
            rule: objection.rule.to_owned(),
            // An event that is too long for this check breaks no rule, so none is told.
            requirement: self
                .rules
                .text(objection.rule)
                .filter(|_| objection.rule != traits.own_limit),
            level: objection.level,
            event: finding.event + 1,
            at_end,
            offset: place.offset,
            line: place.line,
            column: place.column,
            stream: finding.stream.to_string_lossy().into_owned(),
            pointer,
            expected,
            problem,
            got,
            why: objection.why.to_owned(),
        };
        told.push(Told { finding, hidden });
    }
}

/// Where in the input the thing stands that a finding is about: the member, or where the text stops to be JSON, or the event.
fn place_of(record: &Record, finding: &mut Finding, traits: &Traits) -> Place {
    if let Some(place) = marked(finding) {
        return place;
    }
    let text = match &record.text {
        Ok(text) => text,
        Err(Fault::NotUtf8 { at }) => return *at,
        Err(Fault::Unfinished { end, .. }) => return *end,
        Err(_) => return record.start,
    };
    let objection = &mut finding.objection;
    if traits.no_json.contains(&objection.rule)
        && let Err(error) = uiconform_json::parse(text)
    {
        // The parser counts within the text of the event; the place of the finding is that in the input.
        objection.got = match text.trim() {
            "[DONE]" => traits.done.into(),
            _ => error.message.into(),
        };
        return record.place(error.offset);
    }
    match objection.pointer == Pointer::root() {
        true => record.start,
        false => record.place(offset_of(text, &objection.pointer)),
    }
}

/// Where the event begins that brought what a finding is about, if that is an earlier one.
fn marked(finding: &Finding) -> Option<Place> {
    finding.mark.map(|mark| Place {
        offset: mark.offset,
        line: mark.line,
        column: mark.column,
    })
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
