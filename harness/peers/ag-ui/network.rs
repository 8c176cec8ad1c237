//! What the agent streams, kept for the transport until the client asks for it.

use std::io::{self, ErrorKind};
use std::sync::{Mutex, PoisonError};

use uiconform_driver::ag_ui::{RunParams, StreamEnd};

/// The network of a session, which answers each request of the client with the stream of the run that is loaded.
///
/// Each version of the crate has a trait of its own for transports, and implements it for this.
#[derive(Debug, Default)]
pub(crate) struct Network {
    loaded: Mutex<Option<io::Result<Body>>>,
}

/// What comes over the network, piece by piece. A connection that breaks is the last piece, an error.
#[derive(Debug)]
pub(crate) enum Body {
    /// Events, as JSON texts.
    Events(Vec<io::Result<String>>),
    /// The bytes of a `text/event-stream`, as they are cut.
    Bytes(Vec<io::Result<Vec<u8>>>),
}

impl Network {
    /// Loads what the next request is answered with.
    ///
    /// # Errors
    ///
    /// A piece that is no base64.
    pub(crate) fn load(&self, run: &RunParams<'_>) -> Result<(), String> {
        let body = match (&run.sse, run.end) {
            (_, StreamEnd::Refused) => Err(ErrorKind::ConnectionRefused.into()),
            (Some(pieces), end) => {
                let bytes = pieces.iter().map(|piece| Ok(piece.bytes()?.into_owned()));
                Ok(Body::Bytes(stopping(
                    bytes.collect::<Result<_, String>>()?,
                    end,
                )))
            }
            (None, end) => {
                let events = run.events.iter().flatten();
                let texts = events.map(|event| event.get().to_owned());
                Ok(Body::Events(stopping(texts.collect(), end)))
            }
        };
        *self.loaded() = Some(body);
        Ok(())
    }

    /// The answer to a request. A second one for the same run is refused: nothing is there for it.
    ///
    /// # Errors
    ///
    /// The request never becomes a stream.
    pub(crate) fn answer(&self) -> io::Result<Body> {
        let loaded = self.loaded().take();
        loaded.unwrap_or_else(|| Err(ErrorKind::ConnectionRefused.into()))
    }

    fn loaded(&self) -> std::sync::MutexGuard<'_, Option<io::Result<Body>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stopping<P>(pieces: Vec<P>, end: StreamEnd) -> Vec<io::Result<P>> {
    let broken = (end == StreamEnd::Reset).then(|| Err(ErrorKind::ConnectionReset.into()));
    pieces.into_iter().map(Ok).chain(broken).collect()
}
