//! What binds whoever produces events more than whoever reads them, beside order.

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Pointer, Value};
use uiconform_protocols::agentue::{Event, Op};

use crate::emission::{COMPLETE_ERROR, said_too_little};
use crate::{Finding, Objection};

/// The largest integer up to which all are exact where numbers are of 64 bits (RFC 8259, section 6).
const EXACT: u64 = 1 << 53;

/// Digits of which every integer is below that.
const SURELY_EXACT: usize = 15;

/// What a consumer need not look at.
pub(super) fn of(op: Option<Op>, event: &Event) -> Vec<Objection> {
    let objections = [open_seq(event), silent_ping(op, event)];
    objections.into_iter().flatten().collect()
}

/// Gives each finding on an event the weight that it has for a producer, and leaves out what is told twice; whether there are
/// streams that have names.
pub(super) fn weigh(event: &Event, has_named: bool, findings: &mut Vec<Finding>) {
    leave_out_consequences(findings);
    for finding in findings {
        let objection = &mut finding.objection;
        match objection.rule {
            "AUE-4-19" | "AUE-4-20" | "AUE-4-21" | "AUE-4-22" => require_type(event, objection),
            "AUE-5.2-46" => say_where(event, objection),
            "AUE-5-01" | "AUE-5-02" if has_named && finding.stream.is_empty() => {
                let got = format!(
                    "{} of the unnamed stream: the event has no `stream_id`",
                    objection.got
                );
                objection.got = got.into();
            }
            "AUE-5.4-11" | "AUE-5.4-12" => ask_for_whole_error(event, objection),
            _ => {}
        }
    }
}

/// A mask that is no string is one fault, and that the event then has no mask is no other.
fn leave_out_consequences(findings: &mut Vec<Finding>) {
    let has = |rules: &[&str]| {
        let mut told = findings.iter().map(|finding| finding.objection.rule);
        told.any(|rule| rules.contains(&rule))
    };
    const UNMASKED: [&str; 6] = [
        "AUE-5.2-08",
        "AUE-5.2-09",
        "AUE-5.2-10",
        "AUE-5.2-11",
        "AUE-5.3-25",
        "AUE-5.4-05",
    ];
    let is_wrong = has(&["AUE-4-22"]);
    let is_missed = has(&["AUE-5.3-25", "AUE-5.4-05"]);
    let mask = Pointer::root().join("mask");
    findings.retain(|finding| {
        let objection = &finding.objection;
        let is_null_mask = objection.rule == "AUE-4-23" && objection.pointer == mask;
        let is_consequence = is_wrong && UNMASKED.contains(&objection.rule);
        let is_lesser = is_missed && is_null_mask;
        !is_consequence && !is_lesser
    });
}

/// The types of section 4 are those of every event, so no producer sends others; readers differ in what they refuse.
fn require_type(event: &Event, objection: &mut Objection) {
    // A time before 1970 is of the type, and just odd.
    let is_integer = |value: &Value| value.as_number().is_some_and(|ts| ts.is_integer());
    if objection.rule == "AUE-4-19" && event.get("ts").is_some_and(is_integer) {
        return;
    }
    objection.level = Level::Required;
    objection.bearable = true;
    objection.why = "Every event has the envelope of section 4, and a producer keeps to its types; strict consumers refuse the event, and others differ in what they make of it.";
}

/// The value of a masked `set` stands where the mask leads; readers of an older form look under its last name as well.
fn say_where(event: &Event, objection: &mut Objection) {
    let Some(mask) = event.get("mask").and_then(Value::as_str) else {
        return;
    };
    let names = mask.split('.').map(JsonString::from);
    let wanted = names.fold(Pointer::root(), |pointer, name| pointer.join(name));
    let (root, last) = (mask.split('.').next(), mask.rsplit('.').next());
    let there = Pointer::root()
        .join(root.unwrap_or_default())
        .join(last.unwrap_or_default());
    objection.level = Level::Recommended;
    objection.expected = format!("the value at {wanted}, where the mask {mask:?} leads").into();
    objection.got = format!("it at {there}, under the last name of the mask alone").into();
    objection.pointer = there;
    objection.why = "A consumer looks where the mask leads, finds no value there and refuses the event; some take this older form, as is done here.";
}

/// Consumers may take an error object that says too little; producers must not send one, and that says it all.
fn ask_for_whole_error(event: &Event, objection: &mut Objection) {
    let error = event.get("meta").and_then(|meta| meta.get("error"));
    let own = Objection::new(
        "AUE-5.4-15",
        Level::Required,
        COMPLETE_ERROR,
        said_too_little(error),
        "A consumer shows the message, and programs act upon the code.",
    );
    let pointer = objection.pointer.clone();
    *objection = Objection {
        pointer,
        ..own.bearable()
    };
}

/// Producers say when a ping was sent; no consumer needs it.
fn silent_ping(op: Option<Op>, event: &Event) -> Option<Objection> {
    (op == Some(Op::Ping) && event.get("ts").is_none()).then(|| {
        Objection::new(
            "AUE-5.5-03",
            Level::Recommended,
            "a `ts`",
            "none",
            "A ping tells a client when the stream was last alive.",
        )
    })
}

/// A position that is one by its value and that not every reader takes for it.
fn open_seq(event: &Event) -> Option<Objection> {
    let seq = event.get("seq")?.as_number()?;
    let is_plain = seq.lexeme().bytes().all(|byte| byte.is_ascii_digit());
    if is_plain && seq.lexeme().len() <= SURELY_EXACT {
        return None;
    }
    if !seq.is_integer() || seq.is_negative() {
        return None;
    }
    let objection = |rule, expected: &str, why| {
        let got = seq.lexeme().to_owned();
        Objection::new(rule, Level::Informative, expected.to_owned(), got, why).at("seq")
    };
    if !is_plain {
        return Some(objection(
            "AUE-4-15",
            "a position written in digits alone",
            "The text leaves open whether that is an integer: many readers take it, and typed ones refuse it.",
        ));
    }
    (seq.to_u64().is_none_or(|seq| seq > EXACT)).then(|| {
        objection(
            "AUE-4-16",
            "a position of at most 9007199254740992, which is 2 to the power of 53",
            "Beyond it many readers round, so that two positions may become one.",
        )
    })
}
