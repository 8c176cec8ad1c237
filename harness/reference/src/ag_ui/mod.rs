//! The AG-UI reference behind the driver protocol.

mod answer;

use uiconform_driver::Implementation;
use uiconform_driver::ag_ui::{AgUi, Detail, Params, RunParams, Standing, StreamEnd};
use uiconform_json::{Object, Value, parse};
use uiconform_protocols::ag_ui::{
    Message, Options, Policy, Reference, Run, Session, Steps, Stop, Update,
};

const NAME: &str = "uiconform-reference";

/// The profiles that do not depend on the policy.
const PROFILES: [&str; 10] = [
    "common",
    "updates",
    "typed-state",
    "verify-off",
    "subagents",
    "interrupts",
    "activity",
    "reasoning",
    "sse",
    "error-kinds",
];

/// The reference of all profiles but one of the policies, or a variant of it.
pub struct AgUiReference<S: Steps + ?Sized = Reference> {
    /// The fault that the steps have, if they have one.
    fault: Option<&'static str>,
    policy: Policy,
    steps: Box<S>,
}

/// A session, and how much its updates tell.
pub struct Told {
    session: Session,
    detail: Detail,
}

impl AgUiReference {
    /// The reference of that policy.
    pub fn new(policy: Policy) -> Self {
        Self {
            fault: None,
            policy,
            steps: Box::new(Reference),
        }
    }
}

impl<S: Steps + ?Sized> AgUiReference<S> {
    /// A client of steps of which one has the fault of that name.
    pub fn faulty(fault: &'static str, policy: Policy, steps: Box<S>) -> Self {
        Self {
            fault: Some(fault),
            policy,
            steps,
        }
    }
}

impl<S: Steps + ?Sized> AgUi for AgUiReference<S> {
    type Session = Told;

    fn implementation(&self) -> Implementation {
        let name = match self.fault {
            None => NAME.to_owned(),
            Some(fault) => format!("{NAME} with fault {fault}"),
        };
        Implementation::new(name, env!("CARGO_PKG_VERSION")).in_language("Rust")
    }

    fn profiles(&self) -> Vec<&'static str> {
        let policy = match self.policy {
            Policy::Seed => "seed",
            Policy::V1 => "v1",
        };
        PROFILES.into_iter().chain([policy]).collect()
    }

    fn features(&self) -> Vec<&'static str> {
        vec!["bytes"]
    }

    fn open(&mut self, params: &Params<'_>) -> Result<Told, String> {
        let options = Options {
            policy: self.policy,
            verify: params.verify,
            state_type: params.typed.then_some(counted),
        };
        let messages = params.messages.iter().map(|message| {
            let message = parse(message.get()).map_err(|error| error.to_string())?;
            Message::read(message).map_err(|error| error.to_string())
        });
        let state = match params.state {
            Some(state) => parse(state.get()).map_err(|error| error.to_string())?,
            None => Object::new().into(),
        };
        let thread = params.thread.as_str().into();
        let mut session = Session::new(thread, options, messages.collect::<Result<_, _>>()?, state);
        self.steps.open(&mut session);
        Ok(Told {
            session,
            detail: params.detail,
        })
    }

    fn run(
        &mut self,
        told: &mut Told,
        params: &RunParams<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), String> {
        let Told { session, detail } = told;
        if let Some(turn) = &params.send {
            let (id, text) = (turn.id.as_str().into(), turn.text.as_str().into());
            self.steps.say(session, &id, &text);
        }
        // Answers to interrupts leave no trace on this side: a run that is asked for settles those that wait.
        let mut out = |update: Update<'_>| tell(answer::update(&update, *detail));
        let id = params.run.as_str().into();
        let mut run = Run::begin(&mut *self.steps, session, id, &mut out);
        for event in params.events.iter().flatten() {
            run.text(event.get());
        }
        for piece in params.sse.iter().flatten() {
            run.bytes(&piece.bytes()?);
        }
        run.stop(match params.end {
            StreamEnd::Eof => Stop::Ended,
            StreamEnd::Reset => Stop::Broken,
            StreamEnd::Refused => Stop::Refused,
        });
        Ok(())
    }

    fn standing(&mut self, told: &Told) -> Standing {
        answer::standing(&told.session)
    }
}

/// The type of states: `{count: an integer from 0 up}`.
fn counted(state: &Value) -> Result<(), String> {
    let count = state.get("count").and_then(Value::as_number);
    match count.and_then(|count| count.to_u64()) {
        Some(_) => Ok(()),
        None => Err("`count` is an integer from 0 up".to_owned()),
    }
}
