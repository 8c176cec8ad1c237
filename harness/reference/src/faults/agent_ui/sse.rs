//! A reader of event streams as many write one by hand, and what it may get wrong.

use uiconform_protocols::agent_ui::Message;

/// What a reader does. The default is nearly right: it reads what most servers write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// The line ends that it knows, the longest first.
    pub(super) ends: &'static [&'static str],
    /// Whether it reads each piece as if a stream ended with it.
    pub(super) by_piece: bool,
    /// Whether it makes text of each piece by itself.
    pub(super) decodes_pieces: bool,
    /// How many byte order marks it skips at the beginning.
    pub(super) marks: usize,
    /// Whether it skips a mark at the beginning of every line.
    pub(super) marks_of_lines: bool,
    /// Which of several data lines count.
    pub(super) data: DataLines,
    /// What it leaves out behind a colon.
    pub(super) space: Space,
    /// Whether a line that begins with a colon is one of its field all the same.
    pub(super) comments_count: bool,
    /// Whether names of fields are compared without regard to case.
    pub(super) any_case: bool,
    /// Fields of which the event is dropped.
    pub(super) drops: &'static [&'static str],
    /// Whether a line without a colon is dropped with its event.
    pub(super) needs_colon: bool,
    /// Whether an id is taken for a name where there is none.
    pub(super) id_is_name: bool,
    /// When the name of an event is forgotten.
    pub(super) name: Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DataLines {
    All,
    First,
    Last,
    /// Those behind the latest line of another field.
    Together,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// One, if it is there.
    One,
    /// All.
    All,
    /// One, and without it the line says nothing.
    Needed,
    /// None.
    Kept,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// With every empty line.
    ForOneEvent,
    /// With an empty line that has data before it.
    UntilData,
    /// Never.
    ForEver,
    /// The first one counts.
    First,
    /// It has to stand before the data.
    BeforeData,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            ends: &["\r\n", "\n", "\r"],
            by_piece: false,
            decodes_pieces: false,
            marks: 1,
            marks_of_lines: false,
            data: DataLines::All,
            space: Space::One,
            comments_count: false,
            any_case: false,
            drops: &[],
            needs_colon: false,
            id_is_name: false,
            name: Name::ForOneEvent,
        }
    }
}

/// Reads a stream with such habits.
pub(super) fn read(pieces: &[Vec<u8>], habits: Habits) -> Vec<Message> {
    if habits.by_piece {
        let pieces = pieces.iter();
        return pieces
            .flat_map(|piece| read_text(&String::from_utf8_lossy(piece), habits))
            .collect();
    }
    let text: String = match habits.decodes_pieces {
        true => {
            // Whoever looks for a byte order mark waits for three bytes.
            let ready = pieces.iter().scan(0, |bytes, piece| {
                *bytes += piece.len();
                Some(*bytes >= 3)
            });
            let first = ready.take_while(|ready| !ready).count().min(pieces.len()) + 1;
            let (first, others) = pieces.split_at(first.min(pieces.len()));
            let others = others.iter().map(|piece| String::from_utf8_lossy(piece));
            let first = String::from_utf8_lossy(&first.concat()).into_owned();
            others.fold(first, |text, piece| text + &piece)
        }
        false => String::from_utf8_lossy(&pieces.concat()).into_owned(),
    };
    read_text(&text, habits)
}

const MARK: char = '\u{feff}';

fn read_text(text: &str, habits: Habits) -> Vec<Message> {
    let mut text = text;
    for _ in 0..habits.marks {
        text = text.strip_prefix(MARK).unwrap_or(text);
    }
    let mut reader = Reader::new(habits);
    while let Some((line, rest)) = next_line(text, habits.ends) {
        reader.line(line);
        text = rest;
    }
    reader.messages
}

/// The line up to the first of these ends, and what is behind it.
fn next_line<'t>(text: &'t str, ends: &[&str]) -> Option<(&'t str, &'t str)> {
    let first = ends
        .iter()
        .filter_map(|end| Some((text.find(end)?, *end)))
        .min_by_key(|(at, end)| (*at, usize::MAX - end.len()));
    let (at, end) = first?;
    Some((&text[..at], &text[at + end.len()..]))
}

struct Reader {
    habits: Habits,
    event: String,
    data: Vec<String>,
    dropped: bool,
    messages: Vec<Message>,
}

impl Reader {
    fn new(habits: Habits) -> Self {
        Self {
            habits,
            event: String::new(),
            data: Vec::new(),
            dropped: false,
            messages: Vec::new(),
        }
    }

    fn line(&mut self, line: &str) {
        let habits = self.habits;
        let line = match habits.marks_of_lines {
            true => line.trim_start_matches(MARK),
            false => line,
        };
        if line.is_empty() {
            return self.end();
        }
        let line = match line.strip_prefix(':') {
            Some(rest) if habits.comments_count => rest,
            Some(_) => return self.dropped |= habits.drops.contains(&""),
            None => line,
        };
        let (field, value) = match line.split_once(':') {
            Some((field, value)) => (field.to_owned(), value),
            None if habits.needs_colon => return self.dropped = true,
            None => (line.to_owned(), ""),
        };
        let value = match (habits.space, value.strip_prefix(' ')) {
            (Space::One | Space::Needed, Some(value)) => value,
            (Space::Needed, None) if !value.is_empty() => return,
            (Space::All, _) => value.trim_start(),
            _ => value,
        };
        let field = match habits.any_case {
            true => field.to_lowercase(),
            false => field,
        };
        self.dropped |= habits.drops.contains(&&*field);
        match &*field {
            "event" => self.named(value),
            "id" if habits.id_is_name && self.event.is_empty() => self.named(value),
            "data" if habits.data == DataLines::First && !self.data.is_empty() => {}
            "data" => self.data.push(value.to_owned()),
            _ => {}
        }
        if field != "data" && habits.data == DataLines::Together {
            self.data.clear();
        }
    }

    fn named(&mut self, name: &str) {
        let is_late = match self.habits.name {
            Name::First => !self.event.is_empty(),
            Name::BeforeData => !self.data.is_empty(),
            _ => false,
        };
        if !is_late {
            name.clone_into(&mut self.event);
        }
    }

    fn end(&mut self) {
        let data = std::mem::take(&mut self.data);
        let dropped = std::mem::take(&mut self.dropped);
        if !data.is_empty() && !dropped {
            self.messages.push(Message {
                event: self.event.clone(),
                data: match self.habits.data {
                    DataLines::Last => data.last().cloned().unwrap_or_default(),
                    _ => data.join("\n"),
                },
            });
        }
        match self.habits.name {
            Name::ForEver => {}
            Name::UntilData if data.is_empty() => {}
            _ => self.event.clear(),
        }
    }
}
