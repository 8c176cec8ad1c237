//! AG-UI behind the driver protocol: `ag-ui/run`, one method for all profiles.

mod params;

pub use params::{Answer, Detail, Params, Piece, RunParams, StreamEnd, Turn};

use serde_json::value::RawValue;

use crate::text::{ResultText, read};
use crate::{Failure, Implementation, InitializeResult, PROTOCOL_VERSION, Service};

/// A client of AG-UI as the driver sees it.
///
/// JSON crosses as text, in both directions: nothing is reinterpreted on the way.
pub trait AgUi {
    /// A session of the client, which goes from run to run.
    type Session;

    /// Who is under test.
    fn implementation(&self) -> Implementation;

    /// The profiles that it offers, by their names: `common`, `updates`, `seed` or `v1`, ….
    fn profiles(&self) -> Vec<&'static str>;

    /// The features that it has: `bytes`, `own-ids`.
    fn features(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Opens a session.
    ///
    /// # Errors
    ///
    /// If it cannot be opened; this is a failure of the driver.
    fn open(&mut self, params: &Params<'_>) -> Result<Self::Session, String>;

    /// Makes a run, drains it, and hands each update to `tell` as it comes.
    ///
    /// # Errors
    ///
    /// If the driver cannot make it. A run that fails is a result.
    fn run(
        &mut self,
        session: &mut Self::Session,
        run: &RunParams<'_>,
        tell: &mut dyn FnMut(String),
    ) -> Result<(), String>;

    /// What stands after the run.
    fn standing(&mut self, session: &Self::Session) -> Standing;
}

/// What stands after a run, as JSON texts. What belongs to profiles that are not offered may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The list of messages.
    pub messages: String,
    /// The raw state.
    pub state: String,
    /// The list of reasoning.
    pub reasoning: Option<String>,
    /// The list of subagents.
    pub subagents: Option<String>,
    /// The list of interrupts that wait.
    pub interrupts: Option<String>,
}

/// A [`Service`] around an [`AgUi`].
#[derive(Debug)]
pub struct Driver<T> {
    implementation: T,
}

impl<T: AgUi> Driver<T> {
    /// Puts a client behind the driver protocol.
    pub fn new(implementation: T) -> Self {
        Self { implementation }
    }
}

impl<T: AgUi> Service for Driver<T> {
    fn initialize(&mut self) -> InitializeResult {
        let profiles = self.implementation.profiles();
        let features = self.implementation.features();
        InitializeResult {
            protocol: PROTOCOL_VERSION,
            implementation: self.implementation.implementation(),
            profiles: profiles
                .iter()
                .map(|profile| format!("ag-ui/{profile}"))
                .collect(),
            features: features.into_iter().map(str::to_owned).collect(),
            limits: None,
            choices: Default::default(),
        }
    }

    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
        match method {
            "ag-ui/run" => run(&mut self.implementation, &read(params)?),
            _ => Err(Failure::UnknownMethod),
        }
    }
}

fn run<T: AgUi>(implementation: &mut T, params: &Params<'_>) -> Result<String, Failure> {
    let mut session = implementation.open(params).map_err(Failure::Internal)?;
    let mut runs = Vec::with_capacity(params.runs.len());
    for run in &params.runs {
        if run.events.is_some() == run.sse.is_some() {
            let message = "exactly one of `events` and `sse` is needed";
            return Err(Failure::InvalidParams(message.to_owned()));
        }
        let mut updates = Vec::new();
        implementation
            .run(&mut session, run, &mut |update| updates.push(update))
            .map_err(Failure::Internal)?;
        let standing = implementation.standing(&session);
        let mut result = ResultText::default();
        result.add_list("updates", &updates);
        result.add("messages", &standing.messages);
        result.add("state", &standing.state);
        for (name, list) in [
            ("reasoning", &standing.reasoning),
            ("subagents", &standing.subagents),
            ("interrupts", &standing.interrupts),
        ] {
            if let Some(list) = list {
                result.add(name, list);
            }
        }
        runs.push(result.finish());
    }
    let mut result = ResultText::default();
    result.add_list("runs", &runs);
    Ok(result.finish())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::answer_line;

    /// Tells what it was asked, and ends.
    struct Echo;

    impl AgUi for Echo {
        type Session = Vec<String>;

        fn implementation(&self) -> Implementation {
            Implementation::new("echo", "1")
        }

        fn profiles(&self) -> Vec<&'static str> {
            vec!["common"]
        }

        fn open(&mut self, params: &Params<'_>) -> Result<Vec<String>, String> {
            let Params {
                thread,
                verify,
                typed,
                detail,
                ..
            } = params;
            Ok(vec![format!("{thread} {verify} {typed} {detail:?}")])
        }

        fn run(
            &mut self,
            session: &mut Vec<String>,
            run: &RunParams<'_>,
            tell: &mut dyn FnMut(String),
        ) -> Result<(), String> {
            session.push(format!("{} {:?}", run.run, run.end));
            for event in run.events.iter().flatten() {
                tell(event.get().to_owned());
            }
            for piece in run.sse.iter().flatten() {
                session.push(format!("{:?}", piece.bytes()?));
            }
            Ok(())
        }

        fn standing(&mut self, session: &Vec<String>) -> Standing {
            Standing {
                messages: serde_json::to_string(session).unwrap(),
                state: "1e400".to_owned(),
                interrupts: Some("[]".to_owned()),
                ..Standing::default()
            }
        }
    }

    fn ask(params: &str) -> String {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ag-ui/run","params":{params}}}"#);
        answer_line(&mut Driver::new(Echo), &line).unwrap()
    }

    #[test]
    fn runs_are_made_in_one_session_and_told_of_each() {
        let answer = ask(
            r#"{"thread":"t","typed":true,"detail":"light","runs":[{"run":"r1","events":[1e400]},{"run":"r2","sse":["\u00e4",{"b64":"/w=="}],"end":"reset"}]}"#,
        );
        let first = r#"{"updates":[1e400],"messages":["t true true Light","r1 Eof"],"state":1e400,"interrupts":[]}"#;
        assert!(answer.contains(first), "{answer}");
        let second = r#""messages":["t true true Light","r1 Eof","r2 Reset","[195, 164]","[255]"]"#;
        assert!(answer.contains(second), "{answer}");
    }

    #[test]
    fn a_run_has_events_or_bytes() {
        for run in [r#"{"run":"r1"}"#, r#"{"run":"r1","events":[],"sse":[]}"#] {
            let answer = ask(&format!(r#"{{"thread":"t","runs":[{run}]}}"#));
            assert!(answer.contains("-32602"), "{answer}");
        }
    }
}
