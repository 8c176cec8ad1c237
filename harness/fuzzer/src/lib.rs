//! Fuzzing of any implementation of an agent-to-UI protocol, in this process or behind a driver.
//!
//! A [`Protocol`] draws cases from bytes, says which calls they lead to, and judges the answers by properties of its own: the
//! oracles. The bytes are those of a fuzzing engine, or those of a seed and an index ([`bytes`]); a case is the same either way. A
//! [`Target`] answers the calls, whatever it is. Findings of one cause share a [`Bucket`], and each bucket is shown by the smallest
//! case that stays in it.
//!
//! ```
//! use uiconform_fuzzer::{Fuzzer, InProcess, agentue::AgentUe};
//!
//! let mut fuzzer = Fuzzer::suspicious(AgentUe::default());
//! let mut target = InProcess::reference();
//! let cases: Vec<_> = (0..20).map(|index| fuzzer.case(1, index)).collect();
//! let findings = fuzzer.examine(&mut target, &cases);
//! assert!(findings.iter().all(Vec::is_empty));
//! ```

#![forbid(unsafe_code)]

pub mod agentue;
mod bytes;
pub mod campaign;
mod coverage;
mod draw;
pub mod entry;
mod finding;
mod fuzzer;
mod in_process;
mod process;
mod protocol;
mod shrink;
mod target;

pub use bytes::{LENGTH, bytes};
pub use coverage::{Coverage, Kind};
pub use draw::Draw;
pub use finding::{Bucket, Finding};
pub use fuzzer::{Chain, Effort, Fuzzer, Prepared, Shrunk, Sought};
pub use in_process::InProcess;
pub use process::{BATCH, DriverTarget};
pub use protocol::{Protocol, Request};
pub use target::{Answer, Breakage, Cause, Reply, Target};
