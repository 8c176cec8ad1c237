//! `uiconform schema`: the JSON Schemas of the formats that others write and read.

use std::io::Write as _;

use uiconform_catalogue::schemas;
use uiconform_runner::suites;

use super::unknown_suite;

use crate::args::{Schema, SchemaFormat};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Schema, output: &mut Output) -> Result<u8, Failure> {
    let text = match args.format {
        SchemaFormat::Case => match args.suite.as_str() {
            suites::MAIN => schemas::CASE,
            "agent-ui-1" => schemas::AGENT_UI_CASE,
            "ag-ui" => schemas::AG_UI_CASE,
            other => return Err(unknown_suite(other)),
        },
        SchemaFormat::Driver => schemas::DRIVER,
        SchemaFormat::Result => schemas::RESULT,
        SchemaFormat::Baseline => schemas::BASELINE,
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(0)
}
