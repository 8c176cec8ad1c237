//! How much weight a requirement or a case has.

use serde::{Deserialize, Serialize};
use uiconform_json::{Located, Node};

/// The weight of a case. Ordered: a later variant is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The text is silent and implementations differ: the behaviour is recorded, never failed.
    Informative,
    /// The text says SHOULD, or fixes a form without saying what a reader does with another one: counted and shown, and
    /// costs conformance only under `--strict`.
    Recommended,
    /// The text orders it: one failure and the profile is not conformant.
    Required,
}

impl Level {
    /// All levels, strongest first.
    pub const ALL: [Self; 3] = [Self::Required, Self::Recommended, Self::Informative];

    /// The word used in files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Recommended => "recommended",
            Self::Informative => "informative",
        }
    }

    /// Reads a level from a file.
    ///
    /// # Errors
    ///
    /// A located error that lists the three words.
    pub fn read(node: &Node<'_>) -> Result<Self, Located> {
        let word = node.text()?;
        Self::ALL
            .into_iter()
            .find(|level| level.word() == word)
            .ok_or_else(|| {
                node.error(format!(
                    "unknown level `{word}`; use required, recommended or informative"
                ))
            })
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}
