//! The state, raw and typed.

use uiconform_json::{Array, Value};

use super::Run;
use crate::ag_ui::{Result, Steps, Update, patch};

impl<S: Steps + ?Sized> Run<'_, S> {
    pub(super) fn state_snapshot(&mut self, snapshot: Value) -> Result<()> {
        self.steps.state_snapshot(&mut self.session.state, snapshot);
        self.tell_state()
    }

    pub(super) fn state_delta(&mut self, operations: &Array) -> Result<()> {
        patch::apply(self.steps, &mut self.session.state, operations)
            .map_err(|reason| reason.within("state patch failed"))?;
        self.tell_state()
    }

    /// Tells of the state as the type that the application chose. Where it does not fit, the raw one is what the agent says all the
    /// same.
    fn tell_state(&mut self) -> Result<()> {
        let state_type = self.session.options.state_type;
        self.steps.fits(state_type, &mut self.session.state)?;
        self.steps
            .tell(Update::State(&self.session.state), self.out);
        Ok(())
    }
}
