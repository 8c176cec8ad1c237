//! The byte order mark at the start of an input.

/// The mark in UTF-8.
const MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// What is known of a mark at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bom {
    /// So many of its bytes have come, and nothing else.
    Matching(usize),
    Present,
    Absent,
}

impl Bom {
    pub(crate) const LENGTH: u64 = MARK.len() as u64;

    /// Takes the bytes of the mark off the start of an input.
    ///
    /// Returns bytes that have been taken and are not of a mark after all: they stand before what is left of the input.
    pub(crate) fn skip(&mut self, input: &mut &[u8]) -> &'static [u8] {
        while let Self::Matching(matched) = *self
            && let Some((byte, rest)) = input.split_first()
        {
            if *byte != MARK[matched] {
                *self = Self::Absent;
                return &MARK[..matched];
            }
            *input = rest;
            *self = if matched + 1 == MARK.len() {
                Self::Present
            } else {
                Self::Matching(matched + 1)
            };
        }
        &[]
    }

    /// At the end of the input: the bytes of a mark that was not completed.
    pub(crate) fn finish(&mut self) -> &'static [u8] {
        match *self {
            Self::Matching(matched) => {
                *self = Self::Absent;
                &MARK[..matched]
            }
            Self::Present | Self::Absent => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a mark is known to be after the pushes, and all bytes that are left.
    fn skip(pushes: &[&[u8]]) -> (Bom, Vec<u8>) {
        let mut bom = Bom::Matching(0);
        let mut left = Vec::new();
        for push in pushes {
            let mut input = *push;
            left.extend(bom.skip(&mut input));
            left.extend(input);
        }
        left.extend(bom.finish());
        (bom, left)
    }

    #[test]
    fn one_mark_is_skipped() {
        assert_eq!(
            skip(&[b"\xef\xbb\xbf\xef\xbb\xbfa"]),
            (Bom::Present, b"\xef\xbb\xbfa".to_vec())
        );
        assert_eq!(
            skip(&[b"\xef", b"", b"\xbb", b"\xbfa", b"b"]),
            (Bom::Present, b"ab".to_vec())
        );
    }

    #[test]
    fn what_is_no_mark_is_left_as_it_is() {
        for pushes in [
            &[&b"a\xef\xbb\xbf"[..]][..],
            &[b"\xef\xbb", b"a"],
            &[b"\xef", b"\xef\xbb\xbf"],
            &[b"\xef", b"\xbb"],
        ] {
            assert_eq!(skip(pushes), (Bom::Absent, pushes.concat()));
        }
        assert_eq!(skip(&[]).1, b"");
    }
}
