//! What a script leads to, step by step and record by record, as far as the text says.

use std::collections::HashMap;

use uiconform_json::{Array, JsonString, Object, Value, parse};
use uiconform_protocols::agent_ui::{Kind, Registry};

use super::bytes::{self, Message};
use super::expect::{Expectation, State, Zone};
use super::script::{Input, Profile, Renderer, Script, What, id_of};
use super::verdict::Verdict;
use crate::lossy;

/// One thing of a phase of which something may be said.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Its members in a case file but for what is expected.
    pub(super) members: Object,
    /// The input that it comes from: its number within the phase, or nothing for what is shown again.
    pub(super) input: Option<usize>,
    /// The identifier of its envelope, if it can be read.
    pub(super) id: Option<JsonString>,
    /// What kind of input it is.
    pub(super) word: &'static str,
    pub(super) expectation: Expectation,
    /// The envelope in it, with whether it may be rendered at all.
    pub(super) envelope: Option<(Value, bool)>,
}

/// Something that is said of the records or the calls of a phase.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) phase: usize,
    /// Whether it is only advised.
    pub(super) advised: bool,
    pub(super) said: Said,
    /// The requirement; that on a status may be another one, by the status that there is.
    pub(super) rule: &'static str,
}

/// What is said.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// Of the record of an envelope, as a case file says it.
    Record(Object),
    /// Records stand in that order.
    Order(Vec<JsonString>),
}

/// A phase.
#[derive(Clone, Debug)]
pub(super) struct ToldPhase {
    /// Its members in a case file but for its steps.
    pub(super) members: Object,
    pub(super) steps: Vec<Step>,
}

/// What a script leads to.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) phases: Vec<ToldPhase>,
    pub(super) claims: Vec<Claim>,
    /// Identifiers that come more than once, of which little is said.
    pub(super) repeated: Vec<JsonString>,
}

/// An envelope that has come.
#[derive(Clone, Debug)]
struct Known {
    id: JsonString,
    envelope: Value,
    state: State,
    /// Whether its renderer reported that it is done, after it was held.
    has_reported: bool,
    /// Whether it was persisted when the page was shown anew.
    is_old: bool,
    /// Whether there is a record of it, whatever is shown.
    is_kept: bool,
}

struct Walk<'s> {
    script: &'s Script,
    registry: Option<Registry>,
    known: Vec<Known>,
    counts: HashMap<JsonString, usize>,
    /// Whether a renderer has not reported.
    is_held: bool,
    session: Option<JsonString>,
    claims: Vec<Claim>,
}

/// Walks through a script.
pub(super) fn tell(script: &Script) -> Told {
    let counts = counts(script);
    let session = script
        .phases
        .first()
        .and_then(|phase| phase.session.clone());
    let mut repeated: Vec<JsonString> = counts
        .iter()
        .filter(|(_, count)| **count > 1)
        .map(|(id, _)| id.clone())
        .collect();
    repeated.sort();
    let mut walk = Walk {
        script,
        registry: None,
        known: Vec::new(),
        counts,
        is_held: false,
        session,
        claims: Vec::new(),
    };
    let phases = (0..script.phases.len()).map(|at| walk.phase(at)).collect();
    Told {
        phases,
        claims: walk.claims,
        repeated,
    }
}

/// How often each identifier comes, with an envelope or without, be it in a message.
fn counts(script: &Script) -> HashMap<JsonString, usize> {
    let mut counts = HashMap::new();
    let mut count = |id: &JsonString| *counts.entry(id.clone()).or_default() += 1;
    for phase in &script.phases {
        for record in records(phase.reload.as_ref()) {
            if let Some(id) = record.get("envelopeId").and_then(Value::as_string) {
                count(id);
            }
        }
        let mut reader = bytes::Reader::default();
        for input in &phase.inputs {
            match &input.what {
                What::Event { data, .. } => id_of(data).into_iter().for_each(&mut count),
                What::Piece(piece) => reader.ids(piece).iter().for_each(&mut count),
                What::Report(_) => {}
            }
        }
        if let Some(Ok(data)) = reader.unfinished().map(|message| parse(&message.data)) {
            id_of(&data).into_iter().for_each(&mut count);
        }
    }
    counts
}

/// The records of a message.
fn records(reload: Option<&Value>) -> impl Iterator<Item = &Value> {
    let list = reload.and_then(|message| message.get("uiEnvelopes")?.as_array());
    list.into_iter().flatten()
}

impl Walk<'_> {
    fn phase(&mut self, at: usize) -> ToldPhase {
        let phase = &self.script.phases[at];
        let mut members = Object::new();
        if let Some(registry) = &phase.registry {
            self.registry = Registry::read(registry);
            members.insert("registry", registry.clone());
        }
        if let Some(session) = &phase.session {
            members.insert("session", session);
        }
        let mut steps = Vec::new();
        if let Some(reload) = &phase.reload {
            members.insert("reload", reload.clone());
            self.reload(at, reload, &mut steps);
        }
        self.reports(at, &mut steps);
        let mut reader = bytes::Reader::default();
        let mut is_first = true;
        for (number, input) in phase.inputs.iter().enumerate() {
            match &input.what {
                What::Report(_) => {}
                What::Event { name, data } => {
                    let members = Object::from_iter([
                        ("event", Value::from(name.as_str())),
                        ("data", data.clone()),
                    ]);
                    let step = self.arrived(name, data, input);
                    steps.push(step.from(number, input, members));
                }
                What::Piece(piece) => {
                    for (part, message) in reader.parts(piece) {
                        let mut step = self.part(&part, message.as_ref(), input);
                        if has_late_mark(&part, is_first) {
                            // Many decoders strip more marks than the one at the beginning.
                            step.expectation = step.expectation.behind_another();
                        }
                        is_first &= part.is_empty();
                        let members = step.of_stream(&part);
                        steps.push(step.from(number, input, members));
                    }
                }
            }
        }
        if let Some(message) = reader.unfinished() {
            self.leave_open(&mut steps, &message);
        }
        if self.script.profile == Profile::Records {
            self.claim(at);
        }
        ToldPhase { members, steps }
    }

    fn is_unique(&self, id: &JsonString) -> bool {
        self.counts.get(id).is_none_or(|count| *count < 2)
    }

    /// What the fixture does with an envelope in a phase: what is said last counts for all of its inputs.
    fn renderer(&self, at: usize, id: &JsonString) -> Option<Renderer> {
        let inputs = self.script.phases[at].inputs.iter().rev();
        inputs
            .filter(|input| match &input.what {
                What::Event { data, .. } => id_of(data) == Some(id),
                What::Report(other) => other == id,
                What::Piece(_) => false,
            })
            .find_map(|input| input.renderer)
    }

    /// Everything but what is persisted is forgotten.
    fn reload(&mut self, at: usize, reload: &Value, steps: &mut Vec<Step>) {
        self.is_held = false;
        if reload.as_bool() != Some(true) {
            let read = |record: &Value| {
                Some(Known {
                    id: record.get("envelopeId")?.as_string()?.clone(),
                    envelope: record.get("envelope")?.clone(),
                    state: match record.get("renderStatus")?.as_str()? {
                        "rendered" => State::Rendered,
                        "fallback" => State::FellBack,
                        "error" => State::Failed,
                        _ => State::Open,
                    },
                    has_reported: false,
                    is_old: true,
                    is_kept: true,
                })
            };
            self.known = records(Some(reload)).filter_map(read).collect();
        }
        for known in std::mem::take(&mut self.known) {
            let again = self.again(at, known, steps);
            self.known.push(again);
        }
    }

    /// What is said of an envelope that is shown again.
    fn again(&self, at: usize, mut known: Known, steps: &mut Vec<Step>) -> Known {
        let verdict = Verdict::of(&known.envelope, self.registry.as_ref());
        let renderer = self.renderer(at, &known.id);
        let allowed = Expectation::of(&verdict, &known.envelope, renderer);
        let is_map_action = verdict.kind == Some(Kind::MapAction);
        let was_settled = matches!(
            known.state,
            State::Rendered | State::Failed | State::FellBack | State::Refused
        );
        let expectation = match verdict.must_not.first() {
            _ if !self.is_unique(&known.id) => Expectation::NONE,
            // A renderer that was held may report before all is forgotten.
            _ if renderer.is_some() && !was_settled => Expectation::NONE,
            Some(rule) => {
                let unlisted = ["AUI-4-02", "AUI-4-04"].contains(rule);
                let rule = if unlisted { "AUI-5-12" } else { "AUI-5-15" };
                Expectation {
                    recommended: None,
                    required: allowed
                        .required
                        .map(|words| super::expect::Words { rule, ..words }),
                    state: State::Refused,
                }
            }
            None if allowed.state == State::Rendered
                && known.state == State::Rendered
                && !is_map_action =>
            {
                Expectation {
                    required: None,
                    recommended: allowed.required.map(|words| super::expect::Words {
                        rule: "AUI-5-14",
                        ..words
                    }),
                    state: State::Rendered,
                }
            }
            None if renderer == Some(Renderer::Threw) && !is_map_action => Expectation {
                recommended: None,
                ..allowed
            },
            None => Expectation::NONE,
        };
        known.has_reported = false;
        known.is_old = true;
        // Of what fails or is not rendered there is a record that says so; of what is invalid there need be none.
        let is_told = matches!(known.state, State::FellBack | State::Failed);
        known.is_kept &= is_told || (known.state == State::Rendered && verdict.may_be_rendered());
        known.state = match (known.state, verdict.may_be_rendered()) {
            // An act that is not repeated stays what it was, and what is not tried anew too.
            (State::Rendered, true) if renderer.is_none() && verdict.should_not.is_empty() => {
                State::Rendered
            }
            (State::FellBack, false) => State::FellBack,
            (State::Refused, false) => State::Refused,
            _ => State::Open,
        };
        let mut members = Object::from_iter([("earlier", &known.id)]);
        let reports = matches!(renderer, Some(Renderer::Threw | Renderer::Done));
        if reports && let Some(renderer) = renderer {
            members.insert("renderer", renderer.text());
        }
        if reports || expectation.required.is_some() || expectation.recommended.is_some() {
            steps.push(Step {
                members,
                input: None,
                id: Some(known.id.clone()),
                word: again_word(&verdict),
                expectation,
                envelope: Some((known.envelope.clone(), verdict.may_be_rendered())),
            });
        }
        known
    }

    /// Renderers that were held report.
    fn reports(&mut self, at: usize, steps: &mut Vec<Step>) {
        let reloads = self.script.phases[at].reload.is_some();
        for (number, input) in self.script.phases[at].inputs.iter().enumerate() {
            let What::Report(id) = &input.what else {
                continue;
            };
            let is_unique = self.is_unique(id);
            let renderer = self.renderer(at, id);
            let Some(known) = self.known.iter_mut().find(|known| known.id == *id) else {
                continue;
            };
            if reloads {
                continue;
            }
            let was_held = known.state == State::Held && is_unique;
            let mut expectation = Expectation::NONE;
            match renderer {
                Some(Renderer::Done) if was_held => {
                    known.state = State::Rendered;
                    known.has_reported = true;
                }
                Some(Renderer::Threw) if was_held => {
                    known.state = State::Open;
                    expectation.recommended = Some(super::expect::Words {
                        words: &["not-rendered"],
                        rule: "AUI-5-08",
                    });
                }
                _ => {}
            }
            let members = Object::from_iter([
                ("earlier", Value::from(id)),
                ("renderer", renderer.map_or("done", Renderer::text).into()),
            ]);
            steps.push(Step {
                members,
                input: Some(number),
                id: Some(id.clone()),
                word: "report",
                expectation,
                envelope: None,
            });
        }
    }

    /// What is said of a part of a stream.
    fn part(&mut self, part: &[u8], message: Option<&Message>, input: &Input) -> Step {
        let Some(message) = message else {
            return Step::unsaid("part of an event", None);
        };
        let is_text = std::str::from_utf8(part).is_ok();
        match parse(&message.data) {
            Ok(data) if lossy::has_duplicates(&data) || !is_text => {
                Step::unsaid("odd text", id_of(&data).cloned())
            }
            Ok(data) => self.arrived(&message.name, &data, input),
            Err(_) if message.name != "ui_envelope" => Step::unsaid("other event", None),
            // What is no JSON to one reader may be some to another.
            Err(_) if !is_text || is_disputed(&message.data) => Step::unsaid("odd text", None),
            Err(_) => {
                let mut step = Step::unsaid("no JSON", None);
                step.expectation = Expectation::unread("AUI-2-03");
                step
            }
        }
    }

    /// An event that lacks its end, so that it may come or not.
    fn leave_open(&mut self, steps: &mut [Step], message: &Message) {
        let data = parse(&message.data).ok();
        let id = data.as_ref().and_then(id_of);
        if let Some(step) = steps.last_mut() {
            step.id = id.cloned();
            step.word = "unfinished event";
            step.expectation = Expectation::NONE;
            step.envelope = data
                .as_ref()
                .and_then(|data| data.get("envelope"))
                .map(|envelope| (envelope.clone(), true));
            match (&step.id, &step.envelope) {
                (Some(id), Some((envelope, _))) => {
                    step.members.insert("id", id);
                    if envelope.as_object().is_some() {
                        step.members.insert("envelope", envelope.clone());
                    }
                }
                _ => {
                    step.members.insert("id", Value::Null);
                }
            }
        }
    }

    /// What is said of an event that arrives.
    fn arrived(&mut self, name: &str, data: &Value, input: &Input) -> Step {
        let id = id_of(data).cloned();
        let unique = id.as_ref().is_none_or(|id| self.is_unique(id));
        if name != "ui_envelope" {
            let mut step = Step::unsaid("other event", id);
            if unique {
                step.expectation = Expectation::ignored(name);
            }
            return step;
        }
        if lossy::is_read_differently(data, super::verdict::DEPTH + 2) {
            let mut step = self.envelope(data, id, input);
            step.expectation = Expectation::NONE;
            self.forget(&step);
            return step;
        }
        let Some(envelope) = data.get("envelope") else {
            let mut step = Step::unsaid("event without an envelope", id);
            if unique {
                step.expectation = Expectation::unread("AUI-2-04");
            }
            return step;
        };
        let offence = offence(data);
        let mut step = self.envelope(data, id, input);
        let verdict = Verdict::of(envelope, self.registry.as_ref());
        if envelope.as_object().is_none() {
            step.expectation = Expectation {
                recommended: None,
                ..Expectation::unread("AUI-3-23")
            };
        }
        if !unique {
            step.expectation = Expectation::NONE;
        } else if let Some(rule) = offence {
            step.word = "event without a member";
            step.expectation = Expectation::reported(rule);
        } else if self.is_open(data) {
            step.expectation = match verdict.must_not.first() {
                Some(rule) if verdict.is_loaded => Expectation::never(rule),
                _ => Expectation::NONE,
            };
        } else if self.is_held {
            step.expectation = step.expectation.behind_another();
        } else if has_surplus(data) && step.expectation.state == State::Rendered {
            // That data may have more members is advice.
            let mut words = step.expectation.required;
            if let Some(words) = &mut words {
                words.rule = "AUI-2-09";
            }
            step.expectation = Expectation {
                required: None,
                recommended: words,
                state: State::Open,
            };
        }
        self.is_held |= input.renderer == Some(Renderer::Hold) && verdict.may_be_rendered();
        if let Some(known) = self.known.last_mut()
            && Some(&known.id) == step.id.as_ref()
        {
            known.state = step.expectation.state;
        }
        step
    }

    /// An envelope beside the registry.
    fn envelope(&mut self, data: &Value, id: Option<JsonString>, input: &Input) -> Step {
        let envelope = data.get("envelope").cloned().unwrap_or_default();
        let verdict = Verdict::of(&envelope, self.registry.as_ref());
        let expectation = Expectation::of(&verdict, &envelope, input.renderer);
        // A case file says of a stream only which objects are in it.
        let can_be_said = self.script.profile != Profile::Sse || envelope.as_object().is_some();
        if let Some(id) = id.as_ref().filter(|_| can_be_said) {
            self.known.push(Known {
                id: id.clone(),
                envelope: envelope.clone(),
                state: expectation.state,
                has_reported: false,
                is_old: false,
                is_kept: false,
            });
        }
        Step {
            members: Object::new(),
            input: None,
            id,
            word: verdict.word(),
            expectation,
            envelope: Some((envelope, verdict.may_be_rendered())),
        }
    }

    /// Nothing more is said of an envelope.
    fn forget(&mut self, step: &Step) {
        let own = |known: &&mut Known| Some(&known.id) == step.id.as_ref();
        self.known
            .iter_mut()
            .filter(own)
            .for_each(|known| known.state = State::Open);
    }

    /// Whether the text leaves open what becomes of an event for its time, its session or its identifier.
    fn is_open(&self, data: &Value) -> bool {
        let text = |name: &str| data.get(name).and_then(Value::as_string);
        let (id, session) = (text("envelope_id"), text("session_id"));
        let is_empty = |text: Option<&JsonString>| text.is_none_or(JsonString::is_empty);
        let other = self.session.is_some() && session != self.session.as_ref();
        other || is_empty(id) || is_empty(session) || !is_time(data.get("created_at"))
    }

    /// What is said of the records after a phase.
    fn claim(&mut self, at: usize) {
        let mut order = Vec::new();
        for known in &self.known {
            if !self.is_unique(&known.id) || known.id.is_empty() || self.session.is_some() {
                continue;
            }
            let mut claims = Claims {
                phase: at,
                id: &known.id,
                claims: &mut self.claims,
            };
            claims.of(known);
            if known.state == State::Rendered {
                order.push(known.id.clone());
            }
        }
        if order.len() > 1 {
            self.claims.push(Claim {
                phase: at,
                advised: true,
                said: Said::Order(order),
                rule: "AUI-5-20",
            });
        }
    }
}

/// Writes down what is said of the record of an envelope.
struct Claims<'c> {
    phase: usize,
    id: &'c JsonString,
    claims: &'c mut Vec<Claim>,
}

impl Claims<'_> {
    fn of(&mut self, known: &Known) {
        let (missing, changed) = match known.is_old {
            true => ("AUI-5-10", "AUI-5-10"),
            false => ("AUI-5-01", "AUI-5-02"),
        };
        let same = Value::from("same");
        let is_object = known.envelope.as_object().is_some();
        if known.state == State::Rendered || known.is_kept {
            self.say(false, missing, false, &[]);
        }
        if is_object {
            self.say(false, changed, true, &[("envelope", same.clone())]);
        }
        let time = if known.is_old { "AUI-5-11" } else { "AUI-5-06" };
        self.say(true, time, true, &[("createdAt", same)]);
        self.say(true, "AUI-5-07", true, &[("error", "string-if-any".into())]);
        let (binding, advised): (&[&str], &[&str]) = match known.state {
            State::Rendered if known.is_old => (&[], &["rendered"]),
            State::Rendered => (&["rendered"], &[]),
            State::Failed if known.is_old => (&[], &["error", "fallback"]),
            State::Failed => (&["fallback", "error"], &["error", "fallback"]),
            State::FellBack => (&["pending", "fallback", "error"], &["fallback"]),
            State::Refused if known.is_old => (&[], &[]),
            State::Refused => (&["pending", "fallback", "error"], &[]),
            State::Held => (&[], &["pending"]),
            State::Open => (&[], &[]),
        };
        let four: &[&str] = &["pending", "rendered", "fallback", "error"];
        let binding = if binding.is_empty() { four } else { binding };
        let rule = match known.state {
            State::Rendered if known.has_reported => "AUI-5-05",
            State::Rendered => "AUI-5-03",
            State::Refused | State::Failed | State::FellBack => "AUI-5-04",
            _ => "AUI-5-25",
        };
        self.say(false, rule, true, &[("renderStatus", list(binding))]);
        if !advised.is_empty() {
            let (rule, optional) = match known.state {
                _ if known.is_old => ("AUI-5-11", true),
                State::Held => ("AUI-5-17", true),
                _ => ("AUI-5-19", false),
            };
            self.say(true, rule, optional, &[("renderStatus", list(advised))]);
        }
        if known.state == State::Rendered {
            self.say(true, "AUI-5-18", false, &[("times", 1_u64.into())]);
        }
    }

    fn say(
        &mut self,
        advised: bool,
        rule: &'static str,
        optional: bool,
        members: &[(&'static str, Value)],
    ) {
        let mut record = Object::from_iter([("envelopeId", self.id)]);
        if optional {
            record.insert("optional", true);
        }
        for (name, value) in members {
            record.insert(*name, value.clone());
        }
        self.claims.push(Claim {
            phase: self.phase,
            advised,
            said: Said::Record(record),
            rule,
        });
    }
}

/// One word, or a list of several.
fn list(words: &[&str]) -> Value {
    match words {
        [word] => (*word).into(),
        words => Value::from(
            words
                .iter()
                .map(|word| Value::from(*word))
                .collect::<Array>(),
        ),
    }
}

impl Step {
    /// Something of which nothing is said.
    fn unsaid(word: &'static str, id: Option<JsonString>) -> Self {
        Self {
            members: Object::new(),
            input: None,
            id,
            word,
            expectation: Expectation::NONE,
            envelope: None,
        }
    }

    fn from(mut self, number: usize, input: &Input, mut members: Object) -> Self {
        if let (Some(renderer @ (Renderer::Threw | Renderer::Hold)), Some(_)) =
            (input.renderer, &self.id)
        {
            members.insert("renderer", renderer.text());
        }
        self.input = Some(number);
        self.members = members;
        self
    }

    /// The members of a part of a stream in a case file.
    fn of_stream(&self, part: &[u8]) -> Object {
        let mut members = Object::from_iter([("sse", bytes::piece(part))]);
        if self.word == "part of an event" {
            return members;
        }
        members.insert("id", self.id.as_ref().map_or(Value::Null, Value::from));
        if let Some((envelope, _)) = &self.envelope
            && envelope.as_object().is_some()
        {
            members.insert("envelope", envelope.clone());
        }
        members
    }

    /// The words of a level. Of an event whose identifier cannot be read, not all can be said.
    pub(super) fn words(&self, advised: bool) -> Value {
        let words = self.expectation.words(advised);
        list(words)
    }

    pub(super) fn zone(&self) -> Zone {
        self.expectation.zone()
    }
}

fn again_word(verdict: &Verdict) -> &'static str {
    match verdict.kind {
        None => "record of no kind",
        Some(Kind::Component) => "record of a component",
        Some(Kind::Chart) => "record of a chart",
        Some(Kind::MapAction) => "record of a map action",
    }
}

/// The first member of the data that is not what it should be (SSE Event).
fn offence(data: &Value) -> Option<&'static str> {
    let is_text = |name: &str| data.get(name).and_then(Value::as_string).is_some();
    if !is_text("envelope_id") {
        return Some("AUI-2-05");
    }
    if !is_text("session_id") {
        return Some("AUI-2-06");
    }
    let time = data.get("created_at").and_then(Value::as_number);
    time.is_none().then_some("AUI-2-07")
}

fn has_surplus(data: &Value) -> bool {
    let known = ["session_id", "envelope_id", "created_at", "envelope"];
    let members = data.as_object().into_iter().flat_map(Object::names);
    members
        .into_iter()
        .any(|name| !known.iter().any(|known| name == known))
}

/// Whether a time is written as every reader writes milliseconds.
fn is_time(time: Option<&Value>) -> bool {
    const LEAST: u64 = 100_000_000_000;
    let Some(number) = time.and_then(Value::as_number) else {
        return false;
    };
    let is_plain = number.lexeme().bytes().all(|byte| byte.is_ascii_digit());
    is_plain
        && number
            .to_u64()
            .is_some_and(|time| time == 0 || (LEAST..10_000 * LEAST).contains(&time))
}

/// Whether a line of a part of a stream begins with a byte order mark that is not the one at the beginning of the stream.
fn has_late_mark(part: &[u8], is_first: bool) -> bool {
    const MARK: char = '\u{feff}';
    let text = String::from_utf8_lossy(part);
    let text = match is_first {
        true => text.strip_prefix(MARK).unwrap_or(&text),
        false => &text,
    };
    text.split(['\n', '\r']).any(|line| line.starts_with(MARK))
}

/// Whether readers of JSON disagree on whether a text is some.
fn is_disputed(text: &str) -> bool {
    text.contains('\u{feff}')
}
