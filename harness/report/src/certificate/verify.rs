//! Whether a certificate says what the files say.

use uiconform_json::{Pointer, Token, Value, differences, parse};

use super::{Artifact, Statement};
use crate::inert::shortened;

/// Differences that are told.
const MOST: usize = 20;

/// Characters of a value that are told.
const SHOWN: usize = 160;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// What the certificate says otherwise, line by line; none if it holds.
    pub differences: Vec<String>,
    /// What could not be checked.
    pub unchecked: Vec<String>,
}

/// A certificate that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It is no JSON.
    #[error("it is no certificate: {0}")]
    NoJson(String),
    /// It is a signed envelope.
    #[error(
        "it is a signed envelope: check the signature with the tool that made it, and give the statement that it holds"
    )]
    Envelope,
    /// It is JSON of something else.
    #[error("it is no certificate: it is no in-toto Statement (`_type`)")]
    NoStatement,
}

/// Compares a certificate with the one that the same files give now.
///
/// `expected` is that one; `artifacts` are the files that it was made for, none if they are not at hand.
///
/// # Errors
///
/// See [`VerifyError`].
pub fn verify(
    certificate: &str,
    expected: &Statement,
    result: &Artifact,
    artifacts: &[Artifact],
) -> Result<Verification, VerifyError> {
    let found = parse(certificate).map_err(|error| VerifyError::NoJson(error.to_string()))?;
    if found.get("payloadType").is_some() || found.get("dsseEnvelope").is_some() {
        return Err(VerifyError::Envelope);
    }
    if found.get("_type").and_then(Value::as_str).is_none() {
        return Err(VerifyError::NoStatement);
    }
    // What this program writes, it reads.
    let expected =
        parse(&expected.to_text()).map_err(|error| VerifyError::NoJson(error.to_string()))?;
    let mut verification = Verification::default();
    for name in ["_type", "predicateType", "predicate"] {
        compare(&mut verification, name, &expected, &found);
    }
    check_members(&mut verification, &expected, &found);
    if artifacts.is_empty() {
        check_subjects(&mut verification, &found, result);
    } else {
        compare(&mut verification, "subject", &expected, &found);
    }
    Ok(verification)
}

fn compare(verification: &mut Verification, name: &str, expected: &Value, found: &Value) {
    let null = Value::Null;
    let part = |value: &Value| value.get(name).cloned().unwrap_or_else(|| null.clone());
    let (expected, found) = (part(expected), part(found));
    for difference in differences(&expected, &found, MOST) {
        let mut pointer = Pointer::root();
        pointer.push(Token::from(name));
        let show = |value: Option<&Value>| match value {
            Some(value) => shortened(&value.to_text(), SHOWN),
            None => "nothing".to_owned(),
        };
        verification.differences.push(format!(
            "{pointer}{}: the certificate says {}, the files say {}",
            difference.pointer,
            show(difference.got),
            show(difference.expected)
        ));
    }
}

/// What stands beside the members of a statement is said by nobody.
fn check_members(verification: &mut Verification, expected: &Value, found: &Value) {
    for (name, value) in found
        .as_object()
        .into_iter()
        .flat_map(|object| object.iter())
    {
        let is_known = name
            .as_str()
            .is_some_and(|name| expected.get(name).is_some());
        if !is_known {
            let mut pointer = Pointer::root();
            pointer.push(Token::from(name));
            verification.differences.push(format!(
                "{}: the certificate says {}, the files say nothing",
                shortened(&pointer.to_string(), SHOWN),
                shortened(&value.to_text(), SHOWN)
            ));
        }
    }
}

/// Without the artefacts, only a subject that is the result file can be checked.
fn check_subjects(verification: &mut Verification, found: &Value, result: &Artifact) {
    let none = uiconform_json::Array::new();
    let subjects = found
        .get("subject")
        .and_then(Value::as_array)
        .unwrap_or(&none);
    if subjects.iter().next().is_none() {
        verification
            .differences
            .push("/subject: the certificate is about no file".to_owned());
    }
    for (index, subject) in subjects.iter().enumerate() {
        let sha256 = subject
            .get("digest")
            .and_then(|digest| digest.get("sha256"))
            .and_then(Value::as_str);
        if sha256 == Some(&result.sha256) {
            continue;
        }
        let name = subject.get("name").and_then(Value::as_str).unwrap_or("_");
        verification.unchecked.push(format!(
            "/subject/{index}: {} was not checked; give it by --artifact",
            shortened(name, SHOWN)
        ));
    }
}
