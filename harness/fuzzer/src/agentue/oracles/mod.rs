//! Properties of answers, a family a file. Each takes what was sent and what came back, and gives findings.

pub(super) mod differential;
pub(super) mod reducer;
pub(super) mod streams;
pub(super) mod universal;
