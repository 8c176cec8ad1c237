//! The normative statements of a suite's text.

use uiconform_json::{Document, Located};

use crate::Level;

/// One normative statement, in the project's own words.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Identifier such as `AUE-5.3-02`: suite, section, number. Stable for ever.
    pub id: String,
    /// Where the statement comes from, in a suite whose statements come from more than one place.
    pub source: Option<String>,
    /// Section of the text.
    pub section: String,
    /// Weight of the statement.
    pub level: Level,
    /// Who is bound by it: reducer, router, producer, host, …
    pub binds: String,
    /// The statement.
    pub text: String,
    /// Why it follows where the text does not say so literally.
    pub basis: Option<String>,
    /// Whether a driver can show it.
    pub showing: Showing,
}

/// Whether and where a driver can show that a requirement is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Showing {
    /// In these profiles.
    Profiles(Vec<String>),
    /// Nowhere, for this reason.
    NotShown(String),
}

/// The parties that a requirement can bind.
const PARTIES: [&str; 18] = [
    "adapter",
    "agent",
    "application",
    "client",
    "consumer",
    "emitter",
    "framing",
    "frontend",
    "host",
    "producer",
    "protocol",
    "reducer",
    "renderer",
    "resolver",
    "router",
    "sdk",
    "service",
    "transport",
];

/// Reads one file of requirements.
pub(crate) fn read(document: &Document, suite: &str) -> Result<Vec<Requirement>, Located> {
    let mut file = document.root().object()?;
    let named = file.required("suite")?;
    if named.text()? != suite {
        return Err(named.error(format!("this file belongs to the suite `{suite}`")));
    }
    file.required("title")?.text()?;
    let list = file.required("requirements")?.list()?;
    file.finish()?;
    list.iter()
        .map(|node| {
            let mut members = node.object()?;
            let binds = members.required("binds")?;
            if !PARTIES.contains(&binds.text()?) {
                return Err(
                    binds.error(format!("unknown party; use one of {}", PARTIES.join(", ")))
                );
            }
            let profiles = members.optional("profiles");
            let not_shown = members.optional("not_shown");
            let showing = match (profiles, not_shown) {
                (Some(profiles), None) => Showing::Profiles(
                    profiles
                        .list()?
                        .iter()
                        .map(|profile| profile.text().map(str::to_owned))
                        .collect::<Result<_, _>>()?,
                ),
                (None, Some(reason)) => Showing::NotShown(reason.text()?.to_owned()),
                _ => {
                    return Err(node.error(
                        "give either `profiles` that can show it or `not_shown` with the reason",
                    ));
                }
            };
            let requirement = Requirement {
                id: members.required("id")?.text()?.to_owned(),
                source: members
                    .optional("source")
                    .map(|source| source.text().map(str::to_owned))
                    .transpose()?,
                section: members.required("section")?.text()?.to_owned(),
                level: Level::read(&members.required("level")?)?,
                binds: binds.text()?.to_owned(),
                text: members.required("text")?.text()?.to_owned(),
                basis: members
                    .optional("basis")
                    .map(|basis| basis.text().map(str::to_owned))
                    .transpose()?,
                showing,
            };
            members.finish()?;
            Ok(requirement)
        })
        .collect()
}
