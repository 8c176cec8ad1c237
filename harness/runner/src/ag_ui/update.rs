//! Updates as a case writes them, and as a driver answers them.

use uiconform_catalogue::{Described, check_times};
use uiconform_json::{Located, Node, Object, Value};

use super::{after, expected, mark, message};

/// What an update is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Message,
    Messages,
    State,
    Reasoning,
    Interrupt,
    Subagent,
    Error,
    Done,
}

/// Each kind with its name, which is that of the member that says what it is about, and the members that may stand beside it.
const KINDS: [(Kind, &str, &[&str]); 8] = [
    (
        Kind::Message,
        "message",
        &["change", "delta", "tool", "name", "index", "as"],
    ),
    (Kind::Messages, "messages", &[]),
    (Kind::State, "state", &[]),
    (Kind::Reasoning, "reasoning", &["change", "delta", "text"]),
    (Kind::Interrupt, "interrupt", &["as"]),
    (Kind::Subagent, "subagent", &["change", "as"]),
    (Kind::Error, "error", &[]),
    (Kind::Done, "done", &[]),
];

/// The changes of messages and of subagents that there are.
const CHANGES: [(Kind, &[&str]); 2] = [
    (
        Kind::Message,
        &[
            "started",
            "content",
            "ended",
            "tool_started",
            "tool_args",
            "tool_ended",
            "tool_result",
            "activity",
            "encrypted",
        ],
    ),
    (
        Kind::Subagent,
        &["started", "resumed", "finished", "suspended", "failed"],
    ),
];

/// What an error is about, where a case says it.
const ERRORS: [&str; 6] = ["protocol", "patch", "state", "run", "bytes", "transport"];

impl Kind {
    pub(super) fn name(self) -> &'static str {
        let known = KINDS.iter().find(|(kind, ..)| *kind == self);
        known.map_or("", |(_, name, _)| name)
    }

    /// The kind of an update that a driver answered; none if it is not known.
    pub(super) fn of(update: &Value) -> Option<Self> {
        let name = text(update, "update")?;
        let (kind, ..) = KINDS.iter().find(|(_, known, _)| *known == name)?;
        let changes = CHANGES.iter().find(|(of, _)| of == kind);
        let is_known = match (changes, text(update, "change")) {
            (Some((_, known)), Some(change)) => known.contains(&change),
            _ => true,
        };
        is_known.then_some(*kind)
    }

    /// Its name in what a profile is about, where activities are apart from other messages.
    pub(super) fn class(self, change: Option<&str>) -> &'static str {
        match (self, change) {
            (Self::Message, Some("activity")) => "activity",
            _ => self.name(),
        }
    }
}

/// A member of an update that is a text.
pub(super) fn text<'v>(update: &'v Value, name: &str) -> Option<&'v str> {
    update.get(name).and_then(Value::as_str)
}

/// An element of a list of updates.
#[derive(Clone)]
pub(super) enum Element {
    One(Written),
    Copies(Written, u64),
    Optional(Written),
    AnyOrder(Vec<Self>),
}

/// An update as a case writes it.
#[derive(Clone)]
pub(super) struct Written {
    pub(super) kind: Kind,
    value: Described,
}

/// Reads a list of updates.
pub(super) fn read_list(node: &Node<'_>) -> Result<Vec<Element>, Located> {
    node.list()?.iter().map(|node| read(node, true)).collect()
}

fn read(node: &Node<'_>, outermost: bool) -> Result<Element, Located> {
    let mut members = node.object()?;
    if let Some(optional) = members.optional("optional") {
        members.finish()?;
        return Ok(Element::Optional(Written::read(&optional)?));
    }
    if let Some(any_order) = members.optional("any_order") {
        if !outermost {
            return Err(any_order.error("what stands in any order is not ordered itself"));
        }
        members.finish()?;
        let list = any_order.list()?;
        if list.len() > MOST_IN_ANY_ORDER {
            return Err(any_order.error(format!("list at most {MOST_IN_ANY_ORDER} in any order")));
        }
        let elements = list.iter().map(|node| read(node, false));
        return Ok(Element::AnyOrder(elements.collect::<Result<_, _>>()?));
    }
    match (members.optional("times"), members.optional("update")) {
        (Some(times), Some(update)) if outermost => {
            members.finish()?;
            let times = check_times(&times)?;
            let value = mark::read_copies(&update, times)?;
            Ok(Element::Copies(Written::of(&update, value)?, times))
        }
        (Some(times), _) => {
            Err(times.error("`times` stands beside an `update`, outside of others"))
        }
        _ => Ok(Element::One(Written::read(node)?)),
    }
}

/// So that it can be kept in a word which of them have come.
const MOST_IN_ANY_ORDER: usize = 64;

impl Written {
    fn read(node: &Node<'_>) -> Result<Self, Located> {
        Self::of(node, mark::read(node)?)
    }

    /// Checks what is written; `value` is what it was read as.
    fn of(node: &Node<'_>, value: Described) -> Result<Self, Located> {
        let mut members = node.object()?;
        let found = KINDS
            .iter()
            .find_map(|kind| Some((kind, members.optional(kind.1)?)));
        let Some(((kind, name, beside), subject)) = found else {
            let names: Vec<&str> = KINDS.iter().map(|(_, name, _)| *name).collect();
            return Err(node.error(format!(
                "an update is about one of {}; or write `optional`, `any_order`, or `times` and `update`",
                names.join(", ")
            )));
        };
        for name in *beside {
            let member = members.optional(name);
            if let (&"change", Some(change)) = (name, member) {
                let known = CHANGES.iter().find(|(of, _)| of == kind);
                let change_text = change.text()?;
                if known.is_some_and(|(_, known)| !known.contains(&change_text)) {
                    return Err(change.error(format!("no change of a {}", kind.name())));
                }
            }
        }
        members.finish()?;
        match kind {
            Kind::Done => expected::check_done(&subject)?,
            Kind::Messages => expected::check_objects(&subject)?,
            Kind::Error => {
                let word = subject.text()?;
                if !matches!(word, "one" | "some") && !ERRORS.contains(&word) {
                    return Err(subject.error(format!(
                        "an error is `one`, `some`, or of a kind: {}",
                        ERRORS.join(", ")
                    )));
                }
            }
            Kind::State => {}
            _ if matches!(subject.value(), Value::String(_)) || mark::is_any(subject.value()) => {}
            _ => return Err(subject.error(format!("`{name}` is followed by an id"))),
        }
        Ok(Self { kind: *kind, value })
    }

    /// What is written.
    pub(super) fn value(&self) -> Value {
        self.value.get().into_owned()
    }

    /// What is written, in the copy of that index.
    pub(super) fn copy(&self, index: u64) -> Value {
        self.value.copy(index)
    }

    pub(super) fn as_given(&self) -> &Value {
        self.value.as_given()
    }
}

/// Whether an element stands for one update or for any number from one.
pub(super) fn is_many(written: &Value) -> bool {
    let error = written.get("error");
    error.is_some_and(|error| error.as_str() != Some("one"))
}

/// An update of the kind that is written, in the words of the case: equal to what is written if it fits.
pub(super) fn seen(kind: Kind, written: &Value, got: &Value) -> Value {
    if Kind::of(got) != Some(kind) {
        return plain(got);
    }
    let Some(written) = written.as_object() else {
        return plain(got);
    };
    let mut seen = Object::new();
    for (name, expected) in written {
        let got = match (kind, name.as_str().unwrap_or_default()) {
            (Kind::Message, "as") => {
                let message = got.get("message");
                message.map(|message| message::seen(expected, message, false))
            }
            (Kind::Subagent | Kind::Interrupt, "as") => {
                let entry = got.get(kind.name());
                entry.map(|entry| message::members_seen(expected, entry))
            }
            (Kind::Messages, _) => Some(message::list_seen(expected, got.get("messages"), false)),
            (Kind::State, _) => got.get("state").cloned(),
            (Kind::Error, _) => match expected.as_str() {
                Some("one" | "some") => Some(expected.clone()),
                _ => got.get("kind").cloned(),
            },
            (Kind::Done, _) => Some(after::done_seen(expected, got)),
            (Kind::Message | Kind::Reasoning, name) if name == kind.name() => {
                mark::seen(Some(expected), got.get("id"))
            }
            (Kind::Subagent | Kind::Interrupt, name) if name == kind.name() => {
                let entry = got.get(name);
                mark::seen(Some(expected), entry.and_then(|entry| entry.get("id")))
            }
            (_, name) => mark::seen(Some(expected), got.get(name)),
        };
        if let Some(got) = got {
            seen.push(name, got);
        }
    }
    seen.into()
}

/// An update in the words of a case, with what says most of it.
pub(super) fn plain(got: &Value) -> Value {
    let Some(kind) = Kind::of(got) else {
        return got.clone();
    };
    let subject = match kind {
        Kind::Message | Kind::Reasoning => got.get("id"),
        Kind::Interrupt | Kind::Subagent => got.get(kind.name()).and_then(|entry| entry.get("id")),
        Kind::Messages | Kind::State => got.get(kind.name()),
        Kind::Error => got.get("kind"),
        Kind::Done => got.get("end"),
    };
    let mut seen = Object::from_iter([(kind.name(), subject.cloned().unwrap_or_default())]);
    let (_, _, beside) = KINDS
        .iter()
        .find(|(known, ..)| *known == kind)
        .unwrap_or(&KINDS[0]);
    for name in beside.iter().filter(|name| **name != "as") {
        if let Some(member) = got.get(name).filter(|member| !member.is_null()) {
            seen.push(*name, member.clone());
        }
    }
    seen.into()
}
