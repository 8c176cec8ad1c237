//! Where a recording comes from: a file or a pipe, read as it comes.

use std::fs::File;
use std::io::{self, Read};

use uiconform_stream::{Format, Record, Records};

use crate::args::{Check, InputName};
use crate::failure::Failure;

/// Bytes that are read at once.
const CHUNK: usize = 64 * 1024;

pub(super) struct Source {
    name: String,
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    /// `None` when the input has come to its end.
    records: Option<Records>,
    /// Whether there was anything at all.
    empty: bool,
}

impl Source {
    /// Opens what the arguments name.
    pub(super) fn open(args: &Check) -> Result<Self, Failure> {
        let path = args.file.as_deref().filter(|path| path.as_os_str() != "-");
        let (name, input): (String, Box<dyn Read>) = match path {
            None => ("-".to_owned(), Box::new(io::stdin())),
            Some(path) => {
                let unreadable = |error| unreadable(&path.display().to_string(), &error);
                let file = File::open(path).map_err(unreadable)?;
                // Opening a folder works, and reading it does not, in words that help nobody.
                if file.metadata().map_err(unreadable)?.is_dir() {
                    return Err(Failure::Usage(format!(
                        "{} is a folder; name a file, or `-` for standard input",
                        path.display()
                    )));
                }
                (path.display().to_string(), Box::new(file))
            }
        };
        let records = match args.input {
            InputName::Auto => Records::detect(),
            InputName::Lines => Records::new(Format::Lines),
            InputName::Array => Records::new(Format::Array),
            InputName::Sse => Records::new(Format::Sse),
        };
        Ok(Self {
            name,
            input,
            buffer: vec![0; CHUNK],
            records: Some(records.with_limit(args.max_event)),
            empty: true,
        })
    }

    /// The file as it was named, or `-`.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The records that the next bytes complete; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Vec<Record>>, Failure> {
        let Some(records) = &mut self.records else {
            return Ok(None);
        };
        let count = loop {
            match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(&self.name, &error)),
                Ok(count) => break count,
            }
        };
        if count == 0 {
            let last = self.records.take().and_then(Records::finish);
            return Ok(Some(last.into_iter().collect()));
        }
        self.empty = false;
        Ok(Some(records.push(&self.buffer[..count]).collect()))
    }

    /// Why there may be no event in it.
    pub(super) fn hint(&self) -> &'static str {
        if self.empty {
            "it is empty"
        } else {
            "it has no JSON value and no `data:` line; `--input` says in which form the events are"
        }
    }
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let name = if name == "-" { "standard input" } else { name };
    Failure::Usage(format!("cannot read {name}: {error}"))
}
