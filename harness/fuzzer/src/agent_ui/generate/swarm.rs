//! The configuration of a script, drawn before it: what most scripts lack, some have plenty of.

use super::words;
use crate::Draw;
use crate::agent_ui::script::Profile;

/// What a script is made of. Each has few names and few kinds of things, so that they meet each other.
#[derive(Clone, Debug)]
pub(super) struct Swarm {
    /// Weights of components, charts, map actions.
    pub(super) kinds: [usize; 3],
    pub(super) ids: Vec<&'static str>,
    pub(super) sessions: Vec<&'static str>,
    pub(super) pieces: Vec<&'static str>,
    pub(super) names: Vec<&'static str>,
    /// What odd registries list, and odd envelopes name.
    pub(super) odd_name: &'static str,
    /// Weights of the kinds of values: string, list, object, null, boolean, number.
    pub(super) values: [usize; 6],
    pub(super) phases: usize,
    /// Events of a phase at most.
    pub(super) length: usize,
    // All of the following are in sixteenths.
    /// Envelopes with something wrong.
    pub(super) spoilt: usize,
    /// Data and names of events with something wrong.
    pub(super) ill_formed: usize,
    /// Members that no type has.
    pub(super) surplus: usize,
    /// Fallback texts.
    pub(super) fallbacks: usize,
    /// Renderers that throw or hold.
    pub(super) renderers: usize,
    /// Identifiers that come again.
    pub(super) repeated: usize,
    /// Times that do not go on.
    pub(super) odd_times: usize,
    /// Values that readers of JSON understand differently.
    pub(super) odd: usize,
    /// Values that are large: deep, long.
    pub(super) large: usize,
    /// Registries that change.
    pub(super) changes: usize,
    /// Registries with everything.
    pub(super) full: usize,
    /// Registries that are not loaded.
    pub(super) unloaded: usize,
    /// Registries with odd names.
    pub(super) odd_names: usize,
    /// Phases that begin anew.
    pub(super) reloads: usize,
    /// Of these, those that begin with a message.
    pub(super) messages: usize,
    /// Scripts that show one session alone.
    pub(super) one_session: usize,
    /// Streams that are written unusually.
    pub(super) framed: usize,
    /// Events of streams whose data are no JSON, or end too early.
    pub(super) broken: usize,
}

impl Swarm {
    /// Draws a configuration.
    pub(super) fn draw(draw: &mut Draw<'_>, profile: Profile) -> Self {
        let mut kinds = [4, 3, 4];
        // Half of the scripts have few kinds.
        if draw.chance(1, 2) {
            for kind in &mut kinds {
                *kind *= usize::from(draw.chance(1, 2));
            }
        }
        if kinds.iter().sum::<usize>() == 0 {
            kinds = [1, 1, 1];
        }
        let mut pieces = few(draw, words::PIECES[0], 2);
        let group = *draw.pick(words::PIECES);
        pieces.extend(few(draw, group, 3));
        if draw.chance(1, 5) {
            pieces.extend(few(draw, words::CODE, 3));
        }
        let mut names = few(draw, words::NAMES, 3);
        if draw.chance(1, 3) {
            names.extend(few(draw, words::INHERITED, 3));
        }
        let is_records = profile == Profile::Records;
        Self {
            kinds,
            ids: draw.pick(words::IDS).to_vec(),
            sessions: few(draw, words::SESSIONS, 2),
            pieces,
            names,
            odd_name: *draw.pick(words::ODD_LISTED),
            values: {
                let mut values = [6, 3, 4, 2, 2, 3];
                if draw.chance(1, 2) {
                    values = values.map(|weight| weight * usize::from(draw.chance(1, 2)));
                }
                values
            },
            phases: match is_records {
                true => *draw.pick(&[1, 2, 2, 2, 3, 3, 4]),
                false => *draw.pick(&[1, 1, 1, 2, 2, 3]),
            },
            length: *draw.pick(&[2, 1, 2, 3, 4, 6, 8]),
            spoilt: *draw.pick(&[4, 8, 0, 12, 16]),
            ill_formed: *draw.pick(&[0, 0, 2, 6]),
            surplus: *draw.pick(&[0, 0, 2, 8]),
            fallbacks: *draw.pick(&[4, 0, 8, 14]),
            renderers: *draw.pick(&[0, 0, 0, 3, 6]),
            repeated: *draw.pick(&[0, 0, 0, 0, 0, 4]),
            odd_times: *draw.pick(&[0, 0, 6]),
            odd: usize::from(draw.chance(1, 12)),
            large: usize::from(draw.chance(1, 10)) * 2,
            changes: *draw.pick(&[0, 8, 14]),
            full: *draw.pick(&[16, 14, 6, 0]),
            unloaded: *draw.pick(&[0, 0, 0, 3]),
            odd_names: *draw.pick(&[0, 0, 8]),
            reloads: *draw.pick(&[10, 4, 14]),
            messages: *draw.pick(&[0, 5, 14]),
            one_session: usize::from(draw.chance(1, 12)) * 8,
            framed: *draw.pick(&[8, 0, 12, 16]),
            broken: *draw.pick(&[0, 0, 4, 8]),
        }
    }
}

/// Some words, the first of them always.
fn few(draw: &mut Draw<'_>, words: &[&'static str], most: usize) -> Vec<&'static str> {
    let count = draw.between(1, most);
    let mut few = vec![words[0]];
    few.extend((0..count).map(|_| *draw.pick(words)));
    few
}
