//! A run as a whole, for the reports that are made at its end.

use std::collections::HashMap;

use uiconform_catalogue::record::{
    BaselineCounts, BaselineStanding, CaseRecord, Header, LevelCounts, Record, Trailer,
};
use uiconform_catalogue::{CaseId, Catalogue, Verdict};

use crate::counted;
use crate::groups::{self, Group, Tally};
use crate::inert::shortened;

/// Characters of a name that are shown.
const NAME: usize = 80;

/// The records of a complete run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was run, by whom, against what.
    pub header: Header,
    /// The cases, in the order of the plan.
    pub cases: Vec<CaseRecord>,
    /// The end.
    pub trailer: Trailer,
}

/// What a case means for whoever gates on the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// As expected, or recorded.
    Passes,
    /// It fails, and that costs nothing: it is recommended or informative.
    Warns,
    /// It fails, and that costs conformance; with a baseline, that does not know it so.
    Fails,
    /// It fails as the baseline says.
    Known,
    /// It passes, and the baseline has it as a failure.
    Fixed,
    /// It was not run, or the driver does not offer its profile.
    Skipped,
}

impl Standing {
    /// The standing of a case, in a run where recommended cases count like required ones (`strict`) or do not.
    pub fn of(case: &CaseRecord, strict: bool) -> Self {
        match case.baseline.as_ref().map(|baselined| baselined.standing) {
            Some(BaselineStanding::Known) => Self::Known,
            Some(BaselineStanding::Fixed) => Self::Fixed,
            Some(BaselineStanding::New | BaselineStanding::Changed) => Self::Fails,
            None => Self::bare(case, strict),
        }
    }

    /// The same without the baseline.
    pub fn bare(case: &CaseRecord, strict: bool) -> Self {
        match case.verdict {
            Verdict::Pass | Verdict::Recorded => Self::Passes,
            Verdict::Unsupported | Verdict::NotRun => Self::Skipped,
            _ if case.costs_conformance(strict) => Self::Fails,
            _ => Self::Warns,
        }
    }
}

impl Run {
    /// The records, in order.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        let header = Record::Header(Box::new(self.header.clone()));
        let cases = self
            .cases
            .iter()
            .map(|case| Record::Case(Box::new(case.clone())));
        let trailer = Record::Trailer(Box::new(self.trailer.clone()));
        std::iter::once(header).chain(cases).chain([trailer])
    }

    /// The standing of a case of this run.
    pub fn standing(&self, case: &CaseRecord) -> Standing {
        Standing::of(case, self.header.selection.strict)
    }

    /// Whether every case of every profile that the driver offers is there, as the fixed numbers in the header say.
    pub fn has_every_case(&self) -> bool {
        self.header
            .profiles()
            .filter(|profile| profile.offered)
            .all(|profile| {
                let mut told = LevelCounts::default();
                for case in &self.cases {
                    if case.profile == profile.profile {
                        *told.of_mut(case.level) += 1;
                    }
                }
                told == profile.cases
            })
    }

    pub(crate) fn tally(&self) -> HashMap<String, Tally> {
        let mut tally = HashMap::new();
        for case in &self.cases {
            groups::count(&mut tally, case);
        }
        tally
    }

    /// The failures of some standing by the requirements that account for them; unproven rejections come apart, since they
    /// follow from other failures.
    pub(crate) fn failures(&self, standings: &[Standing]) -> (Vec<Group<'_>>, Vec<&CaseRecord>) {
        let (unproven, own): (Vec<&CaseRecord>, Vec<&CaseRecord>) = self
            .cases
            .iter()
            .filter(|case| standings.contains(&self.standing(case)))
            .filter(|case| case.verdict.is_failure())
            .partition(|case| case.verdict == Verdict::Unproven);
        (groups::of(&own, &self.tally()), unproven)
    }

    /// The cases of some standing, in order.
    pub(crate) fn cases_of(&self, standing: Standing) -> impl Iterator<Item = &CaseRecord> {
        self.cases
            .iter()
            .filter(move |case| self.standing(case) == standing)
    }

    /// Why the run is incomplete, if it is.
    pub(crate) fn incomplete(&self) -> Option<&str> {
        let stopped = self.trailer.stopped.as_deref();
        (self.trailer.exit == INCOMPLETE).then(|| stopped.unwrap_or("some cases were not run"))
    }

    /// The verdict in one line, as the exit code has it.
    pub(crate) fn verdict(&self) -> String {
        let selection = &self.header.selection;
        let is_whole =
            selection.is_whole() && self.header.suites.iter().all(|suite| !suite.foreign);
        let words = match (self.trailer.exit, self.trailer.baseline) {
            (0 | 1, Some(counts)) => against_whole_baseline(counts),
            (0, None) if !is_whole => {
                "as expected, but only a part was run: no conformance is claimed".to_owned()
            }
            (0, None) if selection.strict => "conformant, strictly".to_owned(),
            (0, None) => "conformant".to_owned(),
            (3, _) => {
                "nothing to judge: no case was selected, or the driver offers none of the profiles"
                    .to_owned()
            }
            (INCOMPLETE, _) => "incomplete: some cases were not run".to_owned(),
            _ => "not conformant".to_owned(),
        };
        words + not_offered(&self.header) + of_what(&self.header)
    }

    /// Why a case was skipped.
    pub(crate) fn skipped_because(&self, case: &CaseRecord) -> String {
        if case.verdict == Verdict::Unsupported {
            return "unsupported: the driver does not offer the profile".to_owned();
        }
        match &self.trailer.stopped {
            Some(why) => format!("not run: {why}"),
            None => "not run".to_owned(),
        }
    }
}

/// The exit code of a run of which not everything was run.
pub(crate) const INCOMPLETE: i32 = 5;

/// A sentence for each name under which a profile was asked for that the driver does not offer.
pub(crate) fn missing(header: &Header) -> Vec<String> {
    let names = header.profiles_missing().into_iter();
    names
        .map(|name| {
            let name = shortened(name, NAME);
            format!("profile {name} was asked for, and the driver does not offer it")
        })
        .collect()
}

/// The same for the verdict, without the names, which may be anything in a file.
pub(crate) fn not_offered(header: &Header) -> &'static str {
    match header.profiles_missing().len() {
        0 => "",
        1 => "; a profile that was asked for is not offered",
        _ => "; profiles that were asked for are not offered",
    }
}

/// What the verdict is of, where that is not an implementation of one's own.
pub(crate) fn of_what(header: &Header) -> &'static str {
    if header.driver.embedded {
        " (the built-in reference, since no driver was given)"
    } else {
        ""
    }
}

/// How a run stands against its baseline.
pub(crate) fn against_whole_baseline(counts: BaselineCounts) -> String {
    let known = counted(counts.known, "known failure");
    if counts.deviations() == 0 {
        return format!("as the baseline says, with {known}");
    }
    format!(
        "not as the baseline says: {} new, {} changed, {} fixed, and {known}",
        counts.new, counts.changed, counts.fixed
    )
}

/// What the baseline has to say of a case, in one sentence.
pub(crate) fn against_baseline(case: &CaseRecord) -> String {
    let baselined = case.baseline.as_ref();
    baselined.map_or_else(String::new, |baselined| baselined.sentence(case.verdict))
}

/// What reports say beside the records.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The wording of requirements, and where cases stand.
    pub catalogues: &'a [Catalogue],
    /// The command that replays one case, without its `--filter`.
    pub replay: String,
}

impl Context<'_> {
    /// Where a case stands: `file:line:column`, if anybody knows.
    pub(crate) fn place(&self, case: &CaseRecord) -> Option<String> {
        if let Some(failure) = &case.failure {
            return Some(failure.place.clone());
        }
        let id = CaseId::new(case.id.as_str());
        let found = self
            .catalogues
            .iter()
            .find_map(|catalogue| catalogue.case(&id))?;
        Some(found.place.to_string())
    }
}

/// A place taken apart: file, line and column.
pub(crate) fn parts(place: &str) -> Option<(&str, u32, u32)> {
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some((parts.next()?, line, column))
}
