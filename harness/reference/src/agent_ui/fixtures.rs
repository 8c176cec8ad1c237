//! The fixtures of the suite: what a driver registers with its implementation, and what they note.

use std::collections::BTreeMap;

use uiconform_driver::agent_ui::Behaviour;
use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agent_ui::{Call, Entry, Program, Renderer, Report};

/// The components and the actions of the suite.
pub(crate) fn program() -> Program {
    Program {
        components: vec![
            Entry {
                name: "fixture_panel".into(),
                fits: |_| Ok(()),
            },
            Entry {
                name: "fixture_strict".into(),
                fits: |props| {
                    let title = only(props, "title")?;
                    match title {
                        Value::String(_) => Ok(()),
                        _ => Err("`title` is a string".to_owned()),
                    }
                },
            },
        ],
        actions: vec![
            Entry {
                name: "fixture_zoom".into(),
                fits: |params| match only(params, "level")? {
                    Value::Number(level) if is_level(level) => Ok(()),
                    _ => Err("`level` is an integer from 0 to 22".to_owned()),
                },
            },
            Entry {
                name: "fixture_clear".into(),
                fits: |params| match params.as_object().is_some_and(Object::is_empty) {
                    true => Ok(()),
                    false => Err("there are no params".to_owned()),
                },
            },
        ],
    }
}

/// The only member of an object.
fn only<'v>(value: &'v Value, name: &str) -> Result<&'v Value, String> {
    match value.as_object() {
        Some(object) if object.len() == 1 => object.get(name),
        _ => None,
    }
    .ok_or_else(|| format!("expected an object with `{name}` and nothing else"))
}

fn is_level(level: &Number) -> bool {
    let is_up_to = |most: u64| level.cmp_value(&most.into()).is_le();
    level.is_integer() && !level.is_negative() && is_up_to(22)
}

/// The fixtures, which render nothing and note what they were called with.
#[derive(Debug, Default)]
pub(crate) struct Fixtures {
    pub(crate) calls: Vec<Call>,
    /// What they do in this phase, where it is not being done.
    behaviours: BTreeMap<String, Behaviour>,
}

impl Fixtures {
    /// Sets what they do.
    pub(crate) fn behave(&mut self, behaviours: &BTreeMap<String, Behaviour>) {
        self.behaviours.clone_from(behaviours);
    }
}

impl Renderer for Fixtures {
    fn render(&mut self, call: &Call) -> Report {
        self.calls.push(call.clone());
        let behaviour = call.id.as_str().and_then(|id| self.behaviours.get(id));
        behaviour.copied().map_or(Report::Done, report)
    }
}

/// What a renderer says that behaves so.
pub(crate) fn report(behaviour: Behaviour) -> Report {
    match behaviour {
        Behaviour::Done => Report::Done,
        Behaviour::Threw => Report::Threw("the fixture threw".to_owned()),
        Behaviour::Hold => Report::Held,
    }
}

/// The text of a string as JSON.
pub(crate) fn quoted(text: &JsonString) -> String {
    Value::from(text).to_text()
}
