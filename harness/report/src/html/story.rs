//! What the page tells of a case beside its verdicts: why it is, and what goes in and comes out.

use serde::Serialize;
use uiconform_catalogue::{Case, Catalogue};
use uiconform_json::{Value, differences};

use super::layout::layout;
use super::pool::Pool;
use super::visible::visible;
use crate::story::named_values;

/// Members of a case that the page shows elsewhere.
const ELSEWHERE: [&str; 7] = [
    "name",
    "requirements",
    "level",
    "why",
    "asks",
    "twin",
    "differs_at",
];

/// Places at which a case differs from its twin that are shown.
const PLACES: usize = 3;

/// Characters of a value at such a place.
const VALUE: usize = 200;

/// Bytes of a value of the file that are shown.
const LARGEST: usize = 16 * 1024;

/// A case as its file has it.
#[derive(Serialize)]
pub(super) struct Story {
    topic: usize,
    place: String,
    /// The case, laid out.
    source: String,
    /// What the names in it stand for: name and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    named: Vec<(String, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twin: Option<String>,
    /// How it differs from its twin: place, value here, value there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    apart: Vec<(String, String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    derived: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    canary: bool,
}

impl Story {
    pub(super) fn of(case: &Case, catalogue: &Catalogue, strings: &mut Pool) -> Self {
        let twin = case.twin.as_ref();
        let apart = twin
            .and_then(|id| catalogue.case(id))
            .map_or_else(Vec::new, |twin| apart(case, twin));
        Self {
            topic: strings.add(&case.topic),
            place: case.place.to_string(),
            source: source(case.source.value()),
            named: named_values(case)
                .into_iter()
                .map(|(name, value)| (visible(&name), strings.add(&shown(value))))
                .collect(),
            twin: twin.map(ToString::to_string),
            apart,
            derived: case
                .derived
                .as_ref()
                .map(|derived| derived.from.to_string()),
            canary: case.canary,
        }
    }
}

fn source(case: &Value) -> String {
    let Some(object) = case.as_object() else {
        return shown(case);
    };
    let is_elsewhere = |name: &uiconform_json::JsonString| {
        name.as_str().is_some_and(|name| ELSEWHERE.contains(&name))
    };
    let rest: uiconform_json::Object = object
        .iter()
        .filter(|(name, _)| !is_elsewhere(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    shown(&rest.into())
}

fn shown(value: &Value) -> String {
    let text = layout(value);
    match text.char_indices().find(|(at, _)| *at >= LARGEST) {
        Some((end, _)) => {
            let left = text.len() - end;
            format!("{}… ({left} more bytes)", visible(&text[..end]))
        }
        None => visible(&text),
    }
}

fn apart(case: &Case, twin: &Case) -> Vec<(String, String, String)> {
    let (own, other) = (case.exercise.input(), twin.exercise.input());
    let found = differences(&other, &own, PLACES);
    let text = |value: Option<&Value>| match value {
        Some(value) => super::visible::name(&value.to_text(), VALUE),
        None => "nothing".to_owned(),
    };
    let places = found.iter().map(|one| {
        let place = visible(&one.pointer.to_string());
        (place, text(one.got), text(one.expected))
    });
    places.collect()
}
