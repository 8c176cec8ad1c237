//! What is to be fuzzed, and what of that a driver offers.

use uiconform_catalogue::did_you_mean;
use uiconform_fuzzer::agentue::{AgentUe, Zone};
use uiconform_runner::suites;

use crate::args::{Fuzz, ZoneName};
use crate::commands::unknown_suite;
use crate::failure::Failure;

/// The suite that can be fuzzed.
const SUITE: &str = suites::MAIN;

/// Its profiles that can be.
const PROFILES: [&str; 2] = ["reducer", "router"];

/// What is asked for.
pub(super) struct Choice {
    pub(super) suite: String,
    /// Profiles that are asked for by name, such as `agentue-1.1/reducer`.
    profiles: Vec<String>,
    zone: ZoneName,
}

impl Choice {
    /// What the arguments ask for.
    ///
    /// # Errors
    ///
    /// If that cannot be fuzzed.
    pub(super) fn read(args: &Fuzz) -> Result<Self, Failure> {
        if let Some(suite) = args.suite.as_deref().filter(|suite| *suite != SUITE) {
            return Err(if suites::names().contains(&suite) {
                Failure::Usage(format!(
                    "{}: the suite `{suite}` cannot be fuzzed; {SUITE} can",
                    args.source.named("suite")
                ))
            } else {
                unknown_suite(suite)
            });
        }
        let profiles = args.profile.iter().map(|name| {
            let short = name
                .strip_prefix(SUITE)
                .and_then(|rest| rest.strip_prefix('/'))
                .unwrap_or(name);
            if PROFILES.contains(&short) {
                Ok(format!("{SUITE}/{short}"))
            } else {
                Err(Failure::Usage(format!(
                    "{}: the profile `{name}` cannot be fuzzed{}; {} can",
                    args.source.named("profile"),
                    did_you_mean(short, PROFILES),
                    PROFILES.join(" and ")
                )))
            }
        });
        Ok(Self {
            suite: SUITE.to_owned(),
            profiles: profiles.collect::<Result<_, _>>()?,
            zone: args.zone,
        })
    }

    /// What a driver that lists these profiles is asked for: the profiles, and the protocol that they make.
    ///
    /// # Errors
    ///
    /// If it offers nothing of what is asked for.
    pub(super) fn offered(&self, listed: &[String]) -> Result<(Vec<String>, AgentUe), Failure> {
        let missing = self.profiles.iter().find(|name| !listed.contains(name));
        if let Some(missing) = missing {
            return Err(Failure::Nothing(format!(
                "profile {missing} was asked for, and the driver does not offer it"
            )));
        }
        let profiles: Vec<String> = PROFILES
            .iter()
            .map(|name| format!("{SUITE}/{name}"))
            .filter(|name| listed.contains(name))
            .filter(|name| self.profiles.is_empty() || self.profiles.contains(name))
            .collect();
        let protocol = AgentUe::offered(&profiles).ok_or_else(|| {
            Failure::Nothing(format!(
                "the driver offers no profile that can be fuzzed; those of {SUITE} are {}",
                PROFILES.join(" and ")
            ))
        })?;
        let zone = match self.zone {
            ZoneName::Common => Zone::Common,
            ZoneName::Edge => Zone::Edge,
            ZoneName::Wild => Zone::Wild,
        };
        Ok((profiles, protocol.within(zone)))
    }

    /// The words of a command line that ask for the same.
    pub(super) fn words(&self) -> Vec<String> {
        let profiles = self.profiles.iter();
        let zone = match self.zone {
            ZoneName::Common => Some("common"),
            ZoneName::Edge => Some("edge"),
            ZoneName::Wild => None,
        };
        profiles
            .map(|name| ("--profile", name.as_str()))
            .chain(zone.map(|zone| ("--zone", zone)))
            .flat_map(|(option, value)| [option.to_owned(), value.to_owned()])
            .collect()
    }
}
