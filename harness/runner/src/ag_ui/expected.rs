//! Reading what is expected of a run.

use uiconform_catalogue::Described;
use uiconform_json::{Located, Members, Node, Value};

use super::mark;
use super::update::{self, Element};

/// What is expected of a run. What is absent is not looked at.
#[derive(Clone, Default)]
pub(super) struct Expected {
    pub(super) after: After,
    pub(super) updates: Option<Vec<Element>>,
}

/// What stands after a run.
#[derive(Clone, Default)]
pub(super) struct After {
    /// How it ended: a word, or an object.
    pub(super) done: Option<Described>,
    pub(super) errors: Option<Errors>,
    pub(super) messages: Option<Described>,
    pub(super) state: Option<Described>,
    pub(super) reasoning: Option<Described>,
    pub(super) subagents: Option<Described>,
    pub(super) interrupts: Option<Described>,
}

/// How many errors there are among the updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errors {
    None,
    One,
    Some,
}

impl Errors {
    const WORDS: [(&'static str, Self); 3] = [
        ("none", Self::None),
        ("one", Self::One),
        ("some", Self::Some),
    ];

    fn read(node: &Node<'_>) -> Result<Self, Located> {
        let word = node.text()?;
        let known = Self::WORDS.iter().find(|(known, _)| *known == word);
        known
            .map(|(_, errors)| *errors)
            .ok_or_else(|| node.error("errors are `none`, `one` or `some`"))
    }

    pub(super) fn text(self) -> &'static str {
        let known = Self::WORDS.iter().find(|(_, errors)| *errors == self);
        known.map_or("", |(word, _)| word)
    }

    pub(super) fn fit(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::Some => count > 0,
        }
    }
}

impl Expected {
    /// Reads `after` and `updates`, of which one may be absent, or both.
    pub(super) fn read(members: &mut Members<'_>, lists: bool) -> Result<Self, Located> {
        let after = match members.optional("after") {
            Some(node) => After::read(&node)?,
            None => After::default(),
        };
        let updates = match members.optional("updates") {
            None => None,
            Some(node) if lists => Some(update::read_list(&node)?),
            Some(node) => {
                return Err(node.error(
                    "in this profile no updates are listed; say `errors` and `done` in `after`",
                ));
            }
        };
        Ok(Self { after, updates })
    }

    /// Whether nothing is expected.
    pub(super) fn is_empty(&self) -> bool {
        let After {
            done,
            errors,
            messages,
            state,
            reasoning,
            subagents,
            interrupts,
        } = &self.after;
        let values = [done, messages, state, reasoning, subagents, interrupts];
        errors.is_none() && values.iter().all(|value| value.is_none()) && self.updates.is_none()
    }
}

impl After {
    fn read(node: &Node<'_>) -> Result<Self, Located> {
        let mut members = node.object()?;
        let mut value = |name, check: fn(&Node<'_>) -> Result<(), Located>| {
            let node = members.optional(name);
            node.map(|node| check(&node).and_then(|()| mark::read(&node)))
                .transpose()
        };
        let after = Self {
            done: value("done", check_done)?,
            messages: value("messages", check_objects)?,
            state: value("state", |_| Ok(()))?,
            reasoning: value("reasoning", check_objects)?,
            subagents: value("subagents", check_objects)?,
            interrupts: value("interrupts", check_objects)?,
            errors: members
                .optional("errors")
                .map(|node| Errors::read(&node))
                .transpose()?,
        };
        members.finish()?;
        Ok(after)
    }
}

/// Checks that something is a list of objects, which may be described.
pub(super) fn check_objects(node: &Node<'_>) -> Result<(), Located> {
    match node.value() {
        Value::Array(_) => node.list()?.iter().try_for_each(is_object),
        value if value.get("$list").is_some() => Ok(()),
        _ => Err(node.error("expected a list of objects")),
    }
}

/// Checks that something is an object.
pub(super) fn is_object(node: &Node<'_>) -> Result<(), Located> {
    node.object().map(drop)
}

/// Checks what is written of how a run ended: a word, or an object that says more.
pub(super) fn check_done(node: &Node<'_>) -> Result<(), Located> {
    if !matches!(node.value(), Value::Object(_)) {
        return read_end(node);
    }
    if mark::is_any(node.value()) {
        return Ok(());
    }
    let mut members = node.object()?;
    read_end(&members.required("end")?)?;
    for name in ["result", "message", "code", "interrupts"] {
        members.optional(name);
    }
    members.finish()
}

fn read_end(node: &Node<'_>) -> Result<(), Located> {
    match node.text()? {
        "success" | "interrupted" | "failed" | "cancelled" => Ok(()),
        _ => Err(node.error("a run ends as `success`, `interrupted`, `failed` or `cancelled`")),
    }
}
