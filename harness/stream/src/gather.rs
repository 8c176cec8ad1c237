//! The bytes of one event, which may come in many pushes.

/// Bytes that are kept until their event is complete.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gather {
    bytes: Vec<u8>,
}

impl Gather {
    /// Adds bytes unless more than `most` would be held then; says whether it did.
    ///
    /// Memory grows in steps, so that many small parts take linear time, but never beyond `most`.
    pub(crate) fn add(&mut self, part: &[u8], most: usize) -> bool {
        let Some(needed) = self.bytes.len().checked_add(part.len()) else {
            return false;
        };
        if needed > most {
            return false;
        }
        if needed > self.bytes.capacity() {
            let wanted = (self.bytes.capacity() * 2).min(most).max(needed);
            self.bytes.reserve_exact(wanted - self.bytes.len());
        }
        self.bytes.extend_from_slice(part);
        true
    }

    /// The bytes, which are no longer kept here.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes of memory that are taken.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_the_limit_is_not_added() {
        let mut gather = Gather::default();
        assert!(gather.add(b"abc", 5));
        assert!(!gather.add(b"def", 5));
        assert!(gather.add(b"de", 5));
        assert!(gather.add(b"", 5));
        assert!(!gather.add(b"f", 5));
        assert_eq!(gather.take(), b"abcde");
        assert_eq!(gather.len(), 0);
    }

    #[test]
    fn memory_stays_within_the_limit_and_grows_in_steps() {
        let mut gather = Gather::default();
        let mut steps = 0;
        for _ in 0..1000 {
            let before = gather.capacity();
            assert!(gather.add(b"x", 1000));
            steps += usize::from(gather.capacity() != before);
        }
        assert!(gather.capacity() <= 1000);
        assert!(steps <= 11, "{steps} steps");
    }
}
