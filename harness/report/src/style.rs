//! Colours, switched off as one.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// The styles of the terminal report.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    colored: bool,
}

impl Palette {
    /// A palette that colours, or one that does not.
    pub fn new(colored: bool) -> Self {
        Self { colored }
    }

    fn paint(self, style: Style, text: impl Display) -> String {
        if self.colored {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }

    /// What is right.
    pub fn good(self, text: impl Display) -> String {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    /// What is wrong.
    pub fn bad(self, text: impl Display) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// What wants attention.
    pub fn odd(self, text: impl Display) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// What stands out.
    pub fn strong(self, text: impl Display) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// What stands back.
    pub fn dim(self, text: impl Display) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// A line of a diff that was expected and is not there: red, as in any diff.
    pub fn expected(self, text: impl Display) -> String {
        self.paint(AnsiColor::Red.on_default(), text)
    }

    /// A line of a diff that came instead: green, as in any diff.
    pub fn got(self, text: impl Display) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }
}
