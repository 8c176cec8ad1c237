//! What goes wrong in a run.

use std::fmt;

/// The kinds of errors that a view may want to tell apart (seed, "Errors").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The stream could be read but broke an ordering rule; the event was not applied.
    Protocol,
    /// A patch could not be applied; what it was for is unchanged.
    Patch,
    /// The state does not fit the type that the application chose; the raw one is right.
    State,
    /// The agent said that the run failed.
    Run,
    /// The bytes were no event, or no event stream.
    Bytes,
    /// The request never became a stream, or stopped being one.
    Transport,
}

/// An error among the updates; not by itself the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind of thing went wrong.
    pub kind: ErrorKind,
    /// What went wrong, for people.
    pub text: String,
}

/// What can go wrong with an error of a run.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of that kind.
    pub fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }

    pub(super) fn protocol(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::Protocol, text)
    }

    pub(super) fn patch(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::Patch, text)
    }

    pub(super) fn bytes(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::Bytes, text)
    }

    pub(super) fn transport(text: impl Into<String>) -> Self {
        Self::new(ErrorKind::Transport, text)
    }

    /// The same error, said of a part of something larger.
    pub(super) fn within(self, whole: impl fmt::Display) -> Self {
        Self {
            text: format!("{whole}: {}", self.text),
            ..self
        }
    }
}

impl ErrorKind {
    /// The name by which drivers tell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Patch => "patch",
            Self::State => "state",
            Self::Run => "run",
            Self::Bytes => "bytes",
            Self::Transport => "transport",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
