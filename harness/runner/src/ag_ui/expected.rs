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
        let mut list = |name| members.optional(name).map(|node| objects(&node)).transpose();
        let messages = list("messages")?;
        let reasoning = list("reasoning")?;
        let subagents = list("subagents")?;
        let interrupts = list("interrupts")?;
        let after = Self {
            done: members
                .optional("done")
                .map(|node| read_done(&node))
                .transpose()?,
            errors: members
                .optional("errors")
                .map(|node| Errors::read(&node))
                .transpose()?,
            state: members
                .optional("state")
                .map(|node| mark::read(&node))
                .transpose()?,
            messages,
            reasoning,
            subagents,
            interrupts,
        };
        members.finish()?;
        Ok(after)
    }
}

/// Reads a list of objects, which may be described.
pub(super) fn objects(node: &Node<'_>) -> Result<Described, Located> {
    match node.value() {
        Value::Array(_) => {
            for node in node.list()? {
                is_object(&node)?;
            }
        }
        value if value.get("$list").is_some() => {}
        _ => return Err(node.error("expected a list of objects")),
    }
    mark::read(node)
}

/// Checks that something is an object.
pub(super) fn is_object(node: &Node<'_>) -> Result<(), Located> {
    node.object().map(drop)
}

/// Reads how a run ended: a word, or an object that says more.
pub(super) fn read_done(node: &Node<'_>) -> Result<Described, Located> {
    if matches!(node.value(), Value::Object(_)) {
        if mark::is_any(node.value()) {
            return mark::read(node);
        }
        let mut members = node.object()?;
        let end = members.required("end")?;
        read_end(&end)?;
        for name in ["result", "message", "code", "interrupts"] {
            members.optional(name);
        }
        members.finish()?;
    } else {
        read_end(node)?;
    }
    mark::read(node)
}

fn read_end(node: &Node<'_>) -> Result<(), Located> {
    match node.text()? {
        "success" | "interrupted" | "failed" | "cancelled" => Ok(()),
        _ => Err(node.error("a run ends as `success`, `interrupted`, `failed` or `cancelled`")),
    }
}
