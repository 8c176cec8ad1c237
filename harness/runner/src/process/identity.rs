//! What a driver says of itself in its answer to `initialize`.

use std::collections::BTreeMap;

use uiconform_catalogue::{Answer, Offer};
use uiconform_driver::{Implementation, Limits, PROTOCOL_VERSION};
use uiconform_json::{Located, Members, Node, Value};

use super::excerpt::excerpt;
use super::{DriverCommand, StartError};
use crate::limits::not_believed;
use crate::suites;

/// What a driver says of itself and of what it drives.
#[derive(Clone, Debug, PartialEq)]
pub struct DriverIdentity {
    /// Who is under test.
    pub implementation: Implementation,
    /// What the implementation offers, as `suite/profile`, in the order in which it is listed.
    pub profiles: Vec<String>,
    /// Optional abilities of the driver.
    pub features: Vec<String>,
    /// Declared limits.
    pub limits: Limits,
    /// Declared choices at open points.
    pub choices: BTreeMap<String, Value>,
}

/// Why an answer to `initialize` is not taken.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// The driver speaks that version.
    Protocol(String),
    /// One sentence that names the place.
    Malformed(String),
}

impl DriverIdentity {
    /// Reads the result of `initialize`. Members that are not known are let pass, for newer drivers have more; an optional
    /// member that is null counts as absent, for some languages write it so.
    pub(crate) fn read(answer: &Answer) -> Result<Self, Unfit> {
        let mut result = answer.result().object().map_err(malformed)?;
        // First: of another version, nothing else is known.
        let version = result.required("protocol").map_err(malformed)?;
        if version.unsigned().map_err(malformed)? != u64::from(PROTOCOL_VERSION) {
            return Err(Unfit::Protocol(excerpt(&version.value().to_text())));
        }
        Self::of(&mut result).map_err(malformed)
    }

    /// What it offers, by which cases are put to it.
    pub fn offer(&self) -> Offer {
        Offer {
            profiles: self.profiles.clone(),
            features: self.features.clone(),
        }
    }

    /// What is odd about the limits that are declared, a sentence for each: one that is too low is not believed.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for suite in suites::names() {
            let is_offered = |profile: &String| profile.split('/').next() == Some(suite);
            if self.profiles.iter().any(is_offered) {
                notes.extend(not_believed(self.limits, suites::least_limits(suite)));
            }
        }
        notes
    }

    /// Whether another process of the same driver says the same: name, version and profiles, those in any order.
    pub(crate) fn check_same(
        &self,
        command: &DriverCommand,
        other: &Self,
    ) -> Result<(), StartError> {
        let of = |identity: &Self| {
            [
                ("its name", identity.implementation.name.clone()),
                ("its version", identity.implementation.version.clone()),
                (
                    "its list of profiles",
                    sorted(&identity.profiles).join(", "),
                ),
            ]
        };
        for ((what, first), (_, now)) in of(self).into_iter().zip(of(other)) {
            if first != now {
                return Err(StartError::Changed {
                    command: command.to_string(),
                    what,
                    first: format!("`{}`", excerpt(&first)),
                    now: format!("`{}`", excerpt(&now)),
                });
            }
        }
        Ok(())
    }

    fn of(result: &mut Members<'_>) -> Result<Self, Located> {
        let mut implementation = result.required("implementation")?.object()?;
        let implementation = Implementation {
            name: filled(&implementation.required("name")?)?,
            version: implementation.required("version")?.text()?.to_owned(),
            language: text(&mut implementation, "language")?,
            url: text(&mut implementation, "url")?,
        };
        let profiles = result.required("profiles")?.list()?;
        let profiles = profiles.iter().map(profile).collect::<Result<_, _>>()?;
        let features = match given(result, "features") {
            Some(features) => texts(&features)?,
            None => Vec::new(),
        };
        let limits = match given(result, "limits") {
            Some(limits) => {
                let mut limits = limits.object()?;
                Limits {
                    depth: number(&mut limits, "depth")?,
                    bytes: number(&mut limits, "bytes")?,
                }
            }
            None => Limits::default(),
        };
        let choices = match given(result, "choices") {
            Some(choices) => choices
                .object()?
                .entries()
                .map(|(name, node)| (name.to_string_lossy().into_owned(), node.value().clone()))
                .collect(),
            None => BTreeMap::new(),
        };
        Ok(Self {
            implementation,
            profiles,
            features,
            limits,
            choices,
        })
    }
}

/// A list whose order says nothing, for some languages have sets without one.
fn sorted(profiles: &[String]) -> Vec<String> {
    let mut sorted = profiles.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

fn malformed(error: Located) -> Unfit {
    Unfit::Malformed(format!("at {}: {}", error.pointer, error.message))
}

/// A member that is there and not null.
fn given<'a>(members: &mut Members<'a>, name: &'static str) -> Option<Node<'a>> {
    members
        .optional(name)
        .filter(|node| !node.value().is_null())
}

fn text(members: &mut Members<'_>, name: &'static str) -> Result<Option<String>, Located> {
    given(members, name)
        .map(|node| node.text().map(str::to_owned))
        .transpose()
}

fn number(members: &mut Members<'_>, name: &'static str) -> Result<Option<u64>, Located> {
    given(members, name).map(|node| node.unsigned()).transpose()
}

fn texts(node: &Node<'_>) -> Result<Vec<String>, Located> {
    node.list()?
        .iter()
        .map(|node| node.text().map(str::to_owned))
        .collect()
}

fn filled(node: &Node<'_>) -> Result<String, Located> {
    let text = node.text()?;
    if text.trim().is_empty() {
        return Err(node.error("expected a name, found an empty string"));
    }
    Ok(text.to_owned())
}

fn profile(node: &Node<'_>) -> Result<String, Located> {
    let text = node.text()?;
    match text.split_once('/') {
        Some((suite, profile)) if !suite.is_empty() && !profile.is_empty() => Ok(text.to_owned()),
        _ => Err(node.error(format_args!(
            "expected a profile such as `agentue-1.1/reducer`, found `{}`",
            excerpt(text)
        ))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    const FULL: &str = r#"{"protocol":1,"implementation":{"name":"mine","version":"2.0","language":"Go","url":"https://example.org"},"profiles":["agentue-1.1/reducer","agentue-1.1/router"],"features":["batch"],"limits":{"depth":100,"bytes":1000000},"choices":{"empty":{"x":1.0}},"later":true}"#;

    fn read(result: &str) -> Result<DriverIdentity, Unfit> {
        let line = format!(r#"{{"jsonrpc":"2.0","id":0,"result":{result}}}"#);
        DriverIdentity::read(&Answer::read(&line, 0).unwrap())
    }

    #[test]
    fn all_members_are_read_and_unknown_ones_let_pass() {
        let identity = read(FULL).unwrap();
        assert_eq!(identity.implementation.name, "mine");
        assert_eq!(identity.implementation.version, "2.0");
        assert_eq!(identity.implementation.language.as_deref(), Some("Go"));
        assert_eq!(
            identity.implementation.url.as_deref(),
            Some("https://example.org")
        );
        assert_eq!(
            identity.profiles,
            ["agentue-1.1/reducer", "agentue-1.1/router"]
        );
        assert_eq!(identity.features, ["batch"]);
        assert_eq!(identity.limits.depth, Some(100));
        assert_eq!(identity.limits.bytes, Some(1_000_000));
        assert_eq!(identity.choices["empty"].to_text(), r#"{"x":1.0}"#);
    }

    #[test]
    fn a_limit_that_is_too_low_is_noted() {
        let notes = |depth: &str| read(&FULL.replace(":100,", depth)).unwrap().notes();
        assert_eq!(notes(":100,"), [""; 0]);
        let low = notes(":3,");
        assert_eq!(low.len(), 1);
        assert!(low[0].contains("a limit of 3 for `depth`"), "{}", low[0]);
    }

    #[test]
    fn optional_members_may_be_missing_or_null() {
        let least = r#"{"protocol":1.0,"implementation":{"name":"a","version":""},"profiles":[]}"#;
        let nulls = r#"{"protocol":1,"implementation":{"name":"a","version":"","language":null,"url":null},"profiles":[],"features":null,"limits":{"depth":null},"choices":null}"#;
        assert_eq!(read(least).unwrap(), read(nulls).unwrap());
    }

    #[test]
    fn each_member_is_checked_and_named() {
        let cases = [
            ("null", "", "expected an object, found null"),
            ("{}", "", "missing member `protocol`"),
            (
                r#"{"protocol":"1"}"#,
                "/protocol",
                "expected a number, found a string",
            ),
            (r#"{"protocol":1}"#, "", "missing member `implementation`"),
            (
                &FULL.replace(r#""name":"mine""#, r#""name":" ""#),
                "/implementation/name",
                "expected a name, found an empty string",
            ),
            (
                &FULL.replace(r#""version":"2.0""#, r#""version":2.0"#),
                "/implementation/version",
                "expected a string, found a number",
            ),
            (
                &FULL.replace(r#""language":"Go""#, r#""language":["Go"]"#),
                "/implementation/language",
                "expected a string, found a list",
            ),
            (
                &FULL.replace(r#"["agentue-1.1/reducer","#, "[5,"),
                "/profiles/0",
                "expected a string, found a number",
            ),
            (
                &FULL.replace("agentue-1.1/router", "router"),
                "/profiles/1",
                "expected a profile such as `agentue-1.1/reducer`, found `router`",
            ),
            (
                &FULL.replace(r#"["batch"]"#, r#""batch""#),
                "/features",
                "expected a list, found a string",
            ),
            (
                &FULL.replace("100,", "-1,"),
                "/limits/depth",
                "expected an integer from 0 to 18446744073709551615, found -1",
            ),
            (
                &FULL.replace(r#"{"empty":{"x":1.0}}"#, "[]"),
                "/choices",
                "expected an object, found a list",
            ),
        ];
        for (result, pointer, message) in cases {
            match read(result) {
                Err(Unfit::Malformed(why)) => {
                    assert_eq!(why, format!("at /result{pointer}: {message}"));
                }
                other => panic!("{result}: {other:?}"),
            }
        }
    }

    #[test]
    fn another_version_is_told_before_anything_else_is_looked_at() {
        for version in ["2", "0", "10000000000"] {
            match read(&format!(r#"{{"protocol":{version}}}"#)) {
                Err(Unfit::Protocol(got)) => assert_eq!(got, version),
                other => panic!("{version}: {other:?}"),
            }
        }
    }
}
