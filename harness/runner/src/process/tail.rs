//! The end of what a driver writes to standard error.

/// Most bytes of standard error that are kept.
const KEPT: usize = 4 * 1024;

/// Keeps the last [`KEPT`] bytes of a stream, however long it is.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    bytes: Vec<u8>,
    cut: bool,
}

impl Tail {
    /// Takes bytes in.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let bytes = if bytes.len() > KEPT {
            self.bytes.clear();
            self.cut = true;
            &bytes[bytes.len() - KEPT..]
        } else {
            bytes
        };
        self.bytes.extend_from_slice(bytes);
        // Moved only once twice as much is there, so that small pieces cost no more than large ones.
        if self.bytes.len() > 2 * KEPT {
            self.trim();
        }
    }

    /// What is there, from now on counted as seen. What is not UTF-8 is replaced; `…` stands for what was cut off.
    pub(crate) fn take(&mut self) -> String {
        self.trim();
        let tail = std::mem::take(self);
        // The cut may have gone through a character.
        let broken = if tail.cut {
            let goes_on = |byte: &&u8| **byte & 0xC0 == 0x80;
            tail.bytes.iter().take(3).take_while(goes_on).count()
        } else {
            0
        };
        let text = String::from_utf8_lossy(&tail.bytes[broken..]);
        if tail.cut {
            format!("…{text}")
        } else {
            text.into_owned()
        }
    }

    fn trim(&mut self) {
        let surplus = self.bytes.len().saturating_sub(KEPT);
        if surplus > 0 {
            self.bytes.drain(..surplus);
            self.cut = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_kept_whole() {
        let mut tail = Tail::default();
        tail.push(b"one ");
        tail.push(b"two \xff");
        assert_eq!(tail.take(), "one two \u{fffd}");
        assert_eq!(tail.take(), "");
    }

    #[test]
    fn of_much_the_end_is_kept() {
        for size in [1, 7, 4096, 5000, 100_000] {
            let mut tail = Tail::default();
            let text = "0123456789".repeat(20_000);
            for piece in text.as_bytes().chunks(size) {
                tail.push(piece);
            }
            let kept = tail.take();
            assert_eq!(kept, format!("…{}", &text[text.len() - KEPT..]));
        }
    }

    #[test]
    fn a_character_that_was_cut_through_is_left_out() {
        let mut tail = Tail::default();
        tail.push("€".repeat(2000).as_bytes());
        let kept = tail.take();
        assert!(kept.chars().skip(1).all(|char| char == '€'), "{kept}");
        assert!(kept.len() > KEPT - 4);
    }
}
