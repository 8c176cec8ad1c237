//! Faults in what the registry allows (Registry).

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agent_ui::{
    Became, Entry, Kind, Program, Reference, Refusal, Registry, Steps as _,
};

use super::{ANY, faults};

/// Allows a name that is not listed if so.
fn listed_or(so: bool, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
    if so {
        Ok(())
    } else {
        Reference.listed(kind, name, registry)
    }
}

/// An entry that takes anything.
fn any(name: &JsonString) -> Entry {
    Entry {
        name: name.clone(),
        fits: |_: &Value| Ok(()),
    }
}

faults! {
    "components-need-no-list" aims ["AUI-4-02"] in ANY
    "Renders components that the registry does not list." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            listed_or(kind == Kind::Component, kind, name, registry)
        }
    }

    "some-components-are-all" aims ["AUI-4-02"] in ANY
    "Renders every component once the registry lists one." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            let lists_some = !registry.components.is_empty();
            listed_or(kind == Kind::Component && lists_some, kind, name, registry)
        }
    }

    "no-components-are-all" aims ["AUI-4-02"] in ANY
    "Renders every component where the registry lists none." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            let lists_none = registry.components.is_empty();
            listed_or(kind == Kind::Component && lists_none, kind, name, registry)
        }
    }

    "unknown-components-are-rendered" aims ["AUI-4-02", "AUI-4-06"] in ANY
    "Hands a component that nobody knows to a renderer of all." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            listed_or(kind == Kind::Component, kind, name, registry)
        }
        fn entry(&mut self, kind: Kind, name: &JsonString, program: &Program) -> Result<Entry, Refusal> {
            Reference.entry(kind, name, program).or_else(|why| match kind {
                Kind::Component => Ok(any(name)),
                _ => Err(why),
            })
        }
    }

    "unlisted-components-show-a-notice" aims ["AUI-4-03"] in ANY
    "Shows a notice in place of a component that is not listed." => {
        fn instead(&mut self, kind: Option<Kind>, refusal: &Refusal, fallback: Option<&JsonString>) -> Became {
            match (kind, refusal.rule) {
                (Some(Kind::Component), "AUI-4-02") => Became::Fallback("There is no such component.".into()),
                _ => Reference.instead(kind, refusal, fallback),
            }
        }
    }

    "actions-need-no-list" aims ["AUI-4-04"] in ANY
    "Performs actions that the registry does not list." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            listed_or(kind == Kind::MapAction, kind, name, registry)
        }
    }

    "some-actions-are-all" aims ["AUI-4-04"] in ANY
    "Performs every action once the registry lists one." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            let lists_some = !registry.actions.is_empty();
            listed_or(kind == Kind::MapAction && lists_some, kind, name, registry)
        }
    }

    "unknown-actions-are-performed" aims ["AUI-4-04", "AUI-4-07"] in ANY
    "Hands an action that nobody knows to the map." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            listed_or(kind == Kind::MapAction, kind, name, registry)
        }
        fn entry(&mut self, kind: Kind, name: &JsonString, program: &Program) -> Result<Entry, Refusal> {
            Reference.entry(kind, name, program).or_else(|why| match kind {
                Kind::MapAction => Ok(any(name)),
                _ => Err(why),
            })
        }
    }

    "unlisted-actions-are-errors" aims ["AUI-4-05"] in ANY
    "Says that an action which is not listed threw." => {
        fn instead(&mut self, kind: Option<Kind>, refusal: &Refusal, fallback: Option<&JsonString>) -> Became {
            match (kind, refusal.rule) {
                (Some(Kind::MapAction), "AUI-4-04") => Became::Error(refusal.to_string()),
                _ => Reference.instead(kind, refusal, fallback),
            }
        }
    }

    "one-list-for-all" aims ["AUI-4-08"] in ANY
    "Finds a name in either list of the registry." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            let is_listed = registry.components.contains(name) || registry.actions.contains(name);
            listed_or(is_listed, kind, name, registry)
        }
    }

    "one-table-for-all" aims ["AUI-4-08"] in ANY
    "Finds components and actions in one table, and in either list." => {
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            let is_listed = registry.components.contains(name) || registry.actions.contains(name);
            listed_or(is_listed, kind, name, registry)
        }
        fn entry(&mut self, kind: Kind, name: &JsonString, program: &Program) -> Result<Entry, Refusal> {
            let mut all = program.components.iter().chain(&program.actions);
            match all.find(|entry| entry.name == *name) {
                Some(_) => Ok(any(name)),
                None => Reference.entry(kind, name, program),
            }
        }
    }

    "what-is-listed-is-rendered" aims ["AUI-4-24"] in ANY
    "Says that it has rendered whatever the registry lists." => {
        fn entry(&mut self, kind: Kind, name: &JsonString, program: &Program) -> Result<Entry, Refusal> {
            Ok(Reference.entry(kind, name, program).unwrap_or_else(|_| any(name)))
        }
    }

    "the-first-registry-counts" aims ["AUI-4-14"] in ANY
    "Keeps the first registry that it has loaded." => {
        fn registry(&mut self, before: Option<&Registry>, now: Option<Registry>) -> Option<Registry> {
            before.cloned().or(now)
        }
    }

    "registries-only-shrink" aims ["AUI-4-14"] in ANY { loaded: bool }
    "Takes names away from the registry, and adds none." => {
        fn begin(&mut self) {
            self.loaded = false;
        }
        fn registry(&mut self, before: Option<&Registry>, now: Option<Registry>) -> Option<Registry> {
            if !std::mem::replace(&mut self.loaded, true) {
                return now;
            }
            let before = before.cloned().unwrap_or_default();
            let now = now.unwrap_or_default();
            let both = |before: Vec<JsonString>, now: Vec<JsonString>| {
                before.into_iter().filter(|name| now.contains(name)).collect()
            };
            Some(Registry {
                components: both(before.components, now.components),
                actions: both(before.actions, now.actions),
                grammars: both(before.grammars, now.grammars),
            })
        }
    }

    "a-registry-counts-once" aims ["AUI-4-14"] in ANY { changes: u32 }
    "Forgets a registry when another one is loaded, and takes none then." => {
        fn begin(&mut self) {
            self.changes = 0;
        }
        fn registry(&mut self, _before: Option<&Registry>, now: Option<Registry>) -> Option<Registry> {
            self.changes += 1;
            now.filter(|_| self.changes == 1)
        }
    }

    "nothing-is-forbidden-without-a-registry" aims ["AUI-4-15"] in ANY
    "Renders everything while no registry is loaded." => {
        fn unloaded(&mut self, _kind: Kind, _name: &JsonString) -> Result<(), Refusal> {
            Ok(())
        }
    }
}
