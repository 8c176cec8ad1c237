//! What a cell of the matrix says: the verdicts of one implementation on some cases, as a mark, a number and words.

use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;

use crate::run::Standing;

/// The letter of a verdict.
pub(super) fn letter(verdict: Verdict) -> char {
    match verdict {
        Verdict::Pass => 'p',
        Verdict::Fail => 'f',
        Verdict::Crash => 'c',
        Verdict::Timeout => 't',
        Verdict::BadAnswer => 'b',
        Verdict::Nondeterministic => 'n',
        Verdict::Unproven => 'u',
        Verdict::Unsupported => '-',
        Verdict::NotRun => '.',
        Verdict::Recorded => 'r',
    }
}

/// The verdict on a case as one character, a capital letter where the failure costs conformance; a blank where the result does
/// not have the case. The script of the page reads them.
pub(super) fn code(case: Option<&CaseRecord>, strict: bool) -> char {
    match case {
        None => ' ',
        Some(case) if Standing::bare(case, strict) == Standing::Fails => {
            letter(case.verdict).to_ascii_uppercase()
        }
        Some(case) => letter(case.verdict),
    }
}

/// A cell: some verdicts summed up. The script of the page makes the same of the cases that a filter leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// The style class, which says of what kind it is.
    pub(super) class: &'static str,
    /// What is seen.
    pub(super) shown: String,
    /// What is said behind it to those who do not see.
    pub(super) said: String,
}

impl Cell {
    /// Sums up the codes of cases.
    pub(super) fn of(codes: impl Iterator<Item = char>) -> Self {
        let (mut passed, mut costs, mut warns, mut recorded, mut unsupported, mut not_run) =
            (0_usize, 0_usize, 0_usize, 0_usize, 0_usize, 0_usize);
        for code in codes {
            match code {
                'p' => passed += 1,
                'r' => recorded += 1,
                '-' => unsupported += 1,
                '.' => not_run += 1,
                ' ' => {}
                code if code.is_ascii_uppercase() => costs += 1,
                _ => warns += 1,
            }
        }
        let judged = passed + costs + warns;
        let cell = |class, shown: String, said: String| Self { class, shown, said };
        if costs > 0 {
            let failed = costs + warns;
            cell("fail", format!("✗ {failed}"), format!(" of {judged} fail"))
        } else if warns > 0 {
            let said = format!(" of {judged} fail, at no cost to conformance");
            cell("warn", format!("! {warns}"), said)
        } else if judged > 0 && not_run > 0 {
            let said = format!(" pass, {not_run} not run");
            cell("part", format!("✓ {passed}"), said)
        } else if judged > 0 {
            cell("pass", format!("✓ {passed}"), " pass".to_owned())
        } else if recorded > 0 {
            cell("rec", format!("◦ {recorded}"), " recorded".to_owned())
        } else if not_run > 0 {
            cell("idle", "…".to_owned(), " not run".to_owned())
        } else if unsupported > 0 {
            cell("idle", "–".to_owned(), " unsupported".to_owned())
        } else {
            cell("none", String::new(), String::new())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_decides_what_a_cell_says() {
        for (codes, class, shown, said) in [
            ("ppF", "fail", "✗ 1", " of 3 fail"),
            ("pfC.", "fail", "✗ 2", " of 3 fail"),
            (
                "pu-r",
                "warn",
                "! 1",
                " of 2 fail, at no cost to conformance",
            ),
            ("pp.", "part", "✓ 2", " pass, 1 not run"),
            ("ppr-", "pass", "✓ 2", " pass"),
            ("rr ", "rec", "◦ 2", " recorded"),
            ("-.", "idle", "…", " not run"),
            ("-- ", "idle", "–", " unsupported"),
            ("  ", "none", "", ""),
        ] {
            let cell = Cell::of(codes.chars());
            assert_eq!(
                (cell.class, cell.shown.as_str(), cell.said.as_str()),
                (class, shown, said),
                "{codes}"
            );
        }
    }
}
