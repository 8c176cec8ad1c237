//! Text to tokens, by RFC 8259's grammar.

use crate::JsonString;
use crate::string::Builder;

/// What the text holds, in order; commas, colons and white space are checked and left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token<'t> {
    Null,
    Bool(bool),
    /// The lexeme.
    Number(&'t str),
    String(RawString<'t>),
    /// The name of a member; its value follows.
    Name(RawString<'t>),
    ArrayStart,
    ArrayEnd,
    ObjectStart,
    ObjectEnd,
    /// The end of the text, after one whole value.
    End,
}

/// A string as it stands between its quotes; its escapes are valid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawString<'t> {
    text: &'t str,
    escaped: bool,
}

/// Where the text leaves the grammar, and what the grammar wants there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) expected: &'static str,
}

/// Reads tokens one by one; the grammar is checked up to the last token that was read.
///
/// What makes a token is inlined wherever it is read: a token that is passed on through memory takes longer to pass on than to
/// make, and parsing nearly twice the time.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    start: usize,
    /// The lists and objects around the place where we are.
    open: Vec<Around>,
    next: Next,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Array,
    Object,
}

/// What the grammar allows next.
#[derive(Clone, Copy)]
enum Next {
    /// The value of the text, or that of a member.
    Value,
    FirstElement,
    FirstName,
    /// A value has ended.
    Separator,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            start: 0,
            open: Vec::new(),
            next: Next::Value,
        }
    }

    /// Offset of the last token in bytes.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<Token<'t>, Fault> {
        let mut byte = self.peek();
        let expected = match (self.next, byte) {
            (Next::Separator, _) => match (self.open.last(), byte) {
                (Some(Around::Object), Some(b',')) => {
                    self.at += 1;
                    let byte = self.peek();
                    return self.name(byte, "a member's name in double quotes after the comma");
                }
                (Some(Around::Object), Some(b'}')) => return Ok(self.close(Token::ObjectEnd)),
                (Some(Around::Array), Some(b',')) => {
                    self.at += 1;
                    byte = self.peek();
                    "a value after the comma"
                }
                (Some(Around::Array), Some(b']')) => return Ok(self.close(Token::ArrayEnd)),
                (None, None) => return Ok(Token::End),
                (Some(Around::Array), _) => return self.fault("`,` or `]`"),
                (Some(Around::Object), _) => return self.fault("`,` or `}`"),
                (None, _) => return self.fault("the end of the text after its one value"),
            },
            (Next::FirstName, Some(b'}')) => return Ok(self.close(Token::ObjectEnd)),
            (Next::FirstName, _) => {
                return self.name(byte, "a member's name in double quotes or `}`");
            }
            (Next::FirstElement, Some(b']')) => return Ok(self.close(Token::ArrayEnd)),
            (Next::FirstElement, _) => "a value or `]`",
            (Next::Value, _) => "a value",
        };
        self.value(byte, expected)
    }

    /// The value that follows a name, which was the last token.
    #[inline(always)]
    pub(crate) fn value_of_member(&mut self) -> Result<Token<'t>, Fault> {
        let byte = self.peek();
        self.value(byte, "a value")
    }

    #[inline(always)]
    fn value(&mut self, byte: Option<u8>, expected: &'static str) -> Result<Token<'t>, Fault> {
        self.next = Next::Separator;
        match byte {
            Some(b'"') => self.string().map(Token::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{') => {
                self.at += 1;
                self.open.push(Around::Object);
                self.next = Next::FirstName;
                Ok(Token::ObjectStart)
            }
            Some(b'[') => {
                self.at += 1;
                self.open.push(Around::Array);
                self.next = Next::FirstElement;
                Ok(Token::ArrayStart)
            }
            Some(b't') => self.literal("true", Token::Bool(true), expected),
            Some(b'f') => self.literal("false", Token::Bool(false), expected),
            Some(b'n') => self.literal("null", Token::Null, expected),
            _ => self.fault(expected),
        }
    }

    #[inline(always)]
    fn name(&mut self, byte: Option<u8>, expected: &'static str) -> Result<Token<'t>, Fault> {
        if byte != Some(b'"') {
            return self.fault(expected);
        }
        let name = self.string()?;
        let start = self.start;
        if self.peek() != Some(b':') {
            return self.fault("`:` after the member's name");
        }
        self.at += 1;
        self.start = start;
        self.next = Next::Value;
        Ok(Token::Name(name))
    }

    #[inline]
    fn close(&mut self, token: Token<'t>) -> Token<'t> {
        self.at += 1;
        self.open.pop();
        self.next = Next::Separator;
        token
    }

    fn literal(
        &mut self,
        word: &str,
        token: Token<'t>,
        expected: &'static str,
    ) -> Result<Token<'t>, Fault> {
        let rest = &self.text.as_bytes()[self.at..];
        if !rest.starts_with(word.as_bytes())
            || rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric)
        {
            return self.fault(expected);
        }
        self.at += word.len();
        Ok(token)
    }

    #[inline]
    fn number(&mut self) -> Result<Token<'t>, Fault> {
        self.at = number_end(self.text.as_bytes(), self.start)?;
        Ok(Token::Number(&self.text[self.start..self.at]))
    }

    #[inline(always)]
    fn string(&mut self) -> Result<RawString<'t>, Fault> {
        let bytes = self.text.as_bytes();
        let mut at = self.start + 1;
        let mut escaped = false;
        loop {
            at = plain_end(bytes, at);
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    at = escape_end(bytes, at)?;
                }
                Some(_) => {
                    return Err(Fault {
                        offset: at,
                        expected: "an escape for the control character in the string",
                    });
                }
                None => {
                    return Err(Fault {
                        offset: at,
                        expected: "the closing quote of the string",
                    });
                }
            }
        }
        let text = &self.text[self.start + 1..at];
        self.at = at + 1;
        Ok(RawString { text, escaped })
    }

    /// Skips white space; the byte after it, at which a token starts.
    #[inline(always)]
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                self.start = self.at;
                return Some(*byte);
            }
            self.at += 1;
        }
        self.start = self.at;
        None
    }

    fn fault<T>(&self, expected: &'static str) -> Result<T, Fault> {
        Err(Fault {
            offset: self.start,
            expected,
        })
    }
}

/// The end of the number that starts there.
pub(crate) fn number_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start;
    if bytes.get(at) == Some(&b'-') {
        at += 1;
    }
    at = match bytes.get(at) {
        Some(b'0') if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
            return Err(Fault {
                offset: at + 1,
                expected: "no digit after a leading zero",
            });
        }
        _ => digits_end(bytes, at, "a digit")?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = digits_end(bytes, at + 1, "a digit after the decimal point")?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = digits_end(bytes, at, "a digit in the exponent")?;
    }
    Ok(at)
}

/// The end of one or more digits.
fn digits_end(bytes: &[u8], start: usize, expected: &'static str) -> Result<usize, Fault> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    if at == start {
        Err(Fault {
            offset: at,
            expected,
        })
    } else {
        Ok(at)
    }
}

/// The first quote, backslash or control character from there on, or the end.
pub(crate) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        match first_special(u64::from_le_bytes(*eight)) {
            Some(index) => return at + index,
            None => at += 8,
        }
    }
    while bytes
        .get(at)
        .is_some_and(|byte| !matches!(byte, b'"' | b'\\' | ..=0x1f))
    {
        at += 1;
    }
    at
}

/// The first of eight bytes that is a quote, a backslash or a control character.
///
/// The usual trick: a byte minus a small one borrows into its high bit. Borrows reach only bytes after a special one.
fn first_special(eight: u64) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHS: u64 = ONES << 7;
    let below = |bytes: u64, limit: u8| bytes.wrapping_sub(ONES * u64::from(limit)) & !bytes;
    let equal = |byte: u8| below(eight ^ (ONES * u64::from(byte)), 1);
    let special = (below(eight, 0x20) | equal(b'"') | equal(b'\\')) & HIGHS;
    (special != 0).then(|| special.trailing_zeros() as usize / 8)
}

/// The end of the escape that starts there.
fn escape_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    match bytes.get(start + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(start + 2),
        Some(b'u') => {
            let digits = start + 2..start + 6;
            match digits
                .clone()
                .find(|at| !bytes.get(*at).is_some_and(u8::is_ascii_hexdigit))
            {
                Some(offset) => Err(Fault {
                    offset,
                    expected: "four hexadecimal digits after `\\u`",
                }),
                None => Ok(digits.end),
            }
        }
        _ => Err(Fault {
            offset: start + 1,
            expected: "one of `\" \\ / b f n r t u` after the backslash",
        }),
    }
}

impl RawString<'_> {
    /// The string that is meant.
    pub(crate) fn decode(self) -> JsonString {
        if self.escaped {
            self.unescape()
        } else {
            JsonString::from(self.text)
        }
    }

    #[cold]
    fn unescape(self) -> JsonString {
        let mut string = Builder::with_capacity(self.text.len());
        let mut rest = self.text;
        while let Some(backslash) = rest.find('\\') {
            string.push_str(&rest[..backslash]);
            let escape = &rest[backslash + 1..];
            let mut length = 1;
            match escape.as_bytes().first() {
                Some(b'b') => string.push_char('\u{8}'),
                Some(b'f') => string.push_char('\u{c}'),
                Some(b'n') => string.push_char('\n'),
                Some(b'r') => string.push_char('\r'),
                Some(b't') => string.push_char('\t'),
                Some(b'u') => {
                    length = 5;
                    let unit = escape.as_bytes()[1..5]
                        .iter()
                        .fold(0, |unit, digit| unit << 4 | hexadecimal(*digit));
                    match char::from_u32(unit.into()) {
                        Some(character) => string.push_char(character),
                        None => string.push_surrogate(unit),
                    }
                }
                // The quote, the backslash and the slash mean themselves.
                _ => string.push_str(&escape[..1]),
            }
            rest = &escape[length..];
        }
        string.push_str(rest);
        string.finish()
    }
}

fn hexadecimal(digit: u8) -> u16 {
    u16::from(match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    })
}
