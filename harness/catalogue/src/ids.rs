//! The committed list of case ids, kept for ever: baselines and certificates name cases by them.
//!
//! It is the history of the suite as well. Who has results of an older version learns from it which cases are new, which have
//! been changed, and which are gone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use uiconform_json::Located;

use crate::located;

/// What has become of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdState {
    /// There is a case of this id.
    Alive(History),
    /// There was one.
    Buried {
        /// The version of the suite that no longer had it, where the list says so.
        version: Option<String>,
        /// Why it was buried, and what replaced it.
        note: String,
    },
}

/// What the list says of a case that is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The first version of the suite that had it; absent until the list is brought up to date.
    pub since: Option<String>,
    /// The last version that changed an input or an expectation of it, if any did since the first.
    pub changed: Option<String>,
    /// The digest of the case, by which a change is noticed.
    pub digest: Option<String>,
}

/// All ids that a suite has ever had.
///
/// One id a line: `ID = since VERSION, case DIGEST`, with `changed in VERSION` between them where that has happened, or
/// `ID = buried in VERSION: NOTE`, a tombstone. Lines that begin with `#` are comments.
#[derive(Clone, Debug, Default)]
pub struct IdList {
    states: BTreeMap<String, IdState>,
}

/// The first lines of every list.
const HEAD: &str = "\
# Every case id of the suite, for ever, with the version of the suite that has it first and the one that changed it last.
# To remove a case, bury its id: ID = buried in VERSION: why, and what replaced it
";

impl IdList {
    /// Reads the list.
    ///
    /// # Errors
    ///
    /// A located error for a line that is neither an id with its history nor a tombstone, or an id that stands twice.
    pub fn parse(file: &str, text: &str) -> Result<Self, Located> {
        let mut states = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let error = |message: String| located::at(file, index + 1, 1, message);
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (id, state) = match line.split_once(" = ") {
                // An id that was just added by hand.
                None if !line.contains([' ', '=']) => {
                    (line, Some(IdState::Alive(History::default())))
                }
                None => (line, None),
                Some((id, rest)) => (id.trim(), tombstone(rest).or_else(|| history(rest))),
            };
            let state = state.ok_or_else(|| {
                error(
                    "expected `ID = since VERSION, case DIGEST` or `ID = buried in VERSION: why, and what replaced it`"
                        .to_owned(),
                )
            })?;
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

    /// The list as text for a version of the suite with these cases, given as ids and digests; tombstones stay.
    pub fn updated<'a>(
        &self,
        version: &str,
        alive: impl IntoIterator<Item = (&'a str, String)>,
    ) -> String {
        let mut lines: BTreeMap<&str, String> = BTreeMap::new();
        for (id, digest) in alive {
            let known = match self.state(id) {
                Some(IdState::Alive(history)) => history.clone(),
                _ => History::default(),
            };
            let since = known.since.unwrap_or_else(|| version.to_owned());
            let changed = match known.digest {
                // What a version brings is not changed by it.
                Some(before) if before != digest && since != version => Some(version.to_owned()),
                _ => known.changed,
            };
            let mut line = format!("{id} = since {since}");
            if let Some(changed) = changed {
                let _ = write!(line, ", changed in {changed}");
            }
            let _ = write!(line, ", case {digest}");
            lines.insert(id, line);
        }
        for (id, state) in self.iter() {
            if let IdState::Buried { version, note } = state {
                let version = version
                    .as_ref()
                    .map_or_else(String::new, |version| format!(" in {version}"));
                lines.insert(id, format!("{id} = buried{version}: {note}"));
            }
        }
        let mut text = String::from(HEAD);
        for line in lines.values() {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

fn tombstone(text: &str) -> Option<IdState> {
    let (head, note) = text.strip_prefix("buried")?.split_once(':')?;
    let version = match head.trim() {
        "" => None,
        head => Some(head.strip_prefix("in ")?.trim().to_owned()),
    };
    let note = note.trim().to_owned();
    (!note.is_empty()).then_some(IdState::Buried { version, note })
}

fn history(text: &str) -> Option<IdState> {
    let mut history = History::default();
    for part in text.split(", ") {
        let (member, value) = if let Some(version) = part.strip_prefix("since ") {
            (&mut history.since, version)
        } else if let Some(version) = part.strip_prefix("changed in ") {
            (&mut history.changed, version)
        } else {
            (&mut history.digest, part.strip_prefix("case ")?)
        };
        if value.trim().is_empty() || member.replace(value.trim().to_owned()).is_some() {
            return None;
        }
    }
    Some(IdState::Alive(history))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn updated(list: &str, version: &str, alive: &[(&str, &str)]) -> String {
        let list = IdList::parse("ids.txt", list).unwrap();
        let text = list.updated(
            version,
            alive.iter().map(|(id, digest)| (*id, (*digest).to_owned())),
        );
        text.strip_prefix(HEAD).unwrap().to_owned()
    }

    #[test]
    fn tombstones_survive_an_update() {
        assert_eq!(
            updated(
                "# c\na/b\na/c = buried in 1.1.0: wrong, see a/d\n",
                "1.1.0",
                &[("a/b", "1"), ("a/d", "2")]
            ),
            "a/b = since 1.1.0, case 1\na/c = buried in 1.1.0: wrong, see a/d\na/d = since 1.1.0, case 2\n"
        );
    }

    #[test]
    fn a_change_is_noted_with_the_version_that_made_it() {
        let first = updated("", "1.0.0", &[("a/b", "1"), ("a/c", "1")]);
        // Before the version is out there is nobody to tell.
        let edited = updated(&first, "1.0.0", &[("a/b", "2"), ("a/c", "1")]);
        assert_eq!(
            edited,
            first.replace("b = since 1.0.0, case 1", "b = since 1.0.0, case 2")
        );
        let second = updated(&edited, "1.1.0", &[("a/b", "3"), ("a/c", "1")]);
        assert_eq!(
            second,
            "a/b = since 1.0.0, changed in 1.1.0, case 3\na/c = since 1.0.0, case 1\n"
        );
        let third = updated(&second, "1.2.0", &[("a/b", "3"), ("a/c", "1")]);
        assert_eq!(third, second);
    }

    #[test]
    fn a_malformed_line_is_named() {
        for line in [
            "a/c = gone",
            "a/c = buried in 1.0.0:",
            "a/c = since 1.0.0, since 1.1.0",
            "a/c = ",
        ] {
            let error = IdList::parse("ids.txt", &format!("a/b\n{line}\n")).unwrap_err();
            assert!(error.to_string().starts_with("ids.txt:2:1: "), "{error}");
        }
    }
}
