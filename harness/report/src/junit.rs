//! JUnit XML: a testsuite for each profile, a testcase for each case.
//!
//! There is no one schema. What is written here fits the strictest one in use, that of the xUnit plugin of Jenkins: no properties or
//! places on a testcase, times as plain decimals. What costs no conformance is no failure here, since CI systems turn
//! red at one: a recommended case that fails is skipped, with the evidence beside it. A run that is incomplete, or
//! without a profile that was asked for, has one more testcase, which says so as an error.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use uiconform_catalogue::Verdict;
use uiconform_catalogue::record::{CaseRecord, ProfileRecord, SuiteRecord};

use crate::inert::{inert, shortened};
use crate::pretty::failure;
use crate::run::{Context, Run, Standing, against_baseline, missing};

/// Characters of a name or a message that are kept.
const SHOWN: usize = 400;

type Xml = Writer<Vec<u8>>;

#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    micros: u64,
}

impl Counts {
    fn of<'a>(run: &Run, cases: impl IntoIterator<Item = &'a CaseRecord>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            counts.tests += 1;
            counts.micros += case.micros;
            match run.standing(case) {
                Standing::Passes => {}
                Standing::Fails if is_error(case.verdict) => counts.errors += 1,
                Standing::Fails | Standing::Fixed => counts.failures += 1,
                Standing::Warns | Standing::Known | Standing::Skipped => counts.skipped += 1,
            }
        }
        counts
    }
}

/// Whether the implementation gave no answer that could be judged.
fn is_error(verdict: Verdict) -> bool {
    matches!(
        verdict,
        Verdict::Crash | Verdict::Timeout | Verdict::BadAnswer
    )
}

pub(crate) fn render(run: &Run, context: &Context<'_>) -> io::Result<String> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut all = Counts::of(run, &run.cases);
    let beside = beside(run);
    all.tests += beside.len();
    all.errors += beside.len();
    xml.create_element("testsuites")
        .with_attribute(("name", "uiconform"))
        .with_attribute(("tests", all.tests.to_string().as_str()))
        .with_attribute(("failures", all.failures.to_string().as_str()))
        .with_attribute(("errors", all.errors.to_string().as_str()))
        .with_attribute(("time", suite_seconds(all.micros).as_str()))
        .write_inner_content(|xml| {
            for suite in &run.header.suites {
                for profile in &suite.profiles {
                    write_profile(xml, run, context, suite, profile)?;
                }
            }
            write_beside(xml, &beside)
        })?;
    let mut text = String::from_utf8_lossy(&xml.into_inner()).into_owned();
    text.push('\n');
    Ok(text)
}

/// An error that is of no case.
struct Beside {
    /// What was to be, as the name of a testcase.
    name: &'static str,
    kind: &'static str,
    message: String,
}

/// What is wrong with the run as a whole: skipped cases alone would look like a run that went well.
fn beside(run: &Run) -> Vec<Beside> {
    let missing = missing(&run.header);
    let missing = (!missing.is_empty()).then(|| Beside {
        name: "the driver offers every profile that was asked for",
        kind: "missing",
        message: missing.join("; "),
    });
    let incomplete = run.incomplete().map(|why| Beside {
        name: "the run is complete",
        kind: "incomplete",
        message: why.to_owned(),
    });
    missing.into_iter().chain(incomplete).collect()
}

fn write_beside(xml: &mut Xml, errors: &[Beside]) -> io::Result<()> {
    if errors.is_empty() {
        return Ok(());
    }
    let number = errors.len().to_string();
    xml.create_element("testsuite")
        .with_attribute(("name", "uiconform"))
        .with_attribute(("tests", number.as_str()))
        .with_attribute(("failures", "0"))
        .with_attribute(("errors", number.as_str()))
        .with_attribute(("skipped", "0"))
        .with_attribute(("time", "0.000"))
        .write_inner_content(|xml| {
            for error in errors {
                xml.create_element("testcase")
                    .with_attribute(("classname", "uiconform"))
                    .with_attribute(("name", error.name))
                    .with_attribute(("time", "0.000000"))
                    .write_inner_content(|xml| {
                        let message = shortened(&error.message, 2 * SHOWN);
                        xml.create_element("error")
                            .with_attribute(("type", error.kind))
                            .with_attribute(("message", message.as_str()))
                            .write_empty()?;
                        Ok(())
                    })?;
            }
            Ok(())
        })?;
    Ok(())
}

fn write_profile(
    xml: &mut Xml,
    run: &Run,
    context: &Context<'_>,
    suite: &SuiteRecord,
    profile: &ProfileRecord,
) -> io::Result<()> {
    let cases: Vec<&CaseRecord> = run
        .cases
        .iter()
        .filter(|case| case.profile == profile.profile)
        .collect();
    if cases.is_empty() {
        return Ok(());
    }
    let counts = Counts::of(run, cases.iter().copied());
    xml.create_element("testsuite")
        .with_attribute(("name", shortened(&profile.profile, SHOWN).as_str()))
        .with_attribute(("tests", counts.tests.to_string().as_str()))
        .with_attribute(("failures", counts.failures.to_string().as_str()))
        .with_attribute(("errors", counts.errors.to_string().as_str()))
        .with_attribute(("skipped", counts.skipped.to_string().as_str()))
        .with_attribute(("time", suite_seconds(counts.micros).as_str()))
        .write_inner_content(|xml| {
            write_properties(xml, run, suite, profile)?;
            for case in cases {
                write_case(xml, run, context, case)?;
            }
            Ok(())
        })?;
    Ok(())
}

fn write_properties(
    xml: &mut Xml,
    run: &Run,
    suite: &SuiteRecord,
    profile: &ProfileRecord,
) -> io::Result<()> {
    let driver = &run.header.driver;
    let summary = run
        .trailer
        .profiles
        .iter()
        .find(|summary| summary.profile == profile.profile);
    let properties = [
        ("implementation", Some(driver.name.as_str())),
        ("implementation.version", Some(driver.version.as_str())),
        ("implementation.language", driver.language.as_deref()),
        ("harness.version", Some(run.header.harness.as_str())),
        ("suite", Some(suite.suite.as_str())),
        ("suite.version", Some(suite.version.as_str())),
        ("suite.digest", Some(suite.digest.as_str())),
        (
            "conformance",
            summary.map(|summary| summary.conformance.words()),
        ),
    ];
    xml.create_element("properties")
        .write_inner_content(|xml| {
            for (name, value) in properties {
                if let Some(value) = value {
                    xml.create_element("property")
                        .with_attribute(("name", name))
                        .with_attribute(("value", shortened(value, SHOWN).as_str()))
                        .write_empty()?;
                }
            }
            Ok(())
        })?;
    Ok(())
}

fn write_case(
    xml: &mut Xml,
    run: &Run,
    context: &Context<'_>,
    case: &CaseRecord,
) -> io::Result<()> {
    let (class, name) = case.id.rsplit_once('/').unwrap_or(("", &case.id));
    let (class, name) = (shortened(class, SHOWN), shortened(name, SHOWN));
    let time = seconds(case.micros);
    let element = xml
        .create_element("testcase")
        .with_attribute(("classname", class.as_str()))
        .with_attribute(("name", name.as_str()))
        .with_attribute(("time", time.as_str()));
    let remarks = remarks(case);
    let standing = run.standing(case);
    if standing == Standing::Passes && remarks.is_empty() {
        element.write_empty()?;
        return Ok(());
    }
    element.write_inner_content(|xml| {
        match standing {
            Standing::Passes => {}
            Standing::Skipped => write_skipped(xml, &run.skipped_because(case))?,
            Standing::Warns => {
                let message = message(case);
                write_skipped(
                    xml,
                    &format!(
                        "{} fails without a cost to conformance: {message}",
                        case.level
                    ),
                )?;
                write_text(xml, "system-out", &failure::text(case, &context.replay)?)?;
            }
            Standing::Known => {
                write_skipped(xml, &against_baseline(case))?;
                write_text(xml, "system-out", &failure::text(case, &context.replay)?)?;
            }
            Standing::Fixed => write_failure(xml, "fixed", &against_baseline(case), "")?,
            // The driver does not offer the profile any more.
            Standing::Fails if case.failure.is_none() => {
                write_failure(xml, case.verdict.word(), &against_baseline(case), "")?;
            }
            Standing::Fails => {
                let text = inert(&failure::text(case, &context.replay)?);
                if is_error(case.verdict) {
                    xml.create_element("error")
                        .with_attribute(("type", case.verdict.word()))
                        .with_attribute(("message", message(case).as_str()))
                        .write_text_content(BytesText::new(&text))?;
                } else {
                    write_failure(xml, case.verdict.word(), &message(case), &text)?;
                }
            }
        }
        if !remarks.is_empty() {
            write_text(xml, "system-out", &remarks)?;
        }
        if let Some(failure) = &case.failure
            && !failure.stderr.is_empty()
        {
            write_text(xml, "system-err", &failure.stderr)?;
        }
        Ok(())
    })?;
    Ok(())
}

fn message(case: &CaseRecord) -> String {
    let message = case
        .failure
        .as_ref()
        .map_or("", |failure| failure.message.as_str());
    shortened(message, SHOWN)
}

fn write_failure(xml: &mut Xml, kind: &str, message: &str, text: &str) -> io::Result<()> {
    xml.create_element("failure")
        .with_attribute(("type", kind))
        .with_attribute(("message", shortened(message, 2 * SHOWN).as_str()))
        .write_text_content(BytesText::new(text))?;
    Ok(())
}

fn write_skipped(xml: &mut Xml, message: &str) -> io::Result<()> {
    xml.create_element("skipped")
        .with_attribute(("message", shortened(message, 2 * SHOWN).as_str()))
        .write_empty()?;
    Ok(())
}

fn write_text(xml: &mut Xml, element: &str, text: &str) -> io::Result<()> {
    xml.create_element(element)
        .write_text_content(BytesText::new(&inert(text)))?;
    Ok(())
}

/// What a case tells that is no failure.
fn remarks(case: &CaseRecord) -> String {
    let mut lines = String::new();
    if let Some(recorded) = &case.recorded {
        lines += &format!("{}: {}\n", recorded.asks, recorded.outcome);
    }
    if case.beyond_limit {
        lines += "refused beyond a limit that the driver declares\n";
    }
    for pointer in &case.number_lossy {
        lines += &format!("number changed within the same binary64 at {pointer}\n");
    }
    lines
}

/// Seconds as the schema takes them of a testsuite, to the millisecond.
fn suite_seconds(micros: u64) -> String {
    let millis = micros.div_ceil(1000);
    format!("{}.{:03}", millis / 1000, millis % 1000)
}

/// Seconds as a plain decimal.
fn seconds(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}
