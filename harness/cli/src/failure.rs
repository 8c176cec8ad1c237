//! What ends a command early, and the exit code of each kind. The codes are promised: 2 the command or a file is wrong,
//! 3 nothing was selected or offered, 4 the driver cannot be started.

use std::io;

use uiconform_catalogue::LoadError;
use uiconform_runner::{ChoiceError, StartError};

/// Why a command cannot do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command, a case file or another input is wrong.
    Usage(String),
    /// Nothing was selected.
    Nothing(String),
    /// The driver cannot be started, or breaks `initialize`.
    Driver(StartError),
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Output(_) => 2,
            Self::Nothing(_) => 3,
            Self::Driver(_) => 4,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(message) | Self::Nothing(message) => f.write_str(message),
            Self::Driver(error) => write!(f, "{error}"),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<ChoiceError> for Failure {
    fn from(error: ChoiceError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Self::Driver(error)
    }
}
