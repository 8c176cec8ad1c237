//! Running one case: its calls, its judgement, and the canary after it.

use std::time::Instant;

use uiconform_catalogue::record::Exchange as Said;
use uiconform_catalogue::{Answer, Case, Exercise, Finding, Judgement, METHOD_NOT_FOUND, Verdict};
use uiconform_driver::Limits;

use crate::case_record::cut;
use crate::connection::{Breakage, Connection, Exchange, Origin};

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
    /// Every request, and what came back, cut to what a record keeps. Empty where no record could need it.
    pub transcript: Vec<Said>,
    /// The end of the driver's standard error; kept for failures.
    pub stderr: String,
    /// How the driver ended, if it did.
    pub exit: Option<String>,
    /// What may help.
    pub hint: Option<String>,
    /// Time from the first request to the last answer, in microseconds.
    pub micros: u64,
    /// Whether it passes since it was refused beyond a declared limit.
    pub beyond_limit: bool,
    /// How the process broke, if it did.
    pub broken: Option<Broken>,
    /// Why it was not run after all, if it was not.
    pub not_run: Option<NotRun>,
    /// The answers, for a comparison with those of a repetition.
    answers: Vec<Answer>,
}

/// A breakage of the process while a case was run. It need not be the doing of that case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The process; see [`Connection::process`].
    pub process: u64,
    /// Whose doing it is, as far as is known.
    pub origin: Origin,
    /// What happened.
    pub breakage: Breakage,
    /// The beginning of what came in place of an answer, if anything did.
    pub received: Option<String>,
}

impl Broken {
    fn new(process: u64, origin: Origin, breakage: &Breakage, received: Option<&String>) -> Self {
        Self {
            process,
            origin,
            breakage: breakage.clone(),
            received: received.map(|line| line[..line.floor_char_boundary(BEGINNING)].to_owned()),
        }
    }

    /// Whether the same happened.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.breakage == other.breakage && self.received == other.received
    }
}

/// Bytes of a line by which it is told whether the same came again.
const BEGINNING: usize = 1024;

/// Why a case could not be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRun {
    /// What was tried and what came of it.
    pub why: String,
    /// Whether there is no use in trying to run the next one.
    pub for_good: bool,
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
        if first.not_run.is_some() || (first.verdict.is_failure() && first.answers.is_empty()) {
            break; // Crashed or timed out: there is nothing to compare.
        }
        let again = run_once(case, canary, connection, terms.limits);
        if again.not_run.is_some() {
            first = again;
            break;
        }
        if let Some(finding) = differs(case, &first, &again) {
            first.verdict = Verdict::Nondeterministic;
            first.judgement = Judgement::wrong(Verdict::Nondeterministic, finding);
            first.transcript.extend(again.transcript);
            first.broken = first.broken.or(again.broken);
            break;
        }
    }
    // Runs are kept for a while, and answers can be large.
    first.answers = Vec::new();
    if !first.verdict.is_failure() && !first.judgement.rests_on_rejection {
        first.transcript = Vec::new();
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
        beyond_limit: false,
        broken: None,
        not_run: None,
        answers: Vec::new(),
    };
    if !connection.is_alive()
        && let Err(error) = connection.restart()
    {
        run.broke(Breakage::not_started(&error), "");
        return run;
    }
    // What was said before belongs to other cases.
    connection.evidence();
    let canary = canary.filter(|_| case.canary);
    let mut before = None;
    match canary.map(|canary| ask(canary, connection)) {
        Some(Ok(answers)) => before = Some(answers),
        // One that is answered with an error leaves the process in step.
        Some(Err(unanswered)) if !connection.is_alive() => run.broken = Some(unanswered.broken),
        Some(Err(_)) | None => {}
    }
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
    run.transcript = std::mem::take(&mut run.transcript)
        .into_iter()
        .map(cut)
        .collect();
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
    broken: Broken,
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
                    broken: Broken::new(
                        exchange.process,
                        exchange.origin,
                        &breakage,
                        exchange.received.as_ref(),
                    ),
                    said: Said {
                        purpose: "the canary".to_owned(),
                        sent: exchange.sent,
                        received: exchange.received,
                    },
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
            let Exchange {
                sent,
                received,
                reply,
                origin,
                process,
            } = connection.call(&call);
            let broken = match &reply {
                Err(breakage) if !connection.is_alive() => {
                    Some(Broken::new(process, origin, breakage, received.as_ref()))
                }
                _ => None,
            };
            self.transcript.push(Said {
                purpose: call.purpose.to_owned(),
                sent,
                received,
            });
            match reply {
                Ok(answer) => self.answers.push(answer),
                Err(breakage) => {
                    self.broken = self.broken.take().or(broken);
                    self.broke(breakage, call.method);
                    return false;
                }
            }
        }
    }

    /// Lays something on this case that was found only after its answers were judged.
    pub(crate) fn blame(&mut self, breakage: Breakage) {
        let message = match &breakage {
            Breakage::Crash { exit } => format!("after its last answer the driver ended: {exit}"),
            Breakage::Timeout { after, .. } => {
                format!("after its last answer the driver served no other request within {after:?}")
            }
            Breakage::BadAnswer { why, .. } => format!("after its last answer: {why}"),
            Breakage::DriverError { code, message } => {
                format!("after its last answer: another one, with error {code}: {message}")
            }
            Breakage::NotStarted { .. } => return,
        };
        self.lay(breakage, message);
    }

    /// Lays on this case that a plain request before it was not answered, in a process that had served no other case.
    pub(crate) fn blame_before(&mut self, breakage: Breakage) {
        self.lay(
            breakage,
            "before this case, a plain request was not answered".to_owned(),
        );
    }

    fn lay(&mut self, breakage: Breakage, message: String) {
        self.at_any_level |= matches!(breakage, Breakage::Crash { .. });
        if self.verdict.is_failure() {
            return; // It has failed already, in a way that says more.
        }
        self.broke(breakage, "");
        if let Some(finding) = &mut self.judgement.finding {
            finding.message = message;
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
                    Finding::new(format!(
                        "no answer within {after:?}, so the driver was ended"
                    )),
                );
            }
            Breakage::BadAnswer { why, hint } => {
                self.hint = hint;
                self.fail(Verdict::BadAnswer, Finding::new(why));
            }
            Breakage::NotStarted { why, for_good } => {
                self.broken = None;
                self.not_run = Some(NotRun { why, for_good });
                self.verdict = Verdict::NotRun;
                self.judgement = Judgement::wrong(Verdict::NotRun, Finding::default());
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
                if matches!(unanswered.broken.breakage, Breakage::NotStarted { .. }) {
                    return self.broke(unanswered.broken.breakage, "");
                }
                if !connection.is_alive() {
                    self.broken = Some(unanswered.broken);
                }
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
        connection.finish();
    }
}
