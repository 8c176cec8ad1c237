//! The words by which a case says what becomes of a step.

use uiconform_json::{Located, Node, Value};

/// What may become of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Rendered,
    Pending,
    Fallback,
    Rejected,
    Error,
    NotRendered,
    RenderedOrNot,
    RenderedInPartOrNot,
    Any,
    Ignored,
    Unread,
    Reported,
}

impl Word {
    const ALL: [(&'static str, Self); 12] = [
        ("rendered", Self::Rendered),
        ("pending", Self::Pending),
        ("fallback", Self::Fallback),
        ("rejected", Self::Rejected),
        ("error", Self::Error),
        ("not-rendered", Self::NotRendered),
        ("rendered-or-not", Self::RenderedOrNot),
        ("rendered-in-part-or-not", Self::RenderedInPartOrNot),
        ("any", Self::Any),
        ("ignored", Self::Ignored),
        ("unread", Self::Unread),
        ("reported", Self::Reported),
    ];

    fn read(node: &Node<'_>) -> Result<Self, Located> {
        let text = node.text()?;
        let known = Self::ALL.iter().find(|(name, _)| *name == text);
        known.map(|(_, word)| *word).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|(name, _)| *name).collect();
            node.error(format!(
                "unknown expectation `{text}`; use one of {}",
                names.join(", ")
            ))
        })
    }

    pub(super) fn text(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, word)| *word == self);
        known.map_or("", |(name, _)| name)
    }

    /// Whether it speaks of an event that may bring no envelope, and so stands for no outcome of one.
    fn stands_alone(self) -> bool {
        matches!(self, Self::Ignored | Self::Unread | Self::Reported)
    }
}

/// Words of which any will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words(Vec<Word>);

impl Words {
    /// Whatever becomes of it.
    pub(super) fn any() -> Self {
        Self(vec![Word::Any])
    }

    /// Reads a word or a list of words.
    pub(super) fn read(node: &Node<'_>) -> Result<Self, Located> {
        if !matches!(node.value(), Value::Array(_)) {
            return Ok(Self(vec![Word::read(node)?]));
        }
        let list = node.list()?;
        if list.len() < 2 {
            return Err(node.error("a list has two words or more, of which any will do"));
        }
        let mut words = Vec::with_capacity(list.len());
        for node in &list {
            let word = Word::read(node)?;
            if word.stands_alone() {
                return Err(node.error(format!("`{}` stands alone", word.text())));
            }
            if words.contains(&word) {
                return Err(node.error(format!("`{}` stands twice", word.text())));
            }
            words.push(word);
        }
        Ok(Self(words))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Word> {
        self.0.iter().copied()
    }

    pub(super) fn has(&self, word: Word) -> bool {
        self.0.contains(&word)
    }

    /// Whether a step of which this is expected accepts its envelope.
    pub(super) fn accepts(&self) -> bool {
        self.has(Word::Rendered) || self.0 == [Word::Pending]
    }

    /// Whether it rejects it, or may. `any` does neither.
    pub(super) fn rejects(&self) -> bool {
        !self.accepts() && !self.has(Word::Any)
    }

    /// Whether it can be said of an event that has no identifier which could be read.
    pub(super) fn fits_what_is_unreadable(&self) -> bool {
        self.iter()
            .all(|word| word.stands_alone() || word == Word::Any)
    }

    /// The same, where whatever is to be rendered may also be refused.
    pub(super) fn relaxed(&self) -> Self {
        let mut words = self.0.clone();
        if self.accepts() {
            words.push(Word::NotRendered);
        }
        Self(words)
    }

    /// The words as a message names them.
    pub(super) fn shown(&self) -> String {
        let names: Vec<String> = self
            .iter()
            .map(|word| format!("`{}`", word.text()))
            .collect();
        names.join(" or ")
    }
}
