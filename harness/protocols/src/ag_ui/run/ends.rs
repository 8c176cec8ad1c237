//! The start and the ends of a run.

use uiconform_json::JsonString;

use super::{Run, Stop};
use crate::ag_ui::{End, Error, ErrorKind, Finish, Id, Outcome, Result, Steps, Update};

impl<S: Steps + ?Sized> Run<'_, S> {
    pub(super) fn started(&mut self, thread: &Id, run: &Id) -> Result<()> {
        self.check(|steps, order, _| steps.start(order))?;
        self.identity(thread, run)?;
        self.order.started = true;
        Ok(())
    }

    pub(super) fn finished(&mut self, finish: Finish) -> Result<()> {
        let Finish {
            thread,
            run,
            result,
            outcome,
        } = finish;
        self.check(|steps, order, _| steps.finishing(order))?;
        self.identity(&thread, &run)?;
        if let Outcome::Interrupt(interrupts) = &outcome {
            // Whether or not the order is checked: there would be nothing to wait for.
            self.steps.interrupts(interrupts.len())?;
        }
        let end = self.steps.finish(result, &outcome);
        if let End::Interrupted { interrupts } = &end {
            self.close_all();
            self.steps.wait(self.session, interrupts);
            for interrupt in interrupts {
                self.tell(Update::Interrupt(interrupt));
            }
        }
        self.conclude(end);
        Ok(())
    }

    /// The agent says that the run failed, which it may do in the middle of anything.
    pub(super) fn failed(&mut self, message: JsonString, code: Option<JsonString>) {
        let error = Error::new(ErrorKind::Run, message.to_string());
        self.close_all();
        self.tell(Update::Error(&error));
        let end = self.steps.fail(&error, message, code);
        self.conclude(end);
    }

    /// The stream stopped before the run did.
    pub(super) fn cut_short(&mut self, stop: Stop) {
        let options = self.session.options;
        match self.steps.stop(&options, stop) {
            Some(error) => self.fail(error),
            None => self.conclude(End::Success { result: None }),
        }
    }

    /// Reports an error, which ends the run or not.
    pub(super) fn complain(&mut self, error: Error) {
        if self.steps.is_fatal(self.session.options.policy, &error) {
            self.fail(error);
        } else {
            self.tell(Update::Error(&error));
        }
    }

    /// Reports an error that ends the run.
    pub(super) fn fail(&mut self, error: Error) {
        self.close_all();
        self.tell(Update::Error(&error));
        let message = JsonString::from(error.text.clone());
        let end = self.steps.fail(&error, message, None);
        self.conclude(end);
    }

    /// Ends the run.
    fn conclude(&mut self, end: End) {
        self.close_all();
        let end = self.steps.end(self.session, end);
        self.is_over = true;
        self.tell(Update::Done(&end));
    }

    fn identity(&mut self, thread: &Id, run: &Id) -> Result<()> {
        let policy = self.session.options.policy;
        let expected = (&self.session.thread, &self.id);
        self.steps.identity(policy, expected, (thread, run))
    }
}
