//! The reader and the judge of AG-UI.
