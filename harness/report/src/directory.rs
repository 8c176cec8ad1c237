//! All reports of a run in one folder.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use uiconform_catalogue::record::Record;

use crate::formats::{Format, Gathered};
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
/// The result file grows as the run goes, and has no trailer until the end. The others come at the end, each whole or not at all; those
/// of an earlier run are taken away at the beginning, so that they are not taken for this one's.
pub struct Directory<'a> {
    path: PathBuf,
    context: Context<'a>,
    results: JsonLines<BufWriter<File>>,
    gathered: Gathered,
}

impl<'a> Directory<'a> {
    /// Creates the folder where it is missing, and the result file in it.
    ///
    /// # Errors
    ///
    /// If that cannot be done, with the path in the message.
    pub fn create(path: &Path, context: Context<'a>) -> io::Result<Self> {
        fs::create_dir_all(path).map_err(|error| named(path, &error))?;
        for name in Format::ALL.map(file_name).into_iter().chain([TEXT]) {
            let old = path.join(name);
            match fs::remove_file(&old) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(named(&old, &error));
                }
                _ => {}
            }
        }
        let results = path.join(RESULTS);
        let file = File::create(&results).map_err(|error| named(&results, &error))?;
        Ok(Self {
            path: path.to_owned(),
            context,
            results: JsonLines::new(BufWriter::new(file)),
            gathered: Gathered::default(),
        })
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let (path, partial) = (
            self.path.join(name),
            self.path.join(format!("{name}.partial")),
        );
        let written = File::create(&partial)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&partial, &path));
        written.map_err(|error| {
            // What is left of it helps nobody; if it cannot be taken away, its name says what it is.
            let _ = fs::remove_file(&partial);
            named(&path, &error)
        })
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
        self.write(TEXT, &String::from_utf8_lossy(&text))
    }
}

impl Reporter for Directory<'_> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let written = self.results.record(record);
        written.map_err(|error| named(&self.path.join(RESULTS), &error))?;
        let Some(run) = self.gathered.take(record) else {
            return Ok(());
        };
        for format in Format::ALL {
            let text = format.render(&run, &self.context)?;
            self.write(file_name(format), &text)?;
        }
        self.write_text(&run)
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    // The kind would say that the reader of standard output is gone.
    io::Error::other(format!("{}: {error}", path.display()))
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
