//! A loaded case.

use std::fmt;
use std::sync::Arc;

use uiconform_json::{Document, Pointer, Value};

use crate::{Exercise, Level, digest};

/// Identifier of a case: `suite/area/file/name`. Stable for ever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseId(String);

impl CaseId {
    /// An identifier from its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The whole identifier.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The suite that the case belongs to.
    pub fn suite(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// The last part, which names the case within its file.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Where something stands in a case file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Path of the file as it was given to the loader.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A case as it stands in its file.
#[derive(Clone)]
pub struct Source {
    file: Arc<Document>,
    pointer: Pointer,
}

impl Source {
    pub(crate) fn new(file: &Arc<Document>, pointer: Pointer) -> Self {
        Self {
            file: Arc::clone(file),
            pointer,
        }
    }

    /// The case, with all its members.
    pub fn value(&self) -> &Value {
        let root = self.file.value();
        root.pointer(&self.pointer).unwrap_or(root)
    }

    /// What the file gives its cases under a name.
    pub fn given(&self, name: &str) -> Option<&Value> {
        self.file.value().get("given")?.get(name)
    }

    /// A short digest of the case and of what it uses of its file: it changes when an input or an expectation does, and not with
    /// prose or layout.
    pub fn digest(&self) -> String {
        digest::of_case(self.value(), self.file.value())
    }
}

/// How a case follows from another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The other case, which stands in the file.
    pub from: CaseId,
    /// What is done to it, as the end of a sentence: `with valid events around its own`.
    pub about: String,
}

/// One golden case.
pub struct Case {
    /// Its identifier.
    pub id: CaseId,
    /// The suite that it belongs to.
    pub suite: String,
    /// The profile that it belongs to.
    pub profile: String,
    /// What the cases of its file are about.
    pub topic: String,
    /// Its weight.
    pub level: Level,
    /// The requirements whose violation it shows.
    pub requirements: Vec<String>,
    /// One sentence: why the expectation is what it is.
    pub why: String,
    /// For an informative case: the open question.
    pub asks: Option<String>,
    /// The accepted case without which a rejection proves nothing.
    pub twin: Option<CaseId>,
    /// Where the twin may differ, if at more than one place.
    pub differs_at: Vec<Pointer>,
    /// Whether a machine has written it and nobody has adopted it yet: it may lack what people add, and is in no suite.
    pub review: bool,
    /// Where it comes from, if it follows from another case.
    pub derived: Option<Derivation>,
    /// Where it stands.
    pub place: Place,
    /// The case as its file gives it.
    pub source: Source,
    /// Whether it touches names that JavaScript objects inherit, so that the canary follows it.
    pub canary: bool,
    /// Its calls and the judging of their answers.
    pub exercise: Box<dyn Exercise>,
}

impl Case {
    /// `suite/profile`, as drivers list it.
    pub fn profile_id(&self) -> String {
        format!("{}/{}", self.suite, self.profile)
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Case")
            .field("id", &self.id)
            .field("level", &self.level)
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}
