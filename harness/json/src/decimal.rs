//! The normal form of a number's lexeme, by which numbers are compared without expanding exponents.

use std::cmp::Ordering;

/// More digits than these in a power of ten leave `i128` arithmetic.
const SMALL_DIGITS: usize = 37;

/// A decimal number as `0.DIGITS × 10^point`; the digits neither begin nor end with a zero, and zero has none.
///
/// Equal numbers have equal normal forms. The digits stay where they are in the lexeme: those of `whole`, then those of
/// `fraction`.
#[derive(Debug)]
pub(crate) struct Decimal<'l> {
    negative: bool,
    whole: &'l [u8],
    fraction: &'l [u8],
    point: Power,
}

/// A power of ten, canonical: `Huge` holds exactly those of more than [`SMALL_DIGITS`] digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Power {
    Small(i128),
    /// Magnitude in decimal digits, the first not a zero.
    Huge {
        negative: bool,
        magnitude: Vec<u8>,
    },
}

impl<'l> Decimal<'l> {
    /// Takes a lexeme that matches RFC 8259's `number`.
    pub(crate) fn of(lexeme: &'l str) -> Self {
        let (negative, unsigned) = match lexeme.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, lexeme),
        };
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

        let mut whole = trim_start(whole.as_bytes());
        let mut fraction = trim_end(fraction.as_bytes());
        // Where the point stands, counted from the first significant digit.
        let mut shift = length(whole);
        if whole.is_empty() {
            let significant = trim_start(fraction);
            shift = length(significant) - length(fraction);
            fraction = significant;
        }
        if fraction.is_empty() {
            whole = trim_end(whole);
        }
        if whole.is_empty() && fraction.is_empty() {
            let point = Power::Small(0);
            return Self {
                negative: false,
                whole,
                fraction,
                point,
            };
        }
        Self {
            negative,
            whole,
            fraction,
            point: Power::sum(exponent, shift),
        }
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.count() == 0
    }

    /// Whether the last significant digit stands before the point.
    pub(crate) fn is_integer(&self) -> bool {
        match &self.point {
            Power::Small(point) => *point >= self.count() as i128,
            Power::Huge { negative, .. } => !negative,
        }
    }

    pub(crate) fn point(&self) -> &Power {
        &self.point
    }

    /// How many significant digits there are.
    pub(crate) fn count(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    /// The significant digits in ASCII, the most significant first.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        self.whole.iter().chain(self.fraction).copied()
    }
}

impl Ord for Decimal<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |decimal: &Self| match (decimal.is_zero(), decimal.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        };
        let signs = sign(self).cmp(&sign(other));
        if signs != Ordering::Equal {
            return signs;
        }
        let magnitudes = self
            .point
            .cmp(&other.point)
            .then_with(|| self.digits().cmp(other.digits()));
        if self.negative {
            magnitudes.reverse()
        } else {
            magnitudes
        }
    }
}

impl PartialOrd for Decimal<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal<'_> {}

impl Power {
    /// The exponent of a lexeme (`+07`, `-3`) plus a shift.
    fn sum(exponent: &str, shift: i128) -> Self {
        let (negative, digits) = match exponent.as_bytes() {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let digits = trim_start(digits);
        if digits.len() <= SMALL_DIGITS {
            let magnitude = value(digits);
            return Self::canonical(if negative {
                shift - magnitude
            } else {
                shift + magnitude
            });
        }
        // The shift cannot turn the sign: it counts digits in memory, the exponent has more than 37 of its own.
        let mut magnitude = digits.to_vec();
        add(&mut magnitude, if negative { -shift } else { shift });
        let significant = trim_start(&magnitude);
        if significant.len() <= SMALL_DIGITS {
            let magnitude = value(significant);
            return Self::Small(if negative { -magnitude } else { magnitude });
        }
        Self::Huge {
            negative,
            magnitude: significant.to_vec(),
        }
    }

    fn canonical(power: i128) -> Self {
        let magnitude = power.unsigned_abs().to_string().into_bytes();
        if magnitude.len() <= SMALL_DIGITS {
            Self::Small(power)
        } else {
            Self::Huge {
                negative: power < 0,
                magnitude,
            }
        }
    }
}

impl Ord for Power {
    fn cmp(&self, other: &Self) -> Ordering {
        // Of those that are huge, a longer magnitude is a larger one.
        let rank = |power: &Self| match power {
            Self::Small(_) => 0,
            Self::Huge { negative: true, .. } => -1,
            Self::Huge {
                negative: false, ..
            } => 1,
        };
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.cmp(b),
            (
                Self::Huge {
                    negative,
                    magnitude: a,
                },
                Self::Huge {
                    negative: same,
                    magnitude: b,
                },
            ) if negative == same => {
                let magnitudes = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
                if *negative {
                    magnitudes.reverse()
                } else {
                    magnitudes
                }
            }
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

impl PartialOrd for Power {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Adds to a decimal magnitude in ASCII; the sum may not be negative.
fn add(magnitude: &mut Vec<u8>, summand: i128) {
    let mut carry = summand;
    for digit in magnitude.iter_mut().rev() {
        if carry == 0 {
            return;
        }
        let sum = i128::from(*digit - b'0') + carry;
        *digit = b'0' + sum.rem_euclid(10) as u8;
        carry = sum.div_euclid(10);
    }
    if carry > 0 {
        magnitude.splice(0..0, carry.to_string().into_bytes());
    }
}

/// The value of at most [`SMALL_DIGITS`] digits.
fn value(digits: &[u8]) -> i128 {
    digits
        .iter()
        .fold(0, |value, digit| value * 10 + i128::from(digit - b'0'))
}

fn length(digits: &[u8]) -> i128 {
    digits.len() as i128
}

fn trim_start(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    &digits[zeros..]
}

fn trim_end(digits: &[u8]) -> &[u8] {
    let zeros = digits
        .iter()
        .rev()
        .take_while(|digit| **digit == b'0')
        .count();
    &digits[..digits.len() - zeros]
}
