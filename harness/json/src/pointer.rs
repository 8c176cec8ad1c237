//! JSON Pointers (RFC 6901).

use std::cmp::Ordering;
use std::fmt;

use crate::JsonString;
use crate::string::Builder;

/// Where a value stands in another: the member names and list indexes that lead to it.
///
/// Kept as RFC 6901 writes it, `~0` for `~` and `~1` for `/` in tokens. Ordered token by token, so that what stands in a value
/// follows it directly.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Pointer {
    text: JsonString,
}

impl Pointer {
    /// The pointer to the whole value, `""`.
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a pointer; `None` if it neither is empty nor starts with `/`, or if a `~` is not followed by `0` or `1`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::try_from(JsonString::from(text)).ok()
    }

    /// Leads one step further: to a member by its name or to an element by its index.
    pub fn push(&mut self, token: impl Into<Token>) {
        let token = token.into().0;
        self.text.push(&JsonString::from("/"));
        if token.parts().0.contains(['~', '/']) {
            self.text.push(&escape(&token));
        } else {
            self.text.push(&token);
        }
    }

    /// The pointer one step further.
    #[must_use]
    pub fn join(&self, token: impl Into<Token>) -> Self {
        let mut joined = self.clone();
        joined.push(token);
        joined
    }

    /// The pointer one step back; `None` at the root.
    pub fn parent(&self) -> Option<Self> {
        let last = self.text.parts().0.rfind('/')?;
        Some(Self {
            text: self.text.slice(0..last),
        })
    }

    /// The tokens in order, as names; those of list elements are decimal.
    pub fn tokens(&self) -> impl Iterator<Item = JsonString> + '_ {
        self.escaped().map(|token| {
            if token.parts().0.contains('~') {
                unescape(&token)
            } else {
                token
            }
        })
    }

    /// Whether this pointer is the other or leads into what that one points to.
    pub fn starts_with(&self, other: &Self) -> bool {
        let mut tokens = self.escaped();
        other.escaped().all(|token| tokens.next() == Some(token))
    }

    /// The pointer of the first tokens.
    pub(crate) fn first(&self, tokens: usize) -> Self {
        let text = self.text.parts().0;
        let end = text
            .match_indices('/')
            .nth(tokens)
            .map_or(text.len(), |(slash, _)| slash);
        Self {
            text: self.text.slice(0..end),
        }
    }

    /// The tokens as they are written.
    fn escaped(&self) -> impl Iterator<Item = JsonString> + '_ {
        let text = self.text.parts().0;
        // Each token ends where the next slash stands.
        let starts = text.match_indices('/').map(|(slash, _)| slash + 1);
        starts.map(move |start| {
            let length = text[start..].find('/').unwrap_or(text.len() - start);
            self.text.slice(start..start + length)
        })
    }
}

impl TryFrom<JsonString> for Pointer {
    type Error = JsonString;

    /// Like [`Pointer::parse`], for any text; what is no pointer is handed back.
    fn try_from(text: JsonString) -> Result<Self, JsonString> {
        // No mark of a lone surrogate is one of the characters that matter here.
        let plain = text.parts().0;
        let starts = plain.is_empty() || plain.starts_with('/');
        let mut escapes = plain.split('~').skip(1);
        if starts && escapes.all(|rest| rest.starts_with(['0', '1'])) {
            Ok(Self { text })
        } else {
            Err(text)
        }
    }
}

/// A step of a [`Pointer`]: a member's name or an element's index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Token(JsonString);

impl From<&str> for Token {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl From<String> for Token {
    fn from(name: String) -> Self {
        Self(name.into())
    }
}

impl From<JsonString> for Token {
    fn from(name: JsonString) -> Self {
        Self(name)
    }
}

impl From<&JsonString> for Token {
    fn from(name: &JsonString) -> Self {
        Self(name.clone())
    }
}

impl From<usize> for Token {
    fn from(index: usize) -> Self {
        Self(index.to_string().into())
    }
}

/// The list index that a token means: decimal, without leading zeros (RFC 6901, section 4).
pub(crate) fn index(token: &str) -> Option<usize> {
    let plain = token == "0" || token.starts_with(|first: char| matches!(first, '1'..='9'));
    if plain { token.parse().ok() } else { None }
}

fn escape(token: &JsonString) -> JsonString {
    let mut escaped = Builder::default();
    for (text, surrogate) in token.pieces() {
        for character in text.chars() {
            match character {
                '~' => escaped.push_str("~0"),
                '/' => escaped.push_str("~1"),
                other => escaped.push_char(other),
            }
        }
        surrogate
            .into_iter()
            .for_each(|unit| escaped.push_surrogate(unit));
    }
    escaped.finish()
}

fn unescape(token: &JsonString) -> JsonString {
    let mut plain = Builder::default();
    for (text, surrogate) in token.pieces() {
        // In this order, so that `~01` becomes `~1`.
        plain.push_str(&text.replace("~1", "/").replace("~0", "~"));
        surrogate
            .into_iter()
            .for_each(|unit| plain.push_surrogate(unit));
    }
    plain.finish()
}

impl Ord for Pointer {
    fn cmp(&self, other: &Self) -> Ordering {
        self.escaped().cmp(other.escaped())
    }
}

impl PartialOrd for Pointer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Pointer {
    /// As RFC 6901 writes it; lone surrogates as `\udXXX`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (text, surrogate) in self.text.pieces() {
            f.write_str(text)?;
            if let Some(unit) = surrogate {
                write!(f, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

#[cfg(test)]
mod tests;
