//! Workflow commands of GitHub Actions: errors for what costs conformance, warnings for what does not, notices for what was not run,
//! each at the line of the case; of what the baseline knows, the number alone.

use std::fmt::Write as _;
use std::io;

use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::CaseRecord;

use crate::counted;
use crate::inert::{inert, shortened};
use crate::run::{Context, Run, Standing, against_baseline, missing, parts};

/// GitHub shows so many annotations of a kind for a step.
const SHOWN: usize = 10;

/// Characters of a line that are kept.
const WIDTH: usize = 400;

/// Places of a kind that are kept for entries of the baseline, where many cases fail.
const FOR_ENTRIES: usize = 3;

pub(crate) fn render(run: &Run, context: &Context<'_>) -> io::Result<String> {
    let mut text = String::new();
    let mut room = SHOWN;
    if let Some(why) = run.incomplete() {
        let why = data(&shortened(why, WIDTH));
        let _ = writeln!(
            text,
            "::error title=uiconform::the run is incomplete: {why}"
        );
        room -= 1;
    }
    for sentence in missing(&run.header).iter().take(FOR_ENTRIES) {
        let sentence = data(sentence);
        let _ = writeln!(text, "::error title=uiconform::{sentence}");
        room -= 1;
    }
    let failing = most_telling_first(run, Standing::Fails);
    // What passes now, and profiles that are not offered any more.
    let lost = run
        .cases_of(Standing::Fails)
        .filter(|case| case.failure.is_none());
    let outdated: Vec<&CaseRecord> = run.cases_of(Standing::Fixed).chain(lost).collect();
    let for_entries = room
        .saturating_sub(failing.len())
        .max(FOR_ENTRIES)
        .min(outdated.len());
    let errors = Kind {
        word: "error",
        room: room - for_entries,
        rest: "more cases fail",
    };
    let title = |case: &CaseRecord| format!("{} {}", case.verdict, case.id);
    errors.write(&mut text, context, &failing, title, |case| {
        failed(case, context)
    });
    let errors = Kind {
        room: for_entries,
        rest: "more entries of the baseline are out of date",
        ..errors
    };
    let entry_title = |case: &CaseRecord| {
        let words = match run.standing(case) {
            Standing::Fixed => "passes now",
            _ => "not judged",
        };
        format!("{words}: {}", case.id)
    };
    errors.write(&mut text, context, &outdated, entry_title, |case| {
        entry(case, context)
    });
    let warnings = Kind {
        word: "warning",
        room: SHOWN,
        rest: "more cases fail",
    };
    let warned = most_telling_first(run, Standing::Warns);
    warnings.write(&mut text, context, &warned, title, |case| {
        failed(case, context)
    });
    let known = run.cases_of(Standing::Known).count();
    if known > 0 {
        let known = counted(known, "known failure");
        let _ = writeln!(
            text,
            "::notice title=uiconform::{known}, as the baseline says; the report has them with their reasons"
        );
    }
    let not_run: Vec<&CaseRecord> = run
        .cases
        .iter()
        .filter(|case| case.verdict == Verdict::NotRun)
        .collect();
    let notices = Kind {
        word: "notice",
        room: SHOWN - usize::from(known > 0),
        rest: "more cases were not run",
    };
    notices.write(&mut text, context, &not_run, title, |case| {
        shortened(&run.skipped_because(case), WIDTH)
    });
    for profile in &run.trailer.profiles {
        // A line that is no command must not look like one, also not in the older form, which may stand anywhere in a line.
        let name = shortened(&profile.profile, WIDTH);
        let _ = writeln!(text, "uiconform: {name} {}", profile.conformance.words());
    }
    let _ = writeln!(text, "uiconform: {}", run.verdict());
    Ok(text)
}

/// One case of each requirement that accounts for failures, then the others, then the rejections that prove nothing.
fn most_telling_first(run: &Run, standing: Standing) -> Vec<&CaseRecord> {
    let (groups, unproven) = run.failures(&[standing]);
    let firsts = groups.iter().filter_map(|group| group.cases.first());
    let others = groups.iter().flat_map(|group| group.cases.iter().skip(1));
    firsts.chain(others).copied().chain(unproven).collect()
}

/// A kind of annotation.
struct Kind {
    word: &'static str,
    /// How many of them are written.
    room: usize,
    /// What the others are.
    rest: &'static str,
}

impl Kind {
    fn write(
        &self,
        text: &mut String,
        context: &Context<'_>,
        cases: &[&CaseRecord],
        title: impl Fn(&CaseRecord) -> String,
        message: impl Fn(&CaseRecord) -> String,
    ) {
        let Self { word, room, rest } = self;
        // The line about the rest is an annotation too.
        let single = if cases.len() > *room {
            room.saturating_sub(1)
        } else {
            *room
        };
        for case in cases.iter().take(single) {
            let mut properties = String::new();
            if let Some((file, line, column)) = context.place(case).as_deref().and_then(parts) {
                let file = property(&shortened(file, WIDTH));
                let _ = write!(properties, "file={file},line={line},col={column},");
            }
            let title = property(&shortened(&title(case), WIDTH));
            let _ = writeln!(
                text,
                "::{word} {properties}title={title}::{}",
                data(&message(case))
            );
        }
        if cases.len() > single {
            let left = cases.len() - single;
            let _ = writeln!(
                text,
                "::{word} title=uiconform::{left} {rest}; the report has all of them"
            );
        }
    }
}

/// An entry of the baseline that is out of date.
fn entry(case: &CaseRecord, context: &Context<'_>) -> String {
    let sentence = shortened(&against_baseline(case), WIDTH);
    format!("{sentence}\n{}", again(case, context))
}

/// Which case it is, since its file is not in the repository of the reader, and how to see it again.
fn again(case: &CaseRecord, context: &Context<'_>) -> String {
    inert(&format!(
        "case: {}\nreplay: {} --filter {} --transcript",
        case.id, context.replay, case.id
    ))
}

fn failed(case: &CaseRecord, context: &Context<'_>) -> String {
    let Some(failure) = &case.failure else {
        return entry(case, context);
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
    lines.push(again(case, context));
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
