//! What the other crates share: suites, requirements, cases, and the records of what came out.
//!
//! Data flows one way: files are loaded into a [`Catalogue`], a plan selects [`Case`]s from it, an executor turns each
//! [`Exercise`] into calls and their answers into a [`Judgement`], and reporters read the resulting [`record`]s. Nothing
//! here starts a process or knows a protocol; a suite brings its own [`Form`].

#![forbid(unsafe_code)]

mod answer;
pub mod baseline;
mod baselined;
mod case;
mod digest;
mod exercise;
mod expand;
mod ids;
mod level;
mod load;
mod located;
mod read_case;
pub mod record;
mod requirement;
pub mod schemas;
mod suite;
pub mod summary;
mod twin;
mod verdict;
mod visible;

pub use answer::{Answer, METHOD_NOT_FOUND, NoResult};
pub use case::{Case, CaseId, Derivation, Place, Source};
pub use exercise::{
    Call, Derived, Difference, Exercise, FileForm, Finding, Fit, Form, Judgement, Offer, Process,
    Reading, Relation, Size,
};
pub use expand::{Described, check_times};
pub use ids::{IdList, IdState};
pub use level::Level;
pub use load::{Catalogue, LoadError, SourceFile};
pub use located::{depth, did_you_mean, entries};
pub use read_case::check_name;
pub use requirement::{Requirement, Showing};
pub use suite::{Profile, Suite};
pub use verdict::Verdict;
pub use visible::is_deceptive;
