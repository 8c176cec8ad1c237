//! Whether updates are those that a case writes, in order.

use uiconform_json::{Object, Value};

use crate::cases::{expand, list};
use crate::compare::{are_messages, has, is, is_message};

/// An element of the list that a case writes.
#[derive(Clone)]
enum Element {
    One(Object),
    Optional(Box<Element>),
    AnyOrder(Vec<Element>),
}

fn element(value: &Value) -> Vec<Element> {
    if let Some(optional) = value.get("optional") {
        let mut inner = element(optional);
        return vec![Element::Optional(Box::new(inner.remove(0)))];
    }
    if let Some(any_order) = value.get("any_order") {
        let elements = list(Some(any_order)).iter().flat_map(element).collect();
        return vec![Element::AnyOrder(elements)];
    }
    if let (Some(times), Some(update)) = (value.get("times"), value.get("update")) {
        let times = times.as_number().and_then(|times| times.to_u64()).unwrap();
        return (0..times)
            .flat_map(|index| element(&expand(update, Some(index))))
            .collect();
    }
    vec![Element::One(value.as_object().unwrap().clone())]
}

/// The kind of a written update, as drivers name it.
fn kind(element: &Object) -> &'static str {
    for (member, kind) in [
        ("message", "message"),
        ("messages", "messages"),
        ("state", "state"),
        ("reasoning", "reasoning"),
        ("interrupt", "interrupt"),
        ("subagent", "subagent"),
        ("error", "error"),
        ("done", "done"),
    ] {
        if element.contains(member) {
            return kind;
        }
    }
    panic!("{element:?} is no update")
}

fn text<'v>(value: &'v Value, member: &str) -> Option<&'v str> {
    value.get(member).and_then(Value::as_str)
}

/// A kind, activities apart from other messages.
fn class(kind: &str, change: Option<&str>) -> String {
    match (kind, change) {
        ("message", Some("activity")) => "activity".to_owned(),
        _ => kind.to_owned(),
    }
}

fn classes(elements: &[Element], found: &mut Vec<String>) {
    for element in elements {
        match element {
            Element::One(one) => {
                let change = one.get("change").and_then(Value::as_str);
                found.push(class(kind(one), change));
            }
            Element::Optional(one) => classes(std::slice::from_ref(one), found),
            Element::AnyOrder(all) => classes(all, found),
        }
    }
}

/// What the list of a profile is about; none is everything.
fn about(profile: &str) -> Option<&'static [&'static str]> {
    match profile {
        "subagents" => Some(&["subagent"]),
        "interrupts" => Some(&["interrupt", "done"]),
        "reasoning" => Some(&["reasoning"]),
        "activity" => Some(&["activity", "error"]),
        "typed-state" => Some(&["state", "error"]),
        "error-kinds" => Some(&["error"]),
        _ => None,
    }
}

/// Whether updates are those that are written.
pub(crate) fn are(profile: &str, expected: &Value, got: &[Value]) -> bool {
    let elements: Vec<Element> = list(Some(expected)).iter().flat_map(element).collect();
    let mut got = got.to_vec();
    if let Some(about) = about(profile) {
        let mut kept: Vec<String> = about.iter().map(|&class| class.to_owned()).collect();
        classes(&elements, &mut kept);
        // A done that is not named is judged by what stands after the run.
        got.retain(|update| {
            let class = class(
                text(update, "update").unwrap_or_default(),
                text(update, "change"),
            );
            kept.contains(&class)
        });
        if profile == "interrupts" && !elements.iter().any(is_done) {
            got.retain(|update| text(update, "update") != Some("done"));
        }
    }
    fit(&elements, &got)
}

fn is_done(element: &Element) -> bool {
    matches!(element, Element::One(one) if one.contains("done"))
}

fn fit(elements: &[Element], got: &[Value]) -> bool {
    let Some((first, rest)) = elements.split_first() else {
        return got.is_empty();
    };
    let fits = match first {
        Element::Optional(inner) => {
            fit(rest, got) || fit(&[&[(**inner).clone()], rest].concat(), got)
        }
        Element::AnyOrder(all) if all.is_empty() => fit(rest, got),
        Element::AnyOrder(all) => (0..all.len()).any(|place| {
            let mut others = all.clone();
            let one = others.remove(place);
            fit(&[&[one, Element::AnyOrder(others)], rest].concat(), got)
        }),
        Element::One(one) => (1..=most(one, got)).any(|count| {
            got[..count].iter().all(|update| is_update(one, update)) && fit(rest, &got[count..])
        }),
    };
    fits || is_tolerated(got) && fit(elements, &got[1..])
}

/// How many updates one element may stand for.
fn most(element: &Object, got: &[Value]) -> usize {
    let many = element
        .get("error")
        .is_some_and(|error| error.as_str() != Some("one"));
    if many { got.len() } else { got.len().min(1) }
}

/// A start of the message is tolerated before a call of it.
fn is_tolerated(got: &[Value]) -> bool {
    let [first, second, ..] = got else {
        return false;
    };
    text(first, "change") == Some("started")
        && text(second, "change") == Some("tool_started")
        && text(first, "update") == Some("message")
        && first.get("id") == second.get("id")
}

fn is_update(expected: &Object, got: &Value) -> bool {
    let kind = kind(expected);
    if text(got, "update") != Some(kind) {
        return false;
    }
    let names = |member: &str, got: Option<&Value>| is(expected.get(member), got);
    let same = |members: &[&str]| {
        members
            .iter()
            .all(|member| !expected.contains(member) || names(member, got.get(member)))
    };
    let shows = |shown: &str| match expected.get("as").and_then(Value::as_object) {
        Some(members) => got.get(shown).is_some_and(|shown| has(members, shown)),
        None => true,
    };
    match kind {
        "message" => {
            names("message", got.get("id"))
                && same(&["change", "delta", "tool", "name", "index"])
                && expected.get("as").is_none_or(|members| {
                    got.get("message")
                        .is_some_and(|message| is_message(members, message, false))
                })
        }
        "messages" => are_messages(
            &expected.get("messages").unwrap().clone(),
            got.get("messages"),
            false,
        ),
        "state" => names("state", got.get("state")),
        "reasoning" => names("reasoning", got.get("id")) && same(&["change", "delta", "text"]),
        "interrupt" => {
            let interrupt = got.get("interrupt");
            names(
                "interrupt",
                interrupt.and_then(|interrupt| interrupt.get("id")),
            ) && shows("interrupt")
        }
        "subagent" => {
            let subagent = got.get("subagent");
            names("subagent", subagent.and_then(|subagent| subagent.get("id")))
                && same(&["change"])
                && shows("subagent")
        }
        "error" => match expected.get("error").and_then(Value::as_str) {
            Some("one" | "some") => true,
            kind => text(got, "kind") == kind,
        },
        _ => is_end(expected.get("done").unwrap(), got),
    }
}

/// Whether a run ended as it is written: a word, or an object.
pub(crate) fn is_end(expected: &Value, got: &Value) -> bool {
    match expected {
        Value::String(_) => is(Some(expected), got.get("end")),
        Value::Object(object) if object.contains("$any") => true,
        Value::Object(object) => object.iter().all(|(name, value)| match name.as_str() {
            // What a result of null is told apart from is for the case to say.
            Some("result") if value.is_null() => got.get("result").is_some_and(Value::is_null),
            Some("interrupts") => crate::compare::match_in_any_order(
                &list(Some(value)),
                &list(got.get("interrupts")),
                &|expected, got| expected == got,
            ),
            Some(name) => is(Some(value), got.get(name)),
            None => false,
        }),
        _ => false,
    }
}
