//! Which requirements account for the failures.
//!
//! One fault fails many cases, and a case cites every requirement that it rests on. So failures are not grouped by what their
//! files say first, but by the fewest requirements that explain them: that one first which most of the failures cite and few of the
//! passing cases do, then the next for what is left.

use std::cmp::Reverse;
use std::collections::HashMap;

use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;

/// How often a requirement was cited by cases that were run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) failed: usize,
    pub(crate) run: usize,
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
    /// The strongest first, and of these the one that is about the fewest things.
    pub(crate) cases: Vec<&'a CaseRecord>,
}

/// Groups failures, those first that cost most.
pub(crate) fn of<'a>(
    failures: &[&'a CaseRecord],
    tally: &HashMap<String, Tally>,
) -> Vec<Group<'a>> {
    let mut left: Vec<&CaseRecord> = failures.to_vec();
    let mut groups = Vec::new();
    while let Some(requirement) = best(&left, tally) {
        let cites = |case: &&CaseRecord| case.requirements.iter().any(|id| id == requirement);
        let (mut cases, rest): (Vec<&CaseRecord>, Vec<&CaseRecord>) =
            left.into_iter().partition(cites);
        cases.sort_by_key(|case| (Reverse(case.level), case.requirements.len()));
        groups.push(Group { requirement, cases });
        left = rest;
    }
    groups.sort_by_key(|group| Reverse(group.cases.first().map(|case| case.level)));
    groups
}

/// The requirement that accounts best for what is left.
fn best<'a>(left: &[&'a CaseRecord], tally: &HashMap<String, Tally>) -> Option<&'a str> {
    let mut cited: HashMap<&'a str, usize> = HashMap::new();
    for id in left.iter().flat_map(|case| &case.requirements) {
        *cited.entry(id).or_default() += 1;
    }
    let worth = |id: &str, covered: usize| {
        let tally = tally.get(id).copied().unwrap_or_default();
        covered as f64 * tally.failed as f64 / tally.run.max(1) as f64
    };
    cited
        .into_iter()
        .map(|(id, covered)| (worth(id, covered), id))
        // Of two that account equally well, the earlier one in the text.
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use uiconform_catalogue::Level;

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
}
