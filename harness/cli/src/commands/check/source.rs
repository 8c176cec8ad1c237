//! Where a recording comes from: a file or a pipe, read as it comes.

use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use uiconform_stream::{Format, Record, Records};

use super::interrupt::Interrupt;
use crate::args::{Check, InputName};
use crate::failure::Failure;

/// Bytes that are read at once: so many that waking whoever waits for them costs little.
const CHUNK: usize = 256 * 1024;

/// Chunks that are read ahead.
const AHEAD: usize = 4;

/// How often is looked whether reading is to end while nothing comes.
const LOOK: Duration = Duration::from_millis(50);

pub(super) struct Source {
    name: String,
    chunks: Receiver<io::Result<Vec<u8>>>,
    interrupt: Interrupt,
    /// `None` when the input has come to its end.
    records: Option<Records>,
    format: Option<Format>,
    /// Whether there was anything at all.
    empty: bool,
}

impl Source {
    /// Opens what the arguments name.
    pub(super) fn open(args: &Check, interrupt: Interrupt) -> Result<Self, Failure> {
        let path = args.file.as_deref().filter(|path| path.as_os_str() != "-");
        let (name, input): (String, Box<dyn Read + Send>) = match path {
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
        let chunks = read(input).map_err(|error| unreadable(&name, &error))?;
        Ok(Self {
            name,
            chunks,
            interrupt,
            records: Some(records.with_limit(args.max_event)),
            format: None,
            empty: true,
        })
    }

    /// The file as it was named, or `-`.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Hands on the records that the next bytes complete, one by one; whether there may be more, which is not so at the end and
    /// when reading is interrupted.
    pub(super) fn next(&mut self, mut take: impl FnMut(Record)) -> Result<bool, Failure> {
        let Some(records) = &mut self.records else {
            return Ok(false);
        };
        let chunk = loop {
            if self.interrupt.is_set() {
                // What is not complete may well be on its way, so nothing is said of it.
                self.records = None;
                return Ok(false);
            }
            match self.chunks.recv_timeout(LOOK) {
                Ok(Ok(chunk)) => break Some(chunk),
                Ok(Err(error)) => return Err(unreadable(&self.name, &error)),
                Err(RecvTimeoutError::Timeout) => {}
                // What sent the stream may have been ended by the very signal.
                Err(RecvTimeoutError::Disconnected) if self.interrupt.is_set() => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        let Some(chunk) = chunk else {
            self.format = records.format();
            if let Some(last) = self.records.take().and_then(Records::finish) {
                take(last);
            }
            return Ok(true);
        };
        self.empty = false;
        records.push(&chunk).for_each(take);
        self.format = records.format();
        Ok(true)
    }

    /// Whether reading was ended before the input was.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    /// Why there may be no event in it.
    pub(super) fn hint(&self) -> &'static str {
        match self.format {
            _ if self.empty => "it is empty",
            Some(Format::Array) => "it is an array without elements",
            Some(Format::Sse) => "it is an event stream without a `data:` line",
            _ => "it has no JSON value and no `data:` line",
        }
    }
}

/// Reads in a thread of its own, so that whoever waits for a live stream can be interrupted.
fn read(mut input: Box<dyn Read + Send>) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (sender, chunks) = sync_channel(AHEAD);
    let work = move || {
        let mut buffer = vec![0; CHUNK];
        loop {
            let chunk = match input.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) => return,
                Ok(count) => Ok(buffer[..count].to_vec()),
                Err(error) => Err(error),
            };
            let failed = chunk.is_err();
            if sender.send(chunk).is_err() || failed {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(work)?;
    Ok(chunks)
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let name = if name == "-" { "standard input" } else { name };
    Failure::Usage(format!("cannot read {name}: {error}"))
}
