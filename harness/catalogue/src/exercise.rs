//! The seam between a suite and the machinery that runs it: what a suite makes of a case file, the calls it wants made, and
//! how it judges the answers. Everything here is pure, so judging is tested without a process.

use uiconform_json::{Located, Members, Pointer, Value};

use crate::{Answer, Level, Verdict};

/// How a suite reads its case files.
pub trait Form: Sync {
    /// Reads the suite's own members of a case file (`given` and the like).
    ///
    /// # Errors
    ///
    /// A located error for whatever is missing or malformed.
    fn open(&self, profile: &str, file: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located>;

    /// Data beyond the suite's own files that its cases are made of, each as a path within the suite and its JSON text. It counts
    /// in the digest, for whoever changes it changes cases.
    fn shared(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// One opened case file.
pub trait FileForm {
    /// Reads the suite's own members of one case.
    ///
    /// # Errors
    ///
    /// A located error for whatever is missing or malformed.
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located>;
}

/// What a suite made of one case.
pub struct Reading {
    /// The case itself.
    pub exercise: Box<dyn Exercise>,
    /// Cases that follow from it.
    pub derived: Vec<Derived>,
}

/// A case that follows from another one, with the same requirements and the same twin.
pub struct Derived {
    /// What stands behind the name of the other, with a dot between them.
    pub suffix: String,
    /// Its weight.
    pub level: Level,
    /// What is done to the other case, as the end of a sentence: `with valid events around its own`.
    pub about: String,
    /// Its calls and the judging of their answers.
    pub exercise: Box<dyn Exercise>,
}

/// How a case relates to rejection, which decides whether it needs a twin or may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Everything in it is to be accepted: it may be a twin.
    Accepts,
    /// Something in it is to be rejected, or may be: it needs a twin.
    Rejects,
    /// It expects nothing (informative): it neither needs a twin nor can be one.
    Records,
}

/// A loaded case body: calls to make, and judging of their answers.
pub trait Exercise: Send + Sync {
    /// What goes in, as one JSON value: two cases are twins if their inputs differ at one place.
    fn input(&self) -> Value;

    /// One of the inputs as text, for a person to see.
    fn input_at(&self, step: usize) -> Option<String>;

    /// What the case has to do with rejection.
    fn relation(&self) -> Relation;

    /// The next call, given the answers to the earlier ones; `None` when there are enough of them to judge.
    fn next_call(&self, answers: &[Answer]) -> Option<Call>;

    /// Judges the answers to all calls.
    fn judge(&self, answers: &[Answer]) -> Judgement;

    /// The size of the largest input, for a comparison with declared limits.
    fn size(&self) -> Size;

    /// Whether the answers differ from what is expected only in that more is rejected.
    fn is_refusal(&self, answers: &[Answer]) -> bool;

    /// How the answers of a repetition differ from the first ones, if they do. Texts that are free to vary, such as the
    /// reason of a rejection, are no difference.
    fn differs(&self, first: &[Answer], again: &[Answer]) -> Option<Finding>;

    /// How the case is put to a driver that offers its profile, and this.
    fn fit(&self, _offer: &Offer) -> Fit {
        Fit::AsItIs
    }
}

/// What a driver says that it offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Profiles, as `suite/profile`.
    pub profiles: Vec<String>,
    /// What it can do beyond them.
    pub features: Vec<String>,
}

impl Offer {
    /// Whether it offers a profile, by its name with the suite.
    pub fn has_profile(&self, name: &str) -> bool {
        self.profiles.iter().any(|profile| profile == name)
    }

    /// Whether it has a feature.
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.iter().any(|feature| feature == name)
    }
}

/// How a case is put to a driver.
pub enum Fit {
    /// As it stands.
    AsItIs,
    /// In a form that asks no more of the driver than it offers.
    Adapted(Box<dyn Exercise>),
    /// Not at all: the driver lacks something that the case needs. This is no failure.
    Unsupported,
}

/// Which process a call goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// The one that is running.
    Same,
    /// One that has answered nothing but `initialize`.
    Fresh,
}

/// How large an input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Levels of lists and objects.
    pub depth: usize,
    /// Bytes of its text.
    pub bytes: usize,
}

/// One request to the driver.
#[derive(Clone, Debug)]
pub struct Call {
    /// The method, such as `agentue/reduce`.
    pub method: &'static str,
    /// The params as JSON text.
    pub params: String,
    /// The process that it goes to.
    pub process: Process,
    /// What it is for, as a transcript shows it.
    pub purpose: &'static str,
}

/// What the suite says of the results of one case.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// `Pass`, `Fail`, `BadAnswer`, `Nondeterministic` or `Recorded`; the other verdicts are the executor's to give.
    pub verdict: Verdict,
    /// For an informative case: the name of the outcome that matched, or `other`.
    pub outcome: Option<String>,
    /// What is wrong, if anything is.
    pub finding: Option<Finding>,
    /// Places at which a number differs from the expected one and is the same binary64.
    pub lossy: Vec<Pointer>,
    /// Whether the pass rests on a rejection, which counts only if the twin passes.
    pub rests_on_rejection: bool,
}

impl Judgement {
    /// As expected.
    pub fn pass(rests_on_rejection: bool, lossy: Vec<Pointer>) -> Self {
        Self {
            verdict: Verdict::Pass,
            outcome: None,
            finding: None,
            lossy,
            rests_on_rejection,
        }
    }

    /// Not as expected.
    pub fn wrong(verdict: Verdict, finding: Finding) -> Self {
        Self {
            verdict,
            outcome: None,
            finding: Some(finding),
            lossy: Vec::new(),
            rests_on_rejection: false,
        }
    }

    /// The behaviour of an informative case.
    pub fn recorded(outcome: impl Into<String>, lossy: Vec<Pointer>) -> Self {
        Self {
            verdict: Verdict::Recorded,
            outcome: Some(outcome.into()),
            finding: None,
            lossy,
            rests_on_rejection: false,
        }
    }
}

/// What went wrong in a case.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// One sentence.
    pub message: String,
    /// Of which kind it is, where the verdict alone does not say: `wrong shape`. Part of the fingerprint, so it has no text of the
    /// driver's.
    pub kind: Option<String>,
    /// The input it went wrong at, counted from 0, if one can be named.
    pub step: Option<usize>,
    /// The first place that differs.
    pub difference: Option<Difference>,
    /// What was expected, whole.
    pub expected: Option<Value>,
    /// What came, whole.
    pub got: Option<Value>,
}

impl Finding {
    /// A finding that is a sentence only.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// The same, at an input.
    pub fn at_step(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }

    /// The same, with both values whole and their first difference.
    pub fn between(mut self, expected: &Value, got: &Value) -> Self {
        self.difference = uiconform_json::compare(expected, got)
            .difference
            .map(|difference| Difference {
                pointer: difference.pointer.clone(),
                expected: difference.expected.cloned(),
                got: difference.got.cloned(),
            });
        self.expected = Some(expected.clone());
        self.got = Some(got.clone());
        self
    }
}

/// The first place at which what came differs from what was expected.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Where.
    pub pointer: Pointer,
    /// What was expected there; `None` if nothing.
    pub expected: Option<Value>,
    /// What is there; `None` if nothing.
    pub got: Option<Value>,
}
