//! Whether an event has the form of its type: all offences, each with its place.
//!
//! The reference stops at the first offence, as a client does. That both take the same events is tested with those of all cases.

mod nested;
mod types;

use std::borrow::Cow;

use uiconform_catalogue::Level;
use uiconform_json::{JsonString, Object, Pointer, Value};

use crate::Objection;

pub(super) use types::{Act, Thing, Type, meant, named};
use types::{COMMON, Form, Member, Need, squashed};

/// Offences of an event that are told; more would say nothing new.
const MOST: usize = 20;

const UNREADABLE: &str =
    "A client of the seed text ends the run as failed where an event cannot be read.";
const STRICT: &str = "Strict clients cannot read the event; others take it, as is done here.";
const NULL: &str =
    "Some clients take null for nothing, and others cannot read the event; leave the member out.";
const IDLE: &str = "No client of the update stream needs it, so the event is taken all the same.";
const NEWER: &str = "Only clients of protocol 1.0 can read it; others end the run as failed.";
const PATCH: &str =
    "Clients refuse the patch, and what it is for stays as it was; some end the run.";
const LENIENT: &str =
    "Clients do without it, as is done here; the schema of the protocol wants it.";

/// What is found in the form of an event.
#[derive(Default)]
pub(super) struct Found {
    /// What is wrong.
    pub(super) objections: Vec<Objection>,
    /// Whether a client can make nothing of the event.
    pub(super) is_unreadable: bool,
    /// Whether that is for nothing but operations of its patch.
    pub(super) is_patch_only: bool,
}

impl Found {
    fn add(&mut self, objection: Objection) {
        if objection.level == Level::Required && !objection.bearable {
            self.is_patch_only =
                (!self.is_unreadable || self.is_patch_only) && objection.rule == BAD_PATCH;
            self.is_unreadable = true;
        }
        if self.objections.len() < MOST {
            self.objections.push(objection);
        }
    }

    /// Adds that a value is not of its form.
    fn wrong(
        &mut self,
        rule: &'static str,
        pointer: Pointer,
        expected: impl Into<Cow<'static, str>>,
        got: String,
    ) {
        let mut objection = Objection::new(rule, Level::Required, expected, got, UNREADABLE);
        objection.pointer = pointer;
        self.add(objection);
    }

    /// Adds something that has no client fail.
    fn light(
        &mut self,
        rule: &'static str,
        pointer: Pointer,
        expected: impl Into<Cow<'static, str>>,
        got: String,
        why: &'static str,
    ) {
        let mut objection = Objection::new(rule, Level::Recommended, expected, got, why).bearable();
        objection.pointer = pointer;
        self.add(objection);
    }
}

/// The rule of a malformed patch.
const BAD_PATCH: &str = "AGU-STATE-12";

/// Everything that is wrong with the form of an event of that type. Members that are null where they may be absent are taken out, so that
/// the event can be read as most would read it.
pub(super) fn check(kind: &Type, event: &mut Object) -> Found {
    let mut found = Found::default();
    for member in kind.members.iter().chain(&COMMON) {
        check_member(member, event, &mut found);
    }
    if kind.tagged {
        check_tag(event, &mut found);
    }
    found
}

fn check_member(member: &Member, event: &mut Object, found: &mut Found) {
    let Member { name, form, need } = *member;
    let value = event.get(name);
    if value.is_some_and(|value| form.is_plain() && form.fits(value)) {
        return; // As most are.
    }
    let at = Pointer::root().join(name);
    match value {
        None if need == Need::Required => {
            let got = match other_spelling(name, event) {
                Some(other) => format!("none; there is a {other:?}"),
                None => "none".to_owned(),
            };
            let expected = format!("`{name}`, which is {}", form.words());
            let mut objection =
                Objection::new("AGU-EVENT-06", Level::Required, expected, got, UNREADABLE);
            objection.pointer = Pointer::root();
            found.add(objection);
        }
        None if need == Need::Wanted => {
            let expected = format!("`{name}`, which is {}", form.words());
            found.light(
                "AGU-EVENT-06",
                Pointer::root(),
                expected,
                "none".to_owned(),
                LENIENT,
            );
        }
        None => {}
        Some(Value::Null) if need != Need::Required && form != Form::Any => {
            let rule = match name {
                "metadata" => "AGU-META-08",
                _ => "AGU-EVENT-05",
            };
            let expected = format!("{}, or no such member", form.words());
            found.light(rule, at, expected, "null".to_owned(), NULL);
            event.remove(name);
        }
        // What has its form has been passed by.
        Some(value) if need == Need::Unread => {
            found.light("AGU-EVENT-05", at, form.words(), kind_of(value), IDLE);
        }
        Some(value) => nested::check(form, value, &at, found),
    }
}

/// A tag may be absent; `null` is none.
fn check_tag(event: &Object, found: &mut Found) {
    let at = Pointer::root().join("subagentRunId");
    match event.get("subagentRunId") {
        None | Some(Value::String(_)) => {}
        Some(Value::Null) => found.wrong(
            "AGU-EVENT-08",
            at,
            "a string, or no such member",
            "null".to_owned(),
        ),
        Some(other) => found.wrong("AGU-EVENT-05", at, "a string", kind_of(other)),
    }
}

/// A member by which the one of that name may be meant.
fn other_spelling<'e>(name: &str, event: &'e Object) -> Option<&'e JsonString> {
    let name = squashed(name);
    event
        .names()
        .find(|other| other.as_str().is_some_and(|other| squashed(other) == name))
}

impl Form {
    /// Whether a value has the type that it has in this form.
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Text | Self::Word(_) => value.as_string().is_some(),
            Self::Number => value.as_number().is_some(),
            Self::Truth => value.as_bool().is_some(),
            Self::Object | Self::RunOutcome | Self::SubagentOutcome => value.as_object().is_some(),
            Self::List | Self::Messages | Self::Patch => value.as_array().is_some(),
            Self::Any => true,
            Self::Content => value.as_string().is_some() || value.as_array().is_some(),
        }
    }

    /// Whether nothing more is to be said of a value than its type.
    fn is_plain(self) -> bool {
        !matches!(
            self,
            Self::Word(_)
                | Self::Content
                | Self::Messages
                | Self::Patch
                | Self::RunOutcome
                | Self::SubagentOutcome
        )
    }

    /// What it is, in words.
    fn words(self) -> Cow<'static, str> {
        match self {
            Self::Text | Self::Content => "a string".into(),
            Self::Word(words) => one_of(words).into(),
            Self::Number => "a number".into(),
            Self::Truth => "true or false".into(),
            Self::Object => "an object".into(),
            Self::RunOutcome | Self::SubagentOutcome => "an object with a `type`".into(),
            Self::List => "a list".into(),
            Self::Any => "any value".into(),
            Self::Messages => "a list of messages".into(),
            Self::Patch => "a list of operations".into(),
        }
    }
}

fn one_of(words: &[&str]) -> String {
    format!("`{}`", words.join("` or `"))
}

fn kind_of(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => format!("the number {}", number.lexeme()),
        Value::String(text) => format!("the string {text:?}"),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
