//! Properties that take further requests: which, and how their answers relate to that of the sequence itself.

use uiconform_catalogue::{Call, Process};
use uiconform_json::Value;

use super::answer::Answered;
use super::kind;
use super::oracles::{reducer, streams};
use super::sequence::{Method, Sequence};
use crate::{Draw, Finding};

/// A property that takes further requests. The number decides where in the sequence it is asked for.
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
    /// The rest of the events from the model that the first ones make.
    Resume,
    /// A delta in two pieces.
    Chunk,
    /// The members of events in another order, and others that change nothing.
    Adorn,
    /// A ping in between.
    Ping,
    /// Other identifiers of blocks, and other names of their members.
    Rename,
    /// Each stream by itself.
    Alone,
}

impl ProbeKind {
    const ALL: [(&'static str, Self); 9] = [
        ("none", Self::None),
        ("repeat", Self::Repeat),
        ("fresh", Self::Fresh),
        ("resume", Self::Resume),
        ("chunk", Self::Chunk),
        ("adorn", Self::Adorn),
        ("ping", Self::Ping),
        ("rename", Self::Rename),
        ("alone", Self::Alone),
    ];

    fn name(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, kind)| *kind == self);
        known.map_or("none", |(name, _)| name)
    }
}

impl Probe {
    /// No further request.
    pub(super) const NONE: Self = Self {
        kind: ProbeKind::None,
        salt: 0,
    };

    /// Draws one: most sequences have none.
    pub(super) fn draw(draw: &mut Draw<'_>, method: Method) -> Self {
        let kind = match (draw.below(48), method) {
            (42 | 43, _) => ProbeKind::Repeat,
            (44, _) => ProbeKind::Fresh,
            (45.., Method::Route) => ProbeKind::Alone,
            (45, Method::Reduce) => *draw.pick(&[ProbeKind::Resume, ProbeKind::Ping]),
            (46, Method::Reduce) => *draw.pick(&[ProbeKind::Adorn, ProbeKind::Chunk]),
            (47, Method::Reduce) => ProbeKind::Rename,
            _ => ProbeKind::None,
        };
        Self {
            kind,
            salt: draw.below(256) as u64,
        }
    }

    /// Its name, for JSON.
    pub(super) fn name(self) -> &'static str {
        self.kind.name()
    }

    /// The probe of that name.
    pub(super) fn named(name: &str, salt: u64) -> Option<Self> {
        let (_, kind) = ProbeKind::ALL
            .into_iter()
            .find(|(known, _)| *known == name)?;
        Some(Self { kind, salt })
    }

    /// The further requests of a sequence.
    pub(super) fn calls(self, sequence: &Sequence) -> Vec<Call> {
        match self.kind {
            ProbeKind::None => Vec::new(),
            ProbeKind::Repeat => vec![sequence.call(), sequence.call()],
            ProbeKind::Fresh => vec![Call {
                process: Process::Fresh,
                ..sequence.call()
            }],
            _ => {
                let related = self.related(sequence).into_iter();
                related.map(|related| related.sequence.call()).collect()
            }
        }
    }

    /// The other sequences, and how they relate to this one.
    pub(super) fn related(self, sequence: &Sequence) -> Vec<Related> {
        let salt = usize::try_from(self.salt).unwrap_or(0);
        let one = match self.kind {
            ProbeKind::None | ProbeKind::Repeat | ProbeKind::Fresh => None,
            ProbeKind::Resume => reducer::resumed(sequence, salt),
            ProbeKind::Chunk => reducer::chunked(sequence, salt),
            ProbeKind::Adorn => reducer::adorned(sequence),
            ProbeKind::Ping => reducer::pinged(sequence, salt),
            ProbeKind::Rename => reducer::renamed(sequence, salt),
            ProbeKind::Alone => return streams::alone(sequence),
        };
        one.into_iter().collect()
    }
}

/// Another sequence, and what of its answer is that of the first one.
pub(super) struct Related {
    pub(super) oracle: &'static str,
    pub(super) requirement: &'static str,
    pub(super) message: &'static str,
    pub(super) sequence: Sequence,
    /// Events of both that have one verdict: their places in the first sequence, and in this one.
    pub(super) verdicts: Vec<(usize, usize)>,
    /// Makes the result of this one from that of the first.
    pub(super) result: Box<dyn Fn(&Value) -> Value>,
}

impl Related {
    /// What is wrong with the two answers.
    pub(super) fn judge(
        &self,
        sequence: &Sequence,
        first: &Answered<'_>,
        second: &Answered<'_>,
    ) -> Option<Finding> {
        let mut finding = Finding::new(self.oracle, self.message);
        finding.requirement = Some(self.requirement);
        let differs = |(first_at, second_at): &&(usize, usize)| {
            first.accepted[*first_at] != second.accepted[*second_at]
        };
        if let Some((at, other)) = self.verdicts.iter().find(differs) {
            let input = kind::of_input(&sequence.inputs[*at]);
            let (one, two) = (first.accepted[*at], second.accepted[*other]);
            return Some(finding.at(*at, input).verdicts(one, two));
        }
        let expected = (self.result)(&first.result);
        uiconform_json::compare(&expected, &second.result)
            .difference
            .as_ref()?;
        Some(finding.between(&expected, &second.result))
    }
}
