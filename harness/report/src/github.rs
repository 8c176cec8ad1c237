//! Workflow commands of GitHub Actions: errors for what costs conformance, warnings for what does not, notices for what was not run,
//! each at the line of the case.

use std::fmt::Write as _;
use std::io;

use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;

use crate::inert::{inert, shortened};
use crate::run::{Context, Run, Standing, against_baseline, parts};

/// GitHub shows so many annotations of a kind for a step.
const SHOWN: usize = 10;

/// Characters of a line that are kept.
const WIDTH: usize = 400;

pub(crate) fn render(run: &Run, context: &Context<'_>) -> io::Result<String> {
    let mut text = String::new();
    for (kind, standing) in [("error", Standing::Fails), ("warning", Standing::Warns)] {
        let mut cases = most_telling_first(run, standing);
        if standing == Standing::Fails {
            // Profiles that are not offered any more, and what the baseline has as a failure.
            let without = run.cases_of(standing).filter(|case| case.failure.is_none());
            cases.extend(without.chain(run.cases_of(Standing::Fixed)));
        }
        write_kind(
            &mut text,
            kind,
            "more cases fail",
            context,
            &cases,
            |case| failed(case, context),
        );
    }
    let not_run: Vec<&CaseRecord> = run
        .cases
        .iter()
        .filter(|case| case.verdict == Verdict::NotRun)
        .collect();
    write_kind(
        &mut text,
        "notice",
        "more cases were not run",
        context,
        &not_run,
        |case| shortened(&run.skipped_because(case), WIDTH),
    );
    for profile in &run.trailer.profiles {
        // A line that is no command must not look like one, also not in the older form, which may stand anywhere in a line.
        let name = shortened(&profile.profile, WIDTH).replace("##[", "# #[");
        let _ = writeln!(text, "uiconform: {name} {}", profile.conformance.words());
    }
    Ok(text)
}

/// One case of each requirement that accounts for failures, then the others, then the rejections that prove nothing.
fn most_telling_first(run: &Run, standing: Standing) -> Vec<&CaseRecord> {
    let (groups, unproven) = run.failures(&[standing]);
    let firsts = groups.iter().filter_map(|group| group.cases.first());
    let others = groups.iter().flat_map(|group| group.cases.iter().skip(1));
    firsts.chain(others).copied().chain(unproven).collect()
}

fn write_kind(
    text: &mut String,
    kind: &str,
    rest: &str,
    context: &Context<'_>,
    cases: &[&CaseRecord],
    message: impl Fn(&CaseRecord) -> String,
) {
    // The line about the rest is an annotation too.
    let single = if cases.len() > SHOWN {
        SHOWN - 1
    } else {
        SHOWN
    };
    for case in cases.iter().take(single) {
        let mut properties = String::new();
        if let Some((file, line, column)) = context.place(case).as_deref().and_then(parts) {
            let file = property(&shortened(file, WIDTH));
            let _ = write!(properties, "file={file},line={line},col={column},");
        }
        let title = property(&shortened(&format!("{} {}", case.verdict, case.id), WIDTH));
        let _ = writeln!(
            text,
            "::{kind} {properties}title={title}::{}",
            data(&message(case))
        );
    }
    if cases.len() > single {
        let left = cases.len() - single;
        let _ = writeln!(
            text,
            "::{kind} title=uiconform::{left} {rest}; the report has all of them"
        );
    }
}

fn failed(case: &CaseRecord, context: &Context<'_>) -> String {
    let Some(failure) = &case.failure else {
        return shortened(&against_baseline(case), WIDTH);
    };
    let mut lines = vec![match failure.step {
        Some(step) => format!("step {step}: {}", shortened(&failure.message, WIDTH)),
        None => shortened(&failure.message, WIDTH),
    }];
    lines.push(format!("why: {}", shortened(&failure.why, WIDTH)));
    lines.push(format!(
        "{}: {}",
        case.level,
        shortened(&case.requirements.join(", "), WIDTH)
    ));
    if case.baseline.is_some() {
        let sentence = shortened(&against_baseline(case), WIDTH);
        lines.push(format!("baseline: {sentence}"));
    }
    if let Some(hint) = &failure.hint {
        lines.push(format!("hint: {}", shortened(hint, WIDTH)));
    }
    lines.push(inert(&format!(
        "replay: {} --filter {} --transcript",
        context.replay, case.id
    )));
    lines.join("\n")
}

/// Text as the data of a command.
pub(crate) fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Text as a property of a command.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_property_or_a_line_is_escaped() {
        assert_eq!(property("a:b,c%\r\n"), "a%3Ab%2Cc%25%0D%0A");
        assert_eq!(data("a:b,c%\r\n"), "a:b,c%25%0D%0A");
    }
}
