//! Properties of answers, a family a file. Each takes what was sent and what came back, and gives findings.

pub(super) mod differential;
pub(super) mod universal;
