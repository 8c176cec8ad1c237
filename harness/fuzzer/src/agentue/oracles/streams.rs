//! Properties of a router: streams do not know of each other.

use std::collections::BTreeSet;

use uiconform_json::{JsonString, Object, Value};

use crate::agentue::expect::{self, Read};
use crate::agentue::probe::Related;
use crate::agentue::sequence::{Method, Sequence};
use crate::agentue::world::stream_of;

/// However they are interleaved, each stream ends as its own events make it (4.2).
pub(in crate::agentue) fn alone(sequence: &Sequence) -> Vec<Related> {
    if sequence.method != Method::Route {
        return Vec::new();
    }
    let streams: Option<Vec<JsonString>> = sequence
        .inputs
        .iter()
        .map(|input| match expect::read(&input.text()) {
            Read::Event(event) => stream_of(&event),
            Read::Open(stream) => stream,
            Read::Refused(_) => None,
        })
        .collect();
    // An event whose stream cannot be told may be of any.
    let Some(streams) = streams else {
        return Vec::new();
    };
    let names: BTreeSet<&JsonString> = streams.iter().collect();
    if names.len() < 2 {
        return Vec::new();
    }
    names
        .into_iter()
        .map(|name| {
            let places: Vec<usize> = (0..streams.len())
                .filter(|at| streams[*at] == *name)
                .collect();
            let name = name.clone();
            Related {
                oracle: "interleaving",
                requirement: "AUE-4.2-13",
                message: "by itself, a stream ends otherwise than among others",
                sequence: Sequence {
                    inputs: places
                        .iter()
                        .map(|at| sequence.inputs[*at].clone())
                        .collect(),
                    ..sequence.clone()
                },
                verdicts: places
                    .into_iter()
                    .enumerate()
                    .map(|(second, first)| (first, second))
                    .collect(),
                result: Box::new(move |models| {
                    let own = models.as_object().and_then(|models| models.get_name(&name));
                    let own = own.map(|model| (name.clone(), model.clone()));
                    Value::from(own.into_iter().collect::<Object>())
                }),
            }
        })
        .collect()
}
