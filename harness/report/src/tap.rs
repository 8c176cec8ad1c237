//! Test Anything Protocol, version 14, with a YAML diagnostic for each failure.
//!
//! A failure that costs no conformance is a TODO test, which fails nothing; what was not run is skipped, and the run bails out then.

use std::fmt::Write as _;
use std::io;

use uiconform_catalogue::record::CaseRecord;

use crate::inert::{inert, shortened};
use crate::pretty::failure;
use crate::run::{Context, Run, Standing, against_baseline, missing, parts};

/// Characters of a name or a message that are kept.
const SHOWN: usize = 400;

pub(crate) fn render(run: &Run, context: &Context<'_>) -> io::Result<String> {
    let mut text = String::from("TAP version 14\n");
    // Without a plan and with `Bail out!` at its end, no reader takes an incomplete run for a whole one.
    let incomplete = run.incomplete();
    let missing = missing(&run.header);
    let _ = match run.cases.len() + missing.len() {
        _ if incomplete.is_some() => Ok(()),
        0 => writeln!(text, "1..0 # no case was run"),
        cases => writeln!(text, "1..{cases}"),
    };
    let driver = &run.header.driver;
    comment(&mut text, &format!("{} {}", driver.name, driver.version));
    for (index, case) in run.cases.iter().enumerate() {
        write_case(&mut text, index + 1, run, context, case)?;
    }
    for (index, sentence) in missing.iter().enumerate() {
        let number = run.cases.len() + index + 1;
        let _ = writeln!(text, "not ok {number} - {}", described(sentence));
    }
    for profile in &run.trailer.profiles {
        comment(
            &mut text,
            &format!("{}: {}", profile.profile, profile.conformance.words()),
        );
    }
    comment(&mut text, &run.verdict());
    if let Some(why) = incomplete {
        let _ = writeln!(text, "Bail out! {}", shortened(why, SHOWN));
    } else if let Some(stopped) = &run.trailer.stopped {
        comment(&mut text, stopped);
    }
    Ok(text)
}

// Writing to a string cannot fail, so its results are dropped here.

fn write_case(
    text: &mut String,
    number: usize,
    run: &Run,
    context: &Context<'_>,
    case: &CaseRecord,
) -> io::Result<()> {
    let standing = run.standing(case);
    let ok = match standing {
        Standing::Warns | Standing::Known | Standing::Fails | Standing::Fixed => "not ok",
        Standing::Passes | Standing::Skipped => "ok",
    };
    let _ = write!(text, "{ok} {number} - {}", described(&case.id));
    match standing {
        Standing::Passes | Standing::Fails | Standing::Fixed => {}
        Standing::Known => {
            let _ = write!(text, " # TODO {}", described(&against_baseline(case)));
        }
        Standing::Warns => {
            let _ = write!(text, " # TODO {}: costs no conformance", case.level);
        }
        Standing::Skipped => {
            let _ = write!(text, " # SKIP {}", described(&run.skipped_because(case)));
        }
    }
    text.push('\n');
    let Some(failure) = &case.failure else {
        if case.baseline.is_some() {
            diagnostic(text, &[("baseline", quoted(&against_baseline(case)))], "");
            return Ok(());
        }
        if let Some(recorded) = &case.recorded {
            diagnostic(
                text,
                &[
                    ("asks", quoted(&recorded.asks)),
                    ("outcome", quoted(&recorded.outcome)),
                ],
                "",
            );
        }
        return Ok(());
    };
    let mut members = vec![
        ("message", quoted(&failure.message)),
        ("verdict", quoted(case.verdict.word())),
        ("level", quoted(case.level.word())),
        ("requirements", list(&case.requirements)),
    ];
    if let Some((file, line, column)) = context.place(case).as_deref().and_then(parts) {
        let file = quoted(file);
        members.push((
            "at",
            format!("{{file: {file}, line: {line}, column: {column}}}"),
        ));
    }
    if case.baseline.is_some() {
        members.push(("baseline", quoted(&against_baseline(case))));
    }
    if let Some(step) = failure.step {
        members.push(("step", step.to_string()));
    }
    members.push(("fingerprint", quoted(&failure.fingerprint)));
    diagnostic(text, &members, &failure::text(case, &context.replay)?);
    Ok(())
}

/// A block of YAML. The detail is a literal block whose indentation is stated, since its lines begin with blanks.
fn diagnostic(text: &mut String, members: &[(&str, String)], detail: &str) {
    text.push_str("  ---\n");
    for (name, value) in members {
        let _ = writeln!(text, "  {name}: {value}");
    }
    let detail = inert(detail);
    let mut lines = detail
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    if lines.peek().is_some() {
        text.push_str("  detail: |2-\n");
        for line in lines {
            let _ = writeln!(text, "    {}", line.trim_end());
        }
    }
    text.push_str("  ...\n");
}

/// A scalar of YAML, which takes the strings of JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(&shortened(text, SHOWN)).unwrap_or_default()
}

fn list(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", quoted.join(", "))
}

fn comment(text: &mut String, line: &str) {
    let _ = writeln!(text, "# {}", shortened(line, SHOWN));
}

/// A description, in which `#` would begin a directive.
fn described(text: &str) -> String {
    shortened(text, SHOWN)
        .replace('\\', "\\\\")
        .replace('#', "\\#")
}
