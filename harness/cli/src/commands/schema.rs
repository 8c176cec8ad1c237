//! `uiconform schema`: the JSON Schemas of the formats that others write and read.

use std::io::Write as _;

use uiconform_catalogue::schemas;

use crate::args::{Schema, SchemaFormat};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Schema, output: &mut Output) -> Result<u8, Failure> {
    let text = match args.format {
        SchemaFormat::Case => schemas::CASE,
        SchemaFormat::Driver => schemas::DRIVER,
        SchemaFormat::Result => schemas::RESULT,
        SchemaFormat::Baseline => schemas::BASELINE,
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(0)
}
