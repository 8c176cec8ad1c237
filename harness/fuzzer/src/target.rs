//! What is fuzzed, as requests and answers of the driver protocol.

use std::sync::OnceLock;

use uiconform_catalogue::Call;
use uiconform_json::Value;

/// Why there is no answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakage {
    /// What happened.
    pub cause: Cause,
    /// The end of what the process had written to standard error by then.
    pub stderr: String,
}

/// What happened in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The implementation ended before it answered: how, in a few words.
    Crash(String),
    /// It did not answer in time: what that may come from, if something tells.
    Timeout(Option<String>),
    /// What it answered is no answer: one sentence.
    BadAnswer(String),
    /// The driver says that it failed: the JSON-RPC code, and its message.
    DriverError(String, String),
    /// Nothing was asked, since there is no process and none can be started: why. This says nothing about the request.
    NotStarted(String),
}

impl Breakage {
    /// A breakage of which nothing is known but its cause.
    pub fn new(cause: Cause) -> Self {
        Self {
            cause,
            stderr: String::new(),
        }
    }

    /// Whether the process has ended by it, or was ended for it.
    pub fn is_end(&self) -> bool {
        !matches!(self.cause, Cause::DriverError(..))
    }
}

impl Cause {
    /// Its kind, without words that vary.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Crash(_) => "crash",
            Self::Timeout(_) => TIMEOUT,
            Self::BadAnswer(_) => "bad answer",
            Self::DriverError(..) => "driver error",
            Self::NotStarted(_) => "not started",
        }
    }
}

/// The kind of a time-out, each of which costs its time again whenever it is tried.
pub(crate) const TIMEOUT: &str = "timeout";

/// The result of a request, read when somebody looks at it: most answers are the expected ones to the letter.
#[derive(Clone, Debug)]
pub struct Reply {
    text: String,
    value: OnceLock<Result<Value, String>>,
}

impl Reply {
    /// A result as the JSON text that it came as.
    pub fn new(text: String) -> Self {
        Self {
            text,
            value: OnceLock::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value.
    ///
    /// # Errors
    ///
    /// If the text is not JSON: why.
    pub fn value(&self) -> Result<&Value, String> {
        self.value
            .get_or_init(|| uiconform_json::parse(&self.text).map_err(|error| error.to_string()))
            .as_ref()
            .map_err(Clone::clone)
    }
}

/// What came of a request.
pub type Answer = Result<Reply, Breakage>;

/// An implementation that answers requests of the driver protocol.
pub trait Target {
    /// Makes calls in their order and gives an answer for each up to the first that ends the process; those behind it need not have been
    /// made. There is an answer for the first call at least, if there is one.
    ///
    /// Calls go to one process after another only where one asks for a fresh one, or where the one before ended it. How they are
    /// grouped on the way must not matter to what is answered.
    fn call(&mut self, calls: &[Call]) -> Vec<Answer>;
}

impl<T: Target + ?Sized> Target for &mut T {
    fn call(&mut self, calls: &[Call]) -> Vec<Answer> {
        (**self).call(calls)
    }
}

impl<T: Target + ?Sized> Target for Box<T> {
    fn call(&mut self, calls: &[Call]) -> Vec<Answer> {
        (**self).call(calls)
    }
}
