//! Reading typed members from a document, with errors that name the place.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::{Document, JsonString, Kind, Located, Object, Pointer, Value};

/// How alike two names must be for one to be suggested for the other (Jaro-Winkler).
const ALIKE: f64 = 0.8;

/// A value in a [`Document`], and where it stands.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    document: &'a Document,
    value: &'a Value,
    pointer: Pointer,
}

/// The members of an object, to be asked for one by one; see [`Node::object`].
#[derive(Clone, Debug)]
#[must_use = "call `finish`, or members that nobody knows pass unseen"]
pub struct Members<'a> {
    node: Node<'a>,
    object: &'a Object,
    /// The names that were asked for, in that order.
    asked: Vec<&'static str>,
}

impl<'a> Node<'a> {
    pub(crate) fn root(document: &'a Document) -> Self {
        Self {
            document,
            value: document.value(),
            pointer: Pointer::root(),
        }
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Where it stands in the document.
    pub fn pointer(&self) -> Pointer {
        self.pointer.clone()
    }

    /// The kind of the value.
    pub fn kind(&self) -> Kind {
        self.value.kind()
    }

    /// An error about this value.
    pub fn error(&self, message: impl Display) -> Located {
        Located::new(
            self.document,
            self.document.place(&self.pointer),
            message.to_string(),
        )
    }

    /// The text of a string.
    ///
    /// # Errors
    ///
    /// The value is no string, or has a lone surrogate.
    pub fn text(&self) -> Result<&'a str, Located> {
        let string = self
            .value
            .as_string()
            .ok_or_else(|| self.unexpected(Kind::String))?;
        string.as_str().ok_or_else(|| {
            self.error("expected a string of whole characters, found a lone surrogate in it")
        })
    }

    /// A truth value.
    ///
    /// # Errors
    ///
    /// The value is none.
    pub fn boolean(&self) -> Result<bool, Located> {
        self.value
            .as_bool()
            .ok_or_else(|| self.unexpected(Kind::Bool))
    }

    /// An integer from 0 to `u64::MAX`, however written.
    ///
    /// # Errors
    ///
    /// The value is no number, or no such integer.
    pub fn unsigned(&self) -> Result<u64, Located> {
        let number = self
            .value
            .as_number()
            .ok_or_else(|| self.unexpected(Kind::Number))?;
        let expected = || {
            self.error(format_args!(
                "expected an integer from 0 to {}, found {}",
                u64::MAX,
                brief(number.lexeme())
            ))
        };
        number.to_u64().ok_or_else(expected)
    }

    /// The elements of a list.
    ///
    /// # Errors
    ///
    /// The value is no list.
    pub fn list(&self) -> Result<Vec<Self>, Located> {
        let array = self
            .value
            .as_array()
            .ok_or_else(|| self.unexpected(Kind::Array))?;
        let elements = array.iter().enumerate();
        Ok(elements
            .map(|(index, value)| Self {
                document: self.document,
                value,
                pointer: self.pointer.join(index),
            })
            .collect())
    }

    /// The members of an object.
    ///
    /// # Errors
    ///
    /// The value is no object, or members of it share a name.
    pub fn object(&self) -> Result<Members<'a>, Located> {
        let object = self
            .value
            .as_object()
            .ok_or_else(|| self.unexpected(Kind::Object))?;
        if let Some(name) = object.duplicate_name() {
            return Err(self.member_error(name, format!("duplicate member {}", quoted(name))));
        }
        Ok(Members {
            node: self.clone(),
            object,
            asked: Vec::new(),
        })
    }

    fn unexpected(&self, expected: Kind) -> Located {
        self.error(format_args!(
            "expected {}, found {}",
            expected.with_article(),
            self.kind().with_article()
        ))
    }

    /// An error about a member as such, at its name.
    fn member_error(&self, name: &JsonString, message: String) -> Located {
        Located::new(
            self.document,
            self.document.place_of_member(&self.pointer.join(name)),
            message,
        )
    }
}

impl<'a> Members<'a> {
    /// The object itself.
    pub fn node(&self) -> &Node<'a> {
        &self.node
    }

    /// The member of that name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn required(&mut self, name: &'static str) -> Result<Node<'a>, Located> {
        self.optional(name)
            .ok_or_else(|| self.node.error(format_args!("missing member `{name}`")))
    }

    /// The member of that name, if there is one.
    pub fn optional(&mut self, name: &'static str) -> Option<Node<'a>> {
        if !self.asked.contains(&name) {
            self.asked.push(name);
        }
        let value = self.object.get(name)?;
        Some(Node {
            document: self.node.document,
            value,
            pointer: self.node.pointer.join(name),
        })
    }

    /// All members in order, whatever their names, for objects that map free names to values.
    pub fn entries(&self) -> impl Iterator<Item = (&'a JsonString, Node<'a>)> + use<'a> {
        let node = self.node.clone();
        let entry = move |(name, value)| {
            (
                name,
                Node {
                    document: node.document,
                    value,
                    pointer: node.pointer.join(name),
                },
            )
        };
        self.object.iter().map(entry)
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// There is a member that was not asked for; the message suggests the name that was probably meant.
    pub fn finish(self) -> Result<(), Located> {
        let asked: BTreeSet<&str> = self.asked.iter().copied().collect();
        let unknown = self
            .object
            .names()
            .find(|name| !name.as_str().is_some_and(|name| asked.contains(name)));
        let Some(name) = unknown else { return Ok(()) };
        let unknown = quoted(name);
        let message = match (self.suggestion(name), self.asked.join(", ")) {
            (Some(meant), known) => {
                format!("unknown member {unknown}; did you mean `{meant}`? known here: {known}")
            }
            (None, known) if known.is_empty() => {
                format!("unknown member {unknown}; none is known here")
            }
            (None, known) => format!("unknown member {unknown}; known here: {known}"),
        };
        Err(self.node.member_error(name, message))
    }

    /// The name most like the unknown one, of those that the object lacks.
    fn suggestion(&self, unknown: &JsonString) -> Option<&'static str> {
        let unknown = unknown.as_str()?;
        let missing = self
            .asked
            .iter()
            .filter(|asked| !self.object.contains(asked));
        let rated = missing.map(|asked| (strsim::jaro_winkler(unknown, asked), asked));
        let best = rated
            .filter(|(alike, _)| *alike >= ALIKE)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, asked)| *asked)
    }
}

/// A name in backticks, shortened.
fn quoted(name: &JsonString) -> String {
    format!("`{}`", brief(&name.to_string_lossy()))
}

/// The beginning of what may be of any length.
fn brief(text: &str) -> String {
    const CHARACTERS: usize = 40;
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
