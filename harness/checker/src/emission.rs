//! The judge of what an emitter sent.

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Pointer, Value};
use uiconform_protocols::agentue::{Event, Op, Steps};

use crate::steps::named;
use crate::{
    Checker, DeliverySteps, Finding, Judged, Objection, Place, State, Timeline, Tolerance,
};

/// What an emitter was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The stream that its events name; the unnamed one without.
    pub stream_id: Option<JsonString>,
    /// Whether its consumers understand inline blocks alone.
    pub inline_only: bool,
    /// Whether its last delivery goes on, so that an `end` is not due yet.
    pub open: bool,
}

/// Everything that is wrong with what an emitter sent, which is all of one stream.
///
/// The rules of order are stricter here than for a consumer, which bears with more: within a delivery every event but `ping` takes
/// a place of its own in the timeline, and a ping takes none. A further delivery may begin where its model stands (6).
pub fn check_delivery<'e>(
    events: impl IntoIterator<Item = &'e Event>,
    expected: &Expected,
) -> Vec<Finding> {
    let stream = expected.stream_id.clone().unwrap_or_default();
    let mut rules = Emission {
        open: expected.open,
    };
    let mut checker = Checker::new(Tolerance::Recommended);
    let mut findings = Vec::new();
    for (number, event) in events.into_iter().enumerate() {
        let own = own_rules(event, &stream, expected);
        let reduced = checker.event(&mut rules, event);
        // Where the rules of emitters speak, those of reducers need not say it again.
        let said = |pointer: &Pointer| {
            let mut own = own.iter().map(|objection| &objection.pointer);
            *pointer != Pointer::root() && own.any(|other| other == pointer)
        };
        let more = reduced.into_iter();
        findings.extend(more.filter(|finding| !said(&finding.objection.pointer)));
        findings.extend(
            own.into_iter()
                .map(|objection| Finding::new(number, JsonString::new(), objection)),
        );
    }
    findings.extend(checker.finish(&mut rules));
    if checker.events() == 0 && !expected.open {
        let objection = beginning("nothing".to_owned());
        findings.push(Finding::new(0, JsonString::new(), objection));
    }
    for finding in &mut findings {
        finding.stream.clone_from(&stream);
    }
    findings
}

/// The rules of order that bind an emitter.
struct Emission {
    open: bool,
}

impl Steps for Emission {
    /// All that an emitter sends is of one stream; that the events say so is judged for itself.
    fn stream(&mut self, _: Option<&JsonString>) -> JsonString {
        JsonString::new()
    }
}

impl DeliverySteps for Emission {
    fn first(&mut self, place: &Place) -> Judged {
        match place.op {
            Op::Start => Ok(()),
            op => Err(beginning(named(op)).at("op")),
        }
    }

    fn after_end(&mut self, _: &Timeline, place: &Place) -> Judged {
        let rule = match place.op {
            Op::Start => return Ok(()),
            Op::Error => "AUE-5-13",
            _ => "AUE-5-12",
        };
        Err(Objection::new(
            rule,
            Level::Required,
            "nothing after the `end`",
            named(place.op),
            "Consumers have let go of the delivery by then.",
        )
        .at("op"))
    }

    fn after_error(&mut self, _: &Timeline, _: &Place) -> Judged {
        Ok(())
    }

    fn unfinished(&mut self, _: &Timeline) -> Judged {
        if self.open {
            return Ok(());
        }
        Err(Objection::new(
            "AUE-5-12",
            Level::Required,
            "an `end` as the last event",
            "nothing more",
            "Without an end nobody can tell a finished stream from one that was cut off.",
        ))
    }

    fn start_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        // A resumed delivery begins at the position that its model covers, which is that of an earlier event.
        if timeline.state == State::Ended {
            return Ok(());
        }
        increasing(timeline, place).map_err(Objection::bearable)
    }

    fn change_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        increasing(timeline, place)
    }

    fn end_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        increasing(timeline, place).map_err(Objection::bearable)
    }

    fn ping_seq(&mut self, timeline: &Timeline, place: &Place) -> Judged {
        repeating(timeline, place)
    }

    fn moves(&mut self, _: &Timeline, place: &Place) -> bool {
        place.op != Op::Ping
    }
}

/// A ping has the latest position, as long as its delivery goes on.
pub(crate) fn repeating(timeline: &Timeline, place: &Place) -> Judged {
    if timeline.state == State::Ended || place.seq == timeline.latest {
        return Ok(());
    }
    Err(Objection::new(
        "AUE-4.1-16",
        Level::Required,
        timeline.told(),
        place.seq.to_string(),
        "A ping repeats the position of its stream and takes none of its own.",
    )
    .at("seq")
    .bearable())
}

/// Any other event has a position above the latest.
pub(crate) fn increasing(timeline: &Timeline, place: &Place) -> Judged {
    if place.seq.cmp_value(&timeline.latest).is_gt() {
        return Ok(());
    }
    Err(Objection::new(
        "AUE-4.1-15",
        Level::Required,
        format!("more than {}", timeline.told()),
        place.seq.to_string(),
        "A consumer takes an event that is not above the latest for one that it has seen.",
    )
    .at("seq"))
}

fn beginning(got: String) -> Objection {
    Objection::new(
        "AUE-5-11",
        Level::Required,
        "a `start` as the first event",
        got,
        "Before a start there is no model that an event could be about.",
    )
}

/// What binds an emitter, event by event, beside order.
fn own_rules(event: &Event, stream: &JsonString, expected: &Expected) -> Vec<Objection> {
    let mut objections = Vec::new();
    let named = event.get("stream_id");
    let actual = named.and_then(Value::as_string);
    // A missing and an empty identifier mean the same stream.
    if actual.is_some_and(|actual| actual != stream) || (actual.is_none() && !stream.is_empty()) {
        let got = named.map_or_else(|| "none".to_owned(), Value::to_text);
        objections.push(
            Objection::new(
                "AUE-4.2-20",
                Level::Required,
                format!("the stream {stream:?}"),
                got,
                "A consumer routes by this name, and what names another stream changes another model.",
            )
            .at("stream_id"),
        );
    }
    match event.get("op").and_then(Value::as_str).and_then(Op::named) {
        Some(Op::Start) => objections.extend(start_rules(event)),
        Some(Op::Error) => objections.extend(error_rule(event)),
        Some(Op::Ping) if event.get("ts").is_none() => objections.push(Objection::new(
            "AUE-5.5-03",
            Level::Recommended,
            "a `ts`",
            "none",
            "A ping tells a client when the stream was last alive.",
        )),
        _ => {}
    }
    if expected.inline_only {
        objections.extend(references(event).into_iter().map(|pointer| {
            let mut objection = Objection::new(
                "AUE-3.5-08",
                Level::Required,
                "an inline block",
                "a reference",
                "This consumer understands inline blocks alone.",
            );
            objection.pointer = pointer;
            objection
        }));
    }
    objections
}

fn start_rules(event: &Event) -> Vec<Objection> {
    let surplus = ["meta", "block"].into_iter();
    let surplus = surplus.filter(|member| event.get(member).is_some());
    surplus
        .map(|member| {
            Objection::new(
                "AUE-5.1-07",
                Level::Required,
                "a `start` with its model and no other payload",
                format!("`{member}` beside it"),
                "A start says the whole model at once.",
            )
            .at(member)
        })
        .collect()
}

fn error_rule(event: &Event) -> Option<Objection> {
    let objection = |expected: &'static str, got: String, pointer: Pointer| {
        let why = "A consumer shows the message, and programs act upon the code.";
        let mut objection = Objection::new("AUE-5.4-15", Level::Required, expected, got, why);
        objection.pointer = pointer;
        Some(objection)
    };
    let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_text);
    let root = Pointer::root();
    let mask = event.get("mask");
    if mask.and_then(Value::as_str) != Some("meta.error") {
        return objection("the mask `meta.error`", text(mask), root.join("mask"));
    }
    let error = event.get("meta").and_then(|meta| meta.get("error"));
    let pointer = root.join("meta").join("error");
    lacking(error).next()?;
    objection(COMPLETE_ERROR, said_too_little(error), pointer)
}

/// What an error says at least.
pub(crate) const COMPLETE_ERROR: &str = "an error with a `code` and a `message`, both strings";

/// The members that an error lacks, or has with something that is no string.
fn lacking(error: Option<&Value>) -> impl Iterator<Item = &'static str> {
    let is_text = move |member: &&str| {
        let value = error.and_then(|error| error.get(member));
        value.and_then(Value::as_string).is_some()
    };
    let members = ["code", "message"].into_iter();
    members.filter(move |member| !is_text(member))
}

/// What an error lacks, in words.
pub(crate) fn said_too_little(error: Option<&Value>) -> String {
    let Some(error) = error else {
        return "none".to_owned();
    };
    let told = |member| match error.get(member) {
        None => format!("no `{member}`"),
        Some(_) => format!("no string as `{member}`"),
    };
    let lacks: Vec<String> = lacking(Some(error)).map(told).collect();
    format!("{} in {}", lacks.join(" and "), error.to_text())
}

/// Where in an event references stand.
fn references(event: &Event) -> Vec<Pointer> {
    let mut pointers = Vec::new();
    if event
        .get("block")
        .is_some_and(|block| block.get("ref").is_some())
    {
        pointers.push(Pointer::root().join("block"));
    }
    let blocks = event.get("model").and_then(|model| model.get("blocks"));
    for (at, block) in blocks
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        if block.get("ref").is_some() {
            let blocks = Pointer::root().join("model").join("blocks");
            pointers.push(blocks.join(at.to_string()));
        }
    }
    pointers
}

#[cfg(test)]
mod tests;
