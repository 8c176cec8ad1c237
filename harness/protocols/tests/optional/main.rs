//! The optional profiles: laws of frames and hosts, and variants that break them.

#![allow(clippy::unwrap_used)] // A test says what it expects.

mod frames;
mod host;
mod variants;
