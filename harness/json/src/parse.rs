//! Text to values.

use crate::error::ParseError;
use crate::lexer::{Fault, Lexer, Token};
use crate::object::Member;
use crate::{Array, Number, Object, Value};

/// Reads one JSON text (RFC 8259, section 2), losing nothing and to any depth.
///
/// # Errors
///
/// [`ParseError`] where the text leaves the grammar first.
pub fn parse(text: &str) -> Result<Value, ParseError> {
    build(text).map_err(|fault| ParseError::of(text, fault))
}

/// Reads one JSON text in UTF-8 (RFC 8259, section 8.1); see [`parse`].
///
/// # Errors
///
/// [`ParseError`] where the bytes first are not UTF-8, or else where the text leaves the grammar.
pub fn parse_bytes(bytes: &[u8]) -> Result<Value, ParseError> {
    match str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => Err(ParseError::of_bytes(bytes, error.valid_up_to())),
    }
}

/// A list or an object that is not closed yet, and where its parts start.
enum Open {
    Array(usize),
    Object(usize),
}

/// Room for what most messages have open at once, so that it is not made bit by bit.
const LIKELY: usize = 8;

/// Bytes of a text that is too short for so many members.
const SMALL: usize = 64;

/// Values and members whose list or object is not closed yet.
///
/// One stack for all of them: a closed list takes its own from the end, at exactly the capacity that it needs, and the
/// outermost takes the stack itself. That saves growing a vector for each list.
#[derive(Default)]
struct Stack {
    open: Vec<Open>,
    values: Vec<Value>,
    /// The last member of an open object waits for its value.
    members: Vec<Member>,
}

impl Stack {
    fn close(&mut self) -> Value {
        match self.open.pop() {
            Some(Open::Array(start)) => Value::Array(Array(tail(&mut self.values, start))),
            Some(Open::Object(start)) => {
                Value::Object(Object::from_members(tail(&mut self.members, start)))
            }
            // The lexer closes only what is open.
            None => Value::Null,
        }
    }
}

fn tail<T>(stack: &mut Vec<T>, start: usize) -> Vec<T> {
    if start == 0 {
        std::mem::take(stack)
    } else {
        stack.drain(start..).collect()
    }
}

fn build(text: &str) -> Result<Value, Fault> {
    let mut lexer = Lexer::new(text);
    let mut whole = Value::Null;
    let mut stack = Stack {
        open: Vec::with_capacity(LIKELY),
        values: Vec::new(),
        members: Vec::with_capacity(if text.len() < SMALL { 0 } else { LIKELY }),
    };
    loop {
        let value = match lexer.next()? {
            Token::Null => Value::Null,
            Token::Bool(truth) => Value::Bool(truth),
            Token::Number(lexeme) => Value::Number(Number::from_lexeme(lexeme)),
            Token::String(string) => Value::String(string.decode()),
            Token::Name(name) => {
                stack.members.push((name.decode(), Value::Null));
                continue;
            }
            Token::ArrayStart => {
                stack.open.push(Open::Array(stack.values.len()));
                continue;
            }
            Token::ObjectStart => {
                stack.open.push(Open::Object(stack.members.len()));
                continue;
            }
            Token::ArrayEnd | Token::ObjectEnd => stack.close(),
            Token::End => return Ok(whole),
        };
        match stack.open.last() {
            Some(Open::Object(_)) => {
                if let Some((_, waiting)) = stack.members.last_mut() {
                    *waiting = value;
                }
            }
            Some(Open::Array(_)) => stack.values.push(value),
            None => whole = value,
        }
    }
}

#[cfg(test)]
mod tests;
