//! UTF-8 in text that comes in parts.

/// Looks for the first byte that is not UTF-8.
#[derive(Clone, Debug, Default)]
pub(crate) struct Utf8 {
    /// The start of a character whose rest has not come.
    started: [u8; 4],
    length: usize,
    /// A bad byte was found in this text.
    is_bad: bool,
}

impl Utf8 {
    /// Looks at the next part of a text, which has the offset `from`; returns the offset of the first bad byte of the text if it is
    /// known now.
    pub(crate) fn part(&mut self, from: u64, part: &[u8]) -> Option<u64> {
        if self.is_bad {
            return None;
        }
        let bad = self.check(from, part);
        self.is_bad = bad.is_some();
        bad
    }

    /// The text ends at the offset `to`, and another one may begin; returns the offset of a character that is not complete.
    pub(crate) fn end(&mut self, to: u64) -> Option<u64> {
        let text = std::mem::take(self);
        (text.length > 0).then(|| to - text.length as u64)
    }

    fn check(&mut self, from: u64, part: &[u8]) -> Option<u64> {
        let mut rest = part;
        let character = from - self.length as u64;
        while self.length > 0 {
            let (byte, after) = rest.split_first()?;
            rest = after;
            self.started[self.length] = *byte;
            self.length += 1;
            match str::from_utf8(&self.started[..self.length]) {
                Ok(_) => self.length = 0,
                Err(error) if error.error_len().is_some() => {
                    self.length = 0;
                    return Some(character);
                }
                // A fourth byte completes a character or is bad, so the array is long enough.
                Err(_) => {}
            }
        }
        let error = str::from_utf8(rest).err()?;
        let (valid, bad) = rest.split_at(error.valid_up_to());
        if error.error_len().is_some() {
            return Some(from + (part.len() - rest.len() + valid.len()) as u64);
        }
        self.started[..bad.len()].copy_from_slice(bad);
        self.length = bad.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is said of a text in the parts, and of a good one after it.
    fn first_bad(parts: &[&[u8]]) -> Option<u64> {
        let mut utf8 = Utf8::default();
        let mut offset = 0;
        let mut found = Vec::new();
        for part in parts {
            found.extend(utf8.part(offset, part));
            offset += part.len() as u64;
        }
        found.extend(utf8.end(offset));
        assert!(found.len() <= 1, "{found:?}");
        assert_eq!(utf8.part(offset, "é".as_bytes()), None);
        found.first().copied()
    }

    #[test]
    fn the_first_bad_byte_does_not_depend_on_the_parts() {
        for text in [
            &b"plain"[..],
            "aé€😀".as_bytes(),
            b"a\xff",
            b"a\x80b",
            b"\xc3",
            b"\xe2\x82",
            b"\xe2\x82a",
            b"a\xf0\x9f\x98",
            b"\xf0\x9f\x98\xf0\x9f\x98\x80",
            b"\xed\xa0\x80",
            b"\xf4\x90\x80\x80",
            b"\xc0\x80",
        ] {
            let bad = str::from_utf8(text)
                .err()
                .map(|error| error.valid_up_to() as u64);
            let bytes: Vec<&[u8]> = text.chunks(1).collect();
            assert_eq!(first_bad(&bytes), bad, "{text:x?}");
            for cut in 0..=text.len() {
                let (before, after) = text.split_at(cut);
                assert_eq!(first_bad(&[before, after]), bad, "{text:x?} cut at {cut}");
            }
        }
    }
}
