//! Bad drivers: whatever a program does, the call ends in time with the right breakage, and the next start works.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test says what it expects.

mod batch;
mod ends;
mod late;
mod legal;
mod output;
mod starts;
mod support;
