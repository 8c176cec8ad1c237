//! Driver processes, execution of plans, and judging of answers.
//!
//! The executor knows no protocol; the suites (one module each) know no processes. What stands between them is the
//! [`Exercise`](uiconform_catalogue::Exercise) of a case on one side and a [`Connection`] on the other.

mod ag_ui;
mod agent_ui;
mod agentue;
mod asked;
mod blame;
mod case_record;
mod case_run;
mod connection;
mod execute;
mod fitted;
mod framings;
mod in_process;
mod limits;
mod plan;
mod platform;
mod process;
mod reading;
mod rehearse;
mod search;
mod stop;
pub mod suites;
mod values;
mod verdicts;
mod worker;
mod wrong;

pub use case_run::{Broken, CaseRun, NotRun, Terms, run_case};
pub use connection::{Aftermath, Breakage, Connection, Evidence, Exchange, Origin};
pub use execute::{Execution, RunEvent, Starter, execute};
pub use fitted::Fitted;
pub use in_process::InProcess;
pub use plan::{Choice, ChoiceError, Globs, Plan};
pub use process::{
    BatchCall, DriverCommand, DriverIdentity, DriverProcess, EXPECTED as EXPECTED_OPENING,
    Settings, StartError, Timeouts, Transcript,
};
pub use rehearse::run_in_process;
pub use stop::Stop;
pub use verdicts::GIVE_UP_AFTER;
