//! The `uiconform` command.
fn main() {}
