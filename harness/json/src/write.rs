//! Values to text.

use std::fmt::{Result, Write};
use std::slice;

use crate::lexer::plain_end;
use crate::object::Member;
use crate::{Array, JsonString, Object, Value};

/// Two spaces a level; lines of deeper levels are not indented further.
const INDENT: &str = "                                                                ";
const INDENT_A_LEVEL: usize = 2;
/// A list of scalars stays on one line if its text is no longer than this, in bytes.
const SHORT: usize = 60;

pub(crate) fn compact(value: &Value, out: &mut impl Write) -> Result {
    Writer {
        out,
        open: Vec::new(),
        pretty: false,
    }
    .whole(value)
}

pub(crate) fn pretty(value: &Value, out: &mut impl Write) -> Result {
    Writer {
        out,
        open: Vec::new(),
        pretty: true,
    }
    .whole(value)
}

pub(crate) fn array(array: &Array, out: &mut impl Write) -> Result {
    let mut writer = Writer {
        out,
        open: Vec::new(),
        pretty: false,
    };
    writer.open_array(array)?;
    writer.rest()
}

pub(crate) fn object(object: &Object, out: &mut impl Write) -> Result {
    let mut writer = Writer {
        out,
        open: Vec::new(),
        pretty: false,
    };
    writer.open_object(object)?;
    writer.rest()
}

/// Writes a string in quotes, with the escapes that it needs and no others.
pub(crate) fn string(string: &JsonString, out: &mut impl Write) -> Result {
    out.write_char('"')?;
    for (text, surrogate) in string.pieces() {
        escaped(text, out)?;
        if let Some(unit) = surrogate {
            write!(out, "\\u{unit:04x}")?;
        }
    }
    out.write_char('"')
}

fn escaped(mut text: &str, out: &mut impl Write) -> Result {
    loop {
        let at = plain_end(text.as_bytes(), 0);
        let Some(special) = text.as_bytes().get(at) else {
            return out.write_str(text);
        };
        out.write_str(&text[..at])?;
        match special {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            0x08 => out.write_str("\\b")?,
            0x0c => out.write_str("\\f")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            control => write!(out, "\\u{control:04x}")?,
        }
        text = &text[at + 1..];
    }
}

/// What is left of a list or an object that is being written.
enum Frame<'v> {
    Array(slice::Iter<'v, Value>),
    Object(slice::Iter<'v, Member>),
}

struct Writer<'v, 'o, W> {
    out: &'o mut W,
    open: Vec<Frame<'v>>,
    pretty: bool,
}

impl<'v, W: Write> Writer<'v, '_, W> {
    fn whole(mut self, value: &'v Value) -> Result {
        self.value(value)?;
        self.rest()
    }

    /// Writes a scalar, or the opening of what is not one.
    fn value(&mut self, value: &'v Value) -> Result {
        match value {
            Value::Array(array) if self.pretty && is_short(array) => self.line(array),
            Value::Array(array) => self.open_array(array),
            Value::Object(object) => self.open_object(object),
            scalar => self.scalar(scalar),
        }
    }

    fn scalar(&mut self, value: &Value) -> Result {
        match value {
            Value::Null => self.out.write_str("null"),
            Value::Bool(true) => self.out.write_str("true"),
            Value::Bool(false) => self.out.write_str("false"),
            Value::Number(number) => self.out.write_str(number.lexeme()),
            Value::String(text) => string(text, self.out),
            // The caller opens these.
            Value::Array(_) | Value::Object(_) => Ok(()),
        }
    }

    fn open_array(&mut self, array: &'v Array) -> Result {
        self.open.push(Frame::Array(array.iter()));
        self.out.write_char('[')
    }

    fn open_object(&mut self, object: &'v Object) -> Result {
        self.open.push(Frame::Object(object.members().iter()));
        self.out.write_char('{')
    }

    /// Writes all that is open to its end.
    fn rest(&mut self) -> Result {
        let mut first = true;
        loop {
            let depth = self.open.len();
            let (next, close) = match self.open.last_mut() {
                Some(Frame::Array(rest)) => (rest.next().map(|value| (None, value)), ']'),
                Some(Frame::Object(rest)) => {
                    (rest.next().map(|(name, value)| (Some(name), value)), '}')
                }
                None => return Ok(()),
            };
            match next {
                Some((name, value)) => {
                    if !first {
                        self.out.write_char(',')?;
                    }
                    self.break_line(depth)?;
                    if let Some(name) = name {
                        string(name, self.out)?;
                        self.out.write_str(if self.pretty { ": " } else { ":" })?;
                    }
                    self.value(value)?;
                    first = self.open.len() > depth;
                }
                None => {
                    self.open.pop();
                    if !first {
                        self.break_line(depth - 1)?;
                    }
                    self.out.write_char(close)?;
                    first = false;
                }
            }
        }
    }

    fn break_line(&mut self, depth: usize) -> Result {
        if !self.pretty {
            return Ok(());
        }
        self.out.write_char('\n')?;
        self.out
            .write_str(&INDENT[..INDENT.len().min(depth * INDENT_A_LEVEL)])
    }

    fn line(&mut self, array: &Array) -> Result {
        self.out.write_char('[')?;
        for (index, value) in array.iter().enumerate() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            self.scalar(value)?;
        }
        self.out.write_char(']')
    }
}

/// Whether a list holds scalars alone and fits on a line.
fn is_short(array: &Array) -> bool {
    let lengths = array.iter().map(|value| match value {
        Value::Null | Value::Bool(true) => Some(4),
        Value::Bool(false) => Some(5),
        Value::Number(number) => Some(number.lexeme().len()),
        Value::String(string) => Some(string.len() + 2),
        Value::Array(_) | Value::Object(_) => None,
    });
    let mut line = 2;
    for length in lengths {
        match length {
            Some(length) if line + length <= SHORT => line += length + 2,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests;
