//! The choices that a driver declares: they go into result files and certificates, which others read.

use uiconform_json::Kind;

use super::DriverIdentity;
use super::excerpt::excerpt;
use super::opening::Refusal;
use crate::Breakage;

/// Lets an identity pass whose choices are strings. One that is null counts as absent, like any optional member.
///
/// # Errors
///
/// The first choice that is something else, or a string that no other program could read.
pub(super) fn check(identity: DriverIdentity) -> Result<DriverIdentity, Refusal> {
    let flaw = identity.choices.iter().find_map(|(name, value)| {
        let found = match value.as_string() {
            Some(string) if string.as_str().is_some() => return None,
            Some(_) => "a lone surrogate in it",
            None => match value.kind() {
                Kind::Null => return None,
                Kind::Bool => "a boolean",
                Kind::Number => "a number",
                Kind::Array => "a list",
                Kind::Object | Kind::String => "an object",
            },
        };
        Some((name, found))
    });
    let Some((name, found)) = flaw else {
        return Ok(identity);
    };
    Err(Refusal::Broke(Breakage::BadAnswer {
        why: format!(
            "at /result/choices: expected a string for `{}`, found {found}",
            excerpt(name)
        ),
        hint: None,
    }))
}
