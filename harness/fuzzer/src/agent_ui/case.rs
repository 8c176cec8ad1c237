//! One thing to try: a script, and a property that relates it to others.

use uiconform_json::Value;

use super::expect::Zone;
use super::probe::Probe;
use super::script::{Profile, Script};
use super::{generate, told};
use crate::Draw;

/// What is tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What happens.
    pub script: Script,
    /// What is asked besides.
    pub probe: Probe,
}

impl Case {
    /// Draws one, for one of these profiles: records are asked for most often, since nothing but them is seen over a reload.
    pub(super) fn draw(draw: &mut Draw<'_>, profiles: &[Profile]) -> Self {
        let weights: Vec<usize> = profiles
            .iter()
            .map(|profile| match profile {
                Profile::Frontend => 5,
                Profile::Records => 7,
                Profile::Sse => 5,
            })
            .collect();
        let profile = profiles.get(draw.weighted(&weights));
        let profile = profile.copied().unwrap_or(Profile::Frontend);
        let probe = Probe::draw(draw, profile == Profile::Sse);
        Self {
            script: generate::script(draw, profile),
            probe,
        }
    }

    pub(super) fn to_value(&self) -> Value {
        let mut value = self.script.to_value();
        value.insert("probe", self.probe.name());
        value.insert("salt", self.probe.salt);
        value.into()
    }

    pub(super) fn from_value(value: &Value) -> Option<Self> {
        let name = value.get("probe")?.as_str()?;
        let salt = value.get("salt")?.as_number()?.to_u64()?;
        Some(Self {
            script: Script::from_value(value)?,
            probe: Probe::named(name, salt)?,
        })
    }
}

/// A script without what lies beyond a zone. What is shown again stays: it is the application's own.
pub(super) fn within(mut script: Script, zone: Zone) -> Script {
    // What is left may be judged otherwise without the rest.
    loop {
        let told = told::tell(&script);
        let mut is_done = true;
        for (at, phase) in told.phases.iter().enumerate().rev() {
            let beyond = |step: &&told::Step| step.zone() > zone && step.word != "part of an event";
            let beyond = phase.steps.iter().rev().filter(beyond);
            if let Some(input) = beyond.filter_map(|step| step.input).next() {
                script.phases[at].inputs.remove(input);
                is_done = false;
            }
        }
        if is_done {
            return script;
        }
    }
}
