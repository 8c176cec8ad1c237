//! The configuration of a sequence, drawn before it: what most sequences lack, some have plenty of.

use uiconform_json::JsonString;

use super::words;
use crate::Draw;

/// What a sequence is made of. Each has few names and few kinds of things, so that they meet each other.
#[derive(Clone, Debug)]
pub(in crate::agentue) struct Swarm {
    /// Weights of the kinds of events, as [`KINDS`] lists them.
    pub(super) kinds: [usize; KINDS],
    pub(super) ids: Vec<JsonString>,
    pub(super) names: Vec<&'static str>,
    pub(super) types: Vec<&'static str>,
    pub(super) keys: Vec<&'static str>,
    pub(super) pieces: Vec<&'static str>,
    pub(super) streams: Vec<Option<&'static str>>,
    /// Weights of the kinds of values: string, list, object, null, boolean, number.
    pub(super) values: [usize; 6],
    /// Levels that a value may nest.
    pub(super) depth: usize,
    /// In sixteenths: values that nest in very many levels.
    pub(super) deep: usize,
    /// In sixteenths: members that a mask does not select, and unknown ones.
    pub(super) extras: usize,
    /// In sixteenths: blocks that are references.
    pub(super) references: usize,
    /// In sixteenths: events with something wrong.
    pub(super) spoilt: usize,
    /// In sixteenths: values that readers of JSON understand differently.
    pub(super) odd: usize,
    /// In sixteenths: members of the envelope that change nothing.
    pub(super) adorned: usize,
    /// In sixteenths: models of version 1.0.
    pub(super) old: usize,
    /// In sixteenths: a `seq` that does not go on.
    pub(super) disordered: usize,
    /// In sixteenths: texts that are broken as JSON.
    pub(super) broken: usize,
    /// Events at most.
    pub(super) length: usize,
    /// Whether the events are sent as texts.
    pub(super) wire: bool,
    /// Whether the sequence begins with a model.
    pub(super) begun: bool,
}

/// Kinds of events: start, whole-block set, masked set of a block, of metadata, append, inserting append, error, ping, end.
pub(super) const KINDS: usize = 9;

/// How often each kind comes where all of them do.
const WEIGHTS: [usize; KINDS] = [2, 5, 6, 4, 7, 3, 2, 2, 2];

impl Swarm {
    /// Draws a configuration.
    pub(super) fn draw(draw: &mut Draw<'_>, routes: bool) -> Self {
        let mut kinds = WEIGHTS;
        // In half of the sequences some kinds are missing.
        if draw.chance(1, 2) {
            for kind in &mut kinds {
                *kind *= usize::from(draw.chance(5, 8));
            }
        }
        if kinds.iter().sum::<usize>() == 0 {
            kinds = WEIGHTS;
        }
        let group = draw.pick(words::IDENTIFIERS);
        let ids = draw.some(group);
        let mut names: Vec<&str> = vec!["content"];
        let pool = match draw.below(16) {
            0..=10 => words::NAMES,
            11..=13 => words::INHERITED,
            _ => words::ALIKE,
        };
        for _ in 0..draw.between(1, 4) {
            names.push(*draw.pick(pool));
        }
        Self {
            kinds,
            ids: ids.into_iter().map(|id| JsonString::from(*id)).collect(),
            names,
            types: few(draw, words::TYPES, 2),
            keys: few(draw, words::KEYS, 2),
            pieces: pieces(draw),
            streams: streams(draw, routes),
            values: {
                let mut values = [6, 4, 3, 2, 2, 3];
                if draw.chance(1, 2) {
                    values = values.map(|weight| weight * usize::from(draw.chance(1, 2)));
                }
                values
            },
            depth: *draw.pick(&[2, 1, 2, 3, 3, 2, 1, 4]),
            deep: usize::from(draw.chance(1, 12)),
            extras: *draw.pick(&[0, 2, 4, 8]),
            references: *draw.pick(&[0, 0, 2, 6]),
            spoilt: *draw.pick(&[0, 0, 3, 6, 10]),
            odd: usize::from(draw.chance(1, 16)),
            adorned: *draw.pick(&[0, 0, 4, 8]),
            old: *draw.pick(&[0, 0, 0, 6]),
            disordered: *draw.pick(&[0, 0, 0, 0, 0, 0, 0, 3]),
            broken: *draw.pick(&[0, 0, 4, 8]),
            length: *draw.pick(&[2, 3, 4, 6, 8, 12, 16, 24]),
            wire: draw.chance(1, 4),
            begun: draw.chance(3, 4),
        }
    }
}

/// Pieces of text: of one kind and few of them, or of all kinds.
fn pieces(draw: &mut Draw<'_>) -> Vec<&'static str> {
    let first = *draw.pick(words::PIECES);
    let mut pieces = few(draw, first, 4);
    if draw.chance(1, 3) {
        for _ in 0..3 {
            let other = *draw.pick(words::PIECES);
            pieces.push(*draw.pick(other));
        }
    }
    pieces
}

fn few<'w>(draw: &mut Draw<'_>, words: &[&'w str], most: usize) -> Vec<&'w str> {
    let count = draw.between(1, most);
    let mut few = vec![words[0]];
    few.extend((0..count).map(|_| *draw.pick(words)));
    few
}

/// The streams of a sequence; `None` is an event without `stream_id`.
fn streams(draw: &mut Draw<'_>, routes: bool) -> Vec<Option<&'static str>> {
    if !routes {
        return match draw.below(4) {
            0..=2 => vec![None],
            _ => vec![None, Some("s"), Some("")],
        };
    }
    let mut streams = vec![None, Some(""), Some("s")];
    let group = draw.pick(words::IDENTIFIERS);
    streams.extend(draw.some(group).into_iter().map(|name| Some(*name)));
    if draw.chance(1, 8) {
        streams.extend(LONG.iter().map(|name| Some(*name)));
    }
    let first = draw.below(streams.len());
    streams.rotate_left(first);
    streams.truncate(draw.between(2, 4));
    streams
}

/// Identifiers of up to 256 bytes that differ near their end.
const LONG: [&str; 3] = [
    concat!(
        "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss",
        "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss",
        "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss",
        "sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssa"
    ),
    concat!(
        "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss",
        "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss",
        "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss",
        "sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssb"
    ),
    "ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssb",
];
