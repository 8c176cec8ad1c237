//! The reporters that `--format` and `--report` ask for.

use std::io::Write;
use std::path::Path;

use uiconform_report::{
    AtEnd, Both, Context, Directory, JsonLines, Palette, Pretty, PrettyOptions, Reporter,
};

use crate::args::Format;
use crate::failure::Failure;
use crate::output::Output;

/// What is asked for.
pub(crate) struct Wanted<'a> {
    /// The form of the output.
    pub(crate) format: Format,
    /// The folder for all forms.
    pub(crate) directory: Option<&'a Path>,
    /// What asks for the folder, as messages name it.
    pub(crate) option: String,
    /// The styles of the output.
    pub(crate) palette: Palette,
    /// Every failure in full.
    pub(crate) full: bool,
    /// Transcripts beside the failures.
    pub(crate) transcript: bool,
}

/// The reporter that writes one form to `out` and, where a folder is given, all forms into that.
pub(crate) fn make<'a>(
    wanted: &Wanted<'_>,
    out: impl Write + 'a,
    context: &Context<'a>,
) -> Result<Box<dyn Reporter + 'a>, Failure> {
    let at_end = match wanted.format {
        Format::Pretty | Format::Json => None,
        Format::Junit => Some(uiconform_report::Format::Junit),
        Format::Tap => Some(uiconform_report::Format::Tap),
        Format::Github => Some(uiconform_report::Format::Github),
        Format::Markdown => Some(uiconform_report::Format::Markdown),
    };
    let reporter: Box<dyn Reporter + 'a> = match at_end {
        Some(format) => Box::new(AtEnd::new(out, format, context.clone())),
        None if wanted.format == Format::Json => Box::new(JsonLines::new(out)),
        None => {
            let options = PrettyOptions {
                palette: wanted.palette,
                full: wanted.full,
                transcript: wanted.transcript,
                replay: context.replay.clone(),
            };
            let pretty = Pretty::new(out, context.catalogues, options);
            Box::new(pretty.within(Output::columns()))
        }
    };
    let Some(path) = wanted.directory else {
        return Ok(reporter);
    };
    let wrong = |reason: String| Failure::Usage(format!("{}: {reason}", wanted.option));
    // What the system says of a file in the place of a folder tells little.
    if let Some(file) = path.ancestors().find(|part| part.is_file()) {
        let (file, path) = (file.display(), path.display());
        return Err(wrong(format!(
            "{path}: {file} is a file, and the reports are written into a folder; give another name"
        )));
    }
    let directory =
        Directory::create(path, context.clone()).map_err(|error| wrong(error.to_string()))?;
    Ok(Box::new(Both(reporter, directory)))
}
