//! Finding the place of a value in its text.

use crate::lexer::{Lexer, Token};
use crate::{JsonString, Pointer, pointer};

/// What of a pointer exists in a text, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// How many tokens of the pointer lead to something.
    pub(crate) tokens: usize,
    /// Offset of the value in bytes.
    pub(crate) value: usize,
    /// Offset of its name in bytes, or of the value where it has none.
    pub(crate) name: usize,
}

/// The offset of each element of the list that the text begins with; empty if it begins with something else.
pub(crate) fn elements(text: &str) -> Vec<usize> {
    let mut lexer = Lexer::new(text);
    let mut offsets = Vec::new();
    let mut depth = 0_usize;
    while let Ok(token) = lexer.next() {
        if depth == 1 && !matches!(token, Token::ArrayEnd) {
            offsets.push(lexer.start());
        }
        match token {
            Token::ArrayStart | Token::ObjectStart if depth > 0 => depth += 1,
            Token::ArrayStart => depth = 1,
            Token::ArrayEnd | Token::ObjectEnd if depth > 1 => depth -= 1,
            // The list has ended, or there is none.
            _ if depth == 0 || matches!(token, Token::ArrayEnd) => break,
            _ => {}
        }
    }
    offsets
}

/// Walks the text from its start and returns the last place that the most tokens lead to.
///
/// One pass, so the time does not depend on the depth. Of members that share a name the last counts, and what was found
/// in the ones before is forgotten.
pub(crate) fn find(text: &str, pointer: &Pointer) -> Found {
    let tokens: Vec<JsonString> = pointer.tokens().collect();
    let mut lexer = Lexer::new(text);
    let mut found = Found {
        tokens: 0,
        value: 0,
        name: 0,
    };
    // How many lists and objects are open, how many of them are on the way, and in the innermost of these, which element is next.
    let mut depth = 0;
    let mut on_the_way = 0;
    let mut element = None;
    // The name before the value, if it is the one that we look for.
    let mut named = None;

    while let Ok(token) = lexer.next() {
        let start = lexer.start();
        match token {
            Token::End => break,
            Token::Name(name) => {
                let wanted = tokens.get(depth - 1).filter(|_| depth == on_the_way);
                named = wanted
                    .filter(|wanted| **wanted == name.decode())
                    .map(|_| start);
                continue;
            }
            Token::ArrayEnd | Token::ObjectEnd => {
                if depth == on_the_way {
                    on_the_way -= 1;
                    element = None;
                }
                depth -= 1;
                continue;
            }
            _ => {}
        }

        // A value: is it the next one on the way?
        let mut is_next = depth == 0 || named.is_some();
        let name = named.take().unwrap_or(start);
        if depth > 0
            && depth == on_the_way
            && let Some(index) = &mut element
        {
            is_next = tokens
                .get(depth - 1)
                .and_then(JsonString::as_str)
                .and_then(pointer::index)
                == Some(*index);
            *index += 1;
        }
        if is_next {
            found = Found {
                tokens: depth,
                value: start,
                name,
            };
        }
        match token {
            Token::ArrayStart | Token::ObjectStart => {
                if is_next {
                    on_the_way += 1;
                    element = matches!(token, Token::ArrayStart).then_some(0);
                }
                depth += 1;
            }
            _ => {}
        }
    }
    found
}
