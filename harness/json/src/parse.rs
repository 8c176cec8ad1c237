//! Text to values.

use crate::error::ParseError;
use crate::lexer::{Fault, Lexer, Token};
use crate::object::Member;
use crate::{Array, JsonString, Number, Object, Value};

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

/// A list or an object that is not closed yet.
struct Open {
    parts: Parts,
    /// Its name in the object around it; empty elsewhere.
    name: JsonString,
}

/// Where the parts of something that is open start.
#[derive(Clone, Copy)]
enum Parts {
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
struct Stack {
    /// The value of the text, once it has ended.
    whole: Value,
    open: Vec<Open>,
    values: Vec<Value>,
    members: Vec<Member>,
}

impl Stack {
    fn for_text(text: &str) -> Self {
        Self {
            whole: Value::Null,
            open: Vec::with_capacity(LIKELY),
            values: Vec::new(),
            members: Vec::with_capacity(if text.len() < SMALL { 0 } else { LIKELY }),
        }
    }

    fn open_array(&mut self, name: JsonString) {
        let parts = Parts::Array(self.values.len());
        self.open.push(Open { parts, name });
    }

    fn open_object(&mut self, name: JsonString) {
        let parts = Parts::Object(self.members.len());
        self.open.push(Open { parts, name });
    }

    /// Closes the innermost of what is open, and adds it to what is around it.
    fn close(&mut self) {
        // The lexer closes only what is open.
        let Some(Open { parts, name }) = self.open.pop() else {
            return;
        };
        let value = match parts {
            Parts::Array(start) => Value::Array(Array(tail(&mut self.values, start))),
            Parts::Object(start) => {
                Value::Object(Object::from_members(tail(&mut self.members, start)))
            }
        };
        match self.open.last().map(|around| around.parts) {
            Some(Parts::Object(_)) => self.members.push((name, value)),
            Some(Parts::Array(_)) => self.values.push(value),
            None => self.whole = value,
        }
    }
}

fn tail<T>(stack: &mut Vec<T>, start: usize) -> Vec<T> {
    if start == 0 {
        std::mem::take(stack)
    } else {
        stack.split_off(start)
    }
}

fn build(text: &str) -> Result<Value, Fault> {
    let mut lexer = Lexer::new(text);
    let mut stack = Stack::for_text(text);
    loop {
        // What has just been written in pieces is slow to read as a whole, so nothing is moved that was just made: a name waits
        // where it is until its value is known, and that is made where it goes.
        match lexer.next()? {
            Token::Name(name) => {
                let name = name.decode();
                let value = match lexer.value_of_member()? {
                    Token::ArrayStart => {
                        stack.open_array(name);
                        continue;
                    }
                    Token::ObjectStart => {
                        stack.open_object(name);
                        continue;
                    }
                    scalar => scalar_of(scalar),
                };
                stack.members.push((name, value));
            }
            Token::ArrayStart => stack.open_array(JsonString::new()),
            Token::ObjectStart => stack.open_object(JsonString::new()),
            Token::ArrayEnd | Token::ObjectEnd => stack.close(),
            Token::End => return Ok(stack.whole),
            scalar if stack.open.is_empty() => stack.whole = scalar_of(scalar),
            scalar => stack.values.push(scalar_of(scalar)),
        }
    }
}

/// The value that one token makes.
#[inline(always)]
fn scalar_of(token: Token<'_>) -> Value {
    match token {
        Token::String(string) => Value::String(string.decode()),
        Token::Number(lexeme) => Value::Number(Number::from_lexeme(lexeme)),
        Token::Bool(truth) => Value::Bool(truth),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests;
