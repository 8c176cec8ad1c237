//! Laws of the optional profiles: frames and hosts.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod frames;
mod host;
