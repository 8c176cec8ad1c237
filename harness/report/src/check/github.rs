//! A check as workflow commands of GitHub Actions, each at its line of the recording.

use std::io::{self, Write};

use uiconform_catalogue::Level;

use super::{CheckFinding, CheckReporter, CheckSubject, CheckSummary, sentence, verdict};
use crate::counted;
use crate::github::{data, property};
use crate::inert::shortened;

/// Characters of a text that are kept.
const WIDTH: usize = 400;

pub(super) struct Github<'w> {
    out: &'w mut dyn Write,
    subject: CheckSubject,
}

impl<'w> Github<'w> {
    pub(super) fn new(out: &'w mut dyn Write, subject: CheckSubject) -> Self {
        Self { out, subject }
    }
}

impl CheckReporter for Github<'_> {
    fn finding(&mut self, finding: &CheckFinding) -> io::Result<()> {
        let kind = match finding.level {
            Level::Required => "error",
            Level::Recommended => "warning",
            Level::Informative => "notice",
        };
        let mut message = shortened(&sentence(finding), WIDTH);
        let more = [Some(finding.why.as_str()), finding.requirement.as_deref()];
        for more in more.into_iter().flatten() {
            message.push('\n');
            message.push_str(&shortened(more, WIDTH));
        }
        // What comes through a pipe has no file to point at.
        let place = match self.subject.input.as_str() {
            "-" => String::new(),
            file => format!(
                "file={},line={},col={},",
                property(&shortened(file, WIDTH)),
                finding.line,
                finding.column
            ),
        };
        let title = property(&format!("{} event {}", finding.rule, finding.event));
        writeln!(
            self.out,
            "::{kind} {place}title={title}::{}",
            data(&message)
        )
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(&mut self, summary: &CheckSummary) -> io::Result<()> {
        writeln!(
            self.out,
            "uiconform: {}: {} in {}",
            verdict(summary),
            counted(summary.total(), "finding"),
            counted(summary.events, "event"),
        )
    }
}
