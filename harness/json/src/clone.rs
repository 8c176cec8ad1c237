//! Copies of values, made without recursion.

use std::slice;

use crate::object::Member;
use crate::{Array, Object, Value};

/// A list or an object that is being copied: what is left of it, and what is done.
enum Frame<'v> {
    Array(slice::Iter<'v, Value>, Vec<Value>),
    /// The last of the done members waits for its value while that is being copied.
    Object(&'v Object, slice::Iter<'v, Member>, Vec<Member>),
}

impl<'v> Frame<'v> {
    fn array(array: &'v Array) -> Self {
        Self::Array(array.iter(), Vec::with_capacity(array.len()))
    }

    fn object(object: &'v Object) -> Self {
        Self::Object(
            object,
            object.members().iter(),
            Vec::with_capacity(object.len()),
        )
    }

    fn next(&mut self) -> Option<&'v Value> {
        match self {
            Self::Array(rest, _) => rest.next(),
            Self::Object(_, rest, done) => rest.next().map(|(name, value)| {
                done.push((name.clone(), Value::Null));
                value
            }),
        }
    }

    fn add(&mut self, copy: Value) {
        match self {
            Self::Array(_, done) => done.push(copy),
            Self::Object(_, _, done) => {
                if let Some((_, value)) = done.last_mut() {
                    *value = copy;
                }
            }
        }
    }

    fn finish(self) -> Value {
        match self {
            Self::Array(_, done) => Value::Array(Array(done)),
            Self::Object(original, _, done) => Value::Object(original.with_members(done)),
        }
    }
}

impl Clone for Value {
    fn clone(&self) -> Self {
        let mut frames = Vec::new();
        let mut value = self;
        loop {
            let mut copy = match value {
                Self::Array(array) if !array.is_empty() => {
                    frames.push(Frame::array(array));
                    None
                }
                Self::Object(object) if !object.is_empty() => {
                    frames.push(Frame::object(object));
                    None
                }
                Self::Array(_) => Some(Self::Array(Array::default())),
                Self::Object(_) => Some(Self::Object(Object::default())),
                Self::Null => Some(Self::Null),
                Self::Bool(truth) => Some(Self::Bool(*truth)),
                Self::Number(number) => Some(Self::Number(number.clone())),
                Self::String(string) => Some(Self::String(string.clone())),
            };
            value = loop {
                if let Some(copy) = copy.take() {
                    match frames.last_mut() {
                        Some(frame) => frame.add(copy),
                        None => return copy,
                    }
                }
                if let Some(next) = frames.last_mut().and_then(Frame::next) {
                    break next;
                }
                copy = frames.pop().map(Frame::finish);
            };
        }
    }
}

impl Clone for Array {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl Clone for Object {
    fn clone(&self) -> Self {
        self.with_members(self.members().to_vec())
    }
}
