//! All reports of a run in one folder.

use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use uiconform_catalogue::record::Record;

use crate::formats::{Format, Gathered};
use crate::guarded::{Guarded, named, remove, write};
use crate::run::{Context, Run};
use crate::{JsonLines, Palette, Pretty, PrettyOptions, Reporter};

/// The result file.
const RESULTS: &str = "results.jsonl";

/// What the terminal shows, with every failure in full.
const TEXT: &str = "report.txt";

/// The file of a form.
fn file_name(format: Format) -> &'static str {
    match format {
        Format::Junit => "junit.xml",
        Format::Tap => "results.tap",
        Format::Github => "annotations.txt",
        Format::Markdown => "summary.md",
    }
}

/// Writes every report of a run into a folder.
///
/// The result file grows as the run goes, and has no trailer until the end. The others come at the end, each whole or not at
/// all. Those of an earlier run are taken away at the beginning, so that they are not taken for this one's, and two runs at once
/// do not get the same folder.
pub struct Directory<'a> {
    path: PathBuf,
    context: Context<'a>,
    results: JsonLines<BufWriter<Guarded>>,
    gathered: Gathered,
}

impl<'a> Directory<'a> {
    /// Creates the folder where it is missing, and the result file in it.
    ///
    /// # Errors
    ///
    /// If that cannot be done or another run writes there, with the path in the message.
    pub fn create(path: &Path, context: Context<'a>) -> io::Result<Self> {
        fs::create_dir_all(path).map_err(|error| named(path, &error))?;
        // First, since whoever else writes here has it.
        let results = Guarded::create(path.join(RESULTS))?;
        for name in Format::ALL.map(file_name).into_iter().chain([TEXT]) {
            let old = path.join(name);
            remove(&old).map_err(|error| named(&old, &error))?;
        }
        Ok(Self {
            path: path.to_owned(),
            context,
            results: JsonLines::new(BufWriter::new(results)),
            gathered: Gathered::default(),
        })
    }

    /// Writes what is made at the end, as much of it as can be.
    fn write_all(&mut self, run: &Run) -> io::Result<()> {
        let results = self.path.join(RESULTS);
        let intact = self.results.out_mut().get_mut().check();
        let mut written = intact.map_err(|error| named(&results, &error));
        for format in Format::ALL {
            let text = format.render(run, &self.context);
            let one = text.and_then(|text| write(&self.path.join(file_name(format)), &text));
            written = written.and(one);
        }
        written.and(self.write_text(run))
    }

    fn write_text(&self, run: &Run) -> io::Result<()> {
        let options = PrettyOptions {
            palette: Palette::new(false),
            full: true,
            transcript: false,
            replay: self.context.replay.clone(),
        };
        let mut text = Vec::new();
        let mut pretty = Pretty::new(&mut text, self.context.catalogues, options);
        for record in run.records() {
            pretty.record(&record)?;
        }
        drop(pretty);
        write(&self.path.join(TEXT), &String::from_utf8_lossy(&text))
    }
}

impl Reporter for Directory<'_> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let written = self.results.record(record);
        let written = written.map_err(|error| named(&self.path.join(RESULTS), &error));
        match self.gathered.take(record) {
            Some(run) => written.and(self.write_all(&run)),
            None => written,
        }
    }
}

/// Tells every record to two reporters.
pub struct Both<A, B>(pub A, pub B);

impl<A: Reporter, B: Reporter> Reporter for Both<A, B> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        // The second one hears of it even if the first one cannot tell it any more.
        let (first, second) = (self.0.record(record), self.1.record(record));
        first.and(second)
    }
}
