//! Equality of many values at once.

use std::collections::HashMap;
use std::slice;

use crate::decimal::Power;
use crate::object::Member;
use crate::{JsonString, Number, Object, Value};

/// When numbers count as equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// If their mathematical values are.
    Exact,
    /// If their mathematical values are, or if they are the same finite binary64.
    Binary64,
}

/// Numbers the classes of equal values, so that two values are equal exactly if they are of one class.
///
/// Members that share a name form a multiset; to match two multisets pair by pair would take quadratic time, and each level
/// that does so would look again at all below. Classes are found bottom-up in one pass.
pub(crate) struct Classes<'v> {
    precision: Precision,
    known: HashMap<Shape<'v>, usize>,
}

/// A value, its parts replaced by their classes; equal values have equal shapes.
#[derive(PartialEq, Eq, Hash)]
enum Shape<'v> {
    Null,
    Bool(bool),
    Finite(u64),
    Exact {
        negative: bool,
        point: Power,
        digits: Vec<u8>,
    },
    String(&'v JsonString),
    Array(Vec<usize>),
    /// Sorted.
    Object(Vec<(&'v JsonString, usize)>),
}

/// A list or an object whose parts are being classed.
enum Frame<'v> {
    Array(slice::Iter<'v, Value>, Vec<usize>),
    Object(slice::Iter<'v, Member>, Vec<(&'v JsonString, usize)>),
}

impl<'v> Classes<'v> {
    pub(crate) fn new(precision: Precision) -> Self {
        Self {
            precision,
            known: HashMap::new(),
        }
    }

    /// The class of a value.
    pub(crate) fn class(&mut self, value: &'v Value) -> usize {
        let mut frames = Vec::new();
        let mut value = value;
        loop {
            let mut class = match value {
                Value::Array(array) => {
                    frames.push(Frame::Array(array.iter(), Vec::with_capacity(array.len())));
                    None
                }
                Value::Object(object) => {
                    frames.push(Frame::Object(
                        object.members().iter(),
                        Vec::with_capacity(object.len()),
                    ));
                    None
                }
                Value::Null => Some(self.number_of(Shape::Null)),
                Value::Bool(truth) => Some(self.number_of(Shape::Bool(*truth))),
                Value::Number(number) => Some(self.number_of(self.number(number))),
                Value::String(string) => Some(self.number_of(Shape::String(string))),
            };
            value = loop {
                if let Some(class) = class.take() {
                    match frames.last_mut() {
                        Some(frame) => frame.add(class),
                        None => return class,
                    }
                }
                if let Some(next) = frames.last_mut().and_then(Frame::next) {
                    break next;
                }
                class = frames.pop().map(|frame| self.number_of(frame.shape()));
            };
        }
    }

    /// The members of an object with the classes of their values, sorted: a multiset that can be compared.
    pub(crate) fn members(&mut self, object: &'v Object) -> Vec<(&'v JsonString, usize)> {
        let mut members: Vec<_> = object
            .iter()
            .map(|(name, value)| (name, self.class(value)))
            .collect();
        members.sort_unstable();
        members
    }

    fn number_of(&mut self, shape: Shape<'v>) -> usize {
        let next = self.known.len();
        *self.known.entry(shape).or_insert(next)
    }

    fn number(&self, number: &Number) -> Shape<'v> {
        if self.precision == Precision::Binary64
            && let Some(float) = number.finite()
        {
            // The sum has no negative zero.
            return Shape::Finite((float + 0.0).to_bits());
        }
        let decimal = number.decimal();
        let negative = decimal.is_negative();
        Shape::Exact {
            negative,
            point: decimal.point().clone(),
            digits: decimal.digits().collect(),
        }
    }
}

impl<'v> Frame<'v> {
    fn next(&mut self) -> Option<&'v Value> {
        match self {
            Self::Array(rest, _) => rest.next(),
            Self::Object(rest, done) => rest.next().map(|(name, value)| {
                done.push((name, 0));
                value
            }),
        }
    }

    fn add(&mut self, class: usize) {
        match self {
            Self::Array(_, done) => done.push(class),
            Self::Object(_, done) => {
                if let Some((_, waiting)) = done.last_mut() {
                    *waiting = class;
                }
            }
        }
    }

    fn shape(self) -> Shape<'v> {
        match self {
            Self::Array(_, done) => Shape::Array(done),
            Self::Object(_, mut done) => {
                done.sort_unstable();
                Shape::Object(done)
            }
        }
    }
}
