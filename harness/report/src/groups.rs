//! Which requirements account for the failures.
//!
//! One fault fails many cases, and a case cites every requirement that it rests on. So failures are not grouped by what their
//! files say first, but by few requirements that explain them: that one first which many of the failures cite and few of the
//! passing cases do, then the next for what is left. What one case leaves open, its file decides: the requirement that it cites
//! first. That keeps the heading of a case the same when it is run alone.

use std::cmp::Reverse;
use std::collections::HashMap;

use uiconform_catalogue::record::CaseRecord;
use uiconform_catalogue::{Level, Verdict};

use crate::run::parts;

/// So many cases must have been run for their passing to speak for a requirement.
const EVIDENCE: usize = 4;

/// How often a requirement was cited by cases that were run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) failed: usize,
    pub(crate) run: usize,
}

impl Tally {
    /// Whether most of what rests on the requirement passes, so that its failures are rather the consequence of something else.
    pub(crate) fn mostly_holds(self) -> bool {
        self.run >= EVIDENCE && 2 * self.failed < self.run
    }

    fn share(self) -> f64 {
        self.failed as f64 / self.run.max(1) as f64
    }
}

/// Counts a case for each requirement that it cites, if it was run.
///
/// A rejection that proves nothing follows from another failure, so it speaks against no requirement.
pub(crate) fn count(tally: &mut HashMap<String, Tally>, case: &CaseRecord) {
    if matches!(case.verdict, Verdict::Unsupported | Verdict::NotRun) {
        return;
    }
    let fails = case.verdict.is_failure() && case.verdict != Verdict::Unproven;
    for id in &case.requirements {
        let tally = tally.entry(id.clone()).or_default();
        tally.run += 1;
        tally.failed += usize::from(fails);
    }
}

/// Failures that one requirement accounts for.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    pub(crate) requirement: &'a str,
    /// The strongest first; of these the one that is about this requirement before all, and about the fewest things. The order
    /// does not depend on that of the run.
    pub(crate) cases: Vec<&'a CaseRecord>,
}

impl Group<'_> {
    /// The level of its strongest case.
    pub(crate) fn level(&self) -> Level {
        let levels = self.cases.iter().map(|case| case.level);
        levels.max().unwrap_or(Level::Informative)
    }
}

/// Groups failures, those first that cost most: by level, then by number.
pub(crate) fn of<'a>(
    failures: &[&'a CaseRecord],
    tally: &HashMap<String, Tally>,
) -> Vec<Group<'a>> {
    let mut left: Vec<&CaseRecord> = failures.to_vec();
    let mut groups = Vec::new();
    while let Some(best) = best(&left, tally) {
        let (mut cases, rest): (Vec<&CaseRecord>, Vec<&CaseRecord>) =
            left.into_iter().partition(|case| cites(case, best));
        let requirement = common_first(&cases, &rest, tally).unwrap_or(best);
        cases.sort_by_cached_key(|case| rank(case, requirement));
        groups.push(Group { requirement, cases });
        left = rest;
    }
    groups.sort_by_key(|group| {
        let number = Reverse(group.cases.len());
        (Reverse(group.level()), number, group.requirement)
    });
    groups
}

fn cites(case: &CaseRecord, id: &str) -> bool {
    case.requirements.iter().any(|cited| cited == id)
}

/// The requirement that the file of a case names first.
fn first(case: &CaseRecord) -> Option<&str> {
    case.requirements.first().map(String::as_str)
}

/// What all these cases cite first, if they cite the same, so that nothing in them speaks for one more than for another; unless
/// others cite it too, or most of what rests on it passes.
fn common_first<'a>(
    cases: &[&'a CaseRecord],
    rest: &[&CaseRecord],
    tally: &HashMap<String, Tally>,
) -> Option<&'a str> {
    let one = cases.first()?;
    let id = first(one)?;
    let same = cases
        .iter()
        .all(|case| case.requirements == one.requirements);
    let elsewhere = rest.iter().any(|case| cites(case, id));
    let holds = tally.get(id).is_some_and(|tally| tally.mostly_holds());
    (same && !elsewhere && !holds).then_some(id)
}

/// Where a case stands in the group of a requirement.
fn rank(
    case: &CaseRecord,
    requirement: &str,
) -> (Reverse<Level>, bool, usize, Option<(String, u32)>, String) {
    let failure = case.failure.as_ref();
    let place = failure.and_then(|failure| parts(&failure.place));
    (
        Reverse(case.level),
        first(case) != Some(requirement),
        case.requirements.len(),
        place.map(|(file, line, _)| (file.to_owned(), line)),
        case.id.clone(),
    )
}

/// The requirement that accounts best for what is left.
fn best<'a>(left: &[&'a CaseRecord], tally: &HashMap<String, Tally>) -> Option<&'a str> {
    /// How many cases cite a requirement, and how many of them before any other.
    #[derive(Default)]
    struct Cited {
        at_all: usize,
        first: usize,
    }
    let mut cited: HashMap<&'a str, Cited> = HashMap::new();
    for case in left {
        for (index, id) in case.requirements.iter().enumerate() {
            let cited = cited.entry(id).or_default();
            cited.at_all += 1;
            cited.first += usize::from(index == 0);
        }
    }
    // Squared: what nearly always fails is the cause, rather than what is often there when something fails.
    let worth = |id: &str, covered: usize| {
        let share = tally.get(id).copied().unwrap_or_default().share();
        covered as f64 * share * share
    };
    cited
        .into_iter()
        .map(|(id, cited)| (worth(id, cited.at_all), cited.first, id))
        // Of two that account equally well, the one that the cases cite first, and then the earlier one in the text.
        .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(b.2.cmp(a.2)))
        .map(|(_, _, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(id: &str, level: Level, requirements: &[&str]) -> CaseRecord {
        CaseRecord {
            id: id.to_owned(),
            profile: "s/p".to_owned(),
            level,
            requirements: requirements.iter().map(|id| (*id).to_owned()).collect(),
            verdict: Verdict::Fail,
            recorded: None,
            number_lossy: Vec::new(),
            beyond_limit: false,
            failure: None,
            baseline: None,
            micros: 0,
        }
    }

    #[test]
    fn one_fault_is_one_group_under_the_requirement_that_all_its_cases_share() {
        let cases = [
            case("a", Level::Required, &["R-9", "R-5"]),
            case("b", Level::Required, &["R-5"]),
            case("c", Level::Recommended, &["R-1", "R-5"]),
        ];
        let tally = HashMap::from([
            ("R-1".to_owned(), Tally { failed: 1, run: 10 }),
            ("R-5".to_owned(), Tally { failed: 3, run: 3 }),
            ("R-9".to_owned(), Tally { failed: 1, run: 8 }),
        ]);
        let groups = of(&cases.iter().collect::<Vec<_>>(), &tally);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].requirement, "R-5");
        let order: Vec<&str> = groups[0]
            .cases
            .iter()
            .map(|case| case.id.as_str())
            .collect();
        assert_eq!(order, ["b", "a", "c"]);
    }

    #[test]
    fn what_mostly_passes_is_not_the_cause() {
        let cases = [
            case("a", Level::Required, &["R-1", "R-2"]),
            case("b", Level::Required, &["R-1", "R-2"]),
            case("c", Level::Required, &["R-1", "R-3"]),
        ];
        let tally = HashMap::from([
            ("R-1".to_owned(), Tally { failed: 3, run: 90 }),
            ("R-2".to_owned(), Tally { failed: 2, run: 2 }),
            ("R-3".to_owned(), Tally { failed: 1, run: 1 }),
        ]);
        let groups = of(&cases.iter().collect::<Vec<_>>(), &tally);
        let found: Vec<&str> = groups.iter().map(|group| group.requirement).collect();
        assert_eq!(found, ["R-2", "R-3"]);
    }

    #[test]
    fn a_case_alone_stands_where_its_file_puts_it_first() {
        let lone = case("a", Level::Recommended, &["R-9", "R-1"]);
        // As when it is replayed: its twin passes, and rests on one of the two.
        let replayed = HashMap::from([
            ("R-1".to_owned(), Tally { failed: 1, run: 1 }),
            ("R-9".to_owned(), Tally { failed: 1, run: 2 }),
        ]);
        assert_eq!(of(&[&lone], &replayed)[0].requirement, "R-9");
        // In a whole run too, unless that shows that the requirement mostly holds.
        let fails = HashMap::from([
            ("R-1".to_owned(), Tally { failed: 1, run: 1 }),
            ("R-9".to_owned(), Tally { failed: 5, run: 9 }),
        ]);
        assert_eq!(of(&[&lone], &fails)[0].requirement, "R-9");
        let holds = HashMap::from([
            ("R-1".to_owned(), Tally { failed: 1, run: 1 }),
            ("R-9".to_owned(), Tally { failed: 1, run: 9 }),
        ]);
        assert_eq!(of(&[&lone], &holds)[0].requirement, "R-1");
    }

    #[test]
    fn a_group_is_shown_by_a_case_that_keeps_its_heading_when_it_is_run_alone() {
        let cases = [
            case("a", Level::Required, &["R-2", "R-5"]),
            case("b", Level::Required, &["R-5", "R-3", "R-4"]),
            case("c", Level::Required, &["R-2", "R-5"]),
        ];
        let tally = HashMap::from([
            ("R-2".to_owned(), Tally { failed: 2, run: 9 }),
            ("R-3".to_owned(), Tally { failed: 1, run: 9 }),
            ("R-4".to_owned(), Tally { failed: 1, run: 9 }),
            ("R-5".to_owned(), Tally { failed: 3, run: 3 }),
        ]);
        let groups = of(&cases.iter().collect::<Vec<_>>(), &tally);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].requirement, "R-5");
        assert_eq!(groups[0].cases[0].id, "b");
        let alone = of(&[&cases[1]], &HashMap::new());
        assert_eq!(alone[0].requirement, "R-5");
    }

    #[test]
    fn what_many_failures_rest_on_by_the_way_is_no_heading() {
        let some = |cause: &str| {
            let name = |index| format!("{cause}-{index}");
            let of = |index| case(&name(index), Level::Required, &["R-1", cause]);
            (0..10).map(of).collect::<Vec<_>>()
        };
        let cases: Vec<CaseRecord> = [some("R-7"), some("R-8")].concat();
        let tally = HashMap::from([
            (
                "R-1".to_owned(),
                Tally {
                    failed: 21,
                    run: 80,
                },
            ),
            (
                "R-7".to_owned(),
                Tally {
                    failed: 10,
                    run: 20,
                },
            ),
            (
                "R-8".to_owned(),
                Tally {
                    failed: 10,
                    run: 20,
                },
            ),
        ]);
        let groups = of(&cases.iter().collect::<Vec<_>>(), &tally);
        let found: Vec<&str> = groups.iter().map(|group| group.requirement).collect();
        assert_eq!(found, ["R-7", "R-8"]);
    }

    #[test]
    fn the_order_of_groups_and_cases_does_not_depend_on_that_of_the_run() {
        let cases = [
            case("b", Level::Recommended, &["R-2"]),
            case("a", Level::Recommended, &["R-2"]),
            case("c", Level::Recommended, &["R-1"]),
            case("d", Level::Required, &["R-3"]),
        ];
        let tally = HashMap::from([
            ("R-1".to_owned(), Tally { failed: 1, run: 1 }),
            ("R-2".to_owned(), Tally { failed: 2, run: 2 }),
            ("R-3".to_owned(), Tally { failed: 1, run: 1 }),
        ]);
        let shown = |cases: Vec<&CaseRecord>| -> Vec<String> {
            let groups = of(&cases, &tally);
            let ids = |group: &Group<'_>| {
                let ids: Vec<&str> = group.cases.iter().map(|case| case.id.as_str()).collect();
                format!("{} {} {}", group.requirement, group.level(), ids.join(" "))
            };
            groups.iter().map(ids).collect()
        };
        let wanted = ["R-3 required d", "R-2 recommended a b", "R-1 recommended c"];
        assert_eq!(shown(cases.iter().collect()), wanted);
        assert_eq!(shown(cases.iter().rev().collect()), wanted);
    }
}
