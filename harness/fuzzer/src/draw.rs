//! Choices drawn from bytes.

use arbitrary::Unstructured;

/// Draws choices from bytes: those of a fuzzing engine, or those of a seed and an index.
///
/// When the bytes are used up every choice is the first one. Generators put what is plain first, and what ends a loop.
#[derive(Debug)]
pub struct Draw<'b> {
    bytes: Unstructured<'b>,
}

impl<'b> Draw<'b> {
    /// Draws from these bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes: Unstructured::new(bytes),
        }
    }

    /// A number below the bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let last = bound.saturating_sub(1);
        self.bytes.int_in_range(0..=last).unwrap_or(0).min(last)
    }

    /// A number within both ends.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below((most + 1).saturating_sub(least))
    }

    /// True so often in so many times; false when the bytes are used up.
    pub fn chance(&mut self, often: usize, times: usize) -> bool {
        self.below(times) + often >= times && !self.bytes.is_empty()
    }

    /// One of them.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn pick<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    /// One of these words.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn word<'w>(&mut self, words: &[&'w str]) -> &'w str {
        let word: &&'w str = self.pick(words);
        word
    }

    /// An index of these weights, the larger the likelier; 0 if all weights are 0.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut point = self.below(weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if point < *weight {
                return index;
            }
            point -= weight;
        }
        0
    }

    /// Some of them, in their order: each with even odds, the first if it would be none.
    pub fn some<'c, T>(&mut self, choices: &'c [T]) -> Vec<&'c T> {
        let mut some: Vec<&T> = choices.iter().filter(|_| self.chance(1, 2)).collect();
        if some.is_empty() {
            some.extend(choices.first());
        }
        some
    }

    /// Whether every further choice is the first one.
    pub fn is_used_up(&self) -> bool {
        self.bytes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_bytes_every_choice_is_the_first() {
        let mut draw = Draw::new(&[]);
        assert_eq!(draw.below(9), 0);
        assert_eq!(draw.between(2, 5), 2);
        assert_eq!(*draw.pick(&["a", "b"]), "a");
        assert_eq!(draw.weighted(&[0, 3]), 1);
        assert_eq!(draw.some(&[1, 2]), [&1]);
        assert!(!draw.chance(1, 1));
    }

    #[test]
    fn no_release_of_the_library_changes_what_bytes_mean() {
        let bytes: Vec<u8> = (0..=40_u8)
            .map(|byte| byte.wrapping_mul(37) % 251)
            .collect();
        let mut draw = Draw::new(&bytes);
        let small: Vec<usize> = (0..8).map(|_| draw.below(7)).collect();
        let large: Vec<usize> = (0..4).map(|_| draw.below(1_000)).collect();
        let odds: Vec<bool> = (0..8).map(|_| draw.chance(1, 3)).collect();
        // Worked out by its rule: as many bytes as the bound needs, the first the weightiest, modulo the bound.
        assert_eq!(small, [0, 2, 4, 6, 1, 3, 5, 3]);
        assert_eq!(large, [317, 335, 353, 579]);
        assert_eq!(odds, [true, false, false, true, false, false, false, true]);
    }

    #[test]
    fn choices_are_within_their_bounds_and_all_of_them_come() {
        let bytes = crate::bytes(0, 0);
        let mut draw = Draw::new(&bytes);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[draw.below(5)] = true;
            assert!((3..=4).contains(&draw.between(3, 4)));
            assert_ne!(draw.weighted(&[1, 0, 1]), 1);
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(draw.below(0), 0);
    }
}
