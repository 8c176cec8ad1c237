//! Running one case: its calls, its judgement, and the canary after it.

use std::time::Instant;

use uiconform_catalogue::record::{
    CaseRecord, Exchange as Said, Failure, INPUTS, NumberedInput, Recorded, TRANSCRIPT_LINE, raw,
};
use uiconform_catalogue::{Answer, Case, Exercise, Finding, Judgement, METHOD_NOT_FOUND, Verdict};
use uiconform_driver::Limits;
use uiconform_json::Value;

use crate::connection::{Breakage, Connection, Exchange};

/// On what terms cases are run.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How often each case is run.
    pub times: u32,
    /// The limits that the driver declares.
    pub limits: Limits,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            times: 1,
            limits: Limits::default(),
        }
    }
}

/// What came of one case, before its twin is looked at.
#[derive(Debug)]
pub struct CaseRun {
    /// The verdict.
    pub verdict: Verdict,
    /// What the suite said, if the driver answered everything.
    pub judgement: Judgement,
    /// Whether a failure costs conformance whatever the level.
    pub at_any_level: bool,
    /// Every request, and what came back.
    pub transcript: Vec<Said>,
    /// The end of the driver's standard error; kept for failures.
    pub stderr: String,
    /// How the driver ended, if it did.
    pub exit: Option<String>,
    /// What may help.
    pub hint: Option<String>,
    /// Time from the first request to the last answer, in microseconds.
    pub micros: u64,
    /// The answers, for a comparison with those of a repetition.
    pub answers: Vec<Answer>,
    /// Whether it passes since it was refused beyond a declared limit.
    pub beyond_limit: bool,
    /// What was found when this case began, and is the fault of the one before.
    pub earlier: Option<Breakage>,
}

/// Runs a case over a connection, repeated if the terms say so, and leaves the connection fit for the next one.
pub fn run_case(
    case: &Case,
    canary: Option<&dyn Exercise>,
    connection: &mut dyn Connection,
    terms: &Terms,
) -> CaseRun {
    let mut first = run_once(case, canary, connection, terms.limits);
    for _ in 1..terms.times {
        if first.verdict.is_failure() && first.answers.is_empty() {
            break; // Crashed or timed out: there is nothing to compare.
        }
        let again = run_once(case, canary, connection, terms.limits);
        if let Some(finding) = differs(case, &first, &again) {
            first.verdict = Verdict::Nondeterministic;
            first.judgement = Judgement::wrong(Verdict::Nondeterministic, finding);
            first.transcript.extend(again.transcript);
            break;
        }
    }
    first
}

fn differs(case: &Case, first: &CaseRun, again: &CaseRun) -> Option<Finding> {
    if first.verdict != again.verdict {
        return Some(Finding::new(format!(
            "the first run gives `{}`, a repetition gives `{}`",
            first.verdict, again.verdict
        )));
    }
    case.exercise.differs(&first.answers, &again.answers)
}

fn run_once(
    case: &Case,
    canary: Option<&dyn Exercise>,
    connection: &mut dyn Connection,
    limits: Limits,
) -> CaseRun {
    let start = Instant::now();
    let mut run = CaseRun {
        verdict: Verdict::NotRun,
        judgement: Judgement::wrong(Verdict::NotRun, Finding::default()),
        at_any_level: false,
        transcript: Vec::new(),
        stderr: String::new(),
        exit: None,
        hint: None,
        micros: 0,
        answers: Vec::new(),
        beyond_limit: false,
        earlier: connection.aftermath(),
    };
    if !connection.is_alive()
        && let Err(error) = connection.restart()
    {
        run.fail(
            Verdict::Crash,
            Finding::new(format!("the driver could not be started again: {error}")),
        );
        run.at_any_level = true;
        return run;
    }
    let canary = canary.filter(|_| case.canary);
    let before = canary.and_then(|canary| match ask(canary, connection) {
        Ok(answers) => Some(answers),
        Err(unanswered) if unanswered.blames_earlier && run.earlier.is_none() => {
            // The connection starts anew, and is asked again.
            run.earlier = Some(unanswered.breakage);
            ask(canary, connection).ok()
        }
        Err(_) => None,
    });
    if run.exchange(&*case.exercise, connection) {
        run.judgement = case.exercise.judge(&run.answers);
        run.verdict = run.judgement.verdict;
        if run.verdict == Verdict::Fail
            && is_beyond(case, limits)
            && case.exercise.is_refusal(&run.answers)
        {
            run.beyond_limit = true;
            run.verdict = Verdict::Pass;
            run.judgement = Judgement::pass(false, Vec::new());
        }
        if let (Some(canary), Some(before)) = (canary, before) {
            run.compare_canaries(canary, &before, connection);
        }
    }
    run.micros = start.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
    if run.verdict.is_failure() {
        let evidence = connection.evidence();
        run.stderr = evidence.stderr;
        run.exit = run.exit.or(evidence.exit);
    }
    run
}

/// Whether an input of the case is beyond a declared limit, which section 8 of AgentUE, and any protocol in its place, lets
/// consumers have.
fn is_beyond(case: &Case, limits: Limits) -> bool {
    if limits == Limits::default() {
        return false;
    }
    let size = case.exercise.size();
    let over = |size: usize, limit: Option<u64>| limit.is_some_and(|limit| size as u64 > limit);
    over(size.depth, limits.depth) || over(size.bytes, limits.bytes)
}

/// A request outside any case that was not answered.
struct Unanswered {
    said: Said,
    breakage: Breakage,
    blames_earlier: bool,
}

/// Asks an exercise outside any case.
fn ask(
    exercise: &dyn Exercise,
    connection: &mut dyn Connection,
) -> Result<Vec<Answer>, Box<Unanswered>> {
    let mut answers = Vec::new();
    while let Some(call) = exercise.next_call(&answers) {
        let exchange = connection.call(&call);
        match exchange.reply {
            Ok(answer) => answers.push(answer),
            Err(breakage) => {
                return Err(Box::new(Unanswered {
                    said: Said {
                        purpose: "the canary".to_owned(),
                        sent: exchange.sent,
                        received: exchange.received,
                    },
                    breakage,
                    blames_earlier: exchange.blames_earlier,
                }));
            }
        }
    }
    Ok(answers)
}

impl CaseRun {
    /// Makes the calls of an exercise; false if one of them was not answered with a result.
    fn exchange(&mut self, exercise: &dyn Exercise, connection: &mut dyn Connection) -> bool {
        loop {
            let Some(call) = exercise.next_call(&self.answers) else {
                return true;
            };
            let mut exchange = connection.call(&call);
            if self.transcript.is_empty() && exchange.blames_earlier && self.earlier.is_none() {
                // The case has not had its turn yet; the connection starts anew for it.
                self.earlier = exchange.reply.err();
                exchange = connection.call(&call);
            }
            let Exchange {
                sent,
                received,
                reply,
                ..
            } = exchange;
            self.transcript.push(Said {
                purpose: call.purpose.to_owned(),
                sent,
                received,
            });
            match reply {
                Ok(answer) => self.answers.push(answer),
                Err(breakage) => {
                    self.broke(breakage, call.method);
                    return false;
                }
            }
        }
    }

    /// Lays something on this case that was found only after its answers were judged.
    pub(crate) fn blame(&mut self, breakage: Breakage) {
        if self.verdict.is_failure() {
            return; // It has failed already, in a way that says more.
        }
        self.broke(breakage, "");
        if let Some(finding) = &mut self.judgement.finding {
            finding.message = format!("after the last answer: {}", finding.message);
        }
    }

    fn broke(&mut self, breakage: Breakage, method: &str) {
        match breakage {
            Breakage::Crash { exit } => {
                self.at_any_level = true;
                self.fail(
                    Verdict::Crash,
                    Finding::new(format!("the driver ended before it answered: {exit}")),
                );
                self.exit = Some(exit);
            }
            Breakage::Timeout { after, hint } => {
                self.hint = hint;
                self.fail(
                    Verdict::Timeout,
                    Finding::new(format!("no answer within {after:?}; the driver was killed")),
                );
            }
            Breakage::BadAnswer { why, hint } => {
                self.hint = hint;
                self.fail(Verdict::BadAnswer, Finding::new(why));
            }
            Breakage::DriverError { code, .. } if code == METHOD_NOT_FOUND => {
                self.fail(
                    Verdict::Fail,
                    Finding::new(format!(
                        "the driver lists this profile and has no method `{method}`"
                    )),
                );
            }
            Breakage::DriverError { code, message } => {
                self.hint = Some(
                    "a rejection by the implementation is a result; a JSON-RPC error says that the driver failed"
                        .to_owned(),
                );
                self.fail(
                    Verdict::BadAnswer,
                    Finding::new(format!("the driver answered with error {code}: {message}")),
                );
            }
        }
    }

    fn fail(&mut self, verdict: Verdict, finding: Finding) {
        self.verdict = verdict;
        self.judgement = Judgement::wrong(verdict, finding);
    }

    /// Asks the canary again after the case: whatever it answered before, it must answer now. Otherwise its process is not used
    /// again, so that the blame stays with this case.
    fn compare_canaries(
        &mut self,
        canary: &dyn Exercise,
        before: &[Answer],
        connection: &mut dyn Connection,
    ) {
        let left = match ask(canary, connection) {
            Ok(after) => canary.differs(before, &after),
            Err(unanswered) => {
                self.transcript.push(unanswered.said);
                Some(Finding::new("it is not answered at all"))
            }
        };
        let Some(mut finding) = left else { return };
        finding.message = format!(
            "a plain request is answered differently after this case than before it, so the case left something behind: {}",
            finding.message
        );
        // The step is one of the canary's, not of the case.
        finding.step = None;
        self.at_any_level = true;
        self.fail(Verdict::Fail, finding);
        // The next case is answered by a clean process, whatever became of this one.
        if connection.restart().is_err() {
            self.hint = Some("the driver could not be started again".to_owned());
        }
    }

    /// Turns what came of a case into its record.
    pub fn into_record(self, case: &Case) -> CaseRecord {
        let Self {
            verdict, judgement, ..
        } = &self;
        let recorded = judgement.outcome.clone().map(|outcome| Recorded {
            asks: case.asks.clone().unwrap_or_default(),
            outcome,
        });
        let number_lossy = judgement.lossy.iter().map(ToString::to_string).collect();
        CaseRecord {
            id: case.id.as_str().to_owned(),
            profile: case.profile_id(),
            level: case.level,
            requirements: case.requirements.clone(),
            verdict: *verdict,
            recorded,
            number_lossy,
            beyond_limit: self.beyond_limit,
            micros: self.micros,
            failure: verdict.is_failure().then(|| self.failure(case)),
        }
    }

    fn failure(self, case: &Case) -> Failure {
        let finding = self.judgement.finding.unwrap_or_default();
        Failure {
            fingerprint: fingerprint(self.verdict, &finding),
            at_any_level: self.at_any_level,
            why: case.why.clone(),
            place: case.place.to_string(),
            step: finding.step.map(|step| step + 1),
            inputs: inputs(case, finding.step),
            pointer: finding
                .difference
                .as_ref()
                .map(|difference| difference.pointer.to_string()),
            expected: finding.expected.as_ref().and_then(raw),
            got: finding.got.as_ref().and_then(raw),
            message: finding.message,
            transcript: self.transcript.into_iter().map(cut).collect(),
            stderr: self.stderr,
            exit: self.exit,
            hint: self.hint,
        }
    }
}

/// The fingerprint of a failure; see [`Failure::fingerprint`].
fn fingerprint(verdict: Verdict, finding: &Finding) -> String {
    let mut text = verdict.word().to_owned();
    if let Some(step) = finding.step {
        text.push_str(&format!(" step {}", step + 1));
    }
    if let Some(difference) = &finding.difference {
        let kind = |value: &Option<Value>| match value {
            Some(value) => value.kind().to_string(),
            None => "nothing".to_owned(),
        };
        text.push_str(&format!(
            " at {}: {} for {}",
            difference.pointer,
            kind(&difference.got),
            kind(&difference.expected)
        ));
    }
    text
}

/// Cuts the lines of a transcript that a record does not keep whole.
fn cut(said: Said) -> Said {
    Said {
        purpose: said.purpose,
        sent: shorten(said.sent, TRANSCRIPT_LINE),
        received: said.received.map(|line| shorten(line, TRANSCRIPT_LINE)),
    }
}

/// The inputs that a record shows: all if they are few, else those up to the step.
fn inputs(case: &Case, step: Option<usize>) -> Vec<NumberedInput> {
    let few = case.exercise.input_at(INPUTS).is_none();
    let first = match step {
        Some(step) if !few => (step + 1).saturating_sub(INPUTS),
        _ => 0,
    };
    (first..first + INPUTS)
        .map_while(|index| {
            Some(NumberedInput {
                number: index + 1,
                text: shorten(case.exercise.input_at(index)?, INPUT),
            })
        })
        .collect()
}

/// The longest input that a record keeps whole, in bytes.
const INPUT: usize = 2048;

fn shorten(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let end = text.floor_char_boundary(most);
    format!("{}… ({} bytes in all)", &text[..end], text.len())
}

/// Says that a rejection proves nothing, since its twin does not pass.
pub(crate) fn unproven(case: &Case, twin: Option<Verdict>) -> Finding {
    let id = case
        .twin
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    Finding::new(match twin {
        Some(verdict) => format!(
            "rejected as expected, which proves nothing yet: its accepted twin {id} gives `{verdict}`, and until that passes this may be rejected for another reason"
        ),
        None => format!(
            "rejected as expected, which proves nothing: the accepted twin {id} was not run"
        ),
    })
}
