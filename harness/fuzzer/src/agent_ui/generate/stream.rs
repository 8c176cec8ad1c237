//! Streams: events framed in the ways that the standard allows, cut anywhere, and with what a reader may get wrong.

use super::super::script::{Input, Renderer, What};
use super::swarm::Swarm;
use crate::Draw;

/// How the pieces of a stream are cut.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// One piece for each event.
    Events,
    /// One for all.
    Whole,
    /// One for each byte.
    Bytes,
    /// Pieces of that many bytes, the first one shorter by some.
    Every(usize, usize),
    /// One for each event, with empty ones in between.
    WithEmpty,
}

/// A stream that is being written.
pub(super) struct Stream {
    cut: Cut,
    end: &'static str,
    space: &'static str,
    /// Each event with what its fixture does.
    frames: Vec<(Vec<u8>, Option<Renderer>)>,
}

impl Stream {
    pub(super) fn new(draw: &mut Draw<'_>, swarm: &Swarm) -> Self {
        let is_framed = draw.chance(swarm.framed, 16);
        let mut stream = Self {
            cut: Cut::Events,
            end: "\n",
            space: " ",
            frames: Vec::new(),
        };
        if is_framed {
            stream.cut = match draw.below(8) {
                0..=3 => Cut::Events,
                4 => Cut::Whole,
                5 => Cut::Bytes,
                6 => Cut::Every(*draw.pick(&[7, 3, 16, 50, 120]), draw.below(7)),
                _ => Cut::WithEmpty,
            };
            stream.end = draw.word(&["\n", "\r\n", "\r"]);
            stream.space = draw.word(&[" ", "", " "]);
        }
        stream
    }

    /// Adds an event.
    pub(super) fn add(&mut self, draw: &mut Draw<'_>, swarm: &Swarm, input: Input) {
        let What::Event { name, data } = &input.what else {
            return;
        };
        let mut text = data.to_text();
        if draw.chance(swarm.broken, 16) {
            text = broken(draw, &text);
        }
        let frame = match draw.chance(swarm.framed, 16) {
            true => self.odd(draw, name, &text),
            false => self.plain(name, &text),
        };
        self.frames.push((frame.into_bytes(), input.renderer));
    }

    fn line(&self, field: &str, value: &str) -> String {
        format!("{field}:{}{value}{}", self.space, self.end)
    }

    /// The lines of data, of which a text may have several.
    fn data(&self, text: &str) -> String {
        text.split('\n')
            .map(|line| self.line("data", line))
            .collect()
    }

    fn plain(&self, name: &str, text: &str) -> String {
        let name = match name.is_empty() {
            true => String::new(),
            false => self.line("event", name),
        };
        format!("{name}{}{}", self.data(text), self.end)
    }

    /// An event that is written in an unusual way, which may mean something else.
    fn odd(&self, draw: &mut Draw<'_>, name: &str, text: &str) -> String {
        let (event, end) = (self.line("event", name), self.end);
        let data = self.data(text);
        let plain = self.plain(name, text);
        match draw.below(22) {
            // Other fields, comments.
            0 => format!(
                "{}{plain}",
                self.line("id", draw.word(&["1", "ui_envelope", ""]))
            ),
            1 => format!("{}{plain}", self.line("retry", "100")),
            2 => format!(
                "{}{plain}",
                self.line(draw.word(&["meta", "x", "Data"]), "y")
            ),
            3 => format!(": comment{end}{plain}"),
            4 => format!(
                "{event}:{}{end}{data}{end}",
                draw.word(&["", "data: x", " event: x", "ping"])
            ),
            5 => format!("{event}{data}:{end}{end}"),
            6 => format!("{event}{data}{}{end}", self.line("id", "7")),
            // Several lines of data, cut where JSON has white space.
            7 | 8 => {
                let between = match draw.below(3) {
                    0 => format!(": x{end}"),
                    1 => self.line("id", "1"),
                    _ => String::new(),
                };
                let places: Vec<usize> = text
                    .match_indices(['{', ',', ':'])
                    .map(|(at, _)| at + 1)
                    .filter(|at| is_between_tokens(text, *at))
                    .collect();
                match places.is_empty() {
                    true => plain,
                    false => {
                        let at = *draw.pick(&places);
                        let (head, tail) = text.split_at(at);
                        format!(
                            "{event}{}{between}{}{end}",
                            self.line("data", head),
                            self.line("data", tail)
                        )
                    }
                }
            }
            9 => format!("{event}{}{data}{end}", format_args!("data{end}")),
            // Spaces.
            10 => format!("event:  {name}{end}{data}{end}"),
            11 => format!("event:{name}{end}data:{text}{end}{end}"),
            12 => format!("{event}data:  \t{text} {end}{end}"),
            // Names: behind the data, twice, of an event without data, of none.
            13 => format!("{data}{event}{end}"),
            14 => format!(
                "{}{plain}",
                self.line("event", draw.word(&["message", "ui_envelope", "token"]))
            ),
            15 => format!(
                "{event}{}{data}{end}",
                self.line("event", draw.word(&["message", "token"]))
            ),
            16 => format!("{event}{end}{data}{end}"),
            17 => format!("{data}{end}"),
            18 => format!("event:{end}{data}{end}"),
            19 => format!(
                "{}{data}{end}",
                self.line(draw.word(&["Event", "EVENT", "id", ":event"]), name)
            ),
            20 => format!("\u{feff}{plain}"),
            _ => format!("{event}{data}{end}{end}"),
        }
    }

    /// The pieces.
    pub(super) fn finish(mut self, draw: &mut Draw<'_>, swarm: &Swarm) -> Vec<Input> {
        if self.frames.is_empty() {
            return Vec::new();
        }
        if draw.chance(swarm.framed, 64) {
            let marks = *draw.pick(&["\u{feff}", "\u{feff}", "\u{feff}\u{feff}"]);
            self.frames[0].0.splice(0..0, marks.bytes());
        }
        if draw.chance(swarm.broken, 64) {
            self.spoil_end(draw);
        }
        let plain = |bytes: &[u8]| Input::plain(What::Piece(bytes.to_vec()));
        match self.cut {
            Cut::Events | Cut::WithEmpty => self
                .frames
                .iter()
                .flat_map(|(frame, renderer)| {
                    let piece = Input {
                        renderer: *renderer,
                        ..plain(frame)
                    };
                    match self.cut {
                        Cut::WithEmpty => vec![plain(&[]), piece],
                        _ => vec![piece],
                    }
                })
                .collect(),
            Cut::Whole => vec![plain(&self.whole())],
            Cut::Bytes => self.whole().iter().map(|byte| plain(&[*byte])).collect(),
            Cut::Every(size, less) => {
                let whole = self.whole();
                let (first, rest) = whole.split_at((size - less.min(size - 1)).min(whole.len()));
                std::iter::once(first)
                    .chain(rest.chunks(size))
                    .map(plain)
                    .collect()
            }
        }
    }

    fn whole(&self) -> Vec<u8> {
        self.frames
            .iter()
            .flat_map(|(frame, _)| frame.clone())
            .collect()
    }

    /// The last event lacks its end, or has bytes that are no text.
    fn spoil_end(&mut self, draw: &mut Draw<'_>) {
        let end = self.end.len();
        let Some((frame, _)) = self.frames.last_mut() else {
            return;
        };
        match draw.below(3) {
            0 => frame.truncate(frame.len() - end.min(frame.len())),
            1 => frame.truncate(frame.len() - (2 * end).min(frame.len())),
            _ => {
                let quote = frame.windows(7).position(|bytes| bytes == b"\"title\"");
                if let Some(at) = quote {
                    frame.insert(at + 1, 0xff);
                }
            }
        }
    }
}

/// Whether a place in a JSON text is outside of its strings.
fn is_between_tokens(text: &str, at: usize) -> bool {
    let (mut is_inside, mut is_escaped) = (false, false);
    for byte in text.as_bytes().iter().take(at) {
        match (is_inside, is_escaped, byte) {
            (true, true, _) => is_escaped = false,
            (true, false, b'\\') => is_escaped = true,
            (_, _, b'"') => is_inside = !is_inside,
            _ => {}
        }
    }
    !is_inside
}

/// A text that is not one JSON value, made from one that is.
fn broken(draw: &mut Draw<'_>, text: &str) -> String {
    match draw.below(16) {
        0 => text[..text.floor_char_boundary(draw.below(text.len()))].to_owned(),
        1 | 2 => text.strip_suffix('}').unwrap_or(text).to_owned(),
        3 => format!("{text}x"),
        4 => format!("{text}}}"),
        5 => format!("{text}{text}"),
        6 => format!("'{text}'"),
        7 => format!("callback({text})"),
        8 => format!("data={text};"),
        9 => format!("/* ui */{text}"),
        10 => text.replacen("\"created_at\":", "\"created_at\":NaN,\"x\":", 1),
        11 => text
            .strip_suffix('}')
            .map_or_else(|| format!("{text},"), |text| format!("{text},}}")),
        12 => text
            .strip_suffix("}}")
            .map_or_else(|| format!("{text},"), |text| format!("{text},}}}}")),
        13 => text.replacen("\"surface\":", "\"title\":NaN,\"surface\":", 1),
        14 => draw
            .word(&["ping", "[DONE]", "", "5", "null", "{}", "\"\""])
            .to_owned(),
        _ => format!("{text},"),
    }
}
