//! `uiconform run --explain-driver`: what was said to a driver, what came back, and what would have been right.

use std::io::Write as _;
use std::time::Duration;

use uiconform_catalogue::{
    Answer, Case, Catalogue, Exercise, Finding, Level, Verdict, did_you_mean,
};
use uiconform_report::{inert, shortened};
use uiconform_runner::{
    Breakage, Connection, DriverCommand, DriverIdentity, DriverProcess, EXPECTED_OPENING, Fitted,
    Settings, StartError, Stop,
};

use crate::failure::Failure;
use crate::output::Output;

/// Characters of a line that are shown.
const LINE: usize = 2000;

/// How long is looked whether a driver stays that is asked for nothing.
const STAYS: Duration = Duration::from_millis(500);

/// The line that asks a driver to end.
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","method":"shutdown"}"#;

/// Starts a driver and asks it for one case of each profile.
pub(super) fn explain(
    command: &DriverCommand,
    shown: &str,
    settings: &Settings,
    catalogues: &[Catalogue],
    stop: &Stop,
    output: &mut Output,
) -> Result<u8, Failure> {
    let suites: Vec<String> = catalogues
        .iter()
        .map(|catalogue| catalogue.suite.id.clone())
        .collect();
    writeln!(output, "starting  {}\n", inert(shown))?;
    let (mut driver, identity) = match DriverProcess::start_until(command, settings, &suites, stop)
    {
        Ok(started) => started,
        Err(error) => return not_started(error, output),
    };
    let (sent, received) = driver.opening();
    said(output, &sent, &received)?;
    introduce(output, &identity)?;
    if let Some(aftermath) = driver.aftermath(STAYS) {
        return left(&aftermath.breakage, output);
    }
    let known: Vec<(&Catalogue, &str)> = catalogues
        .iter()
        .flat_map(|catalogue| {
            let profiles = catalogue.suite.profiles.iter();
            profiles.map(move |profile| (catalogue, profile.name.as_str()))
        })
        .collect();
    let id = |(catalogue, name): &(&Catalogue, &str)| format!("{}/{name}", catalogue.suite.id);
    let names: Vec<String> = known.iter().map(id).collect();
    for profile in &identity.profiles {
        if !names.contains(profile) {
            writeln!(
                output,
                "odd       no suite here has a profile {}{}",
                shortened(profile, 80),
                did_you_mean(profile, names.iter().map(String::as_str))
            )?;
        }
    }
    let mut code = 3;
    for profile in &known {
        let name = id(profile);
        if !identity.profiles.contains(&name) {
            writeln!(
                output,
                "\n{name} is not offered: none of its cases will be run"
            )?;
            continue;
        }
        let mut cases = profile.0.cases.iter();
        let plain = |case: &Case| {
            case.profile == profile.1 && case.level == Level::Required && case.twin.is_none()
        };
        let offer = identity.offer();
        let first = cases.find_map(|case| {
            let fitted = Fitted::new(&*case.exercise, &offer).filter(|_| plain(case));
            Some((case, fitted?))
        });
        if let Some((case, fitted)) = first {
            let passes = one_case(case, fitted.get(), &mut driver, output)?;
            code = match (code, passes) {
                (1, _) | (_, false) => 1,
                _ => 0,
            };
        }
    }
    if driver.is_alive() && !end(driver, output)? {
        code = 1;
    }
    let verdict = match code {
        0 => "the driver can be certified: run it without --explain-driver",
        1 => "the driver starts, and does not behave as it must",
        _ => "the driver starts, and offers no profile that is known here",
    };
    writeln!(output, "\n{verdict}")?;
    Ok(code)
}

/// Shows a start that failed. What it was is told as the complaint of the command, with what would have been right.
fn not_started(error: StartError, output: &mut Output) -> Result<u8, Failure> {
    let Some(transcript) = error.transcript() else {
        return Err(Failure::Driver(error));
    };
    said(output, &transcript.sent, &transcript.bytes)?;
    for line in transcript.stderr.lines() {
        writeln!(output, "stderr    {}", shortened(line, LINE))?;
    }
    let message = error.to_string();
    for line in message.lines().take_while(|line| {
        !["  sent: ", "  received: ", "  expected: "]
            .iter()
            .any(|name| line.starts_with(name))
    }) {
        match line.strip_prefix("  hint:     ") {
            Some(hint) => writeln!(output, "hint      {}", shortened(hint, LINE))?,
            None => writeln!(output, "\nwrong     {}", shortened(line, LINE))?,
        }
    }
    writeln!(output, "right     a line such as {EXPECTED_OPENING}")?;
    Ok(4)
}

/// Shows what a driver did that had been asked for nothing yet.
fn left(breakage: &Breakage, output: &mut Output) -> Result<u8, Failure> {
    let (wrong, hint) = match breakage {
        Breakage::Crash { exit } => (
            format!("it ended before it was asked for anything: {exit}"),
            Some(
                "if it starts another process that answers, let it wait for that one, or become it (`exec`)"
                    .to_owned(),
            ),
        ),
        other => words(other, "initialize"),
    };
    writeln!(output, "\nwrong     {}", shortened(&wrong, LINE))?;
    if let Some(hint) = hint {
        writeln!(output, "hint      {}", shortened(&hint, LINE))?;
    }
    writeln!(
        output,
        "right     a driver stays, and is silent, until it is asked for something"
    )?;
    Ok(4)
}

/// Asks a driver to end, and tells whether it did nothing on the way that costs it a case.
fn end(driver: DriverProcess, output: &mut Output) -> Result<bool, Failure> {
    const RIGHT: &str = "after `shutdown`, and at the end of its input, a driver exits by itself, and writes nothing more";
    writeln!(output, "\n> {SHUTDOWN}\\n")?;
    let (exit, wrong) = driver.part();
    if let Some(wrong) = wrong {
        let wrong = match wrong {
            Breakage::Crash { exit } => format!("it did not end by itself: {exit}"),
            other => words(&other, "shutdown").0,
        };
        writeln!(output, "wrong     {}", shortened(&wrong, LINE))?;
        writeln!(output, "right     {RIGHT}")?;
        return Ok(false);
    }
    if exit.starts_with("killed by the harness") {
        writeln!(output, "wrong     it did not end, and was killed")?;
        writeln!(output, "right     {RIGHT}")?;
    } else {
        writeln!(output, "right     it ended: {}", inert(&exit))?;
    }
    Ok(true)
}

fn introduce(output: &mut Output, identity: &DriverIdentity) -> Result<(), Failure> {
    let implementation = &identity.implementation;
    writeln!(
        output,
        "right     this is {} {}, and it offers {}",
        shortened(&implementation.name, 80),
        shortened(&implementation.version, 80),
        match &identity.profiles[..] {
            [] => "no profile".to_owned(),
            profiles => shortened(&profiles.join(", "), 400),
        }
    )?;
    for note in identity.notes() {
        writeln!(output, "odd       {note}")?;
    }
    Ok(())
}

/// Asks for one case, and tells whether it passes.
fn one_case(
    case: &Case,
    exercise: &dyn Exercise,
    driver: &mut DriverProcess,
    output: &mut Output,
) -> Result<bool, Failure> {
    writeln!(output, "\n{}", case.id)?;
    let mut answers: Vec<Answer> = Vec::new();
    while let Some(call) = exercise.next_call(&answers) {
        let exchange = driver.call(&call);
        let received = exchange.received.map(|line| line + "\n");
        said(
            output,
            &exchange.sent,
            received.unwrap_or_default().as_bytes(),
        )?;
        match exchange.reply {
            Ok(answer) => answers.push(answer),
            Err(breakage) => {
                let (wrong, hint) = words(&breakage, call.method);
                writeln!(output, "wrong     {}", shortened(&wrong, LINE))?;
                if let Some(hint) = hint {
                    writeln!(output, "hint      {}", shortened(&hint, LINE))?;
                }
                for line in driver.evidence().stderr.lines() {
                    writeln!(output, "stderr    {}", shortened(line, LINE))?;
                }
                return Ok(false);
            }
        }
    }
    let judgement = exercise.judge(&answers);
    if judgement.verdict == Verdict::Pass {
        writeln!(output, "right     the case passes")?;
        return Ok(true);
    }
    let finding = judgement.finding.unwrap_or_default();
    writeln!(output, "wrong     {}", shortened(&finding.message, LINE))?;
    let Finding { expected, got, .. } = finding;
    if let (Some(expected), Some(got)) = (expected, got) {
        writeln!(output, "expected  {}", shortened(&expected.to_text(), LINE))?;
        writeln!(output, "got       {}", shortened(&got.to_text(), LINE))?;
    }
    Ok(false)
}

fn words(breakage: &Breakage, method: &str) -> (String, Option<String>) {
    match breakage {
        Breakage::Crash { exit } => (format!("the driver ended before it answered: {exit}"), None),
        Breakage::Timeout { after, hint } => (format!("no answer within {after:?}"), hint.clone()),
        Breakage::BadAnswer { why, hint } => (why.clone(), hint.clone()),
        Breakage::DriverError { code, message } => (
            format!("the driver answered {method} with error {code}: {message}"),
            Some(
                "what the implementation rejects is a result; an error says that the driver failed"
                    .to_owned(),
            ),
        ),
        Breakage::NotStarted { why, .. } => (why.clone(), None),
    }
}

/// Shows a line that was sent and the bytes that came back, each of their lines with its end.
fn said(output: &mut Output, sent: &str, received: &[u8]) -> Result<(), Failure> {
    writeln!(output, "> {}\\n", shortened(sent, LINE))?;
    if received.is_empty() {
        writeln!(output, "< (nothing)")?;
    }
    for line in received.split_inclusive(|byte| *byte == b'\n') {
        writeln!(output, "< {}", bytes(line))?;
    }
    Ok(())
}

/// Bytes as text in which every byte can be seen: `\n`, `\r` and `\t`, escapes for what acts on a terminal, `\xff` for what is no
/// UTF-8.
fn bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(
            &inert(
                &chunk
                    .valid()
                    .replace('\\', "\\\\")
                    .replace('\n', "\\n")
                    .replace('\t', "\\t"),
            )
            .replace("\\u{d}", "\\r"),
        );
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    shortened(&text, LINE)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn every_byte_is_seen() {
        assert_eq!(
            bytes(b"a\xff\xc3\xbc\r\n\t\x1b[m\\n"),
            "a\\xff\u{fc}\\r\\n\\t\\u{1b}[m\\\\n"
        );
    }
}
