//! What becomes of an event that can be read and may come.

use uiconform_json::{Array, Object, Pointer, Value};
use uiconform_protocols::ag_ui::{
    Body, Error, ErrorKind, Event, Id, Outcome, Run, Stream, ToolCallResult, Update,
};

use super::current::Current;
use super::judge::Judged;
use super::origins::Origin;
use super::shape::Thing;
use super::thread::{Knowledge, RecordedThread, RunEnd};
use crate::{Level, Objection};

const PATCH: &str =
    "Clients refuse the patch as a whole, and what it is for stays as it was before it.";
const PATCH_OF_EARLIER: &str = "Clients refuse the patch if the state is still that of the run before; an application may have changed it since.";
const PATCH_AFTER_PATCH: &str =
    "An earlier patch was refused, and this one may fail for nothing but that.";
const HISTORY: &str = "The text leaves open what becomes of it; here it is taken, since it may be of a run before the recording.";
const NO_ACTIVITY: &str = "The text leaves open whether the patch makes it; here it is passed over, as it is where the activity is of a run before the recording.";
const MADE_UP: &str = "The text leaves open what becomes of it; views have nothing to show it at.";

/// What there is to know of a readable event before it is gone.
struct Gist {
    /// Whether it is a patch of the state.
    is_state: bool,
    /// The activity that it patches.
    activity: Option<Id>,
    /// The activity that it replaces.
    replaced: Option<Id>,
    /// Whether it is of the retired kind that names no id.
    is_thinking: bool,
    /// Whether it is a chunk of a call that does not name the tool.
    is_nameless: bool,
    /// What it begins, or would go on with.
    start: Option<(Thing, Id)>,
}

impl Gist {
    fn of(body: &Body) -> Self {
        let mut gist = Self {
            is_state: matches!(body, Body::StateDelta(_)),
            activity: None,
            replaced: None,
            is_thinking: matches!(body, Body::Thinking(_)),
            is_nameless: false,
            start: None,
        };
        match body {
            Body::ActivityDelta(delta) => gist.activity = Some(delta.id.clone()),
            Body::ActivitySnapshot(snapshot) if snapshot.replace => {
                gist.replaced = Some(snapshot.id.clone());
            }
            Body::Start(start) => {
                gist.start = Some((Thing::of(start.stream()), start.id.clone()));
            }
            Body::Chunk(chunk) => {
                gist.is_nameless = chunk.stream == Stream::Call && chunk.name.is_none();
                gist.start = chunk.id.clone().map(|id| (Thing::of(chunk.stream), id));
            }
            _ => {}
        }
        gist
    }
}

impl Current {
    /// Applies an event as the reference does, and says what is wrong with it; whether it was refused.
    pub(super) fn take(
        &mut self,
        thread: &mut RecordedThread,
        event: Event,
        here: Origin,
    ) -> (Vec<Objection>, bool) {
        self.judge.begin(here);
        match &event.body {
            Body::ToolCallResult(result) => self.look_at_result(thread, result),
            Body::StateDelta(operations) if thread.knowledge == Knowledge::Unknown => {
                match replaces_all(operations) {
                    true => thread.session.state = Value::Null,
                    false => return (self.unknown_state(), false),
                }
            }
            _ => {}
        }
        let gist = Gist::of(&event.body);
        let end = end_of(&event.body);
        let is_snapshot = matches!(event.body, Body::StateSnapshot(_));
        let is_history = matches!(event.body, Body::MessagesSnapshot(_));
        let ends_calls = !matches!(event.body, Body::RunError { .. });

        let progress = std::mem::take(&mut self.progress);
        let mut nowhere = |_: Update<'_>| {};
        let mut run = Run::resume(&mut self.judge, &mut thread.session, progress, &mut nowhere);
        run.event(event);
        self.progress = run.pause();

        let mut judged = self.judge.end();
        let refused = judged.refusal.is_some();
        if let Some(error) = judged.refusal.take()
            && judged.objections.is_empty()
            && !judged.is_excused
        {
            judged
                .objections
                .extend(self.refusal(thread, &gist, &judged, &error));
        }
        if !refused {
            if let Some((_, id)) = &gist.start {
                self.unbegun.remove(id);
            }
            if let Some(id) = &gist.replaced {
                self.doubtful.remove(id);
            }
        }
        if is_snapshot || (gist.is_state && !refused && thread.knowledge == Knowledge::Unknown) {
            thread.knowledge = Knowledge::Known;
        }
        if refused && gist.is_state {
            thread.knowledge = match thread.knowledge {
                Knowledge::Unknown => Knowledge::Unknown,
                _ => Knowledge::Doubtful,
            };
        }
        thread.knows_messages |= is_history;
        if ends_calls {
            judged
                .objections
                .extend(self.bad_arguments(thread, &judged.ended_calls));
        }
        if let Some(entry) = thread.runs.last_mut() {
            entry.refused += usize::from(refused);
            if let Some(end) = end {
                entry.end = end;
            }
        }
        self.judged_in_part += usize::from(judged.is_excused);
        (judged.objections, refused)
    }

    /// A patch of a state that nobody knows: nothing is held against it, and it changes nothing that is known.
    fn unknown_state(&mut self) -> Vec<Objection> {
        self.judged_in_part += 1;
        if std::mem::replace(&mut self.told_of_state, true) {
            return Vec::new();
        }
        let objection = Objection::new(
            "AGU-STATE-11",
            Level::Informative,
            "a snapshot before the first patch",
            "a patch of a state that is not in the recording",
            "The client may have it from before; whether patches can be applied is not judged up to the first snapshot.",
        );
        vec![objection.bearable()]
    }

    /// A result is of a call that is complete.
    fn look_at_result(&mut self, thread: &RecordedThread, result: &ToolCallResult) {
        let call = &result.call;
        let opened = self.progress.order().open(Stream::Call, call);
        if opened.is_some_and(|opened| !opened.by_chunks) {
            let since = self.judge.origins.of(Thing::Call, call);
            let since = since.map(|seen| format!(" since {}", seen.begun));
            let got = format!("call {call:?}, which is open{}", since.unwrap_or_default());
            let objection = Objection::new(
                "AGU-TOOL-14",
                Level::Recommended,
                "a call that has ended",
                got,
                "Some clients refuse a result before the end of its call; others take it, as is done here.",
            );
            self.judge.object(objection.at("toolCallId").bearable());
        } else if opened.is_none()
            && !thread.has_call(call)
            && !self.judge.doubt.covers(Thing::Call, call)
        {
            let (level, why) = match thread.knows_messages {
                true => (Level::Recommended, MADE_UP),
                false => (Level::Informative, HISTORY),
            };
            let got = format!("{call:?}, which was not started");
            let objection =
                Objection::new("AGU-TOOL-13", level, "a call that was started", got, why);
            self.judge.object(objection.at("toolCallId").bearable());
        }
        let message = thread.session.conversation.message(&result.id);
        if message.is_some_and(|message| message.role() == "tool") {
            let objection = Objection::new(
                "AGU-TOOL-11",
                Level::Informative,
                "a result under an id of its own",
                format!("{:?}, that of an earlier result", result.id),
                "The text leaves open whether the later one takes the place of the earlier.",
            );
            self.judge.object(objection.at("messageId").bearable());
        }
    }

    /// What a refusal breaks of which the steps that refused have not said it.
    fn refusal(
        &mut self,
        thread: &RecordedThread,
        gist: &Gist,
        judged: &Judged,
        error: &Error,
    ) -> Option<Objection> {
        // Pieces of what could not begin are refused for that alone.
        if let Some((_, id)) = &gist.start
            && !self.unbegun.insert(id.clone())
        {
            return None;
        }
        if error.kind == ErrorKind::Patch {
            return Some(self.failed_patch(thread, gist, judged, error));
        }
        let problem = error.text.clone();
        let (rule, level, member) = if gist.is_thinking {
            ("AGU-ORDER-11", Level::Required, None)
        } else if gist.is_nameless {
            ("AGU-CHUNK-06", Level::Required, None)
        } else {
            ("AGU-SEND-03", Level::Recommended, Some("messageId"))
        };
        let why = "Clients refuse the event, and what it says is lost.";
        let objection = Objection::new(rule, level, Objection::TAKEN, problem, why);
        Some(match member {
            Some(member) => objection.at(member),
            None => objection,
        })
    }

    fn failed_patch(
        &mut self,
        thread: &RecordedThread,
        gist: &Gist,
        judged: &Judged,
        error: &Error,
    ) -> Objection {
        let problem = error.text.clone();
        let Some(activity) = &gist.activity else {
            let (level, why) = match thread.knowledge {
                Knowledge::Doubtful => (Level::Informative, PATCH_AFTER_PATCH),
                Knowledge::Earlier => (Level::Recommended, PATCH_OF_EARLIER),
                Knowledge::Known | Knowledge::Unknown => (Level::Required, PATCH),
            };
            let objection = Objection::new("AGU-STATE-03", level, Objection::TAKEN, problem, why);
            return operation(objection, "delta", judged.operation);
        };
        if thread.session.conversation.place(activity).is_none() {
            let is_first = self.doubtful.insert(activity.clone());
            let level = match thread.knows_messages && is_first {
                true => Level::Recommended,
                false => Level::Informative,
            };
            let got = format!("{activity:?}, which no event has brought");
            let expected = "an activity that is there";
            return Objection::new("AGU-ACT-07", level, expected, got, NO_ACTIVITY).at("messageId");
        }
        let (level, why) = match self.doubtful.insert(activity.clone()) {
            true => (Level::Required, PATCH),
            false => (Level::Informative, PATCH_AFTER_PATCH),
        };
        let objection = Objection::new("AGU-ACT-03", level, Objection::TAKEN, problem, why);
        operation(objection, "patch", judged.operation)
    }

    /// The arguments of calls that have ended and are no JSON.
    fn bad_arguments(&self, thread: &RecordedThread, calls: &[Id]) -> Vec<Objection> {
        let known = calls
            .iter()
            .filter(|id| !self.judge.doubt.covers(Thing::Call, id));
        let bad = known.filter_map(|id| {
            let arguments = thread.arguments(id).filter(|text| !text.is_empty())?;
            let error = match arguments.as_str() {
                Some(text) => uiconform_json::parse(text).err()?.message,
                None => "a lone surrogate".to_owned(),
            };
            let text = arguments.to_string_lossy();
            let shown: String = text.chars().take(SHOWN).collect();
            let more = if shown.len() < text.len() { "…" } else { "" };
            Some(
                Objection::new(
                    "AGU-SEND-01",
                    Level::Recommended,
                    format!("arguments of call {id:?} that are one JSON text"),
                    format!("`{shown}{more}`: {error}"),
                    "Whoever is to make the call cannot read them.",
                )
                .bearable(),
            )
        });
        bad.collect()
    }
}

/// Characters of arguments that are shown.
const SHOWN: usize = 80;

/// The objection, said of that operation of a patch.
fn operation(mut objection: Objection, member: &str, index: usize) -> Objection {
    objection.pointer = Pointer::root().join(member).join(index);
    objection
}

/// Whether a patch begins by replacing the whole document, so that nothing need be known of it.
fn replaces_all(operations: &Array) -> bool {
    let first = operations.iter().next();
    first.is_some_and(|first| {
        let member = |name| first.get(name).and_then(Value::as_str);
        matches!(member("op"), Some("add" | "replace")) && member("path") == Some("")
    })
}

/// How an event ends its run, if it does.
fn end_of(body: &Body) -> Option<RunEnd> {
    match body {
        Body::RunFinished(finish) => Some(match &finish.outcome {
            Outcome::Success => RunEnd::Success {
                result: finish.result.clone(),
            },
            Outcome::Interrupt(_) => RunEnd::Interrupted,
            Outcome::Cancelled => RunEnd::Cancelled,
        }),
        Body::RunError { message, code } => Some(RunEnd::Failed {
            message: message.clone(),
            code: code.clone(),
        }),
        _ => None,
    }
}

/// The input that the start of a run names, if it can be read.
pub(super) fn input(event: &Object) -> Option<&Object> {
    event.get("input").and_then(Value::as_object)
}
