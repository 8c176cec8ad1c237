//! What is wrong with an envelope, by the reading of the reference, and how binding that is.

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{Kind, Program, Reference, Refusal, Registry, Steps as _};

use super::looks;

/// An envelope beside a registry.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// Its kind, if it is known.
    pub(super) kind: Option<Kind>,
    /// Requirements by which it must not be rendered.
    pub(super) must_not: Vec<&'static str>,
    /// Requirements by which it should not be.
    pub(super) should_not: Vec<&'static str>,
    /// What may become of it if there are none of both.
    pub(super) else_: Else,
    /// Whether a registry is loaded: without one, whatever comes may wait.
    pub(super) is_loaded: bool,
}

/// What may become of an envelope in which nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Else {
    /// It is rendered, by that requirement.
    Rendered(&'static str),
    /// It is rendered with exactly what it has, or not at all, by the first; that it is rendered is advised by the second.
    VerbatimOrNot(&'static str, Option<&'static str>),
    /// The same, and what is rendered may lack members and elements.
    InPartOrNot(&'static str, Option<&'static str>),
    /// Whatever: it has values that readers of JSON understand differently.
    Anything,
}

/// Levels that every reader should take.
pub(super) const DEPTH: usize = 30;

/// Requirements that are advice.
const ADVICE: [&str; 6] = [
    "AUI-3-11", "AUI-3-12", "AUI-3-13", "AUI-3-14", "AUI-3-20", "AUI-4-19",
];

impl Verdict {
    /// Judges an envelope.
    pub(super) fn of(envelope: &Value, registry: Option<&Registry>) -> Self {
        let mut verdict = Self {
            kind: None,
            must_not: Vec::new(),
            should_not: Vec::new(),
            else_: Else::Anything,
            is_loaded: registry.is_some(),
        };
        let steps = &mut Reference;
        let object = match steps.object(envelope) {
            Ok(object) => object,
            Err(refusal) => {
                verdict.must_not.push(refusal.rule);
                return verdict;
            }
        };
        match steps.kind(&object) {
            Ok(kind) => {
                verdict.kind = Some(kind);
                verdict.of_kind(kind, &object, registry);
            }
            Err(refusal) => verdict.must_not.push(refusal.rule),
        }
        verdict
    }

    fn of_kind(&mut self, kind: Kind, envelope: &Object, registry: Option<&Registry>) {
        let steps = &mut Reference;
        let fallback = steps.fallback_text(envelope);
        self.note(fallback.as_ref().err());
        self.note(steps.version(kind, envelope).err().as_ref());
        self.note(steps.surface(kind, envelope).err().as_ref());
        let name = match kind {
            Kind::Chart => steps.grammar(envelope),
            Kind::Component | Kind::MapAction => steps.name(kind, envelope),
        };
        self.note(name.as_ref().err());
        let value = steps.payload(kind, envelope);
        self.note(value.as_ref().err());
        self.note(steps.data(kind, envelope).err().as_ref());
        let program = uiconform_reference::agent_ui_program();
        if let (Ok(name), Some(registry)) = (&name, registry) {
            self.of_name(kind, name, registry, program, value.as_ref().ok());
        }
        self.else_ = match kind {
            Kind::Chart if registry.is_none_or(|registry| !lists_grammar(registry)) => {
                Else::InPartOrNot("AUI-4-17", None)
            }
            // Whatever else is wrong, nothing is rendered by it yet.
            _ if registry.is_none() => {
                self.should_not.push("AUI-4-15");
                Else::Anything
            }
            _ => looks::of(kind, envelope),
        };
        if crate::lossy::is_read_differently(&Value::from(envelope.clone()), DEPTH) {
            self.else_ = Else::Anything;
        }
    }

    /// Looks up a name, and lets what bears it judge the value.
    fn of_name(
        &mut self,
        kind: Kind,
        name: &JsonString,
        registry: &Registry,
        program: &Program,
        value: Option<&Value>,
    ) {
        let steps = &mut Reference;
        if kind == Kind::Chart {
            // Whether the registry decides about charts is open.
            return;
        }
        self.note(steps.listed(kind, name, registry).err().as_ref());
        match steps.entry(kind, name, program) {
            Ok(entry) => {
                if let Some(value) = value {
                    self.note(steps.fits(kind, &entry, value).err().as_ref());
                }
            }
            Err(refusal) if self.must_not.is_empty() => self.note(Some(&refusal)),
            Err(_) => {}
        }
    }

    fn note(&mut self, refusal: Option<&Refusal>) {
        let Some(refusal) = refusal else { return };
        match ADVICE.contains(&refusal.rule) {
            true => self.should_not.push(refusal.rule),
            false => self.must_not.push(refusal.rule),
        }
    }

    /// Whether it may be rendered, be that advised against.
    pub(super) fn may_be_rendered(&self) -> bool {
        self.must_not.is_empty()
    }

    /// What kind of input it is, for people.
    pub(super) fn word(&self) -> &'static str {
        match self.kind {
            None => "envelope of no kind",
            Some(Kind::Component) => "component",
            Some(Kind::Chart) => "chart",
            Some(Kind::MapAction) => "map action",
        }
    }
}

fn lists_grammar(registry: &Registry) -> bool {
    registry
        .grammars
        .iter()
        .any(|grammar| *grammar == "echarts-safe-subset")
}
