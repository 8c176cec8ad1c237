//! Running one case: its calls, its judgement, and the canary after it.

use std::time::Instant;

use uiconform_catalogue::record::Exchange as Said;
use uiconform_catalogue::{
    Answer, Call, Case, Exercise, Finding, Judgement, METHOD_NOT_FOUND, Offer, Verdict,
};
use uiconform_driver::Limits;

use crate::case_record::{cut, cut_finding, cut_message, most_kept};
use crate::connection::{Breakage, Connection, Exchange, Origin};
use crate::fitted::Fitted;
use crate::limits::Bounds;
use crate::search::Kind;

/// On what terms cases are run.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How often each case is run.
    pub times: u32,
    /// The limits that the driver declares.
    pub limits: Limits,
    /// What the driver offers, by which a case may be put to it in another form.
    pub offer: Offer,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            times: 1,
            limits: Limits::default(),
            offer: Offer::default(),
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
    /// Whether its input is beyond a declared limit, and may be refused for that.
    pub may_be_refused: bool,
    /// How the process broke, if it did.
    pub broken: Option<Broken>,
    /// What came in place of an answer from a process that goes on: an error of the driver, or something of another shape.
    pub misanswer: Option<Breakage>,
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
    /// Whether it was seen in the first request of the case. Then any earlier request was that of another case.
    pub is_first: bool,
}

impl Broken {
    fn new(exchange: &Exchange, breakage: &Breakage, is_first: bool) -> Self {
        let received = exchange.received.as_ref();
        Self {
            process: exchange.process,
            origin: exchange.origin,
            breakage: breakage.clone(),
            received: received.map(|line| line[..line.floor_char_boundary(BEGINNING)].to_owned()),
            is_first,
        }
    }

    /// Whether the same happened. What came in place of an answer says it all: it is put into words by what was asked before.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.received == other.received
            && (self.breakage == other.breakage
                || self.received.is_some() && is_bad_answer(self) && is_bad_answer(other))
    }
}

fn is_bad_answer(broken: &Broken) -> bool {
    matches!(broken.breakage, Breakage::BadAnswer { .. })
}

/// Bytes of a line by which it is told whether the same came again.
const BEGINNING: usize = 1024;

const LEFT_BEHIND: &str = "nothing of one request may show in the answer to another: a failure must not leave a lock, a cache or a \
                           state behind in which later requests fail";

/// The kind of a failure that others would get.
const STATE: &str = "state left behind";

/// The kind of an answer that is JSON, and not what was asked for.
const WRONG_SHAPE: &str = "wrong shape";

/// What came is no answer of JSON-RPC to the request. What of it had come when it was seen depends on the moment, so nothing more
/// is told apart.
const NO_ANSWER: &str = "no JSON-RPC answer";

/// Why a case could not be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRun {
    /// What was tried and what came of it.
    pub why: String,
    /// Whether there is no use in trying to run the next one.
    pub for_good: bool,
}

/// A connection while a case is run.
struct Wire<'c> {
    connection: &'c mut dyn Connection,
    /// Whether the case has not asked for anything yet.
    is_first: bool,
}

impl Wire<'_> {
    /// Makes a call, and says how the process broke if it did.
    fn call(&mut self, call: &Call) -> (Exchange, Option<Broken>) {
        let is_first = std::mem::take(&mut self.is_first);
        let mut exchange = self.connection.call(call);
        if let Err(Breakage::DriverError { message, .. }) = &mut exchange.reply {
            cut_message(message);
        }
        let broken = match &exchange.reply {
            Err(breakage) if !self.connection.is_alive() => {
                Some(Broken::new(&exchange, breakage, is_first))
            }
            _ => None,
        };
        (exchange, broken)
    }
}

/// Runs a case over a connection, repeated if the terms say so, and leaves the connection fit for the next one.
pub fn run_case(
    case: &Case,
    canary: Option<&dyn Exercise>,
    connection: &mut dyn Connection,
    terms: &Terms,
) -> CaseRun {
    let mut wire = Wire {
        connection,
        is_first: true,
    };
    let bounds = Bounds::new(case, terms.limits);
    // What a driver cannot be asked at all is not run; whoever does so gets the case as it stands.
    let fitted = |exercise| Fitted::new(exercise, &terms.offer).unwrap_or(Fitted::AsItIs(exercise));
    let canary = canary.filter(|_| case.canary).map(fitted);
    let exercise = fitted(&*case.exercise);
    let fit = FitCase {
        exercise: exercise.get(),
        canary: canary.as_ref().map(Fitted::get),
    };
    let mut first = run_once(&fit, &mut wire, &bounds);
    for _ in 1..terms.times {
        if first.not_run.is_some()
            || first.broken.is_some()
            || (first.verdict.is_failure() && first.answers.is_empty())
        {
            break; // There is nothing to compare, or nothing that says more.
        }
        let mut again = run_once(&fit, &mut wire, &bounds);
        if again.not_run.is_some() {
            first = again;
            break;
        }
        if again.broken.is_some() {
            // That a repetition is answered otherwise says less than that it breaks the process.
            first.transcript.append(&mut again.transcript);
            again.transcript = first.transcript;
            first = again;
            break;
        }
        first.misanswer = first.misanswer.take().or(again.misanswer.take());
        first.at_any_level |= again.at_any_level;
        if let Some(finding) = differs(fit.exercise, &first, &again) {
            first.verdict = Verdict::Nondeterministic;
            first.judgement = Judgement::wrong(Verdict::Nondeterministic, finding);
            first.transcript.extend(again.transcript);
            first.cut();
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

fn differs(exercise: &dyn Exercise, first: &CaseRun, again: &CaseRun) -> Option<Finding> {
    if first.verdict != again.verdict {
        return Some(Finding::new(format!(
            "the first run gives `{}`, a repetition gives `{}`",
            first.verdict, again.verdict
        )));
    }
    exercise.differs(&first.answers, &again.answers)
}

/// A case in the form that suits the driver.
struct FitCase<'c> {
    exercise: &'c dyn Exercise,
    /// Asked before and after, where the case wants that.
    canary: Option<&'c dyn Exercise>,
}

fn run_once(case: &FitCase<'_>, wire: &mut Wire<'_>, bounds: &Bounds) -> CaseRun {
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
        may_be_refused: bounds.may_be_refused(),
        broken: None,
        misanswer: None,
        not_run: None,
        answers: Vec::new(),
    };
    if !wire.connection.is_alive()
        && let Err(error) = wire.connection.restart()
    {
        run.broke(Breakage::not_started(&error), "");
        return run;
    }
    // What was said before belongs to other cases.
    wire.connection.evidence();
    let mut before = None;
    match case.canary.map(|canary| ask(canary, wire)) {
        Some(Ok(answers)) => before = Some(answers),
        Some(Err(unanswered)) => match unanswered.broken {
            Some(broken) => run.broken = Some(broken),
            // One that is answered with an error leaves the process in step.
            None => run.misanswer = Some(unanswered.breakage),
        },
        None => {}
    }
    if run.exchange(case.exercise, wire) {
        run.judgement = case.exercise.judge(&run.answers);
        run.verdict = run.judgement.verdict;
        if run.verdict == Verdict::BadAnswer {
            run.set_kind(WRONG_SHAPE);
            run.misanswer = Some(Breakage::BadAnswer {
                why: run.why(),
                hint: None,
            });
        }
        if run.verdict == Verdict::Fail && case.exercise.is_refusal(&run.answers) {
            if bounds.may_be_refused() {
                run.beyond_limit = true;
                run.verdict = Verdict::Pass;
                run.judgement = Judgement::pass(false, Vec::new());
            } else {
                run.hint = bounds.not_believed();
            }
        }
        if let (Some(canary), Some(before)) = (case.canary, before) {
            run.compare_canaries(canary, &before, wire);
        }
    }
    run.cut();
    run.micros = start.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
    if run.verdict.is_failure() {
        let evidence = wire.connection.evidence();
        run.stderr = evidence.stderr;
        run.exit = run.exit.or(evidence.exit);
    }
    run
}

/// A request outside any case that was not answered.
struct Unanswered {
    method: &'static str,
    said: Said,
    breakage: Breakage,
    broken: Option<Broken>,
}

/// Asks an exercise outside any case.
fn ask(exercise: &dyn Exercise, wire: &mut Wire<'_>) -> Result<Vec<Answer>, Box<Unanswered>> {
    let mut answers = Vec::new();
    while let Some(call) = exercise.next_call(&answers) {
        let (exchange, broken) = wire.call(&call);
        match exchange.reply {
            Ok(answer) => answers.push(answer),
            Err(breakage) => {
                return Err(Box::new(Unanswered {
                    method: call.method,
                    breakage,
                    broken,
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
    fn exchange(&mut self, exercise: &dyn Exercise, wire: &mut Wire<'_>) -> bool {
        loop {
            let Some(call) = exercise.next_call(&self.answers) else {
                return true;
            };
            let (exchange, broken) = wire.call(&call);
            self.transcript.push(Said {
                purpose: call.purpose.to_owned(),
                sent: exchange.sent,
                received: exchange.received,
            });
            match exchange.reply {
                Ok(answer) => self.answers.push(answer),
                Err(breakage) => {
                    if broken.is_none() {
                        self.misanswer.get_or_insert_with(|| breakage.clone());
                    }
                    self.broken = self.broken.take().or(broken);
                    self.broke(breakage, call.method);
                    return false;
                }
            }
        }
    }

    /// Cuts what a record does not keep whole: a driver can say a lot.
    fn cut(&mut self) {
        let transcript = std::mem::take(&mut self.transcript);
        if let Some(finding) = &mut self.judgement.finding {
            let sent = transcript.iter().map(|said| said.sent.len()).sum();
            cut_finding(finding, most_kept(sent));
        }
        self.transcript = transcript.into_iter().map(cut).collect();
        if let Some(Breakage::BadAnswer { why, .. }) = &mut self.misanswer {
            cut_message(why);
        }
    }

    /// What is wrong with the answers, if they are readable and not the right ones.
    pub(crate) fn wrong_answer(&self) -> Option<Breakage> {
        let is_wrong = matches!(self.verdict, Verdict::Fail | Verdict::Nondeterministic)
            && self.broken.is_none()
            && self.misanswer.is_none();
        is_wrong.then(|| Breakage::BadAnswer {
            why: self.why(),
            hint: None,
        })
    }

    fn why(&self) -> String {
        let finding = self.judgement.finding.as_ref();
        finding.map_or_else(String::new, |finding| finding.message.clone())
    }

    /// Lays something on this case that was found only after its answers were judged. It has left it to whoever comes after it, so
    /// it counts whatever the level.
    pub(crate) fn blame(&mut self, breakage: Breakage) {
        self.at_any_level = true;
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

    /// Lays on this case that after it a request is answered badly or wrongly which a fresh process answers well. `how` is how
    /// the case itself is answered when it comes once more, if that shows it.
    pub(crate) fn blame_after(&mut self, kind: Kind, how: Option<Breakage>) {
        let how = match how {
            Some(Breakage::DriverError { code, message }) => {
                format!(" with error {code}: {message}")
            }
            Some(Breakage::BadAnswer { why, .. }) if kind == Kind::Wrong => {
                format!(" wrongly: {why}")
            }
            Some(Breakage::BadAnswer { why, .. }) => format!(" badly: {why}"),
            _ if kind == Kind::Wrong => " wrongly".to_owned(),
            _ => " with an error, or with something of another shape".to_owned(),
        };
        let message = format!(
            "after this case, a request that a fresh process answers well is answered{how}"
        );
        self.at_any_level = true;
        // What it does wrong itself has a hint of its own, whoever comes after it.
        if self.verdict.is_failure() {
            return;
        }
        let verdict = if kind == Kind::Wrong {
            Verdict::Fail
        } else {
            Verdict::BadAnswer
        };
        self.fail(verdict, Finding::new(message));
        self.set_kind(STATE);
        self.hint = Some(LEFT_BEHIND.to_owned());
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
        let is_bad_answer = matches!(breakage, Breakage::BadAnswer { .. });
        self.broke(breakage, "");
        if let Some(finding) = &mut self.judgement.finding {
            finding.message = message;
            // What was said afterwards is not in the transcript of the case.
            if is_bad_answer {
                finding.kind = Some("after the last answer".to_owned());
            }
        }
    }

    /// Says of which kind a failure is.
    fn set_kind(&mut self, kind: &str) {
        if let Some(finding) = &mut self.judgement.finding {
            finding.kind = Some(kind.to_owned());
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
                self.set_kind(NO_ANSWER);
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
                self.set_kind("no such method");
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
                // Of a code, more than a number would be text of the driver's.
                self.set_kind(&match code.parse::<i64>() {
                    Ok(code) => format!("error {code}"),
                    Err(_) => "error".to_owned(),
                });
            }
        }
    }

    fn fail(&mut self, verdict: Verdict, finding: Finding) {
        self.verdict = verdict;
        self.judgement = Judgement::wrong(verdict, finding);
    }

    /// Asks the canary again after the case: whatever it answered before, it must answer now. Otherwise its process is not used
    /// again, so that the blame stays with this case.
    fn compare_canaries(&mut self, canary: &dyn Exercise, before: &[Answer], wire: &mut Wire<'_>) {
        let left = match ask(canary, wire) {
            Ok(after) => canary.differs(before, &after),
            Err(unanswered) => {
                let is_said = !matches!(unanswered.breakage, Breakage::NotStarted { .. });
                self.broken = self.broken.take().or(unanswered.broken);
                self.broke(unanswered.breakage, unanswered.method);
                if is_said {
                    self.at_any_level = true;
                    self.transcript.push(unanswered.said);
                    if let Some(finding) = &mut self.judgement.finding {
                        finding.message = format!(
                            "a plain request that was answered before this case is not after it: {}",
                            finding.message
                        );
                    }
                    wire.connection.finish();
                }
                return;
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
        self.set_kind(STATE);
        // The next case is answered by a clean process, whatever became of this one.
        wire.connection.finish();
    }
}
