//! `uiconform check`: what is wrong with a recorded stream.

mod checking;
mod examples;
mod explain;
mod finals;
mod interrupt;
mod recording;
mod rules;
mod source;

use std::io::{self, IsTerminal as _, Write as _};

use uiconform_catalogue::Level;
use uiconform_report::check::{CheckFormat, CheckSubject, check_reporter};
use uiconform_runner::suites;

use self::checking::{Checking, Told};
use self::finals::Finals;
use self::interrupt::Interrupt;
use self::recording::Recording;
use self::rules::Rules;
use self::source::Source;
use super::unknown_suite;
use crate::args::{Check, CheckFormatName, LevelName};
use crate::failure::Failure;
use crate::output::Output;

/// Findings that are held back until something has come that looks like an event.
const HELD: usize = 100;

/// The exit code of a check whose reading was ended from outside.
const INTERRUPTED: u8 = 5;

pub(crate) fn run(args: &Check, output: &mut Output) -> Result<u8, Failure> {
    let suite = args.suite.as_deref().unwrap_or(suites::MAIN);
    if let Some(rule) = &args.explain {
        return explain::explain(suite, &rule.to_ascii_uppercase(), output);
    }
    let requirements = suites::requirements(suite).ok_or_else(|| unknown_suite(suite))??;
    let rules = Rules::new(args, suite, &requirements)?;
    refuse_what_cannot_be(args)?;
    let mut recording = recording::of(suite, args.hygiene, args.large)
        .ok_or_else(|| Failure::Usage(format!("recordings of {suite} cannot be checked yet")))?;
    if args.final_models.is_some() && recording.finals().is_none() {
        return Err(Failure::Usage(format!(
            "recordings of {suite} add up to no models; leave out --final"
        )));
    }
    let mut source = Source::open(args, Interrupt::listen())?;
    let finals = Finals::open(args)?;

    let checking = Checking::new(args, &rules);
    let code = match check(checking, &mut source, &mut *recording, suite, output) {
        Ok(code) => code,
        Err(failure) => {
            if let (Some(finals), Failure::Nothing(_)) = (finals, &failure) {
                finals.abandon();
            }
            return Err(failure);
        }
    };
    output.flush()?;
    if let Some(finals) = finals {
        finals.write(suite, &recording.finals().unwrap_or_default())?;
    }
    Ok(code)
}

/// Refuses what asks for something that a format does not have.
fn refuse_what_cannot_be(args: &Check) -> Result<(), Failure> {
    if args.file.is_none() && io::stdin().is_terminal() {
        return Err(Failure::Usage(
            "name the file of the recording, or pipe it in: `curl -N … | uiconform check -`"
                .to_owned(),
        ));
    }
    let counts = matches!(args.format, CheckFormatName::Pretty | CheckFormatName::Json);
    if args.stats && !counts {
        return Err(Failure::Usage(
            "--stats goes with --format pretty and json: the other formats have no place for the numbers".to_owned(),
        ));
    }
    Ok(())
}

/// Reads the whole recording and reports it.
fn check(
    mut check: Checking<'_>,
    source: &mut Source,
    recording: &mut dyn Recording,
    suite: &str,
    output: &mut Output,
) -> Result<u8, Failure> {
    let palette = output.palette();
    let subject = CheckSubject {
        input: source.name().to_owned(),
        suite: suite.to_owned(),
        harness: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let format = check.args.format.into();
    let mut held: Vec<Told> = Vec::new();
    let mut open = true;
    // What is no recording at all gets no report, so nothing is told until that is known.
    while open && !check.is_recording && held.len() < HELD {
        open = read(&mut check, source, recording, &mut held)?;
    }
    if !check.is_recording {
        return Err(Failure::Nothing(match check.nothing {
            _ if held.is_empty() => format!("no event in {}: {}", source.name(), source.hint()),
            nothing => format!(
                "{} does not look like a recording: {}",
                source.name(),
                nothing.hint(recording.traits())
            ),
        }));
    }
    let mut reporter = check_reporter(format, output, subject, palette, Output::columns())?;
    loop {
        // What is slow is told of as it comes; what is fast is not flushed line by line.
        for told in held.drain(..) {
            told.tell(&mut *reporter)?;
        }
        reporter.flush()?;
        if !open {
            break;
        }
        open = read(&mut check, source, recording, &mut held)?;
    }
    check.summary.interrupted = source.is_interrupted();
    if !check.summary.interrupted {
        check.end(recording, &mut held);
    }
    for told in held.drain(..) {
        told.tell(&mut *reporter)?;
    }
    check.summary.streams = recording.streams();
    check.summary.judged_in_part = recording.judged_in_part();
    if format == CheckFormat::Sarif {
        let rules = check.told.iter().map(String::as_str);
        check.summary.help = explain::pages(suite, rules)?;
    }
    if check.args.stats {
        check.summary.statistics = recording.statistics();
    }
    reporter.finish(&check.summary)?;
    Ok(match check.summary.interrupted {
        true => INTERRUPTED,
        false => u8::from(check.summary.failed),
    })
}

/// Checks what comes next; whether more may come.
fn read(
    check: &mut Checking<'_>,
    source: &mut Source,
    recording: &mut dyn Recording,
    told: &mut Vec<Told>,
) -> Result<bool, Failure> {
    source.next(|record| check.record(&record, recording, told))
}

impl From<CheckFormatName> for CheckFormat {
    fn from(name: CheckFormatName) -> Self {
        match name {
            CheckFormatName::Pretty => Self::Pretty,
            CheckFormatName::Json => Self::Json,
            CheckFormatName::Junit => Self::Junit,
            CheckFormatName::Sarif => Self::Sarif,
            CheckFormatName::Github => Self::Github,
        }
    }
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Required => Self::Required,
            LevelName::Recommended => Self::Recommended,
            LevelName::Informative => Self::Informative,
        }
    }
}
