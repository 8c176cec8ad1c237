//! What ends a command early, and the exit code of each kind. The codes are promised: 2 the command or a file is wrong,
//! 3 nothing was selected or offered, 4 the driver cannot be started, 5 not everything was run or told.

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
    /// A result file is not of everything that was to be run.
    Incomplete(String),
    /// The output cannot be written.
    Output(io::Error),
    /// The report of a run cannot be written, so the run was stopped, and its verdict was not told.
    Unheard(io::Error),
    /// The run has come to its end, and a report of it cannot be written whole.
    Untold(io::Error),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Output(_) => 2,
            Self::Nothing(_) => 3,
            Self::Driver(StartError::Stopped)
            | Self::Unheard(_)
            | Self::Untold(_)
            | Self::Incomplete(_) => 5,
            Self::Driver(_) => 4,
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(message) | Self::Nothing(message) | Self::Incomplete(message) => {
                f.write_str(message)
            }
            Self::Driver(error) => write!(f, "{error}"),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::Unheard(error) => {
                write!(
                    f,
                    "cannot write the report, so the run was stopped: {error}"
                )
            }
            Self::Untold(error) => {
                write!(
                    f,
                    "the run came to its end, and its report cannot be written whole: {error}"
                )
            }
        }
    }
}

impl Failure {
    /// Whether whoever reads the output has seen enough, so that there is nothing to complain about.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) | Self::Unheard(error) | Self::Untold(error) if error.kind() == io::ErrorKind::BrokenPipe)
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
