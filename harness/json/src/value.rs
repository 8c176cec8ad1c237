//! Any JSON value, and lists of them.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::{JsonString, Number, Object, Pointer, compare, write};

/// A JSON value (RFC 8259, section 3).
///
/// Equality (`==`) is that of the values that the texts stand for: members of an object in any order, numbers by mathematical
/// value. Members that share a name are compared as a multiset.
#[derive(Default)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(JsonString),
    /// A list.
    Array(Array),
    /// An object.
    Object(Object),
}

/// The kind of a value, named as messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// A JSON array: a vector of values that may nest to any depth.
#[derive(Default, PartialEq)]
pub struct Array(pub(crate) Vec<Value>);

impl Value {
    /// The kind of this value.
    #[inline]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// Whether this is `null`.
    #[inline]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The truth value, if this is one.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self {
            Some(*truth)
        } else {
            None
        }
    }

    /// The number, if this is one.
    #[inline]
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(number) = self {
            Some(number)
        } else {
            None
        }
    }

    /// The string, if this is one.
    #[inline]
    pub fn as_string(&self) -> Option<&JsonString> {
        if let Self::String(string) = self {
            Some(string)
        } else {
            None
        }
    }

    /// The text, if this is a string without lone surrogates.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        self.as_string().and_then(JsonString::as_str)
    }

    /// The list, if this is one.
    #[inline]
    pub fn as_array(&self) -> Option<&Array> {
        if let Self::Array(array) = self {
            Some(array)
        } else {
            None
        }
    }

    /// The list to change, if this is one.
    #[inline]
    pub fn as_array_mut(&mut self) -> Option<&mut Array> {
        if let Self::Array(array) = self {
            Some(array)
        } else {
            None
        }
    }

    /// The object, if this is one.
    #[inline]
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self {
            Some(object)
        } else {
            None
        }
    }

    /// The object to change, if this is one.
    #[inline]
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        if let Self::Object(object) = self {
            Some(object)
        } else {
            None
        }
    }

    /// The member of that name, the last if several share it, if this is an object that has one.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object().and_then(|object| object.get(name))
    }

    /// The value at the pointer (RFC 6901), if there is one; of members that share a name the last.
    pub fn pointer(&self, pointer: &Pointer) -> Option<&Self> {
        pointer.tokens().try_fold(self, |value, token| match value {
            Self::Array(array) => array.get(crate::pointer::index(token.as_str()?)?),
            Self::Object(object) => object.get_name(&token),
            _ => None,
        })
    }

    /// The value as JSON text without white space; numbers as they were written.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write_to(&mut text);
        text
    }

    /// Appends what [`Value::to_text`] returns.
    pub fn write_to(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write::compact(self, text);
    }

    /// The value as JSON text to be read by people: a line for each member and element, two spaces a level, short lists of scalars
    /// on one line. No line break at the end.
    ///
    /// Below 32 levels lines are not indented further, so that the text of deep values stays of their own order of length.
    pub fn to_pretty(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write::pretty(self, &mut text);
        text
    }

    /// Whether this is a list or an object in which something is.
    pub(crate) fn is_filled(&self) -> bool {
        match self {
            Self::Array(array) => !array.is_empty(),
            Self::Object(object) => !object.is_empty(),
            _ => false,
        }
    }

    /// Whether there is a filled list or object in this one.
    fn is_nested(&self) -> bool {
        match self {
            Self::Array(array) => array.iter().any(Self::is_filled),
            Self::Object(object) => object.iter().any(|(_, value)| value.is_filled()),
            _ => false,
        }
    }
}

/// Empties values that are about to be dropped, so that no drop nests deeper than a list of flat lists.
pub(crate) fn dismantle<'v>(children: impl Iterator<Item = &'v mut Value>) {
    let mut pending = Vec::new();
    detach(children, &mut pending);
    while let Some(mut value) = pending.pop() {
        match &mut value {
            Value::Array(array) => detach(array.iter_mut(), &mut pending),
            Value::Object(object) => {
                detach(object.iter_mut().map(|(_, value)| value), &mut pending)
            }
            _ => {}
        }
    }
}

/// Moves what nests out of the children; most values are flat and stay.
fn detach<'v>(children: impl Iterator<Item = &'v mut Value>, pending: &mut Vec<Value>) {
    pending.extend(
        children
            .filter(|child| child.is_nested())
            .map(std::mem::take),
    );
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        compare::equal(self, other)
    }
}

impl Eq for Value {}

impl fmt::Debug for Value {
    /// As compact JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::compact(self, f)
    }
}

impl fmt::Display for Value {
    /// As compact JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::compact(self, f)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

macro_rules! from_parts {
    ($($part:ty => $variant:ident),* $(,)?) => {$(
        impl From<$part> for Value {
            fn from(part: $part) -> Self {
                Self::$variant(part.into())
            }
        }
    )*};
}

from_parts! {
    &str => String, String => String, JsonString => String, &JsonString => String,
    u64 => Number, i64 => Number, usize => Number, u32 => Number, i32 => Number, Number => Number,
    Vec<Value> => Array, Array => Array, Object => Object,
}

impl Kind {
    /// The kind with its article, as in "expected a string".
    pub(crate) fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "a list",
            Self::Object => "an object",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "list",
            Self::Object => "object",
        })
    }
}

impl Array {
    /// The empty list.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Eq for Array {}

impl Drop for Array {
    fn drop(&mut self) {
        dismantle(self.0.iter_mut());
    }
}

impl Deref for Array {
    type Target = Vec<Value>;

    fn deref(&self) -> &Vec<Value> {
        &self.0
    }
}

impl DerefMut for Array {
    fn deref_mut(&mut self) -> &mut Vec<Value> {
        &mut self.0
    }
}

impl fmt::Debug for Array {
    /// As compact JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::array(self, f)
    }
}

impl From<Vec<Value>> for Array {
    fn from(values: Vec<Value>) -> Self {
        Self(values)
    }
}

impl<V: Into<Value>> FromIterator<V> for Array {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self(values.into_iter().map(Into::into).collect())
    }
}

impl IntoIterator for Array {
    type Item = Value;
    type IntoIter = std::vec::IntoIter<Value>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.0).into_iter()
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Array {
    type Item = &'a mut Value;
    type IntoIter = std::slice::IterMut<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

#[cfg(test)]
mod tests;
