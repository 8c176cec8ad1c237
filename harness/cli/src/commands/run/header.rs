//! The header of the records: who is tested, against what.

use uiconform_catalogue::Catalogue;
use uiconform_catalogue::record::{
    DriverRecord, Header, LevelCounts, ProfileRecord, SCHEMA_VERSION, Selection, SuiteRecord,
};
use uiconform_runner::Plan;

use crate::args::{Limit, REQUEST_TIMEOUT, Run, STARTUP_TIMEOUT};

pub(super) fn header(
    args: &Run,
    catalogues: &[Catalogue],
    plan: &Plan<'_>,
    driver: DriverRecord,
) -> Header {
    let is_run = |catalogue: &&Catalogue| {
        let mut cases = plan.cases.iter();
        names_suites(args) || cases.any(|(other, _)| other.suite.id == catalogue.suite.id)
    };
    let suites = catalogues
        .iter()
        .filter(is_run)
        .map(|catalogue| {
            let suite = &catalogue.suite;
            SuiteRecord {
                suite: suite.id.clone(),
                version: suite.version.clone(),
                digest: suite.digest.clone(),
                foreign: args.cases.is_some(),
                profiles: suite
                    .profiles
                    .iter()
                    .map(|profile| {
                        let id = format!("{}/{}", suite.id, profile.name);
                        ProfileRecord {
                            offered: driver.profiles.contains(&id),
                            headline: profile.headline,
                            cases: counts(catalogue, &profile.name),
                            profile: id,
                        }
                    })
                    .collect(),
            }
        })
        .collect();
    Header {
        schema: SCHEMA_VERSION,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        suites,
        selection: Selection {
            profiles: args.profile.clone(),
            filters: args.filter.clone(),
            failed_only: args.failed.is_some(),
            strict: args.strict,
            shuffle: args.shuffle,
            repeat: (args.repeat > 1).then_some(args.repeat),
            shard: args.shard,
            baselined: args.baseline.is_some(),
            timeout: unusual(args.limits.timeout, REQUEST_TIMEOUT),
            startup_timeout: unusual(args.limits.startup_timeout, STARTUP_TIMEOUT),
            cases: plan.cases.len(),
        },
        driver,
    }
}

/// Whether the command says which suites it is about. Otherwise it is about those of which there are cases to run.
pub(super) fn names_suites(args: &Run) -> bool {
    !args.suite.is_empty() || args.cases.is_some()
}

/// A limit, if it is not the one that holds where none is given.
fn unusual(limit: Limit, usual: &str) -> Option<String> {
    (!limit.is(usual)).then(|| limit.to_string())
}

fn counts(catalogue: &Catalogue, profile: &str) -> LevelCounts {
    let mut counts = LevelCounts::default();
    for case in catalogue
        .cases
        .iter()
        .filter(|case| case.profile == profile)
    {
        *counts.of_mut(case.level) += 1;
    }
    counts
}
