//! Pipes for systems on which they cannot be polled: a thread for each stream blocks in its stead. Plain std, so that it is
//! tested everywhere.
//!
//! The threads end when the process and all that inherited its pipes have ended; killing the job sees to that.

use std::io::{self, Read, Write};
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use super::{CHUNK, Sink, Turn};

/// Pieces in the channel before the reading threads wait: a flood costs no memory.
const PIECES: usize = 16;

/// Most bytes that are handed to the writing thread at once.
const PARCEL: usize = 1024 * 1024;

enum Event {
    Written,
    StdinClosed,
    Output(Vec<u8>),
    OutputEnded,
    Diagnostics(Vec<u8>),
    DiagnosticsEnded,
}

/// The standard streams of a process. What it closes is closed here as well.
pub(crate) struct Pipes {
    parcels: Option<SyncSender<Vec<u8>>>,
    events: Receiver<Event>,
    /// Whether the writing thread is still busy with a parcel.
    writing: bool,
    stdout_open: bool,
    stderr_open: bool,
}

impl Pipes {
    pub(super) fn of(child: &mut Child) -> io::Result<Self> {
        let (events, incoming) = mpsc::sync_channel(PIECES);
        let (parcels, outgoing) = mpsc::sync_channel::<Vec<u8>>(1);
        if let Some(mut stdin) = child.stdin.take() {
            let events = events.clone();
            start("driver input", move || {
                for parcel in outgoing {
                    let event = match stdin.write_all(&parcel) {
                        Ok(()) => Event::Written,
                        Err(_) => Event::StdinClosed,
                    };
                    if events.send(event).is_err() {
                        return;
                    }
                }
            })?;
        }
        if let Some(stdout) = child.stdout.take() {
            let events = events.clone();
            start("driver output", move || {
                pass_on(stdout, &events, Event::Output, Event::OutputEnded);
            })?;
        }
        if let Some(stderr) = child.stderr.take() {
            start("driver diagnostics", move || {
                pass_on(stderr, &events, Event::Diagnostics, Event::DiagnosticsEnded);
            })?;
        }
        Ok(Self {
            parcels: Some(parcels),
            events: incoming,
            writing: false,
            stdout_open: true,
            stderr_open: true,
        })
    }

    /// Whether the process may still read.
    pub(crate) fn is_stdin_open(&self) -> bool {
        self.parcels.is_some()
    }

    /// Whether more of its standard output may come.
    pub(crate) fn is_stdout_open(&self) -> bool {
        self.stdout_open
    }

    /// Closes its standard input, once what was sent is read or the process has ended.
    pub(crate) fn close_stdin(&mut self) {
        self.parcels = None;
    }

    /// Bytes that were sent and that the process has not read: not to be known here.
    #[allow(clippy::unused_self, reason = "the same form as on Unix")]
    pub(crate) fn unread(&self) -> Option<u64> {
        None
    }

    /// Moves what can be moved at once; if nothing comes in, waits for it at most `wait`.
    pub(crate) fn turn(
        &mut self,
        outgoing: &[u8],
        sink: &mut impl Sink,
        wait: Duration,
    ) -> io::Result<Turn> {
        let mut turn = Turn::default();
        if !outgoing.is_empty()
            && !self.writing
            && let Some(parcels) = &self.parcels
        {
            let parcel = &outgoing[..outgoing.len().min(PARCEL)];
            if parcels.send(parcel.to_vec()).is_ok() {
                self.writing = true;
                turn.sent = parcel.len();
            } else {
                self.parcels = None;
            }
        }
        if !self.stdout_open && !self.stderr_open && !self.writing {
            thread::sleep(wait);
            return Ok(turn);
        }
        match self.events.recv_timeout(wait) {
            Ok(event) => self.take(event, sink, &mut turn),
            Err(RecvTimeoutError::Timeout) => return Ok(turn),
            Err(RecvTimeoutError::Disconnected) => {
                (self.stdout_open, self.stderr_open, self.writing) = (false, false, false);
                return Ok(turn);
            }
        }
        // As many as the channel holds, so that a flood does not keep the caller from looking at the clock.
        for _ in 0..PIECES {
            let Ok(event) = self.events.try_recv() else {
                break;
            };
            self.take(event, sink, &mut turn);
        }
        Ok(turn)
    }

    fn take(&mut self, event: Event, sink: &mut impl Sink, turn: &mut Turn) {
        match event {
            Event::Written => self.writing = false,
            Event::StdinClosed => {
                self.writing = false;
                self.parcels = None;
            }
            Event::Output(bytes) => {
                turn.received += bytes.len();
                sink.output(&bytes);
            }
            Event::OutputEnded => self.stdout_open = false,
            Event::Diagnostics(bytes) => {
                turn.received += bytes.len();
                sink.diagnostics(&bytes);
            }
            Event::DiagnosticsEnded => self.stderr_open = false,
        }
    }
}

fn start(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(body)?;
    Ok(())
}

fn pass_on(
    mut stream: impl Read,
    events: &SyncSender<Event>,
    piece: fn(Vec<u8>) -> Event,
    end: Event,
) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                if events.send(piece(buffer[..count].to_vec())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    // Nobody may be listening any more.
    let _ = events.send(end);
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;

    #[derive(Default)]
    struct Heard {
        output: Vec<u8>,
        diagnostics: Vec<u8>,
    }

    impl Sink for Heard {
        fn output(&mut self, bytes: &[u8]) {
            self.output.extend_from_slice(bytes);
        }
        fn diagnostics(&mut self, bytes: &[u8]) {
            self.diagnostics.extend_from_slice(bytes);
        }
    }

    fn shell(script: &str) -> (Child, Pipes) {
        let mut child = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let pipes = Pipes::of(&mut child).unwrap();
        (child, pipes)
    }

    fn run(pipes: &mut Pipes, outgoing: &[u8], enough: impl Fn(&Heard) -> bool) -> Heard {
        let mut heard = Heard::default();
        let mut sent = 0;
        let until = Instant::now() + Duration::from_secs(30);
        while !enough(&heard) && pipes.is_stdout_open() && Instant::now() < until {
            sent += pipes
                .turn(&outgoing[sent..], &mut heard, Duration::from_millis(50))
                .unwrap()
                .sent;
        }
        heard
    }

    #[test]
    fn a_large_message_is_echoed_without_deadlock() {
        let (mut child, mut pipes) = shell("exec cat");
        let message: Vec<u8> = (0..5_000_000u32).map(|at| (at % 251) as u8).collect();
        let heard = run(&mut pipes, &message, |heard| {
            heard.output.len() == message.len()
        });
        assert_eq!(heard.output, message);
        pipes.close_stdin();
        run(&mut pipes, &[], |_| false);
        assert!(!pipes.is_stdout_open());
        child.wait().unwrap();
    }

    #[test]
    fn a_flood_on_standard_error_does_not_hold_the_answer() {
        let (mut child, mut pipes) = shell("head -c 3000000 /dev/zero >&2; echo done");
        let heard = run(&mut pipes, &[], |heard| heard.output == b"done\n");
        assert_eq!(heard.output, b"done\n");
        child.wait().unwrap();
    }

    #[test]
    fn a_process_that_does_not_read_does_not_hold_the_turn() {
        let (mut child, mut pipes) = shell("exec sleep 60");
        let mut heard = Heard::default();
        let message = vec![b'x'; 3 * PARCEL];
        let start = Instant::now();
        let mut sent = 0;
        for _ in 0..5 {
            sent += pipes
                .turn(&message[sent..], &mut heard, Duration::from_millis(20))
                .unwrap()
                .sent;
        }
        assert!(start.elapsed() < Duration::from_secs(20));
        assert!(sent < message.len());
        assert_eq!(pipes.unread(), None);
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn a_closed_input_is_noticed() {
        let (mut child, mut pipes) = shell("exec <&-; exec sleep 60");
        let mut heard = Heard::default();
        let until = Instant::now() + Duration::from_secs(30);
        while pipes.is_stdin_open() && Instant::now() < until {
            pipes
                .turn(b"hello\n", &mut heard, Duration::from_millis(10))
                .unwrap();
        }
        assert!(!pipes.is_stdin_open());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
