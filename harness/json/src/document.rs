//! Texts whose values know where they stand.

use std::borrow::Cow;
use std::fmt;

use crate::error::line_and_column;
use crate::place::{self, Found};
use crate::{Node, ParseError, Pointer, Value, parse};

/// A JSON text, the value in it, and the name that messages call it by, such as that of a file.
#[derive(Clone, Debug)]
pub struct Document {
    name: Cow<'static, str>,
    text: String,
    root: Value,
}

/// Where a value stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Bytes before the value.
    pub offset: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The pointer to the value.
    pub pointer: Pointer,
}

/// Something wrong at a place in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The name of the document.
    pub name: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The value that is meant; the root, too, where the text is not JSON.
    pub pointer: Pointer,
    /// What is wrong.
    pub message: String,
}

/// Bytes before the value at the pointer in a JSON text, or before the innermost one around it that is there.
pub fn offset_of(text: &str, pointer: &Pointer) -> usize {
    place::find(text, pointer).value
}

impl Document {
    /// Reads a text; see [`parse`](crate::parse()).
    ///
    /// # Errors
    ///
    /// The place where the text leaves the grammar first.
    pub fn parse(
        name: impl Into<Cow<'static, str>>,
        text: impl Into<String>,
    ) -> Result<Self, Located> {
        let (name, text) = (name.into(), text.into());
        match parse(&text) {
            Ok(root) => Ok(Self { name, text, root }),
            Err(error) => Err(Located::of_parse(name, error)),
        }
    }

    /// Reads a text in UTF-8; see [`parse_bytes`](crate::parse_bytes()).
    ///
    /// # Errors
    ///
    /// The place where the bytes first are not UTF-8, or else where the text leaves the grammar.
    pub fn parse_bytes(
        name: impl Into<Cow<'static, str>>,
        bytes: Vec<u8>,
    ) -> Result<Self, Located> {
        match String::from_utf8(bytes) {
            Ok(text) => Self::parse(name, text),
            Err(error) => {
                let fault =
                    ParseError::of_bytes(error.as_bytes(), error.utf8_error().valid_up_to());
                Err(Located::of_parse(name.into(), fault))
            }
        }
    }

    /// The name that messages call it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value of the whole text.
    pub fn value(&self) -> &Value {
        &self.root
    }

    /// The value of the whole text, to be read from.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }

    /// Where the value at the pointer stands; if there is none, where the innermost value on the way to it does.
    ///
    /// Of members that share a name the last is meant. The text is walked anew each time: places cost nothing until they are asked for.
    pub fn place(&self, pointer: &Pointer) -> Place {
        let found = place::find(&self.text, pointer);
        self.place_at(found.value, found, pointer)
    }

    /// Where each element of the list at the pointer stands, found in one walk; none if there is no list.
    pub fn places_of_elements(&self, list: &Pointer) -> Vec<Place> {
        let found = place::find(&self.text, list);
        if found.tokens != list.tokens().count() {
            return Vec::new();
        }
        let (mut line, mut column) = line_and_column(&self.text[..found.value]);
        let mut told = found.value;
        place::elements(&self.text[found.value..])
            .into_iter()
            .enumerate()
            .map(|(index, offset)| {
                let offset = found.value + offset;
                let (lines, columns) = line_and_column(&self.text[told..offset]);
                column = if lines == 1 {
                    column + columns - 1
                } else {
                    columns
                };
                line += lines - 1;
                told = offset;
                Place {
                    offset,
                    line,
                    column,
                    pointer: list.join(index),
                }
            })
            .collect()
    }

    /// Where the member that the pointer leads to begins, with its name.
    pub(crate) fn place_of_member(&self, pointer: &Pointer) -> Place {
        let found = place::find(&self.text, pointer);
        self.place_at(found.name, found, pointer)
    }

    fn place_at(&self, offset: usize, found: Found, pointer: &Pointer) -> Place {
        let (line, column) = line_and_column(&self.text[..offset]);
        Place {
            offset,
            line,
            column,
            pointer: pointer.first(found.tokens),
        }
    }
}

impl Located {
    fn of_parse(name: Cow<'static, str>, error: ParseError) -> Self {
        let (line, column) = (error.line(), error.column());
        Self {
            name: name.into_owned(),
            line,
            column,
            pointer: Pointer::root(),
            message: error.message,
        }
    }

    pub(crate) fn new(document: &Document, place: Place, message: String) -> Self {
        let Place {
            line,
            column,
            pointer,
            ..
        } = place;
        Self {
            name: document.name.clone().into_owned(),
            line,
            column,
            pointer,
            message,
        }
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            line,
            column,
            pointer,
            message,
        } = self;
        write!(f, "{name}:{line}:{column}: {message}")?;
        if *pointer == Pointer::root() {
            Ok(())
        } else {
            write!(f, " (at {pointer})")
        }
    }
}

impl std::error::Error for Located {}

#[cfg(test)]
mod tests;
