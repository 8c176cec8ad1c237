//! Whether the updates of a run are those that a case lists, in their order.

use std::collections::HashSet;

use uiconform_json::{Array, Object, Pointer, Value};

use super::after::within;
use super::body::Profile;
use super::update::{self, Element, Kind, is_many, plain, text};
use crate::values::matches;
use crate::wrong::Wrong;

/// An update that is listed.
struct Item {
    kind: Kind,
    written: Value,
    optional: bool,
}

/// What comes at one place of a list: one item, or several in any order.
type Group = Vec<Item>;

/// How far a list has been matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The group that is next.
    group: usize,
    /// Those of its items that have come, a bit for each.
    came: u64,
    /// Updates that are matched.
    matched: usize,
}

/// A state that was reached.
struct Reached {
    state: State,
    /// Where from; the beginning comes from itself.
    from: usize,
    /// Where numbers agree only as binary64 in the update that led here.
    lossy: Vec<Pointer>,
}

/// Checks the updates of a run. Gives places where numbers agree only as binary64.
///
/// With `ends_alone`, only errors and the done are looked at, in the list as in the answer.
pub(super) fn check(
    profile: &Profile,
    listed: &[Element],
    updates: &[&Value],
    ends_alone: bool,
) -> Result<Vec<Pointer>, Wrong> {
    let mut groups: Vec<Group> = listed.iter().flat_map(groups).collect();
    let is_end = |kind: Kind| matches!(kind, Kind::Error | Kind::Done);
    if ends_alone {
        for group in &mut groups {
            group.retain(|item| is_end(item.kind));
        }
        groups.retain(|group| !group.is_empty());
    }
    let classes: Option<Vec<&str>> = profile.about().map(|about| {
        let items = groups.iter().flatten();
        let named = items.map(|item| item.kind.class(text(&item.written, "change")));
        about.iter().copied().chain(named).collect()
    });
    let is_looked_at = |update: &&&Value| {
        // What is not known means nothing to a judge.
        Kind::of(update).is_some_and(|kind| {
            let class = kind.class(text(update, "change"));
            let is_asked_for = classes.as_ref().is_none_or(|all| all.contains(&class));
            is_asked_for && (!ends_alone || is_end(kind))
        })
    };
    let looked_at: Vec<&Value> = updates.iter().filter(is_looked_at).copied().collect();
    search(&groups, &looked_at).map_err(|state| wrong(listed, &groups, &looked_at, state))
}

fn groups(element: &Element) -> Vec<Group> {
    let item = |written: &update::Written, optional| Item {
        kind: written.kind,
        written: written.value(),
        optional,
    };
    match element {
        Element::One(written) => vec![vec![item(written, false)]],
        Element::Optional(written) => vec![vec![item(written, true)]],
        Element::Copies(written, times) => (0..*times)
            .map(|index| {
                let written_out = written.copy(index);
                vec![Item {
                    written: written_out,
                    ..item(written, false)
                }]
            })
            .collect(),
        Element::AnyOrder(elements) => {
            vec![elements.iter().flat_map(groups).flatten().collect()]
        }
    }
}

/// Looks for a way to match all of a list with all updates; if there is none, gives the state that came furthest.
fn search(groups: &[Group], updates: &[&Value]) -> Result<Vec<Pointer>, State> {
    let start = State {
        group: 0,
        came: 0,
        matched: 0,
    };
    let mut reached = vec![Reached {
        state: start,
        from: 0,
        lossy: Vec::new(),
    }];
    let mut known: HashSet<State> = HashSet::from([start]);
    let mut furthest = start;
    let mut next = vec![0];
    while let Some(at) = next.pop() {
        let state = reached[at].state;
        if state.group == groups.len() && state.matched == updates.len() {
            return Ok(lossy(&reached, at));
        }
        if (state.matched, state.group) > (furthest.matched, furthest.group) {
            furthest = state;
        }
        for (state, lossy) in successors(groups, updates, state) {
            if known.insert(state) {
                next.push(reached.len());
                reached.push(Reached {
                    state,
                    from: at,
                    lossy,
                });
            }
        }
    }
    Err(furthest)
}

/// The states that follow, the likeliest last.
fn successors(groups: &[Group], updates: &[&Value], state: State) -> Vec<(State, Vec<Pointer>)> {
    let mut found = Vec::new();
    let update = updates.get(state.matched);
    if let (Some(update), Some(next)) = (update, updates.get(state.matched + 1))
        && is_tolerated(update, next)
    {
        let skipped = State {
            matched: state.matched + 1,
            ..state
        };
        found.push((skipped, Vec::new()));
    }
    let Some(group) = groups.get(state.group) else {
        return found;
    };
    let has_come = |index: usize| state.came & (1 << index) != 0;
    let is_over = |(index, item): (usize, &Item)| item.optional || has_come(index);
    if group.iter().enumerate().all(is_over) {
        let after = State {
            group: state.group + 1,
            came: 0,
            matched: state.matched,
        };
        found.push((after, Vec::new()));
    }
    let Some(update) = update else {
        return found;
    };
    for (index, item) in group.iter().enumerate() {
        if has_come(index) && !is_many(&item.written) {
            continue;
        }
        let seen = update::seen(item.kind, &item.written, update);
        if let Some(lossy) = matches(&item.written, &seen) {
            let place = Pointer::root().join("updates").join(state.matched);
            let matched = State {
                came: state.came | 1 << index,
                matched: state.matched + 1,
                ..state
            };
            found.push((matched, within(&place, lossy)));
        }
    }
    found
}

/// All that was noted on the way to a state.
fn lossy(reached: &[Reached], mut at: usize) -> Vec<Pointer> {
    let mut all = Vec::new();
    while at != 0 {
        all.extend(reached[at].lossy.iter().cloned());
        at = reached[at].from;
    }
    all.reverse();
    all
}

/// A start of a message is tolerated before a call of it.
fn is_tolerated(update: &Value, next: &Value) -> bool {
    Kind::of(update) == Some(Kind::Message)
        && text(update, "change") == Some("started")
        && text(next, "change") == Some("tool_started")
        && update.get("id") == next.get("id")
}

/// Says where the updates leave the list.
fn wrong(listed: &[Element], groups: &[Group], updates: &[&Value], state: State) -> Wrong {
    let expected: Vec<&Item> = groups
        .get(state.group)
        .into_iter()
        .flatten()
        .enumerate()
        .filter(|(index, _)| state.came & (1 << index) == 0)
        .map(|(_, item)| item)
        .collect();
    let expected_texts: Vec<String> = expected.iter().map(|item| item.written.to_text()).collect();
    let wanted = match expected_texts.as_slice() {
        [] => "no more".to_owned(),
        texts => texts.join(" or "),
    };
    // In the words of the first that is expected, if it is of that kind, and so with the member that makes the difference.
    let came = updates
        .get(state.matched)
        .map(|update| match expected.first() {
            Some(item) if Kind::of(update) == Some(item.kind) => {
                update::seen(item.kind, &item.written, update)
            }
            _ => plain(update),
        });
    let message = match &came {
        Some(came) => format!(
            "update {} is {}; expected {wanted}",
            state.matched + 1,
            came.to_text()
        ),
        None => format!(
            "after {} updates there are no more; expected {wanted}",
            updates.len()
        ),
    };
    let list: Array = listed.iter().map(as_given).collect();
    let got = updates
        .iter()
        .enumerate()
        .map(|(index, update)| match &came {
            Some(came) if index == state.matched => came.clone(),
            _ => plain(update),
        });
    Wrong::new(message).lists(&list.into(), &got.collect::<Array>().into())
}

/// An element as it is written.
fn as_given(element: &Element) -> Value {
    let object = |name: &str, value: Value| Object::from_iter([(name, value)]).into();
    match element {
        Element::One(written) => written.as_given().clone(),
        Element::Optional(written) => object("optional", written.as_given().clone()),
        Element::Copies(written, times) => Object::from_iter([
            ("times", (*times).into()),
            ("update", written.as_given().clone()),
        ])
        .into(),
        Element::AnyOrder(elements) => {
            let list: Array = elements.iter().map(as_given).collect();
            object("any_order", list.into())
        }
    }
}
