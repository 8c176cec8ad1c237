//! Something for each stream (section 4.2).

use hashbrown::HashMap;
use uiconform_json::JsonString;

/// Values by the stream that they belong to, in the order in which the streams were first met.
///
/// Events of one stream mostly follow one another, so the stream that was changed last is found without a search.
#[derive(Clone, Debug)]
pub struct ByStream<T> {
    entries: Vec<(JsonString, T)>,
    positions: HashMap<JsonString, usize>,
    latest: usize,
}

impl<T> Default for ByStream<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            positions: HashMap::new(),
            latest: 0,
        }
    }
}

impl<T> ByStream<T> {
    /// The value of exactly that stream.
    pub fn get(&self, stream: &JsonString) -> Option<&T> {
        let at = self.position(stream)?;
        self.entries.get(at).map(|(_, value)| value)
    }

    /// The value of exactly that stream, to change.
    pub fn get_mut(&mut self, stream: &JsonString) -> Option<&mut T> {
        self.latest = self.position(stream)?;
        self.entries.get_mut(self.latest).map(|(_, value)| value)
    }

    /// The value of a stream, which gets this one if it has none.
    pub fn entry(&mut self, stream: &JsonString, make: impl FnOnce() -> T) -> &mut T {
        self.latest = match self.position(stream) {
            Some(at) => at,
            None => {
                let at = self.entries.len();
                self.positions.insert(stream.clone(), at);
                self.entries.push((stream.clone(), make()));
                at
            }
        };
        &mut self.entries[self.latest].1
    }

    /// Every stream and its value.
    pub fn iter(&self) -> impl Iterator<Item = (&JsonString, &T)> {
        self.entries.iter().map(|(stream, value)| (stream, value))
    }

    /// Every stream and its value, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&JsonString, &mut T)> {
        self.entries
            .iter_mut()
            .map(|(stream, value)| (&*stream, value))
    }

    /// How many streams there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no stream.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, stream: &JsonString) -> Option<usize> {
        match self.entries.get(self.latest) {
            Some((latest, _)) if latest == stream => Some(self.latest),
            _ => self.positions.get(stream).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stream_has_its_own_value() {
        let mut counts = ByStream::default();
        let names = ["", "a", "", "A", "a", "", "", "\u{1f600}", "A"].map(JsonString::from);
        for name in &names {
            *counts.entry(name, || 0) += 1;
        }
        let found: Vec<(String, i32)> = counts
            .iter()
            .map(|(name, count)| (name.to_string_lossy().into_owned(), *count))
            .collect();
        let expected = [("", 4), ("a", 2), ("A", 2), ("\u{1f600}", 1)];
        assert_eq!(
            found,
            expected.map(|(name, count)| (name.to_owned(), count))
        );
        for (name, count) in expected {
            assert_eq!(counts.get(&JsonString::from(name)), Some(&count));
            assert_eq!(
                counts.get_mut(&JsonString::from(name)),
                Some(&mut { count })
            );
        }
        assert_eq!(counts.get_mut(&JsonString::from("b")), None);
        assert_eq!(counts.len(), 4);
    }
}
