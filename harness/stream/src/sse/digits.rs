//! The value of a `retry` line.

/// A number that comes in parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Digits {
    #[default]
    Empty,
    Number(u64),
    /// Something else than ASCII digits came.
    Other,
}

impl Digits {
    pub(super) fn add(&mut self, part: &[u8]) {
        for byte in part {
            let before = match *self {
                Self::Empty => 0,
                Self::Number(number) => number,
                Self::Other => return,
            };
            *self = if byte.is_ascii_digit() {
                let tens = before.saturating_mul(10);
                Self::Number(tens.saturating_add(u64::from(byte - b'0')))
            } else {
                Self::Other
            };
        }
    }

    /// The number, at most the greatest that there is; none of an empty value.
    pub(super) fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Empty | Self::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_are_a_number() {
        for (value, number) in [
            ("0", Some(0)),
            ("0012", Some(12)),
            ("18446744073709551615", Some(u64::MAX)),
            ("99999999999999999999999", Some(u64::MAX)),
            ("", None),
            ("1 ", None),
            ("+1", None),
            ("1.5", None),
            ("1x2", None),
            ("\u{661}", None),
        ] {
            for cut in 0..=value.len() {
                let (first, rest) = value.as_bytes().split_at(cut);
                let mut digits = Digits::default();
                digits.add(first);
                digits.add(rest);
                assert_eq!(digits.number(), number, "{value:?} cut at {cut}");
            }
        }
    }
}
