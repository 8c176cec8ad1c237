//! Numbers as they were written.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::fmt::Write;

use compact_str::{CompactString, ToCompactString};

use crate::decimal::{Decimal, Power};
use crate::lexer;

/// Up to this length a lexeme is handed to the standard library as it is; see [`Number::to_f64`].
const PLAIN_LEXEME: usize = 64;

/// Digits that any 64-bit integer can hold.
const SAFE_DIGITS: usize = 18;

/// A number as its lexeme, such as `1`, `1.0` or `-0.5E+3`.
///
/// Two numbers are equal (`==`) if they have the same mathematical value (RFC 8259, section 6 leaves range and precision
/// to the implementation; here there is no limit). The lexeme itself is kept, see [`Number::lexeme`].
#[derive(Clone)]
pub struct Number {
    lexeme: CompactString,
}

/// How two numbers agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sameness {
    /// The same mathematical value.
    Equal,
    /// Different values that are the same finite binary64.
    Lossy,
    /// Different values, for binary64 too.
    Different,
}

impl Number {
    /// Takes a lexeme; `None` if it is not all of a `number` as RFC 8259's grammar has it.
    pub fn parse(lexeme: &str) -> Option<Self> {
        match lexer::number_end(lexeme.as_bytes(), 0) {
            Ok(end) if end == lexeme.len() => Some(Self::from_lexeme(lexeme)),
            _ => None,
        }
    }

    /// Takes what the lexer has found to be a number.
    pub(crate) fn from_lexeme(lexeme: &str) -> Self {
        Self {
            lexeme: CompactString::new(lexeme),
        }
    }

    /// The number as it was written.
    pub fn lexeme(&self) -> &str {
        &self.lexeme
    }

    /// Whether the mathematical value is an integer, as that of `1.0`, `1e0` and `10e-1` is.
    pub fn is_integer(&self) -> bool {
        let is_plain = |byte: u8| byte.is_ascii_digit() || byte == b'-';
        self.lexeme.bytes().all(is_plain) || self.decimal().is_integer()
    }

    /// Whether the mathematical value is strictly below zero; `-0` is not.
    pub fn is_negative(&self) -> bool {
        self.lexeme.starts_with('-') && self.decimal().is_negative()
    }

    /// The value, if it is an integer from 0 to `u64::MAX`, however written.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_i128()
            .and_then(|integer| u64::try_from(integer).ok())
    }

    /// The value, if it is an integer from `i64::MIN` to `i64::MAX`, however written.
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128()
            .and_then(|integer| i64::try_from(integer).ok())
    }

    /// The nearest binary64, ties to even; infinite beyond its range.
    pub fn to_f64(&self) -> f64 {
        let text = if self.lexeme.len() <= PLAIN_LEXEME {
            Cow::from(self.lexeme())
        } else {
            self.near_point()
        };
        // Every lexeme is one that `f64` reads.
        text.parse().unwrap_or(f64::NAN)
    }

    /// Orders by mathematical value.
    pub fn cmp_value(&self, other: &Self) -> Ordering {
        match (self.plain_integer(), other.plain_integer()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ if self.lexeme == other.lexeme => Ordering::Equal,
            _ => self.decimal().cmp(&other.decimal()),
        }
    }

    /// Whether the two are equal, or only so in binary64.
    pub fn same(&self, other: &Self) -> Sameness {
        if self.cmp_value(other) == Ordering::Equal {
            return Sameness::Equal;
        }
        match (self.finite(), other.finite()) {
            (Some(a), Some(b)) if a == b => Sameness::Lossy,
            _ => Sameness::Different,
        }
    }

    /// The nearest binary64, if it is finite.
    pub(crate) fn finite(&self) -> Option<f64> {
        Some(self.to_f64()).filter(|float| float.is_finite())
    }

    pub(crate) fn decimal(&self) -> Decimal<'_> {
        Decimal::of(&self.lexeme)
    }

    /// The value of a short lexeme without fraction and exponent: the usual number, compared without a normal form.
    fn plain_integer(&self) -> Option<i64> {
        if self.lexeme.len() > SAFE_DIGITS {
            None
        } else {
            self.lexeme.parse().ok()
        }
    }

    fn to_i128(&self) -> Option<i128> {
        if let Some(plain) = self.plain_integer() {
            return Some(plain.into());
        }
        let decimal = self.decimal();
        let Power::Small(point @ 0..=20) = *decimal.point() else {
            return None;
        };
        if !decimal.is_integer() {
            return None;
        }
        let zeros = std::iter::repeat(b'0');
        let digits = decimal.digits().chain(zeros).take(point as usize);
        let magnitude = digits.fold(0, |value: i128, digit| {
            value * 10 + i128::from(digit - b'0')
        });
        Some(if decimal.is_negative() {
            -magnitude
        } else {
            magnitude
        })
    }

    /// The number written with its point before the first significant digit.
    ///
    /// The standard library stops counting in an exponent of seven digits, so it takes `1e-1000000` with a million zeros
    /// before the point for zero.
    fn near_point(&self) -> Cow<'_, str> {
        let decimal = self.decimal();
        let sign = if self.lexeme.starts_with('-') {
            "-"
        } else {
            ""
        };
        // Binary64 ends at 10^309 and at 10^-324.
        match *decimal.point() {
            _ if decimal.is_zero() => Cow::from(format!("{sign}0")),
            Power::Small(point @ -400..=400) => {
                let mut text = String::with_capacity(decimal.count() + 10);
                text.push_str(sign);
                text.push_str("0.");
                text.extend(decimal.digits().map(char::from));
                // Writing to a string cannot fail.
                let _ = write!(text, "e{point}");
                Cow::from(text)
            }
            Power::Small(point) if point < 0 => Cow::from(format!("{sign}0")),
            Power::Huge { negative: true, .. } => Cow::from(format!("{sign}0")),
            _ => Cow::from(format!("{sign}inf")),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp_value(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lexeme)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.lexeme)
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Number {
            fn from(integer: $integer) -> Self {
                Self { lexeme: integer.to_compact_string() }
            }
        }
    )*};
}

from_integer!(u64, i64, usize, u32, i32);

#[cfg(test)]
mod tests;
