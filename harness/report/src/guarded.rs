//! Files that one run writes at a time, and that nobody else changes unseen.
//!
//! A driver runs as the same user as the harness and may know where the reports are. So nothing is written to what is there
//! already: it could be a link to another file, or a pipe that nobody reads.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Attempts to take the place of a file that others replace at the same time.
const ATTEMPTS: usize = 10;

/// A file that one run writes, and of which it is known at the end whether it holds what was written.
pub(crate) struct Guarded {
    /// It is locked; the system lets go of it when the program ends, however that comes about.
    file: File,
    path: PathBuf,
    digest: Sha256,
}

impl Guarded {
    /// Takes the place of what is there, unless another run writes to it.
    pub(crate) fn create(path: PathBuf) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let made = take_over(&path).map_err(|error| named(&path, &error))?;
            if let Some(file) = made {
                return Ok(Self {
                    file,
                    path,
                    digest: Sha256::new(),
                });
            }
        }
        Err(named(&path, &taken()))
    }

    /// Checks that the file is in its place and holds what was written.
    ///
    /// # Errors
    ///
    /// If it does not, or cannot be read.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        let intact = is_at(&self.file, &self.path) && self.holds_what_was_written()?;
        if intact {
            Ok(())
        } else {
            Err(io::Error::other(
                "somebody else has changed it or taken it away while the run went on",
            ))
        }
    }

    fn holds_what_was_written(&mut self) -> io::Result<bool> {
        self.file.rewind()?;
        let mut found = Sha256::new();
        let mut piece = vec![0; 64 * 1024];
        loop {
            match self.file.read(&mut piece)? {
                0 => return Ok(found.finalize() == self.digest.clone().finalize()),
                read => found.update(&piece[..read]),
            }
        }
    }
}

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Replaces a file by a new one that is locked; nothing if somebody else was faster, who may or may not go on.
fn take_over(path: &Path) -> io::Result<Option<File>> {
    // As long as its lock is held nobody else replaces it.
    let before = match fs::symlink_metadata(path) {
        Ok(there) if there.is_file() => {
            let mut options = File::options();
            match options.read(true).write(true).open(path) {
                Ok(before) => Some(before),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                // One that may not be written to may be replaced all the same.
                Err(_) => None,
            }
        }
        _ => None,
    };
    if let Some(before) = &before
        && !holds(before, path)?
    {
        return Ok(None);
    }
    let file = match create(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(holds(&file, path)?.then_some(file))
}

/// Locks a file; tells whether it is still in its place.
fn holds(file: &File, path: &Path) -> io::Result<bool> {
    // On Windows a lock would keep others from reading as well, and a file that is open is not taken away.
    if cfg!(unix) {
        match file.try_lock() {
            // Some file systems have no locks; there the check at the end tells of another run.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => return Err(taken()),
        }
    }
    Ok(is_at(file, path))
}

fn taken() -> io::Error {
    io::Error::other("another run writes there; give each run a folder of its own")
}

/// Writes a whole file, or none.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let written = create(&partial)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&partial, path));
    written.map_err(|error| {
        // What is left of it helps nobody; if it cannot be taken away, its name says what it is.
        let _ = fs::remove_file(&partial);
        named(path, &error)
    })
}

/// Creates a file that was not there, whatever was there before.
fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        // `FILE_SHARE_READ`: nobody else writes to it or takes it away.
        options.share_mode(1);
    }
    options.open(path)
}

/// Takes a file away, if it is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether an open file is the one that stands at the path.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        // An open file cannot be taken away there.
        open.len() == there.len()
    }
}

pub(crate) fn named(path: &Path, error: &io::Error) -> io::Error {
    // The kind would say that the reader of standard output is gone.
    io::Error::other(format!("{}: {error}", path.display()))
}
