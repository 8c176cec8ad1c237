//! Random JSON, drawn as a tree that knows its text, its compact text, its value and its places, each made without the code
//! under test.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use uiconform_json::{JsonString, Number, Object, Pointer, Value};

/// A JSON text in the making.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Number(String),
    String(Text),
    Array(Vec<Tree>, Space),
    Object(Vec<(Text, Tree)>, Space),
}

/// Code units, each with the form in which it is written.
#[derive(Clone, Debug)]
pub(crate) struct Text(pub(crate) Vec<(u16, Form)>);

/// How a code unit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As itself, or by its short escape, where that can be.
    Plain,
    Lower,
    Upper,
}

/// White space after the opening, before and after each comma and colon.
pub(crate) type Space = &'static str;

/// A value in a text: from where to where.
pub(crate) type Span = (usize, usize);

/// Numbers of any form, short ones more often.
pub(crate) fn lexeme() -> impl Strategy<Value = String> {
    let digits = |most: usize| vec(select(&b"0123456789"[..]), 1..=most);
    let digits = move |most| {
        digits(most).prop_map(|digits| digits.into_iter().map(char::from).collect::<String>())
    };
    let whole = prop_oneof![
        Just("0".to_owned()),
        (1..=9_u8, digits(3)).prop_map(|(first, rest)| format!("{first}{rest}")),
        (1..=9_u8, digits(30)).prop_map(|(first, rest)| format!("{first}{rest}")),
    ];
    let fraction = prop_oneof![2 => Just(String::new()), 1 => digits(25).prop_map(|digits| format!(".{digits}"))];
    let exponent = prop_oneof![
        4 => Just(String::new()),
        2 => (select(&["e", "E"][..]), select(&["", "+", "-"][..]), 0..25_u8).prop_map(|(e, sign, n)| format!("{e}{sign}{n}")),
        1 => (select(&["e", "E"][..]), select(&["", "+", "-"][..]), digits(45)).prop_map(|(e, sign, n)| format!("{e}{sign}{n}")),
    ];
    (select(&["", "-"][..]), whole, fraction, exponent)
        .prop_map(|(sign, whole, fraction, exponent)| format!("{sign}{whole}{fraction}{exponent}"))
}

/// Strings of any code units, of those that need care more often.
pub(crate) fn text() -> impl Strategy<Value = Text> {
    let unit = prop_oneof![
        6 => 0x20..0x7f_u16,
        2 => 0..0x20_u16,
        2 => select(&[0x22, 0x5c, 0x2f, 0x7e, 0x7f, 0xe9, 0x2028, 0xfffd, 0xfeff][..]),
        2 => 0xd800..0xdc00_u16,
        2 => 0xdc00..0xe000_u16,
        1 => any::<u16>(),
    ];
    let form = prop_oneof![3 => Just(Form::Plain), 1 => Just(Form::Lower), 1 => Just(Form::Upper)];
    vec((unit, form), 0..12).prop_map(Text)
}

fn space() -> impl Strategy<Value = Space> {
    select(&["", "", " ", "\n\t", "\r\n  "][..])
}

/// Any JSON; names are few, so that some objects have the same name twice.
pub(crate) fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        lexeme().prop_map(Tree::Number),
        text().prop_map(Tree::String),
    ];
    let name = prop_oneof![3 => select(&["", "a", "b/", "~1", "0"][..]).prop_map(Text::plain), 1 => text()];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            (vec(inner.clone(), 0..5), space())
                .prop_map(|(elements, space)| Tree::Array(elements, space)),
            (vec((name.clone(), inner), 0..6), space())
                .prop_map(|(members, space)| Tree::Object(members, space)),
        ]
    })
}

impl Text {
    pub(crate) fn plain(text: &str) -> Self {
        Self(
            text.encode_utf16()
                .map(|unit| (unit, Form::Plain))
                .collect(),
        )
    }

    pub(crate) fn units(&self) -> Vec<u16> {
        self.0.iter().map(|(unit, _)| *unit).collect()
    }

    pub(crate) fn string(&self) -> JsonString {
        JsonString::from_units(self.units())
    }

    /// In quotes, each unit in its form.
    fn write(&self, out: &mut String) {
        out.push('"');
        let mut units = self.0.iter().copied().peekable();
        while let Some((unit, form)) = units.next() {
            let low = units
                .peek()
                .filter(|_| form == Form::Plain)
                .map(|(low, _)| *low);
            let pair = low
                .and_then(|low| String::from_utf16(&[unit, low]).ok())
                .filter(|_| (0xd800..0xdc00).contains(&unit));
            if let Some(pair) = pair {
                units.next();
                out.push_str(&pair);
            } else {
                write_unit(unit, form, out);
            }
        }
        out.push('"');
    }

    /// In quotes, with the escapes that are needed alone.
    fn write_compact(&self, out: &mut String) {
        out.push('"');
        for piece in char::decode_utf16(self.units()) {
            match piece {
                Ok(character) if u32::from(character) < 0x80 => {
                    write_unit(character as u16, Form::Plain, out)
                }
                Ok(character) => out.push(character),
                Err(lone) => write_unit(lone.unpaired_surrogate(), Form::Lower, out),
            }
        }
        out.push('"');
    }
}

fn write_unit(unit: u16, form: Form, out: &mut String) {
    const SHORT: [(u16, &str); 7] = [
        (0x22, "\\\""),
        (0x5c, "\\\\"),
        (0x08, "\\b"),
        (0x0c, "\\f"),
        (0x0a, "\\n"),
        (0x0d, "\\r"),
        (0x09, "\\t"),
    ];
    let short = SHORT.iter().find(|(short, _)| *short == unit);
    let written = match (form, short, char::from_u32(unit.into())) {
        (Form::Plain, Some((_, escape)), _) => write!(out, "{escape}"),
        (Form::Plain, None, Some(character)) if unit >= 0x20 => write!(out, "{character}"),
        (Form::Upper, ..) => write!(out, "\\u{unit:04X}"),
        _ => write!(out, "\\u{unit:04x}"),
    };
    written.expect("a string takes all");
}

impl Tree {
    /// The text in all its oddity, and where each value stands in it; of members that share a name the last counts.
    pub(crate) fn text_and_places(&self) -> (String, BTreeMap<Pointer, Span>) {
        let (mut text, mut places) = (String::new(), BTreeMap::new());
        self.write(&mut text, &Pointer::root(), &mut places);
        (text, places)
    }

    pub(crate) fn text(&self) -> String {
        self.text_and_places().0
    }

    fn write(&self, out: &mut String, at: &Pointer, places: &mut BTreeMap<Pointer, Span>) {
        places.retain(|place, _| !place.starts_with(at));
        let start = out.len();
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(truth) => out.push_str(&truth.to_string()),
            Self::Number(lexeme) => out.push_str(lexeme),
            Self::String(text) => text.write(out),
            Self::Array(elements, space) => {
                out.push('[');
                out.push_str(space);
                for (index, element) in elements.iter().enumerate() {
                    separate(index, space, out);
                    element.write(out, &at.join(index), places);
                }
                out.push_str(space);
                out.push(']');
            }
            Self::Object(members, space) => {
                out.push('{');
                out.push_str(space);
                for (index, (name, value)) in members.iter().enumerate() {
                    separate(index, space, out);
                    name.write(out);
                    out.push_str(space);
                    out.push(':');
                    out.push_str(space);
                    value.write(out, &at.join(name.string()), places);
                }
                out.push_str(space);
                out.push('}');
            }
        }
        places.insert(at.clone(), (start, out.len()));
    }

    /// The text as it is to be written again.
    pub(crate) fn compact(&self) -> String {
        let mut text = String::new();
        self.write_compact(&mut text);
        text
    }

    fn write_compact(&self, out: &mut String) {
        match self {
            Self::String(text) => text.write_compact(out),
            Self::Array(elements, _) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    element.write_compact(out);
                }
                out.push(']');
            }
            Self::Object(members, _) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    name.write_compact(out);
                    out.push(':');
                    value.write_compact(out);
                }
                out.push('}');
            }
            scalar => out.push_str(&scalar.text()),
        }
    }

    /// The value, put together from its parts.
    pub(crate) fn value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(truth) => (*truth).into(),
            Self::Number(lexeme) => Number::parse(lexeme).expect("a number").into(),
            Self::String(text) => text.string().into(),
            Self::Array(elements, _) => elements.iter().map(Self::value).collect::<Vec<_>>().into(),
            Self::Object(members, _) => members
                .iter()
                .map(|(name, value)| (name.string(), value.value()))
                .collect::<Object>()
                .into(),
        }
    }
}

fn separate(index: usize, space: Space, out: &mut String) {
    if index > 0 {
        out.push_str(space);
        out.push(',');
        out.push_str(space);
    }
}
