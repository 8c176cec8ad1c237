//! Properties that take further requests: which, and how their answers relate to that of the script itself.

use uiconform_catalogue::{Call, Process};

use super::facts;
use super::related::{self, Related};
use super::script::Script;
use crate::target::Reply;
use crate::{Draw, Finding};

/// A property that takes further requests. The number decides where in the script it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Which property.
    pub kind: ProbeKind,
    /// Where, by any number.
    pub salt: u64,
}

/// The properties that take further requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProbeKind {
    /// None.
    None,
    /// The same request again, twice in a row.
    Repeat,
    /// The same request of a fresh process.
    Fresh,
    /// Without an envelope that must not be rendered.
    Without,
    /// The members of data in another order, and events of other names in between.
    Adorn,
    /// Other sessions.
    Rename,
    /// The same stream, cut and written in another way.
    Reframe,
}

impl ProbeKind {
    const ALL: [(&'static str, Self); 7] = [
        ("none", Self::None),
        ("repeat", Self::Repeat),
        ("fresh", Self::Fresh),
        ("without", Self::Without),
        ("adorn", Self::Adorn),
        ("rename", Self::Rename),
        ("reframe", Self::Reframe),
    ];
}

impl Probe {
    /// No further request.
    pub(super) const NONE: Self = Self {
        kind: ProbeKind::None,
        salt: 0,
    };

    /// Draws one: most scripts have none.
    pub(super) fn draw(draw: &mut Draw<'_>, streams: bool) -> Self {
        let kind = match (draw.below(48), streams) {
            (42 | 43, _) => ProbeKind::Repeat,
            (44, _) => ProbeKind::Fresh,
            (45, true) => ProbeKind::Reframe,
            (45, false) => ProbeKind::Without,
            (46, false) => ProbeKind::Adorn,
            (46, true) => ProbeKind::Reframe,
            (47, false) => ProbeKind::Rename,
            _ => ProbeKind::None,
        };
        Self {
            kind,
            salt: draw.below(256) as u64,
        }
    }

    /// Its name, for JSON.
    pub(super) fn name(self) -> &'static str {
        let known = ProbeKind::ALL.iter().find(|(_, kind)| *kind == self.kind);
        known.map_or("none", |(name, _)| name)
    }

    /// The probe of that name.
    pub(super) fn named(name: &str, salt: u64) -> Option<Self> {
        let mut known = ProbeKind::ALL.into_iter();
        let (_, kind) = known.find(|(known, _)| *known == name)?;
        Some(Self { kind, salt })
    }

    /// The further requests of a script.
    pub(super) fn calls(self, script: &Script) -> Vec<Call> {
        match self.kind {
            ProbeKind::None => Vec::new(),
            ProbeKind::Repeat => vec![script.call(), script.call()],
            ProbeKind::Fresh => vec![Call {
                process: Process::Fresh,
                ..script.call()
            }],
            _ => {
                let related = self.related(script).into_iter();
                related.map(|related| related.script.call()).collect()
            }
        }
    }

    /// The other script, and how it relates to this one.
    pub(super) fn related(self, script: &Script) -> Option<Related> {
        let salt = usize::try_from(self.salt).unwrap_or(0);
        match self.kind {
            ProbeKind::None | ProbeKind::Repeat | ProbeKind::Fresh => None,
            ProbeKind::Without => related::without(script, salt),
            ProbeKind::Adorn => related::adorned(script),
            ProbeKind::Rename => related::renamed(script, salt),
            ProbeKind::Reframe => related::reframed(script, salt),
        }
    }
}

/// What is wrong if a request is answered differently when it is made again; `fresh` if by a fresh process.
pub(super) fn repeated(first: &Reply, again: &Reply, fresh: bool) -> Option<Finding> {
    if facts::are_same(first, again) {
        return None;
    }
    let finding = match fresh {
        true => Finding::new(
            "fresh",
            "the same request was answered differently by a fresh process",
        ),
        false => Finding::new(
            "repeat",
            "the same request, asked again, was answered differently",
        ),
    };
    let all = |_: &_| true;
    Some(match (facts::of(first, &all), facts::of(again, &all)) {
        (Some(first), Some(again)) => finding.between(&first, &again),
        _ => finding,
    })
}
