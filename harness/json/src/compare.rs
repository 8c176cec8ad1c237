//! Equality of values, and where they differ.

use std::vec;

use crate::classes::{Classes, Precision};
use crate::pairs::{Pair, pairs};
use crate::{JsonString, Object, Pointer, Sameness, Value};

/// How many [`Comparison::lossy`] places are named.
pub const LOSSY_AT_MOST: usize = 16;

/// What [`compare`] has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison<'v> {
    /// The first difference, numbers that are the same finite binary64 not counted as one.
    pub difference: Option<Difference<'v>>,
    /// Where, before the first difference, numbers differ that are the same finite binary64; the first [`LOSSY_AT_MOST`] places.
    pub lossy: Vec<Pointer>,
}

/// A place where two values differ, as deep as possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference<'v> {
    /// The place in both.
    pub pointer: Pointer,
    /// What was expected there; `None` for nothing.
    pub expected: Option<&'v Value>,
    /// What was found there; `None` for nothing.
    pub got: Option<&'v Value>,
}

/// Compares what was found with what was expected; numbers that are the same finite binary64 pass, but are named.
pub fn compare<'v>(expected: &'v Value, got: &'v Value) -> Comparison<'v> {
    let mut walk = Walk::new(1);
    walk.run(expected, got);
    Comparison {
        difference: walk.found.pop(),
        lossy: walk.lossy,
    }
}

/// The first differences, at most so many; numbers that are the same finite binary64 are none.
///
/// They come in the order of `expected`; after the members of each object, what only that of `got` has. A missing or surplus
/// element at the end of a list is a difference at its index.
pub fn differences<'v>(expected: &'v Value, got: &'v Value, most: usize) -> Vec<Difference<'v>> {
    let mut walk = Walk::new(most);
    walk.run(expected, got);
    walk.found
}

/// Whether two values are equal, numbers by mathematical value.
pub(crate) fn equal(a: &Value, b: &Value) -> bool {
    let mut pending = Vec::new();
    equal_so_far(a, b, &mut pending) && all_equal(pending)
}

pub(crate) fn equal_objects(a: &Object, b: &Object) -> bool {
    let mut pending = Vec::new();
    equal_members(a, b, &mut pending) && all_equal(pending)
}

fn all_equal<'v>(mut pending: Vec<(&'v Value, &'v Value)>) -> bool {
    while let Some((a, b)) = pending.pop() {
        if !equal_so_far(a, b, &mut pending) {
            return false;
        }
    }
    true
}

/// Compares two values but for pairs of parts, which it leaves to be compared.
fn equal_so_far<'v>(a: &'v Value, b: &'v Value, pending: &mut Vec<(&'v Value, &'v Value)>) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|(a, b)| equal_or_pending(a, b, pending))
        }
        (Value::Object(a), Value::Object(b)) => equal_members(a, b, pending),
        _ => false,
    }
}

fn equal_members<'v>(
    a: &'v Object,
    b: &'v Object,
    pending: &mut Vec<(&'v Value, &'v Value)>,
) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if a.duplicate_name().is_some() {
        return b.duplicate_name().is_some() && equal_multisets(a, b);
    }
    // As many names, each found in the other: so there are no duplicates there either.
    a.members()
        .iter()
        .enumerate()
        .all(|(hint, (name, value))| match b.find(name, hint) {
            Some(other) => equal_or_pending(value, other, pending),
            None => false,
        })
}

/// Compares what has no parts at once, so that only what nests has to wait.
fn equal_or_pending<'v>(
    a: &'v Value,
    b: &'v Value,
    pending: &mut Vec<(&'v Value, &'v Value)>,
) -> bool {
    if a.is_filled() {
        pending.push((a, b));
        return true;
    }
    equal_so_far(a, b, pending)
}

fn equal_multisets(a: &Object, b: &Object) -> bool {
    let mut classes = Classes::new(Precision::Exact);
    classes.members(a) == classes.members(b)
}

/// A way through two values at once that collects what differs.
struct Walk<'v> {
    most: usize,
    found: Vec<Difference<'v>>,
    lossy: Vec<Pointer>,
    frames: Vec<Frame<'v>>,
}

/// Two lists or two objects on the way, and the step that was taken into their parts.
enum Frame<'v> {
    Array {
        expected: &'v [Value],
        got: &'v [Value],
        next: usize,
    },
    Object {
        pairs: vec::IntoIter<(&'v JsonString, Pair<'v>)>,
        at: Option<&'v JsonString>,
    },
}

impl<'v> Walk<'v> {
    fn new(most: usize) -> Self {
        Self {
            most,
            found: Vec::new(),
            lossy: Vec::new(),
            frames: Vec::new(),
        }
    }

    fn run(&mut self, expected: &'v Value, got: &'v Value) {
        let mut pair = Some(Pair::Open(Some(expected), Some(got)));
        while self.found.len() < self.most {
            match pair {
                Some(Pair::Open(expected, got)) => self.visit(expected, got),
                Some(Pair::Different(expected, got)) => self.differ(expected, got),
                Some(Pair::Lossy) => self.lose(),
                None if self.frames.pop().is_none() => return,
                None => {}
            }
            pair = self.frames.last_mut().and_then(Frame::next);
        }
    }

    fn visit(&mut self, expected: Option<&'v Value>, got: Option<&'v Value>) {
        match (expected, got) {
            (Some(Value::Number(a)), Some(Value::Number(b))) => match a.same(b) {
                Sameness::Equal => {}
                Sameness::Lossy => self.lose(),
                Sameness::Different => self.differ(expected, got),
            },
            (Some(Value::Array(a)), Some(Value::Array(b))) => {
                self.frames.push(Frame::Array {
                    expected: a,
                    got: b,
                    next: 0,
                });
            }
            (Some(Value::Object(a)), Some(Value::Object(b))) => {
                self.frames.push(Frame::Object {
                    pairs: pairs(a, b).into_iter(),
                    at: None,
                });
            }
            // Scalars, or values of different kinds.
            (Some(a), Some(b)) if a == b => {}
            _ => self.differ(expected, got),
        }
    }

    fn differ(&mut self, expected: Option<&'v Value>, got: Option<&'v Value>) {
        self.found.push(Difference {
            pointer: self.pointer(),
            expected,
            got,
        });
    }

    fn lose(&mut self) {
        if self.lossy.len() < LOSSY_AT_MOST {
            self.lossy.push(self.pointer());
        }
    }

    fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::root();
        for frame in &self.frames {
            match frame {
                Frame::Array { next, .. } => pointer.push(next - 1),
                Frame::Object { at, .. } => at.iter().for_each(|name| pointer.push(*name)),
            }
        }
        pointer
    }
}

impl<'v> Frame<'v> {
    fn next(&mut self) -> Option<Pair<'v>> {
        match self {
            Self::Array {
                expected,
                got,
                next,
            } => {
                let (a, b) = (expected.get(*next), got.get(*next));
                *next += 1;
                (a.is_some() || b.is_some()).then_some(Pair::Open(a, b))
            }
            Self::Object { pairs, at } => pairs.next().map(|(name, pair)| {
                *at = Some(name);
                pair
            }),
        }
    }
}

#[cfg(test)]
mod tests;
