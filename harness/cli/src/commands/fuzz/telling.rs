//! What a campaign finds, as reports tell it.

use std::collections::HashMap;
use std::time::Duration;

use uiconform_catalogue::Level;
use uiconform_fuzzer::campaign::{Found, Options, Report};
use uiconform_fuzzer::{Bucket, Protocol, Request};
use uiconform_json::Object;
use uiconform_report::fuzz::{FuzzFinding, FuzzRequest, FuzzSubject, FuzzSummary};
use uiconform_runner::suites;

use super::choice::Choice;
use crate::args::{Fuzz, REQUEST_TIMEOUT};
use crate::commands::{subject, unknown_suite};
use crate::failure::Failure;

pub(super) struct Telling<'t> {
    args: &'t Fuzz,
    options: &'t Options,
    /// What each requirement says.
    requirements: HashMap<String, String>,
    /// The implementation and its version.
    driver: String,
    /// The command that shows a finding again, without its place.
    replay: Vec<String>,
}

impl<'t> Telling<'t> {
    pub(super) fn new(
        args: &'t Fuzz,
        choice: &Choice,
        fuzzed: &FuzzSubject,
        options: &'t Options,
    ) -> Result<Self, Failure> {
        let requirements = suites::requirements(&choice.suite)
            .ok_or_else(|| unknown_suite(&choice.suite))??
            .into_iter()
            .map(|requirement| (requirement.id, requirement.text))
            .collect();
        let mut replay = vec!["uiconform".to_owned(), "fuzz".to_owned()];
        replay.extend(subject::driver_words(&args.subject));
        replay.extend(choice.words());
        if !args.limits.timeout.is(REQUEST_TIMEOUT) {
            replay.extend(["--timeout".to_owned(), args.limits.timeout.to_string()]);
        }
        replay.extend(["--seed".to_owned(), args.seed.to_string()]);
        Ok(Self {
            args,
            options,
            requirements,
            driver: format!("{} {}", fuzzed.driver.name, fuzzed.driver.version),
            replay,
        })
    }

    /// Where a finding comes from, for its file.
    pub(super) fn provenance<C>(&self, bucket: &Bucket, found: &Found<C>) -> Object {
        found.provenance(bucket, self.options.seed, &self.driver)
    }

    pub(super) fn finding<P: Protocol>(
        &self,
        protocol: &P,
        bucket: &Bucket,
        found: &Found<P::Case>,
        saved: Option<Result<String, String>>,
    ) -> FuzzFinding {
        let finding = found.finding();
        let requirement = finding.requirement.map(|id| {
            let text = self.requirements.get(id).cloned().unwrap_or_default();
            (id.to_owned(), text)
        });
        let chain = &found.shrunk.chain;
        let before = chain.before.iter();
        FuzzFinding {
            bucket: bucket.to_string(),
            property: finding.oracle.to_owned(),
            level: finding.level,
            requirement,
            message: finding.message.clone(),
            index: found.index,
            before: before
                .filter_map(|case| protocol.requests(case).into_iter().next().map(shown))
                .collect(),
            requests: protocol
                .requests(&chain.case)
                .into_iter()
                .map(shown)
                .collect(),
            event: finding.event.map(|event| event + 1),
            expected: finding.expected.clone(),
            got: finding.got.clone(),
            place: finding.place.clone(),
            stderr: finding.stderr.clone(),
            note: note(found),
            saved,
            replay: self.replay(found),
        }
    }

    /// The command that shows a finding again.
    fn replay<C>(&self, found: &Found<C>) -> String {
        let mut words = self.replay.clone();
        let shrunk = &found.shrunk;
        if shrunk.shows_again && shrunk.chain.before.is_empty() {
            words.extend(["--index".to_owned(), found.index.to_string()]);
        } else {
            // What its process was asked before has a part in it.
            let first = self.options.segment_start(found.index);
            let count = found.index - first + 1;
            words.extend(["--index".to_owned(), first.to_string()]);
            words.extend(["--execs".to_owned(), count.to_string()]);
        }
        subject::line(&words)
    }

    pub(super) fn summary<C>(
        &self,
        report: &Report<C>,
        time: Duration,
        cut_short: Option<String>,
    ) -> FuzzSummary {
        let counts =
            |found: &Found<C>| self.args.strict || found.finding().level == Level::Required;
        let counting = report.found.values().filter(|found| counts(found)).count();
        let mut buckets: Vec<(String, u64, u64)> = report
            .found
            .iter()
            .map(|(bucket, found)| (bucket.to_string(), found.index, found.hits))
            .collect();
        buckets.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        let coverage = report.coverage.iter().map(|(kind, count)| {
            let words = [kind.operation, kind.target, kind.value, kind.verdict];
            (words.map(str::to_owned), count)
        });
        FuzzSummary {
            execs: report.execs,
            time,
            buckets,
            counting,
            advisory: report.found.len() - counting,
            cut_short,
            coverage: coverage.collect(),
            lists_coverage: self.args.coverage,
        }
    }
}

fn shown(request: Request) -> FuzzRequest {
    FuzzRequest {
        purpose: request.purpose,
        method: request.method.to_owned(),
        model: request.model,
        events: request.inputs,
    }
}

/// What is to be said of how a sequence was made smaller.
fn note<C>(found: &Found<C>) -> Option<String> {
    let shrunk = &found.shrunk;
    if !shrunk.shows_again {
        Some("it does not show again, neither by itself nor after what was asked before it, so it is as it was found".to_owned())
    } else if !shrunk.chain.before.is_empty() {
        Some("it shows only in a process that has been asked something before".to_owned())
    } else {
        None
    }
}
