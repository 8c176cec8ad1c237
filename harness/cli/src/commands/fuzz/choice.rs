//! What is to be fuzzed, and what of that a driver offers.

use uiconform_catalogue::did_you_mean;
use uiconform_fuzzer::agent_ui::{self, AgentUi};
use uiconform_fuzzer::agentue::{self, AgentUe};
use uiconform_runner::suites;

use crate::args::{Fuzz, ZoneName};
use crate::commands::unknown_suite;
use crate::failure::Failure;

/// A suite that can be fuzzed.
#[derive(Clone, Copy, Debug)]
struct Fuzzable {
    suite: &'static str,
    /// Its profiles that can be.
    profiles: &'static [&'static str],
    /// What a driver that lists these profiles is asked for, in that zone.
    offered: fn(&[String], ZoneName) -> Option<Chosen>,
}

/// The suites that can be fuzzed; without --suite, the first of which a driver offers something.
static SUITES: [Fuzzable; 2] = [
    Fuzzable {
        suite: suites::MAIN,
        profiles: &["reducer", "router"],
        offered: |profiles, zone| {
            let zone = match zone {
                ZoneName::Common => agentue::Zone::Common,
                ZoneName::Edge => agentue::Zone::Edge,
                ZoneName::Wild => agentue::Zone::Wild,
            };
            Some(Chosen::AgentUe(AgentUe::offered(profiles)?.within(zone)))
        },
    },
    Fuzzable {
        suite: "agent-ui-1",
        profiles: &["frontend", "records", "sse"],
        offered: |profiles, zone| {
            let zone = match zone {
                ZoneName::Common => agent_ui::Zone::Common,
                ZoneName::Edge => agent_ui::Zone::Edge,
                ZoneName::Wild => agent_ui::Zone::Wild,
            };
            Some(Chosen::AgentUi(AgentUi::offered(profiles)?.within(zone)))
        },
    },
];

/// The protocol that is fuzzed.
pub(super) enum Chosen {
    AgentUe(AgentUe),
    AgentUi(AgentUi),
}

/// What of a driver is fuzzed.
pub(super) struct Offered {
    pub(super) suite: &'static str,
    pub(super) profiles: Vec<String>,
    pub(super) protocol: Chosen,
    /// Other suites of which it offers something.
    pub(super) others: Vec<&'static str>,
}

/// What is asked for.
pub(super) struct Choice {
    /// The suite that is named, or whose profiles are.
    suite: Option<&'static Fuzzable>,
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
        let mut suite = args
            .suite
            .as_deref()
            .map(|name| named(name, &args.source.named("suite")))
            .transpose()?;
        let mut profiles = Vec::new();
        for name in &args.profile {
            let (of, short) = profile(name, suite, &args.source.named("profile"))?;
            suite = Some(of);
            profiles.push(format!("{}/{short}", of.suite));
        }
        Ok(Self {
            suite,
            profiles,
            zone: args.zone,
        })
    }

    /// The suites that a driver is told it will be asked about.
    pub(super) fn suites(&self) -> Vec<String> {
        let suites = SUITES.iter().map(|fuzzable| fuzzable.suite);
        suites
            .filter(|name| self.suite.is_none_or(|suite| suite.suite == *name))
            .map(str::to_owned)
            .collect()
    }

    /// What a driver that lists these profiles is asked for: of one suite, the one that is named or else the first of which it offers
    /// something.
    ///
    /// # Errors
    ///
    /// If it offers nothing of what is asked for.
    pub(super) fn offered(&self, listed: &[String]) -> Result<Offered, Failure> {
        let missing = self.profiles.iter().find(|name| !listed.contains(name));
        if let Some(missing) = missing {
            return Err(Failure::Nothing(format!(
                "profile {missing} was asked for, and the driver does not offer it"
            )));
        }
        let mut found = SUITES
            .iter()
            .filter(|suite| self.suite.is_none_or(|named| named.suite == suite.suite))
            .filter_map(|suite| self.of_suite(suite, listed));
        let Some(mut offered) = found.next() else {
            return Err(Failure::Nothing(self.nothing()));
        };
        offered.others = found.map(|other| other.suite).collect();
        Ok(offered)
    }

    fn of_suite(&self, suite: &Fuzzable, listed: &[String]) -> Option<Offered> {
        let profiles: Vec<String> = suite
            .profiles
            .iter()
            .map(|name| format!("{}/{name}", suite.suite))
            .filter(|name| listed.contains(name))
            .filter(|name| self.profiles.is_empty() || self.profiles.contains(name))
            .collect();
        Some(Offered {
            suite: suite.suite,
            protocol: (suite.offered)(&profiles, self.zone)?,
            profiles,
            others: Vec::new(),
        })
    }

    /// Why there is nothing to be fuzzed.
    fn nothing(&self) -> String {
        let can = SUITES
            .iter()
            .filter(|suite| self.suite.is_none_or(|named| named.suite == suite.suite))
            .map(|suite| format!("those of {} are {}", suite.suite, listed(suite.profiles)));
        let can: Vec<String> = can.collect();
        format!(
            "the driver offers no profile that can be fuzzed; {}",
            can.join(", ")
        )
    }

    /// The words of a command line that ask for the same, where that suite is fuzzed.
    pub(super) fn words(&self, suite: &str) -> Vec<String> {
        // Which one it is without being named depends on what else a driver comes to offer.
        let named = (suite != suites::MAIN || self.suite.is_some()) && self.profiles.is_empty();
        let named = named.then_some(("--suite", suite));
        let profiles = self
            .profiles
            .iter()
            .map(|name| ("--profile", name.as_str()));
        let zone = match self.zone {
            ZoneName::Common => Some("common"),
            ZoneName::Edge => Some("edge"),
            ZoneName::Wild => None,
        };
        named
            .into_iter()
            .chain(profiles)
            .chain(zone.map(|zone| ("--zone", zone)))
            .flat_map(|(option, value)| [option.to_owned(), value.to_owned()])
            .collect()
    }
}

/// The suite of that name.
fn named(name: &str, option: &str) -> Result<&'static Fuzzable, Failure> {
    if let Some(suite) = SUITES.iter().find(|suite| suite.suite == name) {
        return Ok(suite);
    }
    if !suites::names().contains(&name) {
        return Err(unknown_suite(name));
    }
    let can: Vec<&str> = SUITES.iter().map(|suite| suite.suite).collect();
    Err(Failure::Usage(format!(
        "{option}: the suite `{name}` cannot be fuzzed; {} can",
        listed(&can)
    )))
}

/// A profile, by its whole name or by that within its suite.
fn profile<'n>(
    name: &'n str,
    suite: Option<&'static Fuzzable>,
    option: &str,
) -> Result<(&'static Fuzzable, &'n str), Failure> {
    let suites: Vec<&Fuzzable> = match suite {
        Some(suite) => vec![suite],
        None => SUITES.iter().collect(),
    };
    let within = |suite: &&'static Fuzzable| {
        let short = name.strip_prefix(suite.suite);
        let short = short
            .and_then(|rest| rest.strip_prefix('/'))
            .unwrap_or(name);
        suite.profiles.contains(&short).then_some((*suite, short))
    };
    suites.iter().find_map(within).ok_or_else(|| {
        let all: Vec<&str> = suites
            .iter()
            .flat_map(|suite| suite.profiles)
            .copied()
            .collect();
        let short = name.rsplit('/').next().unwrap_or(name);
        Failure::Usage(format!(
            "{option}: the profile `{name}` cannot be fuzzed{}{}; {} can",
            suite.map_or_else(String::new, |suite| format!(" in {}", suite.suite)),
            did_you_mean(short, all.iter().copied()),
            listed(&all)
        ))
    })
}

/// Names in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        names => names.join(", "),
    }
}
