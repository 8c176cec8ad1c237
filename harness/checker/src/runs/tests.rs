#![allow(clippy::unwrap_used)] // A test says what it expects.
