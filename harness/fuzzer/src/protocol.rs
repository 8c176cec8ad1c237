//! What the fuzzer needs to know of a protocol.

use uiconform_catalogue::Call;
use uiconform_json::{Object, Pointer, Value};

use crate::coverage::Kind;
use crate::target::{Answer, Reply};
use crate::{Bucket, Chain, Draw, Finding};

/// A request as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it is for.
    pub purpose: String,
    /// The method.
    pub method: &'static str,
    /// The model to start from, as JSON text, if there is one.
    pub model: Option<String>,
    /// The inputs as texts.
    pub inputs: Vec<String>,
}

/// A protocol that can be fuzzed: cases, the calls that they lead to, and what to say of the answers. It knows no process.
pub trait Protocol {
    /// Something to try.
    type Case: Clone + Send;

    /// Draws a case.
    fn generate(&self, draw: &mut Draw<'_>) -> Self::Case;

    /// The calls of a case, made one right after another: its own, and those of properties that relate the answers of several.
    fn calls(&self, case: &Self::Case) -> Vec<Call>;

    /// Whether two answers to the call of that number say the same, whatever words they do it in.
    fn is_same(&self, case: &Self::Case, call: usize, one: &Reply, other: &Reply) -> bool;

    /// Everything that is wrong with the answers to them.
    fn judge(&self, case: &Self::Case, answers: &[Answer]) -> Vec<Finding>;

    /// The bucket of a finding.
    fn bucket(&self, finding: &Finding) -> Bucket;

    /// A case as JSON, to be shrunk.
    fn to_value(&self, case: &Self::Case) -> Value;

    /// A case from JSON; `None` if it is not one that may be sent, such as one whose model is not valid.
    fn case_of(&self, value: &Value) -> Option<Self::Case>;

    /// The lists in such JSON whose length is what shrinking looks at first: events, frames.
    fn lists(&self) -> &[Pointer];

    /// Smaller cases that nobody would find who does not know the protocol, the boldest first.
    fn rewrites(&self, case: &Value, finding: &Finding) -> Vec<Value>;

    /// The file of a finding, which is replayed as any case file; `None` if no case file can say it.
    fn case_file(
        &self,
        chain: &Chain<Self::Case>,
        finding: &Finding,
        provenance: &Object,
    ) -> Option<Value>;

    /// The requests of a case as people read them: that of the case itself first, then those that its answer is held against.
    fn requests(&self, case: &Self::Case) -> Vec<Request>;

    /// What a case exercises, an entry for each of its inputs, for the coverage of the generator.
    fn exercised(&self, case: &Self::Case, answers: &[Answer]) -> Vec<Kind>;
}
