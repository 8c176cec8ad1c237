//! The committed list of case ids, kept for ever: baselines and certificates name cases by them.

use std::collections::BTreeMap;

use uiconform_json::Located;

use crate::located;

/// What has become of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdState {
    /// There is a case of this id.
    Alive,
    /// There was one; the note says why it went and what replaced it.
    Buried {
        /// Why it was buried, and what replaced it.
        note: String,
    },
}

/// All ids that a suite has ever had.
///
/// One id a line. `ID = buried: NOTE` is a tombstone. Lines that begin with `#` are comments.
#[derive(Clone, Debug, Default)]
pub struct IdList {
    states: BTreeMap<String, IdState>,
}

impl IdList {
    /// Reads the list.
    ///
    /// # Errors
    ///
    /// A located error for a line that is neither an id nor a tombstone, or an id that stands twice.
    pub fn parse(file: &str, text: &str) -> Result<Self, Located> {
        let mut states = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let error = |message: String| located::at(file, index + 1, 1, message);
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (id, state) = match line.split_once(" = ") {
                None => (line, IdState::Alive),
                Some((id, rest)) => match rest.strip_prefix("buried: ") {
                    Some(note) if !note.trim().is_empty() => (
                        id.trim(),
                        IdState::Buried {
                            note: note.trim().to_owned(),
                        },
                    ),
                    _ => {
                        return Err(error(
                            "expected `ID` or `ID = buried: why, and what replaced it`".to_owned(),
                        ));
                    }
                },
            };
            if states.insert(id.to_owned(), state).is_some() {
                return Err(error(format!("the id {id} stands twice in this list")));
            }
        }
        Ok(Self { states })
    }

    /// What has become of an id; `None` if it never was.
    pub fn state(&self, id: &str) -> Option<&IdState> {
        self.states.get(id)
    }

    /// All ids with their states, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &IdState)> {
        self.states.iter().map(|(id, state)| (id.as_str(), state))
    }

    /// The list as text, with the ids that are alive replaced by those given; tombstones stay.
    pub fn updated<'a>(&self, alive: impl IntoIterator<Item = &'a str>) -> String {
        let mut lines: BTreeMap<&str, String> =
            alive.into_iter().map(|id| (id, id.to_owned())).collect();
        for (id, state) in self.iter() {
            if let IdState::Buried { note } = state {
                lines.insert(id, format!("{id} = buried: {note}"));
            }
        }
        let mut text = String::from(
            "# Every case id of the suite, for ever. To remove a case, bury its id:\n# ID = buried: why, and what replaced it\n",
        );
        for line in lines.values() {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    #[test]
    fn tombstones_survive_an_update() {
        let list = IdList::parse("ids.txt", "# c\na/b\na/c = buried: wrong, see a/d\n").unwrap();
        assert_eq!(list.state("a/b"), Some(&IdState::Alive));
        let text = list.updated(["a/d"]);
        assert!(
            text.ends_with("a/c = buried: wrong, see a/d\na/d\n"),
            "{text}"
        );
    }

    #[test]
    fn a_malformed_line_is_named() {
        let error = IdList::parse("ids.txt", "a/b\na/c = gone\n").unwrap_err();
        assert!(error.to_string().starts_with("ids.txt:2:1: "), "{error}");
    }
}
