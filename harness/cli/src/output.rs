//! Standard output and error: one writer that survives a closed pipe, and colours only where they are wanted.

use std::io::{self, IsTerminal as _, Write};

use uiconform_report::{Palette, inert, shortened};

use crate::args::Color;
use crate::failure::Failure;

/// Where a command writes.
pub(crate) struct Output {
    out: io::BufWriter<io::Stdout>,
    color: Color,
}

impl Output {
    pub(crate) fn new(color: Color) -> Self {
        Self {
            out: io::BufWriter::new(io::stdout()),
            color,
        }
    }

    /// The styles for standard output.
    pub(crate) fn palette(&self) -> Palette {
        Palette::new(self.wanted(io::stdout().is_terminal()))
    }

    /// The columns of standard output, if it is a terminal that says so.
    pub(crate) fn columns() -> Option<usize> {
        if !io::stdout().is_terminal() {
            return None;
        }
        terminal_size::terminal_size_of(io::stdout())
            .map(|(terminal_size::Width(columns), _)| usize::from(columns))
    }

    /// Whether a progress line on standard error would be seen.
    pub(crate) fn shows_progress(&self) -> bool {
        io::stderr().is_terminal() && std::env::var_os("CI").is_none()
    }

    /// Tells something beside the result, on standard error.
    pub(crate) fn remark(&mut self, text: &str) {
        self.remarks().tell(text);
    }

    /// What tells such things while something else writes the result.
    pub(crate) fn remarks(&self) -> Remarks {
        Remarks(Palette::new(self.wanted(io::stderr().is_terminal())))
    }

    /// Tells on standard error why a command ended.
    pub(crate) fn complain(&mut self, failure: &Failure) {
        // What was written so far stands before the complaint.
        let _ = self.out.flush();
        let palette = Palette::new(self.wanted(io::stderr().is_terminal()));
        let _ = writeln!(
            io::stderr(),
            "{} {}",
            palette.bad("error:"),
            lines(&failure.to_string())
        );
    }

    /// Colours are for terminals, unless NO_COLOR is set or the terminal is dumb; --color decides over all of that.
    fn wanted(&self, terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR") => false,
            Color::Auto if set("CLICOLOR_FORCE") => true,
            // Windows sets no TERM.
            Color::Auto if std::env::var_os("TERM").is_none() => terminal && cfg!(windows),
            Color::Auto => {
                terminal
                    && set("TERM")
                    && std::env::var_os("TERM").is_some_and(|term| term != "dumb")
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Characters of a line of a complaint that are shown: names in files can be of any length.
const LINE: usize = 1200;

/// A complaint line by line, inert and cut.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| shortened(line, LINE)).collect();
    lines.join("\n")
}

/// Tells what stands beside the result, on standard error.
pub(crate) struct Remarks(Palette);

impl Remarks {
    pub(crate) fn tell(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{} {}", self.0.odd("note:"), inert(text));
    }
}
