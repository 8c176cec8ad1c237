//! x
use super::faults;
faults! {}
