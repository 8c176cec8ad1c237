//! The golden cases and requirements of uiconform as embedded data: for each suite its `suite.json`, its requirements, the
//! list of its case ids, and the case files by area. The form is described in the `README.md` beside this crate.

#![forbid(unsafe_code)]

/// The files of one suite.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Name of the suite, such as `agentue-1.1`.
    pub name: &'static str,
    /// Its files, sorted by path.
    pub files: &'static [File],
}

/// One embedded file.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Path within the folder of the suite, with `/`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All suites, sorted by name.
pub static SUITES: &[Suite] = include!(concat!(env!("OUT_DIR"), "/suites.rs"));

/// The ways to write one stream of server-sent events, as JSON text: what every suite with such streams shares.
pub const FRAMINGS: &str = include_str!("../sse/framings.json");
